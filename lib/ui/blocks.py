"""What pages repeat: prose of a readable width, and a picture with its sentence and its table."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from lib.attention import Array
from lib.charts import Picture, attention_map, head_name
from lib.ui.text import word

PROSE_WIDTH = 620  # about 70 characters
PAIR_WIDTH = 960  # two maps side by side, on a screen that has the room


def prose(text: str) -> None:
    """Write Markdown about 70 characters wide."""
    st.markdown(text, width=PROSE_WIDTH)


def picture(drawing: Picture, key: str, says: str, alt: str | None = None) -> None:
    """Draw a picture with the sentence that says what it shows; `alt` is that sentence in plain text."""
    st.vega_lite_chart(drawing.data, drawing.spec, key=key, alt=alt or says, width="stretch")
    st.caption(says)


def head_map(
    head: int, weights: Array, words: Sequence[str], key: str, says: str, alt: str, chosen: int | None = None
) -> None:
    """Draw one head's map with its title, sentence and table."""
    st.markdown(f"**Head {head_name(head)}**")
    picture(attention_map(weights, words, chosen), key, says, alt)
    matrix_table(weights, words, f"Head {head_name(head)} as a table", f"table of {key}")


def matrix_table(matrix: Array, words: Sequence[str], title: str, key: str, form: str = "{:.2f}") -> None:
    """Offer a matrix (T, T) as a table, words as heads, behind an expander that builds it when opened."""
    with st.expander(title, key=key, on_change="rerun") as fold:
        if fold.open:
            names = [f"{position}\u2002{word(text)}" for position, text in enumerate(words, start=1)]
            cells = [[form.format(value) for value in row] for row in matrix.tolist()]
            st.table(pd.DataFrame(cells, index=names, columns=names))

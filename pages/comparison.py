"""How different are the two heads: A, B and A − B, the largest gap, and the focus of every row."""

import numpy as np
import pandas as pd
import streamlit as st

from lib.charts import difference_map, row_bars
from lib.comparison import disagreements, entropy_bits, focus, max_gap
from lib.lesson import run
from lib.ui import averaging, blocks, entropies, site, survey, takeaway
from lib.ui.text import is_even, largest_gap, numbered, placed, reading, word

settings = site.enter()
result = run(settings)
words, T = result.words, len(result.words)
A, B = result.weights
gap, differ = max_gap(A, B), disagreements(A, B, words)
in_a, in_b = focus(A, words), focus(B, words)

st.title("Comparison")
blocks.prose(
    "Two numbers say how far apart two heads are. The largest gap is the biggest difference between two cells "
    "in the same place. The rows that disagree are those whose favourite key, their focus, is another word."
)
if not (
    blocks.predict_number("gap", "How large is the largest gap? A row has 1 to give away.", 0.0, 1.0, gap.value)
    and blocks.predict_number(
        "rows", f"In how many of the {T} rows do A and B have different focus words?", 0, T, len(differ), "{:.0f}", 1
    )
):
    site.neighbours("comparison")
    st.stop()

query, key = word(words[gap.query]), word(words[gap.key])
with st.container(width=blocks.FIGURE_WIDTH, horizontal=True):
    st.metric("Largest gap", f"{gap.value:.4f}", help="The largest absolute difference between two cells.")
    st.metric("Rows that disagree", f"{len(differ)} of {T}", help="Rows whose focus words differ.")
    st.metric("Mean entropy, A", f"{entropy_bits(A).mean():.2f} bits", help=f"At most {np.log2(T):.2f} bits.")
    st.metric("Mean entropy, B", f"{entropy_bits(B).mean():.2f} bits", help=f"At most {np.log2(T):.2f} bits.")

st.subheader("A, B and their difference")
with st.container(width=blocks.FIGURE_WIDTH):
    for head, column in enumerate(st.columns(2)):
        with column:
            blocks.head_map(head, result.weights[head], words, f"comparison map {head}")
    blocks.weight_legend("comparison legend")
    left, right = st.columns(2, vertical_alignment="center")
    with left:
        st.markdown("**A − B**")
        blocks.picture(
            difference_map(A, B, words, (gap.query, gap.key)),
            "difference map",
            f"The ring marks the largest gap: {query} looks at {key}." if gap.value else "No cell differs.",
            f"Map of A minus B. Largest gap {gap.value:.4f} at query {words[gap.query]}, key {words[gap.key]}.",
        )
        blocks.matrix_table(A - B, words, "A − B as a table", "difference table", "{:+.2f}")
    with right:
        st.markdown(
            f"{largest_gap(A, B, words)}\n\nBlue is where A gives more, vermillion "
            "is where B does, and the sign in the cell says the same."
        )

st.subheader("Where each row looks")
verdicts = [":orange[differ]" if row in differ else ":green[agree]" for row in range(T)]
table = {"Head A": map(word, in_a), "Head B": map(word, in_b), "Do they agree?": verdicts}
with st.container(width=blocks.PROSE_WIDTH):
    st.table(pd.DataFrame({column: list(cells) for column, cells in table.items()}, index=numbered(words)))
even = " All weights of a row are alike here: its focus is only the first of equals." if is_even(A) else ""
blocks.prose(f"**{len(differ)} of {T} rows** disagree.{even}")

st.subheader("One row, two distributions")
row = st.selectbox(
    "Query word",
    range(T),
    index=gap.query,
    format_func=lambda position: placed(words, position),
    key=f"comparison row {words}",
    width=blocks.PROSE_WIDTH // 2,
)
with st.container(width=blocks.PROSE_WIDTH):
    blocks.picture(
        row_bars([A[row], B[row]], words, [0, 1]),
        "comparison bars",
        f"In A, {reading(A[row], words, row)} In B, {reading(B[row], words, row)}",
        f"Bars for query {words[row]}: focus {in_a[row]} in A and {in_b[row]} in B.",
    )

blocks.fold("Entropy and divergence, row by row", "comparison entropies", lambda: entropies.section(result), "table")
blocks.fold("Is that a lot?", "comparison survey", lambda: survey.section(result), "query_stats")
blocks.fold("Averaging is not two opinions", "comparison averaging", lambda: averaging.section(result), "balance")
takeaway.section(result, "comparison")
site.neighbours("comparison")

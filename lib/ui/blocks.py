"""What pages repeat: readable prose, a picture with its sentence and table, and predict-then-reveal."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import pandas as pd
import streamlit as st

from lib.attention import Array
from lib.charts import Picture, attention_map, head_name
from lib.figures import guess_strip
from lib.ui.text import word

PROSE_WIDTH = 620  # about 70 characters
FIGURE_WIDTH = 960  # two maps side by side, on a screen that has the room

Guess = TypeVar("Guess")


def prose(text: str) -> None:
    """Write Markdown about 70 characters wide."""
    st.markdown(text, width=PROSE_WIDTH)


def picture(drawing: Picture, key: str, says: str, alt: str) -> None:
    """Draw a picture with the sentence that says what it shows; `alt` says it to those who cannot see it."""
    st.vega_lite_chart(drawing.data, drawing.spec, key=key, alt=alt, width="stretch")
    st.markdown(says)


def head_map(
    head: int, weights: Array, words: Sequence[str], key: str, says: str, alt: str, chosen: int | None = None
) -> None:
    """Draw one head's map with its title, sentence and table."""
    st.markdown(f"**Head {head_name(head)}**")
    picture(attention_map(weights, words, chosen), key, says, alt)
    matrix_table(weights, words, f"Head {head_name(head)} as a table", f"{key} table")


def matrix_table(matrix: Array, words: Sequence[str], title: str, key: str, form: str = "{:.2f}") -> None:
    """Offer a matrix (T, T) as a table with the words as heads; it is built when someone opens it."""
    with st.expander(title, key=key, on_change="rerun", icon=":material/table:") as fold:
        if fold.open:
            names = [f"{position}\u2002{word(text)}" for position, text in enumerate(words, start=1)]
            cells = [[form.format(value) for value in row] for row in matrix.tolist()]
            st.table(pd.DataFrame(cells, index=names, columns=names))


def predict_number(
    key: str, question: str, low: float, high: float, truth: float, form: str = "{:.4f}", step: float = 0.01
) -> bool:
    """Ask for a number before it is shown; return whether the page may show it now."""

    def ask() -> float:
        middle = low + round((high - low) / 2 / step) * step
        return float(st.slider(question, low, high, middle, step, key=f"{key} guess", width=PROSE_WIDTH))

    def answer(guess: float) -> None:
        off = guess - truth
        verdict = "exactly that" if abs(off) < step / 2 else f"{form.format(abs(off))} too {_side(off)}"
        with st.container(width=PROSE_WIDTH):
            picture(
                guess_strip(guess, truth, low, high),
                f"{key} strip",
                f"Your guess was {form.format(guess)}; this run says **{form.format(truth)}**: {verdict}.",
                f"On a strip from {low:g} to {high:g}: your guess {form.format(guess)}, "
                f"the run {form.format(truth)}.",
            )

    return _predict(key, ask, answer)


def predict_choice(key: str, question: str, options: Sequence[str], truth: int, because: str = "") -> bool:
    """Ask which of `options` (Markdown) holds before it is shown; return whether the page may show it now."""

    def ask() -> int | None:
        return st.radio(
            question, range(len(options)), format_func=lambda i: options[i], index=None, key=f"{key} guess"
        )

    def answer(guess: int | None) -> None:
        if guess is None or guess >= len(options):
            prose(f"No guess given. This run says: **{options[truth]}**. {because}")
        elif guess == truth:
            prose(f"Your guess holds: **{options[truth]}**. {because}")
        else:
            prose(f"Your guess was {options[guess]}; this run says **{options[truth]}**. {because}")

    return _predict(key, ask, answer)


def _side(off: float) -> str:
    return "high" if off > 0 else "low"


def _predict(key: str, ask: Callable[[], Guess], answer: Callable[[Guess], None]) -> bool:
    """Show the question until a guess is committed or skipped; guesses stay for the session."""
    if st.session_state.get(REVEAL_ALL):
        return True
    committed, skipped = f"{key} committed", f"{key} skipped"
    if committed in st.session_state:
        answer(st.session_state[committed])
        return True
    if skipped in st.session_state:
        return True
    with st.container(border=True, width=PROSE_WIDTH):
        st.markdown("**Predict first**")
        guess = ask()
        with st.container(horizontal=True):
            commit = st.button("Commit my guess", key=f"{key} commit", type="primary", disabled=guess is None)
            skip = st.button("Show me", key=f"{key} show")
    if commit:
        st.session_state[committed] = guess
    if skip:
        st.session_state[skipped] = True
    if commit or skip:
        st.rerun()
    return False


REVEAL_ALL = "reveal every prediction"

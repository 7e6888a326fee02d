"""What pages repeat: readable prose, a picture with its sentence and table, and predict-then-reveal."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeVar

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from lib.attention import Array
from lib.authoring import Spec, with_params
from lib.charts import attention_map, head_name
from lib.comparison import disagreements, max_gap
from lib.coverage import favourites
from lib.figures import guess_strip
from lib.ui.memory import memory
from lib.ui.text import is_even, numbered, percent_exact, placed, word

PROSE_WIDTH = 620  # about 70 characters
INK = {"light": "#0A0E14", "dark": "#E6EBF0"}  # the text colours of .streamlit/config.toml
MAP_WIDTH = 400  # two fit beside an open sidebar at 1280 pixels; a phone stacks them
FIGURE_WIDTH = 960  # two maps side by side, on a screen that has the room

Guess = TypeVar("Guess")
Width = int | Literal["stretch"]  # pixels, at most what there is; or all of it


def prose(text: str) -> None:
    """Write Markdown about 70 characters wide."""
    st.markdown(text, width=PROSE_WIDTH)


def picture(drawing: Spec, key: str, says: str, alt: str, width: Width = "stretch") -> None:
    """Draw a picture with the sentence that says what it shows; `alt` says it to those who cannot see it."""
    chart(drawing, key, alt, width)
    st.markdown(says, width=width)


def chart(drawing: Spec, key: str, alt: str, width: Width = "stretch") -> None:
    """Draw a picture alone, lettered in the theme's text colour."""
    inked = with_params(drawing, ink=INK.get(st.context.theme.type or "light"))
    st.vega_lite_chart(spec=inked, key=key, alt=alt, width=width)


def two_maps(weights: Array, words: Sequence[str], key: str, chosen: int | None = None) -> DeltaGenerator:
    """Draw heads A and B of weights (2, T, T) in one row, return the row; the page says what they show."""
    row = st.container(horizontal=True)
    with row:
        for head in (0, 1):
            chart(
                attention_map(weights[head], words, f"Head {head_name(head)}", chosen),
                f"{key} map {head}",
                map_in_plain_words(weights[head], words, head),
                MAP_WIDTH,
            )
    return row


def tables(matrices: Mapping[str, Array], words: Sequence[str], key: str) -> None:
    """Offer the maps above as tables of two decimals; differences carry their sign."""

    def build() -> None:
        for title, matrix in matrices.items():
            st.markdown(title)
            matrix_table(matrix, words, "{:+.2f}" if matrix.min() < 0 else "{:.2f}")

    fold("The same numbers as tables", f"{key} tables", build, "table")


def maps_say(weights: Array, words: Sequence[str]) -> str:
    """Say in Markdown what the maps of heads A and B of weights (2, T, T) show."""
    return " ".join(map_says(weights[head], words, head) for head in (0, 1))


def headline(A: Array, B: Array, words: Sequence[str]) -> None:
    """Draw the two numbers that say how far apart heads A and B are."""
    differ = f"{len(disagreements(A, B, words))} of {len(words)}"
    with st.container(horizontal=True, width=PROSE_WIDTH):
        st.metric("Largest gap", f"{max_gap(A, B).value:.4f}", help="The largest difference between two cells.")
        st.metric("Rows that disagree", differ, help="Rows in which A and B look most at different words.")


def map_says(weights: Array, words: Sequence[str], head: int) -> str:
    """Say in Markdown what one head's map (T, T) shows."""
    name = head_name(head)
    if is_even(weights):
        return f"Every weight in {name} is {percent_exact(weights.max())}; no word stands out."
    query, place = divmod(int(weights.argmax()), len(words))
    return f"{name}'s largest weight is {weights.max():.2f}: {word(words[query])} looks at {word(words[place])}."


def map_in_plain_words(weights: Array, words: Sequence[str], head: int) -> str:
    """Say what one head's map (T, T) shows to those who cannot see it."""
    (found,) = favourites(weights[None], words)
    rows = ", ".join(f"{a} to {b or 'no word'}" for a, b in zip(words, found, strict=True))
    return f"Map of head {head_name(head)}, rows are queries. Largest weight {weights.max():.2f}. Focus: {rows}."


def fold(title: str, key: str, build: Callable[[], object], icon: str = "unfold_more") -> None:
    """Offer an optional section, which is built only while it is open."""
    with st.expander(title, key=key, on_change="rerun", icon=f":material/{icon}:") as section:
        if section.open:
            memory().open_below = True
            build()


def query_menu(words: Sequence[str], key: str, first: int) -> int:
    """Ask for a query word, at first the one at position `first`, and return its position."""
    chosen = st.selectbox(
        "Query word",
        range(len(words)),
        index=first,
        format_func=lambda position: placed(words, position),
        key=key,
        width=PROSE_WIDTH // 2,
    )
    return min(chosen, len(words) - 1)  # a shorter sentence may have come since


def look_closer(key: str, sections: Mapping[str, Callable[[], object]]) -> None:
    """Offer optional sections by name and draw the one that is chosen."""
    chosen = st.pills("Look closer", list(sections), key=key, width=FIGURE_WIDTH)
    if chosen:
        memory().open_below = True
        # By its own name, so that one section is not taken for the one before it in the same place.
        with st.container(border=True, width=FIGURE_WIDTH, key=f"{key} {chosen}"):
            sections[chosen]()


def matrix_table(
    matrix: Array, words: Sequence[str], form: str = "{:.2f}", queries: Sequence[int] | None = None
) -> None:
    """Draw a matrix (T, T), or its rows (N, T) for `queries`, with the words as heads; nothing has no sign."""
    names = numbered(words)
    unsigned = {form.format(zero): form.format(0).lstrip("+") for zero in (0.0, -0.0)}
    cells = [[unsigned.get(text := form.format(value), text) for value in row] for row in matrix.tolist()]
    text_table(cells, names if queries is None else [names[query] for query in queries], names)


def text_table(
    cells: Sequence[Sequence[str]],
    rows: Sequence[str],
    columns: Sequence[str],
    corner: str | None = None,
    width: Width | Literal["content"] = "stretch",
) -> None:
    """Draw a table of Markdown, given row by row; `corner` is the name of the column of row heads."""
    # As plain objects: with pandas' own strings the way to Arrow takes more than twice as long.
    index, heads = pd.Index(list(rows), dtype="object", name=corner), pd.Index(list(columns), dtype="object")
    st.table(pd.DataFrame(cells, index, heads, dtype=object), width=width)


def predict_number(
    key: str, question: str, low: float, high: float, truth: float, form: str = "{:.4f}", step: float = 0.01
) -> bool:
    """Ask for a number before it is shown; return whether the page may show it now."""

    def ask() -> float:
        middle = low + round((high - low) / 2 / step) * step
        return float(st.slider(question, low, high, middle, step, key=f"{key} guess", width=PROSE_WIDTH))

    def answer(guess: float | None) -> None:
        if guess is None:
            prose(f"{question} This run says **{form.format(truth)}**.")
            return
        off = guess - truth
        side = "high" if off > 0 else "low"
        verdict = "exactly that" if abs(off) < step / 2 else f"{form.format(abs(off))} too {side}"
        picture(
            guess_strip(guess, truth, low, high, step),
            f"{key} strip",
            f"Your guess was {guess:g}; this run says **{form.format(truth)}**: {verdict}.",
            f"On a strip from {low:g} to {high:g}: your guess {guess:g}, the run {form.format(truth)}.",
            PROSE_WIDTH,
        )

    return _predict(key, ask, answer)


def predict_word(key: str, question: str, words: Sequence[str], truth: str | None) -> bool:
    """Ask for the word that leads, None if none does, before it is shown; return whether the page may show it now."""
    says = "none, since different words share the largest weight" if truth is None else word(truth)

    def ask() -> str | None:
        # A menu shows plain text, so nothing typed turns into markup here.
        vocabulary = list(dict.fromkeys(words))
        return st.selectbox(question, vocabulary, index=None, key=f"{key} guess", placeholder="Choose a word")

    def answer(guess: str | None) -> None:
        if guess is None:
            prose(f"{question} This run says {says}.")
            return
        verdict = f"holds: {says}" if guess == truth else f"was {word(guess)}; this run says {says}"
        prose(f"{question} Your guess {verdict}.")

    return _predict(key, ask, answer)


def predict_choice(key: str, question: str, options: Sequence[str], truth: int, because: str = "") -> bool:
    """Ask which of `options` (Markdown) holds before it is shown; return whether the page may show it now."""

    def ask() -> int | None:
        return st.radio(question, range(len(options)), format_func=lambda i: options[i], index=None, key=f"{key} guess")

    def answer(guess: int | None) -> None:
        if guess is None:
            prose(f"{question} This run says: **{options[truth]}**. {because}")
        elif guess == truth:
            prose(f"Your guess holds: **{options[truth]}**. {because}")
        else:
            prose(f"Your guess was “{options[guess]}”; this run says **{options[truth]}**. {because}")

    return _predict(key, ask, answer)


def answered(*keys: str) -> bool:
    """Say whether the page may show what the predictions with these keys ask for."""
    return st.session_state.get(REVEAL_ALL) or all(f"{key} committed" in st.session_state for key in keys)


def _predict(key: str, ask: Callable[[], Guess | None], answer: Callable[[Guess | None], None]) -> bool:
    """Show the question until a guess is committed or skipped (None); guesses stay for the session."""
    if st.session_state.get(REVEAL_ALL):
        return True
    committed, settings = f"{key} committed", memory().last_good
    if committed in st.session_state:
        guess, made_for = st.session_state[committed]
        if guess is not None and made_for != settings:
            prose("Your guess was for other settings, and comes back with them.")
            guess = None
        answer(guess)
        return True
    with st.container(border=True, width=PROSE_WIDTH):
        st.markdown("**Predict first**")
        guess = ask()
        with st.container(horizontal=True):
            st.button("Commit my guess", key=f"{key} commit", disabled=guess is None, on_click=_commit, args=(key,))
            st.button("Show me", key=f"{key} show", type="tertiary", on_click=_keep_guess, args=(key, None))
    return False


def _commit(key: str) -> None:
    # As it is in its widget now: a quick hand moves a slider and presses before the page has been drawn again.
    _keep_guess(key, st.session_state[f"{key} guess"])


def _keep_guess(key: str, guess: Guess | None) -> None:
    st.session_state[f"{key} committed"] = (guess, memory().last_good)
    st.rerun()  # all of it: what one may look closer at depends on the guesses too


REVEAL_ALL = "reveal every prediction"

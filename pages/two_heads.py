"""Two heads over one sentence: both maps, the order of the draws, and the code that ran."""

import streamlit as st

from lib.coverage import favourites
from lib.lesson import Settings, run
from lib.ui import blocks, edits, forward_pass, scale, site, takeaway, twins
from lib.ui.text import largest_gap, placed, reading, word


def page(settings: Settings) -> None:
    result = run(settings)
    words, T = result.words, len(result.words)
    A, B = result.weights
    query = min(1, T - 1)  # "keeper" in the lesson's sentence

    blocks.prose(
        "# Two heads\n\n"
        "One sentence, two heads. Each has its own $W_q$, $W_k$ and $W_v$, drawn from the same stream of random "
        "numbers; the input $X$ is the only thing they share.\n\n"
        "In a head's map a row is a query: the word that looks. A column is a key: the word that is looked at. Each "
        "row adds up to 1. Do the two heads look at the same words?"
    )
    in_a, in_b = (rows[query] for rows in favourites(result.weights, words))
    asked = f"Which word does {word(words[query])} look at most in head"
    if not (
        blocks.predict_word("focus A", f"{asked} A?", words, in_a)
        and blocks.predict_word("focus B", f"{asked} B?", words, in_b)
    ):
        return

    row = st.selectbox(
        "Query word, to read its row in both heads",
        range(T),
        format_func=lambda position: placed(words, position),
        index=None,
        key="two heads row",
        placeholder="All rows",
        width=blocks.PROSE_WIDTH // 2,
    )
    row = row if row is not None and row < T else None  # a shorter sentence may have come since
    shown = query if row is None else row

    blocks.two_maps(result.weights, words, "two heads", row)
    blocks.prose(
        f"{blocks.maps_say(result.weights, words)}\n\nIn head A, {reading(A[shown], words, shown)} In head B, "
        f"{reading(B[shown], words, shown)} {largest_gap(A, B, words)}"
    )


def closer(settings: Settings) -> None:
    if not blocks.answered("focus A", "focus B"):
        return
    result = run(settings)
    A, B = result.weights
    blocks.tables({"Head A": A, "Head B": B}, result.words, "two heads")
    blocks.look_closer(
        "two heads closer",
        {
            "How the numbers come about": lambda: forward_pass.section(result),
            "Scale is temperature": lambda: scale.section(result),
            "Twins, shuffles and the mask": lambda: twins.section(result),
            "Change one word": lambda: edits.section(result),
            "Take it away": lambda: takeaway.section(result, "two heads"),
        },
    )


site.show(page, closer, onward="comparison")

"""Two heads over one sentence: both maps, the order of the draws, and the code that ran."""

import streamlit as st

from lib import figures
from lib.comparison import focus
from lib.lesson import run
from lib.ui import blocks, code, edits, scale, site, takeaway, twins
from lib.ui.text import largest_gap, placed, reading

settings = site.enter()
result = run(settings)
words, T = result.words, len(result.words)
A, B = result.weights
query = min(1, T - 1)  # "keeper" in the lesson's sentence

st.title("Two heads")
blocks.prose(
    "One sentence, two heads. Each has its own $W_q$, $W_k$ and $W_v$, drawn from the same stream of random "
    "numbers; the input $X$ is the only thing they share. Do they look at the same words?"
)
asked = f"Which word does “{words[query]}” look at most in head"
if not (
    blocks.predict_word("focus A", f"{asked} A?", words, focus(A, words)[query])
    and blocks.predict_word("focus B", f"{asked} B?", words, focus(B, words)[query])
):
    site.neighbours("two_heads")
    st.stop()

blocks.prose(
    "## The two maps\n\nA row is a query: the word that looks. A column is a key: the word that is looked at. Each row "
    "adds up to 1. Choose a query word to read its row in both heads."
)
row = st.selectbox(
    "Query word",
    range(T),
    format_func=lambda position: placed(words, position),
    index=None,
    key="two heads row",
    placeholder="All rows",
    width=blocks.PROSE_WIDTH // 2,
)
row = row if row is not None and row < T else None  # a shorter sentence may have come since
blocks.two_maps(result.weights, words, "two heads", row)
shown = query if row is None else row
C, hs = settings.width, settings.head_size
blocks.prose(
    f"In head A, {reading(A[shown], words, shown)} In head B, {reading(B[shown], words, shown)} "
    f"{largest_gap(A, B, words)}\n\n"
    "## How the numbers come about\n\n"
    r"$$\text{weights} = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{hs}}\right), \qquad "
    r"\text{output} = \text{weights} \cdot V$$"
    "\n\n| | shape | here |\n|---|---|---|\n"
    f"| $X$, shared | $(B, T, C)$ | (1, {T}, {C}) |\n"
    f"| $Q = X W_q$, $K = X W_k$, $V = X W_v$, a head | $(B, T, hs)$ | (1, {T}, {hs}) |\n"
    f"| weights, a head | $(B, T, T)$ | (1, {T}, {T}) |\n"
    f"| output, a head | $(B, T, hs)$ | (1, {T}, {hs}) |\n\n"
    f"All of it comes from one stream with seed {settings.seed}, in this order. "
    + ("" if settings.vectors == "lesson" else "Each word's vector has a small stream of its own. ")
    + f"Every projection is then multiplied by {settings.scale:g}."
)
vectors = len(result.vocabulary) if settings.vectors == "lesson" else 0
blocks.chart(
    figures.order_of_draws(vectors, C, hs),
    "two heads draws",
    "The stream as a line of blocks: word vectors if any, then Wq, Wk, Wv of head A, then of head B. Change the order, "
    "and every later block gets other numbers.",
    blocks.FIGURE_WIDTH,
)
blocks.look_closer(
    "two heads closer",
    {
        "The code that ran": code.section,
        "Scale is temperature": lambda: scale.section(result),
        "Twins, shuffles and the mask": lambda: twins.section(result),
        "Change one word": lambda: edits.section(result),
        "Take it away": lambda: takeaway.section(result, "two heads"),
    },
)
site.neighbours("two_heads")

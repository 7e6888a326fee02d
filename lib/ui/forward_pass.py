"""How the numbers come about: formula, shapes, the order of the draws, and the code that ran."""

import inspect

import streamlit as st

from lib import attention, lesson
from lib.figures import order_of_draws
from lib.lesson import Run
from lib.ui import blocks

SHOWN = (lesson.draw, attention.softmax, attention.attention_weights, attention.attention)


def section(run: Run) -> None:
    """Show the forward pass of the two heads, from the random stream to the outputs."""
    settings, T = run.settings, len(run.words)
    C, hs = settings.width, settings.head_size
    blocks.prose(
        r"$$\text{weights} = \text{softmax}\!\left(\frac{Q K^\top}{\sqrt{hs}}\right)$$"
        "\n\n"
        r"$$\text{output} = \text{weights} \cdot V$$"
        "\n\n| | shape | here |\n|---|---|---|\n"
        f"| $X$, shared | $(B, T, C)$ | (1, {T}, {C}) |\n"
        f"| $Q = X W_q$, $K = X W_k$, $V = X W_v$, a head | $(B, T, hs)$ | (1, {T}, {hs}) |\n"
        f"| weights, a head | $(B, T, T)$ | (1, {T}, {T}) |\n"
        f"| output, a head | $(B, T, hs)$ | (1, {T}, {hs}) |\n\n"
        f"All of it comes from one stream with seed {settings.seed}, in this order: "
        + ("the words' vectors, then " if settings.vectors == "lesson" else "")
        + "$W_q$, $W_k$ and $W_v$ of head A, then of head B. "
        + ("" if settings.vectors == "lesson" else "Each word's vector has a small stream of its own. ")
        + f"Every projection is then multiplied by {settings.scale:g}."
    )
    blocks.chart(
        order_of_draws(len(run.vocabulary) if settings.vectors == "lesson" else 0, C, hs),
        "order of the draws",
        "The stream as a line of blocks: word vectors if any, then Wq, Wk, Wv of head A, then of head B.",
    )
    blocks.prose("Change the order, and every later block gets other numbers. This is the code that ran:")
    # Without colours: Streamlit's comments and strings are too pale to read.
    st.code("\n\n".join(inspect.getsource(part) for part in SHOWN), language=None)

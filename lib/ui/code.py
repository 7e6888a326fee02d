"""The code that ran: the source of the functions that drew and computed what is on screen."""

import inspect

import streamlit as st

from lib import attention, lesson

SHOWN = (lesson.draw, attention.softmax, attention.attention_weights, attention.attention)


def section() -> None:
    """Show the lesson's draw and attention as they stand in their modules."""
    # Without colours: Streamlit's comments and strings are too pale to read.
    st.code("\n\n".join(inspect.getsource(part) for part in SHOWN), language=None)

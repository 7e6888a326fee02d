"""Take it away: the run on screen as a CSV file, a Python script and a notebook."""

import streamlit as st

from lib import takeaway
from lib.lesson import Run
from lib.ui import blocks


def section(run: Run, key: str) -> None:
    """Offer the three files; each is made when someone asks for it."""
    blocks.prose(
        "The weights of every head as a table, or a script and a notebook that draw this very run again "
        "with NumPy alone, print what is on screen and check it."
    )
    settings = run.settings
    with st.container(horizontal=True):
        st.download_button(
            "Weights (CSV)",
            lambda: takeaway.csv(run),
            takeaway.filename(settings, "csv"),
            "text/csv",
            key=f"{key} csv",
            on_click="ignore",
        )
        st.download_button(
            "Python script",
            lambda: takeaway.script(settings),
            takeaway.filename(settings, "script"),
            "text/x-python",
            key=f"{key} script",
            on_click="ignore",
        )
        st.download_button(
            "Notebook",
            lambda: takeaway.notebook(settings),
            takeaway.filename(settings, "notebook"),
            "application/x-ipynb+json",
            key=f"{key} notebook",
            on_click="ignore",
        )

"""Take it away: the run on screen as a CSV file, a Python script and a notebook."""

import streamlit as st

from lib import takeaway
from lib.lesson import Run
from lib.ui import blocks

FILES: tuple[tuple[str, takeaway.Kind, str], ...] = (
    ("Weights (CSV)", "csv", "text/csv"),
    ("Python script", "script", "text/x-python"),
    ("Notebook", "notebook", "application/x-ipynb+json"),
)


def section(run: Run, key: str) -> None:
    """Offer the three files; each is made when someone asks for it."""
    blocks.prose(
        "The weights of every head as a table, or a script and a notebook that draw this very run again "
        "with NumPy alone, print what is on screen and check it."
    )
    make = {
        "csv": lambda: takeaway.csv(run),
        "script": lambda: takeaway.script(run.settings),
        "notebook": lambda: takeaway.notebook(run.settings),
    }
    with st.container(horizontal=True):
        for label, kind, mime in FILES:
            name = takeaway.filename(run.settings, kind)
            st.download_button(label, make[kind], name, mime, key=f"{key} {kind}", on_click="ignore")

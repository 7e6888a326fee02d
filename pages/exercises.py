"""The three exercises, with Python in the learner's own browser and a tutor that names the slip."""

import streamlit as st

from lib.exercises import EXERCISES
from lib.lesson import Settings
from lib.ui import blocks, exercise, runner, site
from lib.ui.links import changed


def page(settings: Settings) -> None:
    blocks.prose(
        "# Exercises\n\n"
        "Write the lesson's code yourself. It runs in this browser, not on our server, and what comes out is compared "
        "with the run that the lesson prints. A wrong answer tells you what happened. None of it is a grade."
    )
    if changed(settings):
        blocks.prose("The exercises are always at the lesson's settings, whatever the sidebar says.")


def tasks(_: Settings) -> None:
    progress = st.container(width=blocks.PROSE_WIDTH)
    number = st.segmented_control(
        "Choose one",
        list(EXERCISES),
        default=1,
        required=True,
        format_func=lambda place: f"Exercise {place}",
        key="exercise",
        persist_state="session",
    )
    exercise.section(number)
    with progress:
        runner.progress()


site.show(page, tasks, onward="summary")

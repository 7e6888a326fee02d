"""A small app around the editor, for its tests: three exercises, what came back, and a page without one."""

from dataclasses import replace

import numpy as np
import streamlit as st

from lib.exercises import EXERCISES
from lib.ui import runner

STARTER = "answer = 1\nprint('hello')\n"
PROBE = "__out__['answer'] = answer\n"


def exercises_page() -> None:
    """Draw three editors; an exercise is solved when its answer is its own number."""
    st.title("Exercises")
    marks = st.container()
    for number, given in EXERCISES.items():
        exercise = replace(given, starter=STARTER, probe=PROBE)
        with st.container(key=f"exercise-{number}"):
            runner.editor(exercise)
            show(number, runner.paste_box(exercise))
    with marks:
        runner.progress()
    st.button("Run the page again")


def show(number: int, submission: runner.Submission | None) -> None:
    """Write the result as plain text, with every digit."""
    if submission is None:
        st.text(f"Result {number}: none")
        return
    answer = submission.answers.get("answer")
    if isinstance(answer, np.ndarray):
        answer = answer.tolist()
    if answer == number:
        runner.mark_solved(number)
    st.text(f"Result {number}: {submission.status}, {answer!r}")


def start_page() -> None:
    """Draw the progress alone."""
    st.title("Start")
    runner.progress()


st.navigation(
    [
        st.Page(start_page, title="Start", url_path="start", default=True),
        st.Page(exercises_page, title="Exercises", url_path="exercises"),
    ]
).run()

"""The three exercises of the lesson "Why One Head Isn't Enough", and what to answer to a learner's code.

A learner's code runs in the learner's own browser or notebook, followed by the exercise's probe; what the
probe gathered comes here as `answers`, and `check` says what happened. The exercises are always at the
lesson's settings, whatever is on screen. A verdict is feedback and no grade: answers can be made up.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lib.exercises import probe
from lib.exercises.answers import Answers, Unreadable, Verdict
from lib.exercises.reasons import REASONS, Reason
from lib.exercises.rows import check_rows
from lib.exercises.small_scale import check_small_scale
from lib.exercises.texts import ROWS, SMALL_SCALE, THIRD_HEAD, Text
from lib.exercises.third_head import check_third_head

__all__ = ["EXERCISES", "REASONS", "Answers", "Exercise", "Reason", "Unreadable", "Verdict", "check"]


@dataclass(frozen=True)
class Exercise:
    """One exercise: `task` and `hints` are Markdown; `starter`, `solution` and `probe` are Python.

    `starter` and `solution` are whole programs. `probe` runs after the learner's code, in its namespace,
    and fills the dict `__out__` that it finds there.
    """

    number: int
    title: str
    task: str
    starter: str
    hints: tuple[str, str, str]
    solution: str
    probe: str


def probe_for(asked: tuple[str, ...], tried: str) -> str:
    """Return the text that gathers the answers: the source of `lib.exercises.probe` and one call."""
    # It runs in a namespace of its own, so a learner may name a variable sum, list or np.
    return (
        f"__probe__ = {{'__name__': 'probe'}}\n"
        f"exec(r'''{inspect.getsource(probe)}''', __probe__)\n"
        f"__out__.update(__probe__['gather'](globals(), {asked!r}, {tried!r}))\n"
    )


def _exercise(number: int, text: Text) -> Exercise:
    asking = probe_for(text.asked, text.tried)
    return Exercise(number, text.title, text.task, text.starter, text.hints, text.solution, asking)


EXERCISES = {number: _exercise(number, text) for number, text in enumerate((THIRD_HEAD, SMALL_SCALE, ROWS), 1)}

CHECKS: dict[int, Callable[[Answers], Verdict]] = {1: check_third_head, 2: check_small_scale, 3: check_rows}


def check(exercise_number: int, answers: Answers) -> Verdict:
    """Say what a learner's answers to exercise 1, 2 or 3 show; another number raises `KeyError`.

    A value is None, bool, int, float, str, a list of str, an array of float64 or `Unreadable`; any such
    value gives a verdict.
    """
    with np.errstate(all="ignore"):  # learners may send infinities
        return CHECKS[exercise_number](answers)

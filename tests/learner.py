"""Runs a learner's program and an exercise's probe in the test, as the learner's browser would."""

import io
import subprocess
import sys
from contextlib import redirect_stdout

import numpy as np

from lib.exercises import EXERCISES, Unreadable, Verdict, check
from lib.ui.runner import paste_code

# What a learner changed in a program: old text, new text.
Changes = list[tuple[str, str]]


def answers_to(number: int, program: str) -> dict[str, object]:
    """Return what the runner hands on after `program` and the probe of exercise `number`."""
    namespace: dict[str, object] = {"__name__": "__main__", "__out__": {}}
    with redirect_stdout(io.StringIO()):
        exec(program, namespace)
        exec(EXERCISES[number].probe, namespace)
    out = namespace["__out__"]
    assert isinstance(out, dict)
    return {name: as_sent(value) for name, value in out.items()}


def as_sent(value: object) -> object:
    """Return a value of the kinds that the runner lets through, anything else as `Unreadable`."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return value
    if isinstance(value, np.ndarray) and value.dtype == np.float64:
        return value
    return Unreadable(type(value).__name__)


def answer(number: int, part: str) -> Verdict:
    """Return the verdict on `part`, added below the starter."""
    return check(number, answers_to(number, EXERCISES[number].starter + part))


def printed_line(number: int, program: str) -> str:
    """Run the paste box's code elsewhere, with `program` as its beginning; return what it prints."""
    code = paste_code(EXERCISES[number]).replace(EXERCISES[number].starter.rstrip(), program)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def assert_named(verdict: Verdict, name: str) -> None:
    assert verdict.slip == name, verdict.message
    assert not verdict.passed


def changed(program: str, changes: Changes) -> str:
    """Return the program with every (old, new) replaced; each old text must be there."""
    for old, new in changes:
        assert old in program, f"the program has no {old!r}"
        program = program.replace(old, new)
    return program


def draw(kind: str, head: str) -> str:
    """Return the starter's line that draws one projection."""
    return f"W{kind}{head} = np.random.randn(C, hs) * scale\n"


THIRD = "".join(draw(kind, "C") for kind in "qkv")
SOLVED = EXERCISES[1].solution
# Exercise 2 by changing the scale where it is defined.
SHRUNK = (
    changed(EXERCISES[2].starter, [("16, 8, 0.3", "16, 8, 0.02")])
    + "small_A, small_B, small_gap = weights_A, weights_B, np.abs(weights_A - weights_B).max()\n"
)
HEADWISE = "".join(draw(kind, head) for head in "AB" for kind in "qkv")
KINDWISE = "".join(draw(kind, head) for kind in "qkv" for head in "AB")
SEED = "np.random.seed(42)\n"
# Exercise 2 below the starter: heads a and b over x.
PAIR = "small_A, small_B = (attention(x, *head)[1] for head in (a, b))\n"
PAIR += "small_gap = np.abs(small_A - small_B).max()\n"
OLD = "a, b, f = [WqA, WkA, WvA], [WqB, WkB, WvB], 0.02 / 0.3\nx = X\n"

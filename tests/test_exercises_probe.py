"""What is sent along with a learner's code finds the answers, sends little, prints nothing, breaks nowhere."""

import ast
import inspect

import numpy as np
import pytest

from lib.exercises import EXERCISES, Unreadable, check, probe
from lib.exercises.probe import MOST_NUMBERS, MOST_VALUES
from lib.exercises.texts import SET_UP
from tests.learner import answers_to


def test_the_probe_runs_in_an_older_python_too() -> None:
    source = inspect.getsource(probe)
    ast.parse(source, feature_version=(3, 9))
    assert "'''" not in source
    assert all(source in exercise.probe for exercise in EXERCISES.values())


def test_what_is_sent_back_stays_small() -> None:
    clutter = """
much = [np.random.randn(40) for _ in range(200)]
large = np.zeros((200, 200))
weights_C = np.zeros((100, 100))
nested = {"a": [{"b": [[["c"]]]}], "f": print, "g": object()}
nested["self"] = nested
class Rude:
    def __array__(self, *_args, **_kwargs):
        raise SystemError
rude = Rude()
focus_C = Rude()
rows = [1, [2, 3], "x"]
"""
    answers = answers_to(1, SET_UP + clutter)
    assert len(answers) <= MOST_VALUES
    assert all(value.size <= MOST_NUMBERS for value in answers.values() if isinstance(value, np.ndarray))
    assert isinstance(answers["weights_C"], Unreadable)
    assert isinstance(answers["focus_C"], Unreadable)
    assert not check(1, answers).passed


def test_an_answer_is_found_behind_much_else() -> None:
    clutter = "clutter = [np.zeros((2, n + 1)) for n in range(100)]\n"
    solution = EXERCISES[1].solution.replace("# One stream", clutter + "# One stream")
    for name in ("weights_C", "outputs_C", "focus_C"):
        solution = solution.replace(name, name.replace("_", ""))
    assert check(1, answers_to(1, solution)).passed


def test_a_learners_function_is_tried_in_silence(capsys: pytest.CaptureFixture[str]) -> None:
    namespace: dict[str, object] = {"__out__": {}, "is_distribution": lambda _weights: print("seen")}
    exec(EXERCISES[3].probe, namespace)
    assert capsys.readouterr().out == ""

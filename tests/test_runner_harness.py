"""The programs that travel to the learner's Python, tried here under CPython."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lib.ui.runner.answers import parse
from lib.ui.runner.encoder import MAX_LINE, MAX_NUMBERS, encode, report
from lib.ui.runner.harness import MAX_ERROR, run_exercise

PROBE = "__out__['answer'] = answer"


def run(code: str, probe: str = PROBE) -> dict[str, object]:
    line: dict[str, object] = json.loads(run_exercise(code, probe, report))
    return line


def round_trip(value: object) -> object:
    return parse(report({"value": value}, exercise=1), 1).answers["value"]


@pytest.mark.parametrize(
    "value", [None, True, False, 0, -7, 2**63, 0.1, 1e-300, float("inf"), "", "fog", "\u05d0", ["a", "b"]]
)
def test_plain_values_come_back_as_they_were(value: object) -> None:
    back = round_trip(value)
    assert back == value
    assert type(back) is type(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.float64(0.25), 0.25),
        (np.int32(3), 3),
        (np.True_, True),
        (np.str_("fog"), "fog"),
        (("a", "b"), ["a", "b"]),
        (np.array(["a", "bc"]), ["a", "bc"]),
    ],
)
def test_numpy_scalars_and_words_become_plain(value: object, expected: object) -> None:
    back = round_trip(value)
    assert back == expected
    assert type(back) is type(expected)


@pytest.mark.parametrize(
    "value",
    [
        np.random.RandomState(0).randn(2, 3, 4),
        np.array([np.nan, np.inf, -np.inf, 1.0]),
        np.array(0.5),
        np.zeros((0, 3)),
        np.arange(4, dtype=np.int32),
        np.array([True, False]),
    ],
)
def test_arrays_come_back_bit_for_bit(value: np.ndarray) -> None:
    back = round_trip(value)
    assert isinstance(back, np.ndarray)
    assert back.dtype == np.float64
    np.testing.assert_array_equal(back, value.astype(np.float64), strict=True)


def test_lists_of_numbers_become_arrays() -> None:
    np.testing.assert_array_equal(np.asarray(round_trip([[1, 2], [3, 4]])), [[1.0, 2.0], [3.0, 4.0]])


class Spiteful:
    """Raises whenever it is looked at."""

    def __array__(self, *_: object) -> np.ndarray:
        raise KeyError


@pytest.mark.parametrize(
    "value",
    [
        {"a": 1},
        {1, 2},
        len,
        Spiteful(),
        [1, "a"],
        [[1], [1, 2]],
        1j,
        np.array([1j]),
        10**30,
        "x" * 5_000,
        ["x"] * 5_000,
        np.zeros(MAX_NUMBERS + 1),
    ],
)
def test_anything_else_goes_by_the_name_of_its_type(value: object) -> None:
    assert encode(value)["type"] == "unreadable"
    assert type(round_trip(value)).__name__ == "Unreadable"


def test_values_beyond_the_limit_are_left_out_and_the_first_stay() -> None:
    pi = np.full(MAX_NUMBERS, np.pi)
    line = report({f"array {place}": pi for place in range(10)}, exercise=1)
    answers = parse(line, 1).answers
    assert len(line) < 2 * MAX_LINE
    assert isinstance(answers["array 0"], np.ndarray)
    assert type(answers["array 9"]).__name__ == "Unreadable"


def test_a_run_hands_in_what_the_probe_found(capsys: pytest.CaptureFixture[str]) -> None:
    line = run("answer = 3\nprint('seen')")
    assert line["status"] == "done"
    assert line["answers"] == {"answer": {"type": "int", "value": "3"}}
    assert capsys.readouterr().out == "seen\n"


def test_a_traceback_names_the_learners_own_lines_only() -> None:
    line = run("import numpy as np\ndef f():\n    return np.zeros(3) @ np.zeros(4)\nf()\n")
    error = str(line["error"])
    assert line["status"] == "error"
    assert 'File "your code", line 3, in f' in error
    assert "return np.zeros(3) @ np.zeros(4)" in error
    assert 'File "your code", line 4' in error
    assert "ValueError" in error
    assert "harness" not in error
    assert "site-packages" not in error


def test_a_syntax_error_names_its_line_without_a_traceback() -> None:
    error = str(run("x = 1\ny = (\n")["error"])
    assert error.startswith('  File "your code", line 2')
    assert "SyntaxError" in error
    assert "Traceback" not in error


def test_an_error_in_the_probe_says_when_it_came() -> None:
    error = str(run("x = 1")["error"])
    assert error.startswith("Your code ran.")
    assert "NameError: name 'answer' is not defined" in error
    assert "File" not in error


def test_the_cause_of_an_error_is_told_too() -> None:
    error = str(run("try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise ValueError('no') from e")["error"])
    assert "ZeroDivisionError" in error
    assert error.rstrip().endswith("ValueError: no")


def test_too_little_memory_is_explained() -> None:
    assert "512 MB" in str(run("raise MemoryError")["error"])


@pytest.mark.parametrize("code", ["import sys; sys.exit()", "raise KeyboardInterrupt", "def f(): f()\nf()", "\0"])
def test_no_exception_leaves_the_harness(code: str) -> None:
    line = run(code)
    assert line["status"] == "error"
    assert 0 < len(str(line["error"])) <= MAX_ERROR


def test_the_next_run_prints_again_after_stdout_was_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    run("import sys\nsys.stdout = None\nanswer = 1")
    run("print('back')\nanswer = 1")
    assert "back" in capsys.readouterr().out


def test_runs_share_no_names() -> None:
    run("answer = 1")
    assert run("answer")["status"] == "error"


def test_the_encoder_alone_prints_a_line_that_the_parser_reads(tmp_path: Path) -> None:
    encoder = Path("lib/ui/runner/encoder.py").read_text()
    script = tmp_path / "elsewhere.py"
    script.write_text(f"{encoder}\nprint('first')\nprint(report({{'a': np.eye(2)}}, exercise=2))\n")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    np.testing.assert_array_equal(np.asarray(parse(done.stdout, 2).answers["a"]), np.eye(2))

"""Read what a learner's browser, or a pasted line, hands in. Nothing of it is ever evaluated or trusted.

The line is JSON, written by `encoder.py` and completed by the editor (RFC 8259). Whatever else arrives is
refused with a `BadSubmission`, whose text is written for the learner; no other exception leaves `parse`.
"""

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn, get_args

import numpy as np

from lib.attention import Array
from lib.exercises import Unreadable

Status = Literal["done", "error", "timeout", "stopped", "crash", "no python", "reset"]

MAX_LINE = 400_000
MAX_OUTPUT = 21_000
MAX_ERROR = 4_000
MAX_NAMES = 40
MAX_NAME = 60
MAX_NUMBERS = 5_000
MAX_AXES = 6
MAX_WORDS = 500
MAX_TEXT = 2_000
MAX_FLOAT = float(np.finfo(np.float64).max)
MAX_DIGITS = 21  # of a 64-bit integer, with its sign


class BadSubmission(ValueError):  # noqa: N818 - the name says what it is to the person who reads it
    """What came in is not a result; the text says what to do, to the learner."""


@dataclass(frozen=True)
class Submission:
    """One run of an exercise: how it ended, what it printed, its error, and the values it sent back.

    A value is None, a bool, an int, a float, a str, a list of words, a float64 array, or `Unreadable`.
    """

    status: Status
    output: str = ""
    error: str = ""
    answers: dict[str, object] = field(default_factory=dict)


def parse(raw: object, exercise: int) -> Submission:
    """Return the submission for `exercise` in `raw`, or raise `BadSubmission`.

    `raw` may be a whole notebook output: its last line that begins with a brace counts.
    """
    if not isinstance(raw, str):
        raise BadSubmission("The result is not text: run the code again.")
    if len(raw) > MAX_LINE:
        raise BadSubmission(f"The result is longer than {MAX_LINE:,} characters: print and return less.")
    lines = [line for line in map(str.strip, raw.split("\n")) if line.startswith("{")]
    if not lines:
        raise BadSubmission("There is no result line here: it begins with a brace, {, and comes last.")
    return _submission(_object(lines[-1]), exercise)


def _object(line: str) -> dict[str, Any]:
    try:
        found: object = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise BadSubmission("The result line is damaged or cut off: copy the whole line again.") from None
    if not isinstance(found, dict):
        _refuse()
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _refuse() -> NoReturn:
    raise BadSubmission("This is not a result that the exercise can read: run the code again.")


def _submission(found: dict[str, Any], exercise: int) -> Submission:
    number, status = found.get("exercise"), found.get("status")
    if isinstance(number, bool) or not isinstance(number, int):
        _refuse()
    if number != exercise:
        raise BadSubmission(f"This is not a result of exercise {exercise}: use the code that is shown here.")
    if not isinstance(status, str) or status not in get_args(Status):
        _refuse()
    answers = found.get("answers", {})
    if not isinstance(answers, dict) or len(answers) > MAX_NAMES:
        _refuse()
    return Submission(
        status=status,  # type: ignore[arg-type]  # one of them, as was just asked
        output=_text(found.get("output", ""), MAX_OUTPUT),
        error=_text(found.get("error", ""), MAX_ERROR),
        answers={_text(name, MAX_NAME): _value(value) for name, value in answers.items()},
    )


def _text(value: object, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        _refuse()
    # A lone half of a surrogate pair is legal in JSON and in a str, but cannot be sent to a page.
    return value.encode("utf-8", "replace").decode("utf-8")


def _value(coded: object) -> object:
    if not isinstance(coded, dict):
        _refuse()
    read = READERS.get(str(coded.get("type")))
    return read(coded) if read else _refuse()


def _read_none(_: dict[str, Any]) -> None:
    return None


def _read_bool(coded: dict[str, Any]) -> bool:
    value = coded.get("value")
    return value if isinstance(value, bool) else _refuse()


def _read_int(coded: dict[str, Any]) -> int:
    value = coded.get("value")
    if not isinstance(value, str) or len(value) > MAX_DIGITS:
        _refuse()
    digits = value.removeprefix("-")
    return int(value) if digits.isascii() and digits.isdecimal() else _refuse()


def _read_float(coded: dict[str, Any]) -> float:
    return _number(coded.get("value"))


def _read_str(coded: dict[str, Any]) -> str:
    return _text(coded.get("value"), MAX_TEXT)


def _read_words(coded: dict[str, Any]) -> list[str]:
    words = coded.get("value")
    if not isinstance(words, list) or len(words) > MAX_WORDS:
        _refuse()
    return [_text(word, MAX_TEXT) for word in words]


def _read_array(coded: dict[str, Any]) -> Array:
    shape, numbers = coded.get("shape"), coded.get("value")
    if not isinstance(shape, list) or len(shape) > MAX_AXES or not all(map(_is_length, shape)):
        _refuse()
    if not isinstance(numbers, list) or not len(numbers) == math.prod(shape) <= MAX_NUMBERS:
        _refuse()
    return np.array([_number(number) for number in numbers], dtype=np.float64).reshape(shape)


def _read_unreadable(coded: dict[str, Any]) -> Unreadable:
    return Unreadable(_text(coded.get("kind"), MAX_NAME))


READERS: dict[str, Callable[[dict[str, Any]], object]] = {
    "none": _read_none,
    "bool": _read_bool,
    "int": _read_int,
    "float": _read_float,
    "str": _read_str,
    "words": _read_words,
    "array": _read_array,
    "unreadable": _read_unreadable,
}


def _is_length(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_NUMBERS


def _number(value: object) -> float:
    if value in ("nan", "inf", "-inf"):
        return float(str(value))
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        _refuse()
    # A float read from 1e400 is infinite, and an int of 400 digits does not fit a float.
    if abs(value) > MAX_FLOAT:
        _refuse()
    return float(value)

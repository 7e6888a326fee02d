"""What comes back from a learner's code, and how it is read: numbers, words, or something else.

Nothing here trusts its input: any value of the listed types is read or refused, none raises. Text from the
learner is compared and never repeated in a message.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from lib.attention import Array


@dataclass(frozen=True)
class Unreadable:
    """A value that could not be sent: a function, an object, an array that is too large."""

    kind: str


# None, bool, int, float, str, list[str], an array of float64, or Unreadable; by variable name.
Answers = Mapping[str, object]


@dataclass(frozen=True)
class Verdict:
    """What the learner is told: plain text of our own, and the name of the slip if one was recognised."""

    passed: bool
    message: str
    slip: str | None = None


def numbers(value: object) -> Array | None:
    """Return `value` as an array without axes of length 1; None where it holds no numbers."""
    if not isinstance(value, (bool, int, float, np.ndarray)):
        return None
    try:
        return np.asarray(value, dtype=np.float64).squeeze()
    except (TypeError, ValueError, OverflowError):
        return None


def word_list(value: object) -> list[str] | None:
    """Return `value` as words: a list of strings, or one string that is split at anything but letters."""
    if isinstance(value, str):
        return re.findall(r"\w+", value)
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return value
    return None


def parts(answers: Answers) -> Iterator[object]:
    """Yield every value, and every matrix of an array that holds several."""
    for value in answers.values():
        yield value
        if isinstance(value, np.ndarray) and value.ndim > 2 and value.size:
            yield from value.reshape(-1, *value.shape[-2:])


def pick(answers: Answers, name: str, fits: Callable[[object], bool]) -> object:
    """Return the value under `name`; if it has none, another value that `fits`; else None."""
    if answers.get(name) is not None:
        return answers[name]
    return next((value for value in parts(answers) if fits(value)), None)


def shape_of(array: Array) -> str:
    """Return the shape in words, such as "8 × 8"."""
    if not array.ndim:
        return "a single number"
    return " × ".join(str(length) for length in array.shape)


def in_words(names: list[str]) -> str:
    """Return the names as a list in a sentence: "a", "a and b", "a, b and c"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def missing(so_far: str, name: str, wanted: str) -> Verdict:
    """Return the verdict on a name that has no value yet, after a word on what is right so far."""
    return Verdict(False, f"{so_far}{name} is not there yet: it should hold {wanted}.")


def nothing_yet(answers: Answers, names: str) -> Verdict:
    """Return the verdict on a starter that was run as it is, or without its set-up."""
    begun = (
        "The set-up runs. Nothing to check yet: add your part below it"
        if answers.get("weights_A") is not None
        else "Nothing to check yet, and no set-up: Reset brings back the code to begin with. Add your part below it"
    )
    return Verdict(False, f"{begun}; the check looks for {names}.")


def not_readable(name: str, wanted: str) -> Verdict:
    """Return the verdict on a value that is not of the kind that is asked for."""
    return Verdict(False, f"{name} is there, but the check cannot read it. It should hold {wanted}.")

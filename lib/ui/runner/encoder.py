"""Write a learner's answers as one line of JSON. Runs in the browser's Python, or in any notebook.

NumPy and the standard library only, since it travels to where the learner's code is. Every value carries
its type; numbers that JSON lacks (nan, inf) go as words. `lib/ui/runner/answers.py` reads the line.
"""

import json
from typing import Any

import numpy as np

MAX_NAMES = 40
MAX_NUMBERS = 5_000
MAX_WORDS = 500
MAX_TEXT = 2_000
MAX_LINE = 200_000


def encode(value: object) -> dict[str, Any]:
    """Return `value` as tagged JSON; what is none of the known types goes by the name of its type."""
    if value is None:
        return {"type": "none"}
    if isinstance(value, (bool, np.bool_)):
        return {"type": "bool", "value": bool(value)}
    if isinstance(value, (int, np.integer)):
        whole = int(value)
        # As text: the browser's own numbers are exact up to 2^53 only.
        return {"type": "int", "value": str(whole)} if whole.bit_length() <= 64 else _unreadable("int")
    if isinstance(value, (float, np.floating)):
        return {"type": "float", "value": _number(float(value))}
    if isinstance(value, str):
        return {"type": "str", "value": value} if len(value) <= MAX_TEXT else _unreadable("long str")
    return _encode_many(value)


def _encode_many(value: object) -> dict[str, Any]:
    try:
        items = value.tolist() if isinstance(value, np.ndarray) else value
        if isinstance(items, (list, tuple)) and items and all(isinstance(item, str) for item in items):
            if len(items) <= MAX_WORDS and all(len(item) <= MAX_TEXT for item in items):
                return {"type": "words", "value": list(items)}
            return _unreadable(f"{len(items)} words")
        array = np.asarray(value)
        if array.dtype.kind not in "fiub" or array.ndim > 6:
            return _unreadable(type(value).__name__)
        if array.size > MAX_NUMBERS:
            return _unreadable(f"array of {array.size} numbers")
        flat = [_number(number) for number in array.astype(np.float64).ravel().tolist()]
        return {"type": "array", "shape": list(array.shape), "value": flat}
    except Exception:  # an object of the learner's own may do anything when it is looked at
        return _unreadable(type(value).__name__)


def _number(number: float) -> object:
    return number if np.isfinite(number) else repr(number)


def _unreadable(kind: str) -> dict[str, Any]:
    return {"type": "unreadable", "kind": kind[:60]}


def report(answers: dict[str, Any], exercise: int | None = None) -> str:
    """Return the line of JSON that hands in `answers`; what no longer fits into it goes as unreadable."""
    left = MAX_LINE
    coded = {}
    for name, value in list(answers.items())[:MAX_NAMES]:
        piece = encode(value)
        left -= len(json.dumps(piece))
        coded[str(name)[:60]] = piece if left > 0 else _unreadable("value beyond what fits")
    return json.dumps({"exercise": exercise, "status": "done", "answers": coded})

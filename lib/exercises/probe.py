"""What runs after the learner's code, where that runs, and gathers what the check wants to see.

The text of this module is sent along with each exercise of the lesson "Why One Head Isn't Enough" (see
`lib.exercises`), so it stands alone: NumPy, the standard library, no syntax newer than Python 3.9, and no
triple single quotes. The server imports it for its trial matrices and never runs a learner's code.
"""

import contextlib
import io
from collections.abc import Callable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

# A message stays small: at most this many values, each of at most so many numbers or words.
MOST_VALUES, MOST_NUMBERS, MOST_WORDS = 36, 1024, 64

# What a learner's function said about one trial matrix, where it is neither no (0) nor yes (1).
MANY, NOTHING, FAILED, OTHER = 2, 3, 4, 5

# The starter's own names for what is drawn and computed; all other values are looked through as well.
STARTER_NAMES = (
    *("X", "WqA", "WkA", "WvA", "WqB", "WkB", "WvB", "WqC", "WkC", "WvC"),
    *("outputs_A", "weights_A", "outputs_B", "weights_B"),
)
NOTEBOOK_NAMES = ("In", "Out", "exit", "quit")


def gather(namespace: Mapping[str, object], asked: tuple[str, ...], tried: str = "") -> dict[str, object]:
    """Return name -> value: what is asked for, the starter's arrays, then whatever else holds numbers.

    Where an asked name holds something else or too much, its type goes out for the sender to refuse.
    `tried` names a function to try on the trial matrices: "tried_flat" and "tried_batch" hold what it said
    about them as (8, 8) and as (1, 8, 8).
    """
    found = {name: plain(namespace[name]) for name in (*asked, *STARTER_NAMES) if name in namespace}
    function = namespace.get(tried)
    if callable(function):
        found["tried_flat"] = try_out(function, (8, 8))
        found["tried_batch"] = try_out(function, (1, 8, 8))
    for name, value in reversed(list(namespace.items())):  # the latest first: more likely an answer
        if name in found or name in NOTEBOOK_NAMES or name.startswith("_"):
            continue
        for place, piece in enumerate(pieces(value)):
            if len(found) >= MOST_VALUES:
                return found
            found[f"{name[:40]}/{place}"] = piece
    return found


def plain(value: object) -> object:
    """Return an array of float64, a list of words or a plain value where `value` is one, else its type."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (set, frozenset)) and len(value) <= MOST_NUMBERS:
        with contextlib.suppress(Exception):
            value = sorted(value)
    with contextlib.suppress(Exception):
        array = np.asarray(value)
        if array.dtype.kind == "b" and array.ndim == 0:
            return bool(array)
        if array.dtype.kind in "fiub" and array.size <= MOST_NUMBERS:
            return array.astype(np.float64)
        words = array.ravel()[: MOST_WORDS + 1].tolist()
        if is_words(words):
            return [word[:100] for word in words]
    return type(value)


def pieces(value: object, depth: int = 3) -> Iterator[object]:
    """Yield the arrays, word lists and floats in `value`, looking into lists, tuples and dicts."""
    known = plain(value)
    if isinstance(known, (np.ndarray, float)) or is_words(known):
        yield known
    elif depth and isinstance(value, (list, tuple, dict)):
        inside = list(value.values() if isinstance(value, dict) else value)
        for item in inside[:MOST_VALUES]:
            yield from pieces(item, depth - 1)


def is_words(value: object) -> bool:
    """Say whether `value` is a list of strings, of at most MOST_WORDS."""
    return isinstance(value, list) and 0 < len(value) <= MOST_WORDS and all(isinstance(word, str) for word in value)


def trial_matrices() -> dict[str, NDArray[np.float64]]:
    """Return weights (8, 8) by name: four whose rows are distributions, then six whose rows are not."""
    even = np.full((8, 8), 1 / 8)
    hair = even.copy()
    hair[:, 7] += 2.0**-51  # exact in floats, in whatever order a row is summed: every sum is 1 + 2**-51
    slanted = np.tile([1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 128], (8, 1))
    one, short, traded = even.copy(), even.copy(), even.copy()
    one[3] /= 2
    short[5, 2] -= 0.01
    traded[0, 0] -= 0.1
    traded[5, 5] += 0.1
    return {
        "even": even,
        "hair": hair,
        "slanted": slanted,
        "alone": np.eye(8),
        "half": even / 2,
        "more": even * 1.5,
        "turned": slanted.T,  # its columns are distributions
        "one": one,
        "short": short,
        "traded": traded,  # the sum of all is right
    }


def try_out(function: Callable[..., object], shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Return what `function` says about each trial matrix, as numbers: 0 no, 1 yes, else why neither."""
    said = []
    with contextlib.redirect_stdout(io.StringIO()):  # a print inside would come once a matrix
        for matrix in trial_matrices().values():
            try:
                said.append(as_number(function(matrix.reshape(shape))))
            except (Exception, SystemExit):
                said.append(FAILED)
    return np.array(said, dtype=np.float64)


def as_number(answer: object) -> int:
    """Return 0 for no and 1 for yes, also as an array of one; MANY, NOTHING or OTHER for what is neither."""
    if answer is None:
        return NOTHING
    array = np.asarray(answer)
    if array.size != 1:
        return MANY
    only = array.ravel()[0]
    return int(only) if isinstance(only, (bool, int, np.bool_, np.integer)) and only in (0, 1) else OTHER

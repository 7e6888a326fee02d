"""The check of exercise 3, rows are distributions, of the lesson "Why One Head Isn't Enough".

The row sums are looked at first, then the learner's own test of rows, by what it said about good and bad
weights, then head A's sums beside ones. The settings are always the lesson's.
"""

from collections.abc import Sequence

import numpy as np

from lib.exercises.answers import Answers, Verdict, missing, not_readable, nothing_yet, numbers, shape_of
from lib.exercises.heads import LETTERS, is_near
from lib.exercises.probe import FAILED, MANY, NOTHING
from lib.exercises.reasons import lesson_run, printed_rows
from lib.exercises.slips import TOLERANCE
from lib.exercises.slips_in_rows import SUM_SLIPS, TEST_SLIPS, answers_of, right_test

ONE_HEAD = "sums of only one head"
IN_WORDS = {
    "even": "eight rows of equal eighths were refused",
    "hair": "rows that miss 1 by a rounding error were refused",
    "slanted": "rows that sum to 1, in columns that do not, were refused",
    "alone": "rows with all weight on one word were refused",
    "half": "rows that sum to a half were accepted",
    "more": "rows that sum to one and a half were accepted",
    "turned": "rows that do not sum to 1, in columns that do, were accepted",
    "one": "a single row that sums to a half was accepted",
    "short": "a single row that is a hundredth short was accepted",
    "traded": "a row that is too small beside one that is too large was accepted",
}


def check_rows(answers: Answers) -> Verdict:
    """Check exercise 3: `sums_A`, `sums_B`, `is_distribution` and `beside_ones`."""
    names = ("sums_A", "sums_B", "tried_flat", "beside_ones")
    if all(answers.get(name) is None for name in names):
        return nothing_yet(answers, "sums_A, sums_B, beside_ones and is_distribution")
    return (
        _check_sums(answers)
        or _check_test(answers)
        or _check_beside_ones(answers)
        or Verdict(
            True,
            "sums_A and sums_B are 1 in every row but for rounding, as both heads' are (so the check cannot tell "
            f"one list from the other), and your test tells good weights from bad ones{_only_flat(answers)}. "
            f"{printed_rows()}",
        )
    )


def _only_flat(answers: Answers) -> str:
    """Return a remark on a test that is right for weights without the axis of the batch only."""
    if _codes(answers.get("tried_batch")) == answers_of(right_test):
        return ""
    return (
        ", as long as they are 8 × 8. On 1 × 8 × 8, as weights_A comes from attention, it errs: to sum along the last "
        "axis, axis=-1, fits both"
    )


def _check_sums(answers: Answers) -> Verdict | None:
    T = len(lesson_run().words)
    wanted = f"the {T} row sums of head"
    sums = {letter: answers.get(f"sums_{letter}") for letter in "AB"}
    for letter, value in sums.items():
        if value is None:
            continue
        wrong = _check_sums_of(letter, value)
        if wrong is not None:
            return wrong
    absent = [letter for letter, value in sums.items() if value is None]
    if len(absent) == 1:
        return Verdict(
            False,
            f"One list of sums is 1 in every row; those of head {absent[0]} are not there yet. Both heads have "
            f"rows of their own, so sums_{absent[0]} should hold {wanted} {absent[0]}.",
            ONE_HEAD,
        )
    return missing("", "sums_A", f"{wanted} A, and sums_B those of head B") if absent else None


def _check_sums_of(letter: str, value: object) -> Verdict | None:
    name, weights = f"sums_{letter}", lesson_run().weights[LETTERS.index(letter)]
    T = len(weights)
    sums = numbers(value)
    if sums is None:
        return not_readable(name, f"the {T} row sums of head {letter}")
    if is_near(sums, np.ones(T)):
        return None
    for slip in SUM_SLIPS:
        if any(is_near(sums, wrong) for wrong in slip.compute(weights)):
            return Verdict(False, slip.message, slip.name)
    if sums.shape != (T,):
        return Verdict(
            False, f"{name} should hold {T} numbers, one for each query; what came back is {shape_of(sums)}."
        )
    row = int(np.argmin(np.abs(sums - 1) <= TOLERANCE))
    return Verdict(
        False,
        f"{name} has one number for each query, but they do not all belong to the lesson's weights: the "
        f"first that is not 1 is in row {row}.",
    )


def _check_test(answers: Answers) -> Verdict | None:
    so_far = "sums_A and sums_B are 1 in every row. "
    said = [_codes(answers.get(name)) for name in ("tried_flat", "tried_batch")]
    tried = [codes for codes in said if codes]
    if not tried:
        return missing(so_far, "is_distribution", "a function of weights that returns True or False")
    right = answers_of(right_test)
    if right in tried:
        return None
    for slip in TEST_SLIPS:
        if any(answers_of(wrong) in tried for wrong in slip.compute):
            return Verdict(False, slip.message, slip.name)
    # The weights may come with or without an axis for the batch; a learner thinks of one of the two.
    best = max(tried, key=lambda codes: sum(code == good for code, good in zip(codes, right, strict=True)))
    return _explain_test(so_far, best, right)


def _codes(value: object) -> list[int]:
    array = numbers(value)
    if array is None or array.shape != (len(IN_WORDS),) or not np.isfinite(array).all():
        return []
    return [int(code) for code in array]


def _explain_test(so_far: str, codes: Sequence[int], right: Sequence[int]) -> Verdict:
    if NOTHING in codes:
        return Verdict(
            False,
            f"{so_far}is_distribution ends without giving anything back, at least sometimes: return it.",
        )
    if MANY in codes:
        return Verdict(
            False,
            f"{so_far}is_distribution gives back several answers, such as one a row. Whether all rows are "
            "distributions is one question, so gather them into one.",
            "one answer a row",
        )
    if FAILED in codes:
        return Verdict(
            False,
            f"{so_far}is_distribution stops with an error on some weights. It is tried on 8 × 8 weights and "
            "on 1 × 8 × 8, and should take at least the shape of weights_A.",
        )
    if not set(codes) <= {0, 1}:
        return Verdict(False, f"{so_far}is_distribution gives back something else than True or False.")
    first = next(words for words, code, good in zip(IN_WORDS.values(), codes, right, strict=True) if code != good)
    return Verdict(False, f"{so_far}is_distribution was tried on other weights, and {first}.")


def _check_beside_ones(answers: Answers) -> Verdict | None:
    so_far = "The sums and the test are right. "
    T = len(lesson_run().words)
    wanted = f"head A's sums and {T} ones, side by side"
    value = answers.get("beside_ones")
    if value is None:
        return missing(so_far, "beside_ones", wanted)
    array = numbers(value)
    if array is None:
        return not_readable("beside_ones", wanted)
    if array.shape not in {(T, 2), (2, T)}:
        return Verdict(False, f"{so_far}beside_ones should hold {wanted}; it is {shape_of(array)}.")
    if not is_near(array, np.ones(array.shape)):
        return Verdict(False, f"{so_far}beside_ones holds something else than head A's sums and ones.")
    return None

"""The check of exercise 2, both heads at a smaller scale, of the lesson "Why One Head Isn't Enough".

It goes through what is asked for in the order in which a learner computes it, and answers at the first
thing that is missing or wrong. The settings are always the lesson's, but for the scale.
"""

import numpy as np

from lib.attention import Array
from lib.comparison import max_gap
from lib.exercises.answers import Answers, Verdict, missing, not_readable, nothing_yet, numbers, pick
from lib.exercises.heads import check_weights, is_near
from lib.exercises.reasons import collapse, lesson_run, redrawn_or_scaled, small_run
from lib.exercises.slips import TOLERANCE, closest
from lib.exercises.slips_in_heads import HEAD_SLIPS
from lib.exercises.slips_in_readings import GAP_SLIPS
from lib.exercises.slips_in_small_scale import SMALL_SCALE_SLIPS
from lib.lesson import Run

A, B = range(2)
NAMES = ("small_A", "small_B")
# A gap that was rounded as the lesson prints it is right; no slip's gap is that near.
PRINTED = 1e-4


def gap_of(pair: Run) -> Array:
    """Return the gap between heads A and B as an array of no axes."""
    return np.array(max_gap(pair.weights[A], pair.weights[B]).value)


def check_small_scale(answers: Answers) -> Verdict:
    """Check exercise 2: `small_A`, `small_B` and `small_gap`."""
    right = small_run()
    own: dict[int, tuple[str, object]] = {}
    for head, name in enumerate(NAMES):
        weights = right.weights[head]
        value = pick(answers, name, lambda value, weights=weights: is_near(value, weights))  # type: ignore[misc]
        if value is not None:
            own[head] = name, value
    gap = pick(answers, "small_gap", lambda value: is_near(value, gap_of(right)))
    if not own:
        if gap is None:
            return nothing_yet(answers, "small_A, small_B and small_gap")
        return _check_gap_alone(right, gap)
    wrong = check_weights(answers, right, own, {}, SMALL_SCALE_SLIPS + HEAD_SLIPS, [right, lesson_run()])
    if wrong is not None:
        return wrong
    for head, name in enumerate(NAMES):
        if head not in own:
            return missing("The other head is right. ", name, "this head's weights at the new scale")
    return _check_gap(right, gap)


def _check_gap_alone(right: Run, gap: object) -> Verdict:
    """Check a gap that came without the weights: it is right, or that of a slip in the heads, or wrong."""
    if is_near(gap, gap_of(right)):
        return _check_gap(right, gap)
    given = numbers(gap)
    if given is not None and not given.ndim and float(given) == round(float(gap_of(right)), 4):  # as printed
        return missing("small_gap is right, as far as it was printed. ", NAMES[A], "head A's new weights")
    if given is not None:
        slip = closest(SMALL_SCALE_SLIPS + HEAD_SLIPS, right, {A: given}, lambda wrong: gap_of(wrong)[np.newaxis])
        if slip is not None:
            return Verdict(False, slip.message, slip.name)
    return missing("small_gap is not right, and its heads would tell why. ", NAMES[A], "head A's new weights")


def _check_gap(right: Run, gap: object) -> Verdict:
    wanted = "one number, the largest absolute difference between the two"
    if gap is None:
        return missing("Both heads are right. ", "small_gap", wanted)
    given = numbers(gap)
    if given is None or given.ndim:
        return not_readable("small_gap", wanted)
    off = abs(float(given) - float(gap_of(right)))
    for slip in GAP_SLIPS:
        ways = [abs(float(given) - wrong) for wrong in slip.compute(right)]
        if off > TOLERANCE and min(ways) <= TOLERANCE:
            return Verdict(False, slip.message, slip.name)
    if not off <= PRINTED:
        return Verdict(
            False,
            "small_gap is not the largest absolute difference between the two new heads: subtract their "
            "weights, take off the signs, then the largest of all cells.",
        )
    difference = right.weights[A] - right.weights[B]  # (T, T)
    signed = (
        "Leaving out abs gives the same number here, since the largest difference happens to be positive; with "
        "another seed it can miss. "
        if difference.max() == np.abs(difference).max()
        else ""
    )
    return Verdict(True, f"{collapse()} {signed}{redrawn_or_scaled()} Now say why, below.")

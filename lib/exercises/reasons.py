"""Why the gap collapses in exercise 2, and what the printed rows of exercise 3 add up to.

Every number in these sentences is computed, for the lesson "Why One Head Isn't Enough" at its own settings.
"""

from dataclasses import dataclass
from functools import cache

from lib.comparison import disagreements, focus, max_gap
from lib.lesson import Run, Settings, run

LESSON, SMALL = Settings(), Settings(scale=0.02)
HALF_A_HUNDREDTH = 0.005


@dataclass(frozen=True)
class Reason:
    """One explanation to choose, whether it is right, and what to answer to the person who chose it."""

    text: str
    answer: str
    right: bool


@cache
def lesson_run() -> Run:
    """Return the run at the lesson's settings."""
    return run(LESSON)


@cache
def small_run() -> Run:
    """Return the run of exercise 2: the same stream, at the small scale."""
    return run(SMALL)


def disagreeing(pair: Run) -> str:
    """Return in how many rows the two heads disagree, such as "7 of 8 rows"."""
    rows = disagreements(pair.weights[0], pair.weights[1], pair.words)
    return f"{len(rows)} of {len(pair.words)} rows"


def collapse() -> str:
    """Return what shrinking did to the gap and to the focus words, in three sentences."""
    old, new = lesson_run(), small_run()
    A, B = new.weights  # (T, T) each
    before, after = max_gap(*old.weights).value, max_gap(*new.weights).value
    moved = sum(
        word_before != word_after
        for head_before, head_after in zip(old.weights, new.weights, strict=True)
        for word_before, word_after in zip(focus(head_before, old.words), focus(head_after, new.words), strict=True)
    )
    return (
        f"The gap fell from {before:.4f} to {after:.4f}, {before / after:.0f} times smaller. Every weight of "
        f"head A now lies between {A.min():.4f} and {A.max():.4f}, of head B between {B.min():.4f} and "
        f"{B.max():.4f}. "
        f"Yet {moved or 'no'} focus {'word' if moved in (0, 1) else 'words'} moved: the heads still disagree "
        f"in {disagreeing(new)}."
    )


def redrawn_or_scaled() -> str:
    """Return why scaling the old matrices gives the same as drawing new ones."""
    return (
        f"Drawing again with {SMALL.scale} and multiplying the old matrices by "
        f"{SMALL.scale}/{LESSON.scale} give the same numbers: the scale only multiplies what the "
        "stream hands out, and from the same seed it hands out the same."
    )


def printed_rows() -> str:
    """Return why head A's rows do not add up to 1 as printed, with their sums."""
    weights = lesson_run().weights[0]  # (T, T)
    sums = ", ".join(f"{total:.2f}" for total in weights.round(2).sum(axis=-1))
    most = HALF_A_HUNDREDTH * weights.shape[-1]
    return (
        f"Added up as printed, to two decimals, head A's rows give {sums}. Each printed weight may be off by "
        f"{HALF_A_HUNDREDTH}, so {weights.shape[-1]} of them by up to {most:.2f}; the weights themselves "
        "keep all their digits."
    )


def _reasons() -> tuple[Reason, ...]:
    old, new = lesson_run(), small_run()
    factor = LESSON.scale / SMALL.scale
    fall = max_gap(*old.weights).value / max_gap(*new.weights).value
    rows = disagreeing(new)
    return (
        Reason(
            "With small projections both heads learn to look at the same words.",
            f"Nothing was trained, and the favourites did not change: the heads still disagree in {rows}. "
            "What shrank is by how much each row prefers its favourite.",
            right=False,
        ),
        Reason(
            "Every score is a product of a query and a key, so it shrinks twice, and a softmax over nearly "
            "equal scores is nearly even in both heads.",
            f"Queries and keys are each {factor:.0f} times smaller, so the scores are {factor**2:.0f} times "
            f"smaller and every weight comes close to 1/{len(new.words)} (the gap falls {fall:.0f} times, for the old "
            "scores were too far apart for weights to keep step with them). Two nearly even patterns can "
            f"differ only a little, while the order within a row stays and the heads disagree in {rows}.",
            right=True,
        ),
        Reason(
            "The values are smaller, so what the heads give back is smaller, and with it the gap.",
            "The outputs are smaller, but the gap is measured between weights, and values have no part in "
            "those. Leave the value projections as they were and the gap falls just the same.",
            right=False,
        ),
        Reason(
            f"The projections are {factor:.0f} times smaller, so the gap is {factor:.0f} times smaller.",
            f"The gap is {fall:.0f} times smaller, far more than {factor:.0f}. The factor enters each "
            "score twice, once for the query and once for the key.",
            right=False,
        ),
    )


REASONS = _reasons()

"""The slips of exercise 3, "rows are distributions": wrong row sums, and tests of rows that let too much by.

A row sum is recognised by its numbers. A test is recognised by its answers: the learner's function is tried
on the matrices of `lib.exercises.probe.trial_matrices`, and a slip is a function that answers as it does.
The exercise is the third of the lesson "Why One Head Isn't Enough".
"""

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from lib.attention import Array
from lib.exercises.probe import trial_matrices
from lib.exercises.slips import DIGITS, Slip

# What a careful test lets by: far more than rounding, far less than any row that is no distribution.
ALLOWED = 1e-6


# Takes weights (T, T) and gives one wrong array of sums for each way to make the mistake.
SumSlip = Slip[Callable[[Array], Iterable[Array]]]
# The wrong tests themselves.
TestOfRows = Callable[[Array], bool]
TestSlip = Slip[tuple[TestOfRows, ...]]


def _rounded_sums(weights: Array) -> Iterator[Array]:
    return (weights.round(digits).sum(axis=-1) for digits in DIGITS)


SUM_SLIPS: tuple[SumSlip, ...] = (
    Slip(
        "sums over the wrong axis",
        "The sums run down the columns: they add up what a word receives from all queries.",
        "What has to be 1 is what one query gives away, and a word may well receive more or less than that.",
        lambda weights: [weights.sum(axis=-2)],  # (T,): over the queries
    ),
    Slip(
        "sums over the wrong axis",
        "The sum ran over the axis of the batch, which holds one sentence, so the weights came back as they were.",
        "A row's sum runs over the keys, the last axis, and leaves one number a query.",
        lambda weights: [weights],
    ),
    Slip(
        "summed everything",
        "All rows went into one sum or one mean.",
        "A row that gives too much can hide there behind one that gives too little.",
        lambda weights: [weights.sum(keepdims=True), weights.sum(axis=-1).mean(keepdims=True)],
    ),
    Slip(
        "rounded before summing",
        "The weights were rounded first and summed afterwards.",
        "Each rounded weight is off by a little, and eight of them add up to an error that one can see.",
        _rounded_sums,
    ),
    Slip(
        "took the largest",
        "This is the largest weight of each row.",
        "The largest says where a query looks most; whether the row is a distribution needs all of its weights.",
        lambda weights: [weights.max(axis=-1)],  # (T,)
    ),
)


def answers_of(test: TestOfRows) -> list[int]:
    """Return what `test` says about each trial matrix: 1 for rows that are distributions, 0 for not."""
    return [int(test(matrix)) for matrix in trial_matrices().values()]


def right_test(weights: Array) -> bool:
    """Say whether every row of weights (..., T, T) sums to 1 but for rounding."""
    return bool((np.abs(weights.sum(axis=-1) - 1) < ALLOWED).all())


TEST_SLIPS: tuple[TestSlip, ...] = (
    Slip(
        "compared with ==",
        "The test asks for sums that equal 1 to the last bit.",
        "Eight rounded numbers rarely add up to exactly 1, so a sound row fails or passes by luck and by "
        "machine; allow a small distance.",
        (lambda w: bool((w.sum(axis=-1) == 1).all()), lambda w: bool((w.sum(axis=-1) == 1).any())),
    ),
    Slip(
        "a difference without abs",
        "The test looks at a difference from 1 with its sign, so it watches one side only.",
        "A sum far off on the other side also counts as small, and such rows are no distributions.",
        (
            lambda w: bool((w.sum(axis=-1) - 1 < ALLOWED).all()),
            lambda w: bool((1 - w.sum(axis=-1) < ALLOWED).all()),
        ),
    ),
    Slip(
        "sums over the wrong axis",
        "The test sums down the columns.",
        "What has to be 1 is what one query gives away, and columns may add up to anything.",
        (lambda w: bool(np.allclose(w.sum(axis=-2), 1)),),
    ),
    Slip(
        "rounded before summing",
        "The test rounds the weights before it sums them.",
        "The rounding errors of a row then add up, and a sound row fails.",
        (
            lambda w: bool(np.allclose(w.round(1).sum(axis=-1), 1)),
            lambda w: bool(np.allclose(w.round(2).sum(axis=-1), 1)),
        ),
    ),
    Slip(
        "one good row was enough",
        "The test is content when any one row sums to 1.",
        "Every query has a row of its own, so one bad row is enough to say no.",
        (lambda w: bool(np.isclose(w.sum(axis=-1), 1).any()),),
    ),
    Slip(
        "looked at the first row only",
        "The test looks at the first row and at no other.",
        "Every query has a row of its own, so all of them have to be looked at.",
        (lambda w: bool(np.isclose(w[..., 0, :].sum(), 1)),),
    ),
    Slip(
        "summed everything",
        "The test puts all rows into one sum or one mean.",
        "A row that gives too much can hide there behind one that gives too little.",
        (lambda w: bool(np.isclose(w.sum(axis=-1).mean(), 1)),),
    ),
    Slip(
        "too wide a tolerance",
        "The test lets a row by that is a hundredth short.",
        "Rounding moves a sum by about a millionth of a millionth of that, so the tolerance can be far smaller.",
        (lambda w: bool((np.abs(w.sum(axis=-1) - 1) < 0.05).all()),),
    ),
    Slip(
        "always yes",
        "The test says yes to every matrix, also to rows that sum to a half.",
        "It has to look at the weights that it is given, and a test that cannot fail tells nothing.",
        (lambda w: w is not None,),
    ),
    Slip(
        "always no",
        "The test says no to every matrix, also to rows of eight equal eighths.",
        "A test has to let sound rows by as well.",
        (lambda w: w is None,),
    ),
)

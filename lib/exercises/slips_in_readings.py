"""The slips in what is read off the weights: focus words, rows with three opinions, the gap.

They belong to exercises 1 and 2 of the lesson "Why One Head Isn't Enough"; `lib.exercises.slips` says how a
slip is recognised.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

import numpy as np

from lib.comparison import focus, max_gap
from lib.exercises.slips import Slip
from lib.lesson import Run, Settings, run

A, B, C = range(3)

# Each takes the right run and gives one wrong answer for each way to make the mistake.
FocusSlip = Slip[Callable[[Run], Iterable[list[str]]]]
RowsSlip = Slip[Callable[[Run], Iterable[list[int]]]]
GapSlip = Slip[Callable[[Run], Iterable[float]]]


def focus_words(right: Run) -> list[list[str]]:
    """Return the focus words of each head."""
    return [focus(weights, right.words) for weights in right.weights]


def rows_with_three(right: Run) -> list[int]:
    """Return the rows in which heads A, B and C have three different focus words."""
    return [row for row, words in enumerate(zip(*focus_words(right), strict=True)) if len(set(words)) == 3]


def _focus_in_vocabulary(right: Run) -> Iterator[list[str]]:
    keys = right.weights[C].argmax(axis=-1)  # (T,)
    if keys.max() < len(right.vocabulary):
        yield [right.vocabulary[key] for key in keys]


FOCUS_SLIPS: tuple[FocusSlip, ...] = (
    Slip(
        "focus down the columns",
        "These are the largest weights of the columns: for each word, who looks at it most.",
        "The focus of a word is where that word looks, and this is read along its row.",
        lambda right: [focus(right.weights[C].T, right.words)],
    ),
    Slip(
        "positions looked up in the vocabulary",
        "The positions are right, but they were looked up in the sorted vocabulary.",
        "A column stands for a place in the sentence, so the word has to be taken from the sentence.",
        _focus_in_vocabulary,
    ),
    Slip(
        "the smallest weight",
        "These words have the smallest weight of their rows.",
        "The focus is where a row puts the most.",
        lambda right: [focus(-right.weights[C], right.words)],
    ),
    Slip(
        "another head's focus",
        "These are the focus words of head A or head B.",
        "Head C was drawn independently and has its own.",
        lambda right: focus_words(right)[:C],
    ),
)


def _rows_where(right: Run, holds: Callable[[str, str, str], bool]) -> list[int]:
    return [row for row, words in enumerate(zip(*focus_words(right), strict=True)) if holds(*words)]


def _pairs_left_out(right: Run) -> Iterator[list[int]]:
    """Yield the rows that differ in one pair of heads, or in two, where they are not the right ones."""
    pairs = ((A, B), (B, C), (A, C))
    for compared in (*combinations(pairs, 2), *combinations(pairs, 1)):
        rows = _rows_where(right, lambda *words, compared=compared: all(words[i] != words[k] for i, k in compared))
        if rows != rows_with_three(right):
            yield rows


ROWS_SLIPS: tuple[RowsSlip, ...] = (
    Slip(
        "any two different",
        "A row was counted as soon as not all three words are the same.",
        "Two heads that agree beside a third give two opinions, not three.",
        lambda right: [_rows_where(right, lambda a, b, c: len({a, b, c}) > 1)],
    ),
    Slip(
        "left out a pair",
        "Some pair of heads was not compared, such as A and C.",
        "Those two can still look at the same word, and then there are only two opinions.",
        _pairs_left_out,
    ),
    Slip(
        "counted from 1",
        "The rows are counted from 1.",
        "NumPy and this exercise count from 0, so the last row is 7.",
        lambda right: [[row + 1 for row in rows_with_three(right)]],
    ),
    Slip(
        "the other rows",
        "These are the rows in which two heads or all three agree.",
        "Asked are the rows with three different words.",
        lambda right: [_rows_where(right, lambda a, b, c: len({a, b, c}) < 3)],
    ),
)


def _signed(right: Run) -> Iterator[float]:
    difference = right.weights[A] - right.weights[B]  # (T, T)
    yield from (float(end) for end in (difference.max(), -difference.min(), difference.min()))


def _across_scales(right: Run) -> Iterator[float]:
    old = run(Settings())
    yield from (max_gap(right.weights[head], old.weights[head]).value for head in (A, B))


GAP_SLIPS: tuple[GapSlip, ...] = (
    Slip(
        "a difference without abs",
        "The maximum was taken of a difference that still has its sign.",
        "It sees only the cells where one of the heads has more, and can miss the largest gap.",
        _signed,
    ),
    Slip(
        "averaged",
        "This is the average difference over all cells.",
        "Most cells differ little and hide the one that differs most, which the lesson's gap is about.",
        lambda right: [float(np.abs(right.weights[A] - right.weights[B]).mean())],
    ),
    Slip(
        "added up",
        "This is the sum of the differences over all cells.",
        "It grows with the length of the sentence; the gap is the difference in one cell, the largest.",
        lambda right: [float(np.abs(right.weights[A] - right.weights[B]).sum())],
    ),
    Slip(
        "the gap of the old heads",
        "This is the gap of the heads at the lesson's own scale.",
        "The new heads are right, so measure between those two.",
        lambda _right: [max_gap(*run(Settings()).weights).value],
    ),
    Slip(
        "a head against itself",
        "This is the difference between a new head and the same head at the old scale.",
        "That says how much a head has flattened; the gap is between the two new heads.",
        _across_scales,
    ),
    Slip(
        "compared the outputs",
        "This is the largest difference between the outputs of the heads.",
        "Outputs depend on the values as well; the gap is between the two patterns, the weights.",
        lambda right: [float(np.abs(right.outputs[A] - right.outputs[B]).max())],
    ),
)

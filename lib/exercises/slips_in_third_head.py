"""The slips of exercise 1: a head C beside A and B, and what it passes on.

They follow the lesson "Why One Head Isn't Enough"; `lib.exercises.slips_in_heads` has those that fit any
head, `lib.exercises.slips` says how a slip is recognised.
"""

from dataclasses import replace
from itertools import product

import numpy as np

from lib.attention import Array, attention
from lib.exercises.slips import DIGITS, HeadSlip, Slip, Variants, redo, stream
from lib.lesson import Run

A, B, C = range(3)


def _with_third(right: Run, Wq: Array, Wk: Array) -> Run:
    """Return the run in which head C has these two (C, hs) in place of its own."""
    return redo(right, Wq=np.stack([right.Wq[A], right.Wq[B], Wq]), Wk=np.stack([right.Wk[A], right.Wk[B], Wk]))


def _reorder(right: Run, heads: list[int]) -> Run:
    return redo(right, Wq=right.Wq[heads], Wk=right.Wk[heads], Wv=right.Wv[heads])


def _before_b(right: Run) -> Variants:
    yield _reorder(right, [A, C, B])
    yield _reorder(right, [B, C, A])


def _copy(right: Run) -> Variants:
    yield _reorder(right, [A, B, A])
    yield _reorder(right, [A, B, B])


def _borrowed(right: Run) -> Variants:
    for q, k in product((A, B, C), repeat=2):
        if q != k:
            yield _with_third(right, right.Wq[q], right.Wk[k])


def _late(right: Run) -> Variants:
    # How many numbers were drawn between head B and head C: the word table, or one to six matrices.
    one = right.Wq[C].size
    for skipped in (right.settings.width * len(right.vocabulary), *range(one, 7 * one, one)):
        normal = stream(right)
        normal((6 * one + skipped,))
        W = right.settings.scale * normal((2, *right.Wq[C].shape))  # (2, C, hs)
        yield _with_third(right, W[0], W[1])


def _scaled_in_part(right: Run) -> Variants:
    for factor in (right.settings.scale, 1 / right.settings.scale):
        yield redo(right, Wq=right.Wq * factor)


def _full_width(right: Run) -> Variants:
    width, head_size = right.Wq[C].shape
    normal = stream(right)
    normal((C, 3, width, head_size))  # heads A and B
    Wq, Wk, Wv = right.settings.scale * normal((3, 1, width, width))  # (1, C, C) each
    # The set-up divides by the root of its own hs, whatever the head's; another attention divides by that of C.
    for factor in (np.sqrt(width / head_size), 1.0):
        weights = right.weights.copy()  # (h, T, T)
        weights[C] = attention(right.X, factor * Wq, Wk, Wv)[1][0]
        yield replace(right, weights=weights)


THIRD_HEAD_SLIPS: tuple[HeadSlip, ...] = (
    Slip(
        "head C as wide as X",
        "Head C was drawn with C × C projections, not with C × hs as the other two.",
        "It then spends as many weights as two of them, and the stream is read in longer pieces.",
        _full_width,
        of_draws=True,
    ),
    Slip(
        "head C drawn before head B",
        "Head C was drawn before one of the other heads and took the numbers that belong to it.",
        "Heads are told apart only by their place in the stream, so each that comes later is another head.",
        _before_b,
        of_draws=True,
    ),
    Slip(
        "head C a copy",
        "Head C gives the very weights of head A or of head B.",
        "It uses that head's projections, or numbers that were drawn from the same place in the stream, so "
        "it adds no view of its own.",
        _copy,
    ),
    Slip(
        "head C borrows a projection",
        "Head C takes its queries or its keys from a projection that belongs to another head.",
        "A head is its own set of three; a borrowed one ties the patterns of two heads together.",
        _borrowed,
    ),
    Slip(
        "something drawn before head C",
        "Something was drawn between head B and the Wq of head C, for example head B a second time, or head C's Wv.",
        "Every draw moves the stream on, so head C's Wq has to be the very next thing after head B.",
        _late,
        of_draws=True,
    ),
    Slip(
        "scaled only some projections",
        "Of the queries' and the keys' projections only one has the lesson's scale.",
        "The scores are products of the two, so both set how sharp a row becomes.",
        _scaled_in_part,
    ),
)


def _others_values(right: Run) -> Variants:
    for head in (A, B):
        yield replace(right, outputs=right.weights @ (right.X @ right.Wv[head]))


def _no_values(right: Run) -> Variants:
    for values in (right.X @ right.Wk, right.X @ right.Wq, np.broadcast_to(right.X, (3, *right.X.shape))):
        yield replace(right, outputs=right.weights @ values)


def _values_in_another_scale(right: Run) -> Variants:
    for factor in (right.settings.scale, 1 / right.settings.scale):
        yield replace(right, outputs=right.outputs * factor)


def _values_alone(right: Run) -> Variants:
    yield replace(right, outputs=right.X @ right.Wv)


OUTPUT_SLIPS: tuple[HeadSlip, ...] = (
    Slip(
        "another head's V",
        "The weights are head C's, but they were applied to the values of head A or head B.",
        "What a head passes on is its own reading of the words, so the pattern is right and the content is "
        "another head's.",
        _others_values,
    ),
    Slip(
        "no V of its own",
        "The weights are head C's, but they were applied to something that is not its values.",
        "Queries and keys decide where to look; what is passed on has a projection of its own, drawn third.",
        _no_values,
    ),
    Slip(
        "scaled only some projections",
        "The weights are head C's, but its value projection has another scale than its other two.",
        "Weights do not depend on the values, so only the outputs show it.",
        _values_in_another_scale,
    ),
    Slip(
        "values without weights",
        "The outputs are head C's values before the weights were applied.",
        "Each position then keeps its own value and draws nothing from the others.",
        _values_alone,
    ),
    Slip(
        "rounded",
        "These outputs are rounded numbers.",
        "Rounding is for reading; keep every digit in what is computed further.",
        lambda right: (replace(right, outputs=right.outputs.round(digits)) for digits in DIGITS),
    ),
)

"""The slips of exercise 2: heads A and B at a smaller scale.

They follow the lesson "Why One Head Isn't Enough"; `lib.exercises.slips_in_heads` has those that fit any
head, `lib.exercises.slips` says how a slip is recognised.
"""

from dataclasses import replace

import numpy as np

from lib.exercises.slips import HeadSlip, Slip, Variants, deal, look_up, redo, stream
from lib.lesson import Run, Settings, run

# What exercise 2 starts from: the same two heads at the lesson's scale.
LESSON = Settings()


def _old_scale(right: Run) -> Variants:
    yield run(replace(right.settings, scale=LESSON.scale))


def _factor_on_top(right: Run) -> Variants:
    old = run(LESSON)
    small = right.settings.scale
    yield redo(right, Wq=old.Wq * small, Wk=old.Wk * small, Wv=old.Wv * small)


def _words_small(right: Run) -> Variants:
    yield redo(run(LESSON), X=right.X * right.settings.scale)


def _shrunk_in_part(right: Run) -> Variants:
    yield redo(right, Wq=run(LESSON).Wq)


def _one_head(right: Run) -> Variants:
    old = run(LESSON)
    for small, large in ((0, 1), (1, 0)):
        weights = np.empty_like(right.weights)  # (2, T, T)
        weights[small], weights[large] = right.weights[small], old.weights[large]
        yield replace(right, weights=weights)


def _weights_small(right: Run) -> Variants:
    old, small = run(LESSON), right.settings.scale
    for factor in (small / LESSON.scale, small):
        yield replace(right, weights=old.weights * factor)


def _not_seeded(right: Run) -> Variants:
    normal = stream(right)
    normal((right.Wq.size * 3,))  # the two heads that the starter drew
    yield deal(right, normal)
    normal = stream(right)
    normal((right.Wq.size * 3,))
    table = normal((len(right.vocabulary), right.settings.width))  # (V, C): the words once more
    yield deal(right, normal, look_up(right, table, right.vocabulary))


def _words_not_drawn(right: Run) -> Variants:
    yield deal(right, stream(right, after_words=False))


SMALL_SCALE_SLIPS: tuple[HeadSlip, ...] = (
    Slip(
        "kept the old scale",
        "These are still the weights of the lesson's own scale.",
        "Queries and keys have to shrink for the weights to change; the values alone do not move them.",
        _old_scale,
    ),
    Slip(
        "scaled the embeddings only",
        "The word vectors were shrunk and the projections left as they were.",
        "The exercise changes how a head starts, and the words are not part of a head.",
        _words_small,
    ),
    Slip(
        "applied the new scale on top of the old",
        "The new factor came on top of the old one, not in its place.",
        "The two factors multiply, so the scores end up smaller than the exercise means.",
        _factor_on_top,
    ),
    Slip(
        "shrank only some projections",
        "Only one of the queries' and the keys' projections was shrunk.",
        "A score is a product of both, so its scale falls once and not twice.",
        _shrunk_in_part,
    ),
    Slip(
        "shrank only one head",
        "One head has the new scale and the other still has the old one.",
        "The gap then compares two scales and no longer two heads.",
        _one_head,
    ),
    Slip(
        "scaled the weights",
        "The finished weights of the old heads were multiplied by the factor.",
        "Their rows then no longer sum to 1: the scale belongs to the projections, and the softmax comes after it.",
        _weights_small,
    ),
    Slip(
        "did not seed again",
        "The new heads were drawn further along the stream, without seeding it again.",
        "They are two other heads, so more than the scale has changed and the gaps cannot be compared.",
        _not_seeded,
        of_draws=True,
    ),
    Slip(
        "seeded again without the word vectors",
        "The stream was seeded again, but the word vectors were not drawn before the heads.",
        "Head A then receives the numbers that belong to the words, and everything after it moves too.",
        _words_not_drawn,
        of_draws=True,
    ),
)

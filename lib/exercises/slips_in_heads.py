"""The slips that fit any head of the lesson: in the arithmetic, in the draws, in the scale.

They follow the lesson "Why One Head Isn't Enough"; the arithmetic is that of Vaswani et al. 2017, section
3.2.1. `lib.exercises.slips` says how a slip is recognised.
"""

from dataclasses import replace

import numpy as np

from lib.exercises.slips import DIGITS, HeadSlip, Slip, Variants, deal, look_up, redo, stream
from lib.lesson import Run

# The arithmetic. A factor on the scores is the same as that factor on Wq, so most need no attention of
# their own.


def _no_root(right: Run) -> Variants:
    yield redo(right, Wq=right.Wq * np.sqrt(right.settings.head_size))


def _whole_size(right: Run) -> Variants:
    yield redo(right, Wq=right.Wq / np.sqrt(right.settings.head_size))


def _root_of_width(right: Run) -> Variants:
    yield redo(right, Wq=right.Wq * np.sqrt(right.settings.head_size / right.settings.width))


def _outputs(right: Run) -> Variants:
    yield replace(right, weights=right.outputs)


def _columns(right: Run) -> Variants:
    # Softmax down the columns of Q Kᵀ is softmax along the rows of K Qᵀ, turned over.
    turned = redo(right, Wq=right.Wk, Wk=right.Wq).weights.swapaxes(-2, -1)  # (h, T, T): columns sum to 1
    yield replace(right, weights=turned, outputs=turned @ (right.X @ right.Wv))


def _queries_twice(right: Run) -> Variants:
    yield redo(right, Wk=right.Wq)
    yield redo(right, Wq=right.Wk)


# The draws.


def _keys_first(right: Run) -> Variants:
    yield redo(right, Wq=right.Wk, Wk=right.Wq)


def _values_missing(right: Run) -> Variants:
    h, C, hs = right.Wq.shape
    W = right.settings.scale * stream(right)((h, 2, C, hs))  # (h, 2, C, hs): Wq and Wk only
    yield redo(right, Wq=W[:, 0], Wk=W[:, 1])


def _kind_by_kind(right: Run) -> Variants:
    h, C, hs = right.Wq.shape
    for together in range(2, h + 1):  # a head C may be drawn with the others or after them
        normal = stream(right)
        first = normal((3, together, C, hs))  # all Wq, all Wk, all Wv
        rest = normal((h - together, 3, C, hs)).swapaxes(0, 1)  # (3, the other heads, C, hs)
        W = right.settings.scale * np.concatenate([first, rest], axis=1)  # (3, h, C, hs)
        yield redo(right, Wq=W[0], Wk=W[1], Wv=W[2])


def _seeded_each_time(right: Run) -> Variants:
    h = len(right.Wq)
    first = deal(right, stream(right, after_words=False))
    for again in (first, right):  # the words drawn once, or once more with each seeding
        for heads in ([0] * h, [0, *range(h - 1)]):  # before every head, or before A and B only
            yield redo(right, Wq=again.Wq[heads], Wk=again.Wk[heads], Wv=again.Wv[heads])


def _other_generator(right: Run) -> Variants:
    normal = np.random.default_rng(right.settings.seed).standard_normal
    table = normal((len(right.vocabulary), right.settings.width))  # (V, C)
    yield deal(right, normal, look_up(right, table, right.vocabulary))
    # The words from the lesson's stream, the heads not: all of them, or one from a generator of its own.
    heads = deal(right, np.random.default_rng(right.settings.seed).standard_normal)
    yield heads
    one = [0] * len(right.Wq)
    yield redo(right, Wq=heads.Wq[one], Wk=heads.Wk[one], Wv=heads.Wv[one])


def _uniform(right: Run) -> Variants:
    uniform = np.random.RandomState(right.settings.seed).random_sample
    table = uniform((len(right.vocabulary), right.settings.width))  # (V, C)
    yield deal(right, uniform, look_up(right, table, right.vocabulary))
    # The words drawn from the bell curve, the projections not.
    mixed = np.random.RandomState(right.settings.seed)
    mixed.standard_normal((len(right.vocabulary), right.settings.width))
    yield deal(right, mixed.random_sample)


def _first_come(right: Run) -> Variants:
    vocabulary = tuple(dict.fromkeys(right.words))
    table = stream(right, after_words=False)((len(vocabulary), right.settings.width))  # (V, C)
    yield redo(right, look_up(right, table, vocabulary))


def _vector_per_position(right: Run) -> Variants:
    normal = stream(right, after_words=False)
    X = normal((len(right.words), right.settings.width))  # (T, C)
    yield deal(right, normal, X)


def _unscaled(right: Run) -> Variants:
    undo = 1 / right.settings.scale
    yield redo(right, Wq=right.Wq * undo, Wk=right.Wk * undo, Wv=right.Wv * undo)


def _scaled_twice(right: Run) -> Variants:
    again = right.settings.scale
    yield redo(right, Wq=right.Wq * again, Wk=right.Wk * again, Wv=right.Wv * again)


def _words_scaled(right: Run) -> Variants:
    yield redo(right, X=right.X * right.settings.scale)


def _rounded(right: Run) -> Variants:
    for digits in DIGITS:
        yield replace(right, weights=right.weights.round(digits), outputs=right.outputs.round(digits))


HEAD_SLIPS: tuple[HeadSlip, ...] = (
    Slip(
        "forgot ÷√hs",
        "The scores were not divided by the square root of the head size.",
        "Products of longer vectors are larger by themselves, and undivided they push the softmax towards "
        "one word a row.",
        _no_root,
    ),
    Slip(
        "divided by hs",
        "The scores were divided by the head size itself, not by its square root.",
        "The spread of a product grows with the square root of the length, so dividing by all of it "
        "flattens every row.",
        _whole_size,
    ),
    Slip(
        "divided by √C",
        "The scores were divided by the square root of the model width C.",
        "The products run over a head's own hs numbers, so it is hs that sets their spread, not the width of X.",
        _root_of_width,
    ),
    Slip(
        "softmax down the columns",
        "The softmax ran down the columns: each column of the weights sums to 1, the rows do not.",
        "A row is how one query shares out its attention, so it is the row that has to be a distribution.",
        _columns,
    ),
    Slip(
        "used Q for K",
        "Queries and keys came from the same projection.",
        "The scores are then symmetric: how much one word looks for another can no longer differ from what "
        "the other offers it.",
        _queries_twice,
    ),
    Slip(
        "outputs for weights",
        "What is called weights are a head's outputs.",
        "Both have the same shape here, since there are as many words as numbers in a value; only the weights are "
        "shares of 1.",
        _outputs,
    ),
    Slip(
        "drew K before Q",
        "The projection for the keys was drawn before the one for the queries.",
        "The stream hands out numbers in order, so the two have changed places and who looks is swapped "
        "with who is looked at.",
        _keys_first,
        of_draws=True,
    ),
    Slip(
        "did not draw Wv",
        "The value projection of a head was left out of the draws.",
        "Its numbers stay in the stream and the next head receives them, so from there on all is shifted.",
        _values_missing,
        of_draws=True,
    ),
    Slip(
        "all Wq first",
        "The projections were drawn kind by kind, every head's Wq before any Wk.",
        "The lesson draws head by head, and another order deals the same numbers to other matrices.",
        _kind_by_kind,
        of_draws=True,
    ),
    Slip(
        "seeded again",
        "The stream was seeded again before a head was drawn.",
        "It then starts over and gives numbers that were already used, so the heads are not independent.",
        _seeded_each_time,
        of_draws=True,
    ),
    Slip(
        "default_rng",
        "The numbers come from NumPy's newer generator, default_rng.",
        "With the same seed it gives another stream than np.random.seed with np.random.randn, so nothing "
        "can agree with the lesson.",
        _other_generator,
        of_draws=True,
    ),
    Slip(
        "uniform draws",
        "The numbers were drawn evenly between 0 and 1, not from the normal distribution.",
        "They are all positive, so the projections lean the same way and the scores do too.",
        _uniform,
        of_draws=True,
    ),
    Slip(
        "vocabulary in order of appearance",
        "The vocabulary is in the order in which the words appear.",
        "The lesson sorts it, and the order decides which word receives which row of the drawn table.",
        _first_come,
        of_draws=True,
    ),
    Slip(
        "one vector per position",
        "A vector was drawn for each position, not for each different word.",
        "The two positions of a repeated word then no longer share a vector, and the longer table shifts "
        "all later draws.",
        _vector_per_position,
        of_draws=True,
    ),
    Slip(
        "forgot the scale",
        "The projections were used as drawn, without the small factor.",
        "Scores grow with the square of that factor, so without it nearly every row puts all its weight on one word.",
        _unscaled,
    ),
    Slip(
        "scaled the embeddings too",
        "The small factor was applied to the word vectors as well as to the projections.",
        "The words are the input that all heads share and stay at unit scale; shrinking them flattens "
        "every row a second time.",
        _words_scaled,
    ),
    Slip(
        "scaled twice",
        "The small factor went in twice: to the projections two times over, or to their input as well.",
        "Scores shrink with the square of each factor, so the rows come out much flatter than they are.",
        _scaled_twice,
    ),
    Slip(
        "rounded",
        "These are rounded numbers.",
        "Rounding is for reading: what is computed from rounded weights, such as a row's sum, carries the error along.",
        _rounded,
    ),
)

"""The same run with one thing changed: another scale, another order of the words, equal words as one.

What changes and what does not follows from softmax attention itself: scores are products of Q and K
(Vaswani et al. 2017, section 3.2.1), and without positions in X it is blind to order (section 3.5).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lib.attention import Array, attention_weights
from lib.comparison import entropy_bits
from lib.coverage import links
from lib.lesson import Run, Settings, draw


@dataclass(frozen=True)
class Sweep:
    """Heads A and B under many init scales, all else equal."""

    scales: Array  # (n,)
    gaps: Array  # (n,): the largest |A - B|
    entropies: Array  # (n,): bits, the mean over the rows of both heads
    moved: NDArray[np.int64]  # (n,): focus words that are not the ones at the settings' own scale
    favourites: int  # how many of the 2 T rows have a favourite there, which alone can move


def sweep(settings: Settings, scales: Array) -> Sweep:
    """Run heads A and B of `settings` at each of `scales` (n,), from one and the same draw."""
    X, Wq, Wk, _ = draw(replace(settings, scale=1.0, heads=2))  # Wq, Wk (2, C, hs)
    s = np.append(scales, settings.scale)[:, None, None, None]  # (n + 1, 1, 1, 1): the last is this run's
    weights = attention_weights(X, s * Wq, s * Wk, settings.causal)  # (n + 1, 2, T, T)
    focus = settings.ids[weights.argmax(axis=-1)]  # (n + 1, 2, T)
    decided = links(weights[-1], settings.words).any(axis=-1)  # (2, T, V) -> (2, T)
    return Sweep(
        scales,
        np.abs(weights[:-1, 0] - weights[:-1, 1]).max(axis=(-2, -1)),
        entropy_bits(weights[:-1]).mean(axis=(-2, -1)),
        ((focus[:-1] != focus[-1]) & decided).sum(axis=(-2, -1)),
        int(decided.sum()),
    )


def twins(words: Sequence[str]) -> list[list[int]]:
    """Return the positions of every word that occurs more than once, in the sentence's order."""
    places = {word: [i for i, other in enumerate(words) if other == word] for word in dict.fromkeys(words)}
    return [positions for positions in places.values() if len(positions) > 1]


def shuffled(run: Run, order: Sequence[int]) -> Array:
    """Return the weights (h, T, T) of the sentence in another order, `order` being the old positions."""
    return attention_weights(run.X[list(order)], run.Wq, run.Wk, run.settings.causal)


def permuted(weights: Array, order: Sequence[int]) -> Array:
    """Return weights (..., T, T) with rows and columns in another order."""
    return weights[..., order, :][..., order]


def merged_focus(weights: Array, words: Sequence[str]) -> list[str]:
    """Return the focus word of each row of weights (T, T) when equal words count as one."""
    vocabulary = list(dict.fromkeys(words))
    member = np.array([[word == name for name in vocabulary] for word in words], dtype=float)  # (T, V)
    return [vocabulary[place] for place in (weights @ member).argmax(axis=-1)]  # (T, T) @ (T, V) -> (T, V)

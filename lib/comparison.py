"""What two heads' weights have in common and where they part: numbers only, no pictures.

Gap, focus and disagreement are the lesson's. Entropy and the Jensen–Shannon divergence (Lin 1991,
"Divergence Measures Based on the Shannon Entropy", section IV) are in bits.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lib.attention import Array, attention_weights
from lib.lesson import Settings, draw


@dataclass(frozen=True)
class Gap:
    """The largest absolute difference between two heads' weights, and the cell where it is."""

    value: float
    query: int
    key: int


def max_gap(a: Array, b: Array) -> Gap:
    """Return the largest |a - b| of two weight matrices (T, T), with its row and column."""
    difference = np.abs(a - b)  # (T, T)
    query, key = np.unravel_index(difference.argmax(), difference.shape)
    return Gap(float(difference[query, key]), int(query), int(key))


def focus(weights: Array, words: Sequence[str]) -> list[str]:
    """Return the word with the largest weight in each row of weights (T, T); the first one of equals."""
    return [words[key] for key in weights.argmax(axis=-1)]


def disagreements(a: Array, b: Array, words: Sequence[str] | None = None) -> list[int]:
    """Return the rows in which two weight matrices (T, T) have different focuses.

    Compared by position, or by word where `words` is given: two equal words have equal columns, and
    rounding alone decides which of the two positions comes out on top.
    """
    names = words if words is not None else range(a.shape[-1])
    pairs = zip(a.argmax(axis=-1), b.argmax(axis=-1), strict=True)
    return [row for row, (in_a, in_b) in enumerate(pairs) if names[in_a] != names[in_b]]


def entropy_bits(weights: Array) -> Array:
    """Return the entropy in bits of each row: 0 for one word alone, log2 T for T words alike."""
    # 0 · log 0 counts as 0; the largest weight of a row is never 0.
    logs = np.log2(weights, where=weights > 0, out=np.zeros_like(weights))
    entropy: Array = 0.0 - (weights * logs).sum(axis=-1)  # a bare minus would print an entropy of -0.00
    return entropy


def divergence_bits(a: Array, b: Array) -> Array:
    """Return the Jensen–Shannon divergence in bits between a's and b's rows: 0 is equal, 1 is no overlap."""
    divergence = entropy_bits((a + b) / 2) - (entropy_bits(a) + entropy_bits(b)) / 2
    return np.maximum(divergence, 0.0)  # rounding can leave a tiny negative for equal rows


# Few enough seeds at a time that their arrays stay in the processor's cache.
SURVEY_CHUNK = 250


@dataclass(frozen=True)
class Survey:
    """Gap of heads A and B and the number of rows in which they disagree, one entry a seed."""

    gaps: Array  # (seeds,)
    rows: NDArray[np.int64]  # (seeds,)


def survey(settings: Settings, seeds: Sequence[int]) -> Survey:
    """Run heads A and B of `settings` under every one of `seeds`."""
    pair = replace(settings, heads=2)
    stream = np.random.RandomState()
    gaps, rows = [], []
    for start in range(0, len(seeds), SURVEY_CHUNK):
        draws = [draw(pair, seed, stream) for seed in seeds[start : start + SURVEY_CHUNK]]
        X = np.stack([X for X, _, _, _ in draws])[:, None]  # (n, 1, T, C)
        Wq = np.stack([Wq for _, Wq, _, _ in draws])  # (n, 2, C, hs)
        Wk = np.stack([Wk for _, _, Wk, _ in draws])  # (n, 2, C, hs)
        weights = attention_weights(X, Wq, Wk, pair.causal)  # (n, 2, T, T)
        gaps.append(np.abs(weights[:, 0] - weights[:, 1]).max(axis=(-2, -1)))  # (n,)
        top = pair.ids[weights.argmax(axis=-1)]  # (n, 2, T): the focus as a word, not a position
        rows.append((top[:, 0] != top[:, 1]).sum(axis=-1))  # (n,)
    return Survey(np.concatenate(gaps), np.concatenate(rows))

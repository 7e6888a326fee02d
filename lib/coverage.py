"""How many different links h heads have between them, and how a fixed budget is shared: numbers only.

A link joins a row to the word that the row favours. Counting the links of random heads says how spread out
their views are, and nothing about how good they are. The head counts that share one budget of weights are
those of Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2, where hs is C / h.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lib.attention import Array, attention_weights
from lib.lesson import MAX_HEADS, Settings, draw

# Weights of a row that should be equal differ in their last digits: by far less than this.
ROUNDING = 1e-12


def links(weights: Array, words: Sequence[str]) -> NDArray[np.bool_]:
    """Return which word each row favours: (h, T, V), true once a row at most, V words in sorted order.

    Equal words have equal columns and count as one. A row of weights (h, T, T) whose largest weight is
    shared by different words has no favourite, and no link.
    """
    vocabulary = sorted(set(words))
    ids = np.array([vocabulary.index(word) for word in words])  # (T,)
    top = ids[weights.argmax(axis=-1)][..., None]  # (h, T, 1)
    rivals = (weights >= weights.max(axis=-1, keepdims=True) - ROUNDING) & (ids != top)  # (h, T, T)
    alone = ~rivals.any(axis=-1, keepdims=True)  # (h, T, 1)
    linked: NDArray[np.bool_] = alone & (np.arange(len(vocabulary)) == top)  # (h, T, V)
    return linked


def favourites(weights: Array, words: Sequence[str]) -> list[list[str | None]]:
    """Return the favoured word of each head and row of weights (h, T, T); None for a row without one."""
    vocabulary = sorted(set(words))
    found = links(weights, words)  # (h, T, V)
    names = np.where(found.any(axis=-1), found.argmax(axis=-1), -1).tolist()  # (h, T)
    return [[vocabulary[name] if name >= 0 else None for name in head] for head in names]


@dataclass(frozen=True)
class Coverage:
    """What h heads favour: `covered[i]` different links by the first i + 1 heads together.

    `favoured[i]` is the number of different words that head i favours over all its rows, and
    `undecided` the number of rows, over all heads, that have no favourite.
    """

    covered: tuple[int, ...]
    favoured: tuple[int, ...]
    undecided: int


def coverage(weights: Array, words: Sequence[str]) -> Coverage:
    """Count the links that the heads of weights (h, T, T) have."""
    found = links(weights, words)  # (h, T, V)
    together = np.logical_or.accumulate(found, axis=0)  # (h, T, V): by this head or an earlier one
    return Coverage(
        covered=tuple(together.sum(axis=(1, 2)).tolist()),
        favoured=tuple(found.any(axis=1).sum(axis=1).tolist()),  # (h, T, V) -> (h, V) -> (h,)
        undecided=int((~found.any(axis=2)).sum()),
    )


@lru_cache(maxsize=512)
def coverage_of(settings: Settings) -> Coverage:
    """Count the links of a run of `settings`; kept, for everyone, since a page asks again on every rerun."""
    X, Wq, Wk, _ = draw(settings)
    return coverage(attention_weights(X, Wq, Wk, settings.causal), settings.words)


@lru_cache(maxsize=512)
def covered_by_sharing(settings: Settings, width: int) -> tuple[tuple[int, int], ...]:
    """Return pairs (h, links) for every number of heads h that can share the width C; kept like `coverage_of`.

    However many heads share the width, the stream hands them the same 3 C² numbers: they are drawn once.
    """
    X, Wq, Wk, Wv = draw(shared(settings, width, 1))  # X (T, C), the others (1, C, C)
    stream = np.concatenate([Wq, Wk, Wv]).ravel()  # (3 C²,), in the order of the draws
    counts = []
    for h in head_counts(width):
        W = stream.reshape(h, 3, width, width // h)  # (h, 3, C, hs)
        weights = attention_weights(X, W[:, 0], W[:, 1], settings.causal)  # (h, T, T)
        counts.append((h, coverage(weights, settings.words).covered[-1]))
    return tuple(counts)


def possible_links(words: Sequence[str], causal: bool) -> int:
    """Return how many links there are: for each row, the different words that it may look at."""
    return sum(len(set(words[: row + 1] if causal else words)) for row in range(len(words)))


def head_counts(width: int) -> list[int]:
    """Return the numbers of heads, up to the app's most, that divide the width C without a rest."""
    return [heads for heads in range(1, min(width, MAX_HEADS) + 1) if width % heads == 0]


def shared(settings: Settings, width: int, heads: int) -> Settings:
    """Return `settings` with `heads` heads that share the width C evenly. `heads` must divide `width`."""
    return replace(settings, width=width, head_size=width // heads, heads=heads)

"""Head splitting: one wide projection, reshaped and transposed, against its slices run one at a time.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2, writes h separate projections; most code
makes one wide product instead. The many-heads page shows these functions' own source.
"""

from dataclasses import dataclass

import numpy as np

from lib.attention import Array, attention, softmax

Projections = tuple[Array, Array, Array]  # Wq, Wk, Wv


def split(wide: Array, heads: int) -> Array:
    """Turn (T, C) into (h, T, hs): head i takes the i-th group of hs = C / h columns."""
    T, C = wide.shape
    return wide.reshape(T, heads, C // heads).transpose(1, 0, 2)  # (T, C) -> (T, h, hs) -> (h, T, hs)


def together(X: Array, wide: Projections, heads: int, causal: bool) -> Array:
    """Run h heads with one product for each of Q, K and V: X (T, C) and three (C, C) give (h, T, hs)."""
    Q, K, V = (split(X @ W, heads) for W in wide)  # each (h, T, hs)
    scores = Q @ K.swapaxes(1, 2) / np.sqrt(Q.shape[-1])  # (h, T, T)
    if causal:
        scores = np.where(np.tri(len(X), dtype=bool), scores, -np.inf)
    return softmax(scores) @ V  # (h, T, T) @ (h, T, hs) -> (h, T, hs)


def separately(X: Array, wide: Projections, heads: int, causal: bool) -> Array:
    """Run the same heads one at a time, each on its own slices of columns; returns (h, T, hs)."""
    slices = zip(*(np.hsplit(W, heads) for W in wide), strict=True)  # h times three of (C, hs)
    return np.stack([attention(X, Wq, Wk, Wv, causal)[0] for Wq, Wk, Wv in slices])


@dataclass(frozen=True)
class Check:
    """The largest absolute difference between the two ways, and the largest number that they give."""

    difference: float
    largest: float


def compare(X: Array, heads: Projections, causal: bool) -> Check:
    """Put the projections (h, C, hs) of h heads side by side and run them on X (T, C) both ways."""
    h = len(heads[0])
    Wq, Wk, Wv = (np.concatenate(list(W), axis=1) for W in heads)  # (h, C, hs) -> (C, h * hs)
    at_once = together(X, (Wq, Wk, Wv), h, causal)  # (h, T, hs)
    in_turn = separately(X, (Wq, Wk, Wv), h, causal)  # (h, T, hs)
    return Check(float(np.abs(at_once - in_turn).max()), float(np.abs(in_turn).max()))

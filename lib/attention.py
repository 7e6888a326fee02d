"""Scaled dot-product self-attention, one head or many at once, in NumPy.

The equations are those of Vaswani et al. 2017, "Attention Is All You Need", sections 3.2.1 and 3.2.2,
without the output projection: the lesson stops where the heads' outputs are still side by side.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def softmax(scores: ArrayLike, axis: int = -1) -> Array:
    """Turn scores into weights that are positive and sum to 1 along `axis`; same shape as `scores`."""
    # The largest score of each row is taken off first: exp of a large score would overflow, and the
    # quotient is the same.
    powers = np.exp(np.asarray(scores) - np.max(scores, axis=axis, keepdims=True))
    weights: Array = powers / powers.sum(axis=axis, keepdims=True)
    return weights


def attention_weights(X: Array, Wq: Array, Wk: Array, causal: bool = False) -> Array:
    """Return how much every position draws from every other: weights (..., T, T), rows sum to 1.

    X is (..., T, C), Wq and Wk are (..., C, hs); leading axes broadcast, as in `np.matmul`.
    With `causal`, a position draws nothing from later ones (Vaswani et al. 2017, section 3.2.3).
    """
    T, hs = X.shape[-2], Wq.shape[-1]
    Q = X @ Wq  # (..., T, hs)
    K = X @ Wk  # (..., T, hs)
    scores = Q @ K.swapaxes(-2, -1) / np.sqrt(hs)  # (..., T, T): rows are queries, columns are keys
    if causal:
        scores = np.where(np.tri(T, dtype=bool), scores, -np.inf)
    return softmax(scores)


def attention(X: Array, Wq: Array, Wk: Array, Wv: Array, causal: bool = False) -> tuple[Array, Array]:
    """Run one head, or h heads in one batched product, over the same input.

    X is (T, C); each W is (C, hs) for one head or (h, C, hs) for h of them. Returns the outputs
    (T, hs) or (h, T, hs) and the weights (T, T) or (h, T, T). Shapes that do not fit raise NumPy's
    `ValueError`.
    """
    weights = attention_weights(X, Wq, Wk, causal)  # (h, T, T)
    outputs = weights @ (X @ Wv)  # (h, T, T) @ (h, T, hs) -> (h, T, hs)
    return outputs, weights

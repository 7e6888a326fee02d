"""The lesson computed a second time, as slowly and plainly as possible; imports nothing from lib.

Numbers are drawn one at a time, products are loops, the exponential is `math.exp`. When lib and this
module agree, the batched products and the single large draw of lib are right.
"""

import hashlib
import math
import struct

import numpy as np

Matrix = list[list[float]]


def heads(
    sentence: str,
    seed: int,
    scale: float,
    width: int,
    head_size: int,
    heads: int,
    causal: bool,
    vectors: str,
) -> list[tuple[Matrix, Matrix]]:
    """Return the weights (T, T) and the outputs (T, hs) of every head; arguments as in lib's Settings."""
    stream = np.random.RandomState(seed)
    words = sentence.split()
    vocabulary = sorted(set(words))
    if vectors == "lesson":
        vector = {word: _numbers(stream, width) for word in vocabulary}
    else:
        vector = {word: _numbers(np.random.RandomState(_key(seed, word)), width) for word in vocabulary}
    X = [vector[word] for word in words]
    results = []
    for _ in range(heads):
        Wq, Wk, Wv = ([[scale * number for number in _numbers(stream, head_size)] for _ in range(width)] for _ in "qkv")
        results.append(_head(X, Wq, Wk, Wv, causal))
    return results


def _numbers(stream: np.random.RandomState, count: int) -> list[float]:
    return [float(stream.randn()) for _ in range(count)]


def _key(seed: int, word: str) -> list[int]:
    digest = hashlib.sha256((str(seed) + ":" + word).encode()).digest()
    return list(struct.unpack("<8I", digest))


def _head(X: Matrix, Wq: Matrix, Wk: Matrix, Wv: Matrix, causal: bool) -> tuple[Matrix, Matrix]:
    Q, K, V = _product(X, Wq), _product(X, Wk), _product(X, Wv)
    weights, outputs = [], []
    for position, query in enumerate(Q):
        visible = range(position + 1 if causal else len(X))
        row = softmax([dot(query, K[key]) / math.sqrt(len(query)) for key in visible])
        row += [0.0] * (len(X) - len(row))
        weights.append(row)
        outputs.append([dot(row, [value[column] for value in V]) for column in range(len(query))])
    return weights, outputs


def softmax(scores: list[float]) -> list[float]:
    """Return the weights of one row of scores."""
    top = max(scores)
    powers = [math.exp(score - top) for score in scores]
    return [power / math.fsum(powers) for power in powers]


def dot(a: list[float], b: list[float]) -> float:
    """Return the sum of the products, rounded once."""
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


def _product(a: Matrix, b: Matrix) -> Matrix:
    columns = [list(column) for column in zip(*b, strict=True)]
    return [[dot(row, column) for column in columns] for row in a]

"""lib.attention against its equations: hand-made scores, masks, shapes and batches."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lib.attention import Array, attention, attention_weights, softmax
from tests import oracle
from tests.reference import assert_close

scores = st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=24)


def matrices(heads: int = 3, T: int = 6, C: int = 5, hs: int = 4) -> tuple[Array, Array, Array, Array]:
    """Draw X (T, C) and Wq, Wk, Wv (heads, C, hs) with no two sizes equal, so that a mix-up shows."""
    stream = np.random.RandomState(0)
    Wq, Wk, Wv = stream.randn(3, heads, C, hs)  # three times (h, C, hs)
    return stream.randn(T, C), Wq, Wk, Wv


@given(scores)
def test_softmax_of_any_scores_is_the_plain_one(row: list[float]) -> None:
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        weights = softmax(row)
    assert_close(weights, oracle.softmax(row))
    assert abs(weights.sum() - 1) < 1e-12


@pytest.mark.parametrize("score", [0.0, 1e300, -1e300, 710.0])
def test_softmax_of_equal_scores_is_uniform(score: float) -> None:
    assert_close(softmax([score] * 8), [1 / 8] * 8)
    assert_close(softmax([score]), [1.0])


def test_softmax_runs_along_the_given_axis() -> None:
    table = np.log([[1.0, 2.0], [3.0, 6.0]])
    assert_close(softmax(table), [[1 / 3, 2 / 3], [1 / 3, 2 / 3]])
    assert_close(softmax(table, axis=0), [[1 / 4, 1 / 4], [3 / 4, 3 / 4]])


def test_softmax_leaves_its_argument_alone() -> None:
    table = np.array([[1.0, 2.0]])
    softmax(table)
    assert table.tolist() == [[1.0, 2.0]]


@pytest.mark.parametrize("causal", [False, True])
def test_heads_in_one_batch_equal_heads_one_by_one(causal: bool) -> None:
    X, Wq, Wk, Wv = matrices()
    outputs, weights = attention(X, Wq, Wk, Wv, causal)
    assert (outputs.shape, weights.shape) == ((3, 6, 4), (3, 6, 6))
    for head in range(3):
        alone_outputs, alone_weights = attention(X, Wq[head], Wk[head], Wv[head], causal)
        assert_close(alone_weights, weights[head])
        assert_close(alone_outputs, outputs[head])


@pytest.mark.parametrize("causal", [False, True])
def test_sentences_in_one_batch_equal_sentences_one_by_one(causal: bool) -> None:
    X, Wq, Wk, _ = matrices()
    batch = np.stack([X, X[::-1]])[:, None]  # (2, 1, T, C)
    weights = attention_weights(batch, Wq, Wk, causal)
    assert weights.shape == (2, 3, 6, 6)
    for sentence in range(2):
        assert_close(weights[sentence], attention_weights(batch[sentence, 0], Wq, Wk, causal))


def test_outputs_are_the_weighted_values() -> None:
    X, Wq, Wk, Wv = matrices()
    outputs, weights = attention(X, Wq, Wk, Wv)
    assert_close(outputs, np.einsum("hqk,kc,hcs->hqs", weights, X, Wv))


def test_scores_are_divided_by_the_root_of_the_head_size() -> None:
    # One query and two keys with q·k = 4 and 0, hs = 4: the scores are 2 and 0.
    X, W = np.eye(2), np.array([[2.0, 0, 0, 0], [0, 2.0, 0, 0]])
    top = np.exp(2) / (np.exp(2) + 1)
    assert_close(attention_weights(X, W, W), [[top, 1 - top], [1 - top, top]])


def test_rows_are_queries_and_columns_are_keys() -> None:
    X, Wq, Wk = np.eye(2), np.array([[1.0], [0.0]]), np.array([[0.0], [50.0]])
    # Only position 0 asks, and only position 1 answers; position 1 asks nothing and stays even.
    assert_close(attention_weights(X, Wq, Wk), [[0.0, 1.0], [0.5, 0.5]])


def test_the_causal_mask_hides_exactly_the_later_keys() -> None:
    X, Wq, Wk, _ = matrices()
    free, masked = attention_weights(X, Wq, Wk), attention_weights(X, Wq, Wk, causal=True)
    later = np.triu(np.ones((6, 6), dtype=bool), k=1)
    assert np.all(masked[:, later] == 0.0)
    assert np.all(masked[:, ~later] > 0.0)
    earlier = np.where(later, 0.0, free)
    assert_close(masked, earlier / earlier.sum(axis=-1, keepdims=True))


def test_shapes_that_do_not_fit_are_refused() -> None:
    X, Wq, Wk, Wv = matrices()
    with pytest.raises(ValueError, match="mismatch"):
        attention_weights(X[:, :-1], Wq, Wk)
    with pytest.raises(ValueError, match="mismatch"):
        attention(X, Wq, Wk, Wv[:, :-1])

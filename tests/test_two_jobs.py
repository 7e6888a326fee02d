"""One head against two: right gradients, equal means, and the results that the page reports."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from lib.two_jobs import (
    BATCH,
    JOBS,
    WORDS,
    Adam,
    Job,
    N,
    Training,
    as_layer,
    forward,
    loss_and_gradient,
    make_batch,
    train,
)

TAG_ROWS = slice(N, N + 8)  # where the tag's code sits in the input


@pytest.mark.parametrize("heads", [1, 2])
@pytest.mark.parametrize("jobs", [JOBS, ("previous",), ("match",)])
def test_gradient_of_every_parameter_is_the_finite_difference(heads: int, jobs: tuple[Job, ...]) -> None:
    stream = np.random.RandomState(7)
    theta = 0.5 * stream.randn(1216)
    layer, batch = as_layer(theta, heads, 8), make_batch(stream, 3, 8)
    _, gradient = loss_and_gradient(layer, batch, jobs)
    measured = np.empty_like(theta)
    for index, value in enumerate(theta):
        theta[index] = value + 1e-5
        above, _ = loss_and_gradient(layer, batch, jobs)
        theta[index] = value - 1e-5
        below, _ = loss_and_gradient(layer, batch, jobs)
        theta[index] = value
        measured[index] = (above - below) / 2e-5
    np.testing.assert_allclose(gradient, measured, rtol=1e-6, atol=1e-9)
    assert np.abs(gradient).max() > 1e-3


@pytest.mark.parametrize("heads", [1, 2])
def test_forward_pass_is_the_layer_written_as_loops(heads: int) -> None:
    stream = np.random.RandomState(3)
    layer, X = as_layer(stream.randn(1216), heads, 8), make_batch(stream, 2, 8).X
    logits = forward(layer, X).logits
    for example, query in np.ndindex(2, N):
        joined: list[float] = []
        for Wq, Wk, Wv in zip(layer.Wq, layer.Wk, layer.Wv, strict=True):
            q = X[example, N + query] @ Wq
            powers = [np.exp(q @ (x @ Wk) / Wq.shape[1] ** 0.5) for x in X[example]]
            output = sum(power / sum(powers) * (x @ Wv) for power, x in zip(powers, X[example], strict=True))
            joined.extend(output)
        expected = np.array(joined) @ layer.Wo.reshape(16, 16)
        np.testing.assert_allclose(logits[example, query].ravel(), expected, rtol=1e-10)


def test_examples_ask_for_the_tag_before_and_the_tag_of_the_copy() -> None:
    batch = make_batch(np.random.RandomState(0), 50, 8)
    for words, tags, copies, answers, X in zip(
        batch.words, batch.tags, batch.copies, batch.answers, batch.X, strict=True
    ):
        first, second = words[:N].tolist(), words[N:].tolist()
        assert sorted(first) == sorted(second) == list(range(N))
        for query, word in enumerate(second):
            assert copies[query] == first.index(word)
            assert answers[query].tolist() == [tags[N + query - 1], tags[first.index(word)]]
        hot = [X[:, :N].argmax(-1), X[:, TAG_ROWS].argmax(-1), X[:, N + 8 :].argmax(-1)]
        np.testing.assert_array_equal(hot, [words, tags, np.arange(2 * N)])
        np.testing.assert_array_equal(X.sum(axis=-1), 3)


def test_adam_follows_algorithm_1_of_its_paper() -> None:
    adam, gradients = Adam(1), [0.5, -2.0, 0.25]
    for t in range(1, 4):
        seen = list(enumerate(gradients[:t], 1))
        mean = sum(0.1 * 0.9 ** (t - i) * g for i, g in seen) / (1 - 0.9**t)
        square = sum(0.001 * 0.999 ** (t - i) * g**2 for i, g in seen) / (1 - 0.999**t)
        moved = adam.move(np.array([gradients[t - 1]]))
        np.testing.assert_allclose(moved, 0.01 * mean / (square**0.5 + 1e-8), rtol=1e-12)


@pytest.fixture(scope="module", params=range(5))
def pair(request: pytest.FixtureRequest) -> tuple[Training, Training]:
    """One head and two, trained as the page trains them."""
    return train(1, seed=request.param), train(2, seed=request.param)


def test_two_heads_do_both_jobs_and_one_head_does_not(pair: tuple[Training, Training]) -> None:
    one, two = pair
    assert min(two.accuracy) >= 0.99
    assert min(one.accuracy) < 0.95
    assert one.parameters == two.parameters == 1216
    assert two.losses[-50:].mean() < one.losses[-50:].mean() < one.losses[0]


def test_one_row_splits_and_two_rows_do_not(pair: tuple[Training, Training]) -> None:
    one, two = pair
    example = two.example
    queries = list(example.queries)
    wanted = [example.previous, example.copies]
    on_each_job = two.weights[:, queries, wanted[0]], two.weights[:, queries, wanted[1]]  # each (2, N)
    # Whichever head took a job, all its rows are on that job's position.
    assert all(job.min(axis=-1).max() > 0.7 for job in on_each_job)
    assert {int(job.min(axis=-1).argmax()) for job in on_each_job} == {0, 1}
    assert one.weights.shape == (1, 8, 8)
    np.testing.assert_allclose(one.weights.sum(axis=-1), 1)
    # One row cannot hold what two rows hold, and over the four rows neither job gets most of it.
    on_one = [float(one.weights[0, queries, keys].mean()) for keys in wanted]
    assert all(0.1 < share < 0.8 for share in on_one)


def test_example_is_the_same_for_both_and_says_where_to_look(pair: tuple[Training, Training]) -> None:
    one, two = pair
    example = two.example
    assert (one.example.words, one.example.tags) == (example.words, example.tags)
    assert set(example.words) == set(WORDS)
    assert example.queries == (4, 5, 6, 7)
    assert example.previous == (3, 4, 5, 6)
    for query, previous, copy, reported in zip(
        example.queries, example.previous, example.copies, example.reported, strict=True
    ):
        assert example.words[copy] == example.words[query]
        assert copy < N
        assert example.tags[copy] != example.tags[previous]
        assert reported == (example.tags[previous], example.tags[copy])


@pytest.mark.parametrize("job", JOBS)
def test_one_head_does_either_job_alone(job: Job) -> None:
    accuracy = train(1, jobs=(job,)).accuracy
    assert accuracy[JOBS.index(job)] >= 0.99
    assert accuracy[1 - JOBS.index(job)] < 0.2


def test_it_is_the_tags_in_the_keys_that_lift_the_worse_job() -> None:
    stream = np.random.RandomState(0)
    theta = 0.3 * stream.randn(1216)
    layer, adam = as_layer(theta, 1, 8), Adam(1216)
    for _ in range(2500):
        layer.Wk[:, TAG_ROWS] = 0
        _, gradient = loss_and_gradient(layer, make_batch(stream, BATCH, 8))
        theta -= adam.move(gradient)
    layer.Wk[:, TAG_ROWS] = 0
    batch = make_batch(stream, 1000, 8)
    right = forward(layer, batch.X).logits.argmax(axis=-1) == batch.answers
    assert 0.2 < right.mean(axis=(0, 1)).min() < 0.4


def test_a_run_repeats_to_the_last_bit_in_any_thread() -> None:
    alone = [train(heads, steps=200, seed=3) for heads in (1, 2)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda heads: train(heads, steps=200, seed=3), [1, 2, 1, 2]))
    for ours, theirs in zip(alone * 2, together, strict=True):
        np.testing.assert_array_equal(ours.losses, theirs.losses)
        np.testing.assert_array_equal(ours.weights, theirs.weights)
        assert ours.accuracy == theirs.accuracy
        assert ours.example == theirs.example
    assert train(1, steps=200, seed=4).losses[0] != alone[0].losses[0]


def test_on_step_hears_the_mean_loss_since_the_call_before() -> None:
    calls: list[tuple[int, int, float]] = []
    run = train(1, steps=60, on_step=lambda *call: calls.append(call))
    assert [call[:2] for call in calls] == [(25, 60), (50, 60), (60, 60)]
    parts = [run.losses[:25], run.losses[25:50], run.losses[50:]]
    np.testing.assert_allclose([call[2] for call in calls], [part.mean() for part in parts])
    np.testing.assert_array_equal(run.losses, train(1, steps=60).losses)


def test_what_on_step_raises_ends_the_run() -> None:
    def leave(*_call: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        train(1, on_step=leave)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"heads": 3}, "3 heads do not share a width of 16"),
        ({"heads": 0}, "choose a divisor"),
        ({"heads": 1, "tags": 1}, "at least 2 tags"),
        ({"heads": 1, "steps": 0}, "at least 1 step"),
        ({"heads": 1, "jobs": ()}, "one or both of the jobs"),
        ({"heads": 1, "jobs": ("next",)}, "one or both of the jobs"),
    ],
)
def test_arguments_that_make_no_layer_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        train(**arguments)  # type: ignore[arg-type]

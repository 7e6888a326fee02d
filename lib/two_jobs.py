"""One head against two on a task with two jobs: a layer trained in NumPy, gradients by hand.

Eight positions hold four words and then the same four in another order; each position also carries a
tag drawn at random. For each word of the second half the layer must report the tag of the word just
before it (job "previous") and the tag of the earlier copy of the same word (job "match").

The layer is one attention layer (Vaswani et al. 2017, "Attention Is All You Need", section 3.2) with a
linear readout and nothing else: no residual path, no hidden layer, no embedding. Its input is three
one-hot codes side by side: the word, the tag and the position. One head of width 16 and two of width 8
have the same number of weights, start from the same random numbers and see the same examples. They are
trained with Adam (Kingma & Ba 2015, "Adam: A Method for Stochastic Optimization", algorithm 1).

What makes one head fail here is not its rank: trained on either job alone, it gets every answer right.
With both jobs its one row of weights has to cover two positions. What comes out is a mixture of two
values in which nothing says which tag came from where, and a linear readout cannot take it apart. The
head's worse job still ends far above a guess, since the keys' tags may steer the mixture: with the tags'
rows of Wk held at zero it ends at about 3 answers in 10. A nonlinear readout, or values that say which
job they serve, might help; what is shown is what sharing a row costs, not that one head can never do it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lib.attention import Array, attention_weights, softmax

Integers: TypeAlias = NDArray[np.int64]
Job: TypeAlias = Literal["previous", "match"]

JOBS: tuple[Job, Job] = ("previous", "match")
WORDS = ("fog", "keeper", "lantern", "lights")
N = len(WORDS)  # words in each half, and so queries in each example
T = 2 * N  # positions
QUERIES = np.arange(N, T)  # the positions that are asked

# 64 examples a step keep each matrix product below the size from which OpenBLAS starts threads of its
# own: a run stays on one core and adds up in the same order however many there are.
BATCH = 64
HELD_OUT = 1000
LEARNING_RATE = 0.01
START_SCALE = 0.3
REPORT_EVERY = 25


class Batch(NamedTuple):
    """B examples of the task, and the right answers."""

    X: Array  # (B, T, D) with D = N + tags + T: the layer's input
    words: Integers  # (B, T): indices into WORDS
    tags: Integers  # (B, T): 0 … tags − 1
    copies: Integers  # (B, N): where the earlier copy of each word of the second half is
    answers: Integers  # (B, N, 2): the tags to report, in the order of JOBS


class Layer(NamedTuple):
    """The trained weights of h heads of width hs and of their readout."""

    Wq: Array  # (h, D, hs)
    Wk: Array  # (h, D, hs)
    Wv: Array  # (h, D, hs)
    Wo: Array  # (h, hs, 2 · tags): each head's rows of the readout of the concatenated outputs


@dataclass(frozen=True)
class Example:
    """One held-out example, for a page to draw; positions count from 0, tags too."""

    words: tuple[str, ...]  # T words
    tags: tuple[int, ...]  # T tags
    queries: tuple[int, ...]  # the N positions of the second half, which are asked
    previous: tuple[int, ...]  # for each query, the position of the word before
    copies: tuple[int, ...]  # for each query, the position of the earlier copy of its word
    reported: tuple[tuple[int, int], ...]  # for each query, the tags that the layer reports, as in JOBS


@dataclass(frozen=True)
class Training:
    """What a training run leaves behind."""

    accuracy: tuple[float, float]  # share of right answers on held-out examples, in the order of JOBS
    losses: Array  # (steps,): cross-entropy in nats, the mean over the trained jobs, before each step
    parameters: int  # how many numbers were trained
    weights: Array  # (h, T, T): attention on `example`; only the rows in `example.queries` were trained
    example: Example


def train(
    heads: int,
    tags: int = 8,
    width: int = 16,
    steps: int = 2500,
    seed: int = 0,
    on_step: Callable[[int, int, float], None] | None = None,
    jobs: Sequence[Job] = JOBS,
) -> Training:
    """Train `heads` heads of width `width / heads` on the jobs; the same arguments give the same run.

    `on_step(step, steps, loss)` is called every 25 steps and after the last one, with the mean loss
    since the call before; what it raises ends the run. `jobs` may name one job alone; the other is then
    measured but not trained. Raises `ValueError` for arguments that make no layer or no task.
    """
    if heads < 1 or width % heads:
        raise ValueError(f"{heads} heads do not share a width of {width} equally; choose a divisor of it.")
    if tags < 2 or steps < 1:
        raise ValueError("Choose at least 2 tags and at least 1 step.")
    if not jobs or not set(jobs) <= set(JOBS):
        raise ValueError(f"Choose one or both of the jobs {JOBS}.")

    stream = np.random.RandomState(seed)
    theta = START_SCALE * stream.randn((3 * (N + tags + T) + 2 * tags) * width)
    # The layer's matrices are views of theta, so that Adam can treat all parameters as one vector.
    layer = as_layer(theta, heads, tags)
    adam = Adam(theta.size)
    losses = np.empty(steps)
    reported = 0
    for step in range(1, steps + 1):
        losses[step - 1], gradient = loss_and_gradient(layer, make_batch(stream, BATCH, tags), jobs)
        theta -= adam.move(gradient)
        if on_step is not None and (step % REPORT_EVERY == 0 or step == steps):
            on_step(step, steps, float(losses[reported:step].mean()))
            reported = step

    # A stream of its own, so that one head and two are examined on the same examples.
    held_out = make_batch(np.random.RandomState([seed, 1]), HELD_OUT, tags)
    answered = forward(layer, held_out.X).logits.argmax(axis=-1)  # (B, N, 2)
    previous, match = (answered == held_out.answers).mean(axis=(0, 1))
    # The first example in which every query has two different tags to report, so at two positions.
    shown = int((held_out.answers[..., 0] != held_out.answers[..., 1]).all(axis=-1).argmax())
    return Training(
        accuracy=(float(previous), float(match)),
        losses=losses,
        parameters=theta.size,
        weights=attention_weights(held_out.X[shown], layer.Wq, layer.Wk),
        example=as_example(held_out, shown, answered[shown]),
    )


def make_batch(stream: np.random.RandomState, size: int, tags: int) -> Batch:
    """Draw `size` examples: two orders of the words and a tag for each position."""
    first = stream.rand(size, N).argsort(axis=-1)  # (B, N): a random order of the words
    second = stream.rand(size, N).argsort(axis=-1)
    words = np.concatenate([first, second], axis=-1)  # (B, T)
    drawn = stream.randint(tags, size=(size, T))
    places = np.broadcast_to(np.eye(T), (size, T, T))
    X = np.concatenate([np.eye(N)[words], np.eye(tags)[drawn], places], axis=-1)  # (B, T, D)
    copies = (second[:, :, None] == first[:, None, :]).argmax(axis=-1)  # (B, N, N) -> (B, N)
    answers = np.stack([drawn[:, QUERIES - 1], np.take_along_axis(drawn, copies, axis=-1)], axis=-1)
    return Batch(X, words, drawn, copies, answers)


def as_layer(theta: Array, heads: int, tags: int) -> Layer:
    """View a vector of parameters as the matrices of `heads` heads and their readout."""
    inputs = N + tags + T
    width = theta.size // (3 * inputs + 2 * tags)
    projections, readout = np.split(theta, [3 * inputs * width])
    Wq, Wk, Wv = projections.reshape(3, heads, inputs, width // heads)
    return Layer(Wq, Wk, Wv, readout.reshape(heads, width // heads, 2 * tags))


def as_example(batch: Batch, index: int, answered: Integers) -> Example:
    """Write out one example of a batch with the tags (N, 2) that the layer answered."""
    return Example(
        words=tuple(WORDS[word] for word in batch.words[index]),
        tags=tuple(batch.tags[index].tolist()),
        queries=tuple(QUERIES.tolist()),
        previous=tuple((QUERIES - 1).tolist()),
        copies=tuple(batch.copies[index].tolist()),
        reported=tuple((int(previous), int(match)) for previous, match in answered),
    )


class Pass(NamedTuple):
    """What the forward pass computes, kept for the way back."""

    Q: Array  # (h, B, N, hs): only the second half asks
    K: Array  # (h, B, T, hs)
    V: Array  # (h, B, T, hs)
    weights: Array  # (h, B, N, T)
    outputs: Array  # (h, B, N, hs)
    logits: Array  # (B, N, 2, tags)


def forward(layer: Layer, X: Array) -> Pass:
    """Run the layer over inputs X (B, T, D)."""
    Wq, Wk, Wv, Wo = layer
    B, (h, hs, _) = len(X), Wo.shape
    keys, queries = X.reshape(B * T, -1), X[:, N:].reshape(B * N, -1)  # (B·T, D), (B·N, D)
    # The heads stand in front, so that each projection is one large product a head.
    Q = (queries @ Wq).reshape(h, B, N, hs)  # (B·N, D) @ (h, D, hs) -> (h, B·N, hs)
    K = (keys @ Wk).reshape(h, B, T, hs)
    V = (keys @ Wv).reshape(h, B, T, hs)
    weights = softmax(Q @ K.swapaxes(-2, -1) / np.sqrt(hs))  # (h, B, N, T)
    outputs = weights @ V  # (h, B, N, T) @ (h, B, T, hs) -> (h, B, N, hs)
    # The sum over heads is the product of the concatenated outputs with the whole readout.
    logits = (outputs.reshape(h, B * N, hs) @ Wo).sum(axis=0)  # (B·N, 2 · tags)
    return Pass(Q, K, V, weights, outputs, logits.reshape(B, N, 2, -1))


def loss_and_gradient(layer: Layer, batch: Batch, jobs: Sequence[Job] = JOBS) -> tuple[float, Array]:
    """Return the mean cross-entropy in nats over the jobs, and its gradient as one vector like theta."""
    Q, K, V, weights, outputs, logits = forward(layer, batch.X)
    h, B, _, hs = outputs.shape
    share = np.array([job in jobs for job in JOBS]) / (len(set(jobs)) * B * N)  # (2,): one answer's part

    right = batch.answers[..., None]  # (B, N, 2, 1)
    guess = softmax(logits)  # (B, N, 2, tags)
    loss = -(np.log(np.take_along_axis(guess, right, axis=-1))[..., 0] * share).sum()

    # Cross-entropy after softmax: guess minus the one-hot of the right answer.
    d_logits = (guess - np.eye(guess.shape[-1])[batch.answers]) * share[:, None]
    d_logits = d_logits.reshape(B * N, -1)  # (B·N, 2 · tags)
    dWo = outputs.reshape(h, B * N, hs).swapaxes(-2, -1) @ d_logits  # (h, hs, 2 · tags)
    d_outputs = (d_logits @ layer.Wo.swapaxes(-2, -1)).reshape(h, B, N, hs)

    dV = weights.swapaxes(-2, -1) @ d_outputs  # (h, B, T, N) @ (h, B, N, hs) -> (h, B, T, hs)
    d_weights = d_outputs @ V.swapaxes(-2, -1)  # (h, B, N, T)
    # Softmax: a score gains as its weight is worth more than the row's average worth.
    average = (weights * d_weights).sum(axis=-1, keepdims=True)  # (h, B, N, 1)
    d_scores = weights * (d_weights - average) / np.sqrt(hs)  # (h, B, N, T), with the forward pass's ÷√hs
    dQ = d_scores @ K  # (h, B, N, T) @ (h, B, T, hs) -> (h, B, N, hs)
    dK = d_scores.swapaxes(-2, -1) @ Q  # (h, B, T, N) @ (h, B, N, hs) -> (h, B, T, hs)

    keys, queries = batch.X.reshape(B * T, -1), batch.X[:, N:].reshape(B * N, -1)  # (B·T, D), (B·N, D)
    dWq = queries.T @ dQ.reshape(h, B * N, hs)  # (D, B·N) @ (h, B·N, hs) -> (h, D, hs)
    dWk = keys.T @ dK.reshape(h, B * T, hs)
    dWv = keys.T @ dV.reshape(h, B * T, hs)
    return float(loss), np.concatenate([part.ravel() for part in (dWq, dWk, dWv, dWo)])


class Adam:
    """The moving averages of algorithm 1 of Kingma & Ba 2015, with its default rates."""

    def __init__(self, size: int) -> None:
        self.mean = np.zeros(size)
        self.square = np.zeros(size)
        self.steps = 0

    def move(self, gradient: Array) -> Array:
        """Take in a gradient and return what to subtract from the parameters."""
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.999 * self.square + 0.001 * gradient**2
        # Both averages start at zero; dividing by what they have seen so far undoes that.
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        step: Array = LEARNING_RATE * mean / (np.sqrt(square) + 1e-8)
        return step

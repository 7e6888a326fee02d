"""The words and programs of the three exercises: task, starter, hints, solution.

They follow the exercises of the lesson "Why One Head Isn't Enough". The programs run in the learner's
browser or notebook, never here; the tests run them.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    """One exercise in words; `task` and `hints` are Markdown, `starter` and `solution` whole programs."""

    title: str
    task: str
    starter: str
    hints: tuple[str, str, str]
    solution: str
    asked: tuple[str, ...]  # the names that the task asks for
    tried: str = ""  # the function that the task asks for


SET_UP = """\
import numpy as np

sentence = "the keeper lights the lantern when fog rolls"
words = sentence.split()
vocabulary = sorted(set(words))
C, hs, scale = 16, 8, 0.3

# One stream for everything: the word vectors first, then the heads.
np.random.seed(42)
table = np.random.randn(len(vocabulary), C)
X = table[[vocabulary.index(word) for word in words]][np.newaxis]  # (1, 8, 16)


def softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv  # (1, 8, hs) each
    scores = Q @ K.swapaxes(-2, -1) / np.sqrt(hs)  # (1, 8, 8): queries, keys
    weights = softmax(scores)
    return weights @ V, weights


WqA = np.random.randn(C, hs) * scale
WkA = np.random.randn(C, hs) * scale
WvA = np.random.randn(C, hs) * scale
WqB = np.random.randn(C, hs) * scale
WkB = np.random.randn(C, hs) * scale
WvB = np.random.randn(C, hs) * scale
outputs_A, weights_A = attention(X, WqA, WkA, WvA)
outputs_B, weights_B = attention(X, WqB, WkB, WvB)
print("Heads A and B are ready:", weights_A.shape, weights_B.shape)

"""

THIRD_HEAD = Text(
    title="A third head",
    task="""\
Give the sentence one more reader. Carry on with the same stream: right after head B, draw the three
projections of a head C, in the order and at the scale of the other two, and run it on the same `X`.
Then see where it looks.

The check asks for four names:

- `outputs_C` and `weights_C`: what head C returns
- `focus_C`: for each of the eight words, the word that head C gives the most weight
- `rows`: the numbers, counted from 0, of the rows in which A, B and C look at three different words.
  One such row is enough; finding all is better.
""",
    starter=SET_UP + "# Your part: head C, its focus words, and the rows with three different ones.\n",
    hints=(
        "Nothing new has to be written for the head itself: look at the lines that make head B, and at what "
        "has been drawn by the time they end. Do not seed again.",
        "Three draws of shape `(C, hs)`, each times `scale`: queries, keys, values. `attention` returns "
        "outputs and weights, in this order. The focus of a row is the word at the position of its largest "
        "weight: `argmax` along the last axis gives the positions.",
        "A row counts if A differs from B, B from C **and** A from C. A set is a short way to ask that: how "
        "many different words does it hold?",
    ),
    solution=SET_UP
    + """\
WqC = np.random.randn(C, hs) * scale
WkC = np.random.randn(C, hs) * scale
WvC = np.random.randn(C, hs) * scale
outputs_C, weights_C = attention(X, WqC, WkC, WvC)


def focus(weights):
    return [words[key] for key in weights[0].argmax(axis=-1)]


focus_A, focus_B, focus_C = focus(weights_A), focus(weights_B), focus(weights_C)
rows = [
    row
    for row, three in enumerate(zip(focus_A, focus_B, focus_C))
    if len(set(three)) == 3
]
print(focus_C)
print("three different words in rows", rows)
""",
    asked=("weights_C", "outputs_C", "focus_C", "rows"),
)

SMALL_SCALE = Text(
    title="Shrink the init",
    task="""\
Build heads A and B once more with 0.02 in place of 0.3 and everything else as it was: the same numbers
from the stream, the same words. Then measure how far apart the two heads are now.

The check asks for three names:

- `small_A` and `small_B`: the weights of the two new heads
- `small_gap`: the largest absolute difference between them

Then say why the gap is what it is: choose among the four explanations below the editor.
""",
    starter=SET_UP + "# Your part: both heads at the scale 0.02, and the gap between their weights.\n",
    hints=(
        "What has to stay the same is every number that the stream hands out. Which call decides where "
        "the stream starts, and what is drawn before head A?",
        "Two ways lead there. Seed again and repeat all draws in order, the word table first; or ask how "
        "a matrix drawn at 0.3 differs from the same matrix drawn at 0.02.",
        "Only the six projections change; `X` stays. For the gap, subtract, take absolute values, then the "
        "maximum of all cells.",
    ),
    solution=SET_UP
    + """\
small = 0.02
np.random.seed(42)
np.random.randn(len(vocabulary), C)  # the words' share of the stream; X stays as it is
head_A = [np.random.randn(C, hs) * small for _ in range(3)]
head_B = [np.random.randn(C, hs) * small for _ in range(3)]
_, small_A = attention(X, *head_A)
_, small_B = attention(X, *head_B)
small_gap = np.abs(small_A - small_B).max()
print("gap", round(small_gap, 4))
""",
    asked=("small_A", "small_B", "small_gap"),
)

ROWS = Text(
    title="Rows are distributions",
    task="""\
A row of weights is how one word shares out its attention, so it should sum to 1. Check it, for both heads.

The check asks for four names:

- `sums_A` and `sums_B`: the eight row sums of each head
- `beside_ones`: head A's sums and eight ones, side by side in one array
- `is_distribution(weights)`: a function that says with one `True` or `False` whether every row of the
  weights it is given sums to 1, but for rounding. It will be tried on other weights too, good and bad.
""",
    starter=SET_UP + "# Your part: the row sums of both heads, and a function that tests any weights.\n",
    hints=(
        "Rows are queries, columns are keys. A row's sum runs over its keys: along which axis is that? "
        "Eight numbers should be left for each head.",
        "`np.column_stack` puts two arrays of eight side by side; `np.ones(8)` makes the ones. Before you "
        "write the test, print `sums_A - 1`.",
        "Floating-point sums miss 1 by a hair, so ask whether the distance from 1 is tiny, on either side, "
        "in every row. NumPy has a function that compares with a tolerance.",
    ),
    solution=SET_UP
    + """\
sums_A = weights_A[0].sum(axis=-1)
sums_B = weights_B[0].sum(axis=-1)
beside_ones = np.column_stack([sums_A, np.ones(8)])


def is_distribution(weights):
    return bool(np.allclose(weights.sum(axis=-1), 1))


print(beside_ones)
print(is_distribution(weights_A), is_distribution(weights_B))
""",
    asked=("sums_A", "sums_B", "beside_ones"),
    tried="is_distribution",
)

"""The fixed text of the script and the notebook that `lib.takeaway` builds: prose and code, cell by cell.

Nothing is filled in here, so no word and no number can break it. The order of the draws and the
comparison follow the lesson "Why One Head Isn't Enough".
"""

ABOUT = """\
This recomputes what the app showed: the attention weights of a few untrained heads over
one sentence. It needs Python 3.9 and NumPy 1.21, or later versions of them. First come
the settings. Change one, run everything again, and the check at the end will tell you
that the numbers are no longer those of the app.
"""

IMPORTS = """\
import sys

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
"""

ABOUT_ATTENTION = """\
These functions are the app's own, word for word. In the shapes, T is the number of words,
C the model width, hs the head size and h the number of heads; V, further down, is the
number of different words.
"""

ABOUT_VECTORS = {
    "lesson": """\
The vectors are the first draw from the stream. There is one for each different word, in
alphabetical order, so a new word can move the vectors of all others. Nothing tells a head
where a word stands: equal words have equal rows in X.
""",
    "per word": """\
Each vector comes from the seed and its own word, so the other words can change without
moving it. Nothing tells a head where a word stands: equal words have equal rows in X.
""",
}

LESSON_VECTORS = """\
words = sentence.split()
T = len(words)

stream = np.random.RandomState(seed)  # the numbers that follow np.random.seed(seed)
vocabulary = sorted(set(words))
table = stream.randn(len(vocabulary), C)  # (V, C), unit scale
X = table[[vocabulary.index(word) for word in words]]  # (T, C)
"""

WORD_VECTORS = """\
words = sentence.split()
T = len(words)

stream = np.random.RandomState(seed)  # for the projections, which come next
X = np.stack([word_vector(word, seed, C) for word in words])  # (T, C)
"""

ABOUT_PROJECTIONS = """\
The order of the draws matters: Wq, Wk and Wv of head A, then the three of head B, and so
on. In another order, or with one draw left out, every later number is a different one.
"""

PROJECTIONS = """\
Wq, Wk, Wv = np.empty((3, heads, C, hs))  # (h, C, hs) each
for head in range(heads):
    Wq[head] = scale * stream.randn(C, hs)  # (C, hs)
    Wk[head] = scale * stream.randn(C, hs)  # (C, hs)
    Wv[head] = scale * stream.randn(C, hs)  # (C, hs)
"""

ABOUT_WEIGHTS = """\
All heads run over the same X in one batched product. A row of weights belongs to a query,
the word that looks; a column to a key, the word that is looked at. Each row sums to 1.
Behind the row stand its word and its focus, the key with the largest weight. Positions
count from 0 here, and from 1 in the app.
"""

WEIGHTS = """\
outputs, weights = attention(X, Wq, Wk, Wv, causal)  # (h, T, hs) and (h, T, T)
focus = weights.argmax(axis=-1)  # (h, T): positions, counted from 0, the first one of equals

for head in range(heads):
    print("Head", "ABCDEFGHIJKLMNOP"[head])
    print("   ", *(f"{key:4d}" for key in range(T)))
    for query in range(T):
        row = " ".join(f"{weight:.2f}" for weight in weights[head, query])
        print(f"{query:3d} {row}  {readable(words[query])} -> {readable(words[focus[head, query]])}")
    print()
"""

ABOUT_COMPARISON = """\
The gap is the largest absolute difference between two weights in the same cell. A row is
a disagreement where A and B have different focus words.
"""

COMPARISON = """\
difference = np.abs(weights[0] - weights[1])  # (T, T)
query, key = np.unravel_index(difference.argmax(), difference.shape)
gap = difference[query, key]
print(f"Gap: {gap:.4f}, query {query} {readable(words[query])}, key {key} {readable(words[key])}")


def disagreements(focus: NDArray[np.int64]) -> list[int]:
    \"\"\"Return the rows in which heads A and B of focus (h, T) point at different words.\"\"\"
    return [row for row in range(T) if words[focus[0, row]] != words[focus[1, row]]]


rows = disagreements(focus)
print(f"Disagreements: {len(rows)} of {T} rows, counted from 0: {rows}")
"""

ABOUT_CHECK = """\
These are the numbers that the app had, and the check that the ones above are the same.
Where two weights are equal but for rounding, another computer may rank them the other way
round. So the check takes the app's focus and the app's cell, and asks whether the weight
there is as large as the largest one here.
"""

CHECK = """\
same_shape = weights.shape == app_weights.shape
assert same_shape and np.allclose(weights, app_weights, rtol=0, atol=1e-4), "The weights are not the app's."
at_app_focus = np.take_along_axis(weights, app_focus[:, :, None], axis=-1)[:, :, 0]  # (h, T)
assert np.allclose(at_app_focus, weights.max(axis=-1), rtol=0, atol=1e-11), "A focus is not the app's."
"""

CHECK_COMPARISON = """\
assert abs(gap - app_gap) < 1e-7, "The gap is not the app's."
assert abs(gap - difference[app_query, app_key]) < 1e-11, "The gap is in another cell than the app's."
assert disagreements(app_focus) == app_rows, "Other rows disagree than in the app."
"""

AGREED = 'print("All of this agrees with the app.")'

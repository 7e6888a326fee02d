"""What a slip is, and how one is recognised: by the numbers that it gives.

A slip is the lesson's own computation with one thing done wrong. It is run, and what it gives is compared
with what the learner's code gave; no number is written down. The lesson is "Why One Head Isn't Enough";
its slips are listed beside this file: `slips_in_heads`, those of one exercise in `slips_in_third_head`,
`slips_in_small_scale` and `slips_in_rows`, and `slips_in_readings`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np

from lib.attention import Array, attention
from lib.lesson import Run

# Wide enough for float32 and another machine's rounding, and far below what any slip moves.
TOLERANCE = 1e-6
# To how many digits a learner may have rounded; one more is within the tolerance.
DIGITS = range(1, 6)

Normal = Callable[[tuple[int, ...]], Array]
Variants = Iterator[Run]


Way = TypeVar("Way")


@dataclass(frozen=True)
class Slip(Generic[Way]):
    """One mistake: what was done, why it matters, how to compute what it gives, and whether it is in the draws."""

    name: str
    what: str
    why: str
    compute: Way
    of_draws: bool = False

    @property
    def message(self) -> str:
        """Both sentences, as the learner reads them."""
        return f"{self.what} {self.why}"


# Takes the right run and gives one wrong run for each way to make the mistake.
HeadSlip = Slip[Callable[[Run], Iterable[Run]]]


def distance(a: Array, b: Array) -> float:
    """Return the largest |a - b|; infinity where the shapes differ or something is not a number."""
    if a.shape != b.shape or not a.size:
        return float("inf")
    largest = float(np.abs(a - b).max())
    return largest if largest == largest else float("inf")


def closest(
    slips: Sequence[HeadSlip],
    right: Run,
    given: Mapping[int, Array],
    of: Callable[[Run], Array],
    inputs: Sequence[Array] = (),
) -> HeadSlip | None:
    """Return the slip whose numbers are those of `given`, or None.

    `given` maps heads (0 is A) to what came back for them; `of` takes the same from a run, one entry a
    head. A slip may be made in every head or in one, so a head may also be right. First comes a slip that
    explains all heads, then one whose X is among the learner's `inputs`, then the nearest, then the order
    of the list.
    """
    as_right = {head: distance(array, of(right)[head]) for head, array in given.items()}
    ranked: list[tuple[bool, bool, float, int]] = []
    for place, slip in enumerate(slips):
        for wrong in slip.compute(right):
            as_slip = {head: distance(array, of(wrong)[head]) for head, array in given.items()}
            off = max((min(as_slip[head], as_right[head]) for head in given), default=np.inf)
            if off <= TOLERANCE:
                # Words shrunk by s and projections shrunk by s give equal scores: only X tells them apart.
                unseen = wrong.X is not right.X and all(distance(X, wrong.X) > TOLERANCE for X in inputs)
                ranked.append((max(as_slip.values()) > TOLERANCE, unseen, round(off, 9), place))
    return slips[min(ranked)[-1]] if ranked else None


def redo(
    right: Run,
    X: Array | None = None,
    Wq: Array | None = None,
    Wk: Array | None = None,
    Wv: Array | None = None,
) -> Run:
    """Run the heads of `right` again with some of the matrices changed."""
    X, Wq = (right.X if X is None else X), (right.Wq if Wq is None else Wq)
    Wk, Wv = (right.Wk if Wk is None else Wk), (right.Wv if Wv is None else Wv)
    outputs, weights = attention(X, Wq, Wk, Wv)
    return replace(right, X=X, Wq=Wq, Wk=Wk, Wv=Wv, weights=weights, outputs=outputs)


def stream(right: Run, after_words: bool = True) -> Normal:
    """Return the lesson's stream, at its start or just after the word vectors."""
    normal = np.random.RandomState(right.settings.seed).standard_normal
    if after_words:
        normal((len(right.vocabulary), right.settings.width))
    return normal


def deal(right: Run, normal: Normal, X: Array | None = None) -> Run:
    """Draw the projections of every head from `normal`, in the lesson's order, and run."""
    h, C, hs = right.Wq.shape
    W = right.settings.scale * normal((h, 3, C, hs))  # (h, 3, C, hs)
    return redo(right, X, W[:, 0], W[:, 1], W[:, 2])


def look_up(right: Run, table: Array, vocabulary: Sequence[str]) -> Array:
    """Return X (T, C): for each word of the sentence its row of `table`."""
    return table[[vocabulary.index(word) for word in right.words]]

"""The arithmetic of one row of weights in four steps, and which slip a wrong number shows.

The steps are those of scaled dot-product attention (Vaswani et al. 2017, "Attention Is All You Need",
section 3.2.1): q · k, ÷ √hs, exp, ÷ sum. As in `lib.attention`, exp is taken after the row's largest score
has been taken off, which changes no weight and keeps exp from overflowing. A slip is the same arithmetic
with one thing done wrong; it is recognised by running it, never by a number written down.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lib.attention import Array, softmax
from lib.lesson import Run

Step: TypeAlias = Literal["product", "score", "power", "weight"]
STEPS: tuple[Step, ...] = ("product", "score", "power", "weight")
# Which steps are left blank in each round of the fading example.
ROUNDS: tuple[tuple[Step, ...], ...] = ((), STEPS[3:], STEPS[2:], STEPS)
MOST_BLANK_KEYS = 3

# Two decimals, the last one off by one: who works with rounded numbers carries their rounding along.
LAST_DIGIT = 0.01


@dataclass(frozen=True)
class Worked:
    """One head's arithmetic, all rows at once: row i of each (T, T) matrix belongs to query i."""

    X: Array  # (T, C)
    Q: Array  # (T, hs)
    K: Array  # (T, hs)
    V: Array  # (T, hs)
    visible: NDArray[np.bool_]  # (T, T): False where the causal mask hides the key

    @property
    def root(self) -> float:
        """√hs."""
        return math.sqrt(self.Q.shape[-1])

    @property
    def products(self) -> Array:
        """The products q · k, hidden keys included (T, T)."""
        return self.Q @ self.K.T

    def masked(self, scores: Array) -> Array:
        """Put −∞ where the key is hidden."""
        return np.where(self.visible, scores, -np.inf)

    def matrix(self, step: Step) -> Array:
        """Return what `step` gives in every row (T, T)."""
        if step == "product":
            return self.products
        scores = self.masked(self.products / self.root)
        if step == "score":
            return scores
        return powers(scores) if step == "power" else softmax(scores)

    def row(self, step: Step, query: int) -> Array:
        """Return what `step` gives in one row (T,)."""
        row: Array = self.matrix(step)[query]
        return row


class Verdict(NamedTuple):
    """Whether a number holds, and what to say about it; the text names keys by position, from 1."""

    right: bool
    says: str


class RowSlip(NamedTuple):
    """One mistake: what to say about it, and what it gives in every row (T, T)."""

    says: str
    compute: Callable[[Worked], Array]


def work(run: Run, head: int = 0) -> Worked:
    """Return the arithmetic of one head of a run."""
    X, T = run.X, len(run.words)
    visible = np.tri(T, dtype=bool) if run.settings.causal else np.ones((T, T), dtype=bool)
    return Worked(X, X @ run.Wq[head], X @ run.Wk[head], X @ run.Wv[head], visible)


def powers(scores: Array) -> Array:
    """Return exp of each score (T, T) less the largest of its row, as softmax takes it."""
    shifted: Array = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return shifted


def blank_keys(worked: Worked, query: int) -> list[int]:
    """Return the keys to leave blank in a row: the visible ones with the largest weights, at most three."""
    order = np.argsort(-worked.row("weight", query), kind="stable")
    return [int(key) for key in order if worked.visible[query, key]][:MOST_BLANK_KEYS]


def read_number(text: str) -> float | None:
    """Read what someone typed as a number, with a decimal comma or point; None where it is none."""
    try:
        number = float(text.strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def judge(
    worked: Worked, query: int, key: int, step: Step, given: float, typed: Mapping[tuple[Step, int], float]
) -> Verdict:
    """Say whether `given` is what `step` gives for (query, key), and if not, which slip it shows.

    `typed` holds the numbers given for other blanks, by step and key: a number that follows from a wrong
    one before it is not wrong a second time.
    """
    truth = worked.matrix(step)[query, key]
    if _equal(given, truth):
        return Verdict(True, "Right.")
    before = {k: number for (s, k), number in typed.items() if step != "product" and s == _before(step)}
    if before and _equal(given, _carried_on(worked, query, step, before)[key]):
        return Verdict(False, "This follows from your numbers one step before; mend those, then this one.")
    # Some slips divide by zero or overflow on some runs; what they then give equals no number.
    with np.errstate(all="ignore"):
        for slip in SLIPS[step]:
            if _equal(given, slip.compute(worked)[query, key]):
                return Verdict(False, slip.says)
    return Verdict(False, _elsewhere(worked.matrix(step), query, key, given) or HINTS[step])


def _equal(given: float, truth: float) -> bool:
    # The thousandth is for large numbers, whose factors are shown with a few digits only.
    return abs(given - truth) <= LAST_DIGIT + 1e-9 + abs(truth) / 1000 if math.isfinite(truth) else False


def _before(step: Step) -> Step:
    return STEPS[STEPS.index(step) - 1]


def _carried_on(worked: Worked, query: int, step: Step, before: Mapping[int, float]) -> Array:
    """Take `step` in one row (T,) from the right numbers before it, with those in `before` put in."""
    row = worked.row(_before(step), query).copy()
    for key, number in before.items():
        row[key] = number
    with np.errstate(all="ignore"):
        if step == "score":
            return row / worked.root
        carried: Array = np.exp(row - row.max()) if step == "power" else row / row.sum()
    return carried


def _elsewhere(matrix: Array, query: int, key: int, given: float) -> str | None:
    """Say where else in the row or the column of (query, key) a number stands, if in one place only."""
    in_row = [k for k, truth in enumerate(matrix[query]) if _equal(given, truth)]
    if len(in_row) == 1:
        return f"This number stands in the same row at key {in_row[0] + 1}: did you slip a line?"
    in_column = [q for q, truth in enumerate(matrix[:, key]) if _equal(given, truth)]
    if not in_row and len(in_column) == 1:
        return f"This is what query {in_column[0] + 1} has for the same key: another row's q."
    return None


FORGOT_ROOT = "This comes out when q · k is not divided by √hs; the sharper scores give sharper weights."
PERCENTAGE = "This is a percentage; a weight is a share of 1, such as 0.34."
DIVIDED_BY_HS = "This comes out when q · k is divided by hs instead of by its root √hs."

# Most telling first: where two slips give the same number, the first one is named.
SLIPS: dict[Step, tuple[RowSlip, ...]] = {
    "product": (
        RowSlip("This is q · k already divided by √hs; that is the next step.", lambda w: w.products / w.root),
        RowSlip("The roles are swapped: this is the key's q times the query's k.", lambda w: w.products.T),
        RowSlip("Here both factors are queries; the second must be the key's k.", lambda w: w.Q @ w.Q.T),
        RowSlip("Here both factors are keys; the first must be the query's q.", lambda w: w.K @ w.K.T),
        RowSlip("This multiplies the word vectors themselves, before Wq and Wk.", lambda w: w.X @ w.X.T),
    ),
    "score": (
        RowSlip("This is q · k as it was: the division by √hs is missing.", lambda w: w.products),
        RowSlip("This is q · k divided by hs; divide by its root √hs.", lambda w: w.products / w.root**2),
        RowSlip("This is q · k times √hs; divide by it.", lambda w: w.products * w.root),
    ),
    "power": (
        RowSlip("exp is missing: this is the score less the row's largest.", lambda w: _shifted(w)),
        RowSlip("exp is missing: this is the score itself.", lambda w: w.matrix("score")),
        RowSlip(
            "This is exp of the score itself. It leads to the same weights, but this column takes the row's "
            "largest score off first, so that exp cannot overflow.",
            lambda w: np.exp(w.matrix("score")),
        ),
        RowSlip("This is already divided by the sum; that is the next step.", lambda w: w.matrix("weight")),
        RowSlip(FORGOT_ROOT, lambda w: powers(w.masked(w.products))),
        RowSlip(DIVIDED_BY_HS, lambda w: powers(w.masked(w.products / w.root**2))),
    ),
    "weight": (
        RowSlip("The division by the row's sum is missing.", lambda w: w.matrix("power")),
        RowSlip("The division by the row's sum is missing.", lambda w: np.exp(w.matrix("score"))),
        RowSlip(FORGOT_ROOT, lambda w: softmax(w.masked(w.products))),
        RowSlip(DIVIDED_BY_HS, lambda w: softmax(w.masked(w.products / w.root**2))),
        RowSlip("exp is missing: this divides the score by the sum of the scores.", lambda w: _no_exp(w)),
        RowSlip(PERCENTAGE, lambda w: 100 * w.matrix("weight")),
        RowSlip(PERCENTAGE, lambda w: np.round(100 * w.matrix("weight"))),
        RowSlip(
            "The sum leaves out this key's own number; add up the whole row.",
            lambda w: w.matrix("weight") / (1 - w.matrix("weight")),
        ),
        RowSlip(
            "This divides by how many keys there are; divide by the sum of their numbers.",
            lambda w: w.matrix("power") / w.visible.sum(axis=-1, keepdims=True),
        ),
        RowSlip(
            "This shares out the column; the numbers of one query's row have to add up to 1.",
            lambda w: softmax(w.matrix("score"), axis=0),
        ),
        RowSlip("The mask is missing: later words take part here.", lambda w: softmax(w.products / w.root)),
    ),
}

HINTS: dict[Step, str] = {
    "product": "Not this one. Multiply q and k number by number, then add up.",
    "score": "Not this one. Take q · k from the column before and divide it by √hs.",
    "power": "Not this one. Take the row's largest score off this one, then take exp.",
    "weight": "Not this one. Divide this key's number by the sum of the whole column.",
}


def _shifted(worked: Worked) -> Array:
    scores = worked.matrix("score")
    less: Array = scores - scores.max(axis=-1, keepdims=True)
    return less


def _no_exp(worked: Worked) -> Array:
    scores = np.where(worked.visible, worked.products / worked.root, 0.0)
    shares: Array = scores / scores.sum(axis=-1, keepdims=True)
    return shares

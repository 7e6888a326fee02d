"""All slips side by side: two at once get what holds, no two give the same numbers, all are told alike.

Learners' code is run here, in the test, as the browser would run it.
"""

from itertools import combinations

import pytest

from lib.exercises import EXERCISES, check
from lib.exercises.reasons import small_run
from lib.exercises.slips import TOLERANCE, HeadSlip, distance
from lib.exercises.slips_in_heads import HEAD_SLIPS
from lib.exercises.slips_in_readings import FOCUS_SLIPS, GAP_SLIPS, ROWS_SLIPS
from lib.exercises.slips_in_rows import SUM_SLIPS, TEST_SLIPS
from lib.exercises.slips_in_small_scale import SMALL_SCALE_SLIPS
from lib.exercises.slips_in_third_head import OUTPUT_SLIPS, THIRD_HEAD_SLIPS
from lib.exercises.third_head import lesson_with_third
from lib.lesson import Run
from tests.learner import OLD, PAIR, SHRUNK, SOLVED, THIRD, answers_to, changed, draw

TWO_AT_ONCE: list[tuple[int, str, str, str]] = [
    (
        1,
        changed(SOLVED, [(THIRD, THIRD.replace(" * scale", "")), ("(X, WqC, WkC,", "(X, WkC, WqC,")]),
        "the weights of head A; the weights of head B",
        "the first thing that differs is Wq of head C",
    ),
    (
        1,
        changed(SOLVED, [(" / np.sqrt(hs)", ""), (draw("v", "A"), "WvA = np.eye(C)\n")]),
        "every row sums to 1",
        "the first thing that differs is Wv of head A",
    ),
    (
        1,
        changed(SOLVED, [("sorted(set(words))", "sorted(set(words))[::-1]"), ("softmax(scores)", "scores")]),
        "the shape of weights_C, 8 × 8",
        "the first thing that differs is the word vectors X",
    ),
    (
        1,
        changed(SOLVED, [(draw("k", "C"), draw("k", "C") + "np.random.randn()\n"), ("WkC, WvC)", "WkC, WvA + WvB)")]),
        "The weights of head C are right",
        "the first thing that differs is Wv of head C",
    ),
    (
        2,
        changed(SHRUNK, [("np.sqrt(hs)", "hs"), ("Wk, X @ Wv", "Wq, X @ Wv")]),
        "the shape of small_A and small_B, 8 × 8; every row sums to 1",
        "All that was drawn up to Wk of head A is right: look at what is done with it",
    ),
    (
        2,
        changed(SHRUNK, [(draw("q", "B"), "WqB = np.random.rand(C, hs) * 2\n")]),
        "the weights of head A",
        "the first thing that differs is Wq of head B",
    ),
    (
        2,
        EXERCISES[2].starter + OLD + "a = [w * f for w in a]\nb = [w * f * f for w in b]\n" + PAIR,
        "the weights of head A",
        "all is right up to Wk of head A",
    ),
    (
        2,
        changed(SHRUNK, [("np.sqrt(hs)", "hs"), ("Wk, X @ Wv", "Wq, X @ Wv")]) + "del X, WqA, WkA\n",
        "every row sums to 1",
        "the first thing that differs shows in head A: look at its Wq and Wk",
    ),
]


@pytest.mark.parametrize(("number", "program", "holds", "differs"), TWO_AT_ONCE)
def test_two_slips_at_once_get_what_holds_and_the_first_difference(
    number: int, program: str, holds: str, differs: str
) -> None:
    verdict = check(number, answers_to(number, program))
    assert not verdict.passed
    assert verdict.slip is None
    assert holds in verdict.message
    assert differs in verdict.message


FAMILIES: list[tuple[Run, tuple[HeadSlip, ...]]] = [
    (lesson_with_third(), THIRD_HEAD_SLIPS + HEAD_SLIPS),
    (small_run(), SMALL_SCALE_SLIPS + HEAD_SLIPS),
]


@pytest.mark.parametrize(("right", "slips"), FAMILIES, ids=["exercise 1", "exercise 2"])
def test_slips_give_other_numbers_than_the_lesson_and_than_each_other(right: Run, slips: tuple[HeadSlip, ...]) -> None:
    for slip in slips:
        for wrong in slip.compute(right):
            assert distance(wrong.weights, right.weights) > 2 * TOLERANCE, slip.name
    for one, other in combinations(slips, 2):
        for a in one.compute(right):
            for b in other.compute(right):
                # A factor on X and the same factor on every W cannot be told apart by weights.
                same = distance(a.weights, b.weights) < 1e-9 and distance(a.X, b.X) < 1e-9
                assert not same, f"{one.name} and {other.name}"


TOLD = [
    (slip.what, slip.why) for slips in (HEAD_SLIPS, THIRD_HEAD_SLIPS, SMALL_SCALE_SLIPS, OUTPUT_SLIPS) for slip in slips
]
TOLD += [(slip.what, slip.why) for slip in FOCUS_SLIPS]
TOLD += [(slip.what, slip.why) for slip in ROWS_SLIPS]
TOLD += [(slip.what, slip.why) for slip in GAP_SLIPS]
TOLD += [(slip.what, slip.why) for slip in SUM_SLIPS]
TOLD += [(slip.what, slip.why) for slip in TEST_SLIPS]


@pytest.mark.parametrize("sentences", TOLD)
def test_a_slip_says_what_and_why_in_two_sentences_without_code(sentences: tuple[str, str]) -> None:
    for sentence in sentences:
        assert sentence.endswith(".")
        assert sentence.count(". ") == 0
        assert "(" not in sentence

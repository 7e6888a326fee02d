"""The right matrices passed to attention in the wrong place: told as that, and never as a slip in the draws.

Learners' code is run here, in the test, as the browser would run it.
"""

import pytest

from lib.attention import attention_weights
from lib.exercises import check
from lib.exercises.heads import draws
from lib.exercises.slips_in_heads import HEAD_SLIPS
from lib.exercises.slips_in_small_scale import SMALL_SCALE_SLIPS
from lib.exercises.slips_in_third_head import THIRD_HEAD_SLIPS
from lib.exercises.third_head import lesson_with_third
from tests.learner import OLD, PAIR, SOLVED, answer, answers_to, assert_named, changed

# What was passed to attention where the starter passes the head's own, and what is to be said of it.
PASSED: list[tuple[str, str, str]] = [
    ("B", "WqA, WkA, WvA", "Head B's weights are those of WqA in the place of WqB and WkA in the place of WkB:"),
    ("B", "WqC, WkB, WvB", "Head B's weights are those of WqC in the place of WqB:"),
    ("C", "WkC, WqC, WvC", "Head C's weights are those of WkC in the place of WqC and WqC in the place of WkC:"),
    ("C", "WkC, WvC, WqC", "Head C's weights are those of WkC in the place of WqC and WvC in the place of WkC:"),
    ("C", "WqC, WvC, WkC", "Head C's weights are those of WvC in the place of WkC:"),
    ("A", "WvB, WkA, WvA", "Head A's weights are those of WvB in the place of WqA:"),
]


@pytest.mark.parametrize(("head", "passed", "said"), PASSED)
def test_right_draws_passed_in_the_wrong_place_are_named_by_the_call(head: str, passed: str, said: str) -> None:
    # Below the solution, where the names of the rows hold what was computed before.
    program = SOLVED + f"outputs_{head}, weights_{head} = attention(X, {passed})\nrows = None\n"
    verdict = check(1, answers_to(1, program))
    assert_named(verdict, "passed other matrices")
    advice = "look at what is passed to attention, and at what it does with the two."
    assert verdict.message == f"The draws are right. {said} {advice}"


def test_two_heads_that_have_changed_places_are_told_each() -> None:
    swapped = "_, weights_B = attention(X, WqC, WkC, WvC)\noutputs_C, weights_C = attention(X, WqB, WkB, WvB)"
    program = changed(SOLVED, [("outputs_C, weights_C = attention(X, WqC, WkC, WvC)", swapped)])
    verdict = check(1, answers_to(1, program))
    assert_named(verdict, "passed other matrices")
    assert (
        "Head B's weights are those of WqC in the place of WqB and WkC in the place of WkB; head C's" in verdict.message
    )


RIGHT = answers_to(1, SOLVED)
IN_THE_DRAWS = {slip.name for slip in HEAD_SLIPS + THIRD_HEAD_SLIPS + SMALL_SCALE_SLIPS if slip.of_draws}


@pytest.mark.parametrize("q", [f"W{kind}{head}" for head in "ABC" for kind in "qkv"])
@pytest.mark.parametrize("k", [f"W{kind}{head}" for head in "ABC" for kind in "qkv"])
@pytest.mark.parametrize("head", ["A", "B", "C"])
def test_no_slip_in_the_draws_is_claimed_where_they_are_right(head: str, q: str, k: str) -> None:
    right = lesson_with_third()
    matrices = {name: matrix for name, _, matrix in draws(right)}
    weights = attention_weights(right.X, matrices[q], matrices[k])
    verdict = check(1, {**RIGHT, "rows": None, f"weights_{head}": weights})
    if (q, k) == (f"Wq{head}", f"Wk{head}"):
        assert "rows is not there yet" in verdict.message
    else:
        assert verdict.slip is not None
        assert verdict.slip not in IN_THE_DRAWS


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("passed other matrices", "a, b = [WqA * f, WkA * f, WvA * f], [WqA * f, WkA * f, WvA * f]\n"),
        ("passed other matrices", "a, b = [WkA * f, WqA * f, WvA * f], [WkB * f, WqB * f, WvB * f]\n"),
        ("passed other matrices", "a, b = [WqB * f, WkB * f, WvB * f], [WqA * f, WkA * f, WvA * f]\n"),
        ("used Q for K", "a, b = [WqA * f, WqA * f, WvA * f], [WqB * f, WqB * f, WvB * f]\n"),
    ],
)
def test_the_old_matrices_scaled_and_passed_in_the_wrong_place_are_named(name: str, part: str) -> None:
    verdict = answer(2, OLD + part + PAIR)
    assert_named(verdict, name)
    # Whether the learner drew again, under no name, is not seen.
    assert "The draws are right" not in verdict.message

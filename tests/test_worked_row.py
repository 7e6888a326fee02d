"""One row's arithmetic against plain loops, and each slip recognised from the number that it gives."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lib.lesson import Settings, run
from lib.worked_row import ROUNDS, SLIPS, STEPS, Step, Worked, blank_keys, judge, read_number, work
from tests.settings import all_settings

KEEPER, FOG, ROLLS = 1, 6, 7
LESSON = work(run(Settings()))
MASKED = work(run(Settings(causal=True)))


def plain_scores(root: float) -> list[float]:
    """Return keeper's q · k over `root` for all keys, with plain loops."""
    lesson = run(Settings())
    x, wq, wk = lesson.X.tolist(), lesson.Wq[0].tolist(), lesson.Wk[0].tolist()

    def project(vector: list[float], matrix: list[list[float]]) -> list[float]:
        return [sum(vector[c] * matrix[c][n] for c in range(16)) for n in range(8)]

    q = project(x[KEEPER], wq)
    return [sum(a * b for a, b in zip(q, project(vector, wk), strict=True)) / root for vector in x]


def says(step: Step, number: float, typed: dict[tuple[Step, int], float] | None = None, key: int = FOG) -> str:
    """Return what is said about a number given to two decimals for keeper's row."""
    verdict = judge(LESSON, KEEPER, key, step, round(number, 2), typed or {})
    assert not verdict.right
    return verdict.says


@given(all_settings())
def test_the_last_step_gives_the_runs_weights(settings: Settings) -> None:
    result = run(settings)
    worked = work(result)
    np.testing.assert_allclose(worked.matrix("weight"), result.weights[0], atol=1e-12)
    np.testing.assert_allclose(worked.matrix("weight") @ worked.V, result.outputs[0], atol=1e-9)


def test_steps_at_the_lessons_settings() -> None:
    products, scores = plain_scores(1.0), plain_scores(math.sqrt(8))
    powers = [math.exp(score - max(scores)) for score in scores]
    weights = [power / sum(powers) for power in powers]
    for step, row in zip(STEPS, (products, scores, powers, weights), strict=True):
        np.testing.assert_allclose(LESSON.row(step, KEEPER), row, atol=1e-12)
    assert f"{weights[FOG]:.2f}" == "0.34"


def test_slips_computed_by_hand() -> None:
    products, scores = plain_scores(1.0), plain_scores(math.sqrt(8))
    powers = [math.exp(score - max(scores)) for score in scores]
    sharp = [math.exp(product) for product in products]
    flat = [math.exp(product / 8) for product in products]
    assert "√hs is missing" in says("score", products[FOG])
    assert "divided by hs" in says("score", products[FOG] / 8)
    assert "exp is missing" in says("power", scores[ROLLS] - max(scores), key=ROLLS)
    assert "exp of the score itself" in says("power", math.exp(scores[FOG]))
    assert "sum is missing" in says("weight", powers[ROLLS], key=ROLLS)
    assert "not divided by √hs" in says("weight", sharp[FOG] / sum(sharp))
    assert "divided by hs" in says("weight", flat[FOG] / sum(flat))
    assert "score by the sum of the scores" in says("weight", scores[FOG] / sum(scores))
    assert "percentage" in says("weight", 34.2)
    assert "percentage" in says("weight", 34)
    assert "leaves out" in says("weight", powers[FOG] / (sum(powers) - powers[FOG]))


@pytest.mark.parametrize("step", STEPS)
def test_every_slip_is_named_for_some_row(step: Step) -> None:
    named = set()
    for worked in (LESSON, MASKED):
        for slip in SLIPS[step]:
            with np.errstate(all="ignore"):
                numbers = slip.compute(worked)
            for query in range(8):
                for key in blank_keys(worked, query):
                    if np.isfinite(numbers[query, key]):
                        named.add(judge(worked, query, key, step, round(numbers[query, key], 2), {}).says)
    assert {slip.says for slip in SLIPS[step]} <= named


def test_a_number_that_follows_from_a_wrong_one_is_not_wrong_twice() -> None:
    wrong_score = plain_scores(1.0)[ROLLS]
    carried = 1.0  # exp(0): 3.14 would be the largest score of the row
    typed: dict[tuple[Step, int], float] = {("score", ROLLS): wrong_score, ("power", ROLLS): carried}
    assert "follows from your numbers" in says("power", carried, typed, key=ROLLS)
    powers = LESSON.row("power", KEEPER).copy()
    powers[ROLLS] = carried
    assert "follows from your numbers" in says("weight", carried / powers.sum(), typed, key=ROLLS)


def test_a_number_of_another_place_is_located() -> None:
    assert "same row at key 3" in says("score", LESSON.row("score", KEEPER)[2])
    assert "query 8" in says("score", LESSON.row("score", 7)[FOG])


@given(all_settings(), st.data())
def test_the_truth_to_two_decimals_is_right(settings: Settings, data: st.DataObject) -> None:
    worked = work(run(settings))
    query = data.draw(st.integers(0, len(settings.words) - 1))
    for key in blank_keys(worked, query):
        assert worked.visible[query, key]
        for step in STEPS:
            assert judge(worked, query, key, step, round(worked.row(step, query)[key], 2), {}).right


@given(all_settings(), st.floats(allow_nan=False, allow_infinity=False), st.data())
def test_any_number_gets_an_answer(settings: Settings, number: float, data: st.DataObject) -> None:
    worked: Worked = work(run(settings))
    query = data.draw(st.integers(0, len(settings.words) - 1))
    key, step = data.draw(st.sampled_from(blank_keys(worked, query))), data.draw(st.sampled_from(STEPS))
    typed = {(step, key): number for step in STEPS}
    verdict = judge(worked, query, key, step, number, typed)
    assert verdict.says
    assert verdict.right == (
        abs(number - worked.row(step, query)[key]) <= 0.01 + 1e-9 + abs(worked.row(step, query)[key]) / 1000
    )


def test_blank_keys_have_the_largest_weights() -> None:
    assert blank_keys(LESSON, KEEPER) == [FOG, ROLLS, 2]
    assert blank_keys(MASKED, 0) == [0]


def test_rounds_leave_more_and_more_blank() -> None:
    assert [len(blank) for blank in ROUNDS] == [0, 1, 2, 4]


@pytest.mark.parametrize(
    ("text", "number"),
    [("0.34", 0.34), (" 0,34 ", 0.34), ("−1.5", -1.5), ("", None), ("abc", None), ("nan", None), ("1e999", None)],
)
def test_reading_what_was_typed(text: str, number: float | None) -> None:
    assert read_number(text) == number


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    number = read_number(text)
    assert number is None or math.isfinite(number)

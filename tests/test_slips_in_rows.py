"""Every slip with row sums and tests of rows, written as a learner would write it, is named.

Learners' code is run here, in the test, as the browser would run it.
"""

from itertools import combinations

import numpy as np
import pytest

from lib.exercises import EXERCISES, check
from lib.exercises.probe import trial_matrices
from lib.exercises.reasons import lesson_run
from lib.exercises.slips import TOLERANCE, distance
from lib.exercises.slips_in_rows import SUM_SLIPS, TEST_SLIPS, answers_of, right_test
from tests.learner import answers_to

SOLVED = EXERCISES[3].solution.partition("print(beside_ones)")[0]
SUMS: list[tuple[str, str]] = [
    ("sums over the wrong axis", "weights_{0}.sum(axis=1)"),
    ("sums over the wrong axis", "[sum(weights_{0}[0][q][k] for q in range(8)) for k in range(8)]"),
    ("sums over the wrong axis", "weights_{0}.sum(axis=0)"),
    ("summed everything", "weights_{0}.sum()"),
    ("summed everything", "weights_{0}.sum(axis=-1).mean()"),
    ("rounded before summing", "np.round(weights_{0}, 2).sum(axis=-1)"),
    ("rounded before summing", "[sum(round(x, 1) for x in row) for row in weights_{0}[0].tolist()]"),
    ("took the largest", "weights_{0}.max(axis=-1)"),
]
TESTS: list[tuple[str, str]] = [
    ("compared with ==", "all(sum(row) == 1 for row in np.reshape(weights, (8, 8)))"),
    ("compared with ==", "np.all(weights.sum(axis=-1) == 1)"),
    ("compared with ==", "(weights.sum(axis=-1) == np.ones(8)).all()"),
    ("a difference without abs", "(weights.sum(axis=-1) - 1 < 1e-9).all()"),
    ("a difference without abs", "np.all(np.ones(8) - weights[0].sum(axis=-1) < 1e-6)"),
    ("a difference without abs", "weights.sum(axis=-1).max() < 1.0001"),
    ("sums over the wrong axis", "np.allclose(weights.sum(axis=-2), 1)"),
    ("sums over the wrong axis", "np.allclose(weights[0].sum(axis=0), 1)"),
    ("rounded before summing", "np.allclose(weights.round(2).sum(axis=-1), 1)"),
    ("rounded before summing", "(weights.round(2).sum(axis=-1) == 1).all()"),
    ("one good row was enough", "np.isclose(weights.sum(axis=-1), 1).any()"),
    ("looked at the first row only", "abs(sum(weights[0]) - 1) < 1e-9"),
    ("summed everything", "np.isclose(weights.sum(), 8)"),
    ("summed everything", "bool(abs(weights.sum(axis=-1).mean() - 1) < 1e-9)"),
    ("too wide a tolerance", "np.all(np.round(weights.sum(axis=-1), 1) == 1)"),
    ("always yes", "np.allclose(weights_A.sum(axis=-1), 1)"),
    ("always no", "weights.sum(axis=-1) is np.ones(8)"),
    ("one answer a row", "np.isclose(weights.sum(axis=-1), 1)"),
    ("one answer a row", "weights.sum(axis=-1) == 1"),
]
REFUSED: list[tuple[str, str]] = [
    ("print('fine')", "without giving anything back"),
    ("'yes'", "something else than True or False"),
    ("weights.no_such_method()", "stops with an error"),
    ("1 / 0", "stops with an error"),
    ("not np.allclose(weights.sum(axis=-1), 1)", "eight rows of equal eighths were refused"),
]


def with_test(expression: str) -> str:
    return SOLVED.replace("bool(np.allclose(weights.sum(axis=-1), 1))", expression)


@pytest.mark.parametrize(("name", "sums"), SUMS)
@pytest.mark.parametrize("heads", ["A", "B", "AB"])
def test_a_slip_in_the_sums_is_named(name: str, sums: str, heads: str) -> None:
    program = SOLVED + "".join(f"sums_{head} = {sums.format(head)}\n" for head in heads)
    verdict = check(3, answers_to(3, program))
    assert verdict.slip == name, verdict.message
    assert not verdict.passed


@pytest.mark.parametrize("sums", ["weights_A[0].sum(-1)", "np.ones(8)"])
def test_what_passes_claims_only_what_sums_of_1_can_show(sums: str) -> None:
    verdict = check(3, answers_to(3, SOLVED + f"sums_B = {sums}\n"))
    assert verdict.passed
    assert verdict.message.startswith("sums_A and sums_B are 1 in every row but for rounding")
    assert "cannot tell one list from the other" in verdict.message


@pytest.mark.parametrize("head", ["A", "B"])
def test_the_sums_of_only_one_head_are_named(head: str) -> None:
    verdict = check(3, answers_to(3, SOLVED + f"del sums_{head}\n"))
    assert verdict.slip == "sums of only one head"
    assert f"those of head {head} are not there yet" in verdict.message


@pytest.mark.parametrize(("name", "expression"), TESTS)
def test_a_slip_in_the_test_of_rows_is_named(name: str, expression: str) -> None:
    verdict = check(3, answers_to(3, with_test(expression)))
    assert verdict.slip == name, verdict.message
    assert not verdict.passed


@pytest.mark.parametrize(("expression", "said"), REFUSED)
def test_what_is_no_test_is_told_why(expression: str, said: str) -> None:
    verdict = check(3, answers_to(3, with_test(expression)))
    assert verdict.slip is None
    assert said in verdict.message


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        ("sums_A", "it is 8."),
        ("np.column_stack([weights_A[0][0], np.ones(8)])", "something else than head A's sums and ones"),
        ("'1 1'", "cannot read it"),
        ("None", "is not there yet"),
    ],
)
def test_sums_that_are_not_beside_ones_are_told_why(beside: str, said: str) -> None:
    verdict = check(3, answers_to(3, SOLVED + f"beside_ones = {beside}\n"))
    assert not verdict.passed
    assert said in verdict.message


def test_the_trials_tell_each_wrong_test_from_the_right_one_and_from_the_others() -> None:
    right = answers_of(right_test)
    assert right == [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    for slip in TEST_SLIPS:
        assert all(answers_of(wrong) != right for wrong in slip.compute), slip.name
    for one, other in combinations(TEST_SLIPS, 2):
        for a in one.compute:
            assert all(answers_of(a) != answers_of(b) for b in other.compute), f"{one.name}, {other.name}"


def test_the_hair_is_off_in_every_order_of_summing() -> None:
    row, stream = trial_matrices()["hair"][0], np.random.RandomState(0)
    assert {float(sum(stream.permutation(row))) for _ in range(100)} == {1 + 2.0**-51}


def test_no_wrong_sums_are_ones() -> None:
    for weights in lesson_run().weights:
        for slip in SUM_SLIPS:
            for wrong in slip.compute(weights):
                # The mean of the sums is 1; its shape is what gives it away.
                assert wrong.shape == (1,) or distance(wrong, np.ones_like(wrong)) > TOLERANCE, slip.name


def test_a_test_that_fits_flat_weights_only_is_told_where_it_errs() -> None:
    flat, both = (
        check(
            3,
            answers_to(3, EXERCISES[3].solution + f"is_distribution = lambda w: np.allclose(w.sum(axis={axis}), 1)\n"),
        )
        for axis in (1, -1)
    )
    assert flat.passed
    assert both.passed
    assert "as long as they are 8 × 8. On 1 × 8 × 8, as weights_A comes from attention, it errs" in flat.message
    assert "it errs" not in both.message

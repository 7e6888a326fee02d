"""lib.comparison: the lesson's gap, favourites and survey, and each measure on rows made by hand."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.attention import Array, softmax
from lib.comparison import Survey, disagreements, divergence_bits, entropy_bits, focus, max_gap, survey
from lib.lesson import MAX_SEED, Settings, run
from tests.reference import REFERENCE, assert_close
from tests.settings import all_settings, scales

LESSON = run(Settings(heads=3))
A, B, C = LESSON.weights
HEADS = {"A": A, "B": B, "C": C}
pairs = pytest.mark.parametrize("pair", ["AB", "AC", "BC"])
rows = st.lists(st.floats(0, 1), min_size=4, max_size=4).filter(lambda row: sum(row) > 0.01)


def distribution(row: list[float]) -> Array:
    """Scale a row of numbers so that it sums to 1."""
    return np.array(row) / sum(row)


@pairs
def test_gap_of_the_lesson(pair: str) -> None:
    gap = max_gap(HEADS[pair[0]], HEADS[pair[1]])
    assert round(gap.value, 4) == REFERENCE["max_abs_gap"][pair]


def test_cell_of_the_lessons_gap() -> None:
    gap, cell = max_gap(A, B), REFERENCE["max_abs_gap_cell_AB"]
    assert (gap.query, gap.key) == (cell["query_position"], cell["key_position"])
    assert (LESSON.words[gap.query], LESSON.words[gap.key]) == (cell["query"], cell["key"])
    assert round(A[gap.query, gap.key], 4) == cell["A"]
    assert round(B[gap.query, gap.key], 4) == cell["B"]


@pytest.mark.parametrize("head", ["A", "B", "C"])
def test_focus_of_the_lesson(head: str) -> None:
    assert focus(HEADS[head], LESSON.words) == REFERENCE["focus"][head]


@pairs
@pytest.mark.parametrize("words", [None, LESSON.words], ids=["by position", "by word"])
def test_disagreements_of_the_lesson(pair: str, words: tuple[str, ...] | None) -> None:
    differing = disagreements(HEADS[pair[0]], HEADS[pair[1]], words)
    assert len(differing) == REFERENCE["rows_that_disagree"][pair]


def test_rows_in_which_three_heads_differ() -> None:
    of_each = zip(*(focus(head, LESSON.words) for head in LESSON.weights), strict=True)
    three = [row for row, words in enumerate(of_each) if len(set(words)) == 3]
    assert three == REFERENCE["rows_where_all_three_differ"]


def test_a_smaller_scale_shrinks_the_gap_and_keeps_the_focus() -> None:
    expected = REFERENCE["exercise_2"]
    small = run(Settings(scale=expected["scale"]))
    assert_close(max_gap(*small.weights).value, expected["max_abs_gap_AB"])
    assert_close(small.weights.min(), expected["smallest_weight"])
    assert_close(small.weights.max(), expected["largest_weight"])
    for head, weights in zip("AB", small.weights, strict=True):
        assert focus(weights, small.words) == REFERENCE["focus"][head]
    # log(w_i / w_j) is a difference of scores, and scores scale by the square.
    before, after = (np.log(head / head[:, :1]) for head in (A, small.weights[0]))
    assert_close(after, before * expected["logit_ratio"])


def test_the_mean_of_two_heads_is_not_two_opinions() -> None:
    expected = REFERENCE["averaging"]
    mean = (A + B) / 2
    assert focus(mean, LESSON.words) == expected["focus_of_mean_of_A_and_B"]
    for name, weights in {"A": A, "B": B, "average": mean, "uniform": np.full((8, 8), 1 / 8)}.items():
        assert round(entropy_bits(weights).mean(), 3) == expected["mean_entropy_bits"][name]


def test_links_covered_by_the_first_heads() -> None:
    links: set[tuple[int, str]] = set()
    counts = []
    for weights in run(Settings(heads=8)).weights:
        links |= set(enumerate(focus(weights, LESSON.words)))
        counts.append(len(links))
    assert counts == REFERENCE["head_count"]["distinct_word_links_for_1_to_8_heads"]
    assert len(LESSON.words) * len(LESSON.vocabulary) == REFERENCE["head_count"]["of"]


def test_the_causal_mask_in_numbers() -> None:
    a, b = run(Settings(causal=True)).weights
    assert round(max_gap(a, b).value, 4) == REFERENCE["causal_mask"]["max_abs_gap_AB"]
    assert len(disagreements(a, b)) == REFERENCE["causal_mask"]["rows_that_disagree"]


def test_gap_finds_value_row_and_column_whatever_the_sign() -> None:
    a, b = np.array([[0.5, 0.5], [0.9, 0.1]]), np.array([[0.4, 0.6], [0.2, 0.8]])
    for gap in (max_gap(a, b), max_gap(b, a)):
        assert_close(gap.value, 0.7)
        assert gap.query == 1
    wide = max_gap(np.array([[0.1, 0.2, 0.7]]), np.array([[0.1, 0.6, 0.3]]))
    assert (wide.query, wide.key) == (0, 1)
    assert max_gap(a, a).value == 0.0


def test_twins_disagree_by_position_but_not_by_word() -> None:
    a, b = np.array([[0.6, 0.1, 0.3]]), np.array([[0.3, 0.1, 0.6]])
    assert disagreements(a, b) == [0]
    assert disagreements(a, b, ["the", "fog", "the"]) == []
    assert disagreements(a, b, ["the", "fog", "lantern"]) == [0]


def test_focus_of_equals_is_the_first() -> None:
    assert focus(np.array([[0.2, 0.4, 0.4], [0.0, 0.0, 1.0]]), "abc") == ["b", "c"]


def test_entropy_of_rows_made_by_hand() -> None:
    table = np.array([[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.5, 0.25, 0.125, 0.125], [0.25] * 4])
    assert_close(entropy_bits(table), [0, 1, 1.75, 2])


def test_an_entropy_of_0_is_printed_without_a_minus_sign() -> None:
    assert f"{entropy_bits(np.array([0.0, 1.0])):.2f}" == "0.00"
    assert f"{entropy_bits(np.array([1.0])):.2f}" == "0.00"


def test_divergence_of_rows_made_by_hand() -> None:
    a, b = np.array([[1, 0], [0.5, 0.5], [1, 0]]), np.array([[0, 1], [0.5, 0.5], [0.5, 0.5]])
    # The last: the mean is (3/4, 1/4) with 0.811 bits, less half of the 1 bit of b.
    assert_close(divergence_bits(a, b), [1, 0, 2 - 0.75 * np.log2(3) - 0.5])


def test_divergence_of_nearly_equal_rows_is_not_negative() -> None:
    scores = 1e-8 * np.random.RandomState(0).randn(2, 1000, 8)
    assert divergence_bits(softmax(scores[0]), softmax(scores[1])).min() >= 0


@given(rows, rows)
def test_measures_stay_within_their_bounds(one: list[float], other: list[float]) -> None:
    a, b = distribution(one), distribution(other)
    assert -1e-12 <= entropy_bits(a) <= 2 + 1e-12
    assert 0 <= divergence_bits(a, b) <= 1 + 1e-12
    assert_close(divergence_bits(a, b), divergence_bits(b, a))
    assert_close(divergence_bits(a, a), 0.0)
    assert max_gap(a[None], b[None]).value <= 1


@cache
def lesson_survey() -> Survey:
    """Run the lesson's 5,000 seeds once for all tests."""
    return survey(Settings(), range(5000))


def test_survey_of_the_lesson() -> None:
    expected, found = REFERENCE["survey_of_seeds_0_to_4999"], lesson_survey()
    low, high = np.percentile(found.gaps, [5, 95])
    assert round(found.gaps.mean(), 3) == expected["mean_gap"]
    assert round(float(np.median(found.gaps)), 3) == expected["median_gap"]
    assert [round(low, 3), round(high, 3)] == expected["gap_5_to_95_percent"]
    # The lesson's own seed is among them, and its gap may be rounded differently in a larger batch.
    mild = found.gaps <= max_gap(A, B).value + 1e-12
    assert round(mild.mean(), 4) == expected["share_of_seeds_with_gap_at_most_the_lessons"]
    assert round(found.rows.mean(), 3) == expected["mean_rows_that_disagree"]
    assert round((found.rows >= 7).mean(), 4) == expected["share_with_7_or_8_rows"]


def test_survey_of_the_lesson_holds_the_lesson() -> None:
    assert_close(lesson_survey().gaps[42], max_gap(A, B).value)
    assert lesson_survey().rows[42] == 7


@settings(max_examples=25)
@given(all_settings(scale=scales(0.01)), st.lists(st.integers(0, MAX_SEED), min_size=1, max_size=6))
def test_survey_equals_running_each_seed(chosen: Settings, seeds: list[int]) -> None:
    check_survey(chosen, seeds)


@pytest.mark.parametrize("vectors", ["lesson", "per word"])
def test_a_long_survey_equals_running_each_seed(vectors: str) -> None:
    check_survey(Settings(causal=True, vectors=vectors), range(100, 700))  # type: ignore[arg-type]


def check_survey(chosen: Settings, seeds: Sequence[int]) -> None:
    """Fail unless the survey of `seeds` is what single runs give; rows by word."""
    found = survey(chosen, seeds)
    assert len(found.gaps) == len(found.rows) == len(seeds)
    for seed, gap, count in zip(seeds, found.gaps, found.rows, strict=True):
        single = run(replace(chosen, seed=seed, heads=2))
        a, b = single.weights
        assert_close(gap, max_gap(a, b).value, 1e-9)
        assert count == len(disagreements(a, b, single.words))


def test_survey_leaves_the_number_of_heads_out() -> None:
    one, many = survey(Settings(heads=1), [42]), survey(Settings(heads=16), [42])
    assert one.gaps[0] == many.gaps[0]
    assert round(one.gaps[0], 4) == REFERENCE["max_abs_gap"]["AB"]


def test_survey_counts_by_word_when_rounding_parts_the_twins(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = [[0.4, 0.2, 0.4 + 1e-16]] * 3, [[0.4 + 1e-16, 0.2, 0.4]] * 3
    monkeypatch.setattr("lib.comparison.attention_weights", lambda *_: np.array([[a, b]]))
    assert survey(Settings(sentence="the fog the"), [0]).rows.tolist() == [0]

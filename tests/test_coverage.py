"""lib.coverage and lib.splitting: the lesson's counts, an oracle in loops, and what must always hold."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lib.attention import attention
from lib.coverage import coverage, coverage_of, covered_by_sharing, favourites, head_counts, possible_links, shared
from lib.lesson import MAX_HEADS, MAX_SIZE, Settings, run
from lib.splitting import compare, split
from tests.reference import REFERENCE
from tests.settings import all_settings

LESSON = Settings(heads=MAX_HEADS)


def test_coverage_of_the_lesson() -> None:
    expected = REFERENCE["head_count"]
    assert coverage_of(LESSON).covered[:8] == tuple(expected["distinct_word_links_for_1_to_8_heads"])
    assert possible_links(LESSON.words, causal=False) == expected["of"]
    assert coverage_of(LESSON).undecided == 0


@given(all_settings())
def test_coverage_against_sets_of_pairs(settings: Settings) -> None:
    weights, words = run(settings).weights, settings.words
    covered: set[tuple[int, str]] = set()
    counted, favoured, undecided = [], [], 0
    for head in weights:
        of_head = set()
        for row, values in enumerate(head):
            top = {words[key] for key, value in enumerate(values) if value >= max(values) - 1e-12}
            if len(top) == 1:
                of_head.add((row, top.pop()))
            else:
                undecided += 1
        covered |= of_head
        counted.append(len(covered))
        favoured.append(len({word for _, word in of_head}))
    found = coverage(weights, words)
    assert found.covered == tuple(counted)
    assert found.favoured == tuple(favoured)
    assert found.undecided == undecided


@given(all_settings(heads=st.just(4)))
def test_links_stay_within_what_is_possible(settings: Settings) -> None:
    covered = coverage_of(settings).covered
    assert list(covered) == sorted(covered)
    assert covered[0] <= len(settings.words)
    assert covered[-1] <= possible_links(settings.words, settings.causal)


def test_a_mask_leaves_earlier_words_only() -> None:
    assert possible_links(["a", "b", "a", "c"], causal=True) == 1 + 2 + 2 + 3


def test_favourites_are_the_focus_words_of_the_lesson() -> None:
    assert favourites(run(Settings()).weights, LESSON.words) == [REFERENCE["focus"]["A"], REFERENCE["focus"]["B"]]


def test_a_tie_of_different_words_is_no_favourite_and_one_of_equal_words_is() -> None:
    weights = np.array([[[0.4, 0.4, 0.2], [0.4, 0.2, 0.4], [0.2, 0.2, 0.6]]])
    assert favourites(weights, ["a", "b", "a"]) == [[None, "a", "a"]]
    assert coverage_of(Settings(scale=0.0)).covered == (0, 0)


@given(all_settings(head_size=st.just(1), causal=st.just(False), heads=st.just(3)))
def test_one_number_a_head_allows_two_focus_words(settings: Settings) -> None:
    assert max(coverage_of(settings).favoured) <= 2


def test_a_mask_lets_a_head_of_one_number_have_more_than_two() -> None:
    masked = replace(LESSON, head_size=1, causal=True)
    assert max(coverage_of(masked).favoured) > 2


@pytest.mark.parametrize("width", range(1, MAX_SIZE + 1))
def test_offered_head_counts_share_the_width_without_a_rest(width: int) -> None:
    offered = head_counts(width)
    assert offered == [h for h in range(1, 17) if width / h == width // h]
    for heads in offered:
        split_up = shared(LESSON, width, heads)
        drawn = run(replace(split_up, sentence="a b"))
        assert drawn.Wq.size + drawn.Wk.size + drawn.Wv.size == 3 * width * width


def test_splitting_takes_neighbouring_columns() -> None:
    wide = np.arange(12.0).reshape(2, 6)
    assert split(wide, 3).tolist() == [[[0, 1], [6, 7]], [[2, 3], [8, 9]], [[4, 5], [10, 11]]]


@given(all_settings(heads=st.integers(1, 5), head_size=st.integers(1, 6)))
def test_one_wide_projection_gives_the_same_heads(settings: Settings) -> None:
    drawn = run(settings)
    check = compare(drawn.X, (drawn.Wq, drawn.Wk, drawn.Wv), settings.causal)
    assert check.difference <= 1e-9 * max(1.0, check.largest)
    outputs, _ = attention(drawn.X, drawn.Wq, drawn.Wk, drawn.Wv, settings.causal)
    np.testing.assert_allclose(check.largest, np.abs(outputs).max(), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("settings", [LESSON, Settings(seed=7, causal=True, vectors="per word")])
@pytest.mark.parametrize("width", [1, 12, 64])
def test_heads_that_share_a_width_are_those_of_their_own_runs(settings: Settings, width: int) -> None:
    alone = tuple((h, coverage_of(shared(settings, width, h)).covered[-1]) for h in head_counts(width))
    assert covered_by_sharing(settings, width) == alone

"""How words and numbers stand in prose."""

import re
import unicodedata

import numpy as np
import pytest

from lib.lesson import Settings, run
from lib.ui.text import breakable, fixed, isolated, largest_gap, percent, reading, tiny, word


@pytest.mark.parametrize("typed", ["שלום", "مرحبا", "\u202eabc", "a\u2069\u202eb"])
def test_letters_written_leftward_turn_nothing_beside_them(typed: str) -> None:
    shown = isolated(typed)
    assert (shown[0], shown[-1]) == ("\u2068", "\u2069")
    # Nothing inside may end the isolation or start another.
    assert not set(shown[1:-1]) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def test_other_words_stand_as_they_were_typed() -> None:
    assert word("fog") == "`fog`"
    assert isolated("👩\u200d👩\u200d👧") == "👩\u200d👩\u200d👧"


@pytest.mark.parametrize("typed", ["fog", "incomprehensible", "x" * 200, "ab👩\u200d👩\u200d👧" * 5, "e\u0301" * 30])
def test_long_words_may_break_between_letters_only(typed: str) -> None:
    parts = breakable(typed).split("\u200b")
    assert "".join(parts) == typed
    assert max(map(len, parts)) <= 16
    assert all(unicodedata.category(part[0])[0] not in "MC" for part in parts)
    assert not any(part.endswith("\u200d") for part in parts)


def test_even_rows_are_read_with_the_share_that_a_cell_rounds() -> None:
    assert reading(np.full(8, 1 / 8), list("abcdefgh"), 1) == "`b` gives every word the same 12.5\u00a0%."


def test_shares_near_the_ends_are_not_rounded_to_them() -> None:
    assert [percent(share) for share in (0.0, 0.004, 0.5, 0.996, 1.0)] == [
        "0\u00a0%",
        "under 1\u00a0%",
        "50\u00a0%",
        "over 99\u00a0%",
        "100\u00a0%",
    ]


def test_a_tiny_difference_does_not_break_at_its_hyphen() -> None:
    assert tiny(0) == "0"
    assert tiny(6e-17) == "6e\u201117"


def test_a_small_gap_shows_the_digits_that_differ() -> None:
    assert [fixed(value) for value in (0.2617, 0.0019, 0.000048, 4.8e-9, 0.0)] == [
        *("0.2617", "0.0019", "0.000048", "0.0000000048", "0.0000")
    ]
    assert fixed(0.2617, 3) == "0.262"
    for scale in (0.3, 0.02, 0.01, 1e-3, 1e-5):
        result = run(Settings(scale=scale))
        A, B = result.weights
        told = largest_gap(A, B, result.words)
        gap, in_a, in_b = (float(number) for number in re.findall(r"(?<![\w.])0\.\d+", told))
        assert abs(in_a - in_b) == pytest.approx(gap, rel=0.1)

"""Settings: every bound holds on both sides, and a refusal says what to change."""

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lib.lesson import Settings, SettingsError, run
from tests.settings import HOSTILE_WORDS, REFUSED_SENTENCES, all_settings

NOT_NUMBERS = [None, "7", "", b"7", [7], {7}, 7j, float("nan"), float("inf"), -float("inf"), True, False]
NOT_WHOLE = [*NOT_NUMBERS, 7.0, 7.5]

REFUSED = {
    "sentence": (
        [*REFUSED_SENTENCES, None, b"fog", 7, ["fog"]],
        "type at least one word|keep 24 or fewer|shorten it to 200 or fewer|type a letter",
    ),
    "seed": ([*NOT_WHOLE, -1, 2**32, 10**400], r"seed must be a whole number from 0 to 4294967295\."),
    "scale": (
        [*NOT_NUMBERS, -0.001, 2.001, -1, 3, 10**400, -(10**400)],
        r"scale must be a number from 0 to 2\.",
    ),
    "width": ([*NOT_WHOLE, -1, 0, 65, 10**400], r"width C must be a whole number from 1 to 64\."),
    "head_size": ([*NOT_WHOLE, -1, 0, 65, 10**400], r"head size hs must be a whole number from 1 to 64\."),
    "heads": ([*NOT_WHOLE, -1, 0, 17, 10**400], r"number of heads must be a whole number from 1 to 16\."),
    "causal": ([None, 0, 1, "yes", "True", float("nan")], r"choose True or False\."),
    "vectors": ([None, "", "Lesson", "per-word", 1, [], {}], r"choose one of the two\."),
}

ACCEPTED = {
    "sentence": ["fog", "a" * 200, "fog " * 24, "  fog\trolls\n", *HOSTILE_WORDS],
    "seed": [0, 2**32 - 1],
    "scale": [0, 0.0, 1, 2, 2.0, 5e-324],
    "width": [1, 64],
    "head_size": [1, 64],
    "heads": [1, 16],
    "causal": [True, False],
    "vectors": ["lesson", "per word"],
}


def cases(table: dict[str, Any]) -> list[Any]:
    """Return one pytest parameter a field and value."""
    return [
        pytest.param(field, value, id=f"{field} {ascii(value)[:30]}")
        for field, entry in table.items()
        for value in (entry[0] if isinstance(entry, tuple) else entry)
    ]


@pytest.mark.parametrize(("field", "value"), cases(REFUSED))
def test_what_is_outside_is_refused_with_advice(field: str, value: object) -> None:
    with pytest.raises(SettingsError, match=REFUSED[field][1]) as refusal:
        Settings(**{field: value})  # type: ignore[arg-type]
    sentence = str(refusal.value)
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert len(sentence) < 120


@pytest.mark.parametrize(("field", "value"), cases(ACCEPTED))
def test_what_is_inside_runs(field: str, value: object) -> None:
    assert getattr(run(Settings(**{field: value})).settings, field) == value  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sentence", "number"), [("fog " * 25, "25 words"), ("a" * 201, "201 characters"), ("a \u200b", "Word 2")]
)
def test_a_refused_sentence_hears_its_own_number(sentence: str, number: str) -> None:
    with pytest.raises(SettingsError, match=number):
        Settings(sentence=sentence)


def test_a_refusal_is_a_value_error() -> None:
    assert issubclass(SettingsError, ValueError)


def test_words_are_split_on_white_space_and_keep_their_case() -> None:
    assert Settings(sentence="  The the\tTHE\u2003fog.\n").words == ("The", "the", "THE", "fog.")


@given(all_settings())
def test_settings_are_values(chosen: Settings) -> None:
    assert chosen == replace(chosen)
    assert hash(chosen) == hash(replace(chosen))
    with pytest.raises(FrozenInstanceError):
        chosen.seed = 1  # type: ignore[misc]


anything = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.lists(st.none())


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(REFUSED, anything)))
def test_anything_else_is_a_setting_or_a_refusal(fields: dict[str, Any]) -> None:
    try:
        chosen = Settings(**fields)
    except SettingsError:
        return
    assert run(chosen).weights.shape[0] == chosen.heads

"""The readers who underline: their rules on the lesson's sentence and on odd ones."""

import pytest
from hypothesis import given

from lib.readers import READERS, before_a_repeat, length, longest, repeated, short
from tests.settings import sentences

LESSON = ["the", "keeper", "lights", "the", "lantern", "when", "fog", "rolls"]


def test_rules_on_the_lessons_sentence() -> None:
    assert repeated(LESSON) == [0, 3]
    assert before_a_repeat(LESSON) == [2]
    assert longest(LESSON) == [4]
    assert short(LESSON) == [0, 3, 6]


def test_each_repeat_counts() -> None:
    words = ["a", "a", "b", "a"]
    assert repeated(words) == [0, 1, 3]
    assert before_a_repeat(words) == [0, 2]


def test_one_word() -> None:
    assert [reader.rule(["lantern"]) for reader in READERS] == [[], [], [0], []]


def test_equally_long_words_are_all_the_longest() -> None:
    assert longest(["fog", "sea", "a"]) == [0, 1]


@pytest.mark.parametrize(("word", "characters"), [("e\u0301", 1), ("a\u200bb", 2), ("fog", 3), ("日本語", 3)])
def test_marks_and_joiners_do_not_lengthen_a_word(word: str, characters: int) -> None:
    assert length(word) == characters


@given(sentences())
def test_every_rule_gives_positions_in_order(sentence: str) -> None:
    words = sentence.split()
    for reader in READERS:
        marked = reader.rule(words)
        assert marked == sorted(set(marked))
        assert all(0 <= position < len(words) for position in marked)

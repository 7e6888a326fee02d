"""Readers who underline: simple rules that each pick some words of any sentence.

The analogy is the lesson's ("Why One Head Isn't Enough"): one reader with one rule leaves one kind of
underline. The rules look at the words alone and have nothing to do with a run's weights.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

SHORT = 3  # characters


class Reader(NamedTuple):
    """One reader: a short name, what is underlined, and the rule that finds the positions."""

    name: str
    underlines: str
    rule: Callable[[Sequence[str]], list[int]]


def repeated(words: Sequence[str]) -> list[int]:
    """Return the positions of the words that occur more than once."""
    times = Counter(words)
    return [position for position, word in enumerate(words) if times[word] > 1]


def before_a_repeat(words: Sequence[str]) -> list[int]:
    """Return the positions just before a word that has occurred already."""
    return [position - 1 for position, word in enumerate(words) if word in words[:position]]


def longest(words: Sequence[str]) -> list[int]:
    """Return the positions of the longest words, all of them where several are equally long."""
    lengths = [length(word) for word in words]
    return [position for position, characters in enumerate(lengths) if characters == max(lengths)]


def short(words: Sequence[str]) -> list[int]:
    """Return the positions of the words of at most three characters."""
    return [position for position, word in enumerate(words) if length(word) <= SHORT]


def length(word: str) -> int:
    """Count a word's characters as one sees them: marks and joiners belong to the one before."""
    return sum(unicodedata.category(character) not in ("Mn", "Me", "Cf") for character in word)


READERS = (
    Reader("repeats", "every word that occurs more than once", repeated),
    Reader("before", "the word just before one that has occurred already", before_a_repeat),
    Reader("longest", "the longest words", longest),
    Reader("short", "words of at most three characters", short),
)

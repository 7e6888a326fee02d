"""The lesson's demonstration: a sentence, a seed and a few sizes become two untrained heads.

Follows "Why One Head Isn't Enough", the lesson that this app accompanies. Its numbers come from NumPy's
legacy stream, drawn in one fixed order: the word vectors, then Wq, Wk and Wv of head A, then those of
head B, and so on. Another order, or another generator, gives other numbers.
"""

import hashlib
import operator
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from lib.attention import Array, attention

Vectors = Literal["lesson", "per word"]

MAX_WORDS = 24
MAX_CHARACTERS = 200
MAX_SEED = 2**32 - 1
MAX_SCALE = 2.0
MAX_SIZE = 64
MAX_HEADS = 16
# Format characters (Cf) such as a zero-width space, combining marks (Mn, Me) and unassigned code points
# draw nothing by themselves, so a word made only of them would be a blank on every axis.
INVISIBLE = {"Cc", "Cf", "Cn", "Mn", "Me"}
# Hangul fillers and the empty Braille cell are blank too; Unicode counts them as letters and a symbol.
BLANK = "\u115f\u1160\u3164\uffa0\u2800"


class SettingsError(ValueError):
    """A setting is out of range; the text says what to change, to the person who typed it."""


@dataclass(frozen=True)
class Settings:
    """All that a run depends on; the defaults are the lesson's. Raises `SettingsError` when out of range.

    `width` is C, `head_size` is hs. `vectors="lesson"` draws one block for the sorted vocabulary, so that
    a new word moves every vector; `"per word"` makes each vector from the seed and its own word.
    """

    sentence: str = "the keeper lights the lantern when fog rolls"
    seed: int = 42
    scale: float = 0.3
    width: int = 16
    head_size: int = 8
    heads: int = 2
    causal: bool = False
    vectors: Vectors = "lesson"

    def __post_init__(self) -> None:
        _check_sentence(self.sentence)
        _check_whole("seed", self.seed, 0, MAX_SEED)
        _check_scale(self.scale)
        _check_whole("width C", self.width, 1, MAX_SIZE)
        _check_whole("head size hs", self.head_size, 1, MAX_SIZE)
        _check_whole("number of heads", self.heads, 1, MAX_HEADS)
        if not isinstance(self.causal, bool):
            raise SettingsError("The causal mask is either on or off: choose True or False.")
        if self.vectors not in get_args(Vectors):
            raise SettingsError('Word vectors come the "lesson" way or "per word": choose one of the two.')

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The T tokens: the sentence split on white space, case kept."""
        return tuple(self.sentence.split())

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The V distinct words, sorted."""
        return tuple(sorted(set(self.words)))

    @cached_property
    def ids(self) -> NDArray[np.intp]:
        """The place of each word in the vocabulary, (T,): equal words have equal ids."""
        return np.array([self.vocabulary.index(word) for word in self.words])


def _check_sentence(sentence: str) -> None:
    if not isinstance(sentence, str) or not sentence.strip():
        raise SettingsError("The sentence is empty: type at least one word.")
    if len(sentence) > MAX_CHARACTERS:
        raise SettingsError(f"The sentence has {len(sentence)} characters: shorten it to {MAX_CHARACTERS} or fewer.")
    words = sentence.split()
    if len(words) > MAX_WORDS:
        raise SettingsError(f"The sentence has {len(words)} words: keep {MAX_WORDS} or fewer.")
    for place, word in enumerate(words, start=1):
        if all(letter in BLANK or unicodedata.category(letter) in INVISIBLE for letter in word):
            raise SettingsError(f"Word {place} has no visible character: delete it or type a letter there.")


def _check_whole(name: str, value: int, low: int, high: int) -> None:
    try:
        inside = not isinstance(value, bool) and low <= operator.index(value) <= high
    except TypeError:
        inside = False
    if not inside:
        raise SettingsError(f"The {name} must be a whole number from {low} to {high}.")


def _check_scale(scale: float) -> None:
    number = isinstance(scale, (int, float, np.floating)) and not isinstance(scale, bool)
    if not (number and 0 <= scale <= MAX_SCALE):  # nan is not either
        raise SettingsError(f"The init scale must be a number from 0 to {MAX_SCALE:g}.")


@dataclass(frozen=True)
class Run:
    """One run of the demonstration: T words, h heads; head 0 is A, head 1 is B, and so on."""

    settings: Settings
    words: tuple[str, ...]  # T of them, in the sentence's order
    vocabulary: tuple[str, ...]  # the distinct words, sorted
    X: Array  # (T, C)
    Wq: Array  # (h, C, hs)
    Wk: Array  # (h, C, hs)
    Wv: Array  # (h, C, hs)
    weights: Array  # (h, T, T): rows are queries, columns are keys
    outputs: Array  # (h, T, hs)


def run(settings: Settings) -> Run:
    """Draw the vectors and projections of `settings` and run every head over the same X."""
    X, Wq, Wk, Wv = draw(settings)
    outputs, weights = attention(X, Wq, Wk, Wv, settings.causal)
    return Run(settings, settings.words, settings.vocabulary, X, Wq, Wk, Wv, weights, outputs)


def draw(
    settings: Settings, seed: int | None = None, stream: np.random.RandomState | None = None
) -> tuple[Array, Array, Array, Array]:
    """Draw X (T, C), Wq, Wk and Wv (h, C, hs) from the lesson's stream, in the lesson's order.

    Whoever draws under thousands of seeds passes each `seed` in place of the settings' own, and one `stream`
    to be seeded anew: checking settings and making a stream take longer than the draw.
    """
    seed = settings.seed if seed is None else seed
    # RandomState is np.random.seed's stream without its global state: other visitors draw at the same time.
    stream = stream or np.random.RandomState()
    stream.seed(seed)
    C = settings.width
    if settings.vectors == "lesson":
        table = stream.randn(len(settings.vocabulary), C)  # (V, C), unit scale
    else:
        table = np.stack([word_vector(word, seed, C) for word in settings.vocabulary])  # (V, C)
    X = table[settings.ids]  # (T, C)
    # One call draws what the lesson draws in turn: Wq, Wk, Wv of head A, then of head B, ...
    W = settings.scale * stream.randn(settings.heads, 3, C, settings.head_size)  # (h, 3, C, hs)
    return X, W[:, 0], W[:, 1], W[:, 2]


def word_vector(word: str, seed: int, width: int) -> Array:
    """Return the vector (width,) that `word` has under `seed`, whatever the other words are."""
    # SHA-256 is the same on every machine; Python's own hash changes with each process.
    digest = hashlib.sha256(f"{seed}:{word}".encode("utf-8", "surrogatepass")).digest()
    return np.random.RandomState(np.frombuffer(digest, dtype="<u4")).randn(width)

"""Hypothesis strategies for Settings and for sentences that try to break something.

Use `all_settings()` for anything Settings allows; fix or narrow single fields by keyword:
`all_settings(causal=st.just(False), width=st.integers(1, 8))`.
"""

from typing import Any

from hypothesis import strategies as st

from lib.lesson import (
    MAX_CHARACTERS,
    MAX_HEADS,
    MAX_SCALE,
    MAX_SEED,
    MAX_SIZE,
    MAX_WORDS,
    Settings,
)

LESSON_WORDS = ("the", "keeper", "lights", "lantern", "when", "fog", "rolls")

# Words that mean something to a browser, to Markdown, to Streamlit, to Vega or to Python.
HOSTILE_WORDS = (
    "<b>bold</b>",
    "<script>alert(1)</script>",
    "&amp;",
    "$x^2$",
    "**bold**",
    "_a_",
    "`code`",
    "#",
    "|",
    "[link](/)",
    ":red[x]",
    ":material/home:",
    ":smile:",
    "[datum.value]",
    "a.b[0]:q",
    "datum['key']",
    "__proto__",
    "constructor",
    "\\",
    "C:\\new\\table",
    '"quoted"',
    "it's",
    "'''",
    "{x}",
    "%s",
    "nan",
    "1e400",
    "None",
    "=1+1",
    "שלום",
    "مرحبا",
    "٣",
    "日本語",
    "e\u0301",
    "a\u200bb",
    "\u202eabc",
    "👩\u200d👩\u200d👧",
    "🏳\ufe0f\u200d🌈",
)

# Hangul fillers and the empty Braille cell: letters and a symbol to Unicode, blanks to the eye.
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"

# What Settings must refuse, however it arrives.
REFUSED_SENTENCES = (
    "",
    " \t\n",
    "\u200b",
    "fog \u200d\ufeff rolls",
    "\u0301",
    *(f"fog {blank}" for blank in BLANK_LETTERS),
    " ".join(["fog"] * (MAX_WORDS + 1)),
    "a" * (MAX_CHARACTERS + 1),
)


def words() -> st.SearchStrategy[str]:
    """Return a strategy of single words: the lesson's often (so that some repeat), hostile ones, any text."""
    visible = st.characters(exclude_categories=["C", "M", "Z"], exclude_characters=BLANK_LETTERS)
    anything = st.text(visible, min_size=1, max_size=6).filter(lambda word: word.split() == [word])
    return st.sampled_from(LESSON_WORDS) | st.sampled_from(HOSTILE_WORDS) | anything


def sentences(max_words: int = MAX_WORDS) -> st.SearchStrategy[str]:
    """Return a strategy of sentences that Settings accepts."""
    return st.lists(words(), min_size=1, max_size=max_words).map(_fitting)


def _fitting(chosen: list[str]) -> str:
    while len(" ".join(chosen)) > MAX_CHARACTERS:
        chosen = chosen[:-1]
    return " ".join(chosen)


def scales(low: float = 0.0) -> st.SearchStrategy[float]:
    """Return a strategy of init scales from `low` up, the lesson's two often."""
    return st.sampled_from([0.02, 0.3, MAX_SCALE]) | st.floats(low, MAX_SCALE)


def all_settings(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Settings]:
    """Return a strategy of everything that Settings allows; `fields` replace single strategies."""
    every: dict[str, st.SearchStrategy[Any]] = {
        "sentence": sentences(),
        "seed": st.integers(0, MAX_SEED),
        "scale": scales(),
        "width": st.integers(1, MAX_SIZE),
        "head_size": st.integers(1, MAX_SIZE),
        "heads": st.integers(1, MAX_HEADS),
        "causal": st.booleans(),
        "vectors": st.sampled_from(["lesson", "per word"]),
    }
    return st.builds(Settings, **(every | fields))

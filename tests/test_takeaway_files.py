"""The CSV gives every weight and word back, and file names are safe and follow the settings."""

import csv as csv_module
import re
from dataclasses import replace
from io import StringIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from lib.lesson import Settings, SettingsError, run
from lib.takeaway import COLUMNS, HEAD_NAMES, csv, filename


def lines(sentence: str, heads: int = 2) -> list[list[str]]:
    """Write the CSV of a run and read it as any program would."""
    return list(csv_module.reader(StringIO(csv(run(Settings(sentence, heads=heads))), newline="")))


def test_csv_has_one_line_for_each_weight() -> None:
    shown = run(Settings(heads=3))
    header, *rows = csv_module.reader(StringIO(csv(shown), newline=""))
    assert header == ["head", "query_position", "query", "key_position", "key", "weight"] == list(COLUMNS)
    assert len(rows) == 3 * 8 * 8
    for head, query, query_word, key, key_word, weight in rows:
        assert float(weight) == shown.weights[HEAD_NAMES.index(head), int(query), int(key)]
        assert (query_word, key_word) == (shown.words[int(query)], shown.words[int(key)])


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+49", "'+49"),
        ("-", "'-"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("'tis", "''tis"),
        ("＝1+1", "'＝1+1"),
        ("\x00=1", "'\x00=1"),
        ("well-known", "well-known"),
        ('a,"b"', 'a,"b"'),
        ("\ue000", "\ue000"),
        ("half\ud83d", "half\\ud83d"),
    ],
)
def test_csv_word_is_never_a_formula(word: str, written: str) -> None:
    assert [(row[2], row[4]) for row in lines(word, heads=1)[1:]] == [(written, written)]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
@hypothesis_settings(derandomize=True, max_examples=200)
def test_csv_words_come_back_without_their_apostrophe(sentence: str) -> None:
    try:
        words = Settings(sentence).words
    except SettingsError:
        return
    rows = lines(sentence, heads=1)[1:]
    assert tuple(row[4].removeprefix("'") for row in rows[: len(words)]) == words
    assert not any(row[4].startswith(tuple("=+-@")) for row in rows)


def test_filename_tells_the_settings() -> None:
    assert re.fullmatch(
        r"attention-the-keeper-lights-seed42-scale0\.3-C16-hs8-h2-[0-9a-f]{8}\.py",
        filename(Settings(), "script"),
    )
    odd = Settings("מגדלור", seed=7, scale=0.02, width=64, head_size=1, heads=4, causal=True, vectors="per word")
    assert re.fullmatch(
        r"attention-seed7-scale0\.02-C64-hs1-h4-causal-per-word-[0-9a-f]{8}\.ipynb", filename(odd, "notebook")
    )
    assert filename(odd, "csv").endswith(".csv")


def test_equal_settings_have_equal_names_and_others_do_not() -> None:
    zero = Settings(scale=0.0)
    assert filename(zero, "csv") == filename(replace(zero, scale=-0.0), "csv")
    assert filename(zero, "csv") == filename(replace(zero, scale=0), "csv")
    assert filename(Settings(seed=np.int64(42)), "csv") == filename(Settings(), "csv")  # type: ignore[arg-type]
    changes: list[Settings] = [
        Settings(),
        Settings("the keeper lights the lantern when mist rolls"),
        Settings(seed=43),
        Settings(scale=0.30000000000000004),
        Settings(width=8),
        Settings(head_size=16),
        Settings(heads=3),
        Settings(causal=True),
        Settings(vectors="per word"),
    ]
    assert len({filename(settings, "csv") for settings in changes}) == len(changes)


@given(st.text(max_size=200), st.integers(0, 2**32 - 1), st.floats(0, 2), st.booleans())
@hypothesis_settings(derandomize=True, max_examples=300)
def test_filename_is_safe_on_every_system(sentence: str, seed: int, scale: float, causal: bool) -> None:
    try:
        settings = Settings(sentence, seed, scale, 64, 64, 16, causal, "per word")
    except SettingsError:
        return
    name = filename(settings, "notebook")
    assert re.fullmatch(r"attention-[a-z0-9][A-Za-z0-9.+-]*\.ipynb", name)
    assert len(name) < 110

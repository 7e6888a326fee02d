"""Whatever comes in by a link or a keyboard: no exception, no markup out of a word, a clear sentence if refused.

What a browser makes of the same words is in `tests/browser/test_words.py`.
"""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from lib.lesson import Settings, SettingsError, run
from lib.ui.links import LESSON, PARAMETERS
from tests.settings import HOSTILE_WORDS, REFUSED_SENTENCES, sentences
from tests.visiting import PAGES, WITH_A_RUN, Query, every_view, markdown, metrics, shown, titles, visit, without_code

pytestmark = pytest.mark.usefixtures("warm")

NUMBERS = ("seed", "scale", "width", "head_size")
LONG = 100_000  # characters
GARBAGE = (
    *("", " ", "x", "nan", "-nan", "inf", "-inf", "Infinity", "1e400", "-1e400", "-1", "-0", "1e-400", "0x10", "1,5"),
    *("7.5", "٣", "³", "½", "1_0", "1e1", "+7", " 7 ", "7\x00", "None", "null", "[]", "{}", "TRUE", "on", "per word"),
    *("__proto__", "<b>7</b>", "%00", "../..", "9" * LONG, "a" * LONG),
)
SOME_GARBAGE = ("", "x", "nan", "1e400", "-1", "7.5", "0x10", "٣", "9" * LONG)
EXTREMES = {
    "one word": "fog",
    "24 equal words": " ".join(["fog"] * 24),
    "24 words": " ".join(f"word{i}" for i in range(24)),
    "200 characters in one word": "a" * 200,
    "white space": "fog\n\trolls\r\nin\x0bfast\x0c\u2028now",
    "Markdown": "| a |\n|---|\n| 1 | # fog - * + 1. > ~~~ --- *** ` `` ``` fog`s `code` \\` `\\",
    "joined and right to left": "👩\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 👍🏽 🇩🇪 שלום \u202eabc مرحبا \u200fx fog",
    "for charts": "[datum.value] datum['key'] a.b[0]:q constructor __proto__ toString $x$ $$y$$ fog",
}


def assert_sound(app: AppTest, path: str) -> None:
    """Fail unless the page ran to its end without an exception, and shows the run of its own settings."""
    assert [error.message for error in app.exception] == []
    assert titles(app) == [PAGES[path][1]]
    if path in ("", "summary"):
        A, B = run(shown(app)).weights
        assert metrics(app)["Largest gap"] == f"{abs(A - B).max():.4f}"


ALONE = [(name, value) for name in ("seed", "scale") for value in GARBAGE]
ALONE += [(name, value) for name in ("width", "head_size", "mask", "vectors") for value in SOME_GARBAGE]


@pytest.mark.parametrize(("name", "value"), ALONE, ids=lambda text: ascii(text[:12]))
def test_each_parameter_alone_is_used_or_refused_with_a_sentence(name: str, value: str) -> None:
    app = visit("summary", {name: value})
    assert_sound(app, "summary")
    field, prose = PARAMETERS[name]
    in_use = getattr(shown(app), field)
    refused = [warning.value for warning in app.warning if prose in warning.value]
    if refused:
        assert refused == [text for text in refused if text.startswith(f"The link's {prose} cannot be used. ")]
        assert refused[0].endswith(f"Shown instead: {str(in_use).lower()}.")
    else:
        assert str(in_use).lower() == value.lower() or float(value) == in_use


TOGETHER = [("two_heads", value) for value in GARBAGE] + [("many_heads", value) for value in SOME_GARBAGE]


@pytest.mark.parametrize(("path", "value"), TOGETHER, ids=lambda text: ascii(text[:12]))
def test_all_parameters_together(path: str, value: str) -> None:
    query = dict.fromkeys([*PARAMETERS, "n_head", "n_embd", "reveal", "embed", "unknown"], value)
    assert_sound(visit(path, query), path)


@pytest.mark.parametrize("name", NUMBERS)
def test_of_a_repeated_parameter_the_last_counts(name: str) -> None:
    app = visit("summary", {name: ["1", "x", "2"]})
    assert_sound(app, "summary")
    assert getattr(shown(app), name) == 2
    app = visit("summary", {name: ["1", "2", "x"]})
    assert_sound(app, "summary")
    assert shown(app) == LESSON
    assert len(app.warning) == 1


def test_unknown_parameters_change_nothing() -> None:
    app = visit("summary", {"__proto__": "1", "sed": "7", "a" * LONG: "", "": "x", "last good settings": "1"})
    assert_sound(app, "summary")
    assert shown(app) == LESSON
    assert not app.warning


@pytest.mark.parametrize("sentence", [*REFUSED_SENTENCES, "a" * LONG, "a " * LONG], ids=lambda text: ascii(text[:12]))
def test_a_refused_sentence_leaves_the_last_good_run(sentence: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        Settings(sentence=sentence)
    app = visit("summary", {"seed": "7", "sentence": "fog rolls in"})
    before = metrics(app)
    app.text_input(key="sentence").set_value(sentence).run()
    assert_sound(app, "summary")
    assert metrics(app) == before
    assert shown(app) == Settings(sentence="fog rolls in", seed=7)
    beside_the_field = [error.value for error in app.sidebar.error]
    assert beside_the_field == [str(refusal.value)]
    assert str(refusal.value) in app.main.error[0].value
    app.text_input(key="sentence").set_value("fog").run()
    assert_sound(app, "summary")
    assert not app.error


@pytest.mark.parametrize("sentence", REFUSED_SENTENCES, ids=lambda text: ascii(text[:12]))
def test_a_link_with_a_refused_sentence_shows_the_lessons(sentence: str) -> None:
    app = visit("summary", {"sentence": sentence, "seed": "7"})
    assert_sound(app, "summary")
    assert shown(app) == Settings(seed=7)
    assert app.sidebar.error
    assert "Until then the last good sentence stays." in app.main.error[0].value


BAR = re.compile(r"(?:\\[\\|]|[^|])*(\||$)")  # as GitHub's tables see it: a backslash escapes a bar or a backslash


def cells(row: str) -> int:
    """Count the cells of a line of a Markdown table, code spans or not."""
    return [match.group(1) for match in BAR.finditer(row)].count("|") - 1


def assert_words_stay_words(app: AppTest, words: Sequence[str]) -> None:
    """Fail if a word reaches Markdown outside of a code span, inside as an icon's name, or ends a table's cell."""
    for text in markdown(app):
        for word in words:
            assert word not in without_code(text), text
        assert not re.search("`[^`]*:material/[a-z_]+:[^`]*`", text), text
        for table in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE):
            assert len({cells(row) for row in table.splitlines()}) == 1, table


# A mark in front of each, so that a word is not found in our own prose by chance.
MARKED = [
    f"zq{word}" for word in (*HOSTILE_WORDS, "`", "``x`", "\\|", "||", ":streamlit:", "<img/src=x/onerror=alert(1)>")
]


@pytest.mark.parametrize("path", WITH_A_RUN)
@pytest.mark.parametrize("start", range(0, len(MARKED), 11))
def test_no_word_becomes_markup(path: str, start: int) -> None:
    words = MARKED[start : start + 11]
    for app in every_view(path, {"sentence": " ".join([*words, words[0]])}):
        assert_sound(app, path)
        assert shown(app).words[0] == words[0]
        assert_words_stay_words(app, words)


@pytest.mark.parametrize("path", ["bottleneck", "two_heads", "comparison", "many_heads"])
def test_no_word_becomes_markup_in_a_question(path: str) -> None:
    app = visit(path, {"sentence": "zq<b>x</b> zq*a*$x$:red[x] zq*a*$x$:red[x]"}, folds=True)
    assert_sound(app, path)
    assert_words_stay_words(app, shown(app).words)


@pytest.mark.parametrize("path", WITH_A_RUN)
@pytest.mark.parametrize("name", EXTREMES)
def test_extreme_sentences_run_on_every_page(path: str, name: str) -> None:
    sentence = EXTREMES[name]
    for app in every_view(path, {"sentence": sentence}):
        assert_sound(app, path)
        assert shown(app).words == tuple(sentence.split())


texts = st.sampled_from(GARBAGE) | st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
numbers = st.integers().map(str) | st.floats().map(repr)
values = texts | numbers | st.lists(texts | numbers, min_size=1, max_size=3)
names = st.sampled_from([*PARAMETERS, "n_head", "n_embd", "reveal", "embed"]) | texts.filter(bool)
queries = st.dictionaries(names, values, max_size=6)


@settings(max_examples=40)
@given(st.sampled_from(list(PAGES)), queries)
def test_any_link_opens_its_page(path: str, query: Query) -> None:
    assert_sound(visit(path, query), path)


@settings(max_examples=25)
@given(st.sampled_from(WITH_A_RUN), sentences() | texts)
def test_any_sentence_is_run_or_refused(path: str, sentence: str) -> None:
    app = visit(path, {"reveal": "1"})
    app.text_input(key="sentence").set_value(sentence).run()
    assert_sound(app, path)
    try:
        expected, refusal = Settings(sentence=sentence), []
    except SettingsError as error:
        expected, refusal = LESSON, [str(error)]
    assert shown(app) == expected
    assert [error.value for error in app.sidebar.error] == refusal

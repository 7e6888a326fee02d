"""Every page at the lesson's and at odd Settings: no exception, the right numbers, nothing false in the prose."""

import gc
import re

import numpy as np
import pytest

from lib.comparison import max_gap
from lib.lesson import MAX_SEED, Settings, run
from lib.ui.links import LESSON
from lib.ui.site import NEW_OBJECTS
from tests import oracle
from tests.reference import REFERENCE
from tests.visiting import PAGES, WITH_A_RUN, Query, every_view, metrics, press, prose, titles, visit

pytestmark = pytest.mark.usefixtures("warm")

ODD: dict[str, dict[str, str]] = {
    "one word": {"sentence": "fog"},
    "equal words": {"sentence": "fog fog fog fog", "seed": "1"},
    "24 words": {"sentence": " ".join(f"w{i % 20}" for i in range(24)), "width": "64", "head_size": "64"},
    "eleven words, masked": {"sentence": "a b c d e f g h a b c", "mask": "true", "vectors": "per word"},
    "scale 0": {"scale": "0", "seed": "4294967295"},
    "scale 2": {"scale": "2", "seed": "8", "width": "64", "head_size": "1", "mask": "true"},
    "smallest": {"sentence": "to be or not to be", "width": "1", "head_size": "1", "scale": "0.02"},
}
# What is true of the lesson's run, and false of every odd one.
LESSONS_OWN = re.compile(r"0\.2617|7 of 8|\b0\.0019\b|\b137\b|44 of 64|from 0\.1231|\b1/225\b")


def numbers(query: Query) -> tuple[str, str]:
    """Return the gap and the rows that disagree of a link's run, from the plain loops of the oracle."""
    A, B = (
        weights
        for weights, _ in oracle.heads(
            str(query.get("sentence", LESSON.sentence)),
            int(str(query.get("seed", LESSON.seed))),
            float(str(query.get("scale", LESSON.scale))),
            int(str(query.get("width", LESSON.width))),
            int(str(query.get("head_size", LESSON.head_size))),
            2,
            query.get("mask") == "true",
            str(query.get("vectors", LESSON.vectors)),
        )
    )
    words = str(query.get("sentence", LESSON.sentence)).split()
    gap = max(abs(a - b) for row in zip(A, B, strict=True) for a, b in zip(*row, strict=True))
    # A largest weight that another word shares up to rounding says nothing about either.
    rows = [[words[int(np.argmax(np.round(weights, 12)))] for weights in row] for row in zip(A, B, strict=True)]
    return f"{gap:.4f}", f"{sum(a != b for a, b in rows)} of {len(words)}"


@pytest.mark.parametrize("path", PAGES)
def test_every_page_runs_at_the_lessons_settings(path: str) -> None:
    for app in every_view(path, {}):
        assert [error.message for error in app.exception] == []
        assert titles(app) == [PAGES[path][1]]
        assert not app.info
        assert not app.warning
        assert not app.error


def test_a_visit_makes_looks_for_garbage_rare() -> None:
    gc.set_threshold(700, 10, 10)
    visit("")
    assert gc.get_threshold()[0] == NEW_OBJECTS > 700


@pytest.mark.parametrize("path", WITH_A_RUN)
@pytest.mark.parametrize("name", ODD)
def test_nothing_of_the_lessons_run_is_claimed_at_odd_settings(path: str, name: str) -> None:
    for app in every_view(path, ODD[name]):
        assert [error.message for error in app.exception] == []
        assert len(app.info) == 1
        assert app.info[0].value.startswith("Not the lesson's settings: ")
        claims = prose(app).replace("BLEU", "")
        assert not LESSONS_OWN.search(claims), LESSONS_OWN.search(claims)
        assert not re.search(r"\bnan\b|\binf\b|Infinity|-0\.0+\b|\b1 (rows|words|heads|weights)\b", claims)


@pytest.mark.parametrize("path", ["exercises", "teach"])
@pytest.mark.parametrize("name", ODD)
def test_the_other_pages_run_at_odd_settings(path: str, name: str) -> None:
    app = visit(path, ODD[name], folds=True)
    assert [error.message for error in app.exception] == []
    assert app.info[0].value.startswith("Not the lesson's settings: ")
    assert path == "teach" or "always at the lesson's settings" in prose(app)


@pytest.mark.parametrize("path", ["", "comparison", "summary"])
@pytest.mark.parametrize("name", ["the lesson", *ODD])
def test_the_two_numbers_are_the_oracles(path: str, name: str) -> None:
    query = ODD.get(name, {})
    shown = metrics(visit(path, {**query, "reveal": "1"}))
    assert (shown["Largest gap"], shown["Rows that disagree"]) == numbers(query)


def test_the_lessons_numbers_are_on_their_pages() -> None:
    assert numbers({}) == ("0.2617", "7 of 8")
    views = {path: "\n".join(map(prose, every_view(path, {}))) for path in WITH_A_RUN}
    assert "`keeper` gives 34 % to `fog`" in views["bottleneck"]
    assert "`keeper` gives 34 % to `fog`" in views["two_heads"]
    assert "29 % to `rolls`" in views["two_heads"]
    assert "26 % to `fog`" in views["two_heads"]
    assert "from 0.2617 to 0.0019" in views["two_heads"]
    assert "137 times" in views["two_heads"]
    assert "7 of 8 rows" in views["comparison"]
    assert "position 5" in views["comparison"]
    assert "768" in views["comparison"]
    assert "`lights`" in views["comparison"]
    assert "hs = 16" in views["many_heads"]
    assert "12,288" in views["many_heads"]
    assert "**40**" in views["many_heads"]
    assert "7 of 8 rows" in views["summary"]
    assert "**0.2617**" in views["summary"]


def test_the_focus_lists_are_the_lessons() -> None:
    text = prose(visit("comparison", {"reveal": "1"}))
    table = [re.findall("`(.*?)`", line) for line in text.splitlines() if re.match(r"\| \d+\u00a0", line)]
    A, B = REFERENCE["focus"]["A"], REFERENCE["focus"]["B"]
    assert table == [list(row) for row in zip(REFERENCE["words"], A, B, strict=True)]


def test_an_edit_moves_44_of_64_cells() -> None:
    app = visit("two_heads", {"reveal": "1"})
    app.pills[0].set_value("Change one word").run()
    app.text_input(key="sentence").set_value(LESSON.sentence.replace("fog", "mist")).run()
    assert "44 of 64 cells of head A" in prose(app)


def test_scores_of_hidden_words_are_not_told() -> None:
    app = visit("two_heads", {"reveal": "1", "mask": "true"})
    app.pills[0].set_value("Scale is temperature").run()
    told = prose(app).split("Two of head A's scores: ")[1].split(" The gap goes")[0]
    assert "`keeper` to `the`" in told
    assert "`rolls`" not in told


def test_a_prediction_comes_before_its_number() -> None:
    app = visit("comparison")
    assert "0.2617" not in prose(app)
    assert not app.metric
    app.slider[0].set_value(0.5).run()
    press(app, "Commit my guess")
    assert "0.2383 too high" in prose(app)
    assert not app.metric
    press(app, "Show me")
    assert metrics(app)["Largest gap"] == "0.2617"
    assert "Predict first" not in prose(app)


def test_a_guess_stays_for_the_session() -> None:
    app = visit("comparison")
    app.slider[0].set_value(0.5).run()
    press(app, "Commit my guess")
    app.switch_page("pages/summary.py").run()
    app.switch_page("pages/comparison.py").run()
    assert "Your guess was 0.5; this run says **0.2617**" in prose(app)


def test_a_guess_is_judged_by_its_own_run_only() -> None:
    app = visit("comparison")
    app.slider[0].set_value(0.5).run()
    press(app, "Commit my guess")
    press(app, "Next seed")
    assert f"This run says **{max_gap(*run(Settings(seed=43)).weights).value:.4f}**" in prose(app)
    assert "Your guess was for other settings" in prose(app)
    assert "0.5;" not in prose(app)
    press(app, "Back to the lesson")
    assert "Your guess was 0.5; this run says **0.2617**" in prose(app)


def test_show_me_says_what_was_asked() -> None:
    app = visit("two_heads")
    press(app, "Show me")
    assert "head A? This run says `fog`." in prose(app)


@pytest.mark.parametrize("path", ["bottleneck", "two_heads", "comparison", "many_heads"])
def test_a_link_opens_every_prediction(path: str) -> None:
    for reveal, asks in ((None, True), ("1", False), ("true", False), ("0", True)):
        app = visit(path, {"reveal": reveal} if reveal else {})
        if path == "many_heads":
            app.pills[0].set_value("How many heads are worth it?").run()
        assert ("Predict first" in prose(app)) == asks


def test_back_to_the_lesson_resets_everything() -> None:
    app = visit("summary", ODD["eleven words, masked"])
    press(app, "Back to the lesson")
    assert not app.info
    assert metrics(app)["Largest gap"] == "0.2617"
    assert app.text_input(key="sentence").value == LESSON.sentence


@pytest.mark.parametrize(("seed", "following"), [(42, 43), (MAX_SEED, 0)])
def test_the_next_seed(seed: int, following: int) -> None:
    app = visit("summary", {"seed": str(seed)})
    press(app, "Next seed")
    assert app.number_input(key="seed").value == following
    assert metrics(app)["Largest gap"] == numbers({"seed": str(following)})[0]


def test_the_difference_to_the_lesson_is_named() -> None:
    query = {"seed": "7", "scale": "0.1", "width": "8", "head_size": "4", "mask": "true", "vectors": "per word"}
    text = visit("", {**query, "sentence": "fog"}).info[0].value
    for change in ("another sentence", "seed 7", "scale 0.1", "width C 8", "size hs 4", "mask on", "per word"):
        assert change in text


def test_choosing_a_row_reads_it_in_both_heads() -> None:
    app = visit("two_heads", {"reveal": "1"})
    app.selectbox(key="two heads row").set_value(2).run()
    assert "In head A, `lights` gives 33 % to `lights`" in prose(app)
    assert "In head B, `lights` gives 18 % to `rolls`" in prose(app)


def test_a_shorter_sentence_drops_a_row_that_is_gone() -> None:
    for path in ("two_heads", "bottleneck", "comparison"):
        app = visit(path, {"reveal": "1"})
        if path == "comparison":
            app.pills[0].set_value("One row, two distributions").run()
        app.selectbox[0].set_value(7).run()
        app.text_input(key="sentence").set_value("fog rolls").run()
        assert [error.message for error in app.exception] == []


@pytest.mark.parametrize(("asked", "refused"), [("32", "n_head"), ("x", "n_head"), ("nan", "n_embd"), ("0", "n_embd")])
def test_a_bad_size_in_a_link_is_refused_with_a_sentence(asked: str, refused: str) -> None:
    app = visit("many_heads", {refused: asked})
    assert not app.exception
    assert [warning.value for warning in app.warning if f"The link's {refused} cannot be used." in warning.value]
    assert "C = 64 and 4 heads of hs = 16" in prose(app)

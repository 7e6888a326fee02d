"""The paste box of an exercise: what it says of an empty field, of a refused line, and of the verdict beside it."""

import pytest
from streamlit.testing.v1 import AppTest

from lib.exercises import EXERCISES
from lib.ui.runner import Submission
from tests.learner import printed_line
from tests.visiting import visit

LINE = printed_line(1, EXERCISES[1].solution).strip()


def hand_in(app: AppTest, pasted: str) -> list[str]:
    """Fill exercise 1's paste box, press its button, and return the warnings on the page."""
    app.text_area(key="runner-paste-1").set_value(pasted)
    app.button(key="runner-paste-1-check").click().run()
    assert [error.message for error in app.exception] == []
    return [warning.value for warning in app.warning]


@pytest.mark.usefixtures("warm")
def test_an_empty_paste_box_says_so_and_no_longer_speaks_of_the_line_before() -> None:
    app = visit("exercises", folds=True)
    empty = ["Nothing was pasted: the field is empty."]
    assert hand_in(app, "") == empty
    assert hand_in(app, '{"exercise": 1, ') == ["The result line is damaged or cut off: copy the whole line again."]
    assert hand_in(app, " ") == empty
    assert hand_in(app, " ") == empty
    assert hand_in(app, LINE) == []


@pytest.mark.usefixtures("warm")
def test_a_refused_line_says_that_the_verdict_shown_is_of_the_result_before() -> None:
    app = visit("exercises", folds=True)
    still = "The verdict on this exercise is still that of the result before."
    assert hand_in(app, LINE) == []
    assert [box.value for box in app.success] == ["**Solved**"]
    (refused,) = hand_in(app, LINE[:-9])
    assert refused == f"The result line is damaged or cut off: copy the whole line again. {still}"
    assert [box.value for box in app.success] == ["**Solved**"]
    (refused,) = hand_in(app, "")
    assert refused == f"Nothing was pasted: the field is empty. {still}"
    (refused,) = hand_in(app, '{"exercise": 1, "status": "error"}')
    assert refused == f"This line has no result: let the code run to its end, then copy it. {still}"
    assert [box.value for box in app.success] == ["**Solved**"]
    app.session_state["runner-result-1"] = "runner-editor-1", Submission("error")
    (refused,) = hand_in(app, "no line")
    assert still not in refused, "an error has no verdict"


def places(app: AppTest) -> list[str]:
    """Return what stands right above and right below the paste box."""
    (fold,) = (fold for fold in app.expander if fold.label == "Can't run Python here?")
    (around,) = (list(b.children.values()) for b in app.get("flex_container") if fold in b.children.values())
    at = around.index(fold)
    return [around[at - 1].type, around[at + 1].type]


@pytest.mark.usefixtures("warm")
def test_the_place_that_a_verdict_leaves_is_emptied_in_the_same_run() -> None:
    # A browser keeps what a run does not draw over until it ends: two verdicts, for a moment.
    app = visit("exercises", folds=True)
    assert places(app) == ["flex_container", "empty"]
    hand_in(app, LINE)
    assert places(app) == ["empty", "flex_container"]
    app.session_state["runner-result-1"] = "runner-editor-1", app.session_state["runner-result-1"][1]
    app.run()
    assert [box.value for box in app.success] == ["**Solved**"]
    assert places(app) == ["flex_container", "empty"]

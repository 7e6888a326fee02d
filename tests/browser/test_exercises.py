"""Exercises solved in Chromium, with Python from `static/pyodide/` and every outside address blocked.

The tests share one page, on which Python has started once; each leaves it on the page of exercises.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from lib.exercises import EXERCISES
from tests.browser.conftest import started
from tests.browser.editing import exercise, press, run, write
from tests.browser.solving import (
    begin,
    choose,
    copied_line,
    expect_no_verdict,
    expect_verdict,
    handed_in,
    solve,
    switch_pages,
    verdict_on,
)
from tests.learner import HEADWISE, KINDWISE, SHRUNK, SOLVED, THIRD, answers_to, changed, draw
from tests.test_exercises import ROWS_OTHERWISE, SMALL_SCALE_OTHERWISE, THIRD_HEAD_OTHERWISE, flush_left

OTHERWISE = {1: THIRD_HEAD_OTHERWISE, 2: SMALL_SCALE_OTHERWISE, 3: ROWS_OTHERWISE}
# The solution, and two ways that share little with it and with each other.
WAYS = [(number, EXERCISES[number].solution) for number in EXERCISES] + [
    (number, EXERCISES[number].starter + flush_left(OTHERWISE[number][way]))
    for number, way in (
        (1, "loops and lists"),
        (1, "a function over a dict, other names"),
        (2, "the old matrices, scaled"),
        (2, "all drawn again, in a function"),
        (3, "keeping the batch axis"),
        (3, "loops"),
    )
]
ROWS_TEST = "bool(np.allclose(weights.sum(axis=-1), 1))"
SLIPS = [
    (1, "forgot ÷√hs", changed(SOLVED, [(" / np.sqrt(hs)", "")])),
    (1, "all Wq first", changed(SOLVED, [(HEADWISE, KINDWISE)])),
    (1, "head C drawn before head B", changed(SOLVED, [(THIRD, ""), (draw("q", "B"), THIRD + draw("q", "B"))])),
    (1, "another head's V", changed(SOLVED, [("WkC, WvC)", "WkC, WvB)")])),
    (1, "counted from 1", SOLVED + "rows = [row + 1 for row in rows]\n"),
    (2, "softmax down the columns", changed(SHRUNK, [("softmax(scores)\n", "softmax(scores, axis=1)\n")])),
    (
        2,
        "seeded again without the word vectors",
        EXERCISES[2].solution.replace("np.random.randn(len(vocabulary), C)  #", "#"),
    ),
    (2, "a difference without abs", EXERCISES[2].solution + "small_gap = (small_B - small_A).max()\n"),
    (3, "sums over the wrong axis", changed(EXERCISES[3].solution, [("[0].sum(axis=-1)", "[0].sum(axis=0)")])),
    (3, "compared with ==", changed(EXERCISES[3].solution, [(ROWS_TEST, "np.all(weights.sum(axis=-1) == 1)")])),
    (3, "sums of only one head", EXERCISES[3].solution + "del sums_B\n"),
]

ENDLESS = "print('before')\nwhile True:\n    pass\n"
SUMS = """\
sums_A = weights_A[0].sum(axis=-1)
sums_B = weights_B[0].sum(axis=-1)
beside_ones = np.column_stack([sums_A, np.ones(8)])
def is_distribution(weights):
return abs(weights.sum(axis=-1) - 1).max() < 1e-9"""


@pytest.fixture(scope="module")
def lesson(browser: Browser, app: str, python_files: Path) -> Iterator[Page]:
    """Open the exercises of the app, with Python started."""
    assert python_files.is_dir()
    with started(browser, app) as page:
        yield page


@pytest.mark.parametrize(("number", "program"), WAYS)
def test_an_exercise_is_solved_in_any_honest_way(lesson: Page, number: int, program: str) -> None:
    begin(lesson, number)
    assert solve(lesson, number, program).passed
    # The numbers from the browser are those of the Python that runs this test.
    wanted = answers_to(number, program)
    found = handed_in(lesson, number)
    assert list(found) == list(wanted)
    for name, value in wanted.items():
        if isinstance(value, (float, np.ndarray)):
            np.testing.assert_allclose(np.asarray(found[name]), value, rtol=0, atol=1e-9, err_msg=name)
        else:
            assert found[name] == value, name


@pytest.mark.parametrize(("number", "slip", "program"), SLIPS)
def test_a_slip_is_named_on_the_page(lesson: Page, number: int, slip: str, program: str) -> None:
    begin(lesson, number)
    assert solve(lesson, number, program).slip == slip


def test_two_slips_at_once_are_told_by_what_holds(lesson: Page) -> None:
    begin(lesson, 1)
    program = changed(SOLVED, [(" / np.sqrt(hs)", ""), ("sorted(set(words))", "list(dict.fromkeys(words))")])
    wanted = solve(lesson, 1, program)
    assert wanted.slip is None
    assert "What holds: " in wanted.message


def test_what_the_learner_wrote_never_becomes_part_of_the_page(lesson: Page) -> None:
    begin(lesson, 1)
    solve(lesson, 1, SOLVED + "focus_C = ['<b id=own>fog</b> **the** :red[x]'] * 8\nprint('<b id=own>out</b>')\n")
    expect(exercise(lesson, 1).locator("#output")).to_contain_text("<b id=own>out</b>")
    expect(lesson.locator("#own")).to_have_count(0)


def test_an_error_takes_the_verdict_away_and_a_reset_too(lesson: Page) -> None:
    begin(lesson, 1)
    solve(lesson, 1, SOLVED)
    run(lesson, SOLVED + "1 / 0\n")
    expect(exercise(lesson, 1).locator("#status")).to_contain_text("Your code stopped with an error")
    expect(exercise(lesson, 1).locator("#output")).to_contain_text("ZeroDivisionError")
    expect_no_verdict(lesson, 1)
    solve(lesson, 1, SOLVED)
    press(lesson, "Reset")
    press(lesson, "Throw away")
    expect_no_verdict(lesson, 1)


def test_exercises_that_are_switched_quickly_never_mix(lesson: Page) -> None:
    programs = {1: SOLVED, 2: SLIPS[6][2], 3: EXERCISES[3].solution}
    for number, program in programs.items():
        begin(lesson, number)
        solve(lesson, number, program)
    for number in (1, 2, 3, 1, 3, 2, 1, 2, 3, 1):
        lesson.get_by_role("radio", name=f"Exercise {number}").click()
    for number in (1, 3, 2):
        choose(lesson, number)
        expect(lesson.locator("[class*=st-key-exercise-]")).to_have_count(1)
        expect_verdict(lesson, number, verdict_on(number, programs[number]))
        expect(exercise(lesson, number).get_by_role("textbox", name="your Python code")).to_have_value(programs[number])


def test_a_run_goes_on_while_one_looks_at_another_exercise(lesson: Page) -> None:
    begin(lesson, 2)
    begin(lesson, 1)
    write(lesson, ENDLESS)
    press(lesson, "Run")
    expect(exercise(lesson, 1).locator("#output")).to_have_text("before")
    choose(lesson, 2)
    expect_verdict(lesson, 2, verdict_on(2, EXERCISES[2].starter))
    choose(lesson, 1)
    # Its end is told to the editor that is there now, and there is nothing to give a verdict on.
    expect(exercise(lesson, 1).locator("#status")).to_contain_text("Stopped after 10 s")
    expect(exercise(lesson, 1).locator("#output")).to_have_text("before")
    expect_no_verdict(lesson, 1)
    solve(lesson, 1, SOLVED)


def test_verdict_draft_and_mark_outlive_a_page_switch_and_a_reload(lesson: Page) -> None:
    program = EXERCISES[2].solution
    begin(lesson, 2)
    wanted = solve(lesson, 2, program)
    write(lesson, "draft = 2\n", 2)
    agains: tuple[Callable[[], object], ...] = (lambda: switch_pages(lesson), lesson.reload)
    for again in agains:
        again()
        choose(lesson, 2)
        expect_verdict(lesson, 2, wanted)
        expect(exercise(lesson, 2).get_by_role("textbox", name="your Python code")).to_have_value("draft = 2\n")
        expect(exercise(lesson, 2).get_by_text("✓ Solved", exact=True)).to_be_visible()
        # One Python serves all editors that come and go.
        expect(exercise(lesson, 2).locator("#boot")).to_contain_text("ready in this browser")
        assert len(lesson.frames) == 2


def test_a_pasted_line_takes_the_place_of_the_last_run(lesson: Page) -> None:
    lesson.reload()  # so that the paste box is closed, on a second try too
    begin(lesson, 2)
    program = EXERCISES[2].solution
    exercise(lesson, 2).get_by_text("Can't run Python here?").click()
    exercise(lesson, 2).get_by_role("textbox", name="The printed line").fill(copied_line(lesson, program, 2))
    press(lesson, "Check the line", 2)
    expect_verdict(lesson, 2, verdict_on(2, program))
    switch_pages(lesson)
    expect_verdict(lesson, 2, verdict_on(2, program))
    begin(lesson, 2)


def test_the_keyboard_is_enough_to_solve_an_exercise(lesson: Page) -> None:
    begin(lesson, 3)
    choose(lesson, 1)
    lesson.get_by_role("heading", name="Exercises", level=1).click()
    focused = lesson.locator(":focus").last  # inside the editor, not the element around it
    keys = lesson.keyboard
    for _ in range(60):
        keys.press("Tab")
        if focused.get_attribute("role") == "radio":
            break
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.press("Enter")
    code = exercise(lesson, 3).get_by_role("textbox", name="your Python code")
    expect(code).to_have_value(EXERCISES[3].starter)
    for _ in range(5):
        keys.press("Tab")
        if focused.get_attribute("id") == "code":
            break
    keys.press("Control+End")
    keys.type(SUMS)
    keys.press("Control+Enter")
    program = code.input_value()
    assert program == EXERCISES[3].starter + SUMS.replace("\nreturn", "\n    return")
    expect_verdict(lesson, 3, verdict_on(3, program))
    assert verdict_on(3, program).passed
    keys.press("Escape")
    for _ in range(10):
        keys.press("Tab")
        if focused.inner_text().endswith("Hint 1 of 3"):
            break
    keys.press("Enter")
    expect(exercise(lesson, 3).get_by_text("Hint 1.", exact=True)).to_be_visible()

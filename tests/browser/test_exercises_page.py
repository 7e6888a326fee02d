"""The page of exercises in Chromium where no Python is needed: the reason, hints, the paste box, progress."""

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from lib.exercises import EXERCISES, REASONS
from lib.exercises.texts import SET_UP
from tests.browser.editing import exercise, press
from tests.browser.solving import (
    choose,
    copied_line,
    expect_no_verdict,
    expect_verdict,
    go_to,
    switch_pages,
    verdict,
    verdict_on,
)


@pytest.fixture(autouse=True)
def no_python(context: BrowserContext) -> None:
    """Keep Python's files from the page; the other source is outside, and refused with all that is."""
    context.route("**/app/static/pyodide/**", lambda route: route.abort())


def marks(page: Page) -> Locator:
    return page.get_by_role("listitem").filter(has_text="solved")


def test_each_wrong_reason_is_answered_and_the_right_one_shows_the_collapse(page: Page, app: str) -> None:
    page.goto(f"{app}/exercises")
    choose(page, 2)
    here = exercise(page, 2)
    for reason in sorted(REASONS, key=lambda reason: reason.right):
        here.get_by_text(reason.text, exact=True).click()
        expect(here.get_by_text("Yes." if reason.right else "Not quite.", exact=True)).to_be_visible()
        expect(here.get_by_text(reason.answer)).to_be_visible()
        expect(here.get_by_text("137 times smaller. Every weight")).to_have_count(int(reason.right))
    expect(here.get_by_text("no focus word moved: the heads still disagree in 7 of 8 rows")).to_be_visible()
    here.get_by_text("Scale is temperature").click()
    # The exercise has told what happens, so nobody is asked again.
    expect(here.get_by_test_id("stVegaLiteChart")).to_have_count(3)
    expect(here.get_by_text("Predict first")).to_have_count(0)
    expect(here.get_by_text("No focus word changes: a positive factor keeps the order")).to_be_visible()
    choose(page, 1)
    expect(page.get_by_text("Why does the gap collapse?")).to_have_count(0)
    switch_pages(page)
    choose(page, 2)
    expect(here.get_by_text("Yes.", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("number", "live"),
    [
        (1, "fog, the, fog, fog, keeper, fog, fog and lights. All three differ in rows 0, 1, 2, 3, 4 and 6"),
        (2, "The gap fell from 0.2617 to 0.0019"),
        (3, "1.01, 1.01, 1.02, 1.01, 0.99, 1.00, 1.00, 1.00"),
    ],
)
def test_hints_open_one_by_one_and_the_solution_last(page: Page, app: str, number: int, live: str) -> None:
    page.goto(f"{app}/exercises")
    choose(page, number)
    here = exercise(page, number)
    for opened in range(3):
        expect(here.get_by_text("Hint").filter(has_text=".")).to_have_count(opened)
        expect(here.get_by_text("Solution", exact=True)).to_have_count(0)
        press(page, f"Hint {opened + 1} of 3", number)
        expect(here.get_by_text(f"Hint {opened + 1}.", exact=True)).to_be_visible()
    choose(page, number % 3 + 1)
    expect(page.get_by_text("Hint 1.", exact=True)).to_have_count(0)
    choose(page, number)
    expect(here.get_by_text("Hint 3.", exact=True)).to_be_visible()
    press(page, "Show the solution", number)
    expect(here.get_by_text(live)).to_be_visible()
    expect(here.get_by_role("button", name="Hint")).to_have_count(0)
    shown = here.get_by_test_id("stCode").inner_text()
    solution = EXERCISES[number].solution
    assert shown.split() == solution.removeprefix(SET_UP).split()


def test_where_python_cannot_start_the_paste_box_opens_and_leads_to_a_verdict(page: Page, app: str) -> None:
    page.goto(f"{app}/exercises")
    here = exercise(page, 1)
    expect(here.locator("#boot")).to_contain_text("could not start in this browser")
    expect(marks(page)).to_have_text([f"Exercise {n}, {e.title}: not yet solved" for n, e in EXERCISES.items()])
    press(page, "Run")
    field = here.get_by_role("textbox", name="The printed line")
    expect(field).to_be_visible()
    expect_no_verdict(page, 1)
    program = EXERCISES[1].solution
    line = copied_line(page, program, 1)
    field.fill(line[:-9])
    press(page, "Check the line")
    expect(here.get_by_text("The result line is damaged or cut off")).to_be_visible()
    expect_no_verdict(page, 1)
    page.set_viewport_size({"width": 375, "height": 667})
    field.fill(line)
    press(page, "Check the line")
    expect_verdict(page, 1, verdict_on(1, program))
    expect(verdict(page, 1)).to_be_in_viewport()  # a phone's, where the button has just been pressed
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(marks(page)).to_contain_text([": ✓ solved", ": not yet solved", ": not yet solved"])
    # What was typed is still there when the box was closed, and when the page was left.
    here.get_by_text("Can't run Python here?", exact=True).click()
    expect(field).to_have_count(0)
    here.get_by_text("Can't run Python here?", exact=True).click()
    expect(field).to_have_value(line)
    go_to(page, "Start")
    expect(marks(page)).to_contain_text([": ✓ solved", ": not yet solved", ": not yet solved"])
    go_to(page, "Exercises")
    expect_verdict(page, 1, verdict_on(1, program))
    here.get_by_text("Can't run Python here?", exact=True).click()
    expect(field).to_have_value(line)


def test_the_exercises_stay_at_the_lessons_settings(page: Page, app: str) -> None:
    page.goto(f"{app}/exercises?seed=7&scale=0.5")
    expect(page.get_by_text("The exercises are always at the lesson's settings")).to_be_visible()
    page.get_by_role("button", name="Back to the lesson").first.click()
    expect(page.get_by_text("The exercises are always at the lesson's settings")).to_have_count(0)

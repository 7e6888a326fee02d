"""The keyboard alone: from Start to a solved exercise, and on every page one sees where one is."""

import pytest
from playwright.sync_api import Locator, Page, expect

from lib.exercises import EXERCISES
from lib.ui.site import LESSON, TEACHERS
from tests.browser.editing import wait_for_python
from tests.browser.solving import expect_verdict, verdict_on
from tests.browser.whole_page import wait_until_drawn

PATHS = [path for *_, path in LESSON + TEACHERS]
MOST = 150  # presses of Tab, far more than any page has stops

# Gives the element that has the focus, inside shadow roots too.
FOCUSED = """() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
}"""
# Gives what could show the focus: the looks of an element and of the boxes close around it.
LOOKS = """element => {
    const looks = [];
    for (let box = element, steps = 0; box && steps < 5; box = box.parentElement, steps += 1) {
        const { outline, boxShadow, borderColor, backgroundColor, textDecoration } = getComputedStyle(box);
        looks.push(outline, boxShadow, borderColor, backgroundColor, textDecoration);
    }
    return looks.join("; ");
}"""
NAME = "element => `${element.tagName} ${element.ariaLabel ?? element.textContent.slice(0, 40)}`"


def tab(page: Page) -> None:
    """Go on to the next stop; an editor is left by Esc first, as its hint says."""
    if page.evaluate(f"({FOCUSED})().tagName") == "TEXTAREA":
        page.keyboard.press("Escape")
    page.keyboard.press("Tab")


def tab_to(page: Page, place: Locator) -> None:
    """Press Tab until `place` has the focus."""
    for _ in range(MOST):
        page.keyboard.press("Tab")
        if place.evaluate("(place, focused) => place === focused", page.evaluate_handle(FOCUSED)):
            return
    pytest.fail(f"{MOST} presses of Tab do not lead to {place}.")


@pytest.mark.usefixtures("python_files")
def test_from_start_to_a_solved_exercise(app: str, page: Page) -> None:
    page.goto(app)
    wait_until_drawn(page)
    tab_to(page, page.get_by_test_id("stSidebarNav").get_by_role("link", name="Exercises"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Exercises")).to_be_visible()
    wait_for_python(page)

    chosen = page.get_by_role("radio", name="Exercise 1")
    tab_to(page, chosen)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    editor = page.get_by_role("textbox", name="Exercise 2: your Python code")
    expect(editor).to_be_visible()
    tab_to(page, editor)
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(EXERCISES[2].solution)
    page.keyboard.press("Control+Enter")
    expect_verdict(page, 2, verdict_on(2, EXERCISES[2].solution))
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_focused()


@pytest.mark.parametrize("path", PATHS)
def test_the_focus_is_visible_at_every_stop(app: str, page: Page, path: str) -> None:
    page.goto(f"{app}/{path}")
    wait_until_drawn(page)
    page.add_style_tag(content="* { transition: none !important; }")  # the looks at once, not on the way
    unseen, stops = [], 0
    page.keyboard.press("Tab")
    while stops < MOST and page.evaluate(f"({FOCUSED})() !== document.body"):
        stop = page.evaluate_handle(FOCUSED)
        focused = stop.evaluate(LOOKS)
        tab(page)
        stops += 1
        if stop.evaluate(LOOKS) == focused:
            unseen.append(stop.evaluate(NAME))
    assert unseen == []
    assert 10 < stops < MOST

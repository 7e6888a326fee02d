"""What the browser tests do on the page of exercises: choose one, solve it, read the verdict."""

import json

from playwright.sync_api import Locator, Page, expect

from lib.exercises import EXERCISES, Verdict, check
from lib.ui.runner import paste_code
from lib.ui.runner.answers import parse
from tests.browser.editing import exercise, run
from tests.learner import answers_to, printed_line


def choose(page: Page, number: int) -> None:
    """Choose an exercise of the page and wait until it is there."""
    page.get_by_role("radio", name=f"Exercise {number}").click()
    expect(exercise(page, number)).to_be_visible()


def verdict(page: Page, number: int) -> Locator:
    """Return the place of an exercise's verdict."""
    return page.locator(f".st-key-verdict-{number}")


def expect_verdict(page: Page, number: int, wanted: Verdict) -> None:
    """Wait until the page gives this very verdict, its message as plain text."""
    headline = "Solved" if wanted.passed else f"Found it: {wanted.slip}" if wanted.slip else "Not yet"
    expect(verdict(page, number).get_by_test_id("stAlert")).to_contain_text(headline)
    # As text, never as Markdown.
    expect(verdict(page, number).get_by_test_id("stText")).to_have_text(wanted.message)


def expect_no_verdict(page: Page, number: int) -> None:
    """Wait until an exercise is there without a verdict."""
    expect(exercise(page, number)).to_be_visible()
    expect(verdict(page, number).get_by_test_id("stText")).to_have_count(0)


def verdict_on(number: int, program: str) -> Verdict:
    """Return the verdict on a program that is run here, in the test."""
    return check(number, answers_to(number, program))


def begin(page: Page, number: int) -> None:
    """Choose an exercise and run its starter, so that no verdict of before is taken for a new one."""
    choose(page, number)
    solve(page, number, EXERCISES[number].starter)


def solve(page: Page, number: int, program: str) -> Verdict:
    """Run a program in the browser and in the test, and wait until the page gives the test's verdict."""
    run(page, program, number)
    wanted = verdict_on(number, program)
    expect_verdict(page, number, wanted)
    return wanted


def handed_in(page: Page, number: int) -> dict[str, object]:
    """Return the answers that the editor handed in last."""
    kept = json.loads(page.evaluate("number => localStorage.getItem('multi-head-lesson:last:' + number)", number))
    return parse(json.dumps(kept["submission"]), number).answers


def go_to(page: Page, name: str) -> None:
    """Open a page from the menu."""
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=name).click()
    expect(page.get_by_test_id("stSidebarNav").locator("[aria-current=page]")).to_contain_text(name)


def switch_pages(page: Page) -> None:
    """Leave the exercises and come back."""
    go_to(page, "Summary")
    expect(page.get_by_role("heading", name="Summary", level=1)).to_be_visible()
    go_to(page, "Exercises")
    expect(page.get_by_role("heading", name="Exercises", level=1)).to_be_visible()


def copied_line(page: Page, program: str, number: int) -> str:
    """Return what the paste box's code prints elsewhere, once the page shows that very code."""
    shown = exercise(page, number).get_by_test_id("stCode")
    expect(shown).to_contain_text("print(report(")
    assert shown.inner_text().replace("\xa0", " ").strip() == paste_code(EXERCISES[number]).strip()
    return printed_line(number, program)

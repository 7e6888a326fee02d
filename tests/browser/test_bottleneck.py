"""The bottleneck page in Chromium: one row read and worked out, blanks that are checked, and the live training."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.whole_page import open_menu

DONE = "[data-testid=stApp][data-test-script-state=notRunning]"
HOSTILE = (
    "?sentence=%3Cb%3E+:red%5Bx%5D+%24x%24+:material/home:+a%7Cb+%60q%60+**a**+%3Cb%3E&mask=true&head_size=5&scale=1"
)
ODD = (
    "?sentence=fog",
    "?scale=0",
    "?head_size=1",
    "?head_size=64&scale=2&width=64",
    "?sentence=" + "+".join("a" * 24),
    HOSTILE,
)
LONG = 120_000  # milliseconds that a busy machine may take


def visit(page: Page, app: str, query: str = "") -> None:
    page.goto(f"{app}/bottleneck{query}")
    expect(page.get_by_role("link", name="Next: Two heads")).to_be_visible(timeout=LONG)
    settle(page)


def settle(page: Page) -> None:
    """Wait until the script has run."""
    page.wait_for_timeout(400)
    page.wait_for_selector(DONE, timeout=LONG)


def open_fold(page: Page, title: str) -> None:
    page.get_by_text(title, exact=True).click()
    settle(page)


def choose_round(page: Page, name: str) -> None:
    page.get_by_text(name, exact=True).click()
    settle(page)


def blank(page: Page, word: str, step: str) -> str:
    return page.get_by_label(f"`{word}` {step}").input_value()


def fill(page: Page, word: str, step: str, number: str) -> None:
    page.get_by_label(f"`{word}` {step}").fill(number)


def check(page: Page) -> None:
    page.get_by_role("button", name="Check").click()
    settle(page)


def train(page: Page) -> None:
    open_fold(page, "One head, two jobs: train it here")
    page.get_by_role("button", name="Train one head and two heads").click()


def test_the_row_is_read_aloud(page: Page, app: str) -> None:
    visit(page, app)
    expect(page.get_by_text("keeper gives 34 % to fog")).to_be_visible()
    expect(page.get_by_text("The whole row adds up to 1.00.")).to_be_visible()
    open_menu(page.get_by_role("combobox", name="Query word"))
    page.get_by_role("option", name="8. rolls").click()
    expect(page.get_by_text("rolls gives 78 % to keeper")).to_be_visible(timeout=LONG)


def test_blanks_name_the_slip_and_keep_what_was_typed(page: Page, app: str) -> None:
    visit(page, app)
    open_fold(page, "Now you: fill in this row")
    choose_round(page, "3: last two blank")
    fill(page, "fog", "exp", "1,00")
    fill(page, "rolls", "exp", "1.11")
    fill(page, "rolls", "÷ sum", "0.59")
    fill(page, "lights", "exp", "many")
    check(page)
    expect(page.get_by_text("exp: Right.")).to_be_visible(timeout=LONG)
    expect(page.get_by_text("exp is missing: this is the score itself.")).to_be_visible()
    expect(page.get_by_text("÷ sum: The division by the row's sum is missing.")).to_be_visible()
    expect(page.get_by_text("many is not a number; type one like 0.34.")).to_be_visible()
    expect(page.get_by_text("2 blanks to go.")).to_be_visible()
    choose_round(page, "2: last step blank")
    choose_round(page, "3: last two blank")
    assert blank(page, "rolls", "exp") == "1.11"


def test_all_blanks_right(page: Page, app: str) -> None:
    visit(page, app)
    open_fold(page, "Now you: fill in this row")
    choose_round(page, "2: last step blank")
    for word, weight in (("fog", "0.34"), ("rolls", "0.20"), ("lights", "0.19")):
        fill(page, word, "÷ sum", weight)
    check(page)
    expect(page.get_by_text("3 numbers right")).to_be_visible(timeout=LONG)


def test_the_cost_is_asked_before_it_is_told(page: Page, app: str) -> None:
    visit(page, app)
    expect(page.get_by_text("2 · 3 · 16 · 8")).to_have_count(0)
    page.get_by_text("twice as many", exact=True).click()
    settle(page)
    page.get_by_role("button", name="Commit my guess").click()
    expect(page.get_by_text("this run says the same number")).to_be_visible(timeout=LONG)
    expect(page.get_by_text("2 heads of width 8 have the same.")).to_be_visible()


def test_one_head_and_two_are_trained_once_for_two_visitors(context: BrowserContext, app: str) -> None:
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        visit(page, app)
        train(page)
    for page in (first, second):
        expect(page.get_by_text("Two heads do both jobs.")).to_be_visible(timeout=LONG)
        expect(page.get_by_role("row", name="weights trained 1,216 1,216")).to_be_visible(timeout=LONG)
        expect(page.get_by_text("Bhojanapalli et al. 2020")).to_be_visible(timeout=LONG)
        expect(page.locator("[data-testid=stVegaLiteChart]")).to_have_count(6, timeout=LONG)
        expect(page.locator("[data-testid=stException]")).to_have_count(0)


@pytest.mark.parametrize("query", ODD)
def test_odd_settings(page: Page, app: str, query: str) -> None:
    visit(page, app, f"{query}&reveal=1")
    open_fold(page, "Now you: fill in this row")
    choose_round(page, "4: all blank")
    open_fold(page, "The underlined words as a table")
    expect(page.locator("[data-testid=stException]")).to_have_count(0)
    main = page.get_by_test_id("stMain")
    expect(main.get_by_text("The whole row adds up to 1.00.")).to_be_visible()
    expect(main.locator("b")).to_have_count(0)
    assert "nan" not in main.inner_text()
    page.set_viewport_size({"width": 375, "height": 800})
    page.wait_for_timeout(500)
    assert main.evaluate("main => main.scrollWidth <= main.clientWidth")

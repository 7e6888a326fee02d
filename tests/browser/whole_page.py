"""A page of the app as a whole: waited for, opened up, and read."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.editing import SLOW

APP = "[data-testid=stApp]"
DRAWN = f"{APP}[data-test-connection-state=CONNECTED][data-test-script-state=notRunning]"
# A fold is built when it is opened, so for a moment it is open and empty.
FILLED = """() => [...document.querySelectorAll("details[open]")].every(
    fold => fold.querySelector("[data-testid=stElementContainer]"))"""
LOST = f"{APP}:not([data-test-connection-state=CONNECTED])"


def wait_until_drawn(page: Page) -> None:
    """Wait until the page is connected, its script has ended, and its title and charts stand."""
    expect(page.get_by_role("heading", level=1).first).to_be_visible(timeout=SLOW)
    page.wait_for_selector(DRAWN, timeout=SLOW)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=SLOW)


def texts(page: Page) -> Locator:
    """Return all prose and headline numbers; not the charts, whose marks come in any order."""
    return page.get_by_test_id("stMain").locator("[data-testid=stMarkdownContainer], [data-testid=stMetricValue]")


def press_next_seed(page: Page, seed: int) -> None:
    """Press the button once, and fail unless it leads to a run with `seed`."""
    page.get_by_role("button", name="Next seed").click()
    expect(page.get_by_test_id("stAlert").get_by_text(f"seed {seed}")).to_be_visible(timeout=SLOW)


def unfold(part: Locator) -> None:
    """Open every expander in a part of the page, and those that come to light."""
    closed = part.locator("details:not([open]) > summary")
    while closed.count():
        closed.first.click()
        part.page.wait_for_function(FILLED, timeout=SLOW)
        wait_until_drawn(part.page)


def scrolls_sideways(page: Page) -> bool:
    """Return whether anything is wider than the page has room for."""
    wider = "element => element.scrollWidth > element.clientWidth + 1"
    return bool(page.get_by_test_id("stMain").evaluate(wider) or page.locator("html").evaluate(wider))


def open_menu(menu: Locator) -> None:
    """Open a menu where it stands: a page that is still scrolling to it would close it again."""
    menu.scroll_into_view_if_needed()
    menu.page.wait_for_timeout(500)  # the browser tells of scrolling some frames later
    menu.click()

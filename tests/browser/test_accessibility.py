"""Everyone: axe-core finds no violation of WCAG 2.2 A and AA that our content causes.

On every page, in both themes, at two widths, before and after the predictions are open, with every expander and
every optional section open. Beside it what axe cannot see: a chart's `alt`, boxes that scroll by keyboard, and
requests to the outside.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from lib.ui.site import LESSON, TEACHERS
from tests.browser.conftest import RUNTIME, Record
from tests.browser.whole_page import scrolls_sideways, unfold, wait_until_drawn

PATHS = [path for *_, path in LESSON + TEACHERS]
WITH_PREDICTIONS = ["bottleneck", "two_heads", "comparison", "many_heads"]
WIDE, TABLET, PHONE = 1280, 768, 375
OPTIONS = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],
}
# What Streamlit's own frame causes: rule -> the elements, and why it does no harm.
STREAMLITS = {
    # Streamlit draws a table, a code block and a formula each in a box of its own that scrolls when it is too
    # narrow, without a tabindex. Browsers let the keyboard into such a box all the same; the last test shows it.
    "scrollable-region-focusable": "[data-testid=stTable] > div, [data-testid=stCode] pre, .katex-display",
}

Theme = Literal["light", "dark"]


@dataclass(frozen=True)
class Violation:
    """What axe says of one element."""

    rule: str
    says: str
    html: str
    width: int


@pytest.fixture(scope="module", params=["light", "dark"])
def theme(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """Open a profile that asks for one of the themes."""
    context = browser.new_context(color_scheme=request.param, reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def themed(theme: BrowserContext, record: Record) -> Iterator[Page]:
    """Open an empty page in that profile."""
    page = theme.new_page()
    record.watch(page)
    yield page
    page.close()


def violations(page: Page, *widths: int, part: str | None = None) -> list[Violation]:
    """Return what axe finds on the page, or in a part of it, at each width, but for what is Streamlit's."""
    found = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        wait_until_drawn(page)
        for rule in Axe().run(page, context=part, options=OPTIONS).response["violations"]:
            for node in rule["nodes"]:
                if not is_streamlits(page, rule["id"], node["target"]):
                    found.append(Violation(rule["id"], node["failureSummary"], node["html"], width))
    return found


def is_streamlits(page: Page, rule: str, target: list[Any]) -> bool:
    """Return whether the list above names the element; in a shadow root, which is ours, it names none."""
    if rule not in STREAMLITS or len(target) > 1 or not isinstance(target[0], str):
        return False
    return bool(page.locator(target[0]).evaluate("(element, ours) => element.matches(ours)", STREAMLITS[rule]))


def optional_sections(page: Page) -> Locator:
    """Return the buttons of which each draws one more section."""
    return page.get_by_role("radiogroup", name="Look closer").get_by_role("radio")


def names_of_charts(page: Page) -> list[str | None]:
    """Return what a screen reader says of each chart."""
    charts = page.get_by_test_id("stVegaLiteChart").all()
    return [chart.get_attribute("aria-label") for chart in charts]


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_within_wcag_and_asks_nobody_outside(app: str, themed: Page, record: Record, path: str) -> None:
    themed.goto(f"{app}/{path}?reveal=1&seed=7")
    wait_until_drawn(themed)
    unfold(themed.get_by_test_id("stApp"))
    assert violations(themed, WIDE, PHONE) == []
    assert not scrolls_sideways(themed)
    themed.set_viewport_size({"width": TABLET, "height": 900})
    wait_until_drawn(themed)
    assert not scrolls_sideways(themed)
    for section in optional_sections(themed).all():
        section.click()
        # Beside other work a run can be over before the page says that it has begun.
        expect(themed.locator(f"[class*='-closer-{re.sub('[^A-Za-z]', '-', section.inner_text())}']")).to_be_visible()
        wait_until_drawn(themed)
        unfold(themed.get_by_test_id("stMain"))
        assert violations(themed, PHONE, part="[data-testid=stMain]") == []
        assert not scrolls_sideways(themed)
    assert all(names_of_charts(themed))
    # Python for the learner comes from outside where it is not in the app's own folder; nothing else may.
    assert [address for address in record.outside if path != "exercises" or not address.startswith(RUNTIME)] == []
    assert path == "exercises" or record.errors == []


@pytest.mark.parametrize("path", WITH_PREDICTIONS)
def test_a_page_that_asks_is_within_wcag(app: str, themed: Page, path: str) -> None:
    themed.goto(f"{app}/{path}")
    wait_until_drawn(themed)
    if path == "many_heads":
        optional_sections(themed).first.click()
    expect(themed.get_by_text("Predict first")).to_be_visible()
    assert violations(themed, WIDE, PHONE) == []


def test_the_sidebar_on_a_phone_is_within_wcag(app: str, themed: Page) -> None:
    themed.set_viewport_size({"width": PHONE, "height": 800})
    themed.goto(f"{app}/summary?sentence=+")
    wait_until_drawn(themed)
    themed.get_by_test_id("stExpandSidebarButton").click()
    expect(themed.get_by_test_id("stSidebar").get_by_text("type at least one word")).to_be_visible()
    assert violations(themed, PHONE) == []


def test_a_table_that_scrolls_is_in_the_tab_order(app: str, page: Page) -> None:
    page.set_viewport_size({"width": PHONE, "height": 800})
    page.goto(f"{app}/comparison?reveal=1")
    wait_until_drawn(page)
    unfold(page.get_by_test_id("stMain"))
    box = page.locator("[data-testid=stTable] > div").first
    box.locator("xpath=ancestor::details/summary").focus()
    page.keyboard.press("Tab")
    expect(box).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("box => box.scrollLeft > 0", arg=box.element_handle())

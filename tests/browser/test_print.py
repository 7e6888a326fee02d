"""The summary on paper: two sheets that read well, whether the sidebar is open or not."""

import io

import pytest
from playwright.sync_api import Page, PdfMargins, expect
from pypdf import PageObject, PdfReader

from tests.browser.whole_page import wait_until_drawn

MARGINS = PdfMargins(top="1cm", right="1cm", bottom="1cm", left="1cm")
LONG = "seed=7&scale=0.5&sentence=" + "+".join(f"word{i}" for i in range(24))


def lines(sheet: PageObject) -> list[str]:
    """Return the lines of text on a sheet."""
    return sheet.extract_text().strip().splitlines()


def close_sidebar(page: Page) -> None:
    """Close the sidebar; its button shows when the pointer is near."""
    page.get_by_test_id("stSidebar").hover()
    page.get_by_role("button", name="Collapse sidebar").click()
    expect(page.get_by_test_id("stExpandSidebarButton")).to_be_visible()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("query", ["", LONG])
@pytest.mark.parametrize("sidebar", ["open", "closed"])
def test_the_summary_fills_two_sheets(app: str, page: Page, sidebar: str, query: str, paper: str) -> None:
    page.goto(f"{app}/summary?{query}")
    wait_until_drawn(page)
    if sidebar == "closed":
        close_sidebar(page)
    headings = page.get_by_role("heading").all_inner_texts()
    sheets = PdfReader(io.BytesIO(page.pdf(format=paper, margin=MARGINS))).pages
    assert len(sheets) == 2
    first, second = map(lines, sheets)
    for heading in headings:
        assert (heading in first) != (heading in second)
    assert first[-1] not in headings
    assert second[0] == "Why it matters"
    assert not any(text in line for line in first + second for text in ("Init scale", "Take it away"))


def test_a_dark_screen_prints_black_on_white(app: str, page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{app}/summary?seed=7")
    wait_until_drawn(page)
    page.emulate_media(color_scheme="dark", media="print")
    painted = page.evaluate(
        """() => ["body", ".stApp", "h1", ".stApp p", ".stApp code", "[data-testid=stMetricValue]"].map(name => {
            const style = getComputedStyle(document.querySelector(name));
            return [style.color, style.backgroundColor];
        })"""
    )
    assert painted == [["rgb(0, 0, 0)", "rgb(255, 255, 255)"]] * 6
    expect(page.get_by_role("button", name="Back to the lesson")).to_be_hidden()

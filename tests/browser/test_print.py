"""The summary on paper: two sheets that read well, with Streamlit's own rules for print."""

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
def test_the_summary_fills_two_sheets(app: str, page: Page, query: str, paper: str) -> None:
    page.goto(f"{app}/summary?{query}")
    wait_until_drawn(page)
    close_sidebar(page)
    headings = page.get_by_role("heading").all_inner_texts()
    sheets = PdfReader(io.BytesIO(page.pdf(format=paper, margin=MARGINS))).pages
    assert len(sheets) == 2
    first, second = map(lines, sheets)
    for heading in headings:
        assert (heading in first) != (heading in second)
    # Where another run's longer text breaks is up to the browser: Streamlit keeps no heading with its text.
    assert query or first[-1] not in headings
    assert not any("Init scale" in line for line in first + second)


def test_an_open_sidebar_costs_no_third_sheet(app: str, page: Page) -> None:
    page.goto(f"{app}/summary")
    wait_until_drawn(page)
    assert len(PdfReader(io.BytesIO(page.pdf(format="A4", margin=MARGINS))).pages) == 2

"""The whole site in Chromium: deep links, the lesson's numbers, Settings in the address, both themes, all widths."""

import tomllib
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from lib.charts import two_decimals
from tests.browser.conftest import RUNTIME, Record
from tests.browser.whole_page import press_next_seed, scrolls_sideways, wait_until_drawn
from tests.reference import REFERENCE
from tests.serving import ROOT, serve
from tests.visiting import PAGES

MENU = [
    *("Start", "The bottleneck", "Two heads", "Comparison", "Many heads", "Exercises", "Summary"),
    "Teach",
]
ODD = "sentence=fog+fog+rolls&seed=7&scale=0.1&width=12&head_size=3&mask=true&vectors=per+word"
FULL = "sentence=" + "+".join(f"lantern{i}" for i in range(24))


def visit(page: Page, url: str) -> None:
    page.goto(url)
    wait_until_drawn(page)


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def open_from_menu(page: Page, title: str) -> None:
    page.get_by_test_id("stSidebarNav").get_by_text(title, exact=True).click()
    expect_title(page, title)
    expect(page).to_have_title(title)
    wait_until_drawn(page)


def expect_title(page: Page, title: str) -> None:
    expect(page.get_by_test_id("stMain").get_by_role("heading", level=1)).to_have_text(title)


def expect_query(page: Page, expected: str) -> None:
    """Wait until the address holds these parameters and no other."""
    page.wait_for_function(
        "expected => new URLSearchParams(location.search).toString() === new URLSearchParams(expected).toString()",
        arg=expected,
    )


@pytest.mark.parametrize("path", [path for path in PAGES if path])
def test_a_deep_link_to_a_fresh_server_shows_the_whole_site(path: str, page: Page, record: Record) -> None:
    with serve(ROOT / "streamlit_app.py") as server:
        visit(page, f"{server.url}/{path}?seed=7")
        expect_title(page, PAGES[path][1])
        titles = page.get_by_test_id("stSidebarNavLink").get_by_test_id("stMarkdownContainer")
        expect(titles).to_have_text(MENU)
        expect(page.get_by_role("textbox", name="Sentence")).to_be_visible()
        expect(page.get_by_role("spinbutton", name="Seed")).to_have_value("7")
        expect(page.get_by_test_id("stAlert").first).to_contain_text("Not the lesson's settings: seed 7.")
    assert [address for address in record.outside if not address.startswith(RUNTIME)] == []


def test_the_lessons_numbers(app: str, page: Page) -> None:
    visit(page, f"{app}/comparison?reveal=1")
    values = page.get_by_test_id("stMetricValue")
    expect(values.nth(0)).to_have_text("0.2617")
    expect(values.nth(1)).to_have_text("7 of 8")
    expect(page.get_by_text("7 of 8 rows")).to_be_visible()
    rows = page.get_by_test_id("stMain").locator("table").filter(has_text="agree?").locator("tbody tr")
    A, B = REFERENCE["focus"]["A"], REFERENCE["focus"]["B"]
    for row, cells in enumerate(zip(REFERENCE["words"], A, B, strict=True)):
        verdict = "agree" if cells[1] == cells[2] else "differ"
        expect(rows.nth(row).locator("td")).to_have_text([f"{row + 1}\u00a0{cells[0]}", *cells[1:], verdict])


def test_settings_and_address_go_together(app: str, page: Page) -> None:
    visit(page, f"{app}/summary")
    assert query(page) == {}
    press_next_seed(page, 43)
    expect_query(page, "seed=43")
    gap = page.get_by_test_id("stMetricValue").first.inner_text()
    assert gap != "0.2617"
    page.reload()
    wait_until_drawn(page)
    expect(page.get_by_test_id("stMetricValue").first).to_have_text(gap)
    open_from_menu(page, "Two heads")
    expect_query(page, "seed=43")
    page.go_back()
    expect(page.get_by_test_id("stMetricValue").first).to_have_text(gap)
    expect_query(page, "seed=43")
    page.go_forward()
    expect_title(page, "Two heads")
    expect_query(page, "seed=43")
    page.get_by_role("button", name="Back to the lesson").first.click()
    expect_query(page, "")
    expect(page.get_by_role("spinbutton", name="Seed")).to_have_value("42")


def test_a_link_survives_the_round_trip(app: str, context: BrowserContext, page: Page) -> None:
    visit(page, f"{app}/summary?{ODD}")
    numbers = page.get_by_test_id("stMetricValue").all_inner_texts()
    link = page.get_by_test_id("stSidebar").locator("pre").inner_text().replace("\n", "")
    assert parse_qs(urlsplit(link).query) == parse_qs(ODD)
    assert urlsplit(link).path == "/summary"
    other = context.new_page()
    visit(other, link)
    assert other.get_by_test_id("stMetricValue").all_inner_texts() == numbers
    expect(other.get_by_role("textbox", name="Sentence")).to_have_value("fog fog rolls")
    assert query(other) == parse_qs(ODD)


def test_a_refused_sentence_leaves_the_picture(app: str, page: Page) -> None:
    visit(page, f"{app}/summary?seed=7")
    numbers = page.get_by_test_id("stMetricValue").all_inner_texts()
    field = page.get_by_role("textbox", name="Sentence")
    field.fill("fog " * 25)
    field.press("Enter")
    beside = page.get_by_test_id("stSidebar").get_by_text("The sentence has 25 words: keep 24 or fewer.")
    expect(beside).to_be_visible()
    wait_until_drawn(page)
    assert page.get_by_test_id("stMetricValue").all_inner_texts() == numbers
    field.fill("fog rolls in")
    field.press("Enter")
    expect(beside).to_have_count(0)
    expect(page.get_by_text("of 3 rows")).to_be_visible()


@pytest.fixture(scope="module", params=["light", "dark"])
def themed(browser: Browser, request: pytest.FixtureRequest) -> Iterator[tuple[str, Page]]:
    """Open an empty page for someone who prefers light or dark."""
    context = browser.new_context(color_scheme=request.param)
    yield request.param, context.new_page()
    context.close()


@pytest.mark.parametrize("path", ["comparison", "bottleneck", "many_heads"])
def test_both_themes_are_the_apps_own(app: str, path: str, themed: tuple[str, Page]) -> None:
    theme, page = themed
    visit(page, f"{app}/{path}?reveal=1")
    ours = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"][theme]
    ground = ", ".join(str(channel) for channel in bytes.fromhex(ours["backgroundColor"][1:]))
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", f"rgb({ground})")
    labels = page.locator("[data-testid=stVegaLiteChart] g.role-axis-label text")
    expect(labels.first).to_have_attribute("fill", ours["textColor"])
    # Weights have the same colours in both: the largest of head B, 0.89, is yellow.
    if path == "comparison":
        cells = page.locator("[data-testid=stVegaLiteChart]").nth(1).locator("g.mark-rect path")
        expect(cells).to_have_count(64)
        expect(cells.nth(57)).to_have_attribute("fill", "rgb(181, 222, 44)")


@pytest.mark.parametrize("path", PAGES)
def test_nothing_scrolls_sideways_with_24_words(app: str, path: str, page: Page) -> None:
    page.set_viewport_size({"width": 375, "height": 900})
    visit(page, f"{app}/{path}?reveal=1&{FULL}")
    for width in (375, 768):
        page.set_viewport_size({"width": width, "height": 900})
        wait_until_drawn(page)
        page.wait_for_timeout(300)  # charts follow the width a moment later
        assert not scrolls_sideways(page)


@pytest.mark.parametrize("path", ["bottleneck", "comparison"])
def test_nothing_is_cut_off_or_scrolls_sideways_with_long_words(app: str, path: str, page: Page) -> None:
    page.set_viewport_size({"width": 375, "height": 900})
    visit(page, f"{app}/{path}?reveal=1&sentence=extraordinarily+incomprehensible+sentences+{'x' * 120}")
    assert not scrolls_sideways(page)
    # The last number under the legend of the first map, where there is one.
    for number in page.get_by_test_id("stVegaLiteChart").first.locator(".role-legend-label text").all()[-1:]:
        box = number.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 375


def test_at_200_percent_zoom_all_is_still_there(app: str, page: Page) -> None:
    # Zooming by 200 % halves the width that a page has, in its own pixels.
    page.set_viewport_size({"width": 640, "height": 450})
    visit(page, f"{app}/comparison?reveal=1")
    assert not scrolls_sideways(page)
    for chart in page.get_by_test_id("stVegaLiteChart").all():
        box = chart.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 640


def test_no_link_of_the_path_is_cut_off_on_a_narrow_phone(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(app)
    wait_until_drawn(page)
    links = page.get_by_test_id("stMain").get_by_test_id("stPageLink").locator("p")
    expect(links).to_have_count(6)
    for link in links.all():
        assert link.evaluate("shown => shown.scrollWidth <= shown.clientWidth"), link.inner_text()


def test_a_browser_rounds_weights_as_python_does(page: Page) -> None:
    weights = [n / 1000 for n in range(1001)] + [n / 64 for n in range(65)]
    rounded = page.evaluate(
        """([expression, weights]) => {
            const rounded = new Function("datum", "format", `return ${expression}`);
            return weights.map(weight => rounded({weight}, number => number.toFixed(2)));
        }""",
        [two_decimals("weight"), weights],
    )
    assert rounded == [f"{weight:.2f}" for weight in weights]

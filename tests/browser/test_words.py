"""Typed words in Chromium: shown as typed in charts, tables, menus and prose, and never run or rendered."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Record
from tests.browser.whole_page import open_menu, unfold, wait_until_drawn

# Each of them would be something else if Markdown, LaTeX, HTML, Vega or Streamlit read it.
WORDS = (
    *("<b>bold</b>", "<img/src=x/onerror=document.title='run'>", "**strong**", "$x^2$", ":red[x]", ":smile:"),
    *(":material/home:", "a|b", "\\|", "`q`", "[datum.value]", "__proto__", "C:\\new", "שלום", "👩\u200d👩\u200d👧"),
)
RENDERED = "b, strong:text-is('strong'), img, .katex:text-is('x2'), script"


def visit(page: Page, app: str, path: str, words: tuple[str, ...]) -> None:
    page.goto(f"{app}/{path}?" + urlencode({"sentence": " ".join(words), "reveal": "1"}))
    wait_until_drawn(page)


def plain(texts: list[str]) -> list[str]:
    """Take out what is invisible: the joiner that stops Markdown, and what isolates letters written leftward."""
    return [re.sub("[\u200b\u2060\u2068\u2069]", "", text).strip() for text in texts]


@pytest.mark.parametrize("words", [WORDS[:8], WORDS[7:]], ids=["markup", "more"])
def test_words_are_shown_as_typed(app: str, page: Page, record: Record, words: tuple[str, ...]) -> None:
    visit(page, app, "comparison", words)
    rows = page.get_by_test_id("stMain").locator("table").filter(has_text="agree?").locator("tbody tr")
    expect(rows).to_have_count(len(words))
    queries = plain([row.locator("td").first.inner_text() for row in rows.all()])
    assert queries == [f"{place}\u00a0{word}" for place, word in enumerate(words, start=1)]
    for row in rows.all():
        expect(row.locator("td")).to_have_count(4)
    chart = page.get_by_test_id("stVegaLiteChart").first
    labels = chart.locator("g.role-axis-label text").all_text_contents()
    for word in words:
        # A long word is cut short on an axis; the table has it whole.
        assert any(word == label or (label.endswith("…") and word.startswith(label[:-1])) for label in labels), word
    page.get_by_role("radio", name="One row, two distributions").click()
    open_menu(page.get_by_role("combobox", name="Query word"))
    options = page.get_by_role("option")
    expect(options).to_have_text([f"{place}. {word}" for place, word in enumerate(words, start=1)])
    page.keyboard.press("Escape")
    unfold(page.get_by_test_id("stMain"))
    table = page.get_by_test_id("stTable").first
    heads = plain(table.locator("thead th").all_inner_texts())
    assert [head.split("\u00a0", 1)[-1] for head in heads[-len(words) :]] == list(words)
    expect(page.get_by_test_id("stMain").locator(RENDERED)).to_have_count(0)
    assert page.title() != "run"
    assert record.outside == []
    assert record.errors == []


@pytest.mark.parametrize("path", ["", "bottleneck", "two_heads", "many_heads", "summary"])
def test_no_word_is_rendered_on_any_page(app: str, path: str, page: Page, record: Record) -> None:
    visit(page, app, path, WORDS[:8])
    unfold(page.get_by_test_id("stMain"))
    expect(page.get_by_test_id("stMain").locator(RENDERED)).to_have_count(0)
    assert page.title() != "run"
    assert record.outside == []
    assert record.errors == []


def test_hovering_a_cell_shows_query_key_and_weight(app: str, page: Page) -> None:
    page.goto(f"{app}/comparison?reveal=1")
    wait_until_drawn(page)
    cell = page.get_by_test_id("stVegaLiteChart").first.locator("g.mark-rect path").nth(8 + 6)
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box is not None
    # Off the middle, where the number stands.
    page.mouse.move(box["x"] + 3, box["y"] + 3)
    tooltip = page.locator("#vg-tooltip-element")
    expect(tooltip).to_be_visible()
    cells = [row.locator("td").all_inner_texts() for row in tooltip.locator("tr").all()]
    assert cells == [["query", "keeper"], ["key", "fog"], ["weight", "0.3417"]]


def test_a_hostile_word_in_the_tooltip_is_text(app: str, page: Page) -> None:
    visit(page, app, "comparison", WORDS[:8])
    cell = page.get_by_test_id("stVegaLiteChart").first.locator("g.mark-rect path").nth(0)
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 3, box["y"] + 3)
    tooltip = page.locator("#vg-tooltip-element")
    expect(tooltip).to_contain_text("<b>bold</b>")
    expect(tooltip.locator("b")).to_have_count(0)


def test_a_map_comes_to_an_end_where_its_cells_do_not_add_up(app: str, page: Page, record: Record) -> None:
    # Twenty-four cells end a rounding error beyond this map's edge, which once kept Vega going round for 20 s.
    visit(page, app, "two_heads", ("word",) * 24)
    page.get_by_role("radio", name="Twins, shuffles and the mask").click()
    maps = page.get_by_test_id("stVegaLiteChart").filter(has_text="shuffled")
    expect(maps.locator("g.role-axis-title")).to_have_count(2)
    assert record.errors == []

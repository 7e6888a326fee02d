"""The many-heads page in Chromium: its sizes in the address, through page switches, history and bad links."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.whole_page import scrolls_sideways

DONE = "[data-testid=stApp][data-test-script-state=notRunning]"


def settle(page: Page) -> None:
    """Wait until the script has run, everything is drawn and the address has followed."""
    page.wait_for_timeout(400)
    page.wait_for_selector(DONE, timeout=60_000)
    expect(page.locator("[data-testid=stSkeleton]")).to_have_count(0, timeout=60_000)
    page.wait_for_timeout(200)


def visit(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.get_by_role("heading", name="Two questions for the next lesson")).to_be_visible(timeout=60_000)
    settle(page)


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def link_field(page: Page) -> str:
    return page.locator("[data-testid=stSidebar] [data-testid=stCode]").inner_text().replace("\n", "")


def choose_heads(page: Page, heads: int) -> None:
    page.locator(".st-key-n_head").get_by_text(str(heads), exact=True).click()
    settle(page)


def type_width(page: Page, width: int) -> None:
    field = page.get_by_role("spinbutton", name="n_embd, the width C")
    field.fill(str(width))
    field.press("Enter")
    settle(page)


def open_page(page: Page, title: str) -> None:
    page.locator("[data-testid=stSidebarNav]").get_by_text(title, exact=True).click()
    settle(page)


def assert_shown(page: Page, n_embd: int, n_head: int, address: dict[str, str]) -> None:
    """Fail unless controls, prose, address and link field agree."""
    expect(page.get_by_role("spinbutton", name="n_embd, the width C")).to_have_value(str(n_embd))
    expect(page.locator(".st-key-n_head label:has(input:checked)")).to_have_text(str(n_head))
    sizes = f"drawn afresh with C = {n_embd} and {n_head} head"
    expect(page.get_by_text(sizes)).to_be_visible()
    own = {name: values[0] for name, values in query(page).items() if name in ("n_embd", "n_head")}
    assert own == address
    in_link = {name: values[0] for name, values in parse_qs(urlsplit(link_field(page)).query).items()}
    assert {name: value for name, value in in_link.items() if name in ("n_embd", "n_head")} == address


def test_the_tiny_gpt_is_the_default(app: str, page: Page) -> None:
    visit(page, f"{app}/many_heads")
    assert_shown(page, 64, 4, {})
    sums = page.get_by_test_id("stMain").get_by_role("table").first.locator("td")
    expect(sums).to_have_text(["16", "4", "3,072", "12,288"])


def test_sizes_follow_page_switches_history_and_reload(app: str, page: Page) -> None:
    visit(page, f"{app}/many_heads")
    choose_heads(page, 8)
    assert_shown(page, 64, 8, {"n_head": "8"})
    type_width(page, 60)
    assert_shown(page, 60, 6, {"n_embd": "60", "n_head": "6"})
    open_page(page, "Two heads")
    assert query(page) == {}
    open_page(page, "Many heads")
    assert_shown(page, 60, 6, {"n_embd": "60", "n_head": "6"})
    page.reload()
    settle(page)
    assert_shown(page, 60, 6, {"n_embd": "60", "n_head": "6"})
    open_page(page, "Comparison")
    page.go_back()
    settle(page)
    assert_shown(page, 60, 6, {"n_embd": "60", "n_head": "6"})


def test_a_link_brings_its_sizes_and_the_sidebars_controls_keep_them(app: str, page: Page) -> None:
    visit(page, f"{app}/many_heads?n_head=16&seed=7&scale=0.1")
    assert_shown(page, 64, 16, {"n_head": "16"})
    page.get_by_role("button", name="Next seed").click()
    settle(page)
    assert query(page) == {"n_head": ["16"], "seed": ["8"], "scale": ["0.1"]}
    page.get_by_role("button", name="Back to the lesson").first.click()
    settle(page)
    assert_shown(page, 64, 4, {})
    assert query(page) == {}


def test_sizes_alone_are_taken_back_too(app: str, page: Page) -> None:
    visit(page, f"{app}/many_heads?n_embd=12&n_head=3")
    assert_shown(page, 12, 3, {"n_embd": "12", "n_head": "3"})
    page.get_by_role("button", name="Back to the lesson").click()
    settle(page)
    assert_shown(page, 64, 4, {})


@pytest.mark.parametrize(
    ("asked", "refused", "n_embd", "n_head", "address"),
    [
        ("n_head=3", "n_head", 64, 4, {}),
        ("n_head=32", "n_head", 64, 4, {}),
        ("n_head=x", "n_head", 64, 4, {}),
        ("n_embd=nan", "n_embd", 64, 4, {}),
        ("n_embd=60&n_head=8", "n_head", 60, 4, {"n_embd": "60"}),
    ],
)
def test_a_bad_size_in_a_link_is_refused_with_a_sentence(
    app: str, page: Page, asked: str, refused: str, n_embd: int, n_head: int, address: dict[str, str]
) -> None:
    visit(page, f"{app}/many_heads?{asked}")
    expect(page.get_by_text(f"The link's {refused} cannot be used.")).to_be_visible()
    assert_shown(page, n_embd, n_head, address)
    type_width(page, 48)
    expect(page.get_by_text("cannot be used")).to_have_count(0)


def test_sixteen_heads_of_24_words_do_not_scroll_sideways_on_a_phone(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 375, "height": 800})
    visit(page, f"{app}/many_heads?reveal=1&n_head=16&sentence=" + "+".join(f"word{i}" for i in range(24)))
    page.get_by_role("radio", name="How many heads are worth it?").click()
    expect(page.locator("[data-testid=stVegaLiteChart]")).to_have_count(4)
    assert not scrolls_sideways(page)


def test_guess_then_links_then_one_number_heads(app: str, page: Page) -> None:
    visit(page, f"{app}/many_heads")
    page.get_by_role("radio", name="How many heads are worth it?").click()
    settle(page)
    expect(page.get_by_text("published")).to_have_count(0)
    page.get_by_role("button", name="Show me").click()
    settle(page)
    expect(page.get_by_text("the first 8 cover 40 and all 16 cover 53")).to_be_visible()
    slider = page.get_by_role("slider").last
    slider.press("Home")
    settle(page)
    expect(page.get_by_text("at most two focus words, whatever the sentence")).to_be_visible()

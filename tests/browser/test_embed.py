"""The app in a frame of a page from elsewhere, made with the code that the page Teach gives."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Record
from tests.browser.whole_page import DRAWN, wait_until_drawn

COURSE = "<!doctype html><title>A course</title><link rel=icon href='data:,'>{}"


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and tells nobody."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """Serve the test's folder under another host's name than the app's, and give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


def code_for_a_frame(page: Page, app: str) -> str:
    """Have the page Teach write the code for the comparison with seed 7."""
    page.goto(f"{app}/teach?seed=7")
    wait_until_drawn(page)
    page.get_by_text("For a frame in a course page").click()
    code = page.get_by_test_id("stMain").get_by_test_id("stCode").filter(has_text="<iframe")
    expect(code).to_be_visible()
    return code.inner_text()


def test_pages_and_controls_work_in_a_frame(
    app: str, page: Page, elsewhere: str, tmp_path: Path, record: Record
) -> None:
    code = code_for_a_frame(page, app)
    (tmp_path / "course.html").write_text(COURSE.format(code), encoding="utf-8")
    page.goto(f"{elsewhere}/course.html")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("heading", level=1, name="Comparison")).to_be_visible()
    # The frame is for the page; the sidebar waits for whoever wants it, beside the window rather than hidden.
    next_seed = frame.get_by_role("button", name="Next seed")
    expect(next_seed).to_be_attached()
    expect(next_seed).not_to_be_in_viewport()
    for question in ("How large is the largest gap?", "In how many of the 8 rows"):
        expect(frame.get_by_text(question)).to_be_visible()
        expect(frame.locator(DRAWN)).to_have_count(1)
        frame.get_by_role("button", name="Show me").click()
    expect(frame.get_by_test_id("stMetricValue").first).to_have_text("0.6603")

    inside = frame.get_by_role("link", name="Open the full app")
    expect(inside).to_have_attribute("href", f"{app}/comparison?seed=7")
    frame.get_by_role("link", name="Next: Many heads").click()
    expect(frame.get_by_role("heading", level=1, name="Many heads")).to_be_visible()
    expect(inside).to_have_attribute("href", f"{app}/many_heads?seed=7")
    frame.get_by_test_id("stExpandSidebarButton").click()
    next_seed.click()
    expect(inside).to_have_attribute("href", f"{app}/many_heads?seed=8")

    page.get_by_role("link", name="Open the full app").click()
    expect(page).to_have_url(f"{app}/comparison?seed=7")
    wait_until_drawn(page)
    expect(page.get_by_role("button", name="Next seed")).to_be_visible()
    assert record.outside == []
    assert record.errors == []

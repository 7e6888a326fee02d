"""Bad days under an open page: the server is restarted, the websocket is cut, Python's files are out of reach."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from lib.exercises import EXERCISES
from lib.ui.runner.sources import MANIFEST
from tests.browser.conftest import Record
from tests.browser.whole_page import LOST, press_next_seed, texts, wait_until_drawn
from tests.learner import printed_line
from tests.serving import ROOT, free_port, serve

CUT = 3_000  # milliseconds; several of the browser's attempts fall into it
DRAFT = "answer = 'a draft'"


@dataclass
class Cable:
    """The websockets of a browser profile, which can be cut."""

    cut: bool = False
    ends: list[WebSocketRoute] = field(default_factory=list)
    refused: int = 0

    def carry(self, socket: WebSocketRoute) -> None:
        """Connect a new websocket, or close it at once while the cable is cut."""
        if self.cut:
            self.refused += 1
            socket.close()
        else:
            self.ends += [socket, socket.connect_to_server()]

    def pull(self) -> None:
        """Cut every connection and let none through."""
        self.cut = True
        for end in self.ends:
            end.close()
        self.ends.clear()

    def plug_in(self) -> None:
        """Let new connections through again."""
        self.cut = False


def drawn(page: Page) -> list[str]:
    """Return the texts of a page as soon as it is all there."""
    wait_until_drawn(page)
    return texts(page).all_inner_texts()


def test_pages_come_back_when_the_server_is_restarted(context: BrowserContext) -> None:
    port = free_port()
    comparison, exercises = context.new_page(), context.new_page()
    with serve(ROOT / "streamlit_app.py", port=port) as server:
        comparison.goto(f"{server.url}/comparison?seed=7&scale=0.4&reveal=1")
        exercises.goto(f"{server.url}/exercises?seed=7")
        before = [drawn(page) for page in (comparison, exercises)]
        exercises.get_by_role("textbox", name="your Python code").fill(DRAFT)
    comparison.wait_for_selector(LOST)
    exercises.wait_for_selector(LOST)
    with serve(ROOT / "streamlit_app.py", port=port):
        for page, text in zip((comparison, exercises), before, strict=True):
            wait_until_drawn(page)
            expect(texts(page)).to_have_text(text, use_inner_text=True)
        expect(exercises.get_by_role("textbox", name="your Python code")).to_have_value(DRAFT)
        press_next_seed(comparison, 8)
        press_next_seed(exercises, 8)


def test_a_page_comes_back_when_its_websocket_was_cut(app: str, context: BrowserContext, page: Page) -> None:
    cable = Cable()
    context.route_web_socket(re.compile("/_stcore/stream"), lambda socket: cable.carry(socket))
    page.goto(f"{app}/comparison?seed=7")
    for question in ("How large is the largest gap?", "In how many of the 8 rows"):
        expect(page.get_by_text("Predict first")).to_have_count(1)
        wait_until_drawn(page)
        page.get_by_role("button", name="Show me").click()
        expect(page.get_by_text(re.compile(f"{re.escape(question)}.*This run says"))).to_be_visible()
    before = drawn(page)
    cable.pull()
    page.wait_for_selector(LOST)
    page.wait_for_timeout(CUT)
    assert cable.refused
    cable.plug_in()
    # The session is the same, with the predictions that it has opened.
    wait_until_drawn(page)
    expect(texts(page)).to_have_text(before, use_inner_text=True)
    press_next_seed(page, 8)
    expect(page.get_by_text("Predict first")).to_have_count(0)


def test_without_pythons_files_the_paste_path_solves_an_exercise(
    app: str, context: BrowserContext, page: Page, record: Record
) -> None:
    context.route("**/app/static/pyodide/**", lambda route: route.abort())
    page.goto(f"{app}/exercises")
    expect(page.locator("#boot")).to_contain_text("could not start")
    assert all(url.startswith(MANIFEST["cdn"]) for url in record.outside)
    page.get_by_text("Can't run Python here?").click()
    page.get_by_role("textbox", name="The printed line").fill(printed_line(1, EXERCISES[1].solution))
    page.get_by_role("button", name="Check the line").click()
    expect(page.get_by_text("Solved", exact=True).first).to_be_visible()

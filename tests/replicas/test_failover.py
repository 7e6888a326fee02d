"""Two copies of the app behind nginx: when one dies, its visitors go on with the other.

Settings are in the address, drafts and marks in the browser, so a copy has nothing to hand over.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocket, expect, sync_playwright

from lib.ui.site import LESSON, TEACHERS
from tests.browser.chromium import NoBrowserError, launch
from tests.browser.editing import SLOW
from tests.browser.whole_page import press_next_seed, texts, wait_until_drawn
from tests.replicas.nginx import NoNginxError, nginx
from tests.serving import ROOT, free_port, serve

PATHS = [path for *_, path in LESSON + TEACHERS]
QUERY = urlencode({"sentence": "a lamp in a fog", "seed": 7, "scale": 0.4, "n_head": 8, "reveal": 1})
DRAFT = "answer = 'a draft'"
BACK_SECONDS = 15


@dataclass
class Visitor:
    """A browser profile with one page of the app, and the websockets that the page has opened."""

    page: Page
    sockets: list[WebSocket] = field(default_factory=list)

    def open(self, address: str) -> None:
        """Open the page and wait until it is all there."""
        self.page.on("websocket", lambda socket: self.sockets.append(socket))
        self.page.goto(address)
        wait_until_drawn(self.page)

    @property
    def connected(self) -> bool:
        """Whether the last websocket is open."""
        return not self.sockets[-1].is_closed()

    @property
    def editor(self) -> Locator:
        """The field for the learner's code."""
        return self.page.get_by_role("textbox", name="your Python code")


@pytest.fixture
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        try:
            running = launch(playwright.chromium)
        except NoBrowserError as error:
            pytest.fail(str(error), pytrace=False)
        yield running
        running.close()


@pytest.fixture
def visitors(browser: Browser) -> dict[str, Visitor]:
    """Have a visitor for every page; none has opened it yet."""
    return {path: Visitor(browser.new_context().new_page()) for path in PATHS}


def kill(pid: int) -> None:
    """End a copy the hard way, as a machine would that lost its power."""
    os.kill(pid, signal.SIGKILL)


def wait_for_return(visitors: dict[str, Visitor], sockets: dict[str, int]) -> None:
    """Wait until each visitor has more websockets than the given number and an open one, then for the page.

    The limit is for the connection; how long a page takes to draw is the machine's affair.
    """
    waiting, start = set(visitors), time.monotonic()
    while waiting:
        assert time.monotonic() - start < BACK_SECONDS, f"Not back after {BACK_SECONDS} s: {sorted(waiting)}"
        visitors[PATHS[0]].page.wait_for_timeout(50)  # lets Playwright hear of what has happened
        waiting -= {
            path for path in waiting if len(visitors[path].sockets) > sockets[path] and visitors[path].connected
        }
    for visitor in visitors.values():
        wait_until_drawn(visitor.page)


def test_every_page_goes_on_with_the_other_copy(visitors: dict[str, Visitor]) -> None:
    script, first, second = ROOT / "streamlit_app.py", free_port(), free_port()
    with ExitStack() as stack:
        try:
            copies = [stack.enter_context(serve(script, port=port)) for port in (first, second)]
            url = stack.enter_context(nginx(first, second))
        except NoNginxError as error:
            pytest.fail(str(error), pytrace=False)
        for path, visitor in visitors.items():
            visitor.open(f"{url}/{path}?{QUERY}")
        visitors["exercises"].editor.fill(DRAFT)
        before = {path: texts(visitor.page).all_inner_texts() for path, visitor in visitors.items()}

        kill(copies[0].pid)
        wait_for_return(visitors, dict.fromkeys(PATHS, 0))
        stack.enter_context(serve(script, port=first))
        # All visitors are with the second copy, so now each of them has to move.
        sockets = {path: len(visitor.sockets) for path, visitor in visitors.items()}
        kill(copies[1].pid)
        wait_for_return(visitors, sockets)

        for path, visitor in visitors.items():
            expect(texts(visitor.page)).to_have_text(before[path], use_inner_text=True)
            press_next_seed(visitor.page, 8)
        exercises = visitors["exercises"]
        expect(exercises.editor).to_have_value(DRAFT)
        exercises.page.reload()
        expect(exercises.editor).to_have_value(DRAFT, timeout=SLOW)

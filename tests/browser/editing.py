"""What the browser tests do with an editor: write into it, run it, wait for what comes back."""

import re
import shutil
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

SLOW = 120_000  # milliseconds; a ceiling for a busy machine, not a demand
ENDED = re.compile(r"^(Ran|Your code|Stopped|Python)")


def app_folder(folder: Path, files: Path) -> Path:
    """Lay out the small app of `runner_app.py` with `files` as what it serves; return its script."""
    (folder / "static").mkdir()
    shutil.copytree(files, folder / "static" / "pyodide")
    return Path(shutil.copy(Path(__file__).with_name("runner_app.py"), folder / "app.py"))


def open_exercises(page: Page, url: str) -> None:
    """Open the page `exercises` of the app at `url` and wait until Python runs there."""
    page.goto(f"{url}/exercises")
    wait_for_python(page)


def wait_for_python(page: Page) -> None:
    """Wait until the first editor says that Python is ready."""
    expect(exercise(page).locator("#boot")).to_contain_text("ready in this browser")


def exercise(page: Page, number: int = 1) -> Locator:
    """Return the container of an exercise; the app gives it the key `exercise-<number>`."""
    return page.locator(f".st-key-exercise-{number}")


def write(page: Page, code: str, number: int = 1) -> None:
    """Put `code` into an editor, in place of what is there."""
    exercise(page, number).get_by_role("textbox", name="your Python code").fill(code)


def press(page: Page, name: str, number: int = 1) -> None:
    """Press a button of an exercise, as soon as it can be pressed."""
    exercise(page, number).get_by_role("button", name=name, exact=True).click(timeout=SLOW)


def run(page: Page, code: str, number: int = 1) -> Locator:
    """Run `code` to its end; return the place of its output."""
    write(page, code, number)
    press(page, "Run", number)
    expect(exercise(page, number).locator("#status")).to_have_text(ENDED)
    return exercise(page, number).locator("#output")


def expect_result(page: Page, result: str, number: int = 1) -> None:
    """Wait until the small app shows `result`, which the server has read."""
    expect(page.get_by_text(f"Result {number}: {result}", exact=True)).to_be_visible()

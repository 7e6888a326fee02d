"""The editor in a real browser, with Python from `static/pyodide/` and every outside address blocked."""

import ast
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from playwright.sync_api import BrowserContext, Page, Route, expect

from lib.ui.runner.answers import parse
from lib.ui.runner.encoder import report
from lib.ui.runner.harness import run_exercise
from lib.ui.runner.sources import FILES, MANIFEST
from tests.browser.conftest import Record
from tests.browser.editing import (
    app_folder,
    exercise,
    expect_result,
    open_exercises,
    press,
    run,
    wait_for_python,
    write,
)
from tests.browser.runner_app import PROBE, STARTER
from tests.serving import serve

HEADS = """\
import numpy as np
np.random.seed(42)
X = np.random.randn(8, 16)
scores = (X @ np.random.randn(16, 8)) @ (X @ np.random.randn(16, 8)).T
powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
answer = powers / powers.sum(axis=-1, keepdims=True)
"""


def test_code_runs_and_its_answer_comes_back(desk: Page) -> None:
    output = run(desk, "answer = [w.upper() for w in ['fog', 'the']]\nprint('<b>hello</b>')")
    expect(output).to_have_text("<b>hello</b>")
    expect_result(desk, "done, ['FOG', 'THE']")


def test_numbers_agree_with_cpython(desk: Page) -> None:
    run(desk, HEADS)
    shown = desk.get_by_text("Result 1: done, [[")
    expect(shown).to_be_visible()
    expected = parse(run_exercise(HEADS, PROBE, partial(report, exercise=1)), 1).answers["answer"]
    assert isinstance(expected, np.ndarray)
    answer = np.array(ast.literal_eval(shown.inner_text().removeprefix("Result 1: done, ")))
    np.testing.assert_allclose(answer, expected, rtol=0, atol=1e-9)


def test_a_syntax_error_names_the_line(desk: Page) -> None:
    output = run(desk, "x = 1\ndef f(:\n    pass\n")
    expect(output).to_contain_text('File "your code", line 2')
    expect(output).to_contain_text("SyntaxError")
    expect_result(desk, "error, None")


def test_an_error_shows_the_learners_lines_only(desk: Page) -> None:
    output = run(desk, "import numpy as np\nprint('so far')\nnp.zeros(3) @ np.zeros(4)\n")
    expect(output).to_contain_text("so far")
    expect(output).to_contain_text('File "your code", line 3')
    expect(output).not_to_contain_text("harness")


def test_an_endless_loop_ends_keeps_its_prints_and_the_next_run_works(desk: Page) -> None:
    output = run(desk, "print('before')\nwhile True:\n    pass\n")
    expect(output).to_have_text("before")
    expect(exercise(desk).get_by_role("status")).to_contain_text("Stopped after 10 s")
    expect_result(desk, "timeout, None")
    run(desk, "answer = 5")
    expect_result(desk, "done, 5")


def test_one_exercise_runs_at_a_time_and_stop_ends_it(desk: Page) -> None:
    write(desk, "while True:\n    pass\n")
    press(desk, "Run")
    expect(exercise(desk).get_by_role("button", name="Stop")).to_be_enabled()
    press(desk, "Run", 2)
    expect(exercise(desk, 2).get_by_role("status")).to_contain_text("Another exercise is running")
    press(desk, "Stop")
    expect(exercise(desk).get_by_role("status")).to_contain_text("Stopped.")
    expect_result(desk, "stopped, None")
    wait_for_python(desk)


def test_a_million_prints_are_cut_with_a_sentence(desk: Page) -> None:
    output = run(desk, "for i in range(1_000_000):\n    print(i)\n")
    expect(output).to_contain_text("The output was cut here, at 20000 characters: print less.")
    assert len(output.inner_text()) < 21_000
    # On a busy machine the run may reach its limit first; the next one works either way.
    run(desk, "answer = 7")
    expect_result(desk, "done, 7")


def test_too_much_memory_is_refused_with_a_sentence(desk: Page) -> None:
    output = run(desk, "import numpy as np\nkeep = [np.ones(5_000_000) for _ in range(100)]\n")
    expect(output).to_contain_text("Your code has 512 MB of memory here, and it asked for more.")
    expect_result(desk, "error, None")
    run(desk, "answer = 8")
    expect_result(desk, "done, 8")


def test_too_large_a_result_says_so(desk: Page) -> None:
    run(desk, "import numpy as np\nanswer = np.zeros(100_000)\n")
    expect_result(desk, "done, Unreadable(kind='array of 100000 numbers')")


def test_bottomless_recursion_is_an_error_and_the_next_run_works(desk: Page) -> None:
    run(desk, "def f():\n    return f()\nf()\n")
    run(desk, "answer = 9")
    expect_result(desk, "done, 9")


def test_reset_asks_before_it_throws_changes_away(desk: Page) -> None:
    code = exercise(desk).get_by_role("textbox", name="your Python code")
    write(desk, "answer = 'mine'")
    press(desk, "Reset")
    press(desk, "Keep")
    expect(code).to_have_value("answer = 'mine'")
    press(desk, "Reset")
    press(desk, "Throw away")
    expect(code).to_have_value(STARTER)
    expect_result(desk, "none")
    press(desk, "Reset")
    expect(exercise(desk).get_by_text("Throw away your changes?")).to_be_hidden()


def test_drafts_results_and_marks_survive_a_page_switch_and_a_reload(desk: Page) -> None:
    for number in (1, 2, 3):
        run(desk, f"answer = {number}\nprint('output', {number})", number)
        expect_result(desk, f"done, {number}", number)
    write(desk, "answer = 'a draft'", 2)
    agains: tuple[Callable[[], object], ...] = (lambda: switch_pages(desk), desk.reload)
    for again in agains:
        again()
        expect(exercise(desk, 2).get_by_role("textbox", name="your Python code")).to_have_value("answer = 'a draft'")
        for number in (1, 2, 3):
            expect(exercise(desk, number).locator("#output")).to_have_text(f"output {number}")
            expect(exercise(desk, number).get_by_text("✓ Solved", exact=True)).to_be_visible()
            expect_result(desk, f"done, {number}", number)
    wait_for_python(desk)


def switch_pages(page: Page) -> None:
    page.get_by_role("link", name="Start").click()
    expect(page.get_by_role("heading", name="Start")).to_be_visible()
    page.get_by_role("link", name="Exercises").click()


def test_progress_is_told_from_the_browser_alone(page: Page, small_app: str) -> None:
    page.goto(small_app)
    expect(page.get_by_role("listitem").filter(has_text="Exercise 2")).to_contain_text("not yet solved")
    page.evaluate("localStorage.setItem('multi-head-lesson:solved:2', 'yes')")
    page.reload()
    expect(page.get_by_role("listitem").filter(has_text="Exercise 2")).to_contain_text("✓ solved")
    expect(page.get_by_role("listitem").filter(has_text="Exercise 1")).to_contain_text("not yet solved")


def test_the_keyboard_is_enough(desk: Page) -> None:
    write(desk, "")
    code = exercise(desk).get_by_role("textbox", name="your Python code")
    code.focus()
    desk.keyboard.type("if True:")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Shift+Tab")
    desk.keyboard.press("Tab")
    desk.keyboard.type("answer = 3")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Shift+Tab")
    desk.keyboard.type("answer += 1")
    expect(code).to_have_value("if True:\n    answer = 3\nanswer += 1")
    desk.keyboard.press("Control+Enter")
    expect_result(desk, "done, 4")
    code.focus()
    desk.keyboard.press("Escape")
    desk.keyboard.press("Tab")
    expect(exercise(desk).get_by_role("button", name="Run", exact=True)).to_be_focused()
    desk.keyboard.press("Shift+Tab")
    expect(code).to_be_focused()


def test_a_pasted_line_is_read_by_the_same_parser(page: Page, small_app: str) -> None:
    page.goto(f"{small_app}/exercises")
    here = exercise(page, 2)
    here.get_by_text("Can't run Python here?").click()
    program = here.get_by_test_id("stCode").inner_text()
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    field = here.get_by_role("textbox", name="The printed line")
    field.fill(done.stdout)
    press(page, "Check the line", 2)
    expect_result(page, "done, 1", 2)
    field.fill(done.stdout.replace('"exercise": 2', '"exercise": 3'))
    press(page, "Check the line", 2)
    expect(here.get_by_text("This is not a result of exercise 2")).to_be_visible()


def test_where_python_is_blocked_the_editor_says_so_and_offers_the_paste_box(
    context: BrowserContext, page: Page, small_app: str, record: Record
) -> None:
    context.route("**/app/static/pyodide/**", lambda route: route.abort())
    page.goto(f"{small_app}/exercises")
    expect(exercise(page).locator("#boot")).to_contain_text("could not start")
    press(page, "Run")
    expect(exercise(page).get_by_role("status")).to_contain_text("Can't run Python here?")
    expect_result(page, "no python, None")
    assert all(url.startswith(MANIFEST["cdn"]) for url in record.outside)
    assert record.outside


def test_a_tampered_first_source_falls_through_to_the_next(
    context: BrowserContext, page: Page, python_files: Path, tmp_path: Path
) -> None:
    served: list[str] = []

    def serve_from_cdn(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        served.append(name)
        route.fulfill(path=python_files / name, headers={"Access-Control-Allow-Origin": "*"})

    context.route(f"{MANIFEST['cdn']}**", serve_from_cdn)
    script = app_folder(tmp_path, python_files)
    # One byte of the program is another, the length stays.
    victim = tmp_path / "static" / "pyodide" / "pyodide.mjs"
    victim.write_bytes(victim.read_bytes()[:-1] + b" ")
    with serve(script) as server:
        open_exercises(page, server.url)
        run(page, "answer = 6")
        expect_result(page, "done, 6")
    assert "pyodide.mjs" in served
    assert set(served) <= {file.name for file in FILES}


def test_the_local_folder_is_found_under_a_base_path_and_inside_another_page(
    page: Page, python_files: Path, tmp_path: Path, record: Record
) -> None:
    with serve(app_folder(tmp_path, python_files), base="course/a") as server:
        page.set_content(f'<iframe src="{server.url}/exercises/?embed=true" width="800" height="800"></iframe>')
        boot = page.frame_locator("iframe").locator(".st-key-exercise-1").locator("#boot")
        expect(boot).to_contain_text("ready in this browser")
    assert record.outside == []

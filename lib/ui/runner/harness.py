"""Run a learner's code and the exercise's probe, inside the browser's sandbox, and report what came out.

The server never calls this; the tests do, to try it under CPython. The standard library only, since it
travels to the browser.
"""

import json
import linecache
import sys
import traceback
from collections.abc import Callable
from typing import Any

CODE = "your code"
PROBE = "the check"
MAX_ERROR = 4_000
MEMORY_MEGABYTES = 512


def run_exercise(code: str, probe: str, report: Callable[[dict[str, Any]], str]) -> str:
    """Run `code`, then `probe` in the same namespace, and return the line of JSON to hand in.

    The probe fills the dict `__out__`, which `report` turns into the line. An exception of any kind
    becomes the line's `error`.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    answers: dict[str, Any] = {}
    output, errors = sys.stdout, sys.stderr
    try:
        _execute(code, CODE, names)
        names["__out__"] = answers
        _execute(probe, PROBE, names)
        line = report(answers)
    except BaseException as problem:
        line = json.dumps({"status": "error", "error": explain(problem)})
    # The learner may have replaced or closed them; the next run starts with the real ones.
    sys.stdout, sys.stderr = output, errors
    output.flush()
    return line


def _execute(source: str, name: str, names: dict[str, Any]) -> None:
    # With the text in this cache, a traceback quotes the line that it names.
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec", dont_inherit=True), names)


def explain(problem: BaseException) -> str:
    """Return the traceback with the learner's own lines only, and a hint where one helps."""
    told = traceback.TracebackException.from_exception(problem)
    link: traceback.TracebackException | None = told
    while link is not None:
        own = [frame for frame in link.stack if frame.filename == CODE]
        link.stack = traceback.StackSummary.from_list(own)
        link = link.__cause__ or link.__context__
    text = "".join(told.format() if told.stack else told.format_exception_only())
    if isinstance(problem, MemoryError):
        text += f"Your code has {MEMORY_MEGABYTES} MB of memory here, and it asked for more.\n"
    if any(frame.filename == PROBE for frame in traceback.extract_tb(problem.__traceback__)):
        text = "Your code ran. This came up when its results were looked at:\n" + text
    return text[-MAX_ERROR:]

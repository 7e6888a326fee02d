"""The two components of the exercises as Streamlit mounts them, and what the editor is told.

Their JavaScript is a few plain files, joined into one module each: Streamlit sends it with every mount,
as text, and the browser keeps it by its content (docs.streamlit.io, "Custom components v2").
"""

import json
from typing import Any

import streamlit as st

from lib.ui.runner.harness import MEMORY_MEGABYTES
from lib.ui.runner.sources import HERE, MANIFEST, sources

RUN_SECONDS = 10
BOOT_SECONDS = 90
STALL_SECONDS = 20


def _read(*names: str) -> str:
    return "\n".join((HERE / name).read_text(encoding="utf-8") for name in names)


mount_editor = st.components.v2.component(
    "lesson_editor",
    html=_read("editor.html"),
    css=_read("editor.css"),
    js=_read("storage.js", "download.js", "sandbox.js", "typing.js", "editor.js"),
)

mount_progress = st.components.v2.component(
    "lesson_progress",
    html=_read("progress.html"),
    css=_read("progress.css"),
    js=_read("storage.js", "progress.js"),
)

ENCODER = _read("encoder.py")
_RUNTIME: dict[str, Any] = {
    "files": MANIFEST["files"],
    "lock": json.dumps(MANIFEST["lock"]),
    "worker": _read("worker.js"),
    "encoder": ENCODER,
    "harness": _read("harness.py"),
    "memory_mb": MEMORY_MEGABYTES,
    "run_ms": RUN_SECONDS * 1000,
    "boot_ms": BOOT_SECONDS * 1000,
    "stall_ms": STALL_SECONDS * 1000,
}


def runtime() -> dict[str, Any]:
    """Return all that a page needs to start Python: sources, files with hashes, programs and limits."""
    return {"sources": sources(), **_RUNTIME}

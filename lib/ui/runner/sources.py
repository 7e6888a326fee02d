"""Where the browser's Python comes from: the pinned files of Pyodide, with their sizes and hashes.

`manifest.json` names the version, the files and their SHA-256 in the form of the `integrity` attribute
(W3C, "Subresource Integrity"), so that the page and `fetch.py` ask for the very same bytes.
"""

import base64
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FOLDER = Path(__file__).resolve().parents[3] / "static" / "pyodide"
# Streamlit serves the folder `static` beside the entrypoint under this path.
FOLDER_PATH = "app/static/pyodide/"
MANIFEST: dict[str, Any] = json.loads((HERE / "manifest.json").read_text())


@dataclass(frozen=True)
class RuntimeFile:
    """One file of the runtime: its name, its size in bytes and its hash, `sha256-` and base64."""

    name: str
    size: int
    integrity: str

    def matches(self, content: bytes) -> bool:
        """Say whether `content` is this very file."""
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        return self.integrity == f"sha256-{digest}"

    def is_in(self, folder: Path) -> bool:
        """Say whether `folder` holds this very file."""
        path = folder / self.name
        return path.is_file() and path.stat().st_size == self.size and self.matches(path.read_bytes())


FILES = tuple(RuntimeFile(**entry) for entry in MANIFEST["files"])


def sources(folder: Path = FOLDER) -> list[str]:
    """Return where a page looks for the runtime, in that order; the local folder only when it is filled."""
    filled = all((folder / file.name).is_file() for file in FILES)
    return [FOLDER_PATH, MANIFEST["cdn"]] if filled else [MANIFEST["cdn"]]

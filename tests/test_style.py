"""The repository keeps to its own rules: style, types, pinned packages, and commands that are what they say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOUR = ("streamlit", "numpy", "altair", "pandas")
RUN = "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt && .venv/bin/streamlit run streamlit_app.py"
TEST = "python3 -m venv .venv && .venv/bin/pip install -r tests/requirements.txt && .venv/bin/python -m pytest"


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def packages(path: str) -> list[str]:
    """Return the lines of a list of requirements that name a package."""
    return [line for line in read(path).splitlines() if line and not line.startswith(("#", "-r"))]


@pytest.mark.parametrize(
    "command",
    [("ruff", "check", "--no-cache"), ("ruff", "format", "--check", "--no-cache"), ("mypy",)],
    ids=" ".join,
)
def test_the_tools_are_content(command: tuple[str, ...]) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_readme_has_the_two_commands_and_ci_runs_the_second() -> None:
    blocks = re.findall(r"```sh\n(.*?)```", read("README.md"), re.DOTALL)
    assert [block.strip() for block in blocks][:2] == [RUN, TEST]
    # .ci/run takes the command out of the README by this pattern.
    (pattern,) = re.findall(r"sed -n 's/(\S.*)/\\1/p' README\.md", read(".ci/run"))
    found = re.findall(pattern.replace(r"\(", "(").replace(r"\)", ")"), read("README.md"), re.MULTILINE)
    assert found == [TEST]


def test_the_apps_packages_are_pinned_and_the_four_come_first() -> None:
    pinned = packages("requirements.txt")
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9.]*", line) for line in pinned)
    names = [line.split("==")[0].lower() for line in pinned]
    assert tuple(names[:4]) == FOUR
    assert len(set(names)) == len(names)
    assert names[4:] == sorted(names[4:])


def test_the_tests_packages_are_pinned_too() -> None:
    assert read("tests/requirements.txt").splitlines()[1] == "-r ../requirements.txt"
    assert all(
        re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9.]*", line) for line in packages("tests/requirements.txt")
    )


def test_no_lock_file_outranks_the_pins() -> None:
    assert not {path.name for path in ROOT.iterdir()} & {"uv.lock", "Pipfile", "environment.yml", "packages.txt"}


def test_the_library_is_not_ignored() -> None:
    assert "lib/" not in read(".gitignore").splitlines()
    assert (ROOT / "lib" / "__init__.py").exists()

"""The house keeps its floors: what may import what, read from the source without running it."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# From the ground up. What lives on no named floor may stand anywhere that closes no circle.
FLOORS = (
    "lib.attention",
    "lib.lesson",
    "lib.comparison",
    "lib.two_jobs",
    "lib.exercises",
    "lib.takeaway",
    "lib.charts",
    "lib.ui",
)
NUMBERS = FLOORS[: FLOORS.index("lib.charts")]
PACKAGES = {"streamlit", "numpy", "altair", "pandas"}
# This one file runs in the learner's browser, on Pyodide.
HARNESS = ROOT / "lib" / "ui" / "runner" / "harness.py"
# A stream of one's own, and the types. Everything else in np.random is the process's or draws from it.
OWN_STREAMS = {"RandomState", "default_rng", "Generator"}

SOURCES = sorted([*ROOT.glob("*.py"), *ROOT.glob("lib/**/*.py"), *ROOT.glob("pages/**/*.py")])
PAGES = [path for path in SOURCES if path.is_relative_to(ROOT / "pages")]
LIB = [path for path in SOURCES if path.is_relative_to(ROOT / "lib")]


def module(path: Path) -> str:
    """Return the dotted name of a source file."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def tree(path: Path) -> ast.Module:
    """Parse a source file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(source: ast.AST) -> Iterator[str]:
    """Yield the dotted names that a source imports, anywhere; `from a import b` gives a and a.b."""
    for node in ast.walk(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full, as `from lib.lesson import run`"
            assert node.module
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def dotted(node: ast.AST) -> str:
    """Return `np.random.seed` for that expression, and an empty string for anything but a chain of names."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (owner := dotted(node.value)):
        return f"{owner}.{node.attr}"
    return ""


def floor_of(name: str) -> int | None:
    """Return the floor on which a module lives, if it has one."""
    for number, floor in enumerate(FLOORS):
        if name == floor or name.startswith(f"{floor}."):
            return number
    return None


MODULES = {module(path): path for path in LIB}
GRAPH = {
    name: {target for target in imports(tree(path)) if target in MODULES} - {name, "lib"}
    for name, path in MODULES.items()
}


def below(name: str) -> set[str]:
    """Return every module that `name` imports, directly or through others."""
    found: set[str] = set()
    left = list(GRAPH[name])
    while left:
        if (current := left.pop()) not in found:
            found.add(current)
            left += GRAPH[current]
    return found


def test_every_floor_of_the_ground_is_there() -> None:
    assert set(FLOORS[:3]) | {"lib.ui"} <= set(MODULES)
    assert "lib.lesson" in below("lib.comparison")
    assert "lib.attention" in below("lib.comparison")


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_only_from_lower_floors(name: str) -> None:
    floor = floor_of(name)
    for target in below(name):
        other = floor_of(target)
        assert floor is None or other is None or other <= floor, f"{name} imports {target}"
        assert floor == len(FLOORS) - 1 or not target.startswith("lib.ui"), f"{name} imports {target}"


@pytest.mark.parametrize("name", MODULES)
def test_imports_close_no_circle(name: str) -> None:
    assert name not in below(name)


@pytest.mark.parametrize("path", LIB, ids=module)
def test_only_the_ui_imports_streamlit(path: Path) -> None:
    if not module(path).startswith("lib.ui"):
        assert not {name for name in imports(tree(path)) if name.split(".")[0] == "streamlit"}


@pytest.mark.parametrize("path", SOURCES, ids=module)
def test_the_app_needs_four_packages(path: Path) -> None:
    allowed = set(sys.stdlib_module_names) | PACKAGES | {"lib"}
    if path == HARNESS:
        allowed |= {"pyodide", "pyodide_js", "js"}
    if module(path) in NUMBERS:
        allowed -= {"altair", "streamlit"}
    assert not {name for name in imports(tree(path)) if name.split(".")[0] not in allowed}


@pytest.mark.parametrize("path", PAGES, ids=module)
def test_pages_hold_no_functions_of_numbers(path: Path) -> None:
    # What a page defines shows something and returns nothing; what computes and returns belongs in lib.
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef):
            assert isinstance(node.returns, ast.Constant), f"line {node.lineno} belongs in lib"
            assert node.returns.value is None, f"line {node.lineno} belongs in lib"
        elif isinstance(node, ast.Lambda):
            names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
            assert not names & {"np", "numpy", "math"}, f"line {node.lineno} belongs in lib"


@pytest.mark.parametrize("path", SOURCES, ids=module)
def test_no_random_state_of_the_process(path: Path) -> None:
    source = tree(path)
    names = {dotted(node) for node in ast.walk(source)} | set(imports(source))
    assert "random" not in {name.split(".")[0] for name in imports(source)}
    for name in names:
        for prefix in ("np.random.", "numpy.random."):
            assert not name.startswith(prefix) or name.split(".")[2] in OWN_STREAMS, name


@pytest.mark.parametrize("path", SOURCES, ids=module)
def test_no_word_can_become_markup(path: Path) -> None:
    keywords = {node.arg for node in ast.walk(tree(path)) if isinstance(node, ast.keyword)}
    assert "unsafe_allow_html" not in keywords

"""The script recomputes the run by itself, for any settings that the app accepts, and notices a change."""

import ast
import contextlib
import io
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from lib.lesson import Settings, SettingsError, run
from lib.takeaway import script
from tests.takeaway_cases import HOSTILE, check_output, twenty_settings

# Runs the script as a learner would, then says which packages beyond NumPy it brought in.
HARNESS = """
import json, runpy, sys
import numpy.random, numpy.typing
before = set(sys.modules)
names = runpy.run_path(sys.argv[1], run_name="__main__")
packages = {name.partition(".")[0] for name in set(sys.modules) - before}
packages -= {"numpy", *sys.stdlib_module_names}
print(json.dumps({"weights": names["weights"].tolist(), "packages": sorted(packages)}))
"""


def run_alone(path: Path) -> subprocess.CompletedProcess[str]:
    """Run a script in a Python of its own that sees neither this folder nor the environment."""
    command = [sys.executable, "-I", "-X", "utf8", "-c", HARNESS, str(path)]
    return subprocess.run(command, cwd=path.parent, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.mark.parametrize("settings", [Settings(), *twenty_settings()], ids=lambda settings: f"seed{settings.seed}")
def test_script_recomputes_the_run_with_numpy_alone(settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "takeaway.py"
    path.write_text(script(settings), encoding="ascii")
    result = run_alone(path)
    assert result.returncode == 0, result.stderr
    output, _, report = result.stdout.rstrip().rpartition("\n")
    expected = run(settings)
    check_output(output, expected)
    told = json.loads(report)
    assert told["packages"] == []
    np.testing.assert_allclose(told["weights"], expected.weights, rtol=0, atol=1e-11)


@pytest.mark.parametrize("sentence", HOSTILE)
def test_script_takes_any_sentence(sentence: str, tmp_path: Path) -> None:
    settings = Settings(sentence, head_size=4)
    path = tmp_path / "takeaway.py"
    path.write_text(script(settings), encoding="ascii")
    result = run_alone(path)
    assert result.returncode == 0, result.stderr
    check_output(result.stdout, run(settings))


@given(st.text(max_size=200))
@hypothesis_settings(derandomize=True, max_examples=200)
def test_sentence_is_nowhere_but_in_its_literal(sentence: str) -> None:
    try:
        settings = Settings(sentence, width=2, head_size=1)
    except SettingsError:
        return
    code = script(settings)
    [literal] = [
        statement.value
        for statement in ast.parse(code).body
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "sentence"
    ]
    assert ast.literal_eval(literal) == sentence
    around = code.replace(ascii(sentence), "", 1).partition("app_weights = ")[0]
    usual = script(Settings(width=2, head_size=1)).replace(ascii(Settings().sentence), "", 1)
    assert around == usual.partition("app_weights = ")[0]
    assert '"' not in code.partition("app_weights = ")[2].partition("same_shape = ")[0]


def run_here(code: str, tmp_path: Path, encoding: str = "utf-8") -> tuple[str, dict[str, Any]]:
    """Run a script in this process, on a screen of the given encoding; return its output and its names."""
    path = tmp_path / "takeaway.py"
    path.write_text(code, encoding="ascii")
    screen = io.TextIOWrapper(io.BytesIO(), encoding)
    with contextlib.redirect_stdout(screen):
        names = runpy.run_path(str(path))
    screen.seek(0)
    return screen.read(), names


def test_words_print_on_a_screen_that_cannot_show_them(tmp_path: Path) -> None:
    output, _ = run_here(script(Settings("שלום 🗼 \x1b[31m fog")), tmp_path, "ascii")
    assert "\\u05e9\\u05dc\\u05d5\\u05dd -> " in output
    assert "\\x1b[31m -> " in output


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("seed = 42\n", "seed = 43\n", "The weights are not the app's."),
        ("lantern when fog", "lantern fog", "The weights are not the app's."),
        (" / np.sqrt(hs)", "", "The weights are not the app's."),
        ("Wq[head] = scale", "Wv[head] = scale", "The weights are not the app's."),
        ("[5, 7, 7, 5,", "[5, 6, 7, 5,", "A focus is not the app's."),
        ("app_key = 0.26168747", "app_key = 0.26178747", "The gap is not the app's."),
        ("0.26168747, 4, 6", "0.26168747, 4, 5", "The gap is in another cell than the app's."),
        ("app_rows = [0, 1,", "app_rows = [1,", "Other rows disagree than in the app."),
    ],
)
def test_check_notices_a_change(old: str, new: str, complaint: str, tmp_path: Path) -> None:
    code = script(Settings())
    assert code.count(old) == 1
    with pytest.raises(AssertionError, match=f"^{re.escape(complaint)}$"):
        run_here(code.replace(old, new), tmp_path)


def test_check_lets_rounding_choose_between_equal_words(tmp_path: Path) -> None:
    code = script(Settings("fog fog rolls fog", seed=1))
    # As if the app's machine had ranked the three "fog" the other way round.
    other = re.sub(r"^    \[.*\],  # head .$", lambda row: row[0].replace("0", "3"), code, flags=re.MULTILINE)
    assert other != code
    _, names = run_here(other, tmp_path)
    assert names["disagreements"](np.array([[0, 1, 2, 3], [3, 0, 2, 2]])) == [3]

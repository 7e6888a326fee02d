"""What the tests of the script and the notebook share: settings to try, the comparison with the app."""

import random
import re

import numpy as np
import pytest

from lib.comparison import disagreements, focus, max_gap
from lib.lesson import Run, Settings
from lib.takeaway import HEAD_NAMES, readable

USUAL = ["the", "the", "keeper", "lights", "lantern", "when", "fog", "Fog", "fog.", "rolls"]
UNUSUAL = ["a[0]", "x:y", "<b>", "מגדלור", "🗼", "👩\u200d🚒", "é", "'tis", "100%", "{word}", "C:\\new"]


def twenty_settings() -> list[Settings]:
    """Draw twenty settings that differ in all that settings can differ in, always the same twenty."""
    choice = random.Random(4)
    return [
        Settings(
            sentence=" ".join(choice.choices(USUAL + UNUSUAL, k=choice.randint(1, 24))),
            seed=choice.choice([0, 2**32 - 1, *choice.choices(range(2**32), k=6)]),
            scale=choice.choice([0.0, 0.02, 0.3, 1, 2.0, choice.uniform(0, 2)]),
            width=choice.randint(1, 64),
            head_size=choice.choice([1, 8, choice.randint(1, 64)]),
            heads=choice.choice([1, 2, 2, 4, 16]),
            causal=choice.random() < 0.5,
            vectors=choice.choice(["lesson", "per word"]),
        )
        for _ in range(20)
    ]


HOSTILE = [
    """don't "quote" me \\' \\" \\""",
    '""" + __import__("os").name + """',
    "'''); raise SystemExit #",
    "line\\nbreak \\N{BULLET} \\x41 \\u0041 \\",
    "{} {sentence} {0.__class__} %s %(seed)d ${seed}",
    "# comment\n# --- Attention ---\nseed = 1",
    "tab\tand\rreturn and\u2028separator",
    "<b>bold</b> <script>alert(1)</script> [link](javascript:1) $x$",
    "\u202eoverride right\u200bto\u200dleft \x1b[31mred a\x00b",
    "half\ud83d a \ud83dpair \ude00",
    "שלום עולם 🗼 👩‍🚒",
    "\ue000 private",
]


def check_output(output: str, run: Run) -> None:
    """Compare all numbers and words that a script or notebook printed with the app's run."""
    T = len(run.words)
    shown = [readable(word) for word in run.words]
    lines = output.splitlines()
    for name, weights in zip(HEAD_NAMES, run.weights, strict=False):
        start = lines.index(f"Head {name}") + 2
        rows = [line.split() for line in lines[start : start + T]]
        assert [int(row[0]) for row in rows] == list(range(T))
        printed = np.array([[float(weight) for weight in row[1 : T + 1]] for row in rows])
        np.testing.assert_allclose(printed, weights, rtol=0, atol=0.005 + 1e-9)
        assert [row[T + 1] for row in rows] == shown
        assert [row[T + 3] for row in rows] == focus(weights, shown)
    assert lines.count("All of this agrees with the app.") == 1
    found = re.findall(r"^Gap: (\S+), query (\d+) (\S+), key (\d+) (\S+)$", output, re.MULTILINE)
    if len(run.weights) == 1:
        assert not found
        assert "Disagreements" not in output
        return
    a, b = run.weights[:2]
    [(gap, query, query_word, key, key_word)] = found
    assert float(gap) == pytest.approx(max_gap(a, b).value, abs=0.00005 + 1e-9)
    # Equal words have equal gaps, and rounding alone picks one; so look at the gap in the cell.
    assert abs(a - b)[int(query), int(key)] == pytest.approx(max_gap(a, b).value, abs=1e-11)
    assert (query_word, key_word) == (shown[int(query)], shown[int(key)])
    rows_apart = disagreements(a, b, run.words)
    assert f"Disagreements: {len(rows_apart)} of {T} rows, counted from 0: {rows_apart}" in lines

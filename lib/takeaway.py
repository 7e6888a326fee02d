"""What is on screen, to take away: a CSV of the weights, and a script and a notebook that recompute them.

Script and notebook are the same cells of Python, with NumPy alone. The attention code in them is the
source of `lib.attention`, so what the learner runs is what the app ran (Vaswani et al. 2017, section 3.2).
The notebook is written in Jupyter's own format, nbformat 4.5. Cells that depend on what a person typed
hold it as a literal made by `ascii`; nothing typed goes into code, comments or prose by any other way.
"""

import hashlib
import inspect
import json
import re
import sys
import unicodedata
from csv import writer
from dataclasses import dataclass, replace
from functools import cache
from io import StringIO
from typing import Any, Literal

from lib import takeaway_cells as text
from lib.attention import Array, attention, attention_weights, softmax
from lib.comparison import disagreements, max_gap
from lib.lesson import Run, Settings, run, word_vector

Kind = Literal["csv", "script", "notebook"]
EXTENSIONS: dict[Kind, str] = {"csv": "csv", "script": "py", "notebook": "ipynb"}
COLUMNS = ("head", "query_position", "query", "key_position", "key", "weight")
HEAD_NAMES = "ABCDEFGHIJKLMNOP"


def filename(settings: Settings, kind: Kind) -> str:
    """Return a file name that tells the settings: ASCII, under 110 characters, safe on every system.

    Equal settings give equal names. The last part is a digest of all settings, since the rest has room
    for the first words only.
    """
    plain = _plain(settings)
    parts = [
        "attention",
        "-".join(re.findall("[a-z0-9]+", plain.sentence.lower())[:3])[:24],
        f"seed{plain.seed}",
        f"scale{plain.scale:g}",
        f"C{plain.width}",
        f"hs{plain.head_size}",
        f"h{plain.heads}",
        "causal" if plain.causal else "",
        "" if plain.vectors == "lesson" else plain.vectors.replace(" ", "-"),
        hashlib.sha256(ascii(plain).encode()).hexdigest()[:8],
    ]
    return "-".join(filter(None, parts)) + "." + EXTENSIONS[kind]


def csv(run: Run) -> str:
    """Return the weights of every head in long form, one line a cell, under the names in `COLUMNS`.

    Positions count from 0, weights have all their digits. A spreadsheet would take a word such as "=1+1"
    for a formula. So a word that begins with = + - @ gets an apostrophe in front, and so does one that
    begins with an apostrophe: taking one leading apostrophe off gives back the word in either case.
    """
    file = StringIO()
    table = writer(file)
    table.writerow(COLUMNS)
    words = [_cell_text(word) for word in run.words]
    for name, head in zip(HEAD_NAMES, run.weights.tolist(), strict=False):
        for query, row in enumerate(head):
            for key, weight in enumerate(row):
                table.writerow([name, query, words[query], key, words[key], weight])
    return file.getvalue()


def _cell_text(word: str) -> str:
    # Half a surrogate pair cannot be written to a file, so it is spelled out.
    word = word.encode("utf-8", "backslashreplace").decode("utf-8")
    # Spreadsheets skip control characters, and some read a full-width sign as the plain one.
    first = next(filter(str.isprintable, unicodedata.normalize("NFKC", word)), None)
    return f"'{word}" if first in tuple("=+-@'") else word


def script(settings: Settings) -> str:
    """Return a Python script that recomputes the run of `settings`, prints it and asserts it."""
    return "\n\n\n".join(cell.as_script for cell in _cells(settings)) + "\n"


def notebook(settings: Settings) -> str:
    """Return the cells of `script` as the JSON text of a Jupyter notebook, format 4.5, not yet run."""
    cells = [part for cell in _cells(settings) for part in cell.as_notebook]
    document = {"cells": cells, "metadata": PYTHON, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1, sort_keys=True) + "\n"


# What Jupyter writes for Python; without it a notebook opens with a question about its kernel.
PYTHON = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {
        "codemirror_mode": {"name": "ipython", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
    },
}


@dataclass(frozen=True)
class Cell:
    """One step of the recomputation: a title and a few lines of prose, then the code that does it."""

    name: str
    title: str
    prose: str
    code: str

    @property
    def as_script(self) -> str:
        """The step as part of a script, its prose as comments."""
        comments = [f"# {line}" for line in [f"--- {self.title} ---", *self.prose.splitlines()]]
        return "\n".join([*comments, self.code.strip()])

    @property
    def as_notebook(self) -> list[dict[str, Any]]:
        """The step as two cells of a notebook, its prose as Markdown."""
        prose = f"## {self.title}\n\n{self.prose}".strip().splitlines(keepends=True)
        code = self.code.strip().splitlines(keepends=True)
        return [
            {"cell_type": "markdown", "id": f"{self.name}-text", "metadata": {}, "source": prose},
            {"cell_type": "code", "id": self.name, "metadata": {}, "source": code}
            | {"execution_count": None, "outputs": []},
        ]


def _cells(settings: Settings) -> list[Cell]:
    plain = _plain(settings)
    imports, vectors = text.IMPORTS, text.LESSON_VECTORS
    if plain.vectors == "per word":
        imports, vectors = f"import hashlib\n{imports}", _join(_source(word_vector), text.WORD_VECTORS)
    functions = [_source(function) for function in (softmax, attention_weights, attention)]
    cells = [
        Cell("settings", "Attention heads, recomputed", text.ABOUT, _join(imports, _settings_code(plain))),
        Cell("attention", "Attention", text.ABOUT_ATTENTION, _join(*functions)),
        Cell("vectors", "Word vectors", text.ABOUT_VECTORS[plain.vectors], vectors),
        Cell("projections", "Projections", text.ABOUT_PROJECTIONS, text.PROJECTIONS),
        Cell("weights", "Weights", text.ABOUT_WEIGHTS, _join(_source(readable), text.WEIGHTS)),
    ]
    check = [_numbers_code(run(plain)), text.CHECK, text.AGREED]
    if plain.heads > 1:  # one head alone has nothing to be compared with
        cells.append(Cell("comparison", "A against B", text.ABOUT_COMPARISON, text.COMPARISON))
        check.insert(2, text.CHECK_COMPARISON)
    return [*cells, Cell("check", "The check", text.ABOUT_CHECK, "\n".join(check))]


# Reading a function's source takes longer than all the rest of a script.
_source = cache(inspect.getsource)


def _join(*parts: str) -> str:
    return "\n\n\n".join(part.strip() for part in parts)


def _plain(settings: Settings) -> Settings:
    # 1 and 1.0, 0.0 and -0.0, NumPy's 42 and Python's are equal settings but are written differently.
    return replace(
        settings,
        seed=int(settings.seed),
        scale=abs(float(settings.scale)),
        width=int(settings.width),
        head_size=int(settings.head_size),
        heads=int(settings.heads),
    )


def _settings_code(settings: Settings) -> str:
    # Not json.dumps: its two escapes for one emoji are two characters to Python.
    return f"""\
sentence = {settings.sentence!a}
seed = {settings.seed}
scale = {settings.scale!r}  # times every projection; word vectors stay at unit scale
C = {settings.width}  # model width
hs = {settings.head_size}  # head size
heads = {settings.heads}
causal = {settings.causal}  # with a mask, no word looks at a later one"""


def _numbers_code(run: Run) -> str:
    focus = run.weights.argmax(axis=-1)  # (h, T)
    lines = ["app_weights = np.array(["]
    for name, head in zip(HEAD_NAMES, run.weights, strict=False):
        lines += [f"    [  # head {name}", *(f"        {_list(row)}," for row in head), "    ],"]
    lines += ["])", "app_focus = np.array(["]
    lines += [f"    {keys},  # head {name}" for name, keys in zip(HEAD_NAMES, focus.tolist(), strict=False)]
    lines += ["])"]
    if len(run.weights) > 1:
        a, b = run.weights[:2]
        gap = max_gap(a, b)
        lines += [f"app_gap, app_query, app_key = {gap.value:.8f}, {gap.query}, {gap.key}"]
        lines += [f"app_rows = {disagreements(a, b, run.words)}"]
    return "\n".join(lines) + "\n"


def _list(row: Array) -> str:
    return f"[{', '.join(f'{weight:.4f}' for weight in row)}]"


def readable(word: str) -> str:
    """Spell out what a screen cannot show, such as a control character, and leave the rest alone."""
    encoding = sys.stdout.encoding or "utf-8"
    word = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in word)
    return word.encode(encoding, "backslashreplace").decode(encoding)

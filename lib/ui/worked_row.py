"""One row's arithmetic: all of it in a table, and the same row again with more and more of it left blank."""

import pandas as pd
import streamlit as st

from lib.attention import Array
from lib.lesson import Run
from lib.ui import blocks
from lib.ui.text import word
from lib.worked_row import ROUNDS, STEPS, Step, Verdict, Worked, blank_keys, judge, read_number, work

COLUMNS: dict[Step, str] = {"product": "q · k", "score": "÷ √hs", "power": "exp", "weight": "÷ sum"}
ROUND_NAMES = ("1: all shown", "2: last step blank", "3: last two blank", "4: all blank")
CHECKED = "worked row checked"
MOST_CHARACTERS = 12


def arithmetic(result: Run, query: int) -> None:
    """Show how head A comes to the weights and to the output of one query, step by step."""
    worked = work(result)
    key = blank_keys(worked, query)[:2][-1]  # the largest score less itself would only show exp(0)
    product, score, power, weight = (float(worked.row(step, query)[key]) for step in STEPS)
    scores = worked.row("score", query)
    hs = worked.Q.shape[-1]
    blocks.prose(
        f"The same row as arithmetic. Each key's number goes through four steps; here they are with the numbers "
        f"of one key, {_key_name(result, key)}:"
    )
    st.latex(
        rf"""\begin{{aligned}}
        q \cdot k &= {product:.3f} \\
        s = \frac{{q \cdot k}}{{\sqrt{{hs}}}} &= \frac{{{product:.3f}}}{{\sqrt{{{hs}}}}} = {score:.3f} \\
        e &= \exp(s - \max s) \\
        &= \exp({score:.3f} - {_signed(scores.max())}) = {power:.3f} \\
        w = \frac{{e}}{{\sum e}} &= \frac{{{power:.3f}}}{{{worked.row("power", query).sum():.3f}}} = {weight:.3f}
        \end{{aligned}}""",
        width=blocks.PROSE_WIDTH,
    )
    blocks.prose(
        "Taking the row's largest score off changes no weight, since it cancels in the quotient; it keeps exp "
        "from overflowing. Last, each word's value vector is multiplied by its weight, and all are added up: "
        r"$\text{output} = \sum w\,v$."
        + (
            " Later words are hidden by the mask: their score is −∞, and exp makes that 0."
            if _hides(worked, query)
            else ""
        )
    )
    first = worked.row("weight", query) * worked.V[:, 0]
    table = _table(worked, query, frozenset())
    table["w · v, first number"] = [_figure(value) for value in first.tolist()]
    table.index = pd.Index([_key_name(result, key) for key in range(len(result.words))])
    sums = dict.fromkeys(table.columns, "")
    sums |= {COLUMNS[step]: f"{worked.row(step, query).sum():.3f}" for step in STEPS[2:]}
    table.loc["sum"] = sums | {"w · v, first number": _figure(first.sum())}
    with st.container(width=blocks.PROSE_WIDTH):
        st.table(table)
    others = f"the first of {hs} numbers; the others come the same way" if hs > 1 else "its only number"
    blocks.prose(f"The last sum, {_figure(first.sum())}, is the output of {word(result.words[query])}: {others}.")


@st.fragment
def fading(result: Run, query: int) -> None:
    """Let the learner fill in the row: in each round more steps are blank, and each blank is checked."""
    worked = work(result)
    blocks.prose(
        "The row once more, with less and less of it given. Two decimals are enough; the last digit may be off by one."
    )
    names = st.radio(
        "Round", range(len(ROUNDS)), format_func=ROUND_NAMES.__getitem__, horizontal=True, key="worked round"
    )
    blank = ROUNDS[names or 0]
    keys = blank_keys(worked, query)
    table = _table(worked, query, frozenset((step, key) for step in blank for key in keys))
    table.index = pd.Index([_key_name(result, key) for key in range(len(result.words))])
    with st.container(width=blocks.PROSE_WIDTH):
        st.table(table)
        if not blank:
            blocks.prose("Nothing to fill in yet: follow one line from left to right, then go to round 2.")
            return
        if "product" in blank:
            _vectors(worked, query, keys)
        _form(result, worked, query, names, blank, keys)


def _form(result: Run, worked: Worked, query: int, turn: int, blank: tuple[Step, ...], keys: list[int]) -> None:
    cells = [(step, key) for key in keys for step in blank]
    with st.form(f"worked form {turn}", enter_to_submit=True):
        places = dict(zip(keys, st.columns(len(keys)), strict=True))
        typed = {
            (step, key): places[key].text_input(
                f"{_key_name(result, key)} {COLUMNS[step]}",
                key=f"worked {query} {turn} {step} {key}",
                max_chars=MOST_CHARACTERS,
                persist_state="session",
            )
            or ""
            for step, key in cells
        }
        if st.form_submit_button("Check", type="primary"):
            st.session_state[CHECKED] = (result.settings, query, turn)
    if st.session_state.get(CHECKED) == (result.settings, query, turn):
        _answer(result, worked, query, typed)


def _answer(result: Run, worked: Worked, query: int, typed: dict[tuple[Step, int], str]) -> None:
    """Say for each blank whether its number holds, and if not, which slip it shows."""
    numbers = {cell: number for cell, text in typed.items() if (number := read_number(text)) is not None}
    lines, right = [], 0
    for (step, key), text in typed.items():
        if not text.strip():
            verdict = Verdict(False, "Still blank.")
        elif (step, key) not in numbers:
            verdict = Verdict(False, f"{word(text)} is not a number; type one like 0.34.")
        else:
            verdict = judge(worked, query, key, step, numbers[step, key], numbers)
        right += verdict.right
        mark = ":material/check:" if verdict.right else ":material/close:"
        lines.append(f"- {mark} {_key_name(result, key)}, {COLUMNS[step]}: {verdict.says}")
    if right == len(typed):
        st.success(f"All {right} numbers hold.", icon=":material/check:")
    st.markdown("\n".join(lines))


def _vectors(worked: Worked, query: int, keys: list[int]) -> None:
    blocks.prose("The vectors, to copy into Python or a calculator:")
    rows = [f"q = {_numbers(worked.Q[query])}"] + [f"k{key + 1} = {_numbers(worked.K[key])}" for key in keys]
    st.code("\n".join(rows), language="python")


def _table(worked: Worked, query: int, blanks: frozenset[tuple[Step, int]]) -> pd.DataFrame:
    """Return the four steps of a row as text, with a question mark where the learner is asked."""
    columns = {}
    for step in STEPS:
        row = worked.row(step, query).tolist()
        columns[COLUMNS[step]] = ["**?**" if (step, key) in blanks else _figure(row[key]) for key in range(len(row))]
    return pd.DataFrame(columns)


def _figure(number: float) -> str:
    return "−∞" if number == float("-inf") else f"{round(number, 3) + 0.0:.3f}"  # + 0.0: no minus before a zero


def _signed(number: float) -> str:
    return f"({number:.3f})" if number < 0 else f"{number:.3f}"


def _numbers(vector: Array) -> str:
    return "[" + ", ".join(f"{number:.4f}" for number in vector.tolist()) + "]"


def _hides(worked: Worked, query: int) -> bool:
    return not worked.visible[query].all()


def _key_name(result: Run, key: int) -> str:
    return f"{key + 1}\u00a0{word(result.words[key])}"

"""One row of weights: as bars, as arithmetic, and the same again with more and more of it left blank."""

from collections.abc import Sequence

import streamlit as st

from lib.charts import row_bars
from lib.lesson import Run
from lib.ui import blocks
from lib.ui.text import count, numbered, reading, word
from lib.worked_row import ROUNDS, STEPS, Step, Worked, blank_keys, judge, read_number, work

COLUMNS: dict[Step, str] = {"product": "q · k", "score": "÷ √hs", "power": "exp", "weight": "÷ sum"}
VALUE = "w · v, first number"
ROUND_NAMES = ("1: all shown", "2: last step blank", "3: last two blank", "4: all blank")
FADING = "bottleneck fading"
CHECKED = "worked row checked"
MOST_CHARACTERS = 12


@st.fragment
def section(result: Run) -> None:
    """Draw a chosen row as bars and as arithmetic; another query word draws this alone."""
    words = result.words
    query = blocks.query_menu(words, "bottleneck query", min(1, len(words) - 1))  # "keeper" in the lesson's sentence
    row = result.weights[0, query]
    says = reading(row, words, query)
    blocks.picture(
        row_bars([row], words, [0]),
        "bottleneck row",
        f"{says} The whole row adds up to {row.sum():.2f}.\n\n"
        "The input and the head's $W_q$ and $W_k$ fix this row. Whatever is given to one word is taken from the "
        "others, so a head that should follow both the word before and a matching word far back must choose one, or "
        "share its row out.",
        f"Bars of head A's weights for query {words[query]}. The largest is {row.max():.2f}, at {words[row.argmax()]}.",
        blocks.PROSE_WIDTH,
    )
    if st.session_state.get(FADING):
        blocks.prose("This row's arithmetic is put away while you fill it in yourself.")
    else:
        _arithmetic(result, query)
    blocks.fold("Now you: fill in this row", FADING, lambda: _fading(result, query), "edit_note")


def _arithmetic(result: Run, query: int) -> None:
    """Show how head A comes to the weights and to the output of one query, step by step."""
    worked = work(result)
    key = blank_keys(worked, query)[:2][-1]  # the largest score less itself would only show exp(0)
    blocks.prose(
        "The same row as arithmetic. Each key's number goes through four steps; here they are with the numbers of one "
        f"key, {numbered(result.words)[key]}:"
    )
    _formulas(worked, query, key)
    hidden = (
        ""
        if worked.visible[query].all()
        else " Later words are hidden by the mask: their score is −∞, and exp makes that 0."
    )
    blocks.prose(
        "Taking the row's largest score off changes no weight, since it cancels in the quotient; it keeps exp from "
        "overflowing. Last, each word's value vector is multiplied by its weight, and all are added up: "
        rf"$\text{{output}} = \sum w\,v$.{hidden}"
    )
    values = worked.row("weight", query) * worked.V[:, 0]  # (T,)
    columns = _columns(worked, query) | {VALUE: list(map(_figure, values.tolist()))}
    # Neither products nor scores are ever added up.
    sums = ["", "", *(_figure(worked.row(step, query).sum()) for step in STEPS[2:]), _figure(values.sum())]
    cells = [*zip(*columns.values(), strict=True), sums]
    blocks.text_table(cells, [*numbered(result.words), "sum"], list(columns), width="content")
    hs = worked.Q.shape[-1]
    rest = f"the first of {hs} numbers; the others come the same way" if hs > 1 else "its only number"
    blocks.prose(f"The last sum, {_figure(values.sum())}, is the output of {word(result.words[query])}: {rest}.")


def _fading(result: Run, query: int) -> None:
    """Let the learner fill in the row: in each round more steps are blank, and each blank is checked."""
    worked = work(result)
    blocks.prose(
        "The row once more, with less and less of it given. Two decimals are enough; the last digit may be off by one."
    )
    turn = st.radio(
        "Round", range(len(ROUNDS)), format_func=lambda i: ROUND_NAMES[i], horizontal=True, key="worked turn"
    )
    blanks = [(step, key) for key in blank_keys(worked, query) for step in ROUNDS[turn]]
    columns = _columns(worked, query, blanks)
    with st.container(width=blocks.PROSE_WIDTH):
        blocks.text_table(list(zip(*columns.values(), strict=True)), numbered(result.words), list(columns))
        if not blanks:
            blocks.prose("Nothing to fill in yet: follow one line from left to right, then go to round 2.")
            return
        if "product" in ROUNDS[turn]:
            _vectors(worked, query)
        typed = _form(result, query, turn, blanks)
        if st.session_state.get(CHECKED) == (result.settings, query, turn):
            _answer(result, worked, query, typed)


def _form(result: Run, query: int, turn: int, blanks: list[tuple[Step, int]]) -> dict[tuple[Step, int], str]:
    """Ask for each blank, a column a key, and return what is typed; it stays for the session."""
    keys = list(dict.fromkeys(key for _, key in blanks))
    names = numbered(result.words)
    with st.form(f"worked form {turn}"):
        columns = dict(zip(keys, st.columns(len(keys)), strict=True))
        typed = {
            (step, key): columns[key].text_input(
                f"{names[key]} {COLUMNS[step]}",
                key=f"worked {query} {turn} {step} {key}",
                max_chars=MOST_CHARACTERS,
                persist_state="session",
            )
            for step, key in blanks
        }
        if st.form_submit_button("Check"):
            st.session_state[CHECKED] = (result.settings, query, turn)
    return {blank: text.strip() for blank, text in typed.items()}


def _answer(result: Run, worked: Worked, query: int, typed: dict[tuple[Step, int], str]) -> None:
    """Say for each number whether it holds, and if not, which slip it shows."""
    names = numbered(result.words)
    numbers = {blank: number for blank, text in typed.items() if (number := read_number(text)) is not None}
    lines, right = [], 0
    for (step, key), text in typed.items():
        if (step, key) in numbers:
            verdict = judge(worked, query, key, step, numbers[step, key], numbers)
            right += verdict.right
            icon = "check" if verdict.right else "close"
            lines.append(f"- :material/{icon}: {names[key]} {COLUMNS[step]}: {verdict.says}")
        elif text:
            says = f"{word(text)} is not a number; type one like 0.34."
            lines.append(f"- :material/close: {names[key]} {COLUMNS[step]}: {says}")
    if empty := sum(not text for text in typed.values()):
        lines.append(f"- {count(empty, 'blank')} to go.")
    st.markdown("\n".join(lines))
    if right == len(typed):
        st.success(f"{count(right, 'number')} right: nothing left to mend.", icon=":material/check:")


def _formulas(worked: Worked, query: int, key: int) -> None:
    product, score, power, weight = (_figure(worked.row(step, query)[key]) for step in STEPS)
    scores = worked.row("score", query)
    largest = f"({_figure(scores.max())})" if scores.max() < 0 else _figure(scores.max())
    st.latex(
        rf"""\begin{{aligned}}
        q \cdot k &= {product} \\
        s = \frac{{q \cdot k}}{{\sqrt{{hs}}}} &= \frac{{{product}}}{{\sqrt{{{worked.Q.shape[-1]}}}}} = {score} \\
        e &= \exp(s - \max s) \\
        &= \exp({score} - {largest}) \\
        &= {power} \\
        w = \frac{{e}}{{\sum e}} &= \frac{{{power}}}{{{_figure(worked.row("power", query).sum())}}} = {weight}
        \end{{aligned}}""",
        width=blocks.PROSE_WIDTH,
    )


def _vectors(worked: Worked, query: int) -> None:
    """Give the vectors behind the blank products as Python lists."""
    vectors = {"q": worked.Q[query]} | {f"k{key + 1}": worked.K[key] for key in blank_keys(worked, query)}
    lines = [
        f"{name} = [{', '.join(f'{number:.4f}' for number in vector.tolist())}]" for name, vector in vectors.items()
    ]
    blocks.prose("The query's vector and those of the blank keys, to copy into Python or a calculator:")
    st.code("\n".join(lines), language=None, wrap_lines=True)


def _columns(worked: Worked, query: int, blanks: Sequence[tuple[Step, int]] = ()) -> dict[str, list[str]]:
    """Return the four steps of a row as text, with a question mark where the learner is asked."""
    return {
        COLUMNS[step]: [
            "**?**" if (step, key) in blanks else _figure(number)
            for key, number in enumerate(worked.row(step, query).tolist())
        ]
        for step in STEPS
    }


def _figure(number: float) -> str:
    if number == float("-inf"):
        return "−∞"
    return f"{round(number, 3) + 0.0:.3f}"  # + 0.0: no minus before a zero

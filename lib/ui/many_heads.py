"""The many-heads page's own controls, `n_embd` and `n_head`, and what it shows of the heads they make.

Both are in the page's address. Streamlit keeps a bound widget's value while its page is closed, and puts it
back into the address when the page opens again. What is left to do here: the head counts on offer follow
`n_embd`, and a link may ask for what cannot be had.
"""

import inspect

import numpy as np
import streamlit as st

from lib import splitting
from lib.charts import head_name
from lib.coverage import coverage, favourites, head_counts
from lib.lesson import MAX_HEADS, MAX_SIZE, Run
from lib.many_heads_figures import grid
from lib.ui import blocks, links
from lib.ui.links import OWN, changed_here, usual_heads
from lib.ui.memory import memory
from lib.ui.text import count, numbered, percent, word

PUT_BACK = "many heads: sizes to put back into their controls"
REFUSED = "many heads: sizes and refusals of the link that opened the page"


def sizes() -> tuple[int, int]:
    """Draw the two controls and return n_embd and n_head; the second divides the first."""
    st.session_state.update(st.session_state.pop(PUT_BACK, {}))
    in_address = any(name in st.query_params for name in OWN)
    before = {name: st.session_state[name] for name in OWN if name in st.session_state}
    n_embd, n_head = _widgets()
    if REFUSED not in st.session_state:
        st.session_state[REFUSED] = ((n_embd, n_head), _refusals(links.asked(), n_embd, n_head))
    if changed_here() != memory().own_in_link:
        if not in_address:
            # Back to an address without sizes, where Streamlit takes the defaults: they stay as they were left.
            st.session_state[PUT_BACK] = before
        st.rerun()  # the sidebar has a link to the old sizes
    opened_with, sentences = st.session_state[REFUSED]
    for sentence in sentences if opened_with == (n_embd, n_head) else []:
        st.warning(sentence, icon=":material/link_off:")
    return n_embd, n_head


def _widgets() -> tuple[int, int]:
    with st.container(horizontal=True, vertical_alignment="top"):
        n_embd = st.number_input(
            "n_embd, the width C",
            1,
            MAX_SIZE,
            OWN["n_embd"],
            key="n_embd",
            width=160,
            help="Numbers in a word vector; the heads share them.",
            on_change=_fit_heads,
            bind="query-params",
        )
        offered = head_counts(n_embd)
        n_head = st.radio(
            "n_head, the number of heads",
            offered,
            offered.index(usual_heads(n_embd)),
            key="n_head",
            horizontal=True,
            help=f"Only numbers up to {MAX_HEADS} that divide n_embd.",
            bind="query-params",
        )
    return n_embd, n_head


def _fit_heads() -> None:
    """Move to the nearest smaller number of heads on offer when another n_embd does not offer this one."""
    st.session_state.n_head = usual_heads(st.session_state.n_embd, st.session_state.n_head)


def _refusals(link: dict[str, str], n_embd: int, n_head: int) -> list[str]:
    """Say which sizes of a link could not be used, why, and what is shown instead."""
    known = {
        "n_embd": (n_embd, range(1, MAX_SIZE + 1), f"a whole number from 1 to {MAX_SIZE}"),
        "n_head": (n_head, head_counts(n_embd), f"a whole number up to {MAX_HEADS} that divides n_embd = {n_embd}"),
    }
    return [
        f"The link's {name} cannot be used. It must be {wanted}. Shown instead: {shown}."
        for name, (shown, allowed, wanted) in known.items()
        if name in link and not _reads_as(link[name], shown) and link[name] not in map(str, allowed)
    ]


def _reads_as(text: str, number: int) -> bool:
    try:
        return int(text) == number
    except ValueError:
        return False


def budget(T: int, C: int, h: int) -> str:
    """Return hs, the weights of one head and of all, and the shapes, for h heads that share the width C."""
    hs = C // h
    return (
        "| hs = C / h | patterns a position | weights in a head | in all heads |\n|---|---|---|---|\n"
        f"| **{hs}** | **{h}** | **{3 * C * hs:,}** | **{3 * C * C:,}** |\n\n"
        f"{count(h, 'head')} × 3 × {C} × {hs} = {3 * C * C:,} weights. More heads are narrower heads, so the sum "
        f"stays the same: 3 × {C} × {C}.\n\n"
        "| | shape | here |\n|---|---|---|\n"
        f"| $X$, shared | $(B, T, C)$ | (1, {T}, {C}) |\n"
        f"| $Q$, $K$, $V$, all heads | $(B, h, T, hs)$ | (1, {h}, {T}, {hs}) |\n"
        f"| weights, all heads | $(B, h, T, T)$ | (1, {h}, {T}, {T}) |\n"
        f"| outputs, all heads | $(B, h, T, hs)$ | (1, {h}, {T}, {hs}) |\n"
        f"| outputs, side by side | $(B, T, C)$ | (1, {T}, {C}) |"
    )


def budget_table(C: int) -> None:
    """Show the weights of one head and of all for every number of heads."""
    rows = [[str(C // h), f"{3 * C * (C // h):,}", f"{3 * C * C:,}"] for h in head_counts(C)]
    names = ["hs", "weights in a head", "in all heads"]
    blocks.text_table(rows, [str(h) for h in head_counts(C)], names, "h", "content")


def maps(result: Run) -> None:
    """Draw every head's map in one grid; any one of them is there as a table."""
    words, (h, T, _) = result.words, result.weights.shape
    peaks = [divmod(int(head.argmax()), T) for head in result.weights]
    largest = [f"{words[q]} to {words[k]}, {result.weights[i, q, k]:.2f}" for i, (q, k) in enumerate(peaks)]
    spread, C = result.settings.scale**2, result.settings.width
    blocks.prose(f"## {count(h, 'view')} of one sentence")
    blocks.picture(
        grid(result.weights, words),
        "many heads maps",
        "Rows are queries and columns are keys, in the sentence's order. On average the largest weight of a row "
        f"is {result.weights.max(axis=-1).mean():.2f}. Before the softmax, the scores of random heads spread by "
        f"about C × scale² = {C * spread:.3g}, whatever hs is.",
        f"{count(h, 'map')}, rows are queries. The largest weight of each: "
        + "; ".join(f"head {head_name(i)}, {text}" for i, text in enumerate(largest))
        + ".",
        blocks.FIGURE_WIDTH,
    )
    blocks.fold("Any head as a table", "many heads table", lambda: _head_table(result), "table")


def _head_table(result: Run) -> None:
    h = len(result.weights)
    head = st.selectbox("Head", range(h), format_func=head_name, key=f"many heads table of {h}", width=220)
    blocks.prose(blocks.map_says(result.weights[head], result.words, head))
    blocks.matrix_table(result.weights[head], result.words)


def focus_table(result: Run) -> str:
    """Show which word each head favours in each row, and how many different ones; return what to say of it."""
    words, h = result.words, len(result.weights)
    rows = list(zip(*favourites(result.weights, words), strict=True))  # T rows of h favourites
    different = [len({name for name in row if name is not None}) for row in rows]
    cells = [
        [str(number), *(word(name) if name is not None else "none" for name in row)]
        for row, number in zip(rows, different, strict=True)
    ]
    blocks.prose("How many different words the heads look at most in each row, and each head's focus there:")
    blocks.text_table(cells, numbered(words), ["different", *map(head_name, range(h))], width="content")
    undecided = coverage(result.weights, words).undecided
    return f"Different focus words in a row, on average: {np.mean(different):.2g}, from {count(h, 'head')}. " + (
        f"“none” marks {percent(undecided / (h * len(words)))} of the cells: there, different words share the "
        "largest weight."
        if undecided
        else ""
    )


def agreement(check: splitting.Check) -> str:
    """Say in words how far apart the two ways of computing the heads are."""
    if check.difference == 0:
        return "the largest difference between their outputs is 0, so they are the same to the last digit."
    return (
        f"the largest difference between their outputs is {check.difference:.1e}, among numbers up to "
        f"{check.largest:.3g}. That is rounding in the last digits, and nothing else."
    )


def splitting_code() -> None:
    """Show the source of both ways."""
    ways = (splitting.split, splitting.together, splitting.separately)
    st.code("\n\n".join(inspect.getsource(way) for way in ways), language=None)

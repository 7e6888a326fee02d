"""The section "How many heads are worth it?": links that random heads cover, beside published results.

Vaswani et al. 2017, "Attention Is All You Need", table 3 (A); Michel et al. 2019, "Are Sixteen Heads Really
Better than One?"; Voita et al. 2019, "Analyzing Multi-Head Self-Attention: Specialized Heads Do the Heavy
Lifting, the Rest Can Be Pruned".
"""

from dataclasses import replace

import streamlit as st

from lib.charts import head_name
from lib.coverage import Coverage, coverage_of, covered_by_sharing, possible_links
from lib.lesson import MAX_HEADS, Settings
from lib.many_heads_figures import BLEU, coverage_curves, published_bleu
from lib.ui import blocks
from lib.ui.text import count, listing

PRUNING = (
    "**Many heads of a trained model can go.** Michel et al. 2019, *[Are Sixteen Heads Really Better than "
    "One?](https://arxiv.org/abs/1905.10650)*, took single heads out of a translation model: for only 8 of its "
    "96 encoder heads did that change BLEU significantly. Voita et al. 2019, *[Analyzing Multi-Head "
    "Self-Attention](https://arxiv.org/abs/1905.09418)*, pruned 38 of 48 encoder heads at a cost of 0.15 BLEU.\n\n"
    "**What the count of links cannot say.** The links counted here are favourites of random heads. A new link "
    "means that one more random head landed on another word, not that it found something useful. The count "
    "measures how spread out the views are, never how good."
)
ASKED = 8  # the prediction is about this many heads
HEAD_SIZES = (1, 2, 4, 8, 16, 32, 64)


def section(settings: Settings, C: int) -> None:
    """Draw the whole section for the sidebar's `settings` and this page's width C."""
    words, T = settings.words, len(settings.words)
    possible = possible_links(words, settings.causal)
    reach = (
        "may look at itself and the words before it"
        if settings.causal
        else f"may look at {count(len(set(words)), 'different word')}"
    )
    blocks.prose(
        "One way to ask: how much do the heads see between them? Call it a link when a row looks most at a word. This "
        f"run has {count(T, 'row')}, and each {reach}: {count(possible, 'possible link')}. One head has {T} at most, "
        "one for each row; a further head may bring new ones or repeat old ones."
    )
    pages = replace(settings, heads=MAX_HEADS)
    ask = (
        f"Take the sizes of the two-head pages, C = {settings.width} and hs = {settings.head_size}. How many of the "
        f"{count(possible, 'link')} do the first {ASKED} heads cover?"
    )
    truth = coverage_of(pages).covered[ASKED - 1]
    a_guess_makes_sense = len(set(words)) > 1
    if a_guess_makes_sense and not blocks.predict_number("many heads links", ask, 0, possible, truth, "{:.0f}", 1):
        return
    sizes = sorted({*HEAD_SIZES, settings.head_size})
    hs = st.select_slider(
        f"hs of each head, at C = {settings.width}",
        sizes,
        settings.head_size,
        key=f"many heads hs from {settings.head_size}",
        width=blocks.PROSE_WIDTH,
        help="1 is the extreme: a query and a key are one number each.",
    )
    fixed = coverage_of(replace(pages, head_size=hs))
    curves = {
        f"C = {settings.width}, hs = {hs}: each head adds weights": dict(enumerate(fixed.covered, start=1)),
        f"C = {C}, hs = {C} / h: the same weights": dict(covered_by_sharing(settings, C)),
    }
    ours, published = st.columns(2, gap="large", width=blocks.FIGURE_WIDTH)
    with ours:
        _coverage(curves, possible, fixed)
    with published:
        _published()
    blocks.prose(f"{_one_number(fixed, hs, settings)}\n\n{PRUNING}")


def _coverage(curves: dict[str, dict[int, int]], possible: int, fixed: Coverage) -> None:
    _, split_curve = curves.values()
    shared_counts = listing(f"{links} with {heads}" for heads, links in split_curve.items())
    covered = fixed.covered
    ties = (
        f"\n\n{count(fixed.undecided, 'row')} of these {MAX_HEADS} heads count for no link: different words share the "
        "largest weight there."
        if fixed.undecided
        else ""
    )
    blocks.picture(
        coverage_curves(curves, possible),
        "many heads coverage",
        f"At a fixed hs, the first head covers {covered[0]} of {count(possible, 'link')}, the first {ASKED} cover "
        f"**{covered[ASKED - 1]}** and all {MAX_HEADS} cover {covered[-1]}; the last one adds "
        f"{covered[-1] - covered[-2]}. On one shared budget it is {shared_counts}.{ties}",
        f"Two lines of links covered, out of {possible}, over the number of heads. At a fixed head size: "
        f"{', '.join(map(str, covered))} for 1 to {MAX_HEADS} heads. On one budget: {shared_counts}.",
    )
    blocks.fold("The counts as a table", "many heads counts", lambda: _counts_table(curves), "table")


def _counts_table(curves: dict[str, dict[int, int]]) -> None:
    heads = range(1, MAX_HEADS + 1)
    cells = [[str(curve.get(h, "not offered")) for curve in curves.values()] for h in heads]
    blocks.text_table(cells, list(map(str, heads)), list(curves), "heads")


def _published() -> None:
    scores = listing(f"{bleu} with {heads}" for heads, bleu in BLEU.items())
    blocks.picture(
        published_bleu(),
        "many heads bleu",
        "Vaswani et al. 2017, *[Attention Is All You Need](https://arxiv.org/abs/1706.03762)*, table 3 (A), English "
        f"to German, the computation held equal: BLEU {scores}. One head scores lowest, and 32 score below 8 and 16.",
        f"BLEU over the number of heads: {scores}. It rises, stays level and falls.",
    )


def _one_number(fixed: Coverage, hs: int, settings: Settings) -> str:
    first = [f"{head_name(head)}\u00a0{number}" for head, number in enumerate(fixed.favoured[:ASKED])]
    says = (
        f"How many different words does one head look at most, over all its rows? At hs = {hs}: {listing(first)}.\n\n"
    )
    if hs > 1:
        return f"{says}Slide hs to 1 to see a head with almost nothing to say."
    which = "the largest or the smallest $k$" + (" among the words it may see" if settings.causal else "")
    limit = (
        "With the mask, each row sees other words, so that a head can come to more than two."
        if settings.causal
        else "So a head has at most two focus words, whatever the sentence."
    )
    return (
        f"{says}With hs = 1 a query is one number $q$ and a key is one number $k$, and the scores of a row are $q k$. "
        "A positive $q$ favours the largest $k$, a negative one the smallest, and zero favours none: a row looks most "
        f"at {which}, or at no word. {limit}"
    )

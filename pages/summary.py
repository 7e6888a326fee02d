"""Summary: the key ideas with this run's numbers, and what comes next. Prints to two pages."""

import streamlit as st

from lib.comparison import disagreements, focus
from lib.coverage import coverage
from lib.lesson import Settings, run
from lib.ui import blocks, site, takeaway
from lib.ui.text import count, largest_gap, word

# On paper: the page alone, black on white in the dark theme too, and no heading at the foot of a sheet.
PRINT = """<style>@media print {
    [data-testid="stSidebar"], [data-testid="stExpander"], [data-testid="stButton"] { display: none; }
    html, body, .stApp, .stApp * { color: black !important; background-color: white !important; }
    h2 { break-after: avoid; }
    #why-it-matters { break-before: page; }
}</style>"""


def page(settings: Settings) -> None:
    result = run(settings)
    words, T = result.words, len(result.words)
    A, B = result.weights
    differ = disagreements(A, B, words)
    in_a, in_b = focus(A, words), focus(B, words)
    undecided = coverage(result.weights, words).undecided
    C, hs = settings.width, settings.head_size

    blocks.prose(
        "# Summary\n\n"
        "What to keep from the lesson, with the numbers of the run on screen. Printed, it takes two sheets.\n\n"
        "## One head, one opinion\n\n"
        f"A head has one $W_q$, one $W_k$ and one $W_v$. For each position, {T} here, it gives one row of "
        f"{count(T, 'weight')} that adds up to 1. Where two things matter at once, it must pick, or split its row.\n\n"
        "## Several narrow heads\n\n"
        "The remedy is to run $h$ heads of width $hs = C / h$ side by side over the same $X$. They cost about as many "
        f"projection weights as one head of width $C$, and give $h$ rows a query. Here two heads with $hs = {hs}$ over "
        f"$C = {C}$ use {result.Wq.size * 3:,} projection weights, "
        f"{'as many as' if 2 * hs == C else f'against {3 * C * C:,} in'} one head of width $C$.\n\n"
        "## What this run shows"
    )
    blocks.headline(A, B, words)
    row = differ[0] if differ else 0
    example = (
        f"Query {word(words[row])}, for one, looks most at {word(in_a[row])} in A and at {word(in_b[row])} in B. "
        if differ
        else "No row has a favourite. "
        if undecided == 2 * T
        else "Where both heads have a favourite, it is the same. "
        if undecided
        else "Every row has the same favourite in both. "
    )
    blocks.prose(
        f"{largest_gap(A, B, words)} In **{len(differ)} of {count(T, 'row')}** the favourites differ. "
        f"{example}Anyone with seed {settings.seed}, these settings and the sentence {word(' '.join(words))} gets "
        "these very numbers. The heads are untrained and share nothing "
        "but $X$: whatever differs comes from independent draws.\n\n"
        "## Why it matters\n\n"
        "Training sharpens heads into patterns of their own. In trained models people found heads that follow the "
        "previous token, tie verbs to their objects, copy rare words or mark punctuation, all in one layer. Clark et "
        "al. 2019 report that in BERT's head 8-10 direct objects attend to their verbs with an accuracy of 86.8 %.\n\n"
        "Two cautions. Weights are not by themselves an explanation (Jain & Wallace 2019; Wiegreffe & Pinter 2019). "
        "And not every head counts: Michel et al. 2019 found that removing a single head changes BLEU significantly "
        "for only 8 of 96 encoder heads.\n\n"
        "## What comes next\n\n"
        "Must $h$ heads be $h$ separate projections, or can one wide one be reshaped and transposed into them? And how "
        "do their outputs become one again? Head splitting is the next lesson."
    )
    st.html(PRINT)


def files(settings: Settings) -> None:
    blocks.fold("Take it away", "summary takeaway", lambda: takeaway.section(run(settings), "summary"), "download")


site.show(page, files)

"""The bottleneck: one head gives each word one row of weights, and what a second row would cost."""

from lib.bottleneck_figures import underlines
from lib.lesson import Settings, run
from lib.readers import READERS
from lib.ui import blocks, costs, site, takeaway, training, worked_row
from lib.ui.text import listing, word


def page(settings: Settings) -> None:
    result = run(settings)
    words, T = result.words, len(result.words)
    C, hs = settings.width, settings.head_size

    blocks.prose(
        "# The bottleneck\n\n"
        "A head writes one row of weights for each word: how much that word draws from every other. One row, no more. "
        "What if a word needs two things at once?\n\n"
        "| | shape | here |\n|---|---|---|\n"
        f"| activations $X$ | $(B, T, C)$ | (1,\u00a0{T},\u00a0{C}) |\n"
        f"| $Q$, $K$, $V$ | $(B, T, hs)$ | (1,\u00a0{T},\u00a0{hs}) |\n"
        f"| weights, a row for each query | $(B, T, T)$ | (1,\u00a0{T},\u00a0{T}) |\n"
        f"| output, weights · $V$ | $(B, T, hs)$ | (1,\u00a0{T},\u00a0{hs}) |\n\n"
        "$B$ counts sentences, $T$ words, $C$ the numbers in a word's vector, $hs$ those in a query or a key.\n\n"
        "## One row is one opinion\n\n"
        "Choose the word that looks, and read its row in head A."
    )
    worked_row.section(result)

    blocks.prose(
        "## Readers who underline\n\n"
        "Give your sentence to a few readers with a pencil, each with one rule: "
        + listing(f"*{reader.name}* underlines {reader.underlines}" for reader in READERS)
        + "."
    )
    marked = {reader.name: reader.rule(words) for reader in READERS}
    names = {
        name: listing(word(words[position]) for position in places) or "nothing" for name, places in marked.items()
    }
    blocks.picture(
        underlines(marked, words),
        "bottleneck readers",
        "Each line is the whole sentence with one reader's marks. One reader leaves one kind of underline; for several "
        "kinds, pool the notes of several readers. Heads are such readers, but nobody hands them their rules.",
        " ".join(f"Reader {n} underlines {listing(words[p] for p in marked[n]) or 'nothing'}." for n in marked),
        blocks.PROSE_WIDTH,
    )
    blocks.fold(
        "The underlined words as a table",
        "bottleneck readers table",
        lambda: blocks.text_table([[marks] for marks in names.values()], list(names), ["underlines"]),
        "table",
    )

    blocks.prose("## What another row costs")
    if blocks.predict_choice(
        "bottleneck cost",
        f"How many weights do two heads of width {hs} need, against one head of width {2 * hs}?",
        ("half as many", "the same number", "twice as many"),
        truth=1,
    ):
        costs.section(C, hs)


def work(settings: Settings) -> None:
    blocks.fold("One head, two jobs: train it here", "bottleneck training", training.section, "model_training")
    blocks.fold(
        "Take it away", "bottleneck takeaway", lambda: takeaway.section(run(settings), "bottleneck"), "download"
    )


site.show(page, work, onward="two_heads")

"""Change one word: which weights move when the sentence is edited, and how the word vectors decide it."""

from dataclasses import replace

import numpy as np
import streamlit as st

from lib.charts import difference_map
from lib.comparison import max_gap
from lib.lesson import Run, run
from lib.ui import blocks
from lib.ui.memory import memory
from lib.ui.text import word

MOVED = 0.01  # weights that differ by less look the same at two decimals


def section(result: Run) -> None:
    """Compare head A before and after the last edit of the sentence, under both kinds of word vectors."""
    blocks.prose(
        "The lesson draws one block of vectors for the sorted vocabulary. Replace one word, and the words "
        "after it in the alphabet may get other vectors. “Per word”, in the sidebar under More, keeps each "
        "word's vector when other words change."
    )
    before = memory().before_edit
    if before is None or before.words == result.words or len(before.words) != len(result.words):
        blocks.prose("Edit one word of the sentence in the sidebar to see which weights move.")
        return
    then = replace(result.settings, sentence=before.sentence)
    swapped = [(a, b) for a, b in zip(before.words, result.words, strict=True) if a != b]
    old, new = swapped[0]
    more = f" and {len(swapped) - 1} more" if len(swapped) > 1 else ""
    counts = {}
    for vectors in ("lesson", "per word"):
        pair = [run(replace(settings, vectors=vectors)) for settings in (then, result.settings)]
        counts[vectors] = int((np.abs(pair[0].weights[0] - pair[1].weights[0]) > MOVED).sum())
    cells = len(result.words) ** 2
    if counts["lesson"]:
        why = "A row must still add up to 1, so one new weight shifts the others of its row."
    elif counts["per word"]:
        why = (
            "The lesson's vectors go by place in the alphabet: where a new word takes the old one's place there, it "
            "takes over its vector too, and nothing moves."
        )
    else:
        why = "At these settings the words make no such difference, whichever vectors they have."
    blocks.prose(
        f"After the edit {word(old)} → {word(new)}{more}, {counts['lesson']} of {cells} cells of head A move by "
        f"more than {MOVED} with the lesson's vectors, {counts['per word']} with vectors per word. {why}"
    )
    A, A_before = result.weights[0], run(then).weights[0]
    gap = max_gap(A, A_before)
    moved = gap.value > MOVED
    with st.container(width=blocks.FIGURE_WIDTH // 2):
        blocks.picture(
            difference_map(
                A, A_before, result.words, (gap.query, gap.key) if moved else None, "Head A, after − before", MOVED
            ),
            "edit map",
            "Only cells that moved carry their number; the ring marks the largest move." if moved else "No cell moved.",
            f"Map of head A after minus before the edit; the largest move is {gap.value:.4f}.",
        )

"""Averaging is not two opinions: A, B and their mean in one row, and where the mean picks a third word."""

from dataclasses import replace

import numpy as np
import streamlit as st

from lib.charts import mean_bars
from lib.comparison import entropy_bits
from lib.coverage import favourites
from lib.lesson import Run, run
from lib.ui import blocks
from lib.ui.text import count, listing, picked, reading, word


def section(result: Run) -> None:
    """Compare the two heads with their mean, which is what one row alone could hold of both."""
    words = result.words
    A, B = result.weights[:2]
    mean = (A + B) / 2  # (T, T)
    in_a, in_b, in_mean = favourites(np.stack([A, B, mean]), words)
    third = [row for row in range(len(words)) if in_mean[row] not in (None, in_a[row], in_b[row])]
    blocks.prose(
        "Could one head hold both views by averaging them? The mean of two rows is a row too: it adds up to 1. "
        "But it is a third view, and often a flatter one."
    )
    row = blocks.query_menu(words, f"averaging row {words}", third[0] if third else 0)
    with st.container(width=blocks.PROSE_WIDTH):
        blocks.picture(
            mean_bars(A[row], B[row], words),
            "averaging bars",
            f"Head A picks {picked(in_a[row])}, head B {picked(in_b[row])}, their mean {picked(in_mean[row])}"
            + (", which neither chose." if row in third else "."),
            f"Bars for {words[row]}: A picks {in_a[row] or 'no word'}, B picks {in_b[row] or 'no word'}, the mean "
            f"picks {in_mean[row] or 'no word'}. " + reading(mean[row], words, row),
        )
    names = listing(word(words[place]) for place in third)
    blocks.prose(
        f"The mean picks a word that neither head chose in {count(len(third), 'row')} of {len(words)}"
        + (f": {names}. " if third else ". ")
        + f"Mean entropy: {entropy_bits(A).mean():.3f} bits in A, {entropy_bits(B).mean():.3f} in B, "
        f"{entropy_bits(mean).mean():.3f} in their mean."
    )
    _one_wide_head(result)
    blocks.prose(
        "Vaswani et al. 2017, section 3.2.2, put it so: with a single head, averaging gets in the way of "
        "attending to different places at once."
    )


def _one_wide_head(result: Run) -> None:
    settings = result.settings
    hs, C = settings.head_size, settings.width
    two = sum(W[:2].size for W in (result.Wq, result.Wk, result.Wv))
    if 2 * hs > 64:
        blocks.prose(f"Two heads of {hs} use {two:,} projection weights; one head of {2 * hs} would use as many.")
        return
    wide = run(replace(settings, heads=1, head_size=2 * hs))
    one = sum(W.size for W in (wide.Wq, wide.Wk, wide.Wv))
    blocks.prose(
        f"It is not a matter of size: one head with $hs = {2 * hs}$ over $C = {C}$ has {one:,} projection weights, "
        f"two heads with $hs = {hs}$ have {two:,}. The one head still gives one row a query."
    )

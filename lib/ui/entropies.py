"""Entropy and divergence, row by row, each explained in a line."""

import numpy as np

from lib.comparison import divergence_bits, entropy_bits
from lib.lesson import Run
from lib.ui import blocks
from lib.ui.text import count, numbered


def section(run: Run) -> None:
    """Show how spread out each row is in A and in B, and how far apart the two are."""
    T = len(run.words)
    A, B = run.weights[:2]
    blocks.prose(
        f"Entropy: how spread out a row is, from 0 bits (all on one word) to {np.log2(T):.2f} bits (the same "
        f"for each of {count(T, 'word')}).\n\n"
        "Jensen–Shannon divergence: how far two rows are apart, from 0 bits (equal) to 1 bit (no word in common)."
    )
    bits = {"Entropy A": entropy_bits(A), "Entropy B": entropy_bits(B), "Divergence": divergence_bits(A, B)}
    cells = [[f"{value:.3f}" for value in row] for row in zip(*bits.values(), strict=True)]
    blocks.text_table(cells, numbered(run.words), list(bits), width="content")

"""Scale is temperature: what the init scale does to gap, entropy and focus, and the identity behind it."""

import numpy as np
import streamlit as st

from lib.comparison import max_gap
from lib.figures import scale_curve
from lib.lesson import Run
from lib.ui import blocks
from lib.ui.links import LESSON
from lib.ui.text import count, fixed, word
from lib.variations import Sweep, sweep

SMALL = 0.02  # near where real transformers start
SCALES = np.union1d(np.geomspace(0.01, 2, 60), [SMALL, LESSON.scale])
AT = {scale: int(np.searchsorted(SCALES, scale)) for scale in (SMALL, LESSON.scale)}
WRITTEN = 0.001  # from here on, six decimals show a score
SEEN, UNSEEN = 0.05, 0.01  # a gap that the colours of a map show, and one that they do not


def section(run: Run, told: bool = False) -> None:
    """Draw gap, mean entropy and moved focus words over the init scale, this run marked.

    What happens at a small scale is asked first, unless it has been `told`.
    """
    settings, T = run.settings, len(run.words)
    if T == 1:
        blocks.prose("A single word gives itself 1 at any scale. Type a second word to see what the scale does.")
        return
    swept = sweep(settings, SCALES)
    if settings.scale > SMALL and not told and not _predicted(run, swept):
        return
    # With the mask, a row has as many words to share among as have come so far.
    bits = float(np.log2(np.arange(1, T + 1)).mean() if settings.causal else np.log2(T))
    blocks.prose(
        "Every score is a product of a query and a key, and both are multiplied by the scale $s$: scores grow "
        "with $s^2$. A small scale makes every row nearly uniform; the larger it is, the more of a row goes to "
        "its favourite. That is what a temperature does."
    )
    with st.container(width=blocks.FIGURE_WIDTH):
        gap, entropy, moved = st.columns(3)
        here = settings.scale
        with gap:
            blocks.picture(
                scale_curve(swept.scales, swept.gaps, "largest gap", here, 1.0),
                "scale gap",
                f"At scale {SMALL} the gap is {swept.gaps[AT[SMALL]]:.4f}, at 2 it is {swept.gaps[-1]:.4f}.",
                f"Largest gap over init scale, from {swept.gaps[0]:.4f} at 0.01 to {swept.gaps[-1]:.4f} at 2.",
            )
        with entropy:
            blocks.picture(
                scale_curve(swept.scales, swept.entropies, "mean entropy (bits)", here, max(bits, 0.1)),
                "scale entropy",
                f"At most {bits:.2f} bits, when every word in reach gets the same. At 2 it is "
                f"{swept.entropies[-1]:.2f}.",
                f"Mean entropy over init scale, from {swept.entropies[0]:.4f} bits to {swept.entropies[-1]:.4f}.",
            )
        with moved:
            blocks.picture(
                scale_curve(swept.scales, swept.moved.astype(float), "focus words changed", here, 2 * T),
                "scale focus",
                _moved(swept, T, here),
                f"Focus words that differ from this run's: at most {int(swept.moved.max())} of {2 * T}.",
            )
    if here >= WRITTEN:
        _identity(run, swept)
    else:
        blocks.prose(f"From scale {WRITTEN} on, two scores stand here as well; below, they are too small to write out.")


def _predicted(run: Run, swept: Sweep) -> bool:
    """Ask what the small scale does to the gap and to the focus words; return whether to show it."""
    collapses = float(swept.gaps[AT[SMALL]]) < max_gap(*run.weights[:2]).value / 2
    options = [
        "The gap shrinks to less than half, and focus words change",
        "The gap shrinks to less than half, and no focus word changes",
        "The gap stays above half, and focus words change",
        "The gap stays above half, and no focus word changes",
    ]
    truth = 2 * (not collapses) + (int(swept.moved[AT[SMALL]]) == 0)
    question = f"What happens to A and B at init scale {SMALL}, everything else equal?"
    return blocks.predict_choice("small scale", question, options, truth)


def _identity(run: Run, swept: Sweep) -> None:
    """Follow two scores, the gap and the focus words to the small scale or, from there, to the lesson's."""
    s = run.settings.scale
    other = SMALL if s > SMALL else LESSON.scale
    Q, K = run.X @ run.Wq[0], run.X @ run.Wk[0]  # (T, hs)
    scores = Q @ K.T / np.sqrt(run.settings.head_size)  # (T, T)
    factor, row = (other / s) ** 2, 1  # row 1 is "keeper" in the lesson's sentence
    # The first word, and the last that this row may look at.
    keys = (0, row if run.settings.causal else len(run.words) - 1)
    shown = "; ".join(
        f"{word(run.words[row])} to {word(run.words[key])} {_score(scores[row, key], s)} here and "
        f"{_score(scores[row, key] * factor, other)} at {other}"
        for key in keys
    )
    gap, there, moved = max_gap(*run.weights[:2]).value, float(swept.gaps[AT[other]]), int(swept.moved[AT[other]])
    low, high = sorted((gap, there))
    times = f", so it {'shrinks' if there < gap else 'grows'} {high / low:,.0f} times" if high > 1.5 * low > 0 else ""
    favourites = (
        "No focus word changes: a positive factor keeps the order of a row's scores."
        if moved == 0
        else f"Rounding moves {count(moved, 'focus word')} where scores are as good as equal."
    )
    looks = (
        f" Whoever looks at colours alone takes the heads for equal at {min(s, other):g}; whoever looks at focus words "
        "alone thinks that nothing happened."
        if low < UNSEEN and high > SEEN and moved == 0
        else ""
    )
    blocks.prose(
        f"From {s:g} to {other} every score is multiplied by $({other} / {s:g})^2 = "
        f"{f'{factor:.5f}' if factor < 1 else f'{factor:,.1f}'}$. Two of head A's scores: {shown}. "
        f"The gap goes from {fixed(gap)} to {fixed(there)}{times}. {favourites}{looks}"
    )


def _score(score: float, scale: float) -> str:
    return f"{score:+.4f}" if scale > SMALL else f"{score:+.6f}"


def _moved(swept: Sweep, T: int, here: float) -> str:
    """Say how many of the 2 T focus words change at most, as far as there are any at this run's scale."""
    if not swept.favourites:
        return f"At scale {here:g} no word has a favourite, so there is nothing that could change."
    most = int(swept.moved.max()) or "none"
    undecided = 2 * T - swept.favourites
    rest = f" Rows without a favourite here: {undecided}." if undecided else ""
    return f"Of {swept.favourites} focus words, {most} changed anywhere on this axis.{rest}"

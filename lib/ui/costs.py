"""What heads cost: projection weights counted for the widths on screen."""

from lib.ui import blocks
from lib.ui.text import count


def section(width: int, head_size: int) -> None:
    """Count the weights of one wide head and of several narrow ones at C = `width`, hs = `head_size`."""
    C, hs = width, head_size
    lines = [
        f"| {h} | {C // h} | {h} · 3 · {C} · {C // h} = {3 * C * C:,} | {h} |" for h in range(1, C + 1) if C % h == 0
    ]
    blocks.prose(
        f"Three matrices of {C} × {hs}, twice: 2 · 3 · {C} · {hs} = **{6 * C * hs:,}** weights. Three of "
        f"{C} × {2 * hs}, once: 3 · {C} · {2 * hs} = **{6 * C * hs:,}**. The second row costs no weight; its price is "
        "that each head is half as wide, for comparing words and for carrying what it finds.\n\n"
        f"A vector of {count(C, 'number')} can be cut into $h$ heads of width $C / h$ wherever $h$ divides $C$:\n\n"
        "| heads $h$ | width of each | projection weights | rows for each word |\n|---|---|---|---|\n"
        + "\n".join(lines)
        + f"\n\n{_here(C, hs)}"
    )


def _here(C: int, hs: int) -> str:
    """Say how the head size on screen fits into the width."""
    h, whole = C // hs, f"one head of width {C} has {3 * C * C:,} weights"
    if hs > C:
        return f"The head size on screen, {hs}, is wider than $C$: {whole}, one of {hs} has {3 * C * hs:,}."
    if hs == C:
        return f"The head size on screen, {hs}, is the whole of $C$: {whole}."
    if C % hs == 0:
        return f"The head size on screen, {hs}, fits: {whole}, and {count(h, 'head')} of width {hs} have the same."
    some, more = (f"{count(n, 'head')} of width {hs} {'has' if n == 1 else 'have'}" for n in (h, h + 1))
    return (
        f"The head size on screen, {hs}, does not divide $C$: {whole}, {some} {3 * C * hs * h:,} and {more} "
        f"{3 * C * hs * (h + 1):,}. None comes out even."
    )

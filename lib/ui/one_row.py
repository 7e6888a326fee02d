"""One row, two distributions: what heads A and B each do with the same query."""

from lib.charts import row_bars
from lib.comparison import max_gap
from lib.coverage import favourites
from lib.lesson import Run
from lib.ui import blocks
from lib.ui.text import reading


def section(result: Run) -> None:
    """Draw one row's bars of both heads side by side, at first the row of the largest gap."""
    words, (A, B) = result.words, result.weights[:2]
    row = blocks.query_menu(words, f"comparison row {words}", max_gap(A, B).query)
    a, b = (name or "no word" for (name,) in favourites(result.weights[:2, row, None], words))
    blocks.picture(
        row_bars([A[row], B[row]], words, [0, 1]),
        "comparison bars",
        f"In A, {reading(A[row], words, row)} In B, {reading(B[row], words, row)}",
        f"Bars for query {words[row]}: focus {a} in A and {b} in B.",
        blocks.PROSE_WIDTH,
    )

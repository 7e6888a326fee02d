"""Words and numbers in prose: what a person typed never reaches Markdown as markup."""

import math
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from lib.attention import Array
from lib.comparison import max_gap

EQUAL = 1e-12  # what differs by less differs by rounding

# Streamlit replaces this even inside code; a word joiner after the colon is invisible and stops it.
ICON, BROKEN_ICON = ":material/", ":\u2060material/"

PERCENT = "\u00a0%"  # no line breaks between a number and its unit

LONG = 8  # letters that three columns of words on a phone have room for
BREAK, JOINER = "\u200b", "\u200d"  # both invisible; a line may break at the first

# Unicode Standard Annex 9: characters that are written from right to left, and invisible ones that say that others are.
LEFTWARD = frozenset({"R", "AL", "AN"})
DIRECTING = frozenset({"RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI"})
ISOLATE, END_ISOLATE = "\u2068", "\u2069"


@lru_cache(maxsize=1024)  # a page names the same few words again and again
def word(text: str) -> str:
    """Return `text` as inline code, which Markdown, LaTeX and Streamlit's directives leave alone."""
    text = isolated(text.replace(ICON, BROKEN_ICON))
    # CommonMark, section 6.1: a longer run of backticks than any inside, and blanks where one touches.
    runs = [len(run) for run in "".join(c if c == "`" else " " for c in text).split()]
    fence = "`" * (max(runs, default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def picked(favourite: str | None) -> str:
    """Name in Markdown the word that a row favours; None where different words share the largest weight."""
    return "no word" if favourite is None else word(favourite)


def isolated(text: str) -> str:
    """Return text so that letters written from right to left do not turn round what stands beside them."""
    classes = {unicodedata.bidirectional(character) for character in text}
    if not classes & (LEFTWARD | DIRECTING):
        return text
    within = "".join(c for c in text if unicodedata.bidirectional(c) not in DIRECTING)
    return f"{ISOLATE}{within}{END_ISOLATE}"


def listing(texts: Iterable[str]) -> str:
    """Join texts as prose does: one, two and three."""
    items = list(texts)
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def percent(share: float) -> str:
    """Return a share as a whole percentage, honest about what rounds to 0 or to 100."""
    if 0 < share < 0.005:
        return f"under 1{PERCENT}"
    if 0.995 <= share < 1:
        return f"over 99{PERCENT}"
    return f"{100 * share:.0f}{PERCENT}"


def percent_exact(share: float) -> str:
    """Return a share as a percentage with one decimal."""
    return f"{100 * share:.1f}{PERCENT}"


def fixed(value: float, decimals: int = 4) -> str:
    """Return a number with so many decimals, or with more where it would read as nothing."""
    return f"{value:.{_decimals(value, decimals)}f}"


def _decimals(value: float, usual: int) -> int:
    """Return the usual number of decimals, or as many as show two digits of a number that is not nothing."""
    return usual if value < EQUAL else max(usual, 1 - math.floor(math.log10(value)))


def count(number: int, noun: str) -> str:
    """Return the number with its noun: 1 row, 2 rows."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def placed(words: Sequence[str], position: int) -> str:
    """Name a position for a plain-text menu: the word, numbered from 1 so that equal words stay apart."""
    return f"{position + 1}. {words[position]}"


def cell(text: str) -> str:
    """Return `text` as inline code inside a Markdown table, where a bar would end the cell."""
    # After a backslash even an escaped bar does; a word joiner between the two is invisible and stops it.
    return word(breakable(text).replace("\\|", "\\\u2060|")).replace("|", "\\|")


def breakable(text: str) -> str:
    """Return a long word with places at which it may go on in the next line, so that a table fits a phone."""
    parts: list[str] = []
    for start, letter in enumerate(text):
        # Never within a character: marks and joiners belong to the letter before.
        joined = unicodedata.category(letter)[0] in "MC" or (start and text[start - 1] == JOINER)
        if not parts or (len(parts[-1]) >= LONG and not joined):
            parts.append("")
        parts[-1] += letter
    return BREAK.join(parts)


def verdict(agree: bool) -> str:
    """Return whether two heads agree, as a word that has a colour too."""
    return ":green[agree]" if agree else ":orange[differ]"


def numbered(words: Sequence[str]) -> list[str]:
    """Name every position for a table's heads, in Markdown."""
    return [f"{position}\u00a0{word(text)}" for position, text in enumerate(words, start=1)]


def tiny(value: float) -> str:
    """Return a difference that is 0 or rounding."""
    # U+2011 is a hyphen at which no line breaks.
    return "0" if value == 0 else f"{value:.0e}".replace("-", "\u2011")


def is_even(weights: Array) -> bool:
    """Say whether all weights are alike, so that the focus of a row is only the first of equals."""
    return weights.shape[-1] > 1 and float(weights.max() - weights.min()) < EQUAL


def largest_gap(a: Array, b: Array, words: Sequence[str]) -> str:
    """Say how far apart heads A and B are at most, (T, T) each, and in which cell."""
    gap = max_gap(a, b)
    if gap.value < EQUAL:
        return "The two maps are equal in every cell."
    in_a, in_b = float(a[gap.query, gap.key]), float(b[gap.query, gap.key])
    # As many decimals as it takes to see that the two differ by what the gap says.
    decimals = 2 if gap.value >= 0.01 else _decimals(gap.value, 4)
    return (
        f"The largest gap is **{fixed(gap.value)}**: query {word(words[gap.query])} (position {gap.query + 1}), key "
        f"{word(words[gap.key])} (position {gap.key + 1}), {in_a:.{decimals}f} in A against {in_b:.{decimals}f} in B."
    )


def reading(row: Array, words: Sequence[str], query: int) -> str:
    """Read one row of weights (T,) aloud: whom the query looks at, the three largest first."""
    name = word(words[query])
    if len(words) == 1:
        return f"{name} has only itself to look at: 100 %."
    if is_even(row):
        return f"{name} gives every word the same {percent_exact(row.max())}."
    top = sorted(range(len(words)), key=lambda key: -row[key])[:3]
    shares = listing(f"{percent(row[key])} to {word(words[key])}" for key in top if row[key] > 0)
    return f"{name} gives {shares}."

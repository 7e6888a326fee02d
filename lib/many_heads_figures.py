"""The many-heads page's figures: the grid of maps, the way back to one output, and two curves.

Drawn once per shape, like those in `lib.charts`. The published BLEU scores are row (A) of table 3 in
Vaswani et al. 2017, "Attention Is All You Need": newstest2013, English to German, at equal computation.
"""

from collections.abc import Sequence
from functools import lru_cache

import altair as alt
import numpy as np
import pandas as pd

from lib.attention import Array
from lib.charts import ACCENTS, RUN, Picture, Spec, head_name, param, specification, with_params

BLEU = {1: 24.9, 4: 25.5, 8: 25.8, 16: 25.8, 32: 25.4}
GREY = ACCENTS[7]
DIAGRAM_HEIGHT = 280  # pixels
CURVE_HEIGHT = 280


def grid(weights: Array, words: Sequence[str]) -> Picture:
    """Draw the weights (h, T, T) of all heads as small maps, two a row on a phone and four where it fits.

    One chart for all: sixteen of them would cost a browser more than the rest of the page.
    """
    h, T, _ = weights.shape
    head, query, key = np.indices(weights.shape)
    # Small types, since sixteen heads of 24 words are 9,216 cells to send.
    data = pd.DataFrame(
        {
            "head": head.ravel().astype(np.uint8),
            "query": query.ravel().astype(np.uint8),
            "key": key.ravel().astype(np.uint8),
            "value": weights.ravel().astype(np.float32),
        }
    )
    return with_params(data, _grid_spec(), words=list(words), heads=h, length=T)


@lru_cache(maxsize=256)
def back_together(heads: int, T: int, width: int) -> Picture:
    """Draw what concatenating and projecting does to the shapes: h of (T, hs), then (T, C) three times."""
    hs = width // heads
    share = np.arange(heads) / heads
    gap = 0.12 / heads  # leaves the heads apart before they are put side by side
    apart = pd.DataFrame({"stage": 0, "left": share + gap / 2, "right": share + 1 / heads - gap / 2})
    joined = pd.DataFrame({"stage": 1, "left": share, "right": share + 1 / heads})
    blocks = pd.concat([apart, joined])
    blocks["name"] = [head_name(head) for head in range(heads)] * 2
    blocks["colour"] = [ACCENTS[head % len(ACCENTS)] for head in range(heads)] * 2
    mixed = pd.DataFrame(
        {"stage": [2, 3], "left": 0.0, "right": 1.0, "name": ["Wₒ", "every head in every number"], "colour": GREY}
    )
    several = f"{heads} of " if heads > 1 else ""
    labels = [
        ["the heads' outputs", f"{several}({T}, {hs})"],
        ["side by side", f"({T}, {width})"],
        ["times Wₒ", f"({width}, {width})"],
        ["the layer's output", f"({T}, {width})"],
    ]
    return with_params(pd.concat([blocks, mixed]), _back_together_spec(), labels=labels)


def coverage_curves(curves: dict[str, dict[int, int]], possible: int) -> Picture:
    """Draw links covered over the number of heads, one line for each name, up to all that are possible."""
    rows = [(name, heads, count) for name, curve in curves.items() for heads, count in curve.items()]
    data = pd.DataFrame(rows, columns=["name", "heads", "links"])
    return with_params(data, _coverage_curves_spec(), possible=possible)


@lru_cache
def published_bleu() -> Picture:
    """Draw the published BLEU scores by number of heads."""
    data = pd.DataFrame({"heads": list(BLEU), "bleu": list(BLEU.values())})
    return Picture(data, _published_bleu_spec())


# Pixels: the gap between maps, and the strip above each that carries the head's letter.
GAP, STRIP, WIDEST = 14, 20, 220
_LAYOUT = {
    "columns": "min(heads, width < 520 ? 2 : 4)",
    # Whole pixels a cell, so that no seams show between cells.
    "cell": f"max(1, floor(min({WIDEST}, (width - (columns - 1) * {GAP}) / columns) / length))",
    "side": "cell * length",
    "height": f"ceil(heads / columns) * (side + {STRIP + GAP}) - {GAP}",
}
_LEFT = f"(datum.head % columns) * (side + {GAP})"
_TOP = f"floor(datum.head / columns) * (side + {STRIP + GAP})"


def _pixels(channel: type[alt.X] | type[alt.Y], field: str) -> alt.X | alt.Y:
    return channel(f"{field}:Q", scale=None, axis=None)


@lru_cache
def _grid_spec() -> Spec:
    cells = (
        alt.Chart(RUN)
        .transform_calculate(
            query_word="words[datum.query]",
            key_word="words[datum.key]",
            letter="'head ' + slice('ABCDEFGHIJKLMNOP', datum.head, datum.head + 1)",
            left=f"{_LEFT} + datum.key * cell",
            right="datum.left + cell",
            top=f"{_TOP} + {STRIP} + datum.query * cell",
            bottom="datum.top + cell",
        )
        .mark_rect()
        .encode(
            _pixels(alt.X, "left"),
            _pixels(alt.Y, "top"),
            alt.X2("right:Q"),
            alt.Y2("bottom:Q"),
            alt.Color("value:Q", legend=None, scale=alt.Scale(scheme="viridis", domain=[0, 1])),
            tooltip=[
                alt.Tooltip("letter:N", title="in"),
                alt.Tooltip("query_word:N", title="query"),
                alt.Tooltip("key_word:N", title="key"),
                alt.Tooltip("value:Q", title="weight", format=".4f"),
            ],
        )
    )
    strips = (
        alt.Chart(RUN)
        .transform_filter("datum.query == 0 && datum.key == 0")
        .transform_calculate(
            letter="slice('ABCDEFGHIJKLMNOP', datum.head, datum.head + 1)",
            left=_LEFT,
            right="datum.left + side",
            top=_TOP,
            bottom=f"datum.top + {STRIP}",
            middle=f"datum.top + {STRIP // 2}",
            inset="datum.left + 6",
        )
    )
    letters = [head_name(head) for head in range(16)]
    colours = alt.Scale(domain=letters, range=[ACCENTS[head % len(ACCENTS)] for head in range(16)])
    bars = strips.mark_rect().encode(
        _pixels(alt.X, "left"),
        _pixels(alt.Y, "top"),
        alt.X2("right:Q"),
        alt.Y2("bottom:Q"),
        alt.Fill("letter:N", legend=None, scale=colours),
    )
    on_dark = "luminance(scale('fill', datum.letter)) <= 0.18"
    names = strips.mark_text(align="left", fontWeight="bold", fontSize=13).encode(
        _pixels(alt.X, "inset"),
        _pixels(alt.Y, "middle"),
        text="letter:N",
        color=alt.condition(on_dark, alt.value("white"), alt.value("black")),
    )
    params = [param("words", []), param("heads", 1), param("length", 1)]
    sizes = [alt.param(name=name, expr=expr) for name, expr in _LAYOUT.items()]
    return specification(alt.layer(cells, bars, names).add_params(*params, *sizes))


@lru_cache
def _back_together_spec() -> Spec:
    base = alt.Chart(RUN).encode(
        alt.Y(
            "stage:O",
            title=None,
            axis=alt.Axis(labelExpr="labels[datum.value]", ticks=False, domain=False, labelPadding=8),
            scale=alt.Scale(paddingInner=0.35, paddingOuter=0.1),
        )
    )
    blocks = base.mark_rect(stroke="black", strokeWidth=0.5).encode(
        alt.X("left:Q", axis=None, scale=alt.Scale(domain=[0, 1])),
        alt.X2("right:Q"),
        alt.Color("colour:N", scale=None),
        tooltip=[alt.Tooltip("name:N", title="block")],
    )
    names = (
        base.transform_calculate(middle="(datum.left + datum.right) / 2")
        .mark_text(fontWeight="bold")
        .encode(
            alt.X("middle:Q", axis=None, scale=alt.Scale(domain=[0, 1])),
            text="name:N",
            color=alt.condition("luminance(datum.colour) > 0.18", alt.value("black"), alt.value("white")),
        )
    )
    return specification(alt.layer(blocks, names).add_params(param("labels", [])), DIAGRAM_HEIGHT)


@lru_cache
def _coverage_curves_spec() -> Spec:
    base = alt.Chart(RUN).encode(
        alt.X("heads:Q", title="number of heads", scale=alt.Scale(domain=[1, 16]), axis=_whole()),
        alt.Y("links:Q", title="different links", scale=alt.Scale(domain=[0, alt.ExprRef("possible")])),
        alt.Color("name:N", title=None, sort=None, scale=alt.Scale(range=[ACCENTS[0], GREY]), legend=_above()),
        tooltip=[
            alt.Tooltip("name:N", title="line"),
            alt.Tooltip("heads:Q"),
            alt.Tooltip("links:Q", title="different links"),
        ],
    )
    points = base.mark_point(size=60, filled=True, opacity=1).encode(
        alt.Shape("name:N", title=None, sort=None, legend=_above())
    )
    layers = alt.layer(base.mark_line(), points).add_params(param("possible", 1))
    return specification(layers, CURVE_HEIGHT)


@lru_cache
def _published_bleu_spec() -> Spec:
    base = alt.Chart(RUN).encode(
        alt.X(
            "heads:Q",
            title="number of heads",
            scale=alt.Scale(type="log", base=2, domain=[1, 32]),
            axis=_whole(list(BLEU)),
        ),
        alt.Y("bleu:Q", title="BLEU", scale=alt.Scale(domain=[24.5, 26])),
        tooltip=[alt.Tooltip("heads:Q"), alt.Tooltip("bleu:Q", title="BLEU", format=".1f")],
    )
    line = base.mark_line(color=ACCENTS[0])
    points = base.mark_point(size=60, filled=True, opacity=1, color=ACCENTS[0])
    return specification(alt.layer(line, points), CURVE_HEIGHT)


def _whole(values: list[int] | None = None) -> alt.Axis:
    marks = values or [1, 2, 4, 6, 8, 10, 12, 14, 16]
    return alt.Axis(values=marks, format="d", grid=False)


def _above() -> alt.Legend:
    return alt.Legend(orient="top", direction="vertical", labelLimit=320)

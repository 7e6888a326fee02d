"""The many-heads page's figures: the grid of maps, the way back to one output, and two curves.

Drawn once per shape, as `lib.authoring` says. The published BLEU scores are row (A) of table 3 in
Vaswani et al. 2017, "Attention Is All You Need": newstest2013, English to German, at equal computation.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle

import altair as alt
import numpy as np

from lib.attention import Array
from lib.authoring import Spec, authored_once, param, specification, with_params
from lib.charts import ACCENTS, head_name, weight_legend

BLEU = {1: 24.9, 4: 25.5, 8: 25.8, 16: 25.8, 32: 25.4}
GREY = ACCENTS[7]
DIAGRAM_HEIGHT = 280  # pixels
CURVE_HEIGHT = 280


def grid(weights: Array, words: Sequence[str]) -> Spec:
    """Draw the weights (h, T, T) of all heads as small maps, two a row on a phone and four where it fits.

    One chart for all: sixteen of them would cost a browser more than the rest of the page.
    """
    h, T, _ = weights.shape
    values = np.round(weights, 4).ravel().tolist()  # the digits that are shown; 16 heads of 24 words are 9,216 cells
    return with_params(_grid_spec(h, T), values=values, words=list(words))


@authored_once
def back_together(heads: int, T: int, width: int) -> Spec:
    """Draw what concatenating and projecting does to the shapes: h of (T, hs), then (T, C) three times."""
    hs, share = width // heads, 1 / heads
    gap = 0.06 * share  # leaves the heads apart before they are put side by side
    blocks = [
        {
            "stage": stage,
            "left": i * share + rim,
            "right": (i + 1) * share - rim,
            "name": head_name(i),
            "colour": colour,
        }
        for stage, rim in ((0, gap), (1, 0.0))
        for i, colour in zip(range(heads), cycle(ACCENTS), strict=False)
    ]
    blocks += [
        {"stage": stage, "left": 0.0, "right": 1.0, "name": name, "colour": GREY}
        for stage, name in ((2, "Wₒ"), (3, "every head in every number"))
    ]
    several = f"{heads} of " if heads > 1 else ""
    labels = [
        ["the heads' outputs", f"{several}({T}, {hs})"],
        ["side by side", f"({T}, {width})"],
        ["times Wₒ", f"({width}, {width})"],
        ["the layer's output", f"({T}, {width})"],
    ]
    return _back_together_spec(blocks, labels)


def coverage_curves(curves: Mapping[str, Mapping[int, int]], possible: int) -> Spec:
    """Draw links covered over the number of heads, one line for each name, up to all that are possible."""
    points = [(name, heads, count) for name, curve in curves.items() for heads, count in curve.items()]
    names, heads, links = (list(column) for column in zip(*points, strict=True))
    return with_params(_coverage_curves_spec(len(points)), names=names, heads=heads, links=links, possible=possible)


@authored_once
def published_bleu() -> Spec:
    """Draw the published BLEU scores by number of heads."""
    base = (
        alt.Chart(alt.sequence(0, len(BLEU), as_="point"))
        .transform_calculate(heads="scores[datum.point][0]", bleu="scores[datum.point][1]")
        .encode(
            alt.X(
                "heads:Q",
                title="number of heads",
                scale=alt.Scale(type="log", base=2, domain=[1, 32]),
                axis=_whole(list(BLEU)),
            ),
            alt.Y("bleu:Q", title="BLEU", scale=alt.Scale(domain=[24.5, 26])),
            tooltip=[alt.Tooltip("heads:Q"), alt.Tooltip("bleu:Q", title="BLEU", format=".1f")],
        )
    )
    line = base.mark_line(color=ACCENTS[0])
    points = base.mark_point(size=60, filled=True, opacity=1, color=ACCENTS[0])
    layers = alt.layer(line, points).add_params(param("scores", list(BLEU.items())))
    return specification(layers, CURVE_HEIGHT, "Translation quality, trained")


# Pixels: the gap between maps, and the strip above each that carries the head's letter.
GAP, STRIP, WIDEST = 14, 20, 220
_LAYOUT = {
    "columns": "min({h}, width < 520 ? 2 : 4)",
    # Whole pixels a cell, so that no seams show between cells.
    "cell": f"max(1, floor(min({WIDEST}, (width - (columns - 1) * {GAP}) / columns) / {{T}}))",
    "side": "cell * {T}",
    "height": f"ceil({{h}} / columns) * (side + {STRIP + GAP}) - {GAP}",
}
_LEFT = f"(datum.head % columns) * (side + {GAP})"
_LETTER = "slice('ABCDEFGHIJKLMNOP', datum.head, datum.head + 1)"
_TOP = f"floor(datum.head / columns) * (side + {STRIP + GAP})"


def _pixels(channel: type[alt.X] | type[alt.Y], field: str) -> alt.X | alt.Y:
    return channel(f"{field}:Q", scale=None, axis=None)


@authored_once
def _grid_spec(h: int, T: int) -> Spec:
    cells = (
        alt.Chart(alt.sequence(0, h * T * T, as_="cell"))
        .transform_calculate(
            head=f"floor(datum.cell / {T * T})",
            query=f"floor(datum.cell / {T}) % {T}",
            key=f"datum.cell % {T}",
            value="values[datum.cell]",
            query_word="words[datum.query]",
            key_word="words[datum.key]",
            letter=f"'head ' + {_LETTER}",
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
            alt.Color("value:Q", legend=weight_legend(), scale=alt.Scale(scheme="viridis", domain=[0, 1])),
            tooltip=[
                alt.Tooltip("letter:N", title="in"),
                alt.Tooltip("query_word:N", title="query"),
                alt.Tooltip("key_word:N", title="key"),
                alt.Tooltip("value:Q", title="weight", format=".4f"),
            ],
        )
    )
    strips = alt.Chart(alt.sequence(0, h, as_="head")).transform_calculate(
        letter=_LETTER,
        left=_LEFT,
        right="datum.left + side",
        top=_TOP,
        bottom=f"datum.top + {STRIP}",
        middle=f"datum.top + {STRIP // 2}",
        inset="datum.left + 6",
    )
    letters = [head_name(head) for head in range(h)]
    colours = alt.Scale(domain=letters, range=[ACCENTS[head % len(ACCENTS)] for head in range(h)])
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
    sizes = [alt.param(name=name, expr=size.format(h=h, T=T)) for name, size in _LAYOUT.items()]
    layers = alt.layer(cells, bars, names).add_params(param("values", []), param("words", []), *sizes)
    return specification(layers)


def _back_together_spec(blocks: list[dict[str, object]], labels: list[list[str]]) -> Spec:
    base = (
        alt.Chart(alt.sequence(0, len(blocks), as_="block"))
        .transform_calculate(**{field: f"blocks[datum.block].{field}" for field in blocks[0]})
        .encode(
            alt.Y(
                "stage:O",
                title=None,
                axis=alt.Axis(labelExpr="labels[datum.value]", ticks=False, domain=False, labelPadding=8),
                scale=alt.Scale(paddingInner=0.35, paddingOuter=0.1),
            )
        )
    )
    rectangles = base.mark_rect(stroke="black", strokeWidth=0.5).encode(
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
    layers = alt.layer(rectangles, names).add_params(param("blocks", blocks), param("labels", labels))
    return specification(layers, DIAGRAM_HEIGHT)


@authored_once
def _coverage_curves_spec(points: int) -> Spec:
    base = (
        alt.Chart(alt.sequence(0, points, as_="point"))
        .transform_calculate(name="names[datum.point]", heads="heads[datum.point]", links="links[datum.point]")
        .encode(
            alt.X("heads:Q", title="number of heads", scale=alt.Scale(domain=[1, 16]), axis=_whole()),
            alt.Y("links:Q", title="different links", scale=alt.Scale(domain=[0, alt.ExprRef("possible")])),
            alt.Color("name:N", title=None, sort=None, scale=alt.Scale(range=[ACCENTS[0], GREY]), legend=_above()),
            tooltip=[
                alt.Tooltip("name:N", title="line"),
                alt.Tooltip("heads:Q"),
                alt.Tooltip("links:Q", title="different links"),
            ],
        )
    )
    marks = base.mark_point(size=60, filled=True, opacity=1).encode(
        alt.Shape("name:N", title=None, sort=None, legend=_above())
    )
    params = [*(param(name, []) for name in ("names", "heads", "links")), param("possible", 1)]
    layers = alt.layer(base.mark_line(), marks).add_params(*params)
    return specification(layers, CURVE_HEIGHT, "Links covered here, untrained")


def _whole(values: list[int] | None = None) -> alt.Axis:
    marks = values or [1, 2, 4, 6, 8, 10, 12, 14, 16]
    return alt.Axis(values=marks, format="d", grid=False)


def _above() -> alt.Legend:
    return alt.Legend(orient="top", direction="vertical", labelLimit=320)

"""Altair specifications of attention maps and of single rows of them; the numbers come from below.

Colours: viridis for weights (van der Walt & Smith 2015), Okabe & Ito 2008 for heads.
"""

import json
from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np

from lib.attention import Array
from lib.authoring import Spec, authored_once, param, specification, with_params

# Blue, vermillion, bluish green and on: the eight colours of Okabe & Ito, in the order of the heads.
ACCENTS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#F0E442", "#999999")
MIDDLE = "#F7F7F7"  # no difference
MOST_WORDS_WITH_TEXT = 10  # beyond that, two digits do not fit a cell on a phone
BARE = alt.Chart(alt.Undefined)  # a layer that takes data and positions from what it is laid over
ROW_HEIGHT = 30  # pixels for one word in a bar chart


def head_name(head: int) -> str:
    """Return A, B, C, ... for head 0, 1, 2, ..."""
    return chr(ord("A") + head)


def attention_map(weights: Array, words: Sequence[str], title: str = "", chosen: int | None = None) -> Spec:
    """Draw one head's weights (T, T) on the fixed 0–1 scale; `chosen` dims all rows but that one.

    The map of head A carries the legend, since it is the same for all.
    """
    spec = _attention_map_spec(len(words), title, legend=title in ("", "Head A"))
    chosen = -1 if chosen is None else chosen
    return with_params(spec, values=weights.ravel().tolist(), words=list(words), chosen=chosen)


def difference_map(
    a: Array,
    b: Array,
    words: Sequence[str],
    ring: tuple[int, int] | None,
    title: str = "A − B",
    threshold: float = 0.0,
) -> Spec:
    """Draw a − b for two weight matrices (T, T), centred on 0, with a ring around cell (query, key) if there is one.

    Only cells that differ by more than `threshold` get their number.
    """
    # The scale ends at the next tenth above the largest difference, so that it changes rarely.
    limit = max(0.1, float(np.ceil(np.abs(a - b).max() * 10) / 10))
    return with_params(
        _difference_map_spec(len(words), title),
        values=(a - b).ravel().tolist(),
        words=list(words),
        limit=limit,
        ring=-1 if ring is None else ring[0] * len(words) + ring[1],
        threshold=threshold,
    )


def row_bars(rows: Sequence[Array], words: Sequence[str], heads: Sequence[int]) -> Spec:
    """Draw one query's weights (T,) for each of `heads` as bars, one group a key."""
    return _bars(rows, words, {head_name(head): ACCENTS[head % len(ACCENTS)] for head in heads})


def mean_bars(a: Array, b: Array, words: Sequence[str]) -> Spec:
    """Draw one query's weights (T,) in heads A and B and their mean as bars, one group a key."""
    return _bars([a, b, (a + b) / 2], words, {"A": ACCENTS[0], "B": ACCENTS[1], "mean": ACCENTS[7]})


def _bars(rows: Sequence[Array], words: Sequence[str], colours: dict[str, str]) -> Spec:
    spec = _bars_spec(len(words), tuple(colours.items()))
    return with_params(spec, values=np.concatenate(rows).tolist(), words=list(words))


def square(rows_per_column: float = 1) -> alt.Parameter:
    """Return the height that makes the cells of a map square, whatever its width."""
    # Streamlit sets the width to the column's. Vega's own signal `height` then follows it, which keeps the
    # cells square on a phone as on a projector. The cells are clipped: where a rounding error ends the last one
    # beyond the map, Vega narrows the map by a pixel, finds room again, and never comes to an end.
    return alt.param(name="height", expr=f"width * {rows_per_column}")


def _position(channel: type[alt.X] | type[alt.Y], field: str, title: str | None, **axis: Any) -> Any:
    """Return the axis of word positions; the words are only labels, so that equal words stay apart."""
    return channel(
        f"{field}:O",
        title=title,
        axis=alt.Axis(
            labelExpr="words[datum.value]",
            labelOverlap=False,
            labelFlush=False,
            labelLimit=92,
            ticks=False,
            domain=False,
            **axis,
        ),
    )


def _on_cells(T: int, *layers: alt.Chart) -> alt.LayerChart:
    """Lay `layers` over T × T cells, which Vega counts out, with what they share: positions, words and values."""
    # Words of a long sentence stand close: upright and no larger than a cell, they do not run into each other.
    angle, size = (-45, 12) if T <= MOST_WORDS_WITH_TEXT else (-90, alt.ExprRef(f"min(12, 0.85 * width / {T})"))
    shared: alt.LayerChart = (
        alt.layer(*layers, data=alt.sequence(0, T * T, as_="cell"))
        .transform_calculate(
            query=f"floor(datum.cell / {T})",
            key=f"datum.cell % {T}",
            value="values[datum.cell]",
            query_word="words[datum.query]",
            key_word="words[datum.key]",
        )
        .encode(
            _position(alt.X, "key", "key: who is looked at", labelAngle=angle, labelFontSize=size),
            _position(alt.Y, "query", "query: who looks", labelFontSize=size),
            tooltip=[
                alt.Tooltip("query_word:N", title="query"),
                alt.Tooltip("key_word:N", title="key"),
                alt.Tooltip("value:Q", title="weight", format=".4f"),
            ],
        )
    )
    return shared


@authored_once
def _attention_map_spec(T: int, title: str, legend: bool) -> Spec:
    dimmed = alt.condition("chosen < 0 || datum.query == chosen", alt.value(1), alt.value(0.25))
    cells = BARE.mark_rect(clip=True).encode(
        color=alt.Color("value:Q", legend=weight_legend() if legend else None).scale(scheme="viridis", domain=[0, 1]),
        opacity=dimmed,
    )
    labels = (
        BARE.transform_calculate(figure=two_decimals("value"))
        .mark_text(fontSize=_fitting(4))
        .encode(text="figure:N", color=readable_on("value"), opacity=dimmed)
    )
    layers = (cells, labels) if T <= MOST_WORDS_WITH_TEXT else (cells,)
    params = (param("values", []), param("words", []), param("chosen", -1))
    return specification(_on_cells(T, *layers).add_params(square(), *params), title=title)


@authored_once
def _difference_map_spec(T: int, title: str) -> Spec:
    # Blue where A gives more, vermillion where B does: the heads' own accents.
    scale = alt.Scale(domain=[alt.ExprRef("-limit"), 0, alt.ExprRef("limit")], range=[ACCENTS[1], MIDDLE, ACCENTS[0]])
    cells = BARE.mark_rect(clip=True).encode(color=alt.Color("value:Q", legend=None, scale=scale))
    labels = (
        BARE.transform_filter("abs(datum.value) >= threshold")
        # What rounds to nothing has no sign.
        .transform_calculate(figure="abs(datum.value) < 0.005 ? '0.00' : format(datum.value, '+.2f')")
        .mark_text(fontSize=_fitting(5))
        .encode(text="figure:N", color=readable_on("value"))
    )
    ring = BARE.transform_filter("datum.cell == ring").mark_rect(filled=False, stroke="black", strokeWidth=3)
    layers = (cells, labels, ring) if T <= MOST_WORDS_WITH_TEXT else (cells, ring)
    params = [param("values", []), param("words", []), *(param(name, 1) for name in ("limit", "ring", "threshold"))]
    return specification(_on_cells(T, *layers).add_params(square(), *params), title=title)


@authored_once
def _bars_spec(T: int, colours: tuple[tuple[str, str], ...]) -> Spec:
    names = [name for name, _ in colours]
    scale = alt.Scale(domain=names, range=[colour for _, colour in colours])
    bars = BARE.mark_bar().encode(color=alt.Color("head:N", title="head", scale=scale, legend=alt.Legend(orient="top")))
    figures = BARE.mark_text(align="left", dx=3).encode(text="figure:N")
    layers = (
        alt.layer(bars, figures, data=alt.sequence(0, T * len(names), as_="bar"))
        .transform_calculate(
            key=f"datum.bar % {T}",
            head=f"{json.dumps(names)}[floor(datum.bar / {T})]",
            weight="values[datum.bar]",
            key_word="words[datum.key]",
            figure=_figure(names),
        )
        .encode(
            _position(alt.Y, "key", "key: who is looked at"),
            alt.YOffset("head:N", sort=names),
            alt.X("weight:Q", title="weight", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format=".1f")),
            tooltip=[
                alt.Tooltip("head:N"),
                alt.Tooltip("key_word:N", title="key"),
                alt.Tooltip("weight:Q", format=".4f"),
            ],
        )
    )
    height = round(T * ROW_HEIGHT * max(1.0, 0.7 * len(names)))
    return specification(layers.add_params(param("values", []), param("words", [])), height)


def _figure(names: list[str]) -> str:
    """Return the text beside a bar: its weight, with the head's letter where there are several."""
    weight = two_decimals("weight")
    return weight if len(names) == 1 else f"datum.head + ' ' + {weight}"


def two_decimals(field: str) -> str:
    """Return the expression of a weight with two decimals, rounded as Python does in tables and prose."""
    # Of two numbers equally near, Python takes the even digit and a browser the larger number. Among numbers from
    # 0 to 1 only odd eighths lie so, and the two part at 1/8, the weight where eight words get the same, and 5/8.
    return f"format(datum.{field} * 8 % 4 == 1 ? datum.{field} - 1e-9 : datum.{field}, '.2f')"


def weight_legend() -> alt.Legend:
    """Return the legend of weights, no wider than the map: long words leave little room for that on a phone."""
    length = alt.ExprRef("min(240, width - 12)")
    return alt.Legend(title="weight", orient="bottom", tickCount=5, gradientLength=length)


def _fitting(characters: int) -> alt.ExprRef:
    """Return the font size, at most 11 pixels, at which a number of so many characters fits its cell."""
    return alt.ExprRef(f"min(11, width / length(words) / {0.62 * characters:.2f})")


def readable_on(field: str) -> Any:
    """Return black or white, whichever reads on the colour that `field` has in the chart."""
    # Black on a cell of this relative luminance and white below it both have at least 4.5 : 1 (WCAG 2.2).
    test = f"luminance(scale('color', datum.{field})) > 0.18"
    return alt.condition(test, alt.value("black"), alt.value("white"))

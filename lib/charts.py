"""Altair specifications of attention maps and of single rows of them; the numbers come from below.

Each shape of chart is authored with Altair once and kept as a Vega-Lite specification. A rerun only puts
fresh data and a few parameter values beside it, since building and validating a chart costs more than all
the rest of a page. Colours: viridis for weights (van der Walt & Smith 2015), Okabe & Ito 2008 for heads.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from lib.attention import Array

Spec = dict[str, Any]

# Blue, vermillion, bluish green and on: the eight colours of Okabe & Ito, in the order of the heads.
ACCENTS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#F0E442", "#999999")
MIDDLE = "#F7F7F7"  # no difference
MOST_WORDS_WITH_TEXT = 10  # beyond that, two digits do not fit a cell on a phone
RUN = alt.NamedData("run")  # stands for the table that each rerun brings
ROW_HEIGHT = 30  # pixels for one word in a bar chart


@dataclass(frozen=True)
class Picture:
    """What `st.vega_lite_chart` takes: a long table and the specification that draws it."""

    data: pd.DataFrame
    spec: Spec


def head_name(head: int) -> str:
    """Return A, B, C, ... for head 0, 1, 2, ..."""
    return chr(ord("A") + head)


def attention_map(weights: Array, words: Sequence[str], chosen: int | None = None, compact: bool = False) -> Picture:
    """Draw one head's weights (T, T) on the fixed 0–1 scale; `chosen` dims all rows but that one."""
    spec = _attention_map_spec(len(words) <= MOST_WORDS_WITH_TEXT and not compact, compact)
    return with_params(_cells(weights), spec, words=list(words), chosen=-1 if chosen is None else chosen)


def difference_map(a: Array, b: Array, words: Sequence[str], ring: tuple[int, int], threshold: float = 0.0) -> Picture:
    """Draw A − B for two weight matrices (T, T), centred on 0, with a ring around cell (query, key).

    Only cells that differ by more than `threshold` get their number.
    """
    # The scale ends at the next tenth above the largest difference, so that it changes rarely.
    limit = max(0.1, float(np.ceil(np.abs(a - b).max() * 10) / 10))
    spec = _difference_map_spec(len(words) <= MOST_WORDS_WITH_TEXT)
    query, key = ring
    return with_params(
        _cells(a - b),
        spec,
        words=list(words),
        limit=limit,
        ring_query=query,
        ring_key=key,
        threshold=threshold,
    )


def row_bars(rows: Sequence[Array], words: Sequence[str], heads: Sequence[int]) -> Picture:
    """Draw one query's weights (T,) for each of `heads` as bars, one group a key."""
    return _bars(rows, words, {head_name(head): ACCENTS[head % len(ACCENTS)] for head in heads})


def mean_bars(a: Array, b: Array, words: Sequence[str]) -> Picture:
    """Draw one query's weights (T,) in heads A and B and their mean as bars, one group a key."""
    return _bars([a, b, (a + b) / 2], words, {"A": ACCENTS[0], "B": ACCENTS[1], "mean": ACCENTS[7]})


def _bars(rows: Sequence[Array], words: Sequence[str], colours: dict[str, str]) -> Picture:
    T = len(words)
    data = pd.DataFrame(
        {
            "key": np.tile(np.arange(T), len(rows)),
            "weight": np.concatenate(rows),
            "head": np.repeat(list(colours), T),
        }
    )
    height = T * ROW_HEIGHT * max(1.0, 0.7 * len(rows))
    return with_params(data, _bars_spec(tuple(colours.items())), words=list(words), height=height)


def _cells(matrix: Array) -> pd.DataFrame:
    """Turn a matrix (T, T) into one record a cell. Words stay out: they are looked up by position."""
    query, key = np.indices(matrix.shape)
    return pd.DataFrame({"query": query.ravel(), "key": key.ravel(), "value": matrix.ravel()})


def with_params(data: pd.DataFrame, spec: Spec, **values: Any) -> Picture:
    """Set the specification's named parameters without touching the kept one."""
    params = [{"name": p["name"], "value": values[p["name"]]} if p["name"] in values else p for p in spec["params"]]
    return Picture(data, {**spec, "params": params})


def _square() -> alt.Parameter:
    # Streamlit sets the width to the column's. Vega's own signal `height` then follows it, which keeps the
    # cells square on a phone as on a projector.
    return alt.param(name="height", expr="width")


def _position(channel: type[alt.X] | type[alt.Y], field: str, title: str | None, **axis: Any) -> Any:
    """Return the axis of word positions; the words are only labels, so that equal words stay apart."""
    return channel(
        f"{field}:O",
        title=title,
        axis=alt.Axis(
            labelExpr="words[datum.value]",
            labelOverlap=False,
            labelLimit=92,
            ticks=False,
            domain=False,
            **axis,
        ),
    )


def _map_base(title: bool) -> alt.Chart:
    return (
        alt.Chart(RUN)
        .transform_calculate(query_word="words[datum.query]", key_word="words[datum.key]")
        .encode(
            _position(alt.X, "key", "key: who is looked at" if title else None, labelAngle=-45),
            _position(alt.Y, "query", "query: who looks" if title else None),
            tooltip=[
                alt.Tooltip("query_word:N", title="query"),
                alt.Tooltip("key_word:N", title="key"),
                alt.Tooltip("value:Q", title="weight", format=".4f"),
            ],
        )
    )


@lru_cache
def _attention_map_spec(with_text: bool, compact: bool) -> Spec:
    base = _map_base(title=not compact)
    dimmed = alt.condition("chosen < 0 || datum.query == chosen", alt.value(1), alt.value(0.25))
    cells = base.mark_rect().encode(
        color=alt.Color("value:Q", legend=None).scale(scheme="viridis", domain=[0, 1]), opacity=dimmed
    )
    labels = base.mark_text(fontSize=_fitting(4)).encode(
        text=alt.Text("value:Q", format=".2f"), color=readable_on("value"), opacity=dimmed
    )
    if compact:
        cells = cells.encode(x=alt.X("key:O", axis=None), y=alt.Y("query:O", axis=None))
    layers = alt.layer(cells, labels) if with_text else alt.layer(cells)
    return specification(layers.add_params(_square(), param("words", []), param("chosen", -1)))


@lru_cache
def _difference_map_spec(with_text: bool) -> Spec:
    base = _map_base(title=True)
    # Blue where A gives more, vermillion where B does: the heads' own accents.
    scale = alt.Scale(domain=[alt.ExprRef("-limit"), 0, alt.ExprRef("limit")], range=[ACCENTS[1], MIDDLE, ACCENTS[0]])
    cells = base.mark_rect().encode(color=alt.Color("value:Q", legend=None, scale=scale))
    labels = (
        base.transform_filter("abs(datum.value) >= threshold")
        .mark_text(fontSize=_fitting(5))
        .encode(text=alt.Text("value:Q", format="+.2f"), color=readable_on("value"))
    )
    ring = (
        base.transform_filter("datum.query == ring_query && datum.key == ring_key")
        .mark_rect(filled=False, stroke="black", strokeWidth=3)
        .encode()
    )
    layers = alt.layer(cells, labels, ring) if with_text else alt.layer(cells, ring)
    names = ("limit", "ring_query", "ring_key", "threshold")
    params = [param("words", []), *(param(name, 1) for name in names)]
    return specification(layers.add_params(_square(), *params))


@lru_cache
def _bars_spec(colours: tuple[tuple[str, str], ...]) -> Spec:
    names = [name for name, _ in colours]
    base = (
        alt.Chart(RUN)
        .transform_calculate(key_word="words[datum.key]")
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
    scale = alt.Scale(domain=names, range=[colour for _, colour in colours])
    bars = base.mark_bar().encode(color=alt.Color("head:N", title="head", scale=scale, legend=alt.Legend(orient="top")))
    figures = base.transform_calculate(figure=_figure(names)).mark_text(align="left", dx=3).encode(text="figure:N")
    return specification(alt.layer(bars, figures).add_params(param("words", []), param("height", 300)))


def _figure(names: list[str]) -> str:
    """Return the text beside a bar: its weight, with the head's letter where there are several."""
    weight = "format(datum.weight, '.2f')"
    return weight if len(names) == 1 else f"datum.head + ' ' + {weight}"


def _fitting(characters: int) -> alt.ExprRef:
    """Return the font size, at most 11 pixels, at which a number of so many characters fits its cell."""
    return alt.ExprRef(f"min(11, width / length(words) / {0.62 * characters:.2f})")


def readable_on(field: str) -> Any:
    """Return black or white, whichever reads on the colour that `field` has in the chart."""
    # Black on a cell of this relative luminance and white below it both have at least 4.5 : 1 (WCAG 2.2).
    test = f"luminance(scale('color', datum.{field})) > 0.18"
    return alt.condition(test, alt.value("black"), alt.value("white"))


def param(name: str, value: Any) -> alt.Parameter:
    """Return a named value that `with_params` can set later."""
    return alt.param(name=name, value=value)


def specification(chart: alt.Chart | alt.LayerChart | alt.FacetChart, height: int = 300) -> Spec:
    """Return a finished chart as the specification to keep, without data, at this height in pixels."""
    # A number even where `_square` sets it later: without one, Vega-Lite would size rows by steps.
    spec: Spec = chart.properties(height=height).to_dict()
    for key in ("data", "$schema"):
        spec.pop(key, None)
    # Fit the width that Streamlit gives, let the height follow; Streamlit's theme brings the rest.
    spec["autosize"] = {"type": "fit-x", "contains": "padding"}
    # All lettering in the parameter `ink`: text marks stay black in both themes otherwise.
    ink = {"expr": "ink"}
    lettering = {"labelColor": ink, "titleColor": ink}
    spec["config"] = {"axis": lettering, "legend": lettering, "text": {"color": ink}}
    spec["params"] = [{"name": "ink", "value": "black"}, *spec.get("params", [])]
    return spec

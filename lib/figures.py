"""Diagrams and curves beside the maps, each named after what it shows; drawn as `lib.authoring` says."""

import json

import altair as alt

from lib.attention import Array
from lib.authoring import Spec, authored_once, param, specification, with_params
from lib.charts import ACCENTS, readable_on

STRIP_HEIGHT = 70  # pixels
GREY = ACCENTS[7]


def guess_strip(guess: float, truth: float, low: float, high: float, step: float) -> Spec:
    """Draw a guess and the truth on one strip from `low` to `high`, whose ticks are at least `step` apart."""
    return with_params(_guess_strip_spec(low, high, step), values=[guess, truth])


def order_of_draws(vocabulary: int, width: int, head_size: int) -> Spec:
    """Draw the random stream of heads A and B as a line of blocks, each as long as its count of numbers.

    First the word vectors (V, C), none where `vocabulary` is 0, then Wq, Wk and Wv (C, hs) of each head.
    """
    return with_params(_order_of_draws_spec(), V=vocabulary, C=width, hs=head_size)


def scale_curve(scales: Array, values: Array, title: str, here: float, highest: float) -> Spec:
    """Draw one quantity over the init scale on a log axis, with a rule at this run's scale."""
    spec = _scale_curve_spec(len(scales), title, highest)
    return with_params(spec, scales=scales.tolist(), values=values.tolist(), here=here)


def seeds_histogram(counts: Array, edges: Array, title: str, here: float) -> Spec:
    """Draw how many seeds fall between each pair of `edges`, with a rule at this run's value."""
    spec = _seeds_histogram_spec(len(counts), title, float(edges[1] - edges[0]))
    return with_params(spec, edges=edges.tolist(), counts=counts.tolist(), here=here)


@authored_once
def _guess_strip_spec(low: float, high: float, step: float) -> Spec:
    names = ["your guess", "this run"]
    points = (
        alt.Chart(alt.sequence(0, len(names), as_="point"))
        .transform_calculate(what=f"{json.dumps(names)}[datum.point]", value="values[datum.point]")
        .mark_point(size=160, filled=True, opacity=1)
        .encode(
            alt.X("value:Q", title=None, scale=alt.Scale(domain=[low, high]), axis=alt.Axis(tickMinStep=step)),
            alt.Color("what:N", title=None, scale=alt.Scale(domain=names, range=[ACCENTS[5], ACCENTS[0]])),
            alt.Shape("what:N", title=None, scale=alt.Scale(domain=names, range=["diamond", "circle"])),
            tooltip=[alt.Tooltip("what:N", title="which"), alt.Tooltip("value:Q")],
        )
    )
    return specification(points.add_params(param("values", [])), STRIP_HEIGHT)


@authored_once
def _order_of_draws_spec() -> Spec:
    names = ["words", *(f"{matrix} {head}" for head in "AB" for matrix in ("Wq", "Wk", "Wv"))]
    owners = ["words", "A", "B"]
    base = (
        alt.Chart(alt.sequence(0, len(names), as_="block"))
        .transform_filter("datum.block > 0 || V > 0")
        .transform_calculate(
            name=f"{json.dumps(names)}[datum.block]",
            of=f"{json.dumps(owners)}[ceil(datum.block / 3)]",
            shape="datum.block > 0 ? C + ' × ' + hs : V + ' × ' + C",
            start="datum.block > 0 ? V * C + (datum.block - 1) * C * hs : 0",
            end="datum.block > 0 ? datum.start + C * hs : V * C",
            middle="(datum.start + datum.end) / 2",
        )
        .encode(
            alt.X("start:Q", title="numbers drawn so far", axis=alt.Axis(grid=False)), tooltip=["name:N", "shape:N"]
        )
    )
    colour = alt.Color("of:N", legend=None, scale=alt.Scale(domain=owners, range=[GREY, *ACCENTS[:2]]))
    blocks = base.mark_rect(stroke="white").encode(alt.X2("end:Q"), color=colour)
    middle = base.encode(alt.X("middle:Q"))
    lettering = middle.mark_text(dy=-9, fontWeight="bold").encode(
        text=alt.value(alt.expr(_where_it_fits("name", 6.6))), color=readable_on("of")
    )
    shapes = middle.mark_text(dy=9).encode(
        text=alt.value(alt.expr(_where_it_fits("shape", 5))), color=readable_on("of")
    )
    params = (param(name, 1) for name in ("V", "C", "hs"))
    return specification(alt.layer(blocks, lettering, shapes).add_params(*params), 64)


def _where_it_fits(field: str, pixels: float) -> str:
    """Return the text of a block, if its letters are so wide and it has room for them; the prose names it too."""
    room = "scale('x', datum.end) - scale('x', datum.start)"
    return f"{room} > {pixels} * length(datum.{field}) ? datum.{field} : ''"


@authored_once
def _scale_curve_spec(points: int, title: str, highest: float) -> Spec:
    x = alt.X(
        "scale:Q",
        title="init scale",
        scale=alt.Scale(type="log", domain=[0.01, 2], nice=False),
        axis=alt.Axis(values=[0.01, 0.02, 0.05, 0.1, 0.3, 1, 2], format="~g", grid=False),
    )
    curve = (
        alt.Chart(alt.sequence(0, points, as_="point"))
        .transform_calculate(scale="scales[datum.point]", value="values[datum.point]")
        .mark_line(strokeWidth=3, color=ACCENTS[0])
        .encode(
            x,
            alt.Y("value:Q", title=title, scale=alt.Scale(domain=[0, highest])),
            tooltip=[
                alt.Tooltip("scale:Q", format=".3~g"),
                alt.Tooltip("value:Q", title=title, format=".4~g"),
            ],
        )
    )
    params = (param("scales", []), param("values", []), param("here", 1))
    return specification(alt.layer(curve, _rule("scale")).add_params(*params), 200)


@authored_once
def _seeds_histogram_spec(bins: int, title: str, width: float) -> Spec:
    bars = (
        alt.Chart(alt.sequence(0, bins, as_="bin"))
        .transform_calculate(low="edges[datum.bin]", high="edges[datum.bin + 1]", seeds="counts[datum.bin]")
        # A rectangle: a bar with four edges is taken for a thin one that lies on its side.
        .mark_rect(color=GREY)
        .encode(
            alt.X("low:Q", title=title, axis=alt.Axis(grid=False, tickMinStep=width), scale=alt.Scale(nice=False)),
            alt.X2("high:Q"),
            alt.Y("seeds:Q", title="seeds"),
            alt.Y2Datum(0),
            tooltip=[
                alt.Tooltip("low:Q", title="from", format=".3~g"),
                alt.Tooltip("high:Q", title="to", format=".3~g"),
                alt.Tooltip("seeds:Q"),
            ],
        )
    )
    params = (param("edges", []), param("counts", []), param("here", 0))
    return specification(alt.layer(bars, _rule("low")).add_params(*params), 200)


def _rule(field: str) -> alt.Chart:
    """Return a dashed rule at the parameter `here`: where this run is."""
    rule: alt.Chart = (
        alt.Chart(alt.sequence(0, 1, as_="rule"))
        .transform_calculate(here="here", **{field: "here"})
        .mark_rule(color=ACCENTS[1], strokeWidth=3, strokeDash=[6, 3])
        .encode(x=f"{field}:Q", tooltip=[alt.Tooltip("here:Q", title="this run", format=".4~g")])
    )
    return rule

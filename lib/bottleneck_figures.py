"""The pictures of the bottleneck page: underlines, a loss that falls, and the attention of trained heads.

Drawn as `lib.authoring` says: one specification a shape of chart, fresh numbers on every rerun.
"""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from lib.attention import Array
from lib.authoring import Spec, authored_once, param, specification, with_params
from lib.charts import ACCENTS, readable_on, square, two_decimals
from lib.two_jobs import Example, train

INK = "#7A8490"  # at least 3 : 1 on both themes' backgrounds
LINE_HEIGHT = 38  # pixels for one reader
ROOM_FOR_A_WORD = 52  # pixels
WORTH_A_NUMBER = 0.05  # smaller weights would only crowd the narrow cells
RUNS = ("one head", "two heads")
STEPS = inspect.signature(train).parameters["steps"].default


def underlines(marked: Mapping[str, Sequence[int]], words: Sequence[str]) -> Spec:
    """Draw the sentence once for each reader with a bar under the positions that this reader marked."""
    T = len(words)
    places = [position in positions for positions in marked.values() for position in range(T)]
    return with_params(_underlines_spec(tuple(marked), T), words=list(words), marked=places)


def loss_curves(curves: Mapping[str, Sequence[tuple[int, float]]]) -> Spec:
    """Draw the loss in nats over the training steps, one line a run."""
    points = [[run, step, loss] for run, curve in curves.items() for step, loss in curve]
    return with_params(_loss_curves_spec(), points=points)


def trained_rows(weights: Array, example: Example) -> Spec:
    """Draw one trained head's weights (N, T) on the example, the two positions of each query framed."""
    return with_params(
        _trained_rows_spec(*weights.shape),
        values=weights.ravel().tolist(),
        words=list(example.words),
        queries=[example.words[query] for query in example.queries],
        previous=list(example.previous),
        copies=list(example.copies),
    )


def _words(channel: type[alt.X] | type[alt.Y], field: str, labels: str, title: str | None, angle: int) -> alt.X | alt.Y:
    axis = alt.Axis(
        labelExpr=f"{labels}[datum.value]",
        labelAngle=angle,
        labelOverlap=False,
        labelFlush=False,
        labelLimit=92,
        ticks=False,
        domain=False,
    )
    return channel(f"{field}:O", title=title, axis=axis)


def _frame(cells: alt.Chart, dash: Sequence[int] = (1, 0)) -> tuple[alt.Chart, alt.Chart]:
    """Return a frame just inside cells: white on black, so that it stands out on any colour."""
    inside: dict[str, Any] = {
        "width": alt.expr("bandwidth('x') - 3"),
        "height": alt.expr("bandwidth('y') - 3"),
        "filled": False,
    }
    return (
        cells.mark_rect(**inside, stroke="black", strokeWidth=3),
        cells.mark_rect(**inside, stroke="white", strokeWidth=1.5, strokeDash=list(dash)),
    )


@authored_once
def _underlines_spec(names: tuple[str, ...], T: int) -> Spec:
    base = (
        alt.Chart(alt.sequence(0, len(names) * T, as_="place"))
        .transform_calculate(
            reader=f"readers[floor(datum.place / {T})]",
            position=f"datum.place % {T}",
            word="words[datum.position]",
            underlined="marked[datum.place] ? 'yes' : 'no'",
        )
        .encode(
            _words(alt.X, "position", "words", None, -45),
            alt.Y("reader:N", title=None, sort=list(names), axis=alt.Axis(ticks=False, domain=False)),
            tooltip=[alt.Tooltip("reader:N"), alt.Tooltip("word:N"), alt.Tooltip("underlined:N")],
        )
    )
    # Where a word has too little room, on a phone or in a long sentence, the axis alone names it.
    fitting = alt.expr(f"bandwidth('x') >= {ROOM_FOR_A_WORD} ? datum.word : ''")
    texts = base.mark_text(dy=-5, limit=alt.expr("bandwidth('x')")).encode(text=alt.value(fitting))
    bar: dict[str, Any] = {"height": 5, "width": alt.expr("0.8 * bandwidth('x')"), "yOffset": 9, "color": INK}
    ground = base.mark_rect(**bar, opacity=0.2)
    bars = base.transform_filter("marked[datum.place]").mark_rect(**bar)
    params = [param("words", []), param("marked", []), param("readers", list(names))]
    chart = alt.layer(ground, bars, texts).add_params(*params)
    return specification(chart, LINE_HEIGHT * len(names))


@authored_once
def _loss_curves_spec() -> Spec:
    chart = (
        # One line of data that grows to as many as there are points: a run that still trains has more each time.
        alt.Chart(alt.sequence(0, 1, as_="all"))
        .transform_calculate(point="points")
        .transform_flatten(["point"])
        .transform_calculate(run="datum.point[0]", step="datum.point[1]", loss="datum.point[2]")
        .mark_line(strokeWidth=2.5, clip=True)
        .encode(
            alt.X("step:Q", title="step", scale=alt.Scale(domain=[0, STEPS]), axis=alt.Axis(grid=False, tickCount=5)),
            alt.Y("loss:Q", title="loss (nats)", scale=alt.Scale(domain=[0, 2.5])),
            alt.Color(
                "run:N",
                title=None,
                scale=alt.Scale(domain=list(RUNS), range=[INK, ACCENTS[2]]),
                legend=alt.Legend(orient="top"),
            ),
            alt.StrokeDash("run:N", title=None, scale=alt.Scale(domain=list(RUNS), range=[[6, 3], [1, 0]])),
            tooltip=[alt.Tooltip("run:N"), alt.Tooltip("step:Q"), alt.Tooltip("loss:Q", format=".3f")],
        )
    )
    return specification(chart.add_params(param("points", [])), 220)


@authored_once
def _trained_rows_spec(N: int, T: int) -> Spec:
    base = (
        alt.Chart(alt.sequence(0, N * T, as_="cell"))
        .transform_calculate(
            row=f"floor(datum.cell / {T})",
            key=f"datum.cell % {T}",
            value="values[datum.cell]",
            key_word="words[datum.key]",
            query_word="queries[datum.row]",
        )
        .encode(
            _words(alt.X, "key", "words", "key: who is looked at", -45),
            _words(alt.Y, "row", "queries", "query: who looks", 0),
            tooltip=[
                alt.Tooltip("query_word:N", title="query"),
                alt.Tooltip("key_word:N", title="key"),
                alt.Tooltip("value:Q", title="weight", format=".4f"),
            ],
        )
    )
    colour = alt.Color("value:Q", legend=None).scale(scheme="viridis", domain=[0, 1])
    cells = base.mark_rect(clip=True).encode(color=colour)
    labels = (
        base.transform_filter(f"datum.value >= {WORTH_A_NUMBER}")
        .transform_calculate(short=f"replace({two_decimals('value')}, '0.', '.')")
        .mark_text(fontSize=9)
        .encode(text="short:N", color=readable_on("value"))
    )
    previous, copies = (
        _frame(base.transform_filter("datum.key == previous[datum.row]")),
        _frame(base.transform_filter("datum.key == copies[datum.row]"), [3, 3]),
    )
    chart = alt.layer(cells, labels, *previous, *copies)
    params = (param(name, []) for name in ("values", "words", "queries", "previous", "copies"))
    return specification(chart.add_params(square(N / T), *params))

"""How a drawing is made: authored with Altair once for each shape, kept, and given fresh numbers on a rerun.

What is kept is a Vega-Lite specification, and a rerun only sets its parameters, the numbers among them: building
a chart costs more than all the rest of a page, and turning a table into Arrow more than the whole computation.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from threading import Lock
from typing import Any, ParamSpec

import altair as alt

Spec = dict[str, Any]

Shape = ParamSpec("Shape")

SHAPES = 256  # kept of each kind of drawing


def authored_once(author: Callable[Shape, Spec]) -> Callable[Shape, Spec]:
    """Keep what `author` returns for the last shapes; of many threads that ask for a new one, one authors it.

    `lru_cache` alone lets each of them do so: a class that comes to a server just started then waits twice as long.
    """
    kept: Callable[..., Spec] = lru_cache(SHAPES)(author)
    turn = Lock()

    @wraps(author)
    def ask(*args: Shape.args, **kwargs: Shape.kwargs) -> Spec:
        with turn:
            return kept(*args, **kwargs)

    return ask


def specification(chart: alt.Chart | alt.LayerChart | alt.FacetChart, height: int = 300, title: str = "") -> Spec:
    """Return a finished chart as the specification to keep, at this height in pixels."""
    # A number even where `square` sets it later: without one, Vega-Lite would size rows by steps.
    sized = chart.properties(height=height)
    # Not validated here, which would be a quarter of the work: the tests do that for every drawing.
    spec: Spec = sized.to_dict(validate=False)
    spec.pop("$schema")
    # Fit the width that Streamlit gives, let the height follow; Streamlit's theme brings the rest.
    spec["autosize"] = {"type": "fit-x", "contains": "padding"}
    # The last number under an axis may be drawn a little wider than it was measured.
    spec["padding"] = {"right": 8}
    # All lettering in the parameter `ink`: text marks stay black in both themes otherwise.
    ink = {"expr": "ink"}
    lettering = {"labelColor": ink, "titleColor": ink}
    # The page gives each chart one description and a table; Vega's own, a mark at a time, tell raw numbers and places.
    silent = {"aria": False}
    spec["config"] = {**silent, "mark": silent, "axis": lettering, "legend": lettering, "text": {"color": ink}}
    spec["params"] = [{"name": "ink", "value": "black"}, *spec.get("params", [])]
    if title:
        spec["title"] = {"text": title, "anchor": "start", "fontSize": 16, "color": ink}
    return spec


def param(name: str, value: Any) -> alt.Parameter:
    """Return a named value that `with_params` can set later."""
    return alt.param(name=name, value=value)


def with_params(spec: Spec, **values: Any) -> Spec:
    """Return the specification with these values of its named parameters, without touching the kept one."""
    params = [{"name": p["name"], "value": values[p["name"]]} if p["name"] in values else p for p in spec["params"]]
    return {**spec, "params": params}

"""Diagrams and curves beside the maps: drawn once per shape, like those in `lib.charts`."""

from functools import lru_cache

import altair as alt
import pandas as pd

from lib.charts import ACCENTS, RUN, Picture, Spec, specification

STRIP_HEIGHT = 70  # pixels


def guess_strip(guess: float, truth: float, low: float, high: float) -> Picture:
    """Draw a guess and the truth on one strip from `low` to `high`."""
    data = pd.DataFrame({"value": [guess, truth], "what": ["your guess", "this run"]})
    return Picture(data, _guess_strip_spec(low, high))


@lru_cache(maxsize=64)
def _guess_strip_spec(low: float, high: float) -> Spec:
    names = ["your guess", "this run"]
    base = alt.Chart(RUN).encode(
        alt.X("value:Q", title=None, scale=alt.Scale(domain=[low, high])),
        alt.Color("what:N", title=None, scale=alt.Scale(domain=names, range=[ACCENTS[7], ACCENTS[0]])),
        alt.Shape("what:N", title=None, scale=alt.Scale(domain=names)),
        tooltip=[alt.Tooltip("what:N", title="which"), alt.Tooltip("value:Q")],
    )
    return specification(base.mark_point(size=160, filled=True), STRIP_HEIGHT)

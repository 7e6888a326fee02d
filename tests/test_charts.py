"""Every picture is a valid Vega-Lite specification, keeps equal words apart, and is kept without being changed."""

import copy
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from inspect import isfunction
from threading import Barrier
from typing import Any

import altair as alt
import numpy as np
import pytest

from lib import bottleneck_figures, charts, figures, many_heads_figures
from lib.attention import Array, softmax
from lib.authoring import Spec, authored_once, with_params
from lib.two_jobs import Example
from tests.settings import HOSTILE_WORDS

WORDS = ["the", "keeper", "the", "fog"]
MARKED = [f"zq{word}" for word in HOSTILE_WORDS[:24]]


def heads(T: int, h: int = 2) -> Array:
    """Return weights (h, T, T) whose rows add up to 1."""
    return softmax(np.random.RandomState(0).randn(h, T, T))


def example(words: list[str]) -> Example:
    """Return an example of the two jobs, its second half asked about."""
    T, half = len(words), len(words) // 2
    queries = tuple(range(half, T))
    before = tuple(query - 1 for query in queries)
    return Example(tuple(words), (0,) * T, queries, before, (0,) * len(queries), ((0, 0),) * len(queries))


# Those that are drawn from a sentence, as functions of its words.
OF_WORDS: dict[str, Callable[[list[str]], Spec]] = {
    "map": lambda words: charts.attention_map(heads(len(words))[0], words, "Head A"),
    "map with a chosen row": lambda words: charts.attention_map(heads(len(words))[0], words, chosen=0),
    "difference": lambda words: charts.difference_map(heads(len(words))[0], heads(len(words))[1], words, (0, 0)),
    "bars": lambda words: charts.row_bars([heads(len(words))[0, 0]], words, [0]),
    "bars of two heads": lambda words: charts.row_bars(list(heads(len(words))[:, 0]), words, [0, 1]),
    "bars with their mean": lambda words: charts.mean_bars(heads(len(words))[0, 0], heads(len(words))[1, 0], words),
    "underlines": lambda words: bottleneck_figures.underlines({"first": [0], "none": []}, words),
    "trained rows": lambda words: bottleneck_figures.trained_rows(
        heads(len(words))[0, len(words) // 2 :], example(words)
    ),
    "grid": lambda words: many_heads_figures.grid(heads(len(words), 3), words),
}
OTHERS: dict[str, Callable[[], Spec]] = {
    "guess strip": lambda: figures.guess_strip(0.5, 0.2617, 0.0, 1.0, 0.01),
    "order of draws": lambda: figures.order_of_draws(7, 16, 8),
    "order of draws, no vectors": lambda: figures.order_of_draws(0, 1, 1),
    "scale curve": lambda: figures.scale_curve(np.array([0.01, 2]), np.array([0.0, 1.0]), "gap", 0.3, 1.0),
    "histogram": lambda: figures.seeds_histogram(np.array([1.0, 2.0]), np.array([0, 0.5, 1]), "gap", 0.2617),
    "losses": lambda: bottleneck_figures.loss_curves({"one head": [(0, 2.0), (10, 1.5)], "two heads": [(0, 2.0)]}),
    "back together": lambda: many_heads_figures.back_together(4, 8, 64),
    "coverage": lambda: many_heads_figures.coverage_curves({"a: b.c[0]": {1: 8, 2: 15}, "d": {1: 8}}, 56),
    "BLEU": many_heads_figures.published_bleu,
}
EVERY: dict[str, Callable[[], Spec]] = OTHERS | {
    f"{name}, {len(words)} words": lambda draw=draw, words=words: draw(words)
    for name, draw in OF_WORDS.items()
    for words in (WORDS[:1], WORDS, MARKED[:11])
}


def fields(node: object) -> Iterator[str]:
    """Yield every name of a field, wherever it stands in a specification."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ("field", "as", "groupby", "fold", "sort") and isinstance(value, str):
                yield value
            yield from fields(value)
    elif isinstance(node, list):
        for value in node:
            yield from fields(value)


def without_params(spec: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in spec.items() if key != "params"}


@pytest.mark.parametrize("name", EVERY)
def test_every_picture_is_valid(name: str) -> None:
    spec = EVERY[name]()
    alt.Chart.from_dict(spec, validate=True)
    json.dumps(spec, allow_nan=False)


def test_no_picture_is_left_out_here() -> None:
    drawn = {name for draw in [*OF_WORDS.values(), *OTHERS.values()] for name in draw.__code__.co_names}
    for module in (bottleneck_figures, charts, figures, many_heads_figures):
        for name, function in vars(module).items():
            own = isfunction(function) and function.__module__ == module.__name__ and not name.startswith("_")
            if own and function.__annotations__.get("return") == Spec:
                assert name in drawn or function in OTHERS.values(), name


@pytest.mark.parametrize("name", OF_WORDS)
def test_equal_words_stay_apart(name: str) -> None:
    apart, equal = (OF_WORDS[name](words) for words in (["a", "b", "c", "d"], ["fog"] * 4))
    assert without_params(apart) == without_params(equal)


@pytest.mark.parametrize("name", OF_WORDS)
def test_words_are_values_only(name: str) -> None:
    spec = OF_WORDS[name](MARKED[:10])
    assert not [field for field in fields(spec) if "zq" in field]
    assert "zq" not in json.dumps(without_params(spec))
    given = [param["value"] for param in spec["params"] if "zq" in str(param)]
    assert MARKED[:10] in given


@pytest.mark.parametrize("name", EVERY)
def test_a_specification_is_kept_and_never_changed(name: str) -> None:
    first = EVERY[name]()
    before = copy.deepcopy(first)
    inked = with_params(first, ink="#123456", words=["other"], values=[0.0], chosen=3)
    assert first == before
    assert {"name": "ink", "value": "#123456"} in inked["params"]
    again = EVERY[name]()
    assert again == before
    # Nothing but the parameters is new: the parts are the very same objects.
    for key, part in without_params(first).items():
        assert part is again[key], key


def test_of_many_who_ask_at_once_one_authors() -> None:
    authored, together = [], Barrier(8)

    @authored_once
    def slow(T: int) -> Spec:
        authored.append(T)
        time.sleep(0.05)  # the others ask meanwhile
        return {"words": T}

    def ask(T: int) -> Spec:
        together.wait()
        return slow(T)

    with ThreadPoolExecutor(8) as pool:
        asked = list(pool.map(ask, [3, 8] * 4))
    assert sorted(authored) == [3, 8]
    assert asked == [{"words": 3}, {"words": 8}] * 4


def test_marks_are_silent_beside_the_description_of_the_whole() -> None:
    for name, draw in EVERY.items():
        config = draw()["config"]
        assert config["aria"] is config["mark"]["aria"] is False, name


def test_cells_of_square_maps_are_clipped() -> None:
    # A cell that ends a rounding error beyond the edge would keep Vega fitting width and height for ever.
    for name in ("map", "difference", "trained rows"):
        marks = [layer["mark"] for layer in OF_WORDS[name](WORDS)["layer"] if layer["mark"]["type"] == "rect"]
        assert marks[0]["clip"] is True, name


def test_lettering_follows_the_theme() -> None:
    for name, draw in EVERY.items():
        spec = draw()
        assert spec["params"][0]["name"] == "ink", name
        assert spec["config"]["axis"] == {"labelColor": {"expr": "ink"}, "titleColor": {"expr": "ink"}}, name


def test_numbers_go_from_cells_beyond_ten_words() -> None:
    for draw in (OF_WORDS["map"], OF_WORDS["difference"]):
        marks = [{layer["mark"]["type"] for layer in draw(["fog"] * T)["layer"]} for T in (10, 11)]
        assert "text" in marks[0]
        assert "text" not in marks[1]


def test_all_weights_share_one_scale() -> None:
    for name in ("map", "grid", "trained rows"):
        text = json.dumps(OF_WORDS[name](WORDS))
        assert '"scale": {"domain": [0, 1], "scheme": "viridis"}' in text or (
            '"scale": {"scheme": "viridis", "domain": [0, 1]}' in text
        )


def test_the_hover_shows_query_key_and_weight_to_four_decimals() -> None:
    for name in ("map", "difference", "grid", "trained rows"):
        spec = OF_WORDS[name](WORDS)
        encodings = [part.get("encoding", {}) for part in (spec, *spec["layer"])]
        tooltip = next(encoding["tooltip"] for encoding in encodings if "tooltip" in encoding)
        shown = {tip["title"]: tip.get("format") for tip in tooltip}
        assert {"query": None, "key": None, "weight": ".4f"}.items() <= shown.items(), name

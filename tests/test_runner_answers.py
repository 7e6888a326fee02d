"""The parser of what browsers and pasted lines hand in: it reads what is right and refuses the rest."""

import json
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lib.exercises import Unreadable
from lib.ui.runner.answers import MAX_LINE, MAX_NUMBERS, BadSubmission, parse

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)
TYPES = st.sampled_from(["none", "bool", "int", "float", "str", "words", "array", "unreadable", "", "object"])
CODED = JSON | st.fixed_dictionaries({"type": TYPES, "value": JSON}, optional={"shape": JSON, "kind": JSON})


def line(**fields: object) -> str:
    return json.dumps({"exercise": 1, "status": "done", **fields})


def value(**coded: object) -> object:
    return parse(line(answers={"x": coded}), 1).answers["x"]


def refused(raw: object) -> str:
    with pytest.raises(BadSubmission) as caught:
        parse(raw, 1)
    text = str(caught.value)
    assert text.endswith((".", "again."))
    return text


def parses_or_refuses(raw: object) -> None:
    with suppress(BadSubmission):
        submission = parse(raw, 1)
        # What was read can be sent to a page.
        (submission.output + submission.error + repr(submission.answers)).encode()


@given(st.text() | st.binary() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_any_text_and_any_bytes_are_read_or_refused(raw: object) -> None:
    parses_or_refuses(raw)


@given(JSON)
def test_any_json_is_read_or_refused(found: object) -> None:
    parses_or_refuses(json.dumps(found))


@given(
    st.fixed_dictionaries(
        {"exercise": st.just(1) | JSON, "status": st.just("done") | JSON},
        optional={"output": JSON, "error": JSON, "answers": st.dictionaries(st.text(), CODED) | JSON},
    )
)
def test_anything_in_the_fields_is_read_or_refused(found: dict[str, Any]) -> None:
    parses_or_refuses(json.dumps(found))


def test_every_field_is_read() -> None:
    submission = parse(line(status="error", output="one\ntwo", error="ValueError", answers={}), 1)
    assert (submission.status, submission.output, submission.error) == ("error", "one\ntwo", "ValueError")
    assert submission.answers == {}


def test_a_whole_float_that_javascript_wrote_as_an_integer_stays_a_float() -> None:
    back = value(type="float", value=1)
    assert back == 1.0
    assert isinstance(back, float)


def test_words_and_unreadable_values_keep_what_they_say() -> None:
    assert value(type="words", value=["fog", "the"]) == ["fog", "the"]
    assert value(type="unreadable", kind="dict") == Unreadable("dict")


def test_numbers_that_json_lacks_come_as_words() -> None:
    array = value(type="array", shape=[3], value=["nan", "inf", "-inf"])
    np.testing.assert_array_equal(np.asarray(array), [np.nan, np.inf, -np.inf])


def test_the_last_line_in_braces_counts() -> None:
    assert parse("hello\n{not it}\n  " + line() + "  \n\nOut[1]: 3", 1).status == "done"


@pytest.mark.parametrize(
    "raw",
    [
        None,
        3,
        b"{}",
        "",
        "hello",
        "{",
        "{}",
        "{'exercise': 1}",
        "[" * 100_000,
        '{"exercise": 1, "a": ' + "[" * 100_000,
        '{"exercise": 1, "status": "done", "a": ' + "9" * 5_000 + "}",
        '{"exercise": 1, "status": "done", "a": NaN}',
        " " * (MAX_LINE + 1),
        line(exercise=2),
        line(exercise=True),
        line(exercise="1"),
        line(exercise=None),
        line(status="fine"),
        line(status=None),
        line(status=["done"]),
        line(output=3),
        line(output="x" * 30_000),
        line(error={}),
        line(answers=[]),
        line(answers={str(n): {"type": "none"} for n in range(100)}),
        line(answers={"x" * 100: {"type": "none"}}),
        line(answers={"x": 3}),
    ],
)
def test_what_is_no_submission_is_refused_with_a_sentence(raw: object) -> None:
    refused(raw)


@pytest.mark.parametrize(
    "coded",
    [
        {"type": "code", "value": "1"},
        {"type": ["int"], "value": "1"},
        {"type": "int", "value": 1},
        {"type": "int", "value": "9" * 40},
        {"type": "int", "value": "--1"},
        {"type": "int", "value": "²"},
        {"type": "int", "value": ""},
        {"type": "float", "value": "1"},
        {"type": "float", "value": True},
        {"type": "float", "value": 10**400},
        {"type": "str", "value": "x" * 3_000},
        {"type": "words", "value": "fog"},
        {"type": "words", "value": ["fog", 1]},
        {"type": "words", "value": ["fog"] * 1_000},
        {"type": "array", "shape": [2], "value": [1.0]},
        {"type": "array", "shape": [-1], "value": [1.0]},
        {"type": "array", "shape": [True], "value": [1.0]},
        {"type": "array", "shape": [1.0], "value": [1.0]},
        {"type": "array", "shape": [1] * 9, "value": [1.0]},
        {"type": "array", "shape": [MAX_NUMBERS] * 6, "value": []},
        {"type": "array", "shape": [1], "value": [None]},
        {"type": "array", "shape": [1], "value": [[1.0]]},
        {"type": "array", "shape": [1], "value": ["1"]},
        {"type": "array", "shape": "3", "value": "abc"},
        {"type": "unreadable"},
    ],
)
def test_a_malformed_value_is_refused(coded: dict[str, Any]) -> None:
    refused(line(answers={"x": coded}))


def test_infinity_in_disguise_is_refused() -> None:
    refused('{"exercise": 1, "status": "done", "answers": {"x": {"type": "float", "value": 1e400}}}')


def test_half_a_surrogate_pair_becomes_a_question_mark() -> None:
    assert parse(line(output="a\ud800b"), 1).output == "a?b"

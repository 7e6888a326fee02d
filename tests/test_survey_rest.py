"""One who surveys seeds gives way to others: the more they want Python's lock, the longer the rests."""

from types import SimpleNamespace

import pytest

from lib.lesson import Settings
from lib.ui import survey
from lib.ui.survey import LONGEST_REST, REST


@pytest.mark.parametrize(
    ("took", "worked", "rest"),
    [(0.25, 0.25, REST), (0.5, 0.25, REST + 0.75), (8.25, 0.25, LONGEST_REST)],
    ids=["alone", "beside others", "beside very many"],
)
def test_the_rest_grows_with_the_wait(monkeypatch: pytest.MonkeyPatch, took: float, worked: float, rest: float) -> None:
    clock, own = iter((0.0, took)), iter((0.0, worked))
    rests: list[float] = []
    time = SimpleNamespace(perf_counter=lambda: next(clock), thread_time=lambda: next(own), sleep=rests.append)
    monkeypatch.setattr(survey, "time", time)
    survey._chunk(Settings(sentence="fog rolls", seed=int(took * 100)), 0)
    assert rests == [rest]

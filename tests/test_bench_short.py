"""The benches in a short form: nothing fails and no number is wrong. Never judged by time."""

import asyncio
import os
import subprocess
import sys
import time

import pytest

from lib.lesson import Settings
from tests.bench import classroom, rerun
from tests.bench.crowd import Class, Plan, hold
from tests.bench.measure import cpu_seconds, memory_mb, peak_memory_mb, quantile
from tests.bench.pupil import GAP, Pupil, Tally, shown_gap
from tests.bench.servers import APP, DEFAULTS, HELLO, PLAIN
from tests.bench.soak import Soak, soak
from tests.bench.student import Student, View
from tests.serving import ROOT, Server, serve


def test_a_student_sees_the_page_of_the_address_and_changes_it(server: Server) -> None:
    async def visit() -> None:
        async with Student(server.url, "/summary", {"seed": "5"}) as student:
            await student.load()
            assert student.view.headings[0] == "Summary"
            assert student.view.metrics[GAP] == shown_gap(Settings(seed=5))
            await student.choose("seed", 7)
            assert (student.view.metrics[GAP], student.query["seed"]) == (shown_gap(Settings(seed=7)), "7")
            await student.press("Next seed")
            await student.press("Next seed")
            assert (student.view.metrics[GAP], student.query["seed"]) == (shown_gap(Settings(seed=9)), "9")

    asyncio.run(visit())


def test_a_student_says_what_the_page_does_not_have(server: Server) -> None:
    async def visit() -> None:
        async with Student(server.url, "/summary") as student:
            await student.load()
            with pytest.raises(LookupError, match="'no such key'"):
                await student.choose("no such key", 1)
            with pytest.raises(LookupError, match="'no such button'"):
                await student.press("no such button")

    asyncio.run(visit())


def test_a_pupil_notes_a_wrong_number_and_an_exception() -> None:
    tally = Tally()
    pupil = Pupil("http://127.0.0.1", "/summary", 42, tally)
    pupil.student.view = View(metrics={GAP: "0.2617"})
    pupil.check()
    assert (tally.checked, tally.wrong, tally.failures) == (1, [], [])
    pupil.student.view = View(metrics={GAP: "0.2618"}, exceptions=["ValueError: no"])
    pupil.check()
    assert (tally.checked, len(tally.wrong), tally.failures) == (2, 1, ["ValueError: no"])


def test_a_class_sees_no_failure_and_no_wrong_number_beside_heavy_work(server: Server) -> None:
    result = asyncio.run(hold(server.url, [server], Plan(students=16, arrive=3.0, seconds=10.0)))
    assert result.tally.failures == []
    assert result.tally.wrong == []
    assert result.tally.checked >= 8  # four of the eight pages show the gap
    assert len(result.tally.arrivals) == 16
    assert len(result.heavy) >= 2  # a training and a survey


def test_a_class_that_cannot_reach_its_server_has_failed() -> None:
    gone = Server("http://127.0.0.1:9", os.getpid(), APP)
    result = asyncio.run(hold(gone.url, [gone], Plan(students=1, arrive=0.0, seconds=1.0)))
    assert result.tally.failures
    assert not classroom.sound(result)


def test_sessions_that_come_and_go_see_no_failure_and_no_wrong_number(server: Server) -> None:
    result = asyncio.run(soak(server, reruns=300, sessions=10))
    assert result.sound(), (result.tally.failures + result.tally.wrong)[:3]
    assert result.sessions >= 10
    assert len(result.memory) >= 3


def test_the_rerun_bench_measures_every_page() -> None:
    with serve(HELLO) as hello, serve(APP) as ours, serve(PLAIN, *DEFAULTS) as plain:
        costs = asyncio.run(rerun.measure(hello, ours, plain, rounds=1, warm_up=0, sessions=2))
    assert set(costs) == {"hello", "Two heads", rerun.ROW, "Comparison", "plain Two heads", "plain Comparison"}
    assert all(len(rounds) == 1 and rounds[0] > 0 for rounds in costs.values())


def test_bounds_of_the_rerun_bench() -> None:
    names = ["hello", "Two heads", "Comparison", "plain Two heads", "plain Comparison", rerun.ROW]
    kept = dict(zip(names, ([1.0], [3.0], [4.0], [24.0], [32.0], [9.0]), strict=True))
    assert rerun.report(kept)[1]
    for name, cost in [("Two heads", 3.1), ("Comparison", 4.1), ("plain Two heads", 23.0), ("plain Comparison", 31.0)]:
        text, fine = rerun.report(kept | {name: [cost]})
        assert not fine
        assert "FAIL" in text


def test_bounds_of_the_classroom() -> None:
    tally = Tally(arrivals=[1.0], turns=[(0.0, 0.4), (9.0, 0.4)], checked=1)
    quick = Class(tally, heavy=[(8.0, 10.0)], wall=1.0)
    assert all(classroom.judge(quick).values())
    quick.tally.turns[1] = (9.0, 0.6)
    missed = [name for name, kept in classroom.judge(quick).items() if not kept]
    assert missed == ["Interaction beside training and survey"]
    assert "FAIL" in classroom.report(quick)


def test_a_class_without_an_answer_says_so_and_misses_its_bound() -> None:
    silent = Class(Tally(arrivals=[1.0], turns=[(0.0, 0.4)], checked=1), wall=1.0)
    assert classroom.column(silent)["Interaction beside training and survey"] == "none was answered"
    assert not classroom.judge(silent)["Interaction beside training and survey"]


def test_bound_of_the_soak() -> None:
    assert Soak(memory=[50.0] * 10 + [100.0] * 40 + [109.0] * 150).kept()
    assert not Soak(memory=[50.0] * 10 + [100.0] * 40 + [109.0] * 100 + [111.0] * 50).kept()


def test_measures_of_this_process() -> None:
    before, own = cpu_seconds(os.getpid()), time.process_time()
    sum(range(3_000_000))
    used, expected = cpu_seconds(os.getpid()) - before, time.process_time() - own
    assert used == pytest.approx(expected, rel=0.5)
    assert memory_mb(os.getpid()) > 10
    assert peak_memory_mb(os.getpid()) > 10


def test_quantile_is_a_value_that_was_measured() -> None:
    assert [quantile([3.0, 1.0, 2.0, 4.0], percent) for percent in (0, 25, 50, 95, 100)] == [1.0, 1.0, 2.0, 4.0, 4.0]
    assert quantile([], 50) != quantile([], 50)


BUILDS = """
import altair, numpy
{first}
from lib.charts import attention_map
built, convert = [], altair.LayerChart.to_dict
altair.LayerChart.to_dict = lambda chart, *rest, **more: built.append(1) or convert(chart, *rest, **more)
for _ in range(3):
    attention_map(numpy.eye(2), ["fog", "rolls"])
print(len(built))
"""


@pytest.mark.parametrize(("first", "times"), [("", "1"), ("import tests.bench.plain", "3")])
def test_the_plain_app_builds_every_chart_and_ours_each_shape_once(first: str, times: str) -> None:
    command = [sys.executable, "-c", BUILDS.format(first=first)]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip() == times

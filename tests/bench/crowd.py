"""A class on one server: pupils who arrive, change controls and leave, and visitors with heavy work."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from websockets.exceptions import WebSocketException

from tests.bench.measure import cpu_seconds, memory_mb, peak_memory_mb
from tests.bench.pupil import PATHS, Pupil, Tally
from tests.bench.student import Student, Value
from tests.serving import Server

PAUSE = 3.0  # seconds between two changes of a pupil, on average


@dataclass(frozen=True)
class Plan:
    """How many pupils come within `arrive` seconds, and how many `seconds` each of them stays."""

    students: int
    arrive: float
    seconds: float


@dataclass(frozen=True)
class Heavy:
    """Work that takes seconds: a button on a page, and the control that makes the work new each time."""

    path: str
    button: str
    control: str
    values: tuple[Value, ...]


HEAVY = (
    Heavy("/bottleneck", "Train", "two jobs seed", tuple("01234")),
    Heavy("/comparison", "5,000 seeds", "scale", tuple(0.5 + n / 100 for n in range(100))),
)


@dataclass
class Class:
    """What came of a class. Seconds and megabytes; `heavy` are the spans in which heavy work ran."""

    tally: Tally = field(default_factory=Tally)
    heavy: list[tuple[float, float]] = field(default_factory=list)
    wall: float = 0.0
    cpu: float = 0.0
    memory: float = 0.0

    def turns(self, beside_heavy_work: bool) -> list[float]:
        """Return how long the interactions took that began beside heavy work, or all the others."""
        spans = self.heavy
        return [
            seconds
            for began, seconds in self.tally.turns
            if any(low <= began <= high for low, high in spans) == beside_heavy_work
        ]


async def hold(url: str, copies: Sequence[Server], plan: Plan) -> Class:
    """Hold a class at `url`, which one or more copies serve; heavy work goes on in the second half of it."""
    result, pids = Class(), [copy.pid for copy in copies]
    began, cpu = time.perf_counter(), sum(map(cpu_seconds, pids))
    half, end = began + plan.arrive + plan.seconds / 2, began + plan.arrive + plan.seconds
    watch = asyncio.create_task(_watch_memory(pids, result))
    await asyncio.gather(
        *(_attend(url, number, plan, result.tally) for number in range(plan.students)),
        *(_work_hard(url, heavy, half, end, result) for heavy in HEAVY),
    )
    watch.cancel()
    result.wall, result.cpu = time.perf_counter() - began, sum(map(cpu_seconds, pids)) - cpu
    result.memory = max(result.memory, sum(map(peak_memory_mb, pids)))
    return result


async def _attend(base: str, number: int, plan: Plan, tally: Tally) -> None:
    await asyncio.sleep(plan.arrive * number / plan.students)
    pupil = Pupil(base, PATHS[number % len(PATHS)], number, tally)
    pauses = random.Random(number)
    try:
        async with pupil.student:
            leave = time.perf_counter() + plan.seconds
            await pupil.arrive()
            while time.perf_counter() + (pause := pauses.uniform(0, 2 * PAUSE)) < leave:
                await asyncio.sleep(pause)
                await pupil.change()
    except (OSError, WebSocketException, LookupError) as error:
        tally.failures.append(repr(error))


async def _work_hard(base: str, heavy: Heavy, start: float, end: float, result: Class) -> None:
    await asyncio.sleep(start - time.perf_counter())
    try:
        async with Student(base, heavy.path, {"reveal": "1"}) as visitor:
            await visitor.load()
            await _find(visitor, heavy.button)
            for value in heavy.values:
                await visitor.choose(heavy.control, value)
                began = time.perf_counter()
                await visitor.press(heavy.button)
                result.heavy.append((began, time.perf_counter()))
                result.tally.failures += visitor.view.exceptions
                if time.perf_counter() > end:
                    break
    except (OSError, WebSocketException, LookupError) as error:
        result.tally.failures.append(repr(error))


async def _find(visitor: Student, button: str) -> None:
    """Open what the page hides, part by part, until the button is there."""
    for label in list(visitor.view.doors):
        if visitor.view.button(button):
            break
        await visitor.open(label)


async def _watch_memory(pids: Sequence[int], result: Class) -> None:
    while True:
        result.memory = max(result.memory, sum(map(memory_mb, pids)))
        await asyncio.sleep(0.2)

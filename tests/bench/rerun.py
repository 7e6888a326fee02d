"""CPU per rerun of our pages, as a ratio to a page that says hello: `python -m tests.bench.rerun`.

Ten sessions are held on each page. Each waits half a second on average and reruns the page with a new seed, as
students do; predictions are open, so that all maps are there. The servers take turns within every round, so that
whatever else the machine does falls on all alike, and a ratio is the median over the rounds of the ratios within
a round. Two heads is measured a second time with a control of its own, which reruns the page alone, without the
sidebar and the menu; that has no bound. Beside it the same pages as `tests.bench.plain` builds them, with Streamlit's
default settings. Ends with 1 when a bound is not kept.
"""

import argparse
import asyncio
import random
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import median

from tests.bench.measure import cpu_seconds, machine, table, verdict
from tests.bench.servers import APP, DEFAULTS, HELLO, PLAIN
from tests.bench.student import Student
from tests.serving import Server, serve

SESSIONS = 10
RERUNS = 3  # of each session in a round
PLAIN_RERUNS = 1  # which take so long that a few of them say enough
WARM_UP = 1  # rounds
THINK = 0.5  # seconds between two reruns of a session, on average
PAGES = {"Two heads": ("/two_heads", 3.0), "Comparison": ("/comparison", 4.0)}  # path; at most, × hello
ROW = "Two heads, another query word"
MENU = "two heads row"  # the key of the control on the page that asks for it
CHEAPER = 8.0  # at least, than the plain app with Streamlit's default settings


@dataclass
class Held:
    """Some sessions on one page of one server, and the CPU seconds per rerun of each round."""

    server: Server
    path: str
    title: str
    reruns: int
    sessions: int
    menu: str = ""  # the key of the page's own control to change, instead of the seed
    students: list[Student] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)

    async def open(self, stack: AsyncExitStack) -> None:
        """Let the sessions arrive, one after the other."""
        for _ in range(self.sessions):
            student = await stack.enter_async_context(Student(self.server.url, self.path, {"reveal": "1"}))
            await student.load()
            if student.view.headings[:1] != [self.title]:
                raise RuntimeError(f"{self.path} shows {student.view.headings}, not {self.title!r}.")
            self.students.append(student)

    async def rerun(self, first_seed: int) -> None:
        """Let all sessions rerun their page, and note the cost."""
        before = cpu_seconds(self.server.pid)
        await asyncio.gather(*(self._reruns(s, first_seed + n) for n, s in enumerate(self.students)))
        self.costs.append((cpu_seconds(self.server.pid) - before) / (self.sessions * self.reruns))

    async def _reruns(self, student: Student, seed: int) -> None:
        for turn in range(self.reruns):
            await asyncio.sleep(random.uniform(0, 2 * THINK))
            if self.menu and (menu := student.view.by_key(self.menu)):
                options = menu.element.options
                await student.set(menu, options[(seed + turn) % len(options)])
            elif student.view.by_key("seed"):
                await student.choose("seed", seed + self.sessions * turn)
            else:
                await student.load()
            if student.view.exceptions:
                raise RuntimeError(f"{self.path} failed: {student.view.exceptions[0]}")


async def measure(
    hello: Server, ours: Server, plain: Server, rounds: int, warm_up: int = WARM_UP, sessions: int = SESSIONS
) -> dict[str, list[float]]:
    """Return CPU seconds per rerun and round: of hello, of our pages, and of the plain ones by name."""
    places = {
        "hello": Held(hello, "/", "Hello", RERUNS, sessions),
        ROW: Held(ours, "/two_heads", "Two heads", RERUNS, sessions, MENU),
    }
    for name, (path, _) in PAGES.items():
        places[name] = Held(ours, path, name, RERUNS, sessions)
        places[f"plain {name}"] = Held(plain, path, name, PLAIN_RERUNS, sessions)
    async with AsyncExitStack() as stack:
        for held in places.values():
            await held.open(stack)
        for turn in range(warm_up + rounds):
            for held in places.values():
                await held.rerun(1000 * turn)
    return {name: held.costs[warm_up:] for name, held in places.items()}


def report(costs: dict[str, list[float]]) -> tuple[str, bool]:
    """Return the Markdown table of what `measure` returns, and whether all bounds were kept."""
    rows, kept = [["Hello", _ms(costs["hello"]), "1.0", "", "", ""]], True
    for name, (_, bound) in PAGES.items():
        ratio = _ratio(costs[name], costs["hello"])
        cheaper = _ratio(costs[f"plain {name}"], costs[name])
        kept = kept and ratio <= bound and cheaper >= CHEAPER
        rows.append(
            [
                name,
                _ms(costs[name]),
                f"{ratio:.1f}",
                f"at most {bound} {verdict(ratio <= bound)}",
                f"{_ms(costs[f'plain {name}'])}, {cheaper:.0f} times ours",
                f"at least {CHEAPER:g} {verdict(cheaper >= CHEAPER)}",
            ]
        )
    rows.append([ROW, _ms(costs[ROW]), f"{_ratio(costs[ROW], costs['hello']):.1f}", "", "", ""])
    head = ["Page", "CPU per rerun", "× hello", "bound", "Altair on every rerun, default settings", "bound"]
    return table(head, rows), kept


def _ratio(costs: list[float], others: list[float]) -> float:
    return median(cost / other for cost, other in zip(costs, others, strict=True))


def _ms(costs: list[float]) -> str:
    return f"{1000 * median(costs):.1f} ms"


def main() -> int:
    """Start the servers, measure, print the table; 0 when all bounds were kept, else 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=12, help=f"of {SESSIONS * RERUNS} reruns a page")
    rounds = parser.parse_args().rounds
    with serve(HELLO) as hello, serve(APP) as ours, serve(PLAIN, *DEFAULTS) as plain:
        costs = asyncio.run(measure(hello, ours, plain, rounds))
    text, kept = report(costs)
    print(f"{text}\n\nMedians of {rounds} rounds of {SESSIONS * RERUNS} reruns a page. {machine()}.")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())

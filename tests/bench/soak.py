"""Does memory stay? 20,000 reruns over 50 sessions that come and go: `python -m tests.bench.soak`.

Streamlit's forced garbage collection is off in our settings, so memory must be watched. Each session lives for
5 to 40 reruns on a page and makes room for the next. Compared are the median memory over the 1,000 reruns up to
the 5,000th and over the last 1,000. Ends with 1 when it grew by more than a tenth, or anything failed or was
wrong. `--short` does few reruns and judges only failures and wrong numbers.
"""

import argparse
import asyncio
import random
import sys
from dataclasses import dataclass, field
from statistics import median

from websockets.exceptions import WebSocketException

from tests.bench.measure import machine, memory_mb, table, verdict
from tests.bench.pupil import PATHS, Pupil, Tally
from tests.bench.servers import APP
from tests.serving import Server, serve

GROWTH = 1.1  # at most, from a quarter of the reruns to the end
EVERY = 100  # reruns between two looks at the memory
WINDOW = 10  # looks


@dataclass
class Soak:
    """What came of it: the tally, and the memory in megabytes at every `EVERY` reruns."""

    tally: Tally = field(default_factory=Tally)
    memory: list[float] = field(default_factory=list)
    sessions: int = 0

    def early(self) -> float:
        """Return the memory after the first quarter of the reruns, in megabytes."""
        quarter = len(self.memory) // 4
        return median(self.memory[max(0, quarter - WINDOW) : quarter])

    def late(self) -> float:
        """Return the memory at the end, in megabytes."""
        return median(self.memory[-WINDOW:])

    def kept(self) -> bool:
        """Say whether memory stayed within its bound."""
        return self.late() <= GROWTH * self.early()

    def sound(self) -> bool:
        """Say whether nothing failed or was wrong."""
        return not self.tally.failures and not self.tally.wrong and self.tally.checked > 0


async def soak(server: Server, reruns: int, sessions: int) -> Soak:
    """Keep `sessions` sessions busy until `reruns` reruns are done."""
    result = Soak()
    await asyncio.gather(*(_come_and_go(server, reruns, result) for _ in range(sessions)))
    return result


async def _come_and_go(server: Server, reruns: int, result: Soak) -> None:
    while len(result.tally.turns) < reruns:
        number = result.sessions
        result.sessions += 1
        try:
            await _live(server, Pupil(server.url, PATHS[number % len(PATHS)], number, result.tally), reruns, result)
        except (OSError, WebSocketException, LookupError) as error:
            result.tally.failures.append(repr(error))
            await asyncio.sleep(1)  # a server that is gone should not be asked in a tight loop


async def _live(server: Server, pupil: Pupil, reruns: int, result: Soak) -> None:
    async with pupil.student:
        await pupil.arrive()
        for _ in range(random.randint(5, 40)):
            if len(result.tally.turns) >= reruns:
                return
            await pupil.change()
            if len(result.tally.turns) % EVERY == 0:
                result.memory.append(memory_mb(server.pid))


def main() -> int:
    """Soak the app and print what came of it; 0 when the bounds were kept, else 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reruns", type=int, default=20_000)
    parser.add_argument("--short", action="store_true", help="few reruns; memory is printed, not judged")
    arguments = parser.parse_args()
    reruns, sessions = (800, 10) if arguments.short else (arguments.reruns, 50)
    with serve(APP) as server:
        result = asyncio.run(soak(server, reruns, sessions))
    tally, growth = result.tally, result.late() / result.early() - 1
    judged = "" if arguments.short else f"at most 10 % {verdict(result.kept())}"
    rows = [
        ["Reruns", f"{len(tally.turns):,} in {result.sessions:,} sessions, {sessions} at a time", ""],
        ["Memory after a quarter", f"{result.early():.0f} MB", ""],
        ["Memory at the end", f"{result.late():.0f} MB, {growth:+.1%}".replace("%", " %"), judged],
        ["Failures", str(len(tally.failures)), f"0 {verdict(not tally.failures)}"],
        ["Wrong numbers", f"{len(tally.wrong)} of {tally.checked:,}", f"0 {verdict(not tally.wrong)}"],
    ]
    print(f"{table(['', 'measured', 'bound'], rows)}\n\n{machine()}.")
    for trouble in (tally.failures + tally.wrong)[:5]:
        print(f"- {trouble}")
    return 0 if result.sound() and (arguments.short or result.kept()) else 1


if __name__ == "__main__":
    sys.exit(main())

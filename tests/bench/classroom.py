"""A class on one server, ours beside Streamlit's defaults: `python -m tests.bench.classroom --students 200`.

The pupils arrive within 20 s over all pages; for a minute each changes a control every 3 s on average and
compares the largest gap on its page with an own computation. In the second half one visitor trains heads and
one surveys seeds, again and again. An arrival is the time from the question for a page to the end of its
script, without the static files that a browser also loads. Then the same with Streamlit's default settings,
which are not judged. Ends with 1 when ours misses a target. `--copies 2` holds the class on two copies of ours
behind the nginx of tests/replicas instead. `--short` holds a small class on ours alone and judges only whether
anything failed or was wrong.
"""

import argparse
import asyncio
import sys
from contextlib import ExitStack

from tests.bench.crowd import Class, Plan, hold
from tests.bench.measure import machine, quantile, table, verdict
from tests.bench.servers import APP, DEFAULTS
from tests.replicas.nginx import nginx
from tests.serving import free_port, serve

ARRIVAL = 2.0  # seconds, 95 %
TURN = 0.5  # seconds, 95 %
MEMORY = 450.0  # megabytes
SHORT = Plan(students=16, arrive=3.0, seconds=10.0)


def hold_class(plan: Plan, *settings: str, copies: int = 1) -> Class:
    """Start the app with these flags, or two copies of it behind nginx, and hold a class on it."""
    ports = [free_port() for _ in range(copies)]
    with ExitStack() as stack:
        servers = [stack.enter_context(serve(APP, *settings, port=port)) for port in ports]
        url = stack.enter_context(nginx(*ports)) if copies > 1 else servers[0].url
        return asyncio.run(hold(url, servers, plan))


def sound(result: Class) -> bool:
    """Say whether nothing failed, and every number that was checked was right, and some were."""
    return not result.tally.failures and not result.tally.wrong and result.tally.checked > 0


def judge(result: Class) -> dict[str, bool]:
    """Return which targets a class of 200 has kept, by the name of the row."""
    tally = result.tally
    return {
        "Arrival": quantile(tally.arrivals, 95) < ARRIVAL,
        "Interaction": quantile(result.turns(False), 95) < TURN,
        "Interaction beside training and survey": quantile(result.turns(True), 95) < TURN,
        "Failures": not tally.failures,
        "Wrong numbers": not tally.wrong and tally.checked > 0,
        "Peak memory": result.memory < MEMORY,
    }


def column(result: Class) -> dict[str, str]:
    """Return what is printed about a class, by the name of the row."""
    tally = result.tally
    return {
        "Arrival": _times(tally.arrivals),
        "Interaction": _times(result.turns(False)),
        "Interaction beside training and survey": _times(result.turns(True)),
        "Interactions": f"{len(tally.turns):,}",
        "Failures": str(len(tally.failures)),
        "Wrong numbers": f"{len(tally.wrong)} of {tally.checked:,}",
        "CPU of one core": f"{result.cpu / result.wall:.0%}".replace("%", " %"),
        "Peak memory": f"{result.memory:.0f} MB",
    }


def _times(seconds: list[float]) -> str:
    return f"{quantile(seconds, 50):.2f} / {quantile(seconds, 95):.2f} s" if seconds else "none was answered"


def report(ours: Class, default: Class | None = None) -> str:
    """Return the Markdown table; times are the 50th and the 95th percentile."""
    targets = {
        "Arrival": f"95 % under {ARRIVAL:g} s",
        "Interaction": f"95 % under {TURN:g} s",
        "Interaction beside training and survey": f"95 % under {TURN:g} s",
        "Failures": "0",
        "Wrong numbers": "0",
        "Peak memory": f"under {MEMORY:g} MB",
    }
    theirs = column(default) if default else {}
    kept = judge(ours)
    rows = [
        [name, value, theirs.get(name, ""), f"{targets[name]} {verdict(kept[name])}" if name in targets else ""]
        for name, value in column(ours).items()
    ]
    return table(["", "ours", "Streamlit's default settings", "target"], rows)


def main() -> int:
    """Hold the class, or both classes; print; 0 when ours kept what is judged, else 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("--short", action="store_true", help="a small class, on ours alone, never judged by time")
    parser.add_argument("--copies", type=int, choices=(1, 2), default=1, help="two of them on ours alone")
    arguments = parser.parse_args()
    plan = SHORT if arguments.short else Plan(arguments.students, arrive=20.0, seconds=60.0)
    ours = hold_class(plan, copies=arguments.copies)
    default = None if arguments.short or arguments.copies > 1 else hold_class(plan, *DEFAULTS)
    print(report(ours, default))
    load = f"{plan.students} students, copies: {arguments.copies}."
    print(f"\n{load} Times: 50th and 95th percentile. {machine()}, load generator beside it.")
    for trouble in (ours.tally.failures + ours.tally.wrong)[:5]:
        print(f"- {trouble}")
    return 0 if (sound(ours) if arguments.short else all(judge(ours).values())) else 1


if __name__ == "__main__":
    sys.exit(main())

"""A pupil of the class: a student who changes controls and checks each number against an own computation."""

import random
import time
from dataclasses import dataclass, field, replace
from typing import Any

from lib.comparison import max_gap
from lib.lesson import MAX_SEED, Settings, run
from tests.bench.student import Student, Value, Widget

PATHS = ("/", "/bottleneck", "/two_heads", "/comparison", "/many_heads", "/exercises", "/summary", "/teach")
OWN = ("selectbox", "button_group")  # kinds of controls on the pages themselves: menus and pills
GAP = "Largest gap"  # the label of the metric on every page that has it
SENTENCES = (
    "the keeper lights the lantern when fog rolls",
    "when fog rolls the keeper waits",
    "one lantern answers one lantern across the bay",
)


def shown_gap(settings: Settings) -> str:
    """Return the largest gap of these Settings as a page shows it."""
    return f"{max_gap(*run(settings).weights).value:.4f}"


@dataclass
class Tally:
    """What a crowd of pupils lived through. Seconds; `turns` are (when it began, how long it took)."""

    arrivals: list[float] = field(default_factory=list)
    turns: list[tuple[float, float]] = field(default_factory=list)
    checked: int = 0
    wrong: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class Pupil:
    """A student on one page, with the Settings that its page must be showing."""

    def __init__(self, base: str, path: str, number: int, tally: Tally) -> None:
        self._random = random.Random(number)
        self._tally = tally
        self._settings = Settings(seed=number)
        # Predictions are open, so that every page shows all that it has. The cookie is the one that keeps a visitor
        # on one copy behind the nginx of tests/replicas.
        self.student = Student(base, path, {"seed": str(number), "reveal": "1"}, f"visitor={number}")

    async def arrive(self) -> None:
        """Load the page and check it."""
        self._tally.arrivals.append(await self.student.load())
        self.check()

    async def change(self) -> None:
        """Change a control and check the page: half of the time one of the page's own, where it has any."""
        view = self.student.view
        own = [widget for widget in view.widgets.values() if widget.fragment and widget.kind in OWN]
        began = time.perf_counter()
        if own and self._random.random() < 0.5:
            seconds = await self._change_on_the_page(self._random.choice(own))
        else:
            seconds = await self._change_in_the_sidebar()
        self._tally.turns.append((began, seconds))
        self.check()

    async def _change_on_the_page(self, widget: Widget) -> float:
        if widget.kind == "selectbox":
            return await self.student.set(widget, self._random.choice(list(widget.element.options)))
        return await self.student.open(self._random.choice(widget.element.options).content)

    async def _change_in_the_sidebar(self) -> float:
        """Change one of the Settings, the seed more often than others."""
        changes: list[tuple[str, Value]] = [
            *[("seed", self._random.randrange(MAX_SEED + 1))] * 3,
            ("scale", self._random.randrange(201) / 100),
            ("mask", not self._settings.causal),
            ("sentence", self._random.choice(SENTENCES)),
        ]
        key, value = self._random.choice([change for change in changes if self.student.view.by_key(change[0])])
        seconds = await self.student.choose(key, value)
        changed: dict[str, Any] = {"causal" if key == "mask" else key: value}
        self._settings = replace(self._settings, **changed)
        return seconds

    def check(self) -> None:
        """Note every exception on the page, and a gap that is not the one of these Settings."""
        view = self.student.view
        self._tally.failures += view.exceptions
        if GAP in view.metrics:
            expected = shown_gap(self._settings)
            self._tally.checked += 1
            if view.metrics[GAP] != expected:
                self._tally.wrong.append(f"{view.metrics[GAP]} is not {expected} for {self._settings}")

"""Whoever asks for less motion gets fades, and a bar that tells how far a computation is: nothing else moves."""

import json
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, expect

from tests.browser.whole_page import press_next_seed, wait_until_drawn

# Notes what every animation and transition changes, from the first moment of a page on.
WATCH = """
    window.seen = new Set();
    const look = () => {
        for (const animation of document.getAnimations()) {
            const changes = animation.transitionProperty ?? animation.animationName;
            const endless = animation.effect.getComputedTiming().iterations === Infinity;
            const place = animation.effect.target?.closest("[data-testid]")?.dataset.testid;
            window.seen.add(JSON.stringify([place, changes, endless]));
        }
        requestAnimationFrame(look);
    };
    look();
"""


class Motion(NamedTuple):
    """One animation: the element that holds it, the property or the name, and whether it never ends."""

    place: str | None
    changes: str
    endless: bool

    @property
    def allowed(self) -> bool:
        """Whether only a colour or the opacity changes, once, or a progress bar moves on."""
        fades = self.changes == "opacity" or self.changes.endswith("color")
        return not self.endless and (fades or self.place == "stProgressBarTrack")


def motions(browser: Browser, app: str, wish: Literal["reduce", "no-preference"]) -> set[Motion]:
    """Return what moves while a page loads, is run again, computes for a while, and gives way to another."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion=wish)
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(f"{app}/comparison?reveal=1&seed=7")
    wait_until_drawn(page)
    press_next_seed(page, 8)
    page.get_by_role("radio", name="Is that a lot?").click()
    page.get_by_role("button", name="Survey 5,000 seeds").click()
    expect(page.get_by_text("Nothing here is trained")).to_be_visible()
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Summary").click()
    expect(page.get_by_role("heading", level=1, name="Summary")).to_be_visible()
    wait_until_drawn(page)
    seen = {Motion(*json.loads(row)) for row in page.evaluate("[...window.seen]")}
    context.close()
    return seen


def test_less_motion_is_none_but_fades_and_progress(browser: Browser, app: str) -> None:
    assert {motion for motion in motions(browser, app, "reduce") if not motion.allowed} == set()


def test_the_watch_sees_what_moves_for_others(browser: Browser, app: str) -> None:
    assert any(motion.endless for motion in motions(browser, app, "no-preference"))

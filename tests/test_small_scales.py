"""Scales near 0 and rows without a favourite: nothing breaks, and nothing is claimed that does not hold there."""

import numpy as np
import pytest

from lib.lesson import Settings
from lib.variations import sweep
from tests.visiting import every_view, press, prose, visit

pytestmark = pytest.mark.usefixtures("warm")

SECTION = "Scale is temperature"


def scale_section(scale: float) -> str:
    """Return what the section says at this init scale."""
    app = visit("two_heads", {"reveal": "1", "scale": str(scale)})
    app.pills[0].set_value(SECTION).run()
    assert not app.exception
    return prose(app)


@pytest.mark.parametrize("path", ["bottleneck", "two_heads", "comparison", "many_heads", "summary"])
@pytest.mark.parametrize("scale", ["5e-324", "1e-162", "1e-9"])
def test_no_view_breaks_at_a_tiny_scale(path: str, scale: str) -> None:
    for app in every_view(path, {"scale": scale}):
        assert not app.exception


def test_a_large_scale_is_followed_down_and_a_small_one_up() -> None:
    at_lesson, small, at_small = (scale_section(scale) for scale in (0.3, 0.01, 0.02))
    assert "$(0.02 / 0.3)^2 = 0.00444$" in at_lesson
    assert "The gap goes from 0.2617 to 0.0019, so it shrinks 137 times. No focus word changes" in at_lesson
    assert "Whoever looks at colours alone takes the heads for equal at 0.02" in at_lesson
    assert "$(0.3 / 0.01)^2 = 900.0$" in small
    assert "to 0.2617, so it grows" in small
    assert "takes the heads for equal at 0.01" in small
    assert "$(0.3 / 0.02)^2 = 225.0$" in at_small
    assert "The gap goes from 0.0019 to 0.2617, so it grows 137 times." in at_small


def test_colours_are_not_said_to_hide_what_they_show_on_both_sides() -> None:
    assert "Whoever looks at colours" not in scale_section(0.021)


def test_only_rows_that_have_a_favourite_can_change_it() -> None:
    for settings, with_favourite in (
        (Settings(), 16),
        (Settings(scale=0.0), 0),
        (Settings(scale=1e-300), 0),
        (Settings(scale=0.0, causal=True), 2),
    ):
        swept = sweep(settings, np.array([0.02, 0.3]))
        assert swept.favourites == with_favourite
        assert swept.moved.tolist() == [0, 0]
    assert "At scale 1e-300 no word has a favourite" in scale_section(1e-300)
    assert "too small to write out" in scale_section(1e-300)


def test_where_words_share_the_largest_weight_no_favourite_is_claimed() -> None:
    masked = {"scale": "0", "mask": "true", "reveal": "1"}
    assert "In 14 of these 16 cases different words share" in prose(visit("comparison", masked))
    assert "In 16 of these 16 cases" in prose(visit("comparison", {"scale": "0", "reveal": "1"}))
    assert "different words share" not in prose(visit("comparison", {"reveal": "1"}))
    assert "Where both heads have a favourite, it is the same." in prose(visit("summary", masked))
    assert "No row has a favourite." in prose(visit("summary", {"scale": "0"}))
    app = visit("comparison", {"scale": "0", "reveal": "1"})
    app.pills[0].set_value("Averaging is not two opinions").run()
    assert "Head A picks no word, head B no word, their mean no word." in prose(app)


def test_a_guess_at_a_row_without_a_favourite_is_told_so() -> None:
    app = visit("two_heads", {"scale": "0"})
    press(app, "Show me")
    assert "head A? This run says none, since different words share the largest weight." in prose(app)
    app.selectbox[0].set_value("fog").run()
    press(app, "Commit my guess")
    assert "Your guess was `fog`; this run says none, since" in prose(app)


def test_twins_claim_only_what_holds_for_equal_words_and_even_rows() -> None:
    def said(query: dict[str, str]) -> str:
        app = visit("two_heads", {"reveal": "1", **query})
        app.pills[0].set_value("Twins, shuffles and the mask").run()
        return prose(app)

    equal = said({"sentence": "fog fog fog", "mask": "true"})
    assert "any order is the same sentence" in equal
    assert "order matters" not in equal
    assert "the favourite changes in 8 rows of head A" in said({"scale": "0"})

"""The teacher's page: its plan says nothing that does not hold for the settings, and its link loses none of them."""

import pytest

from tests.visiting import prose, visit

pytestmark = pytest.mark.usefixtures("warm")

RING, TWINS = "Point at the ring.", "do equal words get equal rows?"


@pytest.mark.parametrize(
    ("query", "said", "unsaid"),
    [
        ({}, (RING, TWINS), ("There is no ring", "has more to show")),
        ({"scale": "0"}, ("There is no ring", "Why are the maps equal", TWINS), (RING, "makes the maps differ")),
        ({"sentence": "fog"}, ("which word does `fog` look at most",), (RING, TWINS)),
        ({"sentence": "ships pass the light"}, (RING, "a sentence in which a word occurs twice"), (TWINS,)),
    ],
)
def test_the_plan_fits_the_settings(query: dict[str, str], said: tuple[str, ...], unsaid: tuple[str, ...]) -> None:
    plan = prose(visit("teach", query))
    for text in said:
        assert text in plan
    for text in unsaid:
        assert text not in plan


def test_a_link_to_many_heads_keeps_the_sizes_that_were_chosen_there() -> None:
    app = visit("many_heads", {"n_embd": "32", "n_head": "8", "seed": "5"})
    app.switch_page("pages/teach.py").run()
    assert "n_head" not in app.code[0].value
    app.selectbox(key="link page").set_value("many_heads").run()
    assert app.code[0].value.endswith("many_heads?seed=5&n_embd=32&n_head=8")

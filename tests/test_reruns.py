"""How much of a page is drawn again when something changes: as little as can be, and never too little."""

import asyncio

import pytest

from lib.lesson import Settings
from lib.ui.links import LESSON
from tests.bench.pupil import GAP, shown_gap
from tests.bench.student import Student
from tests.serving import Server

SECTION = "Scale is temperature"


def page_of(student: Student) -> str:
    """Return the fragment that the page is, by a button that is always on it at another seed than the lesson's."""
    button = student.view.button("Back to the lesson")
    assert button is not None
    return button.fragment


@pytest.mark.parametrize(
    ("path", "own"),
    [
        ("/two_heads", SECTION),
        ("/comparison", "Is that a lot?"),
        ("/many_heads", "A first look at splitting"),
        ("/bottleneck", "Now you: fill in this row"),
    ],
)
def test_a_section_draws_alone(server: Server, path: str, own: str) -> None:
    async def visit() -> None:
        async with Student(server.url, path, {"reveal": "1", "seed": "5"}) as student:
            await student.load()
            drawn = student.view.headings
            await student.open(own)
            assert student.drawn.isdisjoint({"", page_of(student)})
            assert set(drawn) <= set(student.view.headings)
            assert student.view.exceptions == []

    asyncio.run(visit())


def test_a_seed_draws_the_page_and_the_link_and_nothing_else(server: Server) -> None:
    async def visit() -> None:
        async with Student(server.url, "/comparison", {"reveal": "1", "seed": "5"}) as student:
            await student.load()
            below = student.view.doors["Is that a lot?"].fragment
            for seed in (7, 8):
                await student.choose("seed", seed)
                assert page_of(student) in student.drawn
                assert student.drawn.isdisjoint({"", below})
                assert student.view.metrics[GAP] == shown_gap(Settings(seed=seed))
                assert f"/comparison?seed={seed}" in "".join(student.view.texts)

    asyncio.run(visit())


@pytest.mark.parametrize("label", [SECTION, "The same numbers as tables"])
def test_what_is_open_below_follows_the_seed(server: Server, label: str) -> None:
    async def visit() -> None:
        async with Student(server.url, "/two_heads", {"reveal": "1"}) as student:
            await student.load()
            below = student.view.doors[label].fragment
            await student.open(label)
            await student.choose("seed", 7)
            assert below in student.drawn
            assert "" not in student.drawn

    asyncio.run(visit())


def test_what_is_open_below_follows_also_when_the_page_was_drawn_alone_before(server: Server) -> None:
    async def visit() -> None:
        async with Student(server.url, "/two_heads", {"reveal": "1"}) as student:
            await student.load()
            below = student.view.doors[SECTION].fragment
            await student.open(SECTION)
            menu = student.view.by_key("two heads row")
            assert menu is not None
            await student.set(menu, menu.element.options[3])
            assert below not in student.drawn
            for seed in (7, 8):
                await student.choose("seed", seed)
                assert below in student.drawn

    asyncio.run(visit())


def test_what_code_sets_in_the_sidebar_is_drawn_there(server: Server) -> None:
    async def visit() -> None:
        async with Student(server.url, "/summary", {"seed": "5"}) as student:
            await student.load()
            await student.press("Next seed")
            assert "" in student.drawn
            assert student.query["seed"] == "6"
            await student.press("Back to the lesson")
            assert "" in student.drawn
            assert student.query["seed"] == str(LESSON.seed)

    asyncio.run(visit())


def test_a_refused_sentence_is_said_beside_its_field_and_taken_back_there(server: Server) -> None:
    async def visit() -> None:
        async with Student(server.url, "/summary") as student:
            await student.load()
            await student.choose("sentence", "word " * 25)
            assert "" in student.drawn
            await student.choose("sentence", "fog rolls")
            assert "" in student.drawn
            await student.choose("sentence", "fog lights fog")
            assert "" not in student.drawn

    asyncio.run(visit())


def test_a_change_on_the_way_to_another_page_draws_that_page(server: Server) -> None:
    """A field gives its value away when it is left, and what one leaves it for may be the menu."""

    async def visit() -> None:
        async with Student(server.url, "/two_heads") as student, Student(server.url, "/summary") as other:
            await student.load()
            await other.load()
            student.page_hash = other.page_hash
            await student.choose("seed", 7)
            assert student.view.headings[0] == "Summary"
            assert student.view.metrics[GAP] == shown_gap(Settings(seed=7))

    asyncio.run(visit())

"""Settings of Hypothesis for the whole suite (a slow machine is no failure), a running server, and a warm one."""

from collections.abc import Callable, Iterator
from typing import ParamSpec

import pytest
from hypothesis import HealthCheck, settings
from streamlit.runtime.pages_manager import PagesManager

from tests.serving import ROOT, Server, serve

settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


Arguments = ParamSpec("Arguments")


def warmed(make: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """Have Streamlit know, as soon as its list of pages is made, that the site is not the folder `pages`."""

    def make_warm(*arguments: Arguments.args, **options: Arguments.kwargs) -> None:
        make(*arguments, **options)
        PagesManager.uses_pages_directory = False

    return make_warm


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Serve the app once for all tests of a module."""
    with serve(ROOT / "streamlit_app.py") as running:
        yield running


@pytest.fixture(scope="module")
def warm() -> Iterator[None]:
    """Let AppTest run pages as a server does that has run `st.navigation` before.

    AppTest forgets that between two runs; the page then starts over, and the press of a button is lost.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PagesManager, "__init__", warmed(PagesManager.__init__))
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give a test of a browser or of servers a second try: it shares the machine with what it tests."""
    for item in items:
        if {"browser", "replicas"} & set(item.path.parts) or item.path.name == "test_bench_short.py":
            item.add_marker(pytest.mark.flaky(reruns=1))

"""The app without its chart caches, to compare with: each picture is built by Altair on every rerun.

Importing this module replaces every function of `lib` that keeps an Altair specification by what it wraps, so
that a picture is built once per rerun. `st.altair_chart` would do that, validate it and do a little more, which
is not counted here.
"""

import importlib
import pkgutil
from typing import Any

import altair
import streamlit as st

import lib
from tests.serving import ROOT

ENTRYPOINT = compile((ROOT / "streamlit_app.py").read_text(encoding="utf-8"), "streamlit_app.py", "exec")


def _take_out_chart_caches() -> None:
    for info in pkgutil.iter_modules(lib.__path__, "lib."):
        module = importlib.import_module(info.name)
        if any(value is altair for value in vars(module).values()):
            kept = {name: f for name, f in vars(module).items() if hasattr(f, "__wrapped__")}
            vars(module).update({name: function.__wrapped__ for name, function in kept.items()})


def _find_pages_from_the_root() -> None:
    # Streamlit looks for them beside the script that it was started with, which is not the entrypoint here.
    page: Any = st.Page
    vars(st)["Page"] = lambda path, **options: page(ROOT / path, **options)


_take_out_chart_caches()
_find_pages_from_the_root()

"""What one session remembers beside its widgets.

In one object under one key: Streamlit walks all keys of the session state for every widget that it draws.
"""

from dataclasses import dataclass, field

import streamlit as st

from lib.lesson import Settings

KEY = "memory"


@dataclass
class Memory:
    """The memory of a session; made anew for each browser tab, and lost when it closes."""

    pages: dict[str, st.Page] = field(default_factory=dict)  # by path
    handed_over: bool = False  # whether the entrypoint has let in the page that it runs next
    whole: str | None = None  # the page on screen, by Streamlit's hash; None where something is yet to be drawn
    open_below: bool = False  # whether something may be open below that page, and so show the Settings
    asked: dict[str, str] | None = None  # the parameters of the link that opened the session
    refusals: tuple[Settings, list[str]] | None = None  # what that link asked for in vain, and what was shown
    last_good: Settings | None = None  # what is on screen
    before_edit: Settings | None = None  # the settings before the sentence was last changed
    own_in_link: dict[str, object] = field(default_factory=dict)  # the open page's sizes in the sidebar's link
    problem: str | None = None  # why the sentence in the sidebar cannot be used


def memory() -> Memory:
    """Return this session's memory."""
    # One look where it is there already: each costs Streamlit a search of its own.
    try:
        kept: Memory = st.session_state[KEY]
    except KeyError:
        kept = st.session_state[KEY] = Memory()
    return kept

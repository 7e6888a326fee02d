"""The list of pages, and the door that lets a page run only through the entrypoint.

A folder named `pages` beside the entrypoint makes Streamlit start with its old page discovery: on a cold
server a deep link runs the page file alone, without sidebar, page config or menu, until someone has called
`st.navigation`. So the entrypoint hands each page a token just before it runs it, and a page that finds
none registers the real site and starts over.
"""

import gc
from collections.abc import Callable
from datetime import timedelta

import streamlit as st

from lib.lesson import Settings
from lib.ui import controls
from lib.ui.memory import memory

Drawing = Callable[[Settings], None]

# file, title, icon, path; in the order of the lesson. The paths are in links that people have shared.
LESSON = (
    ("start", "Start", "home", ""),
    ("bottleneck", "The bottleneck", "filter_1", "bottleneck"),
    ("two_heads", "Two heads", "filter_2", "two_heads"),
    ("comparison", "Comparison", "compare", "comparison"),
    ("many_heads", "Many heads", "apps", "many_heads"),
    ("exercises", "Exercises", "edit_note", "exercises"),
    ("summary", "Summary", "checklist", "summary"),
)
TEACHERS = (("teach", "Teach", "co_present", "teach"),)

# Two overlapping squares, one a head.
FAVICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0072B2" d="M1 1h9v9H1z"/>'
    '<path fill="#D55E00" fill-opacity=".85" d="M6 6h9v9H6z"/></svg>'
)

# So many objects must be made, beyond those given back, before Python looks for garbage among the newest; each ten
# looks it takes the older ones too, and after a hundred all there are. Everyone waits meanwhile, beside 200 sessions
# for 0.2 s, and with Python's own 700 that comes every ten seconds. tests/bench/soak.py watches memory.
NEW_OBJECTS = 10_000


def navigation() -> st.Page:
    """Configure server and page, register the site, and return the page that the address asks for."""
    gc.set_threshold(NEW_OBJECTS, 10, 10)
    memory().whole = None
    # Before the navigation, or the browser asks an outside address for the page's icon to put on its tab. Without a
    # title, so that each page's own stands there.
    st.set_page_config(
        page_icon=FAVICON,
        layout="wide",
        initial_sidebar_state="collapsed" if st.context.is_embedded else "auto",
    )
    # Without section titles, since Streamlit puts those where a list may hold list items only.
    return st.navigation(list(_pages().values()))


def run(page: st.Page) -> None:
    """Run `page`."""
    memory().handed_over = True
    page.run()
    memory().whole = controls.open_page()


def show(page: Drawing, below: Drawing, onward: str = "") -> None:
    """Draw a page of the Settings on screen, what stands below it, and a link to the page `onward`.

    `below` is what does not change with the Settings, or only while it is open. It and the page are a fragment each:
    a control on one of them reruns that one alone, and a control in the sidebar asks by their keys for what it
    changes. And after a lost connection the browser asks for its page again only where something reruns by itself;
    once a day will do. On a server that knows nothing of the session, the first press of a button would go astray
    otherwise.
    """
    kept = memory()
    let_in, kept.handed_over = kept.handed_over, False
    if not let_in:
        navigation()
        st.rerun()

    @st.fragment(run_every=timedelta(days=1), key=controls.PAGE)
    def draw() -> None:
        settings = controls.on_screen()
        controls.notice(settings)
        page(settings)

    @st.fragment(key=controls.BELOW)
    def draw_below() -> None:
        kept.open_below = False  # until what is open says so
        below(controls.on_screen())

    draw()
    draw_below()
    if onward:
        _, title, icon, _ = next(row for row in LESSON if row[3] == onward)
        st.page_link(_pages()[onward], label=f"Next: {title}", icon=f":material/{icon}:")


def link(path: str, promise: str) -> None:
    """Draw a link to the page with this path, by its title and what it promises."""
    title, icon = titles()[path], next(row[2] for row in LESSON if row[3] == path)
    st.page_link(_pages()[path], label=f"**{title}**: {promise}", icon=f":material/{icon}:")


def titles() -> dict[str, str]:
    """Return the titles of the lesson's pages by their paths."""
    return {path: title for _, title, _, path in LESSON}


def _pages() -> dict[str, st.Page]:
    """Return the pages by path; made once a session, since each one looks its file up on the disk."""
    kept = memory()
    if not kept.pages:
        kept.pages = {row[3]: _page(*row) for row in LESSON + TEACHERS}
    return kept.pages


def _page(file: str, title: str, icon: str, path: str) -> st.Page:
    return st.Page(f"pages/{file}.py", title=title, icon=f":material/{icon}:", url_path=path or None, default=not path)

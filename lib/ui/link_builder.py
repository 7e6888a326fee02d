"""A class link: a page with the settings in the sidebar, revealed or not, embedded or not."""

from html import escape

import streamlit as st

from lib.lesson import Settings
from lib.ui import blocks, site
from lib.ui.links import permalink

FRAME_HEIGHT = 640  # pixels; enough for one map and its sentence


def section(settings: Settings) -> None:
    """Draw the choices, the link to copy and, on request, the page that it opens."""
    titles = site.titles()
    with st.container(width=blocks.PROSE_WIDTH):
        path = st.selectbox("Page", list(titles), index=3, format_func=titles.__getitem__, key="link page")
        reveal = st.toggle("Open every prediction, for the projector", key="link reveal")
        embed = st.toggle("For a frame in a course page, with the sidebar closed", key="link embed")
    more = {"reveal": "1"} if reveal else {}
    full = permalink(settings, path, **more)
    with st.container(width=blocks.PROSE_WIDTH):
        if embed:
            frame = permalink(settings, path, **more, embed="true")
            st.caption("The frame, with a plain link beside it: a sleeping app can be woken only there.")
            st.code(
                f'<iframe src="{escape(frame)}" title="{titles[path]}" width="100%" height="{FRAME_HEIGHT}"></iframe>\n'
                f'<p><a href="{escape(full)}">Open the full app</a></p>',
                language=None,
                wrap_lines=True,
            )
        else:
            st.caption("The link, with the settings in the sidebar")
            st.code(full, language=None, wrap_lines=True)
    shown = permalink(settings, path, **more, embed="true")
    blocks.fold("Preview", "link preview", lambda: _preview(shown, titles[path]), "preview")


def _preview(url: str, title: str) -> None:
    st.iframe(url, height=FRAME_HEIGHT, alt=f"Preview of the page {title}")

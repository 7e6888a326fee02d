"""The entrypoint: page config, navigation and sidebar, then the page that the address asks for."""

import streamlit as st

from lib.ui import controls, site

# Two overlapping squares, one a head. Given as SVG because Streamlit fetches an icon by name from outside.
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0072B2" d="M1 1h9v9H1z"/>'
    '<path fill="#D55E00" fill-opacity=".85" d="M6 6h9v9H6z"/></svg>'
)

st.set_page_config(
    page_title="Why one head isn't enough",
    page_icon=ICON,
    layout="wide",
    initial_sidebar_state="collapsed" if st.context.is_embedded else "auto",
)
page = site.navigation()
settings = controls.sidebar()
controls.notice(settings)
site.run(page, settings)

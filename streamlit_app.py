"""The entrypoint: page config, navigation and sidebar, then the page that the address asks for."""

import streamlit as st

from lib.ui import controls, site

st.set_page_config(page_title="Why one head isn't enough", page_icon=":material/visibility:", layout="wide")
page = site.navigation()
settings = controls.sidebar()
controls.notice(settings)
site.run(page, settings)

"""Placeholder."""

import streamlit as st
from lib.ui import site

settings = site.enter()
st.title("teach")

"""The smallest page there is, to measure others by: it says hello."""

import streamlit as st

st.title("Hello")

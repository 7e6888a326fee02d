"""Streamlit's side of the app: the site, the sidebar, the blocks that pages share, the Python editor."""

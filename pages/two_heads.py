"""Two heads over one sentence: the code that runs, the order of the draws, and both maps."""

import streamlit as st

from lib.lesson import run
from lib.ui import blocks, site
from lib.ui.text import placed, word
from lib.comparison import focus

settings = site.enter()
result = run(settings)
words = result.words
st.title("Two heads")
blocks.prose("Two heads read the same sentence.")
row = st.selectbox("Query word", range(len(words)), format_func=lambda i: placed(words, i), index=None)
with st.container(width=blocks.FIGURE_WIDTH):
    for head, column in enumerate(st.columns(2)):
        with column:
            blocks.head_map(
                head, result.weights[head], words, f"map{head}", "Rows are queries.", "Rows are", row
            )
site.neighbours("two_heads")

"""Twins, shuffles and the mask: what a head without positions cannot know, shown on this run's head A."""

from dataclasses import replace

import numpy as np
import streamlit as st

from lib.charts import attention_map, head_name
from lib.coverage import favourites
from lib.lesson import Run, run
from lib.ui import blocks
from lib.ui.text import count, listing, tiny, word
from lib.variations import merged_focus, permuted, shuffled, twins

ORDER = "order of the words in the shuffle"


def section(result: Run) -> None:
    """Show equal words as equal rows, a shuffled sentence as a permuted map, and what a mask breaks."""
    pairs = twins(result.words)
    if pairs:
        _equal_rows(result, pairs[0])
    else:
        blocks.prose("No word occurs twice in this sentence. Repeat one to see its twin.")
    if len(result.words) > 1:
        _shuffle(result)
    if pairs:
        if not result.settings.causal:
            _masked(result, pairs[0])
        _as_one_word(result)


def _equal_rows(result: Run, positions: list[int]) -> None:
    name, first, second = word(result.words[positions[0]]), positions[0], positions[1]
    A = result.weights[0]
    options = ["They are equal", "They differ"]
    rows_equal = bool(np.allclose(A[first], A[second], rtol=0, atol=1e-12))
    question = f"Does the row of the first {name} differ from the row of the second, in head A?"
    if not blocks.predict_choice("twins", question, options, 0 if rows_equal else 1):
        return
    difference = max(float(np.abs(w[first] - w[second]).max()) for w in result.weights)
    if result.settings.causal:
        blocks.prose(
            f"The causal mask is on, so the second {name} sees words that the first does not: their rows "
            f"differ by up to {difference:.4f}."
        )
        return
    columns = float(np.abs(result.weights[:, :, first] - result.weights[:, :, second]).max())
    blocks.prose(
        f"Rows {first + 1} and {second + 1} are equal to the last digit shown, and so are columns {first + 1} "
        f"and {second + 1}: in both heads the largest difference is {tiny(max(difference, columns))}. No position "
        f"is added to $X$, so both {name} are the same vector and ask the same question. A head like this "
        "cannot know which word came just before."
    )


def _shuffle(result: Run) -> None:
    T = len(result.words)
    blocks.prose("Shuffle the sentence: the map below is computed anew from the words in their new order.")
    if st.button("Shuffle", icon=":material/shuffle:", key="shuffle") or len(st.session_state.get(ORDER, ())) != T:
        st.session_state[ORDER] = np.random.default_rng().permutation(T).tolist()
    order = st.session_state[ORDER]
    words = [result.words[place] for place in order]
    anew, moved = shuffled(result, order)[0], permuted(result.weights[0], order)
    with st.container(width=blocks.FIGURE_WIDTH // 2):
        blocks.picture(
            attention_map(anew, words, "Head A, shuffled"),
            "shuffled map",
            "Read it against the map of head A above.",
            f"Head A's map of the shuffled sentence {' '.join(words)}.",
        )
    difference = float(np.abs(anew - moved).max())
    if len(set(result.words)) == 1:
        blocks.prose("All words are equal, so any order is the same sentence, and its map is the one above.")
    elif result.settings.causal:
        blocks.prose(
            "With the causal mask on, order matters: this is not the first map with its rows and columns "
            f"moved. The largest difference from that is {difference:.4f}."
        )
    else:
        blocks.prose(
            "It is the first map with its rows and columns moved, nothing else: the largest difference is "
            f"{tiny(difference)}. A head sees a bag of words."
        )


def _masked(result: Run, positions: list[int]) -> None:
    masked = run(replace(result.settings, causal=True))
    first, second = positions[0], positions[1]
    difference = float(np.abs(masked.weights[0, first] - masked.weights[0, second]).max())
    blocks.prose(
        f"A causal mask breaks the twins: with it, head A's rows {first + 1} and {second + 1} differ by up to "
        f"{difference:.4f}, since the later word may look at more. The switch is in the sidebar, under More."
    )


def _as_one_word(result: Run) -> None:
    changed, any_row = [], False
    for head, weights in enumerate(result.weights):
        (before,), after = favourites(weights[None], result.words), merged_focus(weights, result.words)
        rows = [row for row in range(len(before)) if before[row] != after[row]]
        names = listing(word(result.words[row]) for row in rows)
        any_row = any_row or bool(rows)
        changed.append(f"{count(len(rows), 'row')} of head {head_name(head)}" + (f" ({names})" if rows else ""))
    shares = ": a word that occurs twice collects two shares" if any_row else ""
    blocks.prose(
        f"Count equal words as one by adding up their weights, and the favourite changes in {listing(changed)}{shares}."
    )

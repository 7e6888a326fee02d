"""Is that a lot? This run's gap and disagreeing rows among those of 5,000 seeds."""

import time
from dataclasses import replace

import numpy as np
import streamlit as st

from lib.comparison import Survey, disagreements, max_gap, survey
from lib.figures import seeds_histogram
from lib.lesson import Run, Settings
from lib.ui import blocks
from lib.ui.text import fixed, percent_exact

SEEDS = 5000
CHUNK = 500  # seeds between two steps of the progress bar
REST, LONGEST_REST = 0.1, 1.0  # seconds after each of them, in which others have Python's lock
RARE = 0.05


def section(run: Run) -> None:
    """Offer the survey, and place this run in it once it is there."""
    blocks.prose(
        "One seed is one draw. Run heads A and B again under the seeds 0 to 4,999, with the sentence, scale and "
        "sizes on screen, and see where this run lies. It takes a second or two, longer while many are at work here."
    )
    settings = replace(run.settings, seed=0)
    asked = "settings of the survey that was asked for"
    if st.button("Survey 5,000 seeds", key="survey", icon=":material/query_stats:"):
        st.session_state[asked] = settings
    if st.session_state.get(asked) == settings:
        _show(run, _surveyed(settings))


def _surveyed(settings: Settings) -> Survey:
    bar = st.progress(0.0, "Seed 0 of 5,000")
    parts = []
    for start in range(0, SEEDS, CHUNK):
        parts.append(_chunk(settings, start))
        done = start + CHUNK
        bar.progress(done / SEEDS, f"Seed {done:,} of {SEEDS:,}")
    bar.empty()
    return Survey(np.concatenate([part.gaps for part in parts]), np.concatenate([part.rows for part in parts]))


# Shared by all visitors: whoever asks for a chunk that another is computing waits for that one.
@st.cache_data(max_entries=40 * SEEDS // CHUNK, show_spinner=False)
def _chunk(settings: Settings, start: int) -> Survey:
    began, worked = time.perf_counter(), time.thread_time()
    found = survey(settings, range(start, start + CHUNK))
    # Where this thread had to wait, others want to work too: it rests the longer.
    waited = time.perf_counter() - began - (time.thread_time() - worked)
    time.sleep(min(REST + 3 * waited, LONGEST_REST))
    return found


def _show(run: Run, found: Survey) -> None:
    T = len(run.words)
    A, B = run.weights[:2]
    gap, rows = max_gap(A, B).value, len(disagreements(A, B, run.words))
    with st.container(width=blocks.FIGURE_WIDTH):
        left, right = st.columns(2)
        with left:
            counts, edges = np.histogram(found.gaps, bins=40, range=(0, 1))
            blocks.picture(
                seeds_histogram(counts.astype(float), edges, "largest gap", gap),
                "survey gaps",
                _place_of_gap(found, gap),
                f"Histogram of the largest gap over {SEEDS:,} seeds: mean {found.gaps.mean():.3f}; "
                f"this run is at {gap:.4f}.",
            )
        with right:
            counts, edges = np.histogram(found.rows, bins=np.arange(-0.5, T + 1))
            blocks.picture(
                seeds_histogram(counts.astype(float), edges, "rows that disagree", rows),
                "survey rows",
                _place_of_rows(found, rows, T),
                f"Histogram of the disagreeing rows over {SEEDS:,} seeds: mean {found.rows.mean():.2f} of {T}; "
                f"this run has {rows}.",
            )
    blocks.prose(
        "Nothing here is trained. Heads differ because they were drawn independently, not because they specialise."
    )


def _place_of_gap(found: Survey, gap: float) -> str:
    low, high = np.percentile(found.gaps, [5, 95])
    mean = float(found.gaps.mean())
    spread = f"The mean is {fixed(mean, 3)}; 90 % of seeds lie between {fixed(low, 3)} and {fixed(high, 3)}."
    # A gap that is equal up to rounding counts as equal: batched products may round otherwise.
    higher, lower = float((found.gaps > gap + 1e-9).mean()), float((found.gaps < gap - 1e-9).mean())
    if higher == lower == 0:
        return f"Every seed has this run's gap, {fixed(gap)}."
    if higher >= lower:
        return f"This run's {fixed(gap)} is lower than {percent_exact(higher)} of seeds{_rarity(1 - higher)}. {spread}"
    return f"This run's {fixed(gap)} is higher than {percent_exact(lower)} of seeds{_rarity(1 - lower)}. {spread}"


def _place_of_rows(found: Survey, rows: int, T: int) -> str:
    same = float((found.rows == rows).mean())
    at_least, at_most = float((found.rows >= rows).mean()), float((found.rows <= rows).mean())
    kind = "ordinary" if min(at_least, at_most) >= RARE else "rare"
    return (
        f"{rows} of {T} rows is {kind}: {percent_exact(same)} of seeds have exactly that many, "
        f"{percent_exact(at_least)} at least that many. The mean is {found.rows.mean():.2f}."
    )


def _rarity(tail: float) -> str:
    return ": a rare case" if tail < RARE else ""

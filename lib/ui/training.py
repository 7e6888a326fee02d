"""One head, two jobs: train one head and two heads live, and look at what they learned."""

from collections.abc import Sequence

import streamlit as st

from lib.attention import Array
from lib.bottleneck_figures import RUNS, loss_curves, trained_rows
from lib.training import Job
from lib.two_jobs import Training
from lib.ui import blocks
from lib.ui.text import listing, percent

SEEDS = range(5)
ASKED = "two jobs asked"
LOOK_EVERY = 0.3  # seconds
SOLVED = 0.99  # of the held-out answers of each job
ROWS_WIDTH = 250  # pixels: three fit beside an open sidebar at 1280, and a cell has room for its number and a frame
TITLES = ("One head", "Two heads: A", "Two heads: B")


@st.cache_resource(max_entries=2 * len(SEEDS), show_spinner=False)
def job(heads: int, seed: int) -> Job:
    """Return the one training of these arguments that all visitors share; the first call starts it."""
    return Job(heads, seed)


@st.fragment
def section() -> None:
    """Explain the two jobs, train on demand, and show what came out."""
    blocks.prose(
        "Eight positions hold four words and then the same four in another order; each position also carries one of "
        "eight tags. For every word of the second half a small layer must report two tags: that of the **word before** "
        "and that of the **earlier copy** of the same word. It is attention and a linear readout, nothing else."
    )
    blocks.prose(
        "One layer has one head of width 16, the other two heads of width 8: the same number of weights, the same "
        "random start, the same examples. These sizes stay, whatever the sidebar says. Training takes a few seconds."
    )
    with st.container(horizontal=True, vertical_alignment="bottom", width=blocks.PROSE_WIDTH):
        seed = st.selectbox("Training seed", SEEDS, key="two jobs seed", width=140)
        pressed = st.button("Train one head and two heads", key="two jobs train")
    if pressed:
        st.session_state[ASKED] = seed
    if st.session_state.get(ASKED) != seed:
        return
    jobs = [job(heads, seed) for heads in (1, 2)]
    _watch(jobs)
    one, two = (each.training for each in jobs)
    if one is None or two is None:
        job.clear(1, seed)
        job.clear(2, seed)
        del st.session_state[ASKED]
        st.error("The training ended early, so there is nothing to show. Press the button to try again.")
        return
    _accuracies(one, two)
    _attention(one, two)
    _reason()


def _watch(jobs: Sequence[Job]) -> None:
    """Show progress and losses until both trainings have ended."""
    bar, chart = st.empty(), st.container(width=blocks.PROSE_WIDTH).empty()
    while waiting := [each for each in jobs if not each.finished.is_set()]:
        share = sum(each.share for each in jobs) / len(jobs)
        bar.progress(share, "Training" if share else "Waiting for the training to begin", width=blocks.PROSE_WIDTH)
        if share:
            _losses(chart, jobs)
        waiting[0].finished.wait(LOOK_EVERY)
    bar.empty()
    _losses(chart, jobs)


def _losses(place: st.delta_generator.DeltaGenerator, jobs: Sequence[Job]) -> None:
    curves = {name: list(each.curve) for name, each in zip(RUNS, jobs, strict=True) if each.curve}
    ends = listing(f"{name} at {curve[-1][1]:.3f} after {curve[-1][0]} steps" for name, curve in curves.items())
    with place:
        blocks.chart(loss_curves(curves), "two jobs loss", f"Loss in nats over the training steps: {ends}.")


def _accuracies(one: Training, two: Training) -> None:
    jobs = {"tag of the word before": 0, "tag of the earlier copy": 1}
    lines = [f"| {name} | {percent(one.accuracy[i])} | {percent(two.accuracy[i])} |" for name, i in jobs.items()]
    lines.append(f"| weights trained | {one.parameters:,} | {two.parameters:,} |")
    blocks.prose("| right answers on new examples | one head | two heads |\n|---|---|---|\n" + "\n".join(lines))
    worse = percent(min(one.accuracy))
    if min(two.accuracy) >= SOLVED > min(one.accuracy):
        says = f"Two heads do both jobs. The lone head does not: on its worse job it is right {worse} of the time."
    else:
        says = (
            f"On its worse job one head is right {worse} of the time and two heads {percent(min(two.accuracy))}. "
            "This run does not tell the two layers apart the way that others do; try another seed."
        )
    blocks.prose(f"{says} Guessing would be right one time in eight.")


def _attention(one: Training, two: Training) -> None:
    """Show the rows of all three heads on one example, which is the same for both layers."""
    example = one.example
    heads = [training.weights[head][list(example.queries)] for training, head in ((one, 0), (two, 0), (two, 1))]
    blocks.prose(
        "One new example, seen by all three heads. In each row a solid frame marks the word before and a dashed "
        "frame the earlier copy."
    )
    with st.container(width=blocks.FIGURE_WIDTH, horizontal=True):
        for title, weights in zip(TITLES, heads, strict=True):
            with st.container(width=ROWS_WIDTH):
                st.markdown(f"**{title}**")
                shares = _shares(weights, one)
                blocks.picture(trained_rows(weights, example), f"two jobs map {title}", shares, f"{title}: {shares}")
    blocks.fold("These rows as tables", "two jobs tables", lambda: _tables(heads, one), "table")


def _shares(weights: Array, training: Training) -> str:
    """Say how much of its rows (N, T) a head gives to the two positions that are asked for."""
    rows, example = range(len(weights)), training.example
    before, copy = (weights[rows, places].mean() for places in (example.previous, example.copies))
    return f"On average {percent(before)} to the word before, {percent(copy)} to the earlier copy."


def _tables(heads: Sequence[Array], training: Training) -> None:
    for title, weights in zip(TITLES, heads, strict=True):
        st.markdown(f"**{title}**")
        blocks.matrix_table(weights, training.example.words, queries=training.example.queries)


def _reason() -> None:
    blocks.prose(
        "What makes the lone head fail here: each query has one row of weights, and both answers must be read from the "
        "one mixture of values that this row makes. A linear readout cannot tell which part came from where. It is not "
        "the number of weights, which is equal, and it is not rank: a head at least as wide as the sentence is long "
        "can form any pattern of attention (Bhojanapalli et al. 2020, Theorem 1), and 16 is more than 8. It shows what "
        "sharing a row costs in this layer, not that one head can never do two jobs."
    )

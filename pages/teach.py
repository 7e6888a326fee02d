"""For teachers: a link for the class, a plan for 10, 30 and 60 minutes, misconceptions, the day before."""

import streamlit as st

from lib.comparison import max_gap
from lib.lesson import Settings, run
from lib.ui import blocks, link_builder, site
from lib.ui.memory import memory
from lib.ui.text import EQUAL, word
from lib.variations import twins

MISCONCEPTIONS = (
    (
        "The heads differ because they specialise.",
        "comparison",
        "“Is that a lot?”: independent draws differ, untrained.",
    ),
    (
        "A small gap means the heads agree.",
        "two_heads",
        "“Scale is temperature”: the gap goes with the scale, no favourite moves.",
    ),
    (
        "A head knows the word before.",
        "two_heads",
        "“Twins, shuffles and the mask”: without the mask the same map, only permuted.",
    ),
    (
        "Average two heads and you have both.",
        "comparison",
        "“Averaging is not two opinions”: the mean is a third view.",
    ),
    ("More heads cost more weights.", "many_heads", "The sum of the projection weights stays the same."),
    (
        "More heads are always better.",
        "many_heads",
        "“How many heads are worth it?”: BLEU by number of heads rises, then falls.",
    ),
    ("A wider head would do.", "bottleneck", "“One head, two jobs”: equal weights, one row a query all the same."),
)


def page(settings: Settings) -> None:
    blocks.prose(
        "# Teach with it\n\n"
        "Everything a class needs is in one link. Set the sidebar as you want it, then build the link here."
    )
    link_builder.section(settings)


def plan(settings: Settings) -> None:
    memory().open_below = True  # its questions are about the run on screen
    A, B = run(settings).weights
    words, differ = settings.words, max_gap(A, B).value >= EQUAL
    ring = "Point at the ring." if differ else "There is no ring, since no cell differs."
    close = "What makes the maps differ?" if differ else "Why are the maps equal all the same?"
    equal_words = (
        "Ask first: do equal words get equal rows?"
        if twins(words)
        else "It has more to show for a sentence in which a word occurs twice."
    )
    blocks.prose(
        "## A plan\n\nAsk before you reveal: a guess that turns out wrong is remembered longer than a number that was "
        "told."
    )
    ten, thirty, sixty = st.tabs(["10 minutes", "30 minutes", "60 minutes"])
    with ten:
        blocks.prose(
            f"1. **Two heads.** Ask: which word does {word(words[min(1, len(words) - 1)])} look at most, in A and in "
            "B? Reveal, and read both rows aloud.\n"
            "2. **Comparison.** Let one guess the largest gap. Then ask for a show of hands: in how many rows do they "
            f"disagree? Reveal. {ring}\n"
            f"3. Close with: nothing is trained. {close}"
        )
    with thirty:
        blocks.prose(
            "1. **The bottleneck**, 8 minutes. Let them work out one row. Ask: how many weights do two heads of half "
            "the width need?\n"
            f"2. **Two heads**, 8 minutes. Predict, reveal, then open “Twins, shuffles and the mask”. {equal_words}\n"
            "3. **Comparison**, 10 minutes. Predict both numbers. Open “Is that a lot?” and let them press the "
            "button.\n"
            "4. **Summary**, 4 minutes. Each writes one sentence on why one head is not enough."
        )
    with sixty:
        blocks.prose(
            "1. The 30 minutes, without the summary.\n"
            "2. **Many heads**, 10 minutes. Open “How many heads are worth it?”. Ask: if each head brings its own "
            "views, how many links do eight cover? Then the published BLEU beside it.\n"
            "3. **Exercises**, 20 minutes, in pairs. Exercise 1 for all, 2 for the quick; the answer names the slip, "
            "so let them read it before you help.\n"
            "4. **Summary**, 4 minutes, printed or on screen."
        )

    rows = "\n".join(f"| {claim} | **{site.titles()[path]}.** {answer} |" for claim, path, answer in MISCONCEPTIONS)
    st.markdown(
        f"## Misconceptions to expect\n\n| They say | What to show |\n|---|---|\n{rows}",
        width=blocks.FIGURE_WIDTH,
    )
    blocks.prose(
        "## Students' progress\n\n"
        "Guesses stay in the session, drafts and solved marks in each student's own browser. Nobody else sees them, "
        "nothing is recorded, and no name is ever asked for. A result can be made up by whoever wants to: take it as "
        "feedback to the student, never as a grade.\n\n"
        "## The day before\n\n"
        "- Open the app once. On Streamlit Community Cloud it sleeps after 12 hours without a visitor and takes a "
        "minute to wake.\n"
        "- Try the link on the school's network, with one of the students' devices.\n"
        "- Open **Exercises** there. If Python does not start, the network blocks its source: fetch it into the app "
        "with `python -m lib.ui.runner.fetch`, or let students use “Can't run Python here?”.\n"
        "- Switch the projector to light or dark, and zoom until the back row can read a cell.\n"
        "- Decide which predictions to keep closed; the link with `reveal=1` opens them all."
    )


site.show(page, plan)

"""Many heads: h views of one sentence from one budget, back to one output, and what more heads bring."""

import streamlit as st

from lib import many_heads_figures as figures
from lib.coverage import shared
from lib.lesson import Settings, run
from lib.splitting import compare
from lib.ui import blocks, head_count, many_heads, site, takeaway
from lib.ui.text import count


def page(settings: Settings) -> None:
    blocks.prose(
        "# Many heads\n\n"
        "Two heads gave two views of each word. Nothing stops at two: the course's tiny GPT has `n_head` = 4 heads "
        "in a layer that is `n_embd` = 64 wide. What does a layer with h heads compute, and what does it cost?\n\n"
        "## One budget, shared\n\n"
        "The heads split the width between them: each works with hs = C / h numbers, so h must divide C without a "
        "rest. Only such numbers are offered, up to 16."
    )
    C, h = many_heads.sizes()
    result = run(shared(settings, C, h))
    T, hs = len(result.words), C // h
    blocks.prose(
        f"Everything on this page is drawn afresh with C = {C} and {count(h, 'head')} of hs = {hs}. The sentence, the "
        "seed, the init scale, the mask and the word vectors are the sidebar's; its width and head size are for the "
        f"pages with two heads, and come back here only where this page says so.\n\n{many_heads.budget(T, C, h)}"
    )
    blocks.fold(
        "The same sum for every number of heads", "many heads budget", lambda: many_heads.budget_table(C), "table"
    )

    many_heads.maps(result)
    blocks.prose(
        f"{many_heads.focus_table(result)}\n\n"
        "## Back to one output\n\n"
        f"Each head hands over its own ({T}, {hs}). The layer needs one ({T}, {C}) again: the outputs are put side by "
        f"side, and one more matrix $W_O$ of {C} × {C} weights mixes them, so that each number it returns can draw "
        "from every head."
    )
    check = compare(result.X, (result.Wq, result.Wk, result.Wv), settings.causal)
    blocks.picture(
        figures.back_together(h, T, C),
        "many heads together",
        "Not to scale. The batch size B would stand in front of every shape but that of $W_O$.\n\n"
        "## Two questions for the next lesson\n\n"
        "**Must h heads be h separate projections?** One wide projection with C columns can do their work in one "
        "product; reshaping and transposing its result gives each head its own hs columns. Computed both ways for "
        f"the {count(h, 'head')} above, {many_heads.agreement(check)}\n\n"
        "**How do the outputs become one?** Concatenate, then project: the figure above shows the shapes. What $W_O$ "
        "learns is a question for a trained model, and nothing here is trained.",
        f"From top to bottom: {h} blocks of shape ({T}, {hs}); the same blocks side by side, ({T}, {C}); "
        f"times W_O, ({C}, {C}); one block of shape ({T}, {C}).",
        blocks.PROSE_WIDTH,
    )


def closer(settings: Settings) -> None:
    C, h = st.session_state.n_embd, st.session_state.n_head
    blocks.look_closer(
        "many heads closer",
        {
            "How many heads are worth it?": lambda: head_count.section(settings, C),
            "A first look at splitting": many_heads.splitting_code,
            "Take it away": lambda: takeaway.section(run(shared(settings, C, h)), "many heads"),
        },
    )


site.show(page, closer, onward="exercises")

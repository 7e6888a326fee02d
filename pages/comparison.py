"""How different are the two heads: A, B and A − B, the largest gap, and the focus of every row."""

from lib.charts import difference_map
from lib.comparison import disagreements, focus, max_gap
from lib.coverage import coverage
from lib.lesson import Settings, run
from lib.ui import averaging, blocks, entropies, one_row, site, survey, takeaway
from lib.ui.text import EQUAL, cell, count, largest_gap, verdict


def page(settings: Settings) -> None:
    result = run(settings)
    words, T = result.words, len(result.words)
    A, B = result.weights
    gap, differ = max_gap(A, B), disagreements(A, B, words)
    alike = gap.value < EQUAL
    in_a, in_b = focus(A, words), focus(B, words)

    blocks.prose(
        "# Comparison\n\n"
        "Two numbers say how far apart two heads are. The largest gap is the biggest difference between two cells "
        "in the same place. The rows that disagree are those whose favourite key, their focus, is another word."
    )
    if not (
        blocks.predict_number("gap", "How large is the largest gap? A row has 1 to give away.", 0.0, 1.0, gap.value)
        and blocks.predict_number(
            "rows",
            f"In how many of the {count(T, 'row')} do A and B have different focus words?",
            0,
            T,
            len(differ),
            "{:.0f}",
            1,
        )
    ):
        return

    blocks.headline(A, B, words)
    with blocks.two_maps(result.weights, words, "comparison"):
        blocks.chart(
            difference_map(A, B, words, None if alike else (gap.query, gap.key)),
            "difference map",
            f"Map of A minus B. Largest gap {gap.value:.4f} at query {words[gap.query]}, key {words[gap.key]}.",
            blocks.MAP_WIDTH,
        )
    rows = "\n".join(
        f"| {place}\u00a0{cell(query)} | {cell(a)} | {cell(b)} | {verdict(a == b)} |"
        for place, (query, a, b) in enumerate(zip(words, in_a, in_b, strict=True), start=1)
    )
    undecided = coverage(result.weights, words).undecided
    first = (
        f" In {undecided} of these {2 * T} cases different words share the row's largest weight: its focus is only the "
        "first of equals."
        if undecided
        else ""
    )
    blocks.prose(
        f"{blocks.maps_say(result.weights, words)}\n\n{largest_gap(A, B, words)}"
        f"{'' if alike else ' The ring marks it.'}\n\n"
        "In A − B, blue is where A gives more, vermillion is where B does, and the sign in the cell says the same.\n\n"
        "## Where each row looks\n\n"
        f"| query | head A | head B | agree? |\n|---|---|---|---|\n{rows}\n\n"
        f"**{len(differ)} of {count(T, 'row')}** disagree.{first}"
    )


def closer(settings: Settings) -> None:
    if not blocks.answered("gap", "rows"):
        return
    result = run(settings)
    A, B = result.weights
    blocks.tables({"Head A": A, "Head B": B, "A − B": A - B}, result.words, "comparison")
    blocks.look_closer(
        "comparison closer",
        {
            "One row, two distributions": lambda: one_row.section(result),
            "Entropy and divergence": lambda: entropies.section(result),
            "Is that a lot?": lambda: survey.section(result),
            "Averaging is not two opinions": lambda: averaging.section(result),
            "Take it away": lambda: takeaway.section(result, "comparison"),
        },
    )


site.show(page, closer, onward="many_heads")

"""Start: what the learner will be able to do, what to know first, the path, and the whole in one picture."""

from lib.comparison import disagreements
from lib.lesson import Settings, run
from lib.ui import blocks, runner, site, takeaway
from lib.ui.text import count, largest_gap

PATH = {
    "bottleneck": "one row, one opinion",
    "two_heads": "the same words twice",
    "comparison": "in two numbers",
    "many_heads": "from two heads to h",
    "exercises": "write it yourself",
    "summary": "what to keep",
}


def page(settings: Settings) -> None:
    result = run(settings)
    words, T = result.words, len(result.words)
    A, B = result.weights
    differ = disagreements(A, B, words)

    blocks.prose(
        "# Why one head isn't enough\n\n"
        "The companion to the lesson of that name. Keep it open while you read: every number of the lesson is "
        "computed here as you watch, and you can change what it was computed from.\n\n"
        "## The whole in one picture\n\n"
        "One sentence, the same vectors, two attention heads drawn at random. Each row shows where one word looks."
    )
    blocks.two_maps(result.weights, words, "start")
    blocks.headline(A, B, words)
    blocks.tables({"Head A": A, "Head B": B}, words, "start")
    blocks.prose(
        f"{blocks.maps_say(result.weights, words)}\n\n{largest_gap(A, B, words)} In {len(differ)} of "
        f"{count(T, 'row')} the favourite is another word. Nothing is trained yet, and the heads share nothing but "
        "the sentence's vectors."
    )


def path(settings: Settings) -> None:
    blocks.fold("Take it away", "start takeaway", lambda: takeaway.section(run(settings), "start"), "download")
    blocks.prose(
        "## Afterwards you can\n\n"
        "- say why one head gives each position one pattern only;\n"
        "- say how several narrow heads add patterns at about the same price;\n"
        "- build two independent heads in NumPy over one input;\n"
        "- show with numbers that they look at different words;\n"
        "- say what comes next: splitting, running in parallel, joining.\n\n"
        "You need to know one attention head's forward pass, and matrix products in NumPy.\n\n"
        "## The path"
    )
    for place, promise in PATH.items():
        site.link(place, promise)
    runner.progress()


site.show(page, path)

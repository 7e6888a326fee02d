"""Open a page of the app without a browser, as a link would, and read what it says.

Streamlit's AppTest runs the real entrypoint. It needs that file's absolute path, and what it cannot do is
write a bound widget's value back into the address: that is for the tests in `tests/browser`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import parse_qsl

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Element

from lib.lesson import Settings
from lib.ui.text import PERCENT
from tests.serving import ROOT

# Path in the address -> file and title.
PAGES = {
    "": ("start", "Why one head isn't enough"),
    "bottleneck": ("bottleneck", "The bottleneck"),
    "two_heads": ("two_heads", "Two heads"),
    "comparison": ("comparison", "Comparison"),
    "many_heads": ("many_heads", "Many heads"),
    "exercises": ("exercises", "Exercises"),
    "summary": ("summary", "Summary"),
    "teach": ("teach", "Teach with it"),
}
WITH_A_RUN = [path for path in PAGES if path not in ("exercises", "teach")]

Query = Mapping[str, str | Sequence[str]]


def visit(path: str, query: Query | None = None, folds: bool = False) -> AppTest:
    """Run the page that a link with this path and these parameters opens, on request with every fold open."""
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=120)
    for name, value in (query or {}).items():
        app.query_params[name] = value if isinstance(value, str) else list(value)
    if path:
        app.switch_page(f"pages/{PAGES[path][0]}.py")
    app.run()
    if folds:
        for fold in app.get("expander"):
            # The id that Streamlit makes ends in the fold's own key.
            if key := fold.proto.id.split("-", 2)[-1]:
                app.session_state[key] = True
        app.run()
    return app


def every_view(path: str, query: Query) -> Iterator[AppTest]:
    """Open a page with every prediction and fold open, then each of its sections under "Look closer" in turn."""
    app = visit(path, {**query, "reveal": "1"}, folds=True)
    yield app
    for choice in [option for pills in app.pills for option in pills.options]:
        app.pills[0].set_value(choice).run()
        yield app


def press(app: AppTest, label: str) -> None:
    """Press the first button with this label."""
    next(button for button in app.button if button.label == label).click().run()


def elements(block: Block) -> Iterator[Element]:
    """Yield everything that a block shows, from top to bottom."""
    for child in block.children.values():
        if isinstance(child, Block):
            yield from elements(child)
        else:
            yield child


def titles(app: AppTest) -> list[str]:
    """Return the headings of the first level."""
    return re.findall(r"^# (.+)", "\n".join(element.value for element in app.main.markdown), re.MULTILINE)


def prose(app: AppTest) -> str:
    """Return what the page itself says in sentences, titles, captions and notices, line by line."""
    kinds = ("title", "header", "markdown", "caption", "text", "info", "warning", "error", "success")
    text = "\n".join(str(element.value) for element in elements(app.main) if element.type in kinds)
    return text.replace(PERCENT, " %")


def markdown(app: AppTest) -> Iterator[str]:
    """Yield all that Streamlit renders as Markdown: texts, labels, cells of tables, and the options of a radio."""
    for element in [*elements(app.main), *elements(app.sidebar)]:
        if element.type == "table":
            frame = element.value
            yield from map(str, [*frame.index, *frame.columns, *frame.to_numpy().ravel()])
        elif element.type in ("title", "header", "markdown", "caption", "info", "warning", "error", "success"):
            yield element.value
        if label := getattr(element.proto, "label", ""):
            yield label
        if element.type == "radio":
            yield from element.options


def without_code(text: str) -> str:
    """Return Markdown without its code spans (CommonMark 0.31, section 6.1)."""
    return re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", text, flags=re.DOTALL)


def shown(app: AppTest) -> Settings:
    """Return the settings of the run on screen, read from the link that the sidebar offers."""
    texts = [str(element.value) for element in elements(app.sidebar) if element.type in ("markdown", "code")]
    link = re.search(r"\?(\S+)", "\n".join(texts))
    query = dict(parse_qsl(link[1], strict_parsing=True)) if link else {}
    read = {"sentence": str, "seed": int, "scale": float, "width": int, "head_size": int, "vectors": str}
    return Settings(causal=query.pop("mask", "false") == "true", **{name: read[name](query[name]) for name in query})


def metrics(app: AppTest) -> dict[str, str]:
    """Return the page's large numbers by their labels."""
    return {metric.label: metric.value for metric in app.metric}

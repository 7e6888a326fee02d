"""The sidebar: widgets become Settings, and the address bar follows them.

Every widget is bound to the URL parameter of its key, so the address is the permalink. What comes from a
link or a browser is checked again by `Settings`; where a sentence is refused, the last good one stays.
A change draws the page and the link to it, and lets the sidebar and the menu be: all of it costs a quarter more.
"""

from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from lib.lesson import MAX_CHARACTERS, MAX_SCALE, MAX_SEED, MAX_SIZE, MAX_WORDS, Settings, SettingsError
from lib.ui.blocks import REVEAL_ALL
from lib.ui.links import LESSON, OWN, PARAMETERS, asked, changed, changed_here, permalink, refusals
from lib.ui.memory import Memory, memory

MORE = frozenset({"width", "head_size", "mask", "vectors"})

PAGE, BELOW, LINK = "page", "below", "link"  # the keys of what follows the controls


def sidebar() -> None:
    """Draw the controls, and take what they ask for as the Settings on screen."""
    query = asked()
    _keep_revealed()
    with st.sidebar:
        sentence = st.text_input(
            "Sentence",
            LESSON.sentence,
            key="sentence",
            help=f"One to {MAX_WORDS} words, split at blanks; at most {MAX_CHARACTERS} characters.",
            **BOUND,
        )
        _say_what_is_wrong(sentence)
        st.number_input(
            "Seed",
            0,
            MAX_SEED,
            LESSON.seed,
            key="seed",
            help="Another seed draws other vectors and heads.",
            **BOUND,
        )
        st.button("Next seed", icon=":material/casino:", on_click=_next_seed)
        st.number_input(
            "Init scale",
            0.0,
            MAX_SCALE,
            LESSON.scale,
            step=0.01,
            format="%g",
            key="scale",
            help="What every projection weight is multiplied by. Real models start near 0.02.",
            **BOUND,
        )
        with st.expander("More", icon=":material/tune:", key="more", on_change="rerun") as more:
            # Five widgets cost as much as a page of prose, so they are made when someone looks at them or
            # when one of them holds another value than the lesson's.
            if more.open or _more_is_changed():
                _more_controls()
        kept = memory()
        settings = _take(kept)
        _link()
    kept.refusals = kept.refusals or (settings, refusals(query, settings))


def on_screen() -> Settings:
    """Return the Settings to show: those asked for, with the last good sentence."""
    return memory().last_good or LESSON


def open_page() -> str:
    """Return Streamlit's hash of the page that this run is for."""
    context = get_script_run_ctx()
    return context.page_script_hash if context else ""


def notice(settings: Settings) -> None:
    """Say at the top of a page what was refused, and which Settings are not the lesson's."""
    if st.context.is_embedded:
        # A frame can hide the button that wakes a sleeping app.
        revealed = {"reveal": "1"} if st.session_state.get(REVEAL_ALL) else {}
        st.link_button(
            "Open the full app", permalink(settings, **revealed), icon=":material/open_in_new:", type="tertiary"
        )
    kept = memory()
    if kept.problem:
        st.error(f"{kept.problem} Until then the last good sentence stays.", icon=":material/edit:")
    opened_with, sentences = kept.refusals or (settings, [])
    for sentence in sentences if opened_with == settings else []:
        st.warning(sentence, icon=":material/link_off:")
    if different := _changes_in_words(settings, kept):
        st.info(f"Not the lesson's settings: {different}. All numbers are this run's.", icon=":material/tune:")
    if different or kept.problem:
        st.button("Back to the lesson", icon=":material/undo:", on_click=reset)


def reset() -> None:
    """Set every control to the lesson's value."""
    for name, (field, _) in PARAMETERS.items():
        st.session_state[name] = getattr(LESSON, field)
    st.session_state.update(OWN)
    memory().whole = None  # the sidebar must show it, also where another change comes in between
    st.rerun()


def _more_is_changed() -> bool:
    """Say whether a link or a widget, drawn before, asks for another value than the lesson's."""
    usual = {name: getattr(LESSON, PARAMETERS[name][0]) for name in MORE}
    return not MORE.isdisjoint(st.query_params) or any(
        st.session_state.get(name, value) != value for name, value in usual.items()
    )


def _more_controls() -> None:
    """Draw the controls under "More"."""
    st.number_input("Width C", 1, MAX_SIZE, LESSON.width, key="width", help="Numbers in a word vector.", **BOUND)
    st.number_input(
        "Head size hs",
        1,
        MAX_SIZE,
        LESSON.head_size,
        key="head_size",
        help="Numbers in a query or key.",
        **BOUND,
    )
    st.toggle(
        "Causal mask",
        LESSON.causal,
        key="mask",
        help="A word may look at itself and at earlier words only.",
        **BOUND,
    )
    st.radio(
        "Word vectors",
        ["lesson", "per word"],
        key="vectors",
        captions=["one draw for the sorted vocabulary", "keep the other words' vectors"],
        help="The lesson draws one block of vectors, so a new word moves all of them.",
        **BOUND,
    )
    st.toggle("Show every answer", key=REVEAL_ALL, help="Opens all predictions, for a projector.")


def _keep_revealed() -> None:
    """Let `reveal=1` open every prediction for the session, and keep it in the address of every page."""
    query = st.query_params
    if REVEAL_ALL not in st.session_state:
        st.session_state[REVEAL_ALL] = query.get("reveal", "").lower() in ("1", "true")
    if not st.session_state[REVEAL_ALL]:
        query.pop("reveal", None)
    elif query.get("reveal") != "1":
        query["reveal"] = "1"


def _next_seed() -> None:
    st.session_state.seed = (st.session_state.seed + 1) % (MAX_SEED + 1)
    memory().whole = None  # as in `reset`


def _say_what_is_wrong(sentence: str) -> None:
    """Say beside the sentence why it cannot be used."""
    try:
        replace(LESSON, sentence=sentence)
    except SettingsError as error:
        st.error(str(error), icon=":material/edit:")


def _take(kept: Memory) -> Settings:
    """Take what the controls ask for; a sentence that is refused is noted, and the last good one stays."""
    before = kept.last_good
    asked = {field: st.session_state.get(name, getattr(LESSON, field)) for name, (field, _) in PARAMETERS.items()}
    try:
        settings = Settings(**asked)
        kept.problem = None
    except SettingsError as error:
        # All other controls keep their values in range by themselves.
        kept.problem = str(error)
        settings = Settings(**asked | {"sentence": (before or LESSON).sentence})
    if before is not None and before.words != settings.words:
        kept.before_edit = before
    kept.last_good = settings
    return settings


def _follow() -> None:
    """After a change, draw what shows it, where all else stays as it is."""
    kept = memory()
    was_refused = kept.problem
    _take(kept)
    # What is wrong with a sentence is said in the sidebar. And before a page has been drawn whole, or on the way to
    # another one, there is nothing yet that could stay.
    if not (was_refused or kept.problem) and kept.whole == open_page():
        st.rerun([PAGE, LINK, *([BELOW] if kept.open_below else [])])


BOUND: dict[str, Any] = {"bind": "query-params", "on_change": _follow}  # the widget's key is its URL parameter


@st.fragment(key=LINK)
def _link() -> None:
    """Draw the link to what is on screen."""
    # It is percent-encoded, so nothing in it ends the block; a code block has a copy button.
    st.markdown(f"Copy link: opens this page with these settings.\n```text\n{permalink(on_screen())}\n```")
    memory().own_in_link = changed_here()


def _changes_in_words(settings: Settings, kept: Memory) -> str:
    shown = {"sentence": "another sentence", "mask": "causal mask on", "vectors": "word vectors per word"}
    different = [shown.get(name) or f"{PARAMETERS[name][1]} {value:.12g}" for name, value in changed(settings).items()]
    return ", ".join(different + [f"{name} {value}" for name, value in kept.own_in_link.items()])

"""Settings as URL parameters: the link to a run, and what a link asked for in vain."""

import math
from dataclasses import replace
from urllib.parse import urlencode

import streamlit as st

from lib.coverage import head_counts
from lib.lesson import Settings, SettingsError
from lib.ui.memory import memory

LESSON = Settings()

# URL parameter, which is the widget's key too -> field of Settings and its name in prose. A value equal to
# the default is left out of a link, so the names and the defaults are fixed for good.
PARAMETERS = {
    "sentence": ("sentence", "sentence"),
    "seed": ("seed", "seed"),
    "scale": ("scale", "init scale"),
    "width": ("width", "width C"),
    "head_size": ("head_size", "head size hs"),
    "mask": ("causal", "causal mask"),
    "vectors": ("vectors", "word vectors"),
}

# The many-heads page's own parameters, with the tiny GPT's values; they are in no other page's link.
MANY_HEADS = "many_heads"
OWN = {"n_embd": 64, "n_head": 4}


def asked() -> dict[str, str]:
    """Return the parameters of the link that opened this session, as they stood in it."""
    kept = memory()
    if kept.asked is None:
        kept.asked = st.query_params.to_dict()
        # Streamlit stops with an error where a whole number reads as infinity, before any code of ours.
        numbers = {**PARAMETERS, **OWN}.keys() - {"sentence"}
        if endless := [name for name in numbers if _is_endless(kept.asked.get(name))]:
            for name in endless:
                del st.query_params[name]
            st.rerun()
    return kept.asked


def permalink(settings: Settings, path: str | None = None, **more: str) -> str:
    """Return the full link to `settings` on the page that is open, or on the page with this path."""
    url = st.context.url or ""
    if path is not None:
        url = f"{url.rsplit('/', 1)[0]}/{path}"
    query = {name: _as_text(value) for name, value in (changed(settings) | _changed_at(url)).items()} | more
    return f"{url}?{urlencode(query)}" if query else url


def changed(settings: Settings) -> dict[str, object]:
    """Return the parameters whose values are not the lesson's."""
    values = {name: getattr(settings, field) for name, (field, _) in PARAMETERS.items()}
    return {name: value for name, value in values.items() if value != getattr(LESSON, PARAMETERS[name][0])}


def changed_here() -> dict[str, object]:
    """Return the open page's own parameters whose values are not the defaults."""
    return _changed_at(st.context.url or "")


def _changed_at(url: str) -> dict[str, object]:
    if url.rsplit("/", 1)[-1] != MANY_HEADS:
        return {}
    n_embd = st.session_state.get("n_embd", OWN["n_embd"])
    usual = {"n_embd": OWN["n_embd"], "n_head": usual_heads(n_embd)}
    values = {name: st.session_state.get(name, default) for name, default in usual.items()}
    return {name: value for name, value in values.items() if value != usual[name]}


def usual_heads(n_embd: int, wished: int = OWN["n_head"]) -> int:
    """Return the largest number of heads up to `wished` that divides `n_embd`."""
    return max(heads for heads in head_counts(n_embd) if heads <= wished)


def refusals(query: dict[str, str], shown: Settings) -> list[str]:
    """Say which parameters of a link could not be used, why, and what is shown instead."""
    sentences = []
    for name, (field, prose) in PARAMETERS.items():
        in_use = getattr(shown, field)
        # A refused sentence stays in its field, where the sidebar speaks about it.
        if name == "sentence" or name not in query or _from_text(query[name], in_use) == in_use:
            continue
        try:
            replace(LESSON, **{field: _from_text(query[name], in_use)})  # type: ignore[arg-type]
            reason = ""
        except SettingsError as error:
            reason = f" {error}"
        sentences.append(f"The link's {prose} cannot be used.{reason} Shown instead: {_as_text(in_use)}.")
    return sentences


def _as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_endless(text: str | None) -> bool:
    try:
        return text is not None and math.isinf(float(text))
    except ValueError:
        return False


def _from_text(text: str, like: object) -> object:
    """Read a parameter the way Streamlit does; what cannot be read stays the text that it is."""
    if isinstance(like, bool):
        return {"true": True, "false": False}.get(text.lower(), text)
    if isinstance(like, (int, float)):
        try:
            number = float(text)
        except ValueError:
            return text
        return int(number) if number.is_integer() and isinstance(like, int) else number
    return text

"""The learner's Python, in the learner's browser: an editor, its paste box, and what has been solved.

The server sends code and reads results; it runs nothing. README.md in this folder tells the parts.
"""

import secrets
from collections.abc import Iterable
from functools import partial

import streamlit as st

from lib.exercises import EXERCISES, Exercise
from lib.ui.runner.answers import BadSubmission, Submission, parse
from lib.ui.runner.component import ENCODER, mount_editor, mount_progress, runtime

__all__ = ["BadSubmission", "Submission", "editor", "mark_solved", "parse", "paste_box", "progress", "was_pasted"]

# A refusal may stand beside the verdict on the result before.
STILL_SHOWN = "The verdict on this exercise is still that of the result before."


def editor(exercise: Exercise) -> Submission | None:
    """Draw the editor of `exercise`; return the last result of this session, from here or pasted."""
    number = exercise.number
    key = f"runner-editor-{number}"
    mount_editor(
        key=key,
        data={
            "exercise": number,
            "label": f"Exercise {number}: your Python code",
            "starter": exercise.starter,
            "probe": exercise.probe,
            "solved": number in _solved(),
            "visit": _visit(),
            "runtime": runtime(),
        },
        on_submission_change=partial(_receive_run, number, key),
    )
    return _last(number, key)


def paste_box(exercise: Exercise) -> Submission | None:
    """Draw the way without Python in this browser: code to run anywhere, and a field for what it prints.

    Returns the same as `editor`: the last result of this session.
    """
    number = exercise.number
    key = _paste_key(number)
    with st.expander("Can't run Python here?", key=_fold_key(number), on_change="rerun") as fold:
        if fold.open:
            _paste_form(exercise, key)
        return _last(number, key)


def _paste_form(exercise: Exercise, key: str) -> None:
    st.markdown(
        "Copy this code into any notebook with NumPy, add your own lines under “Your part”, and run it. "
        "Then paste the last line that it prints, the one in braces."
    )
    st.code(paste_code(exercise), language=None, height=240)
    st.text_area(
        "The printed line",
        key=key,
        on_change=_receive_paste,
        args=(exercise.number, key),
        height=100,
        persist_state="session",
    )
    # Leaving the field hands the line in too: the button then finds it handed in, or an empty field.
    st.button("Check the line", key=f"{key}-check", on_click=_receive_paste, args=(exercise.number, key))


def was_pasted(exercise: Exercise) -> bool:
    """Say whether the last result of this session came by the paste box."""
    source, _ = _kept(exercise.number)
    return source == _paste_key(exercise.number)


def paste_code(exercise: Exercise) -> str:
    """Return a program that runs anywhere and prints the line that `paste_box` reads."""
    return "\n\n".join(
        (
            exercise.starter.rstrip(),
            "# ---- From here on: what hands your result in. Leave it as it is. ----\n__out__ = {}",
            exercise.probe.strip(),
            ENCODER.strip(),
            f"print(report(__out__, exercise={exercise.number}))\n",
        )
    )


def progress(exercises: Iterable[Exercise] = tuple(EXERCISES.values())) -> None:
    """Draw which exercises this browser has seen solved.

    On a page that calls `mark_solved`, call it after that (in a container further up, if it is to stand
    there), so that the mark shows at once.
    """
    listed = [{"number": exercise.number, "title": exercise.title} for exercise in exercises]
    mount_progress(key="runner-progress", data={"exercises": listed, "solved": sorted(_solved())})


def mark_solved(number: int) -> None:
    """Note that exercise `number` is solved; the browser keeps the mark from the next drawing on."""
    _solved().add(number)


def _receive_run(number: int, key: str) -> None:
    _receive(st.session_state[key].get("submission"), number, key)
    _, last = _kept(number)
    if last is not None and last.status == "no python":
        st.session_state[_fold_key(number)] = True


def _receive_paste(number: int, key: str) -> None:
    pasted = st.session_state[key]
    if pasted.strip():
        _receive(pasted, number, key)
    else:
        st.session_state[_refusal_key(number)] = key, "Nothing was pasted: the field is empty."


def _receive(raw: object, number: int, key: str) -> None:
    st.session_state.pop(_refusal_key(number), None)
    try:
        submission = parse(raw, number)
    except BadSubmission as error:
        st.session_state[_refusal_key(number)] = key, str(error)
        return
    if key == _paste_key(number) and submission.status != "done":
        st.session_state[_refusal_key(number)] = (
            key,
            "This line has no result: let the code run to its end, then copy it.",
        )
    elif submission.status == "reset":
        st.session_state.pop(_result_key(number), None)
    else:
        st.session_state[_result_key(number)] = key, submission


def _last(number: int, key: str) -> Submission | None:
    _, last = _kept(number)
    refused_from, refusal = st.session_state.get(_refusal_key(number), (None, ""))
    if refused_from == key:
        has_verdict = last is not None and last.status == "done"
        st.warning(f"{refusal} {STILL_SHOWN}" if has_verdict else refusal)
    return last


def _kept(number: int) -> tuple[str, Submission | None]:
    """Return the last result of this session, if any, with the key of the editor or paste box that it came from."""
    kept: tuple[str, Submission | None] = st.session_state.get(_result_key(number), ("", None))
    return kept


def _paste_key(number: int) -> str:
    return f"runner-paste-{number}"


def _fold_key(number: int) -> str:
    return f"runner-paste-{number}-fold"


def _result_key(number: int) -> str:
    return f"runner-result-{number}"


def _refusal_key(number: int) -> str:
    """Return where the last refusal is kept, with the key of the editor or paste box that it answers."""
    return f"runner-refusal-{number}"


def _solved() -> set[int]:
    solved: set[int] = st.session_state.setdefault("runner-solved", set())
    return solved


def _visit() -> str:
    """Return a name for this session, by which a browser knows whether it has told it its last result."""
    visit: str = st.session_state.setdefault("runner-visit", secrets.token_hex(8))
    return visit

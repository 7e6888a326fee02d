"""One exercise on its page: task, editor, verdict, hints one by one, the solution last."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from lib.comparison import focus
from lib.exercises import EXERCISES, REASONS, Exercise, Verdict, check
from lib.exercises.reasons import collapse, lesson_run, printed_rows
from lib.exercises.texts import SET_UP
from lib.lesson import Settings, run
from lib.ui import blocks, runner, scale
from lib.ui.text import listing, word


def section(number: int) -> None:
    """Draw exercise 1, 2 or 3."""
    exercise = EXERCISES[number]
    with st.container(key=f"exercise-{number}"):
        blocks.prose(f"## Exercise {number}: {exercise.title.lower()}\n\n{exercise.task}")
        # The verdict stands where the learner looks: a whole screen can lie between the editor and the paste box.
        pasted = runner.was_pasted(exercise)
        runner.editor(exercise)
        below_editor = _place(used=not pasted)
        submission = runner.paste_box(exercise)
        below_paste_box = _place(used=pasted)
        with below_paste_box if pasted else below_editor, st.container(key=f"verdict-{number}"):
            passed = submission is not None and _answer(exercise, submission)
        if number == 2:
            _reason(passed)
        _hints(exercise)


def _place(*, used: bool) -> DeltaGenerator:
    """Return a place for the verdict, or empty it: the browser would keep the verdict of before until the run ends."""
    return st.container(width=blocks.PROSE_WIDTH) if used else st.empty()


def _answer(exercise: Exercise, submission: runner.Submission) -> bool:
    """Say what the last run shows, and return whether it is right."""
    if submission.status != "done":
        return False  # the editor itself says what stopped the code
    verdict = check(exercise.number, submission.answers)
    if verdict.passed:
        runner.mark_solved(exercise.number)
    _say(verdict)
    return verdict.passed


def _say(verdict: Verdict) -> None:
    with st.container(border=True):
        # Streamlit's own boxes are read aloud when they appear.
        if verdict.passed:
            st.success("**Solved**", icon=":material/check_circle:")
        elif verdict.slip:
            st.warning(f"**Found it: {verdict.slip}**", icon=":material/search:")
        else:
            st.info("**Not yet**", icon=":material/pending:")
        st.text(verdict.message)  # our own text, and plain all the same


def _reason(collapse_is_told: bool) -> None:
    """Ask why the gap collapses, and answer each choice."""
    with st.container(width=blocks.PROSE_WIDTH):
        chosen = st.radio(
            "Why does the gap collapse?",
            range(len(REASONS)),
            format_func=lambda place: REASONS[place].text,
            index=None,
            key="reason for the collapse",
            persist_state="session",
        )
    if chosen is None:
        return
    blocks.prose(f"**{'Yes.' if REASONS[chosen].right else 'Not quite.'}** {REASONS[chosen].answer}")
    if REASONS[chosen].right:
        if not collapse_is_told:
            blocks.prose(collapse())
        blocks.fold(
            "Scale is temperature", "exercise scale", lambda: scale.section(lesson_run(), told=True), "thermostat"
        )


def _hints(exercise: Exercise) -> None:
    """Open the hints one by one, and offer the solution after the last."""
    key = f"hints opened in exercise {exercise.number}"
    opened = st.session_state.setdefault(key, 0)
    steps = len(exercise.hints)
    for place, hint in enumerate(exercise.hints[:opened], start=1):
        blocks.prose(f"**Hint {place}.** {hint}")
    if opened > steps:
        blocks.prose(f"**Solution**, to stand below the set-up. {_live_numbers(exercise.number)}")
        st.code(exercise.solution.removeprefix(SET_UP), language=None)
    else:
        label = f"Hint {opened + 1} of {steps}" if opened < steps else "Show the solution"
        st.button(label, key=f"{key}, next", icon=":material/lightbulb:", on_click=_open_next, args=(key,))


def _open_next(key: str) -> None:
    st.session_state[key] += 1


def _live_numbers(number: int) -> str:
    if number == 2:
        return collapse()
    if number == 3:
        return printed_rows()
    result = run(Settings(heads=3))
    A, B, C = (focus(weights, result.words) for weights in result.weights)
    rows = [str(row) for row, three in enumerate(zip(A, B, C, strict=True)) if len(set(three)) == 3]
    return f"Head C looks at {listing(map(word, C))}. All three differ in rows {listing(rows)}, counted from 0."

"""The check of exercise 1, a third head, of the lesson "Why One Head Isn't Enough".

It goes through what is asked for in the order in which a learner computes it, and answers at the first
thing that is missing or wrong. The settings are always the lesson's.
"""

from functools import cache

import numpy as np

from lib.exercises.answers import (
    Answers,
    Verdict,
    missing,
    not_readable,
    nothing_yet,
    numbers,
    pick,
    shape_of,
    word_list,
)
from lib.exercises.heads import check_weights, first_difference, is_near
from lib.exercises.slips import closest
from lib.exercises.slips_in_heads import HEAD_SLIPS
from lib.exercises.slips_in_readings import FOCUS_SLIPS, ROWS_SLIPS, focus_words, rows_with_three
from lib.exercises.slips_in_third_head import OUTPUT_SLIPS, THIRD_HEAD_SLIPS
from lib.lesson import Run, Settings, run

A, B, C = range(3)
BESIDE = {A: "weights_A", B: "weights_B"}


@cache
def lesson_with_third() -> Run:
    """Return the lesson's run with a head C drawn right after head B."""
    return run(Settings(heads=3))


def check_third_head(answers: Answers) -> Verdict:
    """Check exercise 1: `weights_C`, `outputs_C`, `focus_C` and `rows`."""
    right = lesson_with_third()
    weights = pick(answers, "weights_C", lambda value: is_near(value, right.weights[C]))
    outputs = pick(answers, "outputs_C", lambda value: is_near(value, right.outputs[C]))
    focus = pick(answers, "focus_C", lambda value: word_list(value) == focus_words(right)[C])
    rows = pick(answers, "rows", lambda value: _row_numbers(value) == rows_with_three(right))
    if weights is None:
        if outputs is None and focus is None and rows is None:
            return nothing_yet(answers, "weights_C, outputs_C, focus_C and rows")
        return missing("", "weights_C", "the weights of head C")
    return (
        check_weights(answers, right, {C: ("weights_C", weights)}, BESIDE, THIRD_HEAD_SLIPS + HEAD_SLIPS, [right])
        or _check_outputs(answers, right, outputs)
        or _check_beside(answers, right, rows)
        or _check_focus(right, focus)
        or _check_rows(right, rows)
    )


def _check_outputs(answers: Answers, right: Run, outputs: object) -> Verdict | None:
    so_far = "The weights of head C are right. "
    if outputs is None:
        return missing(so_far, "outputs_C", "what head C gives back beside its weights")
    array = numbers(outputs)
    T, hs = right.outputs[C].shape
    if array is None:
        return not_readable("outputs_C", f"{T} × {hs} numbers")
    if is_near(array, right.outputs[C]):
        return None
    slip = closest(OUTPUT_SLIPS, right, {C: array}, lambda wrong: wrong.outputs)
    if slip is not None:
        return Verdict(False, slip.message, slip.name)
    if array.shape != (T, hs):
        return Verdict(False, f"{so_far}outputs_C should be {T} × {hs}; it is {shape_of(array)}.")
    first = first_difference(answers, [right]) or (
        "the first thing that can differ is Wv of head C: weights do not depend on it, outputs do"
    )
    return Verdict(False, f"{so_far}Its outputs are not. In the order of the draws, {first}.")


def _check_beside(answers: Answers, right: Run, rows: object) -> Verdict | None:
    own = {head: (name, answers[name]) for head, name in BESIDE.items() if answers.get(name) is not None}
    # All rows right means that A and B were right when it mattered, whatever their names hold by now.
    if _row_numbers(rows) == rows_with_three(right):
        return None
    verdict = check_weights(answers, right, own, {}, HEAD_SLIPS, [right])
    if verdict is None or verdict.slip is not None:
        return verdict
    return Verdict(
        False,
        "Head C is right, but weights_A or weights_B no longer holds the lesson's weights, so the three "
        "heads cannot be compared. Give what you computed last another name, or reset that part.",
    )


def _check_focus(right: Run, focus: object) -> Verdict | None:
    so_far = "Head C is right, weights and outputs. "
    if focus is None:
        return missing(so_far, "focus_C", "for each word the one that head C gives the most weight")
    words = word_list(focus)
    if words == focus_words(right)[C]:
        return None
    if is_near(focus, right.weights[C].argmax(axis=-1).astype(np.float64)):
        return Verdict(False, f"{so_far}focus_C holds the right positions; asked are the words there.")
    if words is None:
        return not_readable("focus_C", f"a list of {len(right.words)} words")
    for slip in FOCUS_SLIPS:
        if words in list(slip.compute(right)):
            return Verdict(False, so_far + slip.message, slip.name)
    if len(words) != len(right.words):
        return Verdict(
            False, f"{so_far}focus_C should hold {len(right.words)} words, one a row; it holds {len(words)}."
        )
    first = next(row for row, word in enumerate(words) if word != focus_words(right)[C][row])
    return Verdict(False, f"{so_far}Its focus words are not all right; the first that is not is in row {first}.")


def _row_numbers(value: object) -> list[float] | None:
    """Return row numbers in order, also where a mask of yes and no came back; None where none are there."""
    array = numbers(value)
    if array is None or isinstance(value, bool) or not np.isfinite(array).all():
        return None
    rows: list[float] = array.ravel().tolist()
    if len(rows) == len(lesson_with_third().words) and set(rows) <= {0.0, 1.0}:
        return [float(row) for row, yes in enumerate(rows) if yes]
    return sorted(set(rows))


def _check_rows(right: Run, value: object) -> Verdict:
    so_far = "Head C is right, and so are its focus words. "
    wanted = "the numbers of the rows with three different words"
    if value is None:
        return missing(so_far, "rows", wanted)
    rows, all_rows = _row_numbers(value), rows_with_three(right)
    if rows is None:
        return not_readable("rows", wanted)
    if np.asarray(value).ndim == 0 and rows == [len(all_rows)]:
        return Verdict(
            False,
            f"{so_far}rows is one number, {len(all_rows)}, and that is how many such rows there are. Asked are the "
            "numbers of the rows themselves, in a list.",
            "counted the rows",
        )
    if rows and set(rows) <= set(all_rows):
        numbers_of_rows = ", ".join(map(str, all_rows))
        found = "you have them all" if len(rows) == len(all_rows) else f"you have {len(rows)} of them"
        return Verdict(
            True,
            f"Head C looks at {', '.join(focus_words(right)[C])}. The three heads point at three different "
            f"words in {len(all_rows)} of {len(right.words)} rows ({numbers_of_rows}); {found}.",
        )
    for slip in ROWS_SLIPS:
        if rows in list(slip.compute(right)):
            return Verdict(False, so_far + slip.message, slip.name)
    if not rows:
        return Verdict(False, f"{so_far}rows is empty, but there are rows with three different words.")
    first = min(set(rows) - set(all_rows))
    known = 0 <= first < len(right.words) and first == int(first)
    where = f"row {first:.0f} does not have them" if known else "one of the numbers is no row at all"
    return Verdict(False, f"{so_far}Not every row in rows has three different words: {where}.")

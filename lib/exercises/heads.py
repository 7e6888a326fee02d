"""The check of a head's weights, shared by exercises 1 and 2: right, a known slip, or what does hold.

Where no slip explains the numbers, the answer points at the first thing that differs by its place in the
draws of the lesson "Why One Head Isn't Enough".
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

import numpy as np

from lib.attention import Array, attention_weights
from lib.exercises.answers import Answers, Verdict, in_words, not_readable, numbers, parts, shape_of
from lib.exercises.slips import TOLERANCE, HeadSlip, closest, distance
from lib.lesson import Run

LETTERS = "ABC"


def is_near(value: object, right: Array) -> bool:
    """Say whether `value` holds the numbers of `right`, axes of length 1 aside."""
    array = numbers(value)
    return array is not None and distance(array, right.squeeze()) <= TOLERANCE


def check_weights(
    answers: Answers,
    right: Run,
    own: Mapping[int, tuple[str, object]],
    beside: Mapping[int, str],
    slips: Sequence[HeadSlip],
    drawn: Sequence[Run],
) -> Verdict | None:
    """Check the weights of the heads in `own`; return None where they are right.

    `own` maps heads (0 is A) to their names and values, `beside` other heads to the names under which they
    may have been sent. `drawn` holds the runs whose matrices the learner may have under the starter's names.
    """
    T = len(right.words)
    given: dict[int, Array] = {}
    for head, (name, value) in own.items():
        array = numbers(value)
        if array is None:
            return not_readable(name, f"{T} × {T} weights")
        if array.shape != (T, T):
            return Verdict(
                False,
                f"{name} should hold {T} × {T} weights, a row for each query and a column for each key. "
                f"What came back is {shape_of(array)}.",
            )
        given[head] = array
    if all(distance(array, right.weights[head]) <= TOLERANCE for head, array in given.items()):
        return None
    for head, name in beside.items():
        array = numbers(answers.get(name))
        if array is not None and array.shape == (T, T):
            given[head] = array
    return _recognised(answers, right, given, slips, drawn) or Verdict(
        False, " ".join(_what_holds(answers, right, own, given, drawn))
    )


def _recognised(
    answers: Answers, right: Run, given: Mapping[int, Array], slips: Sequence[HeadSlip], drawn: Sequence[Run]
) -> Verdict | None:
    """Return what explains the weights in `given`, None for nothing; no slip in draws that are seen to be right."""
    inputs = [array for array in map(numbers, parts(answers)) if array is not None]
    drawn_right = _all_drawn(answers, right, given)
    passed = None
    if any(_all_drawn(answers, run, given) for run in drawn):
        # Matrices drawn again, under no name, may have changed places in the draws. What is told fits that
        # too, and a mix of two heads is left to the slips in the draws: nobody passes that by mistake.
        passed = _passed_others(right, given, mixed=drawn_right)
        slips = [slip for slip in slips if not (slip.of_draws and (drawn_right or passed))]
    slip = closest(slips, right, given, lambda run: run.weights, inputs)
    if slip is not None:
        return Verdict(False, slip.message, slip.name)
    if passed is None:
        return None
    told = (
        f"The draws are right. {passed}: look at what is passed to attention, and at what it does with the two."
        if drawn_right
        else f"{passed}: look at what is passed to attention, at what it does with the two or, where you drew again, "
        "at the seeding and the order of the draws."
    )
    return Verdict(False, told, "passed other matrices")


def _passed_others(right: Run, given: Mapping[int, Array], mixed: bool) -> str | None:
    """Say which of the right matrices stand in the place of which, where that explains every wrong head.

    Only with `mixed` may a head's two be those of two heads.
    """
    matrices = [(name, matrix) for name, _, matrix in draws(right) if name != "X"]
    pairs = [(q, k) for q, k in product(matrices, repeat=2) if mixed or q[0][-1] == k[0][-1]]
    told = list[str]()
    for head, array in sorted(given.items()):
        if distance(array, right.weights[head]) <= TOLERANCE:
            continue
        for (q, Wq), (k, Wk) in pairs:
            if distance(array, attention_weights(right.X, Wq, Wk)) <= TOLERANCE:
                places = ((q, f"Wq{LETTERS[head]}"), (k, f"Wk{LETTERS[head]}"))
                moved = in_words([f"{other} in the place of {own}" for other, own in places if other != own])
                told.append(f"head {LETTERS[head]}'s weights are those of {moved}")
                break
        else:
            return None
    sentence = "; ".join(told)
    return sentence[:1].upper() + sentence[1:]


def _what_holds(
    answers: Answers,
    right: Run,
    own: Mapping[int, tuple[str, object]],
    given: Mapping[int, Array],
    drawn: Sequence[Run],
) -> Iterator[str]:
    T = len(right.words)
    names = in_words([name for name, _ in own.values()])
    yield "These numbers are not those of one slip that the check knows; it may be two at once."
    holds, fails = [f"the shape of {names}, {T} × {T}"], list[str]()
    sums_hold = all(np.abs(given[head].sum(axis=-1) - 1).max() <= TOLERANCE for head in own)
    (holds if sums_hold else fails).append("every row sums to 1")
    wrong = [head for head in sorted(given) if distance(given[head], right.weights[head]) > TOLERANCE]
    for head in sorted(given):
        (fails if head in wrong else holds).append(f"the weights of head {LETTERS[head]}")
    yield f"What holds: {'; '.join(holds)}."
    yield f"What does not: {'; '.join(fails)}."
    first = first_difference(answers, drawn)
    if first is None and _all_drawn(answers, right, wrong[:1]):
        yield (
            f"All that was drawn up to Wk of head {LETTERS[wrong[0]]} is right: look at what is done with it, "
            "the products, the division and the softmax."
        )
    else:
        yield f"In the order of the draws, {first or _between(wrong[0], given)}."


def draws(run: Run) -> Iterator[tuple[str, str, Array]]:
    """Yield what a run draws, in order: the starter's name, the name in words, the numbers."""
    yield "X", "the word vectors X", run.X
    for head, letter in enumerate(LETTERS[: len(run.Wq)]):
        for kind, matrices in (("q", run.Wq), ("k", run.Wk), ("v", run.Wv)):
            yield f"W{kind}{letter}", f"W{kind} of head {letter}", matrices[head]


def first_difference(answers: Answers, drawn: Sequence[Run]) -> str | None:
    """Return the first draw, of those that came back, that is wrong in all runs of `drawn`; None for none."""
    for places in zip(*map(draws, drawn), strict=True):
        name, words, _ = places[0]
        if answers.get(name) is not None and not any(is_near(answers[name], place[2]) for place in places):
            return f"the first thing that differs is {words}"
    return None


def _all_drawn(answers: Answers, right: Run, heads: Iterable[int]) -> bool:
    """Say whether X, and Wq and Wk of the heads, came back and are those of the run `right`."""
    wanted = {"X"} | {f"W{kind}{LETTERS[head]}" for head in heads for kind in "qk"}
    return all(is_near(answers.get(name), array) for name, _, array in draws(right) if name in wanted)


def _between(head: int, given: Mapping[int, Array]) -> str:
    """Return where the first difference must be when it shows in `head` only; the draws did not tell."""
    if head - 1 in given:
        before, letter = LETTERS[head - 1], LETTERS[head]
        return (
            f"all is right up to Wk of head {before}: what differs comes after it and no later than Wk of "
            f"head {letter}, or in what head {letter} does with its draws"
        )
    return (
        f"the first thing that differs shows in head {LETTERS[head]}: look at its Wq and Wk, at the word "
        "vectors X before them, then at what is done with the three"
    )

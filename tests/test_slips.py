"""Every slip with the heads, written as a learner would write it, is named.

Learners' code is run here, in the test, as the browser would run it.
"""

import pytest

from lib.exercises import EXERCISES, check
from tests.learner import (
    HEADWISE,
    KINDWISE,
    OLD,
    PAIR,
    SEED,
    SHRUNK,
    SOLVED,
    THIRD,
    Changes,
    answer,
    answers_to,
    assert_named,
    changed,
    draw,
)

# The slip to be named, and what a learner changed in a right program of exercise 1 or of exercise 2.
ANYWHERE: list[tuple[str, Changes]] = [
    ("forgot ÷√hs", [(" / np.sqrt(hs)", "")]),
    ("divided by hs", [("np.sqrt(hs)", "hs")]),
    ("divided by √C", [("np.sqrt(hs)", "np.sqrt(C)")]),
    ("softmax down the columns", [("softmax(scores)\n", "softmax(scores, axis=1)\n")]),
    ("used Q for K", [("X @ Wk,", "X @ Wq,")]),
    ("used Q for K", [("X @ Wq,", "X @ Wk,")]),
    ("drew K before Q", [("Wq", "W?"), ("Wk", "Wq"), ("W?", "Wk"), ("X, Wk, Wq,", "X, Wq, Wk,")]),
    ("all Wq first", [(HEADWISE, KINDWISE)]),
    ("seeded again", [(draw("q", "B"), SEED + draw("q", "B")), (draw("q", "A"), SEED + draw("q", "A"))]),
    ("vocabulary in order of appearance", [("sorted(set(words))", "list(dict.fromkeys(words))")]),
    ("uniform draws", [("np.random.randn(", "np.random.rand(")]),
    ("uniform draws", [("np.random.randn(C, hs)", "np.random.rand(C, hs)")]),
    ("forgot the scale", [(" * scale", "")]),
    ("scaled twice", [(" * scale", " * scale ** 2")]),
    ("scaled the embeddings too", [("[np.newaxis]", "[np.newaxis] * scale")]),
    ("rounded", [("return weights @ V, weights", "return weights @ V, weights.round(4)")]),
    (
        "default_rng",
        [
            ("np.random.seed(42)", "rng = np.random.default_rng(42)"),
            ("np.random.randn(C, hs)", "rng.standard_normal((C, hs))"),
            ("np.random.randn(len(vocabulary), C)", "rng.standard_normal((len(vocabulary), C))"),
        ],
    ),
    (
        "one vector per position",
        [("len(vocabulary), C", "len(words), C"), ("[[vocabulary.index(word) for word in words]]", "")],
    ),
    (
        "did not draw Wv",
        [(draw("v", "A"), ""), (draw("v", "B"), ""), ("WvA", "WkA"), ("WvB", "WkB")],
    ),
]

# Exercise 1, in head C only: what the learner changed in the solution.
IN_THIRD: list[tuple[str, Changes]] = [
    ("drew K before Q", [(THIRD, draw("k", "C") + draw("q", "C") + draw("v", "C"))]),
    ("seeded again", [(THIRD, SEED + THIRD)]),
    ("forgot the scale", [(THIRD, THIRD.replace(" * scale", ""))]),
    ("scaled twice", [(THIRD, THIRD.replace("scale", "scale * scale"))]),
    ("scaled only some projections", [(draw("k", "C"), "WkC = np.random.randn(C, hs)\n")]),
    ("default_rng", [(THIRD, "WqC, WkC, WvC = np.random.default_rng(42).normal(size=(3, C, hs)) * scale\n")]),
    ("used Q for K", [("attention(X, WqC, WkC, WvC)", "attention(X, WqC, WqC, WvC)")]),
    ("head C drawn before head B", [(THIRD, ""), (draw("q", "B"), THIRD + draw("q", "B"))]),
    ("head C drawn before head B", [(THIRD, ""), (draw("q", "A"), THIRD + draw("q", "A"))]),
    ("head C a copy", [("attention(X, WqC, WkC, WvC)", "attention(X, WqA, WkA, WvA)")]),
    ("head C a copy", [("attention(X, WqC, WkC, WvC)", "outputs_B, weights_B")]),
    ("head C a copy", [(THIRD, SEED + "np.random.randn(7, 16)\n" + THIRD)]),
    ("outputs for weights", [("outputs_C, weights_C = attention", "weights_C, outputs_C = attention")]),
    ("head C as wide as X", [(THIRD, THIRD.replace("hs", "C"))]),
    ("head C borrows a projection", [("attention(X, WqC, WkC", "attention(X, WqC, WkB")]),
    ("head C borrows a projection", [("attention(X, WqC, WkC", "attention(X, WqB, WkC")]),
    ("something drawn before head C", [(THIRD, THIRD + THIRD)]),
    ("something drawn before head C", [(THIRD, "".join(draw(kind, "B") for kind in "qkv") + THIRD)]),
    ("something drawn before head C", [(THIRD, "np.random.randn(len(vocabulary), C)\n" + THIRD)]),
    ("forgot ÷√hs", [("attention(X, WqC, WkC", "attention(X, WqC * np.sqrt(hs), WkC")]),
    ("scaled the embeddings too", [("attention(X, WqC", "attention(x, WqC"), (THIRD, THIRD + "x = X * scale\n")]),
    ("another head's V", [("WkC, WvC)", "WkC, WvB)")]),
    ("another head's V", [("WkC, WvC)", "WkC, WvA)")]),
    ("no V of its own", [("WkC, WvC)", "WkC, WkC)")]),
    ("no V of its own", [("WkC, WvC)", "WkC, np.eye(C))")]),
    ("scaled only some projections", [(draw("v", "C"), "WvC = np.random.randn(C, hs)\n")]),
    ("values without weights", [("\n\ndef focus", "outputs_C = X @ WvC\n\ndef focus")]),
    ("rounded", [("\n\ndef focus", "outputs_C = outputs_C.round(2)\n\ndef focus")]),
    ("focus down the columns", [("focus(weights_C)", "focus(weights_C.swapaxes(1, 2))")]),
    (
        "positions looked up in the vocabulary",
        [("focus(weights_C)", "[vocabulary[k] for k in weights_C[0].argmax(-1)]")],
    ),
    ("the smallest weight", [("focus(weights_C)", "focus(-weights_C)")]),
    ("another head's focus", [("focus(weights_C)", "focus(weights_B)")]),
    ("left out a pair", [("len(set(three)) == 3", "three[0] != three[1] != three[2]")]),
    ("left out a pair", [("len(set(three)) == 3", "three[0] != three[1]")]),
    ("left out a pair", [("len(set(three)) == 3", "three[0] != three[2] != three[1]")]),
    ("any two different", [("len(set(three)) == 3", "len(set(three)) > 1")]),
    ("counted the rows", [("rows = [", "rows = 6\nothers = [")]),
    ("counted from 1", [("enumerate(zip(focus_A, focus_B, focus_C))", "enumerate(zip(focus_A, focus_B, focus_C), 1)")]),
    ("the other rows", [("len(set(three)) == 3", "len(set(three)) < 3")]),
]

# Exercise 2: what the learner wrote below the starter.
REDRAW = "a, b = np.random.randn(2, 3, C, hs) * 0.02\nx = X\n" + PAIR
IN_SMALL: list[tuple[str, str]] = [
    ("kept the old scale", OLD + PAIR),
    ("kept the old scale", OLD + "a[2], b[2] = WvA * f, WvB * f\n" + PAIR),
    (
        "scaled the embeddings too",
        "a, b = np.array([[WqA, WkA, WvA], [WqB, WkB, WvB]]) * 0.02 / 0.3\nx = X * 0.02\n" + PAIR,
    ),
    ("scaled the embeddings only", OLD + "x = X * 0.02\n" + PAIR),
    ("applied the new scale on top of the old", OLD + "a, b = [w * 0.02 for w in a], [w * 0.02 for w in b]\n" + PAIR),
    ("shrank only some projections", OLD + "a[0], b[0] = WqA * f, WqB * f\n" + PAIR),
    ("shrank only some projections", OLD + "a[1], b[1] = WkA * f, WkB * f\n" + PAIR),
    ("shrank only one head", OLD + "a = [w * f for w in a]\n" + PAIR),
    (
        "outputs for weights",
        "f = 0.02 / 0.3\nsmall_A, _ = attention(X, WqA * f, WkA * f, WvA * f)\n"
        "small_B, _ = attention(X, WqB * f, WkB * f, WvB * f)\n",
    ),
    ("scaled the weights", "small_A, small_B = weights_A / 15, weights_B / 15\n"),
    ("scaled the weights", "small_A, small_B = weights_A * 0.02, weights_B * 0.02\n"),
    ("shrank only one head", OLD + "b = [w * f for w in b]\n" + PAIR),
    ("did not seed again", REDRAW),
    (
        "did not seed again",
        "x = np.random.randn(7, 16)[[vocabulary.index(w) for w in words]]\n" + REDRAW.replace("x = X\n", ""),
    ),
    ("seeded again without the word vectors", SEED + REDRAW),
    (
        "seeded again",
        SEED + "a = np.random.randn(3, C, hs) * 0.02\n" + SEED + "b = np.random.randn(3, C, hs) * 0.02\nx = X\n" + PAIR,
    ),
    (
        "all Wq first",
        SEED + "np.random.randn(7, C)\na, b = np.random.randn(3, 2, C, hs).swapaxes(0, 1) * 0.02\nx = X\n" + PAIR,
    ),
]
GAPS: list[tuple[str, str]] = [
    ("a difference without abs", "(small_B - small_A).max()"),
    ("a difference without abs", "(small_A - small_B).min()"),
    ("averaged", "np.abs(small_A - small_B).mean()"),
    ("added up", "np.abs(small_A - small_B).sum()"),
    ("the gap of the old heads", "np.abs(weights_A - weights_B).max()"),
    ("a head against itself", "np.abs(small_A - weights_A).max()"),
    ("compared the outputs", "np.abs(small_A @ X @ WvA * 0.02 / 0.3 - small_B @ X @ WvB * 0.02 / 0.3).max()"),
]


@pytest.mark.parametrize(("name", "changes"), ANYWHERE)
def test_a_slip_in_every_head_is_named_in_exercise_1(name: str, changes: Changes) -> None:
    assert_named(check(1, answers_to(1, changed(SOLVED, changes))), name)


@pytest.mark.parametrize(("name", "changes"), ANYWHERE)
def test_a_slip_in_both_heads_is_named_in_exercise_2(name: str, changes: Changes) -> None:
    assert_named(check(2, answers_to(2, changed(SHRUNK, changes))), name)


# A gap does not tell A from B with rows and columns swapped, X scaled from W scaled, or rounding from none.
TOLD_BY_GAP = [case for case in ANYWHERE if case[0] not in {"drew K before Q", "scaled the embeddings too", "rounded"}]


@pytest.mark.parametrize(("name", "changes"), TOLD_BY_GAP)
def test_the_gap_alone_tells_a_slip(name: str, changes: Changes) -> None:
    program = changed(SHRUNK, changes) + "gap = small_gap\ndel weights_A, weights_B, small_A, small_B\n"
    assert_named(check(2, answers_to(2, program)), name)


@pytest.mark.parametrize(("name", "changes"), IN_THIRD)
def test_a_slip_in_the_third_head_is_named(name: str, changes: Changes) -> None:
    assert_named(check(1, answers_to(1, changed(SOLVED, changes))), name)


@pytest.mark.parametrize(("name", "part"), IN_SMALL)
def test_a_slip_in_shrinking_is_named(name: str, part: str) -> None:
    assert_named(answer(2, part), name)


@pytest.mark.parametrize(("name", "gap"), GAPS)
def test_a_slip_in_the_gap_is_named(name: str, gap: str) -> None:
    assert_named(check(2, answers_to(2, EXERCISES[2].solution + f"small_gap = {gap}\n")), name)


def test_a_learner_with_the_positions_is_told_to_name_the_words() -> None:
    program = changed(SOLVED, [("focus(weights_C)", "weights_C[0].argmax(axis=-1)"), ("print(focus_C)", "")])
    verdict = check(1, answers_to(1, program))
    assert "the right positions; asked are the words there" in verdict.message

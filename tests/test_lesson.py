"""lib.lesson: the lesson's draws to 12 digits, and a run like the plain loops at any Settings."""

import os
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lib.lesson import MAX_SCALE, Run, Settings, run
from tests import oracle
from tests.reference import REFERENCE, assert_close
from tests.settings import all_settings, scales, sentences

LESSON = run(Settings(heads=3))
# Scores reach the thousands at the largest sizes, and rounding grows with them.
ROUNDING = 1e-9
small = st.integers(1, 12)


def test_the_defaults_are_the_lessons() -> None:
    expected = [REFERENCE[name] for name in ("sentence", "seed", "scale", "C", "hs")]
    chosen = Settings()
    assert [chosen.sentence, chosen.seed, chosen.scale, chosen.width, chosen.head_size] == expected
    assert (chosen.heads, chosen.causal, chosen.vectors) == (2, False, "lesson")


def test_words_and_vocabulary() -> None:
    assert list(LESSON.words) == REFERENCE["words"]
    assert list(LESSON.vocabulary) == REFERENCE["vocabulary"]


def test_shapes() -> None:
    T, C, hs = REFERENCE["T"], REFERENCE["C"], REFERENCE["hs"]
    assert LESSON.X.shape == (T, C)
    assert LESSON.Wq.shape == LESSON.Wk.shape == LESSON.Wv.shape == (3, C, hs)
    assert LESSON.weights.shape == (3, T, T)
    assert LESSON.outputs.shape == (3, T, hs)


@pytest.mark.parametrize("head", ["A", "B", "C"])
def test_weights_of_the_lesson(head: str) -> None:
    assert_close(LESSON.weights["ABC".index(head)], REFERENCE["weights"][head])


@pytest.mark.parametrize("head", ["A", "B"])
def test_weights_as_the_lesson_prints_them(head: str) -> None:
    printed = np.round(LESSON.weights["ABC".index(head)], 2)
    assert printed.tolist() == REFERENCE["weights_printed_2_decimals"][head]


def test_rows_sum_to_1_but_printed_rows_do_not() -> None:
    assert_close(LESSON.weights.sum(axis=-1), np.ones((3, 8)))
    printed = np.round(LESSON.weights[0], 2).sum(axis=-1)
    assert_close(printed, REFERENCE["exercise_3"]["sums_of_printed_rows_A"])
    assert np.abs(LESSON.weights[:2].sum(axis=-1) - 1).max() < 1e-15 * REFERENCE["T"]


def test_weight_counts() -> None:
    wide = run(Settings(heads=1, head_size=16))
    narrow = run(Settings(heads=2, head_size=8))
    for drawn, name in ((wide, "one_head_hs_16"), (narrow, "two_heads_hs_8")):
        assert drawn.Wq.size + drawn.Wk.size + drawn.Wv.size == REFERENCE["parameters"][name]


def test_the_stream_is_that_of_numpys_global_seed() -> None:
    code = "import numpy; numpy.random.seed(42); print(*map(float, numpy.random.randn(112 + 768)))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    drawn = np.array([float(number) for number in printed.split()])
    table = drawn[:112].reshape(7, 16)  # the word vectors come first
    assert_close(LESSON.X, table[[LESSON.vocabulary.index(word) for word in LESSON.words]])
    W = 0.3 * drawn[112:].reshape(2, 3, 16, 8)  # then Wq, Wk, Wv of head A, then of head B
    assert_close(np.stack([LESSON.Wq, LESSON.Wk, LESSON.Wv], axis=1)[:2], W)


def test_a_further_head_leaves_the_earlier_ones_as_they_were() -> None:
    many = run(Settings(heads=16))
    assert_close(many.weights[:3], LESSON.weights)


@settings(max_examples=40)
@given(all_settings(sentence=sentences(8), width=small, head_size=small, heads=st.integers(1, 3)))
def test_any_run_equals_the_plain_loops(chosen: Settings) -> None:
    done = run(chosen)
    weights, outputs = zip(*oracle.heads(**asdict(chosen)), strict=True)
    assert_close(done.weights, weights, ROUNDING)
    assert_close(done.outputs, outputs, ROUNDING)


@given(all_settings())
def test_every_row_is_a_distribution(chosen: Settings) -> None:
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        done = run(chosen)
    T = len(chosen.words)
    assert done.weights.shape == (chosen.heads, T, T)
    assert np.all((done.weights >= 0) & (done.weights <= 1))
    assert_close(done.weights.sum(axis=-1), np.ones((chosen.heads, T)))
    if chosen.causal:
        assert np.all(np.triu(done.weights, k=1) == 0.0)


@pytest.mark.parametrize(
    "chosen",
    [
        Settings(scale=0),
        Settings(sentence="fog"),
        Settings(sentence="fog", scale=MAX_SCALE, width=64, head_size=64, causal=True),
        Settings(sentence="fog " * 24, scale=MAX_SCALE, width=64, head_size=64),
        Settings(scale=5e-324),
    ],
    ids=["scale 0", "one word", "one word, causal", "equal words", "smallest scale"],
)
def test_nothing_to_choose_between_gives_even_weights(chosen: Settings) -> None:
    T = len(chosen.words)
    assert_close(run(chosen).weights, np.full((2, T, T), 1 / T), ROUNDING)


@given(all_settings(causal=st.just(False)), st.data())
def test_equal_words_have_equal_rows_and_columns(chosen: Settings, data: st.DataObject) -> None:
    words = chosen.words[:23]
    twin = data.draw(st.sampled_from(words))
    assume(len(" ".join([*words, twin])) <= 200)
    done = run(replace(chosen, sentence=" ".join([*words, twin])))
    first = words.index(twin)
    assert_close(done.weights[:, first], done.weights[:, -1], ROUNDING)
    assert_close(done.weights[:, :, first], done.weights[:, :, -1], ROUNDING)


@given(all_settings(causal=st.just(False)), st.randoms(use_true_random=False))
def test_shuffling_the_words_permutes_the_matrix(chosen: Settings, random: Random) -> None:
    order = list(range(len(chosen.words)))
    random.shuffle(order)
    before = run(chosen)
    after = run(replace(chosen, sentence=" ".join(chosen.words[place] for place in order)))
    assert after.vocabulary == before.vocabulary
    assert_close(after.weights, before.weights[:, order][:, :, order], ROUNDING)
    assert_close(after.outputs, before.outputs[:, order], ROUNDING)


def test_the_causal_mask_parts_the_twins() -> None:
    masked = run(Settings(causal=True))
    assert np.abs(masked.weights[:, 0] - masked.weights[:, 3]).max() > 0.1


@given(all_settings(scale=scales(1e-3)), scales(1e-3))
def test_no_scale_changes_a_clear_focus(chosen: Settings, scale: float) -> None:
    before, after = run(chosen), run(replace(chosen, scale=scale))
    for head, row, word in clear_favourites(before, scale):
        assert before.words[before.weights[head, row].argmax()] == word
        assert after.words[after.weights[head, row].argmax()] == word


def clear_favourites(done: Run, other_scale: float) -> Iterator[tuple[int, int, str]]:
    """Yield head, row and top word where that word's score leads by more than rounding, at both scales."""
    chosen = done.settings
    Q, K = done.X @ done.Wq, done.X @ done.Wk  # (h, T, hs)
    scores = Q @ K.transpose(0, 2, 1) / chosen.head_size**0.5  # (h, T, T)
    shrink = min(1.0, (other_scale / chosen.scale) ** 2)
    for head, row in np.ndindex(scores.shape[:2]):
        best: dict[str, float] = defaultdict(lambda: -np.inf)
        for key in range(row + 1 if chosen.causal else len(done.words)):
            best[done.words[key]] = max(best[done.words[key]], scores[head, row, key])
        (word, top), *rest = sorted(best.items(), key=lambda item: -item[1])
        lead = top - rest[0][1] if rest else np.inf
        if lead * shrink > ROUNDING and lead > ROUNDING * abs(scores[head, row]).max():
            yield head, row, word


def test_most_favourites_of_the_lesson_are_clear() -> None:
    assert len(list(clear_favourites(LESSON, 0.02))) == 24


@given(all_settings(head_size=st.just(1), causal=st.just(False), scale=scales(1e-3)))
def test_a_head_of_size_1_has_at_most_two_focus_words(chosen: Settings) -> None:
    done = run(chosen)
    favourites: dict[int, set[str]] = defaultdict(set)
    for head, row, _ in clear_favourites(done, chosen.scale):
        favourites[head].add(done.words[done.weights[head, row].argmax()])
    assert all(len(words) <= 2 for words in favourites.values())


def test_one_edited_word_moves_the_lessons_vectors() -> None:
    edited = run(Settings(sentence="the keeper lights the lantern when mist rolls"))
    assert (np.abs(edited.weights[0] - LESSON.weights[0]) > 0.01).sum() == 44


@given(all_settings(vectors=st.just("per word")), sentences())
def test_a_vector_per_word_stays_when_other_words_change(chosen: Settings, other: str) -> None:
    kept = chosen.words[0]
    assume(len(f"{other} {kept}") <= 200 and len(other.split()) < 24)
    before, after = run(chosen), run(replace(chosen, sentence=f"{other} {kept}"))
    assert np.array_equal(before.X[0], after.X[-1])
    for name in ("Wq", "Wk", "Wv"):
        assert np.array_equal(getattr(before, name), getattr(after, name))


def test_a_vector_per_word_depends_on_the_word_and_the_seed() -> None:
    chosen = Settings(vectors="per word")
    rows = np.concatenate([run(chosen).X, run(replace(chosen, seed=43)).X])  # (16, C)
    assert len(np.unique(rows, axis=0)) == 14  # seven words under two seeds


@pytest.mark.parametrize("hash_seed", ["1", "2"])
@pytest.mark.parametrize("vectors", ["lesson", "per word"])
def test_another_process_draws_the_same(hash_seed: str, vectors: str) -> None:
    code = f"from lib.lesson import *; print(run(Settings(vectors={vectors!r})).X.tobytes().hex())"
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    ).stdout
    assert printed.strip() == run(Settings(vectors=vectors)).X.tobytes().hex()  # type: ignore[arg-type]


def test_threads_do_not_disturb_one_another() -> None:
    students = [Settings(seed=seed, vectors="per word" if seed % 2 else "lesson") for seed in range(32)]
    expected = [np.array([weights for weights, _ in oracle.heads(**asdict(chosen))]) for chosen in students]
    together = threading.Barrier(len(students))

    def visit(chosen: Settings) -> list[Run]:
        together.wait()
        return [run(chosen) for _ in range(20)]

    pause = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(len(students)) as pool:
            visits = list(pool.map(visit, students))
    finally:
        sys.setswitchinterval(pause)
    for runs, weights in zip(visits, expected, strict=True):
        for done in runs:
            assert_close(done.weights, weights)

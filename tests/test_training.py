"""Training in a process of its own: what comes back, what is shared, and what happens when it fails."""

import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from lib.training import ROOT, Job, from_plain, to_plain
from lib.two_jobs import train
from lib.ui import training as section


def test_a_training_survives_json() -> None:
    before = train(2, steps=30, seed=1)
    after = from_plain(json.loads(json.dumps(to_plain(before))))
    assert after.accuracy == before.accuracy
    assert after.parameters == before.parameters
    assert after.example == before.example
    np.testing.assert_array_equal(after.losses, before.losses)
    np.testing.assert_array_equal(after.weights, before.weights)


def test_the_process_reports_and_returns_the_same_training() -> None:
    job = Job(2, 3)
    assert job.finished.wait(300)
    assert job.training is not None
    assert job.share == 1.0
    assert [step for step, _ in job.curve] == list(range(25, 2501, 25))
    assert job.training.accuracy == train(2, seed=3).accuracy


def test_a_process_that_cannot_start_ends_the_job() -> None:
    job = Job(1, 0, python="no-such-python")
    assert job.finished.wait(60)
    assert job.training is None


def test_a_process_that_dies_ends_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    real = subprocess.Popen

    def dying(_: list[str], **_options: object) -> "subprocess.Popen[str]":
        code = 'print(\'{"step": 25, "steps": 2500, "loss": 2.0}\'); raise SystemExit(1)'
        return real([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)

    monkeypatch.setattr("lib.training.subprocess.Popen", dying)
    job = Job(1, 0)
    assert job.finished.wait(60)
    assert job.training is None
    assert job.curve == [(25, 2.0)]


def test_visitors_who_press_at_once_share_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Counted:
        def __init__(self, heads: int, seed: int) -> None:
            made.append((heads, seed))

    monkeypatch.setattr(section, "Job", Counted)
    section.job.clear()
    together = threading.Barrier(8)

    def press(_: int) -> int:
        together.wait()
        return id(section.job(1, 4))

    with ThreadPoolExecutor(8) as visitors:
        assert len(set(visitors.map(press, range(8)))) == 1
    assert made == [(1, 4)]
    section.job.clear()

"""`lib.two_jobs` in a process of its own, so that a visitor who trains holds up nobody else.

NumPy's small products hold Python's lock most of the time, so a thread that trains slows every session of
the server; a process of low priority does not. The child prints one line of JSON for each report and one
for the result: `python -m lib.training HEADS SEED`.
"""

import json
import os
import subprocess
import sys
import threading
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from lib.two_jobs import Example, Training, train

ROOT = Path(__file__).resolve().parent.parent
_one_at_a_time = threading.Lock()


class Job:
    """One training that has been asked for; it starts by itself, and any number of threads may watch it.

    `curve` grows by (step, loss) as reports come in. When `finished` is set, `training` holds the result,
    or is None where the process ended before its end.
    """

    def __init__(self, heads: int, seed: int, python: str = sys.executable) -> None:
        self.curve: list[tuple[int, float]] = []
        self.share = 0.0
        self.training: Training | None = None
        self.finished = threading.Event()
        command = [python, "-m", "lib.training", str(heads), str(seed)]
        threading.Thread(target=self._follow, args=(command,), daemon=True).start()

    def _follow(self, command: list[str]) -> None:
        try:
            with _one_at_a_time, subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
                for line in child.stdout or ():
                    self._hear(json.loads(line))
        except (OSError, ValueError):
            self.training = None
        finally:
            self.finished.set()

    def _hear(self, message: dict[str, Any]) -> None:
        if "step" in message:
            self.curve.append((message["step"], message["loss"]))
            self.share = message["step"] / message["steps"]
        else:
            self.training = from_plain(message)


def to_plain(training: Training) -> dict[str, Any]:
    """Return a training as what JSON can hold."""
    arrays = {"losses": training.losses.tolist(), "weights": training.weights.tolist()}
    return asdict(training) | arrays


def from_plain(plain: dict[str, Any]) -> Training:
    """Rebuild a training from what `to_plain` returned, before or after JSON."""
    example = {name: tuple(values) for name, values in plain["example"].items()}
    example["reported"] = tuple((previous, match) for previous, match in example["reported"])
    previous, match = plain["accuracy"]
    arrays = {name: np.array(plain[name]) for name in ("losses", "weights")}
    return Training((previous, match), parameters=plain["parameters"], example=Example(**example), **arrays)


def _say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def main(heads: int, seed: int) -> None:
    """Train and print; the child's side."""
    if hasattr(os, "nice"):
        os.nice(10)
    result = train(
        heads, seed=seed, on_step=lambda step, steps, loss: _say({"step": step, "steps": steps, "loss": loss})
    )
    _say(to_plain(result))


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]), int(sys.argv[2]))
    except BrokenPipeError:
        os._exit(1)  # the server has gone, and nobody reads any more

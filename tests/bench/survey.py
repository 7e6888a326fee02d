"""What the survey of seeds costs beside drawing its random numbers and doing nothing else.

`python -m tests.bench.survey` runs both in turn, several rounds, and prints the medians. The draws are the
barest that give these numbers: one stream, seeded again for each seed, two calls a seed.
"""

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

from lib.comparison import survey
from lib.lesson import Settings

BOUND = 2.0


def bare_draws(settings: Settings, seeds: range) -> None:
    """Draw what heads A and B need under every seed, and drop it."""
    vocabulary = len(set(settings.words))
    stream = np.random.RandomState()
    for seed in seeds:
        stream.seed(seed)
        stream.randn(vocabulary, settings.width)
        stream.randn(2, 3, settings.width, settings.head_size)


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time that `work` takes, which other programs on the machine do not change."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    settings, seeds = Settings(), range(arguments.seeds)

    survey(settings, seeds[:250])  # the first call pays for NumPy's threads and caches
    rounds = [
        (seconds(lambda: survey(settings, seeds)), seconds(lambda: bare_draws(settings, seeds)))
        for _ in range(arguments.rounds)
    ]
    ratio = statistics.median(survey_time / draw_time for survey_time, draw_time in rounds)
    survey_time, draw_time = (statistics.median(times) for times in zip(*rounds, strict=True))
    print(f"{arguments.seeds} seeds at the lesson's Settings, median of {arguments.rounds} rounds")
    print(f"  survey      {survey_time:7.3f} s")
    print(f"  bare draws  {draw_time:7.3f} s")
    print(f"  ratio       {ratio:7.2f}    (at most {BOUND})")


if __name__ == "__main__":
    main()

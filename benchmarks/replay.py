"""How soon does replay show what was surprising?

A stream of 2,000 made-up episodes: 6 categories, 5 strategies each, every pair with a usual
reward of its own. Ten episodes, spread over the stream, ended the other way round. A learner
replays 32 distinct episodes in a pass, again and again. How many samples until it has seen half
of the ten, and all of them? In the noisy stream one ordinary episode in ten has a random reward
besides, and chance is as surprising as anything.

    python -m benchmarks.replay
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from random import Random

from benchmarks.common import print_table
from seasoned.core.sampling import Sampling, sample
from seasoned.core.surprise import Expectations, Rating

EPISODES, SURPRISING, PASS = 2_000, 10, 32
CATEGORIES, STRATEGIES = 6, 5
SPREAD = 0.05  # standard deviation of an ordinary reward around its usual value
NOISE = 0.1  # share of ordinary episodes with a random reward, in the noisy stream
SEEDS = 30
MOST = 100_000  # samples after which a scheme is said never to show them all
SCHEMES = {
    "recent": Sampling("recent"),
    "uniform": Sampling("uniform"),
    "proportional, alpha 0.6 (default)": Sampling(alpha=0.6),
    "proportional, alpha 1": Sampling(alpha=1.0),
    "rank, alpha 0.6": Sampling("rank", alpha=0.6),
    "rank, alpha 1": Sampling("rank", alpha=1.0),
}


def stream(chance: Random, noise: float) -> tuple[list[Rating], set[int]]:
    """Episodes in order of time, and the numbers of the surprising ones."""
    usual = {
        (f"c{c}", f"s{s}"): chance.choice((0.1, 0.2, 0.8, 0.9))
        for c in range(CATEGORIES)
        for s in range(STRATEGIES)
    }
    odd = set(chance.sample(range(EPISODES), SURPRISING))
    ratings = []
    for num in range(EPISODES):
        (category, strategy), reward = chance.choice(list(usual.items()))
        if num in odd:
            reward = float(reward < 0.5)
        elif chance.random() < noise:
            reward = chance.random()
        else:
            reward = min(1.0, max(0.0, chance.gauss(reward, SPREAD)))
        ratings.append(Rating(num, category, strategy, "unknown", reward, float(num)))
    return ratings, odd


def samples_until(seed: int, noise: float, sampling: Sampling) -> tuple[float, float]:
    """Samples until half of the surprising episodes were seen, and all; infinity for never."""
    chance = Random(seed)
    ratings, odd = stream(chance, noise)
    newest_first = ratings[::-1]
    known = Expectations.of(ratings)
    priorities = [known.priority(rating) for rating in newest_first]
    seen: set[int] = set()
    drawn, half = 0, float("inf")
    while drawn < MOST:
        for draw in sample(priorities, PASS, sampling, chance):
            drawn += 1
            seen |= {newest_first[draw.place].num} & odd
            if 2 * len(seen) >= SURPRISING:
                half = min(half, drawn)
            if len(seen) == SURPRISING:
                return half, drawn
        if sampling.scheme == "recent":
            break  # the same every time
    return half, float("inf")


def row(name: str, sampling: Sampling, seeds: int) -> list[object]:
    """Medians over the seeds: half and all in the calm stream, half and all in the noisy one."""
    cells: list[object] = [name]
    for noise in (0.0, NOISE):
        runs = [samples_until(seed, noise, sampling) for seed in range(seeds)]
        cells += [shown([half for half, _ in runs]), shown([whole for _, whole in runs])]
    return cells


def shown(numbers: Sequence[float]) -> str:
    """The median; "never" where most runs did not get there."""
    middle = statistics.median(numbers)
    return "never" if middle == float("inf") else f"{middle:,.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=SEEDS, help="streams to take the median of")
    seeds = parser.parse_args().seeds
    columns = ("scheme", "calm: half", "calm: all", "noisy: half", "noisy: all")
    rows = [row(name, sampling, seeds) for name, sampling in SCHEMES.items()]
    title = f"samples until the {SURPRISING} surprising of {EPISODES:,} episodes were seen"
    print_table(f"{title}, median of {seeds} streams", columns, rows)


if __name__ == "__main__":
    main()

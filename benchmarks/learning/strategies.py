"""How many successes does it cost to find out which strategy works?

Streams of 2,000 tasks in 12 categories with 5 strategies; a strategy of a category succeeds at a
rate that nobody tells. Regret is what a policy that knew the rates would have won beyond. Rates
are independent of each other or related across categories, and stay or change twice in every
category. Four policies are compared, each with one setting for all four kinds of stream, chosen
on 40 other streams of each kind; then the three rivals once more, with the setting that is best
for each kind alone.

    python -m benchmarks.learning.strategies
    python -m benchmarks.learning.strategies --tune    the settings of seasoned, on the same streams
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from benchmarks.common import print_table
from benchmarks.learning.bandits import (
    CATEGORIES,
    STRATEGIES,
    Codes,
    EpsilonDecay,
    Numbers,
    Policy,
    SlidingWindowUcb,
    Streams,
    UcbTuned,
    regret,
    streams,
)
from seasoned.core.intervals import student_quantile
from seasoned.core.thompson import SHIPPED, ThompsonPolicy, considered, draw, prior_means

DEV, TEST = range(1_000, 1_040), range(50)
RUNS = 4  # of each policy on each stream, averaged: its own chance is no matter of the stream
KINDS = {
    "stationary": (False, False),
    "drifting": (False, True),
    "related": (True, False),
    "related, drifting": (True, True),
}


class Seasoned:
    """The functions that `seasoned.core.thompson.thompson` decides by, over many streams."""

    def __init__(self, policy: ThompsonPolicy = SHIPPED) -> None:
        self.policy = policy

    def start(self, rows: int, chance: np.random.Generator) -> None:
        self.chance, self.rows = chance, np.arange(rows)
        shape = (rows, CATEGORIES, STRATEGIES)
        self.n, self.sum = np.zeros((2, *shape))
        self.reward, self.weight, self.at = np.zeros((3, *shape, self.policy.most))
        self.tasks = np.zeros((rows, CATEGORIES))

    def choose(self, category: Codes) -> Codes:
        here = (self.rows, category)
        age = np.maximum(self.tasks[here][:, None, None] - 1.0 - self.at[here], 0.0)
        reward = self.reward[here]
        counts = considered(reward, self.weight[here], age, self.policy)
        expected = prior_means(self.n, self.sum, category, self.policy.wider)
        successes, total = (counts * reward).sum(-1), counts.sum(-1)
        # The first draw alone: that is what chooses, the others only tell how likely it was.
        rates = draw(expected, successes, total, self.policy, 1, self.chance)[0]
        return np.asarray(rates.argmax(-1), dtype=np.int64)

    def learn(self, category: Codes, strategy: Codes, reward: Numbers) -> None:
        place = (self.rows, category, strategy)
        self.n[place] += 1.0
        self.sum[place] += reward
        for kept, newest in (
            (self.reward, reward),
            (self.weight, np.ones(len(reward))),
            (self.at, self.tasks[self.rows, category]),
        ):
            kept[place] = np.concatenate([newest[:, None], kept[place][:, :-1]], axis=1)
        self.tasks[self.rows, category] += 1.0


Maker = Callable[[], Policy]
RIVALS: Mapping[str, Mapping[str, Maker]] = {
    "epsilon-decay": {
        f"scale {scale:g}, step {step:g}": partial(EpsilonDecay, scale, step)
        for scale, step in itertools.product((0.1, 0.2, 0.5, 1.0), (0.0, 0.05, 0.1, 0.2, 0.3))
    },
    "UCB-tuned": {
        f"scale {scale:g}": partial(UcbTuned, scale)
        for scale in (0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 1.0, 1.1, 1.25, 1.5)
    },
    "sliding-window UCB": {
        f"window {window}, bonus {bonus:g}": partial(SlidingWindowUcb, window, bonus)
        for window, bonus in itertools.product(
            (50, 80, 120, 200, 400, 2_000), (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3)
        )
    },
}


class Tuned(NamedTuple):
    """Settings of a rival: the best for all kinds together, and for each kind alone."""

    overall: str
    alone: dict[str, str]


def tuned(makers: Mapping[str, Maker], dev: Mapping[str, Streams]) -> Tuned:
    """The settings with the least mean regret on the streams for tuning."""
    means = {
        setting: {kind: float(regret(maker(), given, 7).mean()) for kind, given in dev.items()}
        for setting, maker in makers.items()
    }
    overall = min(means, key=lambda setting: sum(means[setting].values()))
    return Tuned(overall, {k: min(means, key=lambda setting: means[setting][k]) for k in dev})


def over_runs(maker: Maker, given: Streams, runs: int) -> Numbers:
    """Regret of each stream, averaged over runs."""
    lost = regret(maker(), given.repeated(runs), 11).reshape(-1, runs)
    return np.asarray(lost.mean(-1), dtype=np.float64)


def difference(ours: Numbers, theirs: Numbers) -> str:
    """Mean of ours - theirs over the same streams, with its 95 % interval."""
    less = ours - theirs
    half = student_quantile(len(less) - 1) * float(less.std(ddof=1)) / len(less) ** 0.5
    return f"{less.mean():+.1f} ± {half:.1f}"


def compare(seeds: range, runs: int) -> None:
    """Tune the rivals, then measure all of them on the test streams."""
    dev = {kind: streams(DEV, *how) for kind, how in KINDS.items()}
    settings = {name: tuned(makers, dev) for name, makers in RIVALS.items()}
    test = {kind: streams(seeds, *how) for kind, how in KINDS.items()}
    ours = {kind: over_runs(Seasoned, given, runs) for kind, given in test.items()}
    rows: list[list[object]] = [
        ["seasoned", "shipped", *(f"{r.mean():.1f}" for r in ours.values())]
    ]
    for name, makers in RIVALS.items():
        found = settings[name]
        theirs = {k: over_runs(makers[found.overall], given, runs) for k, given in test.items()}
        rows.append([name, found.overall, *(f"{r.mean():.1f}" for r in theirs.values())])
        rows.append(["", "seasoned less", *(difference(ours[k], theirs[k]) for k in test)])
        theirs = {k: over_runs(makers[found.alone[k]], given, runs) for k, given in test.items()}
        rows.append(["", "best for each kind", *(f"{r.mean():.1f}" for r in theirs.values())])
        rows.append(["", "seasoned less", *(difference(ours[k], theirs[k]) for k in test)])
    title = f"regret over 2,000 tasks, mean of {len(seeds)} streams of each kind"
    print_table(title, ("policy", "setting", *KINDS), rows)


# What `--tune` goes through; the first is what is shipped.
VARIANTS = {
    "shipped": SHIPPED,
    "plain Thompson sampling": replace(SHIPPED, hope=0.0, sharpness=1.0, fall=np.inf),
    "no fall believed": replace(SHIPPED, fall=np.inf),
    "fall 4": replace(SHIPPED, fall=4.0),
    "fall 5": replace(SHIPPED, fall=5.0),
    "a fall empties all": replace(SHIPPED, outlived=0.0),
    "a fall empties its own": replace(SHIPPED, outlived=1.0),
    "no decay": replace(SHIPPED, half_life=np.inf),
    "half-life 250": replace(SHIPPED, half_life=250.0),
    "half-life 100": replace(SHIPPED, half_life=100.0),
    "strength 2": replace(SHIPPED, strength=2.0),
    "strength 8": replace(SHIPPED, strength=8.0),
    "wider 2": replace(SHIPPED, wider=2.0),
    "wider 8": replace(SHIPPED, wider=8.0),
    "hope 0.2": replace(SHIPPED, hope=0.2),
    "hope 0.4": replace(SHIPPED, hope=0.4),
    "sharpness 10": replace(SHIPPED, sharpness=10.0),
    "sharpness 40": replace(SHIPPED, sharpness=40.0),
    "at most 30": replace(SHIPPED, most=30),
    "at most 100": replace(SHIPPED, most=100),
}


def tune(runs: int) -> None:
    """Regret of variants of the shipped policy on the streams for tuning."""
    dev = {kind: streams(DEV, *how) for kind, how in KINDS.items()}
    rows: list[list[object]] = []
    for name, policy in VARIANTS.items():
        means = [over_runs(partial(Seasoned, policy), g, runs).mean() for g in dev.values()]
        rows.append([name, *(f"{mean:.1f}" for mean in means), f"{sum(means):.1f}"])
    print_table("regret on the streams for tuning", ("policy", *KINDS, "sum"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=len(TEST), help="test streams of each kind")
    parser.add_argument("--runs", type=int, default=RUNS, help="runs on each, averaged")
    parser.add_argument("--tune", action="store_true", help="variants of the shipped policy")
    options = parser.parse_args()
    if options.tune:
        tune(options.runs)
    else:
        compare(range(options.seeds), options.runs)


if __name__ == "__main__":
    main()

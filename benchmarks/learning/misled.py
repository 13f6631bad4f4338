"""What credit is worth in a memory that misleads, through the whole loop of attempts.

Twelve kinds of tasks. Before the first attempt the memory holds one success of each kind; for a
share of the kinds what it did no longer works. An agent takes what the first success shown to it
did, else a way of its own, and every attempt becomes an episode as always. A fifth of the tasks run
without memory. Nothing but credit can tell that a success misleads: its attempts go worse than
those without memory.

    python -m benchmarks.learning.misled
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

import numpy as np

from benchmarks.common import print_table
from benchmarks.learning.trials import Numbers, paired
from seasoned import Episode, Memory, Options, Outcome, RecallPolicy, Task
from seasoned.core.harm import HarmPolicy
from seasoned.core.scoring import SHIPPED
from seasoned.testing import ManualClock

WHAT = ("parser", "invoice", "login", "cache")
WHERE = ("billing", "search", "mobile")
KINDS = tuple(f"repair the {what} of the {where}" for what in WHAT for where in WHERE)
GOOD, OWN, BAD = "way that works", "own way", "way that misleads"
RATES: Mapping[str, float] = {GOOD: 0.85, OWN: 0.6, BAD: 0.25}  # of success
MISLED = (0.0, 0.4)  # shares of the kinds
ATTEMPTS, HOLDOUT, THIRDS = 1_000, 0.2, 3
SEED = 500  # test seeds begin here

NEVER = HarmPolicy(least_uses=1_000_000)
ARMS: Mapping[str, RecallPolicy | None] = {
    "no memory": None,
    "no credit": RecallPolicy(harm=NEVER),
    "credit: withheld for harm (default)": RecallPolicy(),
    "credit: utility in the ranking besides": RecallPolicy(weights=replace(SHIPPED, utility=0.25)),
}


def begun(policy: RecallPolicy, share: float, seed: int, clock: ManualClock) -> Memory:
    """A memory with one success of each kind."""
    options = Options(policy=policy, clock=clock, seed=seed, holdout=HOLDOUT)
    memory = Memory.open("memory://", embedder=False, options=options)
    misled = set(Random(seed).sample(KINDS, round(share * len(KINDS))))
    for kind in KINDS:
        way = BAD if kind in misled else GOOD
        task = Task(kind, category="repair")
        memory.record(Episode(task, outcome=Outcome.SUCCESS, strategy=way, solution=way))
        clock.advance(60.0)
    return memory


def lived(policy: RecallPolicy | None, share: float, seed: int, attempts: int) -> Iterator[float]:
    """The reward of each attempt that might use memory."""
    chance, clock = Random(f"misled {seed}"), ManualClock()
    if policy is None:
        yield from (float(chance.random() < RATES[OWN]) for _ in range(attempts))
        return
    with begun(policy, share, seed, clock) as memory:
        for number in range(attempts):
            # A name of its own makes a task one that no other attempt shares, as a ticket's does.
            task = Task(f"{chance.choice(KINDS)}, ticket {number}", category="repair")
            attempt = memory.begin(task)
            worked = attempt.recall.successes
            way = worked[0].episode.strategy if worked else OWN
            reward = float(chance.random() < RATES[way])
            attempt.finish(way, outcome=reward, strategy=way)
            clock.advance(60.0)
            if not attempt.recall.held_out:
                yield reward


def thirds(policy: RecallPolicy | None, share: float, seed: int, attempts: int) -> list[float]:
    """Success of each third of the attempts."""
    parts = np.array_split(np.array([*lived(policy, share, seed, attempts)]), THIRDS)
    return [float(part.mean()) for part in parts]


def rows(share: float, asked: argparse.Namespace) -> list[list[object]]:
    """Success of each arm by thirds, and its last third less that of the arm without credit."""
    seeds = range(asked.seed, asked.seed + asked.seeds)
    found: dict[str, Numbers] = {
        arm: np.array([thirds(policy, share, seed, asked.attempts) for seed in seeds])
        for arm, policy in ARMS.items()
    }
    base = found["no credit"]
    return [
        [
            arm,
            *(float(mean) for mean in each.mean(0)),
            "" if arm == "no credit" else paired(each[:, -1:], base[:, -1:]),
        ]
        for arm, each in found.items()
    ]


def main() -> None:
    """Run and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seeds", type=int, default=10, help="independent memories")
    options.add_argument("--seed", type=int, default=SEED, help="the first")
    options.add_argument("--attempts", type=int, default=ATTEMPTS, help="of each memory")
    asked = options.parse_args()
    for share in MISLED:
        title = f"{share:.0%} of the successes mislead; success in {asked.attempts} attempts"
        columns = ["arm", "first third", "second", "last", "last less no credit"]
        print_table(title, columns, rows(share, asked))


if __name__ == "__main__":
    main()

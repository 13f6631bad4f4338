"""Trials of memories in text games: learn from some, be tested on others, and compare.

Knows: when games are played and what is counted. Does not know the games: a policy plays one. Every
arm meets the same games with the same chance, so that differences are paired.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.learning.arms import Arm, Looking, Played
from benchmarks.learning.express import GAMES, Scene, Simulator
from seasoned.core.intervals import student_quantile
from seasoned.ports import Embedder

Numbers = NDArray[np.float64]
MakeArm = Callable[[int], Arm]
SCORE, WON, LOST, STEPS = range(4)  # the figures of a game


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended: score in [0, 1], won, lost by a mistake, and steps taken."""

    score: float
    won: bool
    lost: bool
    steps: int


class Player(Protocol):
    """A policy in one game."""

    task: str

    def __init__(self, chance: random.Random, learning: bool) -> None: ...

    def act(self, scene: Scene, played: Played) -> str:
        """What to do next."""
        ...

    def saw(self, before: Scene, action: str, after: Scene, played: Played) -> None:
        """Take note of what came of it."""
        ...


MakePlayer = Callable[[random.Random, bool], Player]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured.

    Attributes:
        seeds: Independent runs, each with training and test games of its own.
        sizes: Games that an agent has behind it when it is tested, rising.
        games: Test games of each run.
        limit: Steps allowed in a game.
        fold: Of the test games; what is tuned is tuned on ``dev``.
    """

    seeds: Sequence[int]
    sizes: tuple[int, ...]
    games: int
    limit: int
    fold: str = "test"


def play(game: Simulator, scene: Scene, player: Player, played: Played, limit: int) -> Ended:
    """Play a game to its end or its limit."""
    steps = 0
    while steps < limit and not scene.over:
        action = player.act(scene, played)
        after = game.step(action)
        player.saw(scene, action, after, played)
        scene, steps = after, steps + 1
    played.finish(1.0 if scene.won else min(0.99, max(0.0, scene.score)))
    return Ended(max(0.0, scene.score), scene.won, scene.lost, steps)


def run(
    game: Simulator,
    plan: Plan,
    make_player: MakePlayer,
    make_arm: MakeArm,
    kept: Path | None = None,
) -> Numbers:
    """All games of an arm, shape (runs, sizes, games, 4): score, won, lost, steps.

    Args:
        game: The simulator.
        plan: What is measured.
        make_player: The policy.
        make_arm: The memory, from a seed.
        kept: Beginning of file names; a run that is there already is read instead of played.
    """
    return np.array([_kept(game, plan, make_player, make_arm, s, kept) for s in plan.seeds])


def _kept(
    game: Simulator,
    plan: Plan,
    make_player: MakePlayer,
    make_arm: MakeArm,
    seed: int,
    kept: Path | None,
) -> Numbers:
    if kept is None:
        return np.array(_one(game, plan, make_player, make_arm, seed))
    sizes = "-".join(map(str, plan.sizes))
    path = kept.with_name(f"{kept.name}.{plan.fold}.{sizes}.{plan.games}.{seed}.npy")
    if not path.is_file():
        np.save(path, np.array(_one(game, plan, make_player, make_arm, seed)))
    return np.asarray(np.load(path), dtype=np.float64)


def _one(
    game: Simulator, plan: Plan, make_player: MakePlayer, make_arm: MakeArm, seed: int
) -> list[list[tuple[float, ...]]]:
    arm, behind, found = make_arm(seed), 0, []
    order = random.Random(seed).sample(range(GAMES), GAMES)
    try:
        for size in plan.sizes:
            for number in order[behind:size]:
                player = make_player(random.Random(f"train {seed} {number}"), True)
                scene = game.start("train", number)
                play(game, scene, player, arm.begin(player.task), plan.limit)
            behind = size
            found.append([_tested(game, plan, make_player, arm, n) for n in _numbers(plan, seed)])
    finally:
        arm.close()
    return found


def _numbers(plan: Plan, seed: int) -> range:
    return range(seed * plan.games, (seed + 1) * plan.games)


def _tested(
    game: Simulator, plan: Plan, make_player: MakePlayer, arm: Arm, number: int
) -> tuple[float, ...]:
    player = make_player(random.Random(f"{plan.fold} {number}"), False)
    scene = game.start(plan.fold, number)
    ended = play(game, scene, player, Looking(arm, player.task), plan.limit)
    return ended.score, float(ended.won), float(ended.lost), float(ended.steps)


def paired(ours: Numbers, theirs: Numbers) -> str:
    """Mean difference of two arms over runs, shape (runs, games), with its 95 % interval."""
    less = (ours - theirs).mean(-1)
    if len(less) < 2:
        return f"{less.mean():+.3f}"
    half = student_quantile(len(less) - 1) * float(less.std(ddof=1)) / len(less) ** 0.5
    return f"{less.mean():+.3f} ± {half:.3f}"


def compared(
    found: Mapping[str, Numbers], figure: int, sizes: Sequence[int], against: str = "knn"
) -> list[list[object]]:
    """Rows of a table: each arm's mean at each size, and at each but 0 its paired difference."""
    base = found.get(against)
    rows: list[list[object]] = []
    for name, games in found.items():
        means = [f"{value:.3f}" for value in games[..., figure].mean((0, 2))]
        less = [
            paired(games[:, place, :, figure], base[:, place, :, figure])
            for place, size in enumerate(sizes)
            if size and base is not None and name != against
        ]
        rows.append([name, *means, *less])
    return rows


def columns(sizes: Sequence[int], against: str = "knn") -> list[str]:
    """Headings for the rows of `compared`."""
    return ["arm", *map(str, sizes), *(f"minus {against} at {size}" for size in sizes if size)]


def options(description: str, sizes: Sequence[int], games: int) -> argparse.ArgumentParser:
    """The options that benchmarks in text games share."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--seeds", type=int, default=5, help="independent runs")
    made.add_argument("--first", type=int, default=0, help="the first seed")
    made.add_argument("--games", type=int, default=games, help="test games of each run")
    made.add_argument("--sizes", type=int, nargs="+", default=list(sizes), help="training games")
    made.add_argument("--arms", nargs="+", help="only these arms")
    made.add_argument("--keep", type=Path, help="folder for finished runs, to go on with later")
    made.add_argument("--dev", action="store_true", help="test on the fold for tuning")
    return made


def plan_of(asked: argparse.Namespace, limit: int) -> Plan:
    """The plan that was asked for."""
    seeds = range(asked.first, asked.first + asked.seeds)
    fold = "dev" if asked.dev else "test"
    return Plan(seeds, tuple(sorted(asked.sizes)), asked.games, limit, fold)


def bound(
    makers: Mapping[str, Callable[[Embedder, int, float], Arm]], embedder: Embedder, power: float
) -> dict[str, MakeArm]:
    """Arms that need only a seed."""

    def with_seed(make: Callable[[Embedder, int, float], Arm]) -> MakeArm:
        return lambda seed: make(embedder, seed, power)

    return {name: with_seed(make) for name, make in makers.items()}


def runs(
    game: Simulator,
    plan: Plan,
    make_player: type[Player],
    arms: Mapping[str, MakeArm],
    asked: argparse.Namespace,
) -> dict[str, Numbers]:
    """The games of each arm, or of those that were asked for."""
    found = {}
    for name, make_arm in arms.items():
        if asked.arms is None or name in asked.arms:
            began = time.perf_counter()
            kept = None if asked.keep is None else asked.keep / f"{make_player.__name__}.{name}"
            found[name] = run(game, plan, make_player, make_arm, kept)
            took = time.perf_counter() - began
            won = " ".join(f"{value:.3f}" for value in found[name][..., WON].mean((0, 2)))
            print(f"{name}: won {won}, {took / len(plan.seeds):.0f} s a seed", file=sys.stderr)
    return found

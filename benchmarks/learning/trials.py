"""Trials of memories in text games: learn from some, be tested on others, and compare.

Knows: when games are played and what is counted. Does not know the games: a policy plays one. Every
arm meets the same games with the same chance, so that differences are paired.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.learning.arms import Arm, Looking, Played
from benchmarks.learning.express import GAMES, Scene, Simulator
from seasoned.core.intervals import student_quantile

Numbers = NDArray[np.float64]
MakeArm = Callable[[int], Arm]


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


def run(game: Simulator, plan: Plan, make_player: MakePlayer, make_arm: MakeArm) -> Numbers:
    """All games of an arm, shape (runs, sizes, games, 4): score, won, lost, steps."""
    return np.array([_one(game, plan, make_player, make_arm, seed) for seed in plan.seeds])


def _one(
    game: Simulator, plan: Plan, make_player: MakePlayer, make_arm: MakeArm, seed: int
) -> list[list[tuple[float, ...]]]:
    arm, behind, found = make_arm(seed), 0, []
    order = random.Random(seed).sample(range(GAMES), max(plan.sizes))
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


def table(
    found: Mapping[str, Numbers], figure: int, against: str = "knn", places: Sequence[int] = ()
) -> list[list[object]]:
    """Rows of a table: each arm's mean at each size, then its difference to another arm."""
    rows: list[list[object]] = []
    for name, games in found.items():
        means = [float(value) for value in games[..., figure].mean((0, 2))]
        base = found.get(against)
        less = [
            ""
            if base is None or name == against
            else paired(games[:, place, :, figure], base[:, place, :, figure])
            for place in places
        ]
        rows.append([name, *means, *less])
    return rows

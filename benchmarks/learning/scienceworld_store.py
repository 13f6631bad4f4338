"""What the memories of the ScienceWorld benchmark hold, and the games that they are asked about.

A clean store has gold episodes of train variations; a polluted one has, newer than those, the
agent's own failures on train variations as well: games in which it followed the plan of another
kind of task.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from benchmarks.common import data_file, read_lines
from benchmarks.learning.arms import Lived
from benchmarks.learning.scienceworld_play import Player, World, differences, plan_of

# The half of the task types that the pilot measured.
KINDS = (
    "boil",
    "chemistry-mix",
    "chemistry-mix-paint-secondary-color",
    "chemistry-mix-paint-tertiary-color",
    "find-animal",
    "find-living-thing",
    "find-non-living-thing",
    "find-plant",
    "freeze",
    "grow-plant",
    "identify-life-stages-2",
    "lifespan-longest-lived",
    "measure-melting-point-known-substance",
    "power-component",
    "test-conductivity",
    "use-thermometer",
)
GOLD = 8  # episodes of each type in a store, where there are as many
ASKED = 8  # games of each type, where there are as many
FAILED, FEW = 12, 4  # failures of each type; the latter where there are few variations
PATIENCE = 40  # actions after which a failing agent gives up


class Games(World, Protocol):
    """A simulator that can begin a game."""

    def begin(self, kind: str, variation: int) -> str:
        """Start a game and tell its task."""
        ...

    def variations(self, kind: str, fold: str) -> list[int]:
        """The variations of a task type in the fold ``train``, ``dev`` or ``test``."""
        ...


class Demonstration(NamedTuple):
    """A gold episode.

    Attributes:
        kind: Its task type, which no memory is told.
        variation: Which of the type's.
        task: Its description.
        actions: As they were done.
        plan: The same with walks shortened.
    """

    kind: str
    variation: int
    task: str
    actions: tuple[str, ...]
    plan: tuple[str, ...]

    @property
    def lived(self) -> Lived:
        """As a memory keeps it."""
        return Lived(self.task, reward=1.0, steps=self.plan)


class Case(NamedTuple):
    """A game to be played."""

    kind: str
    variation: int
    task: str


Gold = Mapping[str, Sequence[Demonstration]]


def load(folder: Path | None) -> tuple[Gold, list[Case]]:
    """The gold episodes of train variations by type, and the games of the test fold."""
    told = read_lines(data_file(folder, "scienceworld_gold_episodes.jsonl.gz"))
    return {kind: [*_train(told, kind)] for kind in KINDS}, [*_test(told)]


def _train(told: Iterable[dict[str, Any]], kind: str) -> Iterable[Demonstration]:
    for each in told:
        if each["task"] == kind and each["split"] == "train" and each["score"] == 100:
            actions = tuple(step[0] for step in each["steps"])
            plan = plan_of(actions, each["look"])
            yield Demonstration(kind, each["var"], each["desc"], actions, plan)


def _test(told: Sequence[dict[str, Any]]) -> Iterable[Case]:
    for kind in KINDS:
        asked = [each for each in told if each["task"] == kind and each["split"] == "test"]
        for each in asked[:ASKED]:
            yield Case(kind, each["var"], each["desc"])


def dev_cases(games: Games) -> list[Case]:
    """Games of the dev fold, spread over its variations."""
    cases = []
    for kind in KINDS:
        variations = games.variations(kind, "dev")
        every = max(1, len(variations) // ASKED)
        cases += [Case(kind, v, games.begin(kind, v)) for v in variations[::every][:ASKED]]
    return cases


def drawn(gold: Gold, seed: int) -> list[Demonstration]:
    """The episodes of a clean store, in the order in which they are kept."""
    chance = random.Random(seed)
    some = [each for of in gold.values() for each in chance.sample(of, min(GOLD, len(of)))]
    return chance.sample(some, len(some))


def failures(gold: Gold, games: Games, seed: int) -> list[Lived]:
    """What the agent did on train variations with the plan of an unlike task, really played."""
    chance = random.Random(f"failures {seed}")
    lived: list[Lived] = []
    for of in gold.values():
        tried = chance.sample(of, len(of))
        tried = tried[FEW : FEW + FAILED] or tried[:FEW]
        lived += [_fail(gold, games, each, chance) for each in tried]
    return chance.sample(lived, len(lived))


def _fail(gold: Gold, games: Games, tried: Demonstration, chance: random.Random) -> Lived:
    """A game that was not won; where one was, by accident, another plan is taken."""
    while True:
        donor = chance.choice(gold[chance.choice([kind for kind in gold if kind != tried.kind])])
        exchange = differences(donor.task, tried.task) if chance.random() < 0.5 else {}
        games.begin(tried.kind, tried.variation)
        player = Player(games, PATIENCE)
        player.follow(donor.plan, exchange, repair=False)
        if player.score < 100:
            done = tuple(action for action, _ in player.steps)
            return Lived(tried.task, reward=player.score / 100, steps=done)

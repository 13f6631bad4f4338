"""Further arms for games: other architectures, and seasoned with a part missing.

Knows: the architectures that the source article compares, in a few lines each, and the settings
that take one signal or stage away. Does not know any game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from benchmarks.learning.arms import (
    ARMS,
    DECISION,
    GAME,
    VOTING,
    Arm,
    Lived,
    MakeArm,
    Near,
    Nearest,
    Nothing,
    Played,
    Seasoned,
)
from seasoned import RecallPolicy, ReplayWeights
from seasoned.core.scoring import SHIPPED
from seasoned.ports import Embedder

WINDOW = 50  # pieces that a context window has room for
DAY = 86_400.0  # the source's half-life, in seconds


class Window(Nothing):
    """A context window: the newest pieces, whatever they are about."""

    def __init__(self, power: float) -> None:
        super().__init__(power)
        self._past: list[Lived] = []

    def keep(self, past: Iterable[Lived]) -> None:
        self._past += past

    def recall(self, task: str, k: int, category: str = GAME) -> list[Near]:
        newest = reversed(self._past[-WINDOW:])
        return [Near(one, 1.0) for one in newest if bool(one.action) == (category == DECISION)]


class Log(Window):
    """A JSON log: all pieces, found by the words that they share with the task, newest first."""

    def recall(self, task: str, k: int, category: str = GAME) -> list[Near]:
        asked = set(task.lower().split())
        found = []
        for one in reversed(self._past):
            words = set(one.task.lower().split())
            if bool(one.action) == (category == DECISION) and asked & words:
                found.append(Near(one, len(asked & words) / len(asked | words)))
        return sorted(found, key=lambda near: -near.closeness)[:k]


class Vectors(Nearest):
    """A vector store: the nearest pieces, however they ended."""

    least = 0.0


class Unbalanced(Seasoned):
    """Seasoned, with all outcomes ranked together."""

    balance = False


@dataclass
class Without:
    """A game of which an arm is told less, or falsely."""

    played: Played
    wrong: float  # share of decisions whose reward is turned over
    failures: bool
    chance: random.Random

    def recall(self) -> list[Near]:
        return self.played.recall()

    def values(self, task: str, options: Sequence[str]) -> dict[str, float]:
        return self.played.values(task, options)

    def decided(self, task: str, action: str, reward: float) -> None:
        if self.chance.random() < self.wrong:
            reward = 1.0 - reward
        if self.failures or reward >= 1.0:
            self.played.decided(task, action, reward)

    def step(self, action: str, result: str) -> None:
        self.played.step(action, result)

    def finish(self, reward: float) -> None:
        self.played.finish(reward)


class Told:
    """An arm that is told less of what it lives through, or falsely."""

    def __init__(self, arm: Arm, seed: int, *, wrong: float = 0.0, failures: bool = True) -> None:
        self._arm, self._wrong, self._failures = arm, wrong, failures
        self._chance = random.Random(f"told {seed}")  # the same for every arm

    def keep(self, past: Iterable[Lived]) -> None:
        self._arm.keep(past)

    def recall(self, task: str, k: int, category: str = GAME) -> list[Near]:
        return self._arm.recall(task, k, category)

    def values(self, task: str, options: Sequence[str]) -> dict[str, float]:
        return self._arm.values(task, options)

    def begin(self, task: str) -> Played:
        return Without(self._arm.begin(task), self._wrong, self._failures, self._chance)

    def close(self) -> None:
        self._arm.close()


def told(make: MakeArm, embedder: Embedder, seed: int, power: float, **how: Any) -> Arm:
    """An arm that is told less; see `Told`."""
    return Told(make(embedder, seed, power), seed, **how)


def noisy(make: MakeArm, wrong: float = 0.2) -> MakeArm:
    """An arm of whose decisions a share has the wrong reward."""
    return partial(told, make, wrong=wrong)


def successes(make: MakeArm) -> MakeArm:
    """An arm that is not told of failures."""
    return partial(told, make, failures=False)


def _set(**numbers: Any) -> MakeArm:
    """Seasoned with another recall policy."""
    policy = replace(VOTING, **numbers)
    return lambda embedder, _, power: Seasoned(embedder, power, policy=policy)


def _weights(**numbers: float) -> MakeArm:
    return _set(weights=replace(SHIPPED, **numbers))


def _seasoned(embedder: Embedder, _: int, power: float) -> Arm:
    return Seasoned(embedder, power, policy=VOTING)


ARCHITECTURES: Mapping[str, MakeArm] = {
    "none": lambda _, __, power: Nothing(power),
    "context window": lambda _, __, power: Window(power),
    "JSON log": lambda _, __, power: Log(power),
    "vector only": lambda embedder, _, power: Vectors(embedder, power),
    "episodic: seasoned": _seasoned,
}
PARTS: Mapping[str, MakeArm] = {
    "source's weights": _set(weights=ReplayWeights(), half_life=DAY),
    "no similarity": _weights(similarity=0.0),
    "no reward": _weights(reward=0.0),
    "no outcome": _weights(outcome_bonus=0.0),
    "no recency": _weights(recency=0.0),
    "no complexity": _weights(complexity=0.0),
    "no words": _set(lexical=0.0),
    "no gate": _set(floor=-1.0, coverage=0.0),
    "no nearness rule": _set(relative=0.0),
    "successes only if close": _set(relative_success=RecallPolicy().relative_success),
    "no balance": lambda embedder, _, power: Unbalanced(embedder, power),
    "failures not stored": successes(_seasoned),
}
ABLATIONS: Mapping[str, MakeArm] = {"knn": ARMS["knn"], **ARCHITECTURES, **PARTS}

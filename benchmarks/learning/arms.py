"""The memories that agents of the environment benchmarks play with, behind one small interface.

Knows: how each memory keeps what was lived and finds it again. Does not know any game. A policy
asks in two ways: `recall` gives whole pieces of the past that are like a task, `values` tells what
each of several options promises in a situation. Every arm answers both with the same types, so
that only the memory differs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.learning.lived import DECISION as DECISION
from benchmarks.learning.lived import GAME as GAME
from benchmarks.learning.lived import POWER as POWER
from benchmarks.learning.lived import PRIOR as PRIOR
from benchmarks.learning.lived import Arm as Arm
from benchmarks.learning.lived import Lived as Lived
from benchmarks.learning.lived import Near as Near
from benchmarks.learning.lived import Played as Played
from benchmarks.learning.lived import vote as vote
from seasoned import (
    Episode,
    Feedback,
    Filter,
    Memory,
    Options,
    PrioritizedResult,
    Recall,
    RecallPolicy,
    Step,
    Task,
)
from seasoned.core.thompson import ThompsonPolicy
from seasoned.memories.attempts import Attempt
from seasoned.ports import Embedder
from seasoned.testing import ManualClock

NAMES = ("none", "shuffled", "knn", "seasoned", "seasoned, choosing")
NEAREST, SHOWN = (
    30,
    20,
)  # pieces that vote on what options promise: nearest ones; seasoned's results
# The policy takes what promises most, and tries others on its own.
CHOOSING = ThompsonPolicy(strength=0.2, hope=0.0, draws=1)
# A vote wants many: the limit that leaves only the closest successes cost six points on dev games.
VOTING = RecallPolicy(relative_success=0.0)
BETWEEN = timedelta(hours=1)  # from one game to the next, so that old and new can be told apart


class Nothing:
    """No memory; the interface of all others, with nothing behind it.

    What it answers to a question about options stays the same until a game begins or ends, as
    what an attempt is shown does.
    """

    most = NEAREST

    def __init__(self, power: float = POWER) -> None:
        self.power = power
        self._asked: dict[str, list[Near]] = {}

    def keep(self, past: Iterable[Lived]) -> None:
        """Forget it."""

    def recall(self, task: str, k: int, category: str = GAME) -> list[Near]:
        return []

    def values(self, task: str, options: Sequence[str]) -> dict[str, float]:
        if task not in self._asked:
            self._asked[task] = self.recall(task, self.most, DECISION)
        return vote(self._asked[task], options, self.power)

    def begin(self, task: str) -> Played:
        self.turn()
        return Plain(self, task)

    def turn(self) -> None:
        """A game begins or ends: what is asked from now on is answered anew."""
        self._asked.clear()

    def close(self) -> None:
        """Nothing is held."""


@dataclass
class Plain:
    """A game of an arm that keeps single pieces and knows no attempts."""

    arm: Nothing
    task: str
    done: list[str] = field(default_factory=list)

    def recall(self) -> list[Near]:
        return self.arm.recall(self.task, 5)

    def values(self, task: str, options: Sequence[str]) -> dict[str, float]:
        return self.arm.values(task, options)

    def decided(self, task: str, action: str, reward: float) -> None:
        self.arm.keep([Lived(task, action, reward)])

    def step(self, action: str, result: str) -> None:
        self.done.append(action)

    def finish(self, reward: float) -> None:
        self.arm.keep([Lived(self.task, "", reward, tuple(self.done))])
        self.arm.turn()


class Nearest(Nothing):
    """The memory that anybody writes in thirty lines: successes, and the cosine to their tasks."""

    least = 1.0  # reward of what is kept

    def __init__(self, embedder: Embedder, power: float = POWER) -> None:
        super().__init__(power)
        self._embedder = embedder
        self._past: dict[str, list[Lived]] = {GAME: [], DECISION: []}
        self._rows: dict[str, list[NDArray[np.float32]]] = {GAME: [], DECISION: []}

    def keep(self, past: Iterable[Lived]) -> None:
        for lived in past:
            if lived.reward >= self.least:
                kind = DECISION if lived.action else GAME
                self._past[kind].append(lived)
                self._rows[kind].append(self._embedder.embed([lived.task])[0])

    def recall(self, task: str, k: int, category: str = GAME) -> list[Near]:
        past = self._past[category]
        if not past:
            return []
        asked = self._embedder.embed([task], "query")[0]
        cosines = np.stack(self._rows[category]) @ asked
        best = np.argsort(-cosines, kind="stable")[:k]
        return [Near(past[place], float(cosines[place])) for place in best]


class Seasoned(Nothing):
    """Seasoned as its user has it: a game is an attempt, and each decision one within it."""

    balance, most = True, SHOWN

    def __init__(self, embedder: Embedder, power: float = POWER, **settings: Any) -> None:
        super().__init__(power)
        self.clock = ManualClock()
        options = Options(clock=self.clock, seed=0, **settings)
        self.memory = Memory.open("memory://", embedder=embedder, options=options)

    def keep(self, past: Iterable[Lived]) -> None:
        episodes = [
            Episode(
                task_of(lived),
                steps=tuple(Step("act", detail=step) for step in lived.steps),
                strategy=lived.action,
                feedback=Feedback(reward=lived.reward),
                finished_at=self.clock.advance(BETWEEN.total_seconds()),
            )
            for lived in past
        ]
        self.memory.episodes.record_many(episodes)

    def recall(self, task: str, k: int, category: str = GAME) -> list[Near]:
        asked = Task(task, category=category)
        kind = Filter(category=category)
        found = self.memory.recall(asked, k, filter=kind, balance=self.balance)
        return [near_of(one) for one in found.results]

    def begin(self, task: str) -> Played:
        self.turn()
        self.clock.advance(BETWEEN.total_seconds())
        return Attempted(self, self.memory.begin(task, category=GAME))

    def close(self) -> None:
        self.memory.close()


class Choosing(Seasoned):
    """Seasoned, where its choice of a strategy tells what options promise."""

    def __init__(self, embedder: Embedder, power: float = POWER, **settings: Any) -> None:
        choosing = replace(CHOOSING, power=power)
        super().__init__(embedder, power, **({"choosing": choosing} | settings))
        self._recalls: dict[str, Recall] = {}
        self._told: dict[tuple[str, ...], dict[str, float]] = {}

    def values(self, task: str, options: Sequence[str]) -> dict[str, float]:
        key = (task, *options)
        if options and key not in self._told:
            self._told[key] = self._choose(task, options)
        return self._told.get(key, {})

    def _choose(self, task: str, options: Sequence[str]) -> dict[str, float]:
        asked, kind = Task(task, category=DECISION), Filter(category=DECISION)
        if task not in self._recalls:
            self._recalls[task] = self.memory.recall(asked, 1, filter=kind, balance=False)
        known = self._recalls[task]
        choice = self.memory.learning.choose_strategy(asked, options, recall=known)
        return {one.name: one.mean for one in choice.evidence if one.n}

    def turn(self) -> None:
        super().turn()
        self._recalls.clear()
        self._told.clear()


@dataclass
class Attempted:
    """A game as an attempt of seasoned."""

    arm: Seasoned
    attempt: Attempt

    def recall(self) -> list[Near]:
        return [near_of(one) for one in self.attempt.recall.results]

    def values(self, task: str, options: Sequence[str]) -> dict[str, float]:
        return self.arm.values(task, options)

    def decided(self, task: str, action: str, reward: float) -> None:
        memory, parent = self.arm.memory, self.attempt.id
        part = memory.begin(task, category=DECISION, strategy=action, parent=parent)
        part.finish(action, outcome=reward)

    def step(self, action: str, result: str) -> None:
        self.attempt.step("act", action, result=result)

    def finish(self, reward: float) -> None:
        self.attempt.finish(outcome=min(1.0, max(0.0, reward)))
        self.arm.turn()


class Shuffled(Seasoned):
    """The same memory asked for something else: another task that it knows, drawn by chance.

    What comes back has the same form and the same size, and nothing to do with the task.
    """

    def __init__(
        self, embedder: Embedder, power: float = POWER, *, seed: int = 0, **settings: Any
    ) -> None:
        super().__init__(embedder, power, **settings)
        self._seed = seed
        self._known: dict[str, list[str]] = {GAME: [], DECISION: []}

    def keep(self, past: Iterable[Lived]) -> None:
        past = list(past)
        for lived in past:
            self.learn(lived.task, DECISION if lived.action else GAME)
        super().keep(past)

    def learn(self, task: str, category: str) -> None:
        """Note a task that others may be mistaken for."""
        if task not in self._known[category]:
            self._known[category].append(task)

    def recall(self, task: str, k: int, category: str = GAME) -> list[Near]:
        others = [known for known in self._known[category] if known != task]
        if not others:
            return []
        # The same task is always mistaken for the same other one, as long as no more are known.
        other = random.Random(f"{self._seed} {task}").choice(others)
        return super().recall(other, k, category)

    def begin(self, task: str) -> Played:
        self.turn()
        self.learn(task, GAME)
        self.clock.advance(BETWEEN.total_seconds())
        return Mistaken(self, self.memory.begin(task, category=GAME))


@dataclass
class Mistaken(Attempted):
    """A game of the shuffled memory."""

    arm: Shuffled

    def recall(self) -> list[Near]:
        return self.arm.recall(self.attempt.task.description, 5)

    def decided(self, task: str, action: str, reward: float) -> None:
        self.arm.learn(task, DECISION)
        super().decided(task, action, reward)


def task_of(lived: Lived) -> Task:
    """The task of a piece, in the category of games or of decisions."""
    return Task(lived.task, category=DECISION if lived.action else GAME)


def lived_of(episode: Episode) -> Lived:
    """An episode as a piece of the past; without a reward its outcome is not told."""
    steps = tuple(step.detail for step in episode.steps)
    reward = episode.effective_feedback.reward or 0.0
    return Lived(episode.task.description, episode.strategy, reward, steps)


def near_of(result: PrioritizedResult) -> Near:
    """A result of seasoned as a piece that came back."""
    return Near(lived_of(result.episode), result.similarity, 1 + len(result.also))


@dataclass(frozen=True)
class Looking:
    """A game in which a memory is only asked, so that nothing of a test is learned."""

    arm: Arm
    task: str

    def recall(self) -> list[Near]:
        return self.arm.recall(self.task, 5)

    def values(self, task: str, options: Sequence[str]) -> dict[str, float]:
        return self.arm.values(task, options)

    def decided(self, task: str, action: str, reward: float) -> None:
        """Forget it."""

    def step(self, action: str, result: str) -> None:
        """Forget it."""

    def finish(self, reward: float) -> None:
        """Forget it."""


MakeArm = Callable[[Embedder, int, float], Arm]  # embedder, seed, power of closeness in a vote
ARMS: Mapping[str, MakeArm] = {
    "none": lambda embedder, seed, power: Nothing(power),
    "shuffled": lambda embedder, seed, power: Shuffled(embedder, power, seed=seed, policy=VOTING),
    "knn": lambda embedder, seed, power: Nearest(embedder, power),
    "seasoned": lambda embedder, seed, power: Seasoned(embedder, power, policy=VOTING),
    "seasoned, choosing": lambda embedder, seed, power: Choosing(embedder, power),
}

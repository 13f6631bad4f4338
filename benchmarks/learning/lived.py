"""What agents lived through, as memories keep it and give it back, and how options are weighed.

Knows: the interface between a policy and a memory, and the one vote by which what came back tells
what options promise. Does not know any memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

GAME, DECISION = "game", "decision"  # categories of whole games and of decisions within them
POWER = 4.0  # of closeness in a vote, unless a game sets another: far ones hardly count
PRIOR, STRENGTH = 0.1, 0.1  # what an option promises of which little is known, and for how much


class Lived(NamedTuple):
    """A piece of the past.

    Attributes:
        task: What was to be done or decided.
        action: The option that was taken, "" of a whole game.
        reward: In [0, 1].
        steps: What was done, in order, of a whole game.
    """

    task: str
    action: str = ""
    reward: float = 0.0
    steps: tuple[str, ...] = ()


class Near(NamedTuple):
    """A piece of the past that came back.

    Attributes:
        lived: The piece.
        closeness: To what was asked: the cosine, in [-1, 1].
        times: How many like it this one stands for, itself included.
    """

    lived: Lived
    closeness: float
    times: int = 1


class Arm(Protocol):
    """What a policy and a harness ask of a memory."""

    def keep(self, past: Iterable[Lived]) -> None:
        """Take in what somebody lived before, such as gold episodes."""
        ...

    def recall(self, task: str, k: int, category: str = GAME) -> list[Near]:
        """The pieces of a category that are most use for a task, best first."""
        ...

    def values(self, task: str, options: Sequence[str]) -> dict[str, float]:
        """What options promise, in [0, 1]; those of which nothing is known are left out."""
        ...

    def begin(self, task: str) -> Played:
        """Begin a game that is learned from."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


class Played(Protocol):
    """A game that is learned from."""

    def recall(self) -> list[Near]:
        """What is shown for the game as a whole."""
        ...

    def values(self, task: str, options: Sequence[str]) -> dict[str, float]:
        """What options of a decision promise; see `Arm.values`."""
        ...

    def decided(self, task: str, action: str, reward: float) -> None:
        """Keep a decision and what came of it."""
        ...

    def step(self, action: str, result: str) -> None:
        """Keep a step."""
        ...

    def finish(self, reward: float) -> None:
        """End the game."""
        ...


def vote(near: Iterable[Near], options: Sequence[str], power: float) -> dict[str, float]:
    """What options promise by the rewards of what is near; one that nothing took is left out."""
    weight, gained = dict.fromkeys(options, 0.0), dict.fromkeys(options, 0.0)
    for lived, closeness, times in near:
        if lived.action in weight:
            counts = times * max(0.0, closeness) ** power
            weight[lived.action] += counts
            gained[lived.action] += counts * lived.reward
    return {
        option: (STRENGTH * PRIOR + gained[option]) / (STRENGTH + weight[option])
        for option in options
        if weight[option] > 0.0
    }

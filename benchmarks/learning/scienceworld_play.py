"""The player of the ScienceWorld benchmark: it follows plans of past episodes in a new variation.

A plan is an episode's actions with walks shortened to where they lead. It is adapted by exchanging
what differs between the two task descriptions; an action that the simulator does not understand
is replaced by the most similar valid one with the same verb; and if a plan does not finish the
task, the next one goes on from there. Knows actions and a `World`, no memory: whoever hands in the
plans decides what is tried, which is all that the arms of the benchmark differ in.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Protocol

BUDGET = 100  # actions per game
PLANS = 3  # tried one after the other
_WALKING = ("open door", "close door", "look around")
_REFUSED = ("No known action", "Unknown action", "I'm not sure", "It's not clear")
_LONGEST = 40  # characters of a phrase that is exchanged; longer ones are other sentences
# A wrong focus can end a game, so that a guess at one has to be closer.
_ALIKE, _ALIKE_FOCUS = 0.5, 0.6


class World(Protocol):
    """A game that has begun."""

    def act(self, action: str) -> str:
        """Do it and tell what is seen."""
        ...

    def valid(self) -> list[str]:
        """Every action that would be understood now."""
        ...

    @property
    def score(self) -> int:
        """From -100, lost, to 100."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game has ended, won or lost."""
        ...


def plan_of(actions: Sequence[str], look: str) -> tuple[str, ...]:
    """The actions of an episode with each walk replaced by one jump to its end.

    Args:
        actions: As they were done.
        look: What the agent saw first; it names the room in which the episode began.
    """
    plan: list[str] = []
    place = _room(look)
    for action in map(str.lower, actions):
        if action.startswith(_WALKING):
            continue
        if action.startswith(("go to ", "teleport to ")):
            place = action.partition(" to ")[2]
            continue
        if place:
            plan.append(f"teleport to {place}")
            place = ""
        plan.append(action)
    return (*plan, f"teleport to {place}") if place else tuple(plan)


def _room(look: str) -> str:
    found = re.search(r"is called the ([a-z ]+)", look)
    return found[1].strip() if found else ""


def differences(before: str, now: str) -> dict[str, str]:
    """What to say now for phrases of an earlier description that the new one lacks."""
    old, new = _words(before), _words(now)
    whole = f" {' '.join(new)} "
    found = {}
    for tag, i, j, m, n in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        gone, come = " ".join(old[i:j]), " ".join(new[m:n])
        if tag != "replace" or f" {gone} " in whole or max(len(gone), len(come)) >= _LONGEST:
            continue
        if re.search("[a-z]", gone) and re.search("[a-z]", come):
            found[gone] = come
    return found


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9-]+|[^\sa-z0-9]", text.lower())


def adapt(action: str, exchange: dict[str, str]) -> str:
    """The action with each phrase replaced, the longest first and none of them twice."""
    if not exchange:
        return action
    phrases = sorted(exchange, key=lambda phrase: (-len(phrase), phrase))
    either = "|".join(map(re.escape, phrases))
    return re.sub(rf"(?<![a-z0-9])(?:{either})(?![a-z0-9])", lambda m: exchange[m[0]], action)


class Player:
    """One game, at most `budget` actions long."""

    def __init__(self, world: World, budget: int = BUDGET) -> None:
        self.world, self.budget = world, budget
        self.steps: list[tuple[str, str]] = []

    @property
    def stopped(self) -> bool:
        """Whether the game is over or no action is left."""
        return len(self.steps) >= self.budget or self.world.over

    def follow(self, plan: Sequence[str], exchange: dict[str, str], repair: bool = True) -> None:
        """Do the actions of a plan until they or the game end."""
        for action in plan:
            if self.stopped:
                return
            wanted = adapt(action, exchange)
            understood = self._do(wanted)
            if not understood and repair and not self.stopped:
                nearest = closest(wanted, self.world.valid())
                if nearest is not None:
                    self._do(nearest)

    def wander(self, chance: random.Random) -> None:
        """Do valid actions at random to the end."""
        while not self.stopped:
            self._do(chance.choice(self.world.valid()))

    def _do(self, action: str) -> bool:
        """Whether it was understood; asked which of several is meant, take the first."""
        seen = self._see(action)
        if seen.startswith("Ambiguous") and len(self.steps) < self.budget:
            seen = self._see("0")
        return not seen.startswith(_REFUSED)

    def _see(self, action: str) -> str:
        seen = self.world.act(action)
        self.steps.append((action, seen))
        return seen

    @property
    def score(self) -> int:
        """In [0, 100]; a lost game counts as 0."""
        return max(0, self.world.score)


def closest(action: str, valid: Sequence[str]) -> str | None:
    """The valid action with the same verb that shares most words; None if none shares enough."""
    words = set(action.split())
    verb = action.partition(" ")[0]
    same = [other for other in valid if other.partition(" ")[0] == verb]
    if not same:
        return None
    shared = {other: _shared(words, set(other.split())) for other in same}
    best = max(same, key=lambda other: (shared[other], -len(other), other))
    return best if shared[best] >= (_ALIKE_FOCUS if verb == "focus" else _ALIKE) else None


def _shared(a: set[str], b: set[str]) -> float:
    return len(a & b) / len(a | b)

"""Text games of textworld-express: the simulator, and how an agent walks through a house.

Knows: the server behind the package's environment, which is asked directly since the wrapper keeps
a history of each game. Does not know any single game, and no memory.
"""

from __future__ import annotations

import importlib.util
import json
import os
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from benchmarks.common import skip

HEAP = "-Xmx1g"  # without a limit a simulator takes several gigabytes
FIRST = {"train": 0, "dev": 10_000, "test": 20_000}  # seeds that the games of a fold begin with
GAMES = 1_000  # in each fold
BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}


@dataclass(frozen=True, slots=True)
class Scene:
    """What an agent sees after a step, and how the game stands.

    Attributes:
        text: What came of the step.
        room: The sentence that names the room.
        actions: What may be done now, sorted.
        score: In [0, 1].
        won: Whether the game ended well.
        lost: Whether it ended by a mistake that cannot be mended.
    """

    text: str
    room: str
    actions: tuple[str, ...]
    score: float
    won: bool
    lost: bool

    @property
    def over(self) -> bool:
        """Whether nothing more can be done."""
        return self.won or self.lost

    def which(self, verb: str) -> list[str]:
        """Actions that begin with a verb."""
        return [action for action in self.actions if action.startswith(f"{verb} ")]


def scene_of(answer: str) -> Scene:
    """Read what the server says, a JSON object."""
    said: dict[str, Any] = json.loads(answer)
    return Scene(
        text=said["observation"],
        room=said["look"].split(".")[0],
        actions=tuple(sorted(said["validActions"])),  # the server's order is no one's choice
        score=float(said["score"]),
        won=bool(said["tasksuccess"]),
        lost=bool(said["taskfailure"]),
    )


class Simulator:
    """A server with one kind of game loaded."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def start(self, fold: str, number: int) -> Scene:
        """Begin a game of a fold; numbers beyond the fold's games begin anew."""
        seed = FIRST[fold] + number % GAMES
        return scene_of(self._server.generateNewGameJSON(seed, fold, False))

    def step(self, action: str) -> Scene:
        """Do something."""
        return scene_of(self._server.stepJSON(action))


@contextmanager
def simulator(game: str, settings: str = "") -> Iterator[Simulator]:
    """A simulator of a game; ends the program with a clear message where it cannot run."""
    if importlib.util.find_spec("textworld_express") is None:
        skip("needs textworld-express; pip install '.[bench]'")
    if shutil.which("java") is None:
        skip("needs Java 11 or newer on the path")
    os.environ.setdefault("JAVA_TOOL_OPTIONS", HEAP)
    from textworld_express import TextWorldExpressEnv

    environment = TextWorldExpressEnv()
    try:
        environment.load(game, settings)
        yield Simulator(environment.server)
    finally:
        environment.close()


class Rounds:
    """Where an agent has been in a house, and what it has opened there."""

    def __init__(self) -> None:
        self._left: Counter[tuple[str, str]] = Counter()
        self._opened: set[tuple[str, str]] = set()

    def closed(self, scene: Scene) -> list[str]:
        """Ways to open what has not been opened here."""
        return [way for way in scene.which("open") if (scene.room, way) not in self._opened]

    def unseen(self, scene: Scene) -> list[str]:
        """Ways out of the room that have not been taken."""
        return [way for way in scene.which("move") if not self._left[scene.room, way]]

    def onward(self, scene: Scene, chance: random.Random) -> str | None:
        """The way out that was taken least often; None where there is none."""
        ways = scene.which("move")
        return min(ways, key=lambda w: (self._left[scene.room, w], chance.random()), default=None)

    def note(self, before: Scene, action: str, after: Scene) -> None:
        """Remember a step."""
        verb, _, what = action.partition(" ")
        if verb == "open":
            self._opened.add((before.room, action))
        elif verb == "move":
            self._left[before.room, action] += 1
            if after.room != before.room and what in BACK:  # the way back leads to what is known
                self._left[after.room, f"move {BACK[what]}"] += 1

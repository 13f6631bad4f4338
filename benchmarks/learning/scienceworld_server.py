"""The ScienceWorld simulator, through the package's own server.

The package's environment class turns each step into several calls and limits their number; its
server is asked directly. Needs Java on the path; the simulator takes what memory it is given.
"""

from __future__ import annotations

import os
import shutil
from types import TracebackType
from typing import Any

from benchmarks.common import skip

SIMPLER = "easy"  # the package's name for: doors and containers open, teleporting allowed
_HEAP = "-Xmx1g"  # without a limit the simulator grows to several gigabytes
_FOLDS = {"train": "Train", "dev": "Dev", "test": "Test"}


class Server:
    """A running simulator with one game at a time; a `World` once one is begun.

    Attributes:
        score: Of the game, from -100, lost, to 100.
        over: Whether it has ended, won or lost.
    """

    def __init__(self) -> None:
        if shutil.which("java") is None:
            skip("ScienceWorld needs Java 11 or newer on the path")
        try:
            from scienceworld import ScienceWorldEnv
        except ImportError:
            skip('ScienceWorld is not installed; pip install ".[bench]"')
        os.environ.setdefault("JAVA_TOOL_OPTIONS", _HEAP)
        self._environment = ScienceWorldEnv("", None)
        self._server: Any = self._environment.server
        self.score, self.over = 0, False

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._environment.close()

    def begin(self, kind: str, variation: int) -> str:
        """Start a game and tell its task."""
        self._server.load(kind, variation, SIMPLER, False)
        # Until something is done the server would still tell of the game before.
        self.score, self.over = 0, False
        return str(self._server.getTaskDescription())

    def variations(self, kind: str, fold: str) -> list[int]:
        """The variations of a task type in the fold ``train``, ``dev`` or ``test``."""
        self._server.load(kind, 0, SIMPLER, False)
        return list(getattr(self._server, f"getVariations{_FOLDS[fold]}")())

    def act(self, action: str) -> str:
        """Do it and tell what is seen."""
        seen = str(self._server.step(action))
        self.score = round(100 * self._server.getScore())
        self.over = self.score < 0 or bool(self._server.getCompleted())
        return seen

    def valid(self) -> list[str]:
        """Every action that would be understood now."""
        return list(self._server.getValidActionObjectCombinations())

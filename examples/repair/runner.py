"""Runs tests for the rest of the example: one fork server and a record of what was run.

Knows: that a function and its tests always give the same result, so that each is run once. Does not
know about bugs, strategies or memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from examples.repair.corpus import Subject

SERVER = Path(__file__).with_name("server.py")


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed test; `error` is empty where a wrong value came back. Values are literal texts."""

    args: str
    expected: str
    got: str
    error: str

    def message(self, name: str) -> str:
        """Say what a test report would say."""
        call = name + self.args.replace(",)", ")")
        if self.error:
            return f"{call} raised {self.error}; expected {self.expected}"
        return f"{call} returned {self.got}; expected {self.expected}"


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of all tests of one candidate."""

    name: str
    total: int
    failures: tuple[Failure, ...]

    @property
    def passed(self) -> int:
        return self.total - len(self.failures)

    @property
    def ok(self) -> bool:
        return not self.failures

    @property
    def messages(self) -> list[str]:
        return [failure.message(self.name) for failure in self.failures]


class Runner:
    """Runs candidates on a fork server and remembers every report. A context manager."""

    def __init__(self) -> None:
        # -S: without site packages a fork is cheaper. A fixed hash seed keeps the order of sets,
        # and with it every failure message, the same from run to run.
        self._server = subprocess.Popen(
            [sys.executable, "-S", str(SERVER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
        self._reports: dict[tuple[str, str], Report] = {}

    @property
    def runs(self) -> int:
        """How many candidates really ran so far."""
        return len(self._reports)

    def run(self, subject: Subject, source: str) -> Report:
        """Run all tests on one candidate, or recall its report."""
        return self.run_all(subject, [source])[0]

    def run_all(self, subject: Subject, sources: Iterable[str]) -> list[Report]:
        """Run all tests on every candidate that has not run yet; reports in the order given."""
        wanted = list(sources)
        fresh = [s for s in dict.fromkeys(wanted) if (subject.name, s) not in self._reports]
        if fresh:
            texts = [(repr(case.args), repr(case.expected)) for case in subject.cases]
            answers = self._ask({"name": subject.name, "sources": fresh, "cases": texts})
            for source, results in zip(fresh, answers, strict=True):
                failures = tuple(
                    Failure(args, expected, got=result[1], error=result[0])
                    for (args, expected), result in zip(texts, results, strict=True)
                    if result is not None
                )
                self._reports[subject.name, source] = Report(subject.name, len(texts), failures)
        return [self._reports[subject.name, source] for source in wanted]

    def _ask(self, request: dict[str, object]) -> list[list[list[str] | None]]:
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps(request) + "\n")
        self._server.stdin.flush()
        answer = self._server.stdout.readline()
        if not answer:
            raise RuntimeError(f"the test server ended early; run {SERVER.name} by hand to see why")
        return json.loads(answer)  # type: ignore[no-any-return]

    def close(self) -> None:
        """End the server."""
        self._server.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

"""Running a command to learn whether a task is done: tests by JUnit, else by exit code."""

from __future__ import annotations

import os
import stat
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

from seasoned.core import values
from seasoned.core.junit import read_junit
from seasoned.core.records import Feedback, Step
from seasoned.errors import InvalidInput
from seasoned.memories.processes import kill_all, marked

TIMEOUT = 300.0  # seconds
_TAIL = 2_000  # characters of output kept; the end is where runners say what failed
_PART = 1 << 16  # bytes of a report that are read at a time


@dataclass(frozen=True, slots=True)
class Check:
    """What a command said: the step to record and the feedback it gives."""

    step: Step
    feedback: Feedback


def run_check(
    command: Sequence[str],
    *,
    timeout: float = TIMEOUT,
    junit: str | os.PathLike[str] | None = None,
    cwd: str | os.PathLike[str] | None = None,
) -> Check:
    """Run a command without a shell and read its tests.

    pytest is asked for a JUnit report on its own. Without a report the command counts as one
    test, passed if its exit code is 0. At the time limit it is killed with what it started, as
    far as `kill_all` reaches. It runs until it ends itself, even if it closes its output; what
    it leaves running then is left alone. Of its output the last 2,000 characters are kept.

    Args:
        command: Program and arguments.
        timeout: Seconds, above 0.
        junit: Report that the command writes, relative to `cwd`.
        cwd: Folder to run in.

    Raises:
        InvalidInput: the command is empty or cannot be started, or an argument is of a wrong
            type.
    """
    parts = list(values.texts(command, "command"))
    timeout = values.number(timeout, "timeout", low=1e-3)
    place = Path() if cwd is None else _path(cwd, "cwd")
    with tempfile.TemporaryDirectory(prefix="seasoned-", ignore_cleanup_errors=True) as folder:
        report = Path(folder, "junit.xml") if junit is None else place / _path(junit, "junit")
        before = _stamp(report)
        asked = junit is None and _is_pytest(parts)
        run = [*parts, f"--junitxml={report}"] if asked else parts
        start = time.monotonic()
        code, output = _run(run, timeout, cwd)
        seconds = time.monotonic() - start
        after = _stamp(report)
        tests = Feedback() if after in (None, before) else _read(report)
    return _check(parts, code, output, seconds, tests)


def _path(path: str | os.PathLike[str], field: str) -> Path:
    return Path(values.text(os.fspath(path) if isinstance(path, os.PathLike) else path, field))


def _read(report: Path) -> Feedback:
    """The tests of a report; one that cannot be used says nothing but why."""
    try:
        with report.open("rb") as file:
            return read_junit(iter(lambda: file.read(_PART), b""))
    except (InvalidInput, OSError) as error:
        return Feedback(message=str(error).replace("\x00", ""))


def _stamp(report: Path) -> tuple[int, int] | None:
    """What changes when a report is written, so that a stale one is not read."""
    try:
        found = report.stat()
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size) if stat.S_ISREG(found.st_mode) else None


def _is_pytest(command: Sequence[str]) -> bool:
    names = [Path(part).name for part in command]
    called = names[:1] == ["pytest"] or ("-m", "pytest") in pairwise(command)
    return called and not any(part.startswith(("--junitxml", "--junit-xml")) for part in command)


def _run(
    command: list[str], timeout: float, cwd: str | os.PathLike[str] | None
) -> tuple[int | None, str]:
    """Exit code, None at the time limit, and the end of the output."""
    if not command:
        raise InvalidInput("the command is empty; give a program and its arguments")
    # A file instead of a pipe: whoever outlives the command cannot block the reading, and output
    # of any length needs no memory.
    environment = marked()
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                command,
                cwd=cwd,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            raise InvalidInput(f"the command {command[0]!r} cannot be started: {error}") from error
        try:
            code: int | None = process.wait(timeout)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            if process.returncode is None:
                kill_all(process, environment)
        return code, _tail(output)


def _tail(output: BinaryIO) -> str:
    """The end of the output as text, whatever bytes it is made of."""
    size = output.seek(0, os.SEEK_END)
    output.seek(max(0, size - 4 * _TAIL))  # a character has at most four bytes
    text = output.read(4 * _TAIL).decode("utf-8", "replace").replace("\x00", "")
    return text.strip()[-_TAIL:].strip()


def _check(
    command: Sequence[str], code: int | None, output: str, seconds: float, tests: Feedback
) -> Check:
    problem = "timed out" if code is None else f"exit code {code}" if code else None
    feedback = tests
    if not tests.tests_total or (problem and tests.tests_passed == tests.tests_total):
        # No report, or one that says less than the exit code: the command itself is a test.
        total = tests.tests_total + 1
        passed = tests.tests_passed + (problem is None)
        feedback = replace(tests, reward=None, tests_passed=passed, tests_total=total)
    if problem:
        message = feedback.message or (output.splitlines() or [problem])[-1]
        feedback = replace(feedback, message=message)
    failed = feedback.tests_passed < feedback.tests_total
    step = Step(
        action="check",
        detail=" ".join(command),
        result=output,
        error=(feedback.message or problem) if failed else None,
        seconds=seconds,
    )
    return Check(step, feedback)

"""Running a command to learn whether a task is done: tests by JUnit, else by exit code."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from seasoned.core import values
from seasoned.core.junit import read_junit
from seasoned.core.records import Feedback, Step
from seasoned.errors import InvalidInput
from seasoned.memories.processes import kill_all, marked

TIMEOUT = 300.0  # seconds
_TAIL = 2_000  # characters of output kept; the end is where runners say what failed
_PYTEST = re.compile(r"(?:pytest|py\.test)(?:-[\d.]+)?(?:\.exe)?", re.IGNORECASE)
_PYTHON = re.compile(r"(?:python|pypy)[\d.]*t?(?:\.exe)?|py(?:\.exe)?", re.IGNORECASE)
_PYTEST_UNTESTED = (3, 4, 5)  # its exit codes: internal error, usage error, nothing collected
_SHELL_UNTESTED = (126, 127)  # a shell's: cannot be executed, not found
_LOOK = 0.05  # seconds between looks whether a command is still wanted
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
    stop: threading.Event | None = None,
) -> Check:
    """Run a command without a shell and read its tests.

    pytest is asked for a JUnit report on its own. Without a report the command counts as one
    test, passed if its exit code is 0. Where no test ran (the report counts none, or the runner
    that was to write it could not start) the feedback has neither tests nor reward, and its
    message says so. At the time limit it is killed with what it started, as
    far as `kill_all` reaches. It runs until it ends itself, even if it closes its output; what
    it leaves running then is left alone. Of its output the last 2,000 characters are kept.

    Args:
        command: Program and arguments.
        timeout: Seconds, above 0.
        junit: Report that the command writes, relative to `cwd`.
        cwd: Folder to run in.
        stop: Set by another thread to end the command as if its time were up.

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
        pytest = _is_pytest(parts)
        ours = junit is None and pytest and not _reports(parts)
        run = [*parts, f"--junitxml={report}"] if ours else parts
        start = time.monotonic()
        code, output = _run(run, timeout, cwd, stop)
        seconds = time.monotonic() - start
        after = _stamp(report)
        tests = None if after in (None, before) else _read(report)
    ran = _Ran(parts, code, output, seconds, "" if cwd is None else f" (in {place})")
    if ran.untested(tests, asked=pytest or junit is not None):
        return ran.check(Feedback(message=ran.nothing), failed=True)
    return _check(ran, tests or Feedback())


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
    program = Path("".join(command[:1])).name
    return bool(_PYTEST.fullmatch(program)) or _module(command) == "pytest"


def _module(command: Sequence[str]) -> str | None:
    """The module that a Python interpreter is told to run."""
    if not command or not _PYTHON.fullmatch(Path(command[0]).name):
        return None
    rest = iter(command[1:])
    for part in rest:
        if part == "-m":
            return next(rest, None)
        if part in ("-X", "-W"):  # their value comes next
            next(rest, None)
        elif not part.startswith("-") or part == "-c":
            return None
        elif part.startswith("-m"):
            return part[2:]
    return None


def _reports(command: Sequence[str]) -> bool:
    """Whether pytest is asked for a JUnit report already."""
    return any(part.startswith(("--junitxml", "--junit-xml")) for part in command)


def _run(
    command: list[str],
    timeout: float,
    cwd: str | os.PathLike[str] | None,
    stop: threading.Event | None,
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
            code = _exit_code(process, timeout, stop)
        finally:
            if process.returncode is None:
                kill_all(process, environment)
        return code, _tail(output)


def _exit_code(
    process: subprocess.Popen[bytes], timeout: float, stop: threading.Event | None
) -> int | None:
    """The exit code, None if the time is up or the command is no longer wanted."""
    end = time.monotonic() + timeout
    while stop is None or not stop.is_set():
        left = end - time.monotonic()
        try:
            return process.wait(left if stop is None else min(left, _LOOK))
        except subprocess.TimeoutExpired:
            if left <= _LOOK or stop is None:
                return None
    return None


def _tail(output: BinaryIO) -> str:
    """The end of the output as text, whatever bytes it is made of."""
    size = output.seek(0, os.SEEK_END)
    output.seek(max(0, size - 4 * _TAIL))  # a character has at most four bytes
    text = output.read(4 * _TAIL).decode("utf-8", "replace").replace("\x00", "")
    return text.strip()[-_TAIL:].strip()


@dataclass(frozen=True, slots=True)
class _Ran:
    """A command that was run: its exit code, None at the time limit, its output and folder."""

    command: Sequence[str]
    code: int | None
    output: str
    seconds: float
    place: str = ""

    @property
    def problem(self) -> str | None:
        """What went wrong with it as a whole."""
        if self.code is None:
            return "timed out"
        return f"exit code {self.code}" if self.code else None

    @property
    def last(self) -> str:
        """Its last word, which is where runners say what went wrong."""
        return "".join(self.output.splitlines()[-1:])

    @property
    def nothing(self) -> str:
        """What the feedback says if no test ran."""
        return f"no tests ran (exit code {self.code}){': ' if self.last else ''}{self.last}"

    def untested(self, tests: Feedback | None, *, asked: bool) -> bool:
        """Whether it came to no test and so says nothing about the task.

        Args:
            tests: What its report says, None without one.
            asked: Whether it was asked for a report.
        """
        if self.code is None or self.code < 0:
            return False  # for all that is known, the code under test hung or crashed
        if tests is not None:
            return not tests.tests_total and not tests.message  # one of no use has a message
        codes = _PYTEST_UNTESTED if _is_pytest(self.command) else _SHELL_UNTESTED
        return asked and (self.code in codes or self._lacks_runner)

    @property
    def _lacks_runner(self) -> bool:
        """Whether Python found no module of the runner's name."""
        said = self.last.replace("'", "")
        module = _module(self.command)
        return module is not None and said.endswith(f"No module named {module}")

    def check(self, feedback: Feedback, *, failed: bool) -> Check:
        """What it said, as a step and feedback."""
        step = Step(
            action="check",
            detail=" ".join(self.command) + self.place,
            result=self.output,
            error=(feedback.message or self.problem) if failed else None,
            seconds=self.seconds,
            feedback=feedback,
        )
        return Check(step, feedback)


def _check(ran: _Ran, tests: Feedback) -> Check:
    feedback = tests
    if not tests.tests_total or (ran.problem and tests.tests_passed == tests.tests_total):
        # No report, or one that says less than the exit code: the command itself is a test.
        total = tests.tests_total + 1
        passed = tests.tests_passed + (ran.problem is None)
        feedback = replace(tests, reward=None, tests_passed=passed, tests_total=total)
    if ran.problem:
        message = feedback.message or ran.last or ran.problem
        feedback = replace(feedback, message=message)
    return ran.check(feedback, failed=feedback.tests_passed < feedback.tests_total)

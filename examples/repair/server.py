"""A fork server: runs candidate functions against tests in child processes under limits.

Knows: fork, limits, and how to compare what came back with what was expected. A child works through
a batch of candidates; one that kills it has failed, and a new child takes the rest. It is a script
for a bare interpreter (standard library only, so that a fork is cheap), reads one JSON request per
line and answers in kind. Does not know what the functions are for, nor why they are tried.
"""

from __future__ import annotations

import ast
import json
import os
import resource
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

# Two limits stop a candidate that does not end. The count of executed lines always strikes at the
# same place, so that results do not depend on how busy the machine is; the processor time is for a
# single call that never comes back to Python. The longest correct run of the corpus takes under 100
# lines.
LINE_LIMIT = 2_000
CPU_SECONDS = 0.2
MEMORY_BYTES = 256 * 1024 * 1024
SHOWN_CHARS = 200

Cases = Sequence[Sequence[str]]  # argument tuple and expected value, as literal texts
Results = list[
    list[str] | None
]  # per test: None where it passed, else its error and what came back


class OutOfLines(BaseException):
    """Not an `Exception`, so that no handler inside a candidate can swallow it."""


def limit_lines() -> None:
    """Count executed lines from here on and stop the run at the limit."""
    left = LINE_LIMIT

    def count(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise OutOfLines
        return count

    sys.settrace(count)


def failure_of(function: Any, args_text: str, expected: str) -> list[str] | None:
    """Run one test; return `[error, got]` or None where it passes.

    Values are compared by their literal text: 3 is not 3.0, and True is not 1.
    """
    args = ast.literal_eval(args_text)
    try:
        limit_lines()
        got = repr(function(*args))
    except OutOfLines:
        return [f"Timeout: still running after {LINE_LIMIT} lines", ""]
    except Exception as error:  # a candidate may raise anything; that is its test result
        return [f"{type(error).__name__}: {error}"[:SHOWN_CHARS], ""]
    finally:
        sys.settrace(None)
    return None if got == expected else ["", got[:SHOWN_CHARS]]


def run_tests(name: str, source: str, cases: Cases) -> Results:
    """Define one candidate and run all its tests, in this process."""
    space: dict[str, Any] = {}
    try:
        exec(compile(source, "candidate", "exec"), space)
    except SyntaxError as error:
        return [[f"SyntaxError: {error.msg}", ""] for _ in cases]
    return [failure_of(space[name], args, expected) for args, expected in cases]


def work(name: str, sources: Sequence[str], cases: Cases, output: int) -> None:
    """Be the child: run candidates under limits and write the results of each at once."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    for source in sources:
        # Nothing handles SIGPROF, so that it ends the process even in the midst of one long call.
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        os.write(output, json.dumps(run_tests(name, source, cases)).encode() + b"\n")


def run_in_child(name: str, sources: Sequence[str], cases: Cases) -> tuple[list[Results], str]:
    """Fork a child for these candidates; the results end early where one of them ended it.

    Returns:
        The results, and what is to be said of a candidate that ended the child.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            work(name, sources, cases, writer)
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader, encoding="utf-8") as pipe:
        answers = [json.loads(line) for line in pipe if line.endswith("\n")]
    _, status = os.waitpid(child, 0)
    timed_out = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
    return (
        answers,
        f"Timeout: killed after {CPU_SECONDS} s" if timed_out else "Crash: process ended",
    )


def run_batch(name: str, sources: Sequence[str], cases: Cases) -> list[Results]:
    """Run all candidates, with a new child after each one that ended its child."""
    answers: list[Results] = []
    while len(answers) < len(sources):
        results, reason = run_in_child(name, sources[len(answers) :], cases)
        answers += results
        if len(answers) < len(sources):
            answers.append([[reason, ""] for _ in cases])
    return answers


def serve() -> None:
    """Answer requests of the form `{name, cases, sources}` until the input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        answers = run_batch(request["name"], request["sources"], request["cases"])
        print(json.dumps(answers), flush=True)


if __name__ == "__main__":
    serve()

"""Running commands: what they say, and that nothing of them outlives the time limit."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from seasoned import Feedback, InvalidInput, Memory, Outcome
from seasoned.memories.checks import Check, _is_pytest, run_check

LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


def python(code: str, **more: Any) -> Check:
    return run_check([sys.executable, "-c", code], **more)


def alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


# Each writes its process id, in place of the name in braces, and then waits.
WAITING = "open('{}.part', 'w').write(str(os.getpid())); os.rename('{}.part', '{}'); time.sleep(60)"
ESCAPES = {
    "child": "if os.fork() == 0:\n {wait}",
    "session": "if os.fork() == 0:\n os.setsid()\n {wait}",
    "orphan": "if os.fork() == 0:\n if os.fork() == 0:\n  {wait}\n os._exit(0)",
    "daemon": (
        "if os.fork() == 0:\n os.setsid()\n if os.fork():\n  os._exit(0)\n"
        " null = os.open(os.devnull, os.O_RDWR)\n"
        " for f in (0, 1, 2):\n  os.dup2(null, f)\n {wait}"
    ),
    "stripped": (
        "import subprocess, sys\nif os.fork() == 0:\n os.setsid()\n"
        " os.execve(sys.executable, [sys.executable, '-c', {code!r}], dict())"
    ),
}


@LINUX
@pytest.mark.parametrize("way", ESCAPES)
def test_whatever_a_command_starts_ends_at_the_time_limit(way: str, tmp_path: Path) -> None:
    wait = WAITING.replace("{}", "pid")
    code = ESCAPES[way].format(wait=wait, code=f"import os, time; {wait}")
    script = f"import os, time\n{code}\nwhile not os.path.exists('pid'): time.sleep(0.01)\n"
    check = python(f"{script}time.sleep(60)", timeout=1.5, cwd=tmp_path)
    assert "timed out" in check.feedback.message
    assert not alive(int((tmp_path / "pid").read_text()))


@LINUX
def test_other_processes_are_left_alone() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        python("import time; time.sleep(60)", timeout=0.2)
        assert other.poll() is None
        other.communicate(b"\n")


def test_a_command_that_closes_its_output_is_waited_for() -> None:
    code = "import os, time\nfor f in (0, 1, 2): os.close(f)\ntime.sleep(0.3)\nos._exit(3)"
    check = python(code)
    assert check.step.error == "exit code 3" and (check.step.seconds or 0) >= 0.3


def test_a_command_whose_child_keeps_the_output_is_not_waited_for() -> None:
    code = "import os, time\nif os.fork() == 0:\n time.sleep(20)\n os._exit(0)\nprint('done')"
    check = python(code)
    assert check.feedback.outcome is Outcome.SUCCESS and check.step.result == "done"
    assert (check.step.seconds or 99) < 15


def test_output_of_any_length_takes_little_memory() -> None:
    code = "import os\nfor _ in range(100): os.write(1, b'x' * 1_000_000)\nprint('end')\nexit(1)"
    tracemalloc.start()
    check = python(code)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2_000_000
    assert check.step.result is not None and check.step.result.endswith("xend")
    assert len(check.step.result) == 2_000


def test_output_may_be_any_bytes() -> None:
    check = python("import os; os.write(2, bytes(range(256)) * 9 + b'\\xf0\\x9f\\xa6')")
    assert check.feedback.outcome is Outcome.SUCCESS
    assert check.step.result is not None and "\x00" not in check.step.result
    assert check.step.result.encode()  # no lone surrogates
    wide = python("import os; os.write(1, '🦀'.encode() * 5_000)")
    assert wide.step.result == "🦀" * 2_000


def test_the_command_sees_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FROM_OUTSIDE", "seen")
    assert python("import os; print(os.environ['FROM_OUTSIDE'])").step.result == "seen"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"timeout": 0}, "timeout must lie within"),
        ({"timeout": None}, "timeout must be a number, got None"),
        ({"cwd": 5}, "cwd must be a string, got 5"),
        ({"junit": ["x"]}, "junit must be a string"),
        ({"cwd": "/does/not/exist"}, "cannot be started"),
    ],
)
def test_wrong_arguments_are_refused_by_name(more: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        python("pass", **more)


def write(text: str, code: int = 0) -> str:
    return f"open('r.xml', 'w').write({text!r}); raise SystemExit({code})"


def test_a_bomb_in_the_report_is_not_opened(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE testsuite [<!ENTITY a "ha">]><testsuite><testcase name="&a;"/></testsuite>'
    check = python(write(bomb, 1), junit="r.xml", cwd=tmp_path)
    assert check.feedback.outcome is Outcome.FAILURE
    assert "document type" in check.feedback.message


def test_a_report_that_is_removed_or_is_no_file_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / "r.xml").write_text("<testsuite><testcase/></testsuite>")
    gone = python("import os; os.remove('r.xml')", junit="r.xml", cwd=tmp_path)
    assert (gone.feedback.outcome, gone.feedback.message) == (Outcome.SUCCESS, "")
    os.mkfifo(tmp_path / "pipe")
    piped = python("pass", junit=tmp_path / "pipe", cwd=tmp_path)
    assert piped.feedback.outcome is Outcome.SUCCESS


PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]


@pytest.mark.parametrize(
    ("more", "body", "said"),
    [
        (["-k", "nothing"], "def test_a(): pass", r"exit code 5\): .*deselected"),
        ([], "", r"exit code 5"),
        (["--no-such-option"], "def test_a(): pass", "exit code 4"),
        ([], "import pytest\n@pytest.mark.skip\ndef test_a(): pass", "exit code 0"),
    ],
)
def test_a_run_that_comes_to_no_test_says_nothing_of_the_task(
    more: list[str], body: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "test_a.py").write_text(body)
    check = run_check([*PYTEST, *more], cwd=tmp_path)
    assert check.feedback == Feedback(message=check.feedback.message)
    assert re.match(rf"no tests ran \({said}", check.feedback.message)
    assert check.step.error == check.feedback.message
    with Memory.open("memory://", embedder=False) as memory:
        attempt = memory.begin("select")
        attempt.check([*PYTEST, *more], cwd=tmp_path)
        assert memory.get(attempt.finish("done").id).outcome is Outcome.UNKNOWN


def test_a_runner_that_cannot_start_says_nothing_of_the_task(tmp_path: Path) -> None:
    bare = [sys.executable, "-S", "-m", "pytest"]  # without what is installed
    missing = run_check(bare, cwd=tmp_path)
    assert missing.feedback.outcome is Outcome.UNKNOWN
    assert "no tests ran (exit code 1): " in missing.feedback.message
    assert "No module named pytest" in missing.feedback.message
    shell = run_check(["sh", "-c", "no-such-runner"], junit="r.xml", cwd=tmp_path)
    assert shell.feedback.outcome is Outcome.UNKNOWN


def test_what_may_be_the_fault_of_the_code_under_test_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text("import os\ndef test_a(): os._exit(1)")
    assert run_check(PYTEST, cwd=tmp_path).feedback.outcome is Outcome.FAILURE
    (tmp_path / "test_a.py").write_text("import os\ndef test_a(): os.abort()")
    assert run_check(PYTEST, cwd=tmp_path).feedback.outcome is Outcome.FAILURE
    (tmp_path / "test_a.py").write_text("def test_a(: pass")
    assert run_check(PYTEST, cwd=tmp_path).feedback.outcome is Outcome.FAILURE
    absent = run_check([sys.executable, "-m", "no_such_program"])
    assert absent.feedback.outcome is Outcome.FAILURE


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        (["pytest", "-q"], True),
        (["/usr/bin/python3.11", "-X", "dev", "-m", "pytest"], True),
        (["python", "-I", "-mpytest"], True),
        (["git", "commit", "-m", "pytest"], False),
        (["python", "tool.py", "-m", "pytest"], False),
        (["python", "-c", "pass", "-m", "pytest"], False),
        (["echo", "pytest"], False),
        ([], False),
    ],
)
def test_only_pytest_is_asked_for_a_report(command: list[str], asked: bool) -> None:
    assert _is_pytest(command) is asked

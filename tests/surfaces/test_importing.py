"""Folders, batches and memory: how files of every format come into a memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from seasoned import Episode, Memory, Outcome, Receipt, StoreError
from seasoned.memories.episodic import EpisodicMemory
from seasoned.surfaces.cli import cli
from seasoned.surfaces.importing import Importing, files_of

CHAT = {"messages": [{"role": "user", "content": "log in"}], "reward": 1}
TRAJ = {
    "trajectory": [{"action": "ls", "observation": "password=hunter2hunter2"}],
    "history": [{"role": "user", "content": "ISSUE:\nlog out\n\nINSTRUCTIONS:"}],
}
ATIF = {
    "schema_version": "ATIF-v1.7",
    "agent": {"name": "a", "version": "1"},
    "steps": [{"step_id": 1, "source": "user", "message": "sign up"}],
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: str, code: int = 0, input: bytes | None = None) -> Result:
    result = CliRunner().invoke(cli, ["--no-embedder", *args], input=input)
    assert result.exit_code == code, result.output
    return result


def files(*args: str, code: int = 0, input: bytes | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(
        run("import", "--json", *args, code=code, input=input).stdout
    )["files"]
    return found


@pytest.fixture
def traces(tmp_path: Path) -> Path:
    """A folder with a file of each of three formats, and with others."""
    folder = tmp_path / "traces"
    for name, content in {
        "trial/agent/trajectory.json": ATIF,
        "trial/verifier/reward.txt": 1,
        "b.jsonl": CHAT,
        "a/x.traj": TRAJ,
        ".hidden/c.jsonl": CHAT,
        "notes.md": "nothing to import",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))
    return folder


def test_a_folder_is_walked_and_imported_once(traces: Path) -> None:
    listed = [str(path.relative_to(traces)) for path in files_of(traces)]
    assert listed == [
        "b.jsonl",
        "notes.md",
        "a/x.traj",
        "trial/agent/trajectory.json",
        "trial/verifier/reward.txt",
    ]
    first = files("traces")
    assert [(f["format"], f["recorded"], f["redacted"]) for f in first] == [
        ("messages", 1, 0),
        ("", 0, 0),
        ("swe-agent", 1, 1),
        ("atif", 1, 0),
    ]  # the reward was used, and is no file of an unknown format
    assert all(f["error"] is None for f in first)
    again = files("traces")
    assert [(f["recorded"], f["present"]) for f in again if f["format"]] == [(0, 1)] * 3
    with Memory.open("seasoned.db", embedder=False) as memory:
        found = {e.task.description: e for e in memory.episodes.recent}
    assert {text: e.outcome for text, e in found.items()} == {
        "log in": Outcome.SUCCESS,
        "log out": Outcome.UNKNOWN,
        "sign up": Outcome.SUCCESS,
    }
    assert "hunter2" not in str(found)


@pytest.mark.parametrize("first", [(), ("--no-redact",)])
def test_other_redaction_adds_nothing(traces: Path, first: tuple[str, ...]) -> None:
    second = () if first else ("--no-redact",)
    files("traces/a/x.traj", *first)
    (report,) = files("traces/a/x.traj", *second)
    assert (report["recorded"], report["present"], report["skipped"]) == (0, 1, 0)


def test_a_copy_under_another_name_adds_nothing(traces: Path) -> None:
    files("traces/a/x.traj")
    (traces / "a" / "x.traj").rename(traces / "a" / "y.traj")
    (report,) = files("traces/a/y.traj")
    assert (report["recorded"], report["present"], report["judged"]) == (0, 1, 0)


def test_a_reward_that_comes_later_is_a_verdict_and_one_that_changes_is_told(traces: Path) -> None:
    reward = traces / "trial" / "verifier" / "reward.txt"
    reward.unlink()
    files("traces/trial")
    for text, counts in [("1", (1, 1, 0)), ("1", (1, 0, 0)), ("0", (0, 0, 1))]:
        reward.write_text(text)
        report = files("traces/trial", code=0 if counts[0] else 2)[0]
        assert (report["present"], report["judged"], report["skipped"]) == counts
    assert "is there as success, the file says failure" in report["reasons"][0]["reason"]
    with Memory.open("seasoned.db", embedder=False) as memory:
        (episode,) = memory.episodes.recent
    assert episode.effective_feedback.reward == 1
    assert [verdict.by for verdict in episode.verdicts] == ["atif"]


def test_what_went_in_before_the_memory_failed_is_told(
    traces: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = EpisodicMemory.record_many

    def full(memory: EpisodicMemory, batch: list[Episode]) -> list[Receipt]:
        if batch[0].source == "swe-agent":
            raise StoreError("the disk is full")
        return record(memory, batch)

    monkeypatch.setattr(EpisodicMemory, "record_many", full)
    result = run("import", "traces", "--json", code=1)
    assert "the disk is full" in result.stderr
    first, second = json.loads(result.stdout)["files"]
    assert (first["path"], first["recorded"]) == ("traces/b.jsonl", 1)
    assert (second["path"], second["recorded"]) == ("traces/notes.md", 0)


def test_what_a_folder_holds_beside_is_told_and_is_no_error(traces: Path) -> None:
    for number in range(9):
        (traces / f"log{number}.txt").write_text("no trace")
    result = run("import", "traces", "--dry-run")
    assert "notes.md" not in result.stdout and "no trace" in result.stderr
    assert "more files of no known format" in result.stderr
    assert not Path("seasoned.db").exists()


def test_a_folder_without_anything_usable_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert (
        "no file in 'empty' is usable; supported are jsonl" in run("import", "empty", code=2).stderr
    )


def test_a_broken_file_in_a_folder_does_not_stop_the_rest(traces: Path) -> None:
    (traces / "a" / "broken.traj").write_text(json.dumps(TRAJ)[:-5])
    counts = {Path(f["path"]).name: f["recorded"] for f in files("traces")}
    assert (counts["broken.traj"], counts["x.traj"], counts["trajectory.json"]) == (0, 1, 1)


def test_a_format_may_be_forced_and_then_each_record_says_what_is_wrong(traces: Path) -> None:
    (report,) = files("traces/b.jsonl", "--format", "atif", code=2)
    assert (report["format"], report["read"], report["skipped"]) == ("atif", 0, 1)
    assert "expected an ATIF trajectory" in report["reasons"][0]["reason"]


@pytest.mark.parametrize(
    ("record", "format"), [(CHAT, "messages"), (TRAJ, "swe-agent"), (ATIF, "atif")]
)
def test_each_format_is_read_from_standard_input(record: Any, format: str) -> None:
    (report,) = files("-", input=json.dumps(record).encode())
    assert (report["format"], report["recorded"]) == (format, 1)


def test_long_episodes_are_recorded_in_small_transactions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seasoned.surfaces.importing._BATCH_TEXT", 1000)
    rows = [
        {"messages": [{"role": "user", "content": f"{n} {'x' * size}"}]}
        for n, size in enumerate([400, 400, 400, 3000, 10, 10])
    ]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    sizes: list[int] = []
    with Memory.open("memory://", embedder=False) as memory:
        record = memory.episodes.record_many

        def counted(batch: list[Episode]) -> list[Receipt]:
            sizes.append(len(batch))
            return record(batch)

        monkeypatch.setattr(memory.episodes, "record_many", counted)
        report = Importing(lambda: memory).run("a", path, lambda _: None)
    assert (report.recorded, sizes) == (6, [3, 1, 2])


GIGABYTE = 10**9
TEXT = 'He said "wait for the cookie", and she did.\n' * 100  # about 4 kB
CHILD = """
import sys
from pathlib import Path
from seasoned import Memory
from seasoned.surfaces.importing import Importing

def run(memory):
    report = Importing(memory).run("big", Path(sys.argv[1]), lambda share: None)
    # Not getrusage, whose maximum a child takes over from the process that started it.
    status = open("/proc/self/status").read()
    peak = int(status.split("VmHWM:")[1].split()[0]) // 1024
    print(report.format, report.read, report.recorded, report.skipped, peak)

if sys.argv[2:]:
    with Memory.open(sys.argv[2], embedder=False) as memory:
        run(lambda: memory)
else:
    run(None)
"""


def chats() -> Iterator[str]:
    for number in range(GIGABYTE):
        talk = [{"role": "user", "content": f"task {number}"}]
        talk += [{"role": "assistant", "content": TEXT}] * 30
        yield json.dumps({"messages": talk, "reward": number % 2}) + "\n"


def trajectories() -> Iterator[str]:
    steps = [{"action": "ls", "observation": TEXT}] * 30
    yield "{"
    for number in range(GIGABYTE):
        text = f"ISSUE:\nproblem {number}\n\nINSTRUCTIONS:"
        run = {"trajectory": steps, "history": [{"role": "user", "content": text}], "info": {}}
        yield f'{"," if number else ""}"{number}.traj": {json.dumps(run)}'


def attempts() -> Iterator[str]:
    yield '{"run.jsonl": ['
    for number in range(GIGABYTE):
        fields = {"prompt": f"def f{number}", "entry_point": "f", "is_solved": True}
        record = json.dumps(fields | {"implementations": [TEXT] * 30})
        yield f"{',' if number else ''}{record}"


def transcripts() -> Iterator[str]:
    yield "BEGIN TRIAL 1\n---- BEGIN HALTED AGENTS ----\n"
    for number in range(GIGABYTE):
        found = TEXT.replace("\n", " ")  # what is found there is a long line
        steps = "".join(f"Action {n}: Search[x]\nObservation {n}: {found}\n" for n in range(30))
        yield f"\nQuestion: who is {number}?\n{steps}Correct answer: nobody\n"


def atif() -> Iterator[str]:
    act = {"source": "agent", "message": "", "observation": {"results": [{"content": TEXT}]}}
    for number in range(GIGABYTE):
        steps = [{"source": "user", "message": f"task {number}"}, *[act] * 30]
        yield json.dumps({"schema_version": "ATIF-v1.7", "agent": {}, "steps": steps}) + "\n"


def runs() -> Iterator[str]:
    talk = [{"role": "user", "content": TEXT}] * 30
    for number in range(GIGABYTE):
        run = {
            "task_id": number,
            "reward": 1,
            "info": {"task": {"instruction": "do"}},
            "traj": talk,
        }
        yield f"{',' if number else '['}{json.dumps(run)}"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    ("name", "make", "kept"),
    [
        ("messages", chats, True),
        ("swe-agent", trajectories, False),
        ("reflexion-programming", attempts, False),
        ("reflexion-hotpotqa", transcripts, False),
        ("atif", atif, False),
        ("tau-bench", runs, False),
    ],
)
def test_a_gigabyte_is_read_in_less_than_300_megabytes(
    tmp_path: Path, name: str, make: Callable[[], Iterator[str]], kept: bool
) -> None:
    path, size = tmp_path / "big", 0
    with path.open("w", encoding="utf-8") as file:
        for part in make():
            file.write(part)
            size += len(part)
            if size > GIGABYTE:
                break
    where = [str(tmp_path / "big.db")] if kept else []
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(path), *where], capture_output=True, text=True, check=True
    )
    format, read, recorded, skipped, peak = done.stdout.split()
    assert format == name and int(read) > 5000
    assert int(recorded) == (int(read) if kept else 0)
    assert int(skipped) <= 1  # the list that was cut off has no end
    assert int(peak) < 300
    path.unlink()


def test_what_is_supported_is_told_once(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / "notes").mkdir(exist_ok=True)
        (tmp_path / "notes" / name).write_text("hello")
        (tmp_path / name).write_text("hello")
    for args in (("notes",), ("a.txt", "b.txt")):
        said = run("import", *args, code=2)
        assert said.stderr.count("supported are jsonl") == 1
        assert "a.txt' holds text" in said.stderr and "b.txt' holds text" in said.stderr
        assert said.stdout == ""


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
def test_a_file_that_is_not_there_is_an_error_alone(more: tuple[str, ...]) -> None:
    said = run("import", "nofile", *more, code=2)
    assert said.stdout == "" and said.stderr.count("\n") == 1

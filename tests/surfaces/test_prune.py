"""`seasoned prune` and `seasoned restore` as a keeper of a memory uses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.surfaces.commands import data, good, run


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def record(task: str, *args: str) -> str:
    return good("record", task, *args).strip()


def count() -> int:
    return int(data("stats")["episodes"])


def test_a_dry_run_says_what_would_go() -> None:
    id = record("a", "--tag", "old", "--outcome", "failure")
    record("b")
    result = run("prune", "--tag", "old")
    assert result.stdout == f"1 of 1 episode would be removed (1 failure)\n  {id}\n"
    assert "--apply" in result.stderr
    assert count() == 2


def test_what_is_applied_is_listed_and_restored() -> None:
    ids = [record(f"task {i}", "--reward", str(i / 4)) for i in range(5)]
    result = run("prune", "--keep-best", "2", "--apply")
    assert result.stdout.startswith("3 of 5 episodes removed")
    assert count() == 2
    (batch,) = data("prune", "--list")["batches"]
    assert batch["episodes"] == 3
    assert batch["id"] in result.stderr and batch["id"] in good("prune", "--list")
    assert good("restore", batch["id"], ids[0]) == "1 episode restored\n"
    assert data("restore", batch["id"])["ids"] == ids[1:3]
    assert run("restore", batch["id"]).exit_code == 3
    assert count() == 5


def test_a_long_list_is_cut_and_json_has_it_all() -> None:
    for i in range(25):
        record(f"t{i}")
    assert "and 5 more" in good("prune", "--keep-newest", "0")
    assert len(data("prune", "--keep-newest", "0")["ids"]) == 25


@pytest.mark.parametrize(
    ("words", "gone"),
    [
        (["--older-than", "1"], 0),
        (["--older-than", "0"], 3),
        (["--keep-newest", "1"], 2),
        (["--reward-below", "0.3"], 1),
        (["--expected-below", "0.45"], 0),
        (["--surprise-below", "0.4"], 1),
        (["--never-shown"], 3),
        (["--never-shown", "--outcome", "failure"], 1),
        (["--other-environment-than", "v2"], 0),
        (["--tool", "old_search"], 1),
    ],
)
def test_each_condition_reaches_the_policy(tmp_path: Path, words: list[str], gone: int) -> None:
    step = {"action": "tool_call", "detail": "old_search(x)"}
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"task": "c", "steps": [step], "outcome": "unknown"}))
    record("a", "--reward", "1", "--outcome", "success")
    record("b", "--reward", "0.2", "--outcome", "failure")
    good("record", "--from", str(path))
    assert len(data("prune", *words)["ids"]) == gone


def test_what_was_pruned_can_be_forgotten() -> None:
    id = record("a secret")
    batch = data("prune", "--keep-newest", "0", "--apply")["batch"]
    assert run("forget", id).exit_code == 2
    done = run("forget", id, "nope", "--yes")
    assert done.stdout == "0 episodes removed, and 1 that had been pruned\n"
    assert done.stderr == "No such episode: nope\n"
    assert run("restore", batch).exit_code == 3


def test_without_a_window_nothing_can_be_restored() -> None:
    record("a")
    report = data("prune", "--keep-newest", "0", "--undo", "0", "--apply")
    assert (report["batch"], report["until"]) == ("", None)
    assert data("prune", "--list") == {"batches": []}


def test_what_could_not_be_restored_is_said() -> None:
    record("a", "--key", "k")
    batch = data("prune", "--keep-newest", "0", "--apply")["batch"]
    record("another", "--key", "k")
    result = run("restore", batch)
    assert result.stdout == "0 episodes restored\n" and "'k'" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "would remove every episode"),
        (["--keep-newest", "1", "--keep-best", "1"], "exclude each other"),
        (["--reward-below", ".1", "--surprise-below", ".1"], "exclude each other"),
        (["--older-than", "nan"], "number of days"),
        (["--older-than", "1e300"], "number of days"),
        (["--older-than", "-1"], "--older-than must be 0 days or more, got -1 day"),
        (["--keep-newest", "1", "--undo", "-1"], "undo"),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(words: list[str], said: str) -> None:
    record("a")
    result = run("prune", *words)
    assert result.exit_code == 2 and said in result.stderr
    assert count() == 1


def test_batch_and_ids_may_be_shortened() -> None:
    ids = [record(f"task {i}") for i in range(3)]
    good("prune", "--keep-newest", "1", "--apply")
    (batch,) = data("prune", "--list")["batches"]
    result = run("restore", batch["id"][:5])
    assert result.exit_code == 3 and "6 or more characters" in result.stderr
    assert data("restore", batch["id"][-8:], ids[0][-8:])["ids"] == [ids[0]]
    assert data("restore", batch["id"][-8:])["ids"] == [ids[1]]


def test_too_little_of_an_id_is_said_to_be_so() -> None:
    id = record("a")
    assert "6 or more characters" in run("show", id[-5:]).stderr
    assert good("show", id[-6:])

"""`seasoned lift`, `why`, `pin`, `ban` and `reinstate` as a keeper of a memory uses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.memories.trials import opened, work
from tests.surfaces.commands import data, good, run


@pytest.fixture
def episode(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An episode of a memory that held half of its tasks out."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    memory, clock = opened("seasoned.db")
    with memory:
        ids = work(memory, clock, 150, lambda recall, _: 0.95 if recall.results else 0.3)
        return ids[0]


@pytest.mark.usefixtures("episode")
def test_lift_says_what_memory_is_worth() -> None:
    text = good("lift")
    assert text.startswith("memory helps: success ")
    assert "category bug" in text
    found = data("lift")
    assert found["verdict"] == "helps"
    assert found["success"]["bounds"]["method"].startswith("one look")
    assert found["always"]["low"] > 0
    assert {part["name"] for part in found["thirds"]} == {"first", "second", "last"}


def test_without_a_hold_out_lift_says_how_to_have_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    memory, clock = opened("seasoned.db", 0.0)
    with memory:
        work(memory, clock, 30, lambda *_: 1.0)
    result = run("lift")
    assert result.stdout.startswith("not enough evidence yet")
    assert "29 attempts, in whose arm chance had no part; Options(holdout=0.5)" in result.stdout


def test_why_explains_and_takes_a_part_of_an_id(episode: str) -> None:
    text = good("why", episode[-8:])
    assert "shown" in text.splitlines()[0]
    task = json.loads(good("show", episode, "--json"))["task"]["description"]
    assert task in text
    assert len(text.splitlines()) < 8
    assert "e-value" not in text
    whole = good("why", episode[-8:], "--all")
    assert "e-value" in whole
    assert task in whole
    found = data("why", episode)
    assert found["id"] == episode
    assert {"uses", "utility", "evidence", "effect"} <= {f["name"] for f in found["facts"]}


def test_why_is_short_for_what_was_never_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    id = good("record", "water the fern", "--outcome", "success").strip()
    result = run("why", id)
    assert "water the fern" in result.stdout
    assert "by no attempt that could be compared yet" in result.stdout
    assert "--all" in result.stderr
    whole = " ".join(good("why", id, "--all").split())
    assert "all 0 items" not in whole
    assert "None stays" not in whole
    assert "no item has 8 uses yet" in whole


def test_a_ban_hides_until_it_is_taken_back(episode: str) -> None:
    assert good("ban", episode, "--by", "ann") == f"banned {episode}\n"
    assert data("why", episode)["state"] == "banned"
    task = json.loads(good("show", episode, "--json"))["task"]["description"]
    assert data("recall", task)["withheld"] == [
        {"id": episode, "reason": "banned by ann: never shown"}
    ]
    assert f"Withheld {episode}: banned by ann" in run("recall", task).stderr
    assert data("pin", episode)["state"] == "pinned"
    assert data("reinstate", episode)["state"] == "shown"
    assert data("recall", task)["withheld"] == []


@pytest.mark.usefixtures("episode")
@pytest.mark.parametrize("command", ["why", "pin", "ban", "reinstate"])
def test_an_unknown_id_is_an_error(command: str) -> None:
    assert run(command, "nothing-like-it").exit_code == 3


@pytest.mark.usefixtures("episode")
def test_a_namespace_that_holds_nothing_is_named() -> None:
    for command in ("lift", "playbook"):
        assert "Namespace 'opss' holds nothing." in run("--namespace", "opss", command).stderr

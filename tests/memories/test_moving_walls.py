"""What a load may not do, whoever wrote the file: reach what belongs to others."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from seasoned import Episode, InvalidInput, Memory, Options, Outcome, Task
from seasoned.testing import HashEmbedder, ManualClock


def opened(url: Any, **more: Any) -> Memory:
    return Memory.open(url, embedder=HashEmbedder(), options=Options(clock=ManualClock()), **more)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[Memory, Memory, str]]:
    """The memories of two users, and the id of what bob has recorded."""
    url = str(tmp_path / "m.db")
    with opened(url, user="ann") as ann, opened(url, user="bob") as bob:
        ann.record(Episode(Task("ann's task"), outcome=Outcome.SUCCESS))
        yield ann, bob, bob.record(Episode(Task("bob's task"), outcome=Outcome.SUCCESS)).id


def with_lines(memory: Memory, *more: dict[str, Any]) -> io.BytesIO:
    """An export of a memory with further lines before its last one."""
    stream = io.BytesIO()
    memory.export(stream)
    lines = [msgspec.json.decode(line) for line in stream.getvalue().splitlines()]
    lines[-1:-1] = more
    lines[-1]["lines"] = len(lines) - 1
    return io.BytesIO(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))


def line(kind: str, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, "schema": 1, "namespace": "default", **fields}


def verdict(id: str) -> dict[str, Any]:
    said = {"episode": id, "outcome": "failure", "at": "2026-01-01T00:00:00Z", "id": "v1"}
    return line("verdict", verdict=said)


def test_a_user_judges_nobody_else_by_loading(house: tuple[Memory, Memory, str]) -> None:
    ann, bob, id = house
    vector = line("vector", item=id, model="hash-64", data="AAAA")
    for one in (verdict(id), vector):
        with pytest.raises(InvalidInput, match=f"{one['kind']} is of episode '{id}', which does"):
            ann.load(with_lines(ann, one))
    assert bob.get(id).effective_outcome is Outcome.SUCCESS


def test_nor_with_an_episode_of_the_same_id_before_it(house: tuple[Memory, Memory, str]) -> None:
    ann, bob, id = house
    for owner in ({"user": "ann"}, {}):
        task = {"description": "ann's task"}
        same = line("episode", id=id, task=task, finished_at="2026-01-01T00:00:00Z", **owner)
        assert ann.load(with_lines(ann, same, verdict(id))).refused == 2
    assert bob.get(id).effective_outcome is Outcome.SUCCESS


def test_lessons_go_to_what_is_seen_alone(house: tuple[Memory, Memory, str]) -> None:
    ann, bob, id = house
    (own,) = [e.id for e in ann.episodes.page().episodes]
    said = [
        line("lesson", lesson={"id": f"l{n}", "text": "be quick", "kind": "mined", "origins": ids})
        for n, ids in enumerate(([own], [id], [own, id]))
    ]
    loaded = ann.load(with_lines(ann, *said))
    assert loaded.added["lesson"] == 1
    assert loaded.refused == 2 and f"came from '{id}', which cannot be seen" in loaded.conflicts[0]
    stream = io.BytesIO()
    bob.export(stream)
    assert b"be quick" not in stream.getvalue()


@pytest.mark.parametrize("name", ["at", "until"])
@pytest.mark.parametrize("time", [1e308, -1e300, 253402300800])
def test_a_time_beyond_all_calendars_is_refused(name: str, time: float) -> None:
    """Such a copy would stand in the way of `pruned` and of forgetting for good."""
    episode = {"id": "e", "namespace": "default", "task": {"description": "a"}}
    given = {"batch": "b", "at": 0, "until": 4e9, name: time}
    copy = line("copy", episode={**episode, "finished_at": "2026-01-01T00:00:00Z"}, **given)
    with opened("memory://") as memory:
        with pytest.raises(InvalidInput, match=rf"line \d+: .*{name} must lie within"):
            memory.load(with_lines(memory, copy))
        assert memory.admin.pruned() == []


@pytest.mark.parametrize("owner", [{"user": ""}, {"user": "u" * 501}, {"namespace": "n" * 501}])
def test_what_no_memory_can_be_opened_for_is_refused(owner: dict[str, str]) -> None:
    """Else it would be kept where nobody sees it."""
    task = {"description": "a"}
    said = line("episode", id="e", task=task, finished_at="2026-01-01T00:00:00Z")
    with opened("memory://") as memory:
        stream = with_lines(memory, said | owner)
        whole = stream.getvalue().replace(b'"namespace":"default"', b'"x":0', 1)
        with pytest.raises(InvalidInput, match=r"line \d: .* must be 1 to 500 characters"):
            memory.load(io.BytesIO(whole), all_namespaces=True)

"""What a proof claims: only what was sought, and all of what was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from seasoned import Episode, Filter, InvalidInput, Memory, NotFound, Task


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path / "m.db", embedder=False) as opened:
        yield opened


@pytest.mark.parametrize("name", ["Jane", "Eva", "Anna", "Bob", "Lee", "\u5f20", 'a"b', "Zoë"])
def test_a_first_name_that_is_kept_is_found(memory: Memory, name: str) -> None:
    id = memory.record(Episode(Task(f"call {name} back"), solution="done")).id
    proof = memory.admin.prove_forgotten(name)
    assert f"episode {id}" in {place.said_by for place in proof.shared}
    assert proof.pieces


def test_a_first_name_that_is_gone_is_proved_gone(memory: Memory) -> None:
    memory.record(Episode(Task("water the plants"), solution="done"))
    id = memory.record(Episode(Task("call Jane back"), solution="done")).id
    assert memory.forget(id).episodes == 1
    proof = memory.admin.prove_forgotten("Jane")
    assert (proof.complete, proof.shared) == (True, ())
    assert proof.pieces == 2  # the text, and the word of the index


@pytest.mark.parametrize("text", ["", "ab", "    ", "aaaaaaaaaaaaaaaaaaaaaaaa"])
def test_what_cannot_be_sought_is_refused_by_name(memory: Memory, text: str) -> None:
    with pytest.raises(InvalidInput, match=r"prove_forgotten.. cannot seek.*give a longer text"):
        memory.admin.prove_forgotten("a text that is long enough", text)


def test_where_nothing_is_sought_nothing_is_proved(memory: Memory) -> None:
    memory.record(Episode(Task("call Jane back")))
    proof = memory.admin.prove_forgotten(thorough=True)
    assert not proof.complete
    assert proof.remedies == ("no text was given, so nothing was proved",)


def test_where_nothing_matches_nothing_is_proved(memory: Memory) -> None:
    memory.record(Episode(Task("call Jane back")))
    removed = memory.forget(filter=Filter(category="elsewhere"), prove=True)
    assert removed.episodes == 0 and removed.proof is not None
    assert not removed.proof.complete
    assert removed.proof.remedies == ("nothing matched, so nothing was proved",)


def test_everything_takes_the_open_attempts_along(memory: Memory, tmp_path: Path) -> None:
    attempt = memory.begin("call the zebrahunter")
    memory.record(Episode(Task("lions"), solution="call them"))
    assert attempt.recall.id
    attempt.step("llm_response", "dialling for the zebrahunter")
    removed = memory.forget(everything=True, prove=True)
    assert (removed.episodes, removed.attempts) == (1, 1)
    assert removed.proof is not None and removed.proof.complete
    with pytest.raises(NotFound):
        attempt.step("llm_response", "again")
    assert b"zebra" not in (tmp_path / "m.db").read_bytes()


def test_open_attempts_of_others_stay(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m.db", embedder=False) as all_share:
        shared = all_share.begin("water the plants")
        with Memory.open(tmp_path / "m.db", embedder=False, user="ann") as hers:
            hers.begin("feed the cat")
            assert hers.forget(everything=True).attempts == 1
        assert shared.state == "open"
        assert all_share.admin.stats().attempts == {"open": 1}


def test_an_open_attempt_that_still_says_it_is_named(memory: Memory) -> None:
    id = memory.record(Episode(Task("call the zebrahunter"), solution="done")).id
    attempt = memory.begin("call the zebrahunter")
    other = memory.begin("water the plants")
    removed = memory.forget(id, prove=True)
    assert removed.attempts == 0 and removed.proof is not None
    assert not removed.proof.complete
    (remedy,) = removed.proof.remedies
    assert attempt.id in remedy and "memory.admin.expire(timedelta(0))" in remedy
    assert not memory.admin.prove_forgotten("zebrahunter").complete
    memory.admin.expire(timedelta(0))
    assert other.state == "abandoned"
    closed = [e.id for e in memory.episodes.page().episodes if "zebra" in e.task.description]
    again = memory.forget(*closed, prove=True)
    assert again.proof is not None and again.proof.complete
    assert memory.admin.prove_forgotten("zebrahunter").complete

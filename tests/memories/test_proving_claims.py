"""What a proof claims: only what was sought, and all of what was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from seasoned import Episode, Filter, InvalidInput, Memory, Task


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory.open(tmp_path / "m.db", embedder=False)


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

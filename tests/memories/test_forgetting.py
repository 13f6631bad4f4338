"""Forgetting everything: what one knows beside episodes goes too, is counted, and is proved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from seasoned import Episode, Memory, PrunePolicy, Task
from seasoned.core.knowledge import ExchangeRow
from seasoned.core.messages import Message
from seasoned.core.notes import Note
from seasoned.ports import Scope
from seasoned.testing import HashEmbedder

SECRETS = ("zebrahunter", "marmalade", "quicksilver", "lighthouse", "thunderclap", "saffron")


@pytest.fixture(params=["m.db", "m.jsonl"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / str(request.param)


@pytest.fixture
def memory(path: Path) -> Iterator[Memory]:
    with Memory.open(path, user="ann", embedder=HashEmbedder(16)) as opened:
        yield opened


def fill(memory: Memory, mark: str = "") -> None:
    zebra, marmalade, silver, light, thunder, saffron = (mark + secret for secret in SECRETS)
    memory.record(Episode(Task(f"call the {zebra}")))
    memory.remember(Note(f"likes {marmalade}", metadata={"since": f"{marmalade} day"}))
    memory.documents.add(f"# Of {silver}\n\nmuch {silver} in it", f"{silver}.md")
    memory.facts.remember("user", "fact", "home", f"the {light}")
    memory.facts.remember("user", "fact", "home", f"a {light} further on")
    memory.session(f"chat {mark}").add(Message("user", f"hear the {thunder}"))
    body = b'{"said":"%s","superseded":["current"]}' % saffron.encode()
    row = ExchangeRow(f"x{mark}", memory._scope.user, 1.0, "learned", body)
    memory._parts.store.knowledge.exchanges.add(memory._scope, row)


@pytest.mark.parametrize("prove", [False, True])
def test_everything_of_ones_own_goes_and_is_counted(
    memory: Memory, path: Path, prove: bool
) -> None:
    fill(memory)
    shared, bob = memory.for_user(None), memory.for_user("bob")
    fill(shared, "all-")
    fill(bob, "bobs-")
    removed = memory.forget(everything=True, prove=prove)
    assert (removed.episodes, removed.notes, removed.chunks) == (1, 1, 1)
    assert removed.facts >= 2
    assert (removed.sessions, removed.exchanges) == (1, 1)
    stats = memory.admin.stats()
    assert (stats.notes, stats.facts, stats.chunks, stats.sessions) == (1, 2, 1, 0)
    assert memory.session("chat ").messages() == ()
    for other in (shared, bob):
        left = other.admin.stats()
        assert (left.sessions, left.notes) == (1, 1 if other is shared else 2)
    if prove:
        assert removed.proof is not None and removed.proof.complete, removed.proof
        assert removed.proof.records >= 6
    assert memory.admin.check(thorough=True) == []


def test_the_proof_finds_each_kind_in_a_backup(memory: Memory, tmp_path: Path) -> None:
    fill(memory)
    backup = tmp_path / f"before{Path(memory._parts.store.url).suffix}"
    memory.admin.backup(backup)
    proof = memory.forget(everything=True, prove=True).proof
    assert proof is not None and not proof.complete
    data = backup.read_bytes()
    assert all(secret.encode() in data for secret in SECRETS)
    (held,) = [file for file in proof.files if file.part == "backup"]
    assert held.remnants > 30
    fields = {place.field for place in proof.remnants if place.path == held.path}
    assert {"text", "vector", "word", "value"} <= fields | set(proof.fields)
    again = memory.admin.prove_forgotten(*SECRETS)
    assert not again.complete
    backup.unlink()
    assert memory.admin.prove_forgotten(*SECRETS).complete


def test_a_note_that_went_is_proved_gone_and_one_that_is_left_is_named(memory: Memory) -> None:
    fill(memory)
    id = memory.remember("marmalade on toast").id
    (other,) = [note.id for note in memory.notes.page().notes if note.id != id]
    memory.notes.forget(id)
    proof = memory.admin.prove_forgotten("marmalade on toast", "marmalade")
    assert not any(file.remnants for file in proof.files)
    assert f"note {other}" in {place.said_by for place in proof.shared}


def test_a_filter_leaves_what_is_known(memory: Memory) -> None:
    fill(memory)
    (episode,) = memory.episodes.page().episodes
    removed = memory.forget(episode.id, prove=True)
    assert (removed.episodes, removed.notes, removed.facts) == (1, 0, 0)
    assert memory.admin.stats().notes == 1


def test_a_memory_that_held_notes_alone_is_proved_gone(memory: Memory) -> None:
    memory.remember("zebrahunter")
    removed = memory.forget(everything=True, prove=True)
    assert removed.notes == 1 and removed.proof is not None and removed.proof.complete


def test_nothing_of_a_namespace_is_left(memory: Memory) -> None:
    other = Memory(memory._parts, Scope("cust-17", "ann"), memory._options)
    fill(other)
    other.forget(everything=True)
    assert memory.admin.prove_forgotten("cust-17", *SECRETS).complete


@pytest.mark.parametrize("prove", [False, True])
def test_with_its_episode_a_conversation_goes(memory: Memory, path: Path, prove: bool) -> None:
    session, other = memory.session("s"), memory.session("other")
    for n in range(30):
        session.add(f"zebrahunter {n} lives here, and marmalade{n} there")
    other.add("the quicksilver stays")
    receipt, kept = session.close(), other.close()
    assert receipt is not None and kept is not None
    removed = memory.forget(receipt.id, prove=prove)
    assert (removed.episodes, removed.sessions) == (1, 1)
    assert [one.id for one in memory.sessions()] == ["other"]
    assert session.messages() == () and session.context().messages == ()
    if prove:
        assert removed.proof is not None and removed.proof.complete, removed.proof
        assert not any(b"marmalade17" in file.read_bytes() for file in path.parent.iterdir())
    assert memory.admin.check(thorough=True) == []


def test_the_proof_knows_the_words_of_a_conversation(memory: Memory, tmp_path: Path) -> None:
    session = memory.session("s")
    for n in range(60):
        session.add(f"{n} {'and so on ' * 40}" + ("the zebrahunter" if n == 30 else ""))
    receipt = session.close("a talk")
    backup = tmp_path / f"before{Path(memory._parts.store.url).suffix}"
    memory.admin.backup(backup)
    assert receipt is not None
    proof = memory.forget(receipt.id, prove=True).proof
    assert proof is not None and proof.records >= 61 and not proof.complete


def test_with_a_pruned_episode_a_conversation_goes_once_it_is_forgotten(memory: Memory) -> None:
    session = memory.session("s")
    session.add("hear the thunderclap")
    receipt = session.close(outcome="failure")
    assert receipt is not None
    memory.admin.prune(PrunePolicy(keep=0), apply=True)
    assert memory.episodes.count() == 0 and len(session.messages()) == 1
    assert memory.forget(receipt.id).sessions == 1
    assert memory.sessions() == ()


def test_a_conversation_is_forgotten_by_itself(memory: Memory) -> None:
    session, bobs = memory.session("s"), memory.for_user("bob").session("s")
    for one in (session, bobs):
        one.add("hear the thunderclap")
    receipt = session.close("hearing")
    assert receipt is not None
    assert (session.forget(), session.forget()) == (True, False)
    assert (memory.sessions(), session.messages()) == ((), ())
    assert memory.get(receipt.id).task.description == "hearing"
    assert [m.text for m in bobs.messages()] == ["hear the thunderclap"]
    session.add("a new beginning")
    assert [m.text for m in session.context().messages] == ["a new beginning"]

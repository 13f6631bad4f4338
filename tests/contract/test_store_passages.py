"""What every store promises about notes and chunks: kept, changed, followed, given and taken."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Conflict, InvalidInput, StoreError
from seasoned.core.notes import CHUNK, NOTE, Chunk, Note, NoteFilter
from seasoned.ports import Store
from seasoned.stores.jsonl import JsonlStore, open_jsonl
from seasoned.testing import HashEmbedder
from tests.contract.histories import dump, kinds, load, memory_over
from tests.contract.noting import ANN, BOB, NOTINGS, SCOPES, Noter, held, live, noters
from tests.contract.stores import ANALYZER, HERE, STORES, fresh, sound

MODEL = "hash-16"
Opener = Callable[[Path], Store]


def opened(path: Path) -> JsonlStore:
    return open_jsonl(path, analyzer=ANALYZER, synchronous="normal")


def known(store: Store) -> list[Any]:
    """All that can be told of a store's notes and chunks."""
    feeds = [
        [(e.num, e.terms, e.vector) for e in store.search.follow(space, item, None, MODEL).puts]
        for space in ("here", "there")
        for item in (NOTE, CHUNK)
    ]
    return [dump(store), [held(store, scope) for scope in SCOPES], feeds]


@pytest.mark.parametrize("kind", ["sqlite", "jsonl"])
@settings(max_examples=20)
@given(history=NOTINGS)
def test_what_was_kept_is_there_when_it_is_opened_again(kind: str, history: list[Any]) -> None:
    with TemporaryDirectory() as folder:
        with closing(STORES[kind](Path(folder))) as store:
            live(store, history, HashEmbedder(16))
            before = known(store)
            assert sound(store)
        with closing(STORES[kind](Path(folder))) as store:
            assert known(store) == before
            assert store.maintenance.pending(None, 9) == []
            assert sound(store)


@settings(max_examples=25)
@given(history=NOTINGS, late=NOTINGS)
def test_all_who_read_a_text_file_know_the_same(history: list[Any], late: list[Any]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "m.jsonl")
        with closing(opened(path)) as writer, closing(opened(path)) as follower:
            two = [noters(one, HashEmbedder(16)) for one in (writer, follower)]
            for number, (deed, scope, text, n) in enumerate(history):
                two[number % 2][scope].do(deed, text, n)
            assert known(follower) == known(writer)
            writer.maintenance.scrub(thorough=True)
            for deed, scope, text, n in late:
                two[1][scope].do(deed, text, n)
            with closing(opened(path)) as reader:
                assert known(reader) == known(writer) == known(follower)
                assert sound(reader)
            assert sound(writer)


@settings(max_examples=25)
@given(NOTINGS, st.sampled_from(list(STORES)), st.sampled_from(list(STORES)), st.booleans())
def test_notes_and_chunks_come_back_byte_for_byte(
    history: list[Any], kind: str, other: str, words: bool
) -> None:
    with fresh(kind) as first, fresh(other) as second:
        live(first, history, None if words else HashEmbedder(16))
        lines = dump(first)
        assert load(second, lines, batch=3).refused == 0
        assert dump(second) == lines
        for scope in SCOPES:
            assert held(second, scope) == held(first, scope)
            assert dump(second, scope) == dump(first, scope)
        again = load(second, lines)
        assert (again.added, again.refused, dump(second)) == ({}, 0, lines)
        assert words or second.maintenance.pending(None, 9) == []
        assert sound(second)


def test_counting_uses_writes_one_short_line(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with closing(opened(path)) as store:
        noter = Noter(store, HERE, HashEmbedder(16))
        ids = [noter.notes.remember(f"note {n} {'long ' * 500}").id for n in range(9)]
        size = path.stat().st_size
        store.knowledge.passages.use(HERE, dict.fromkeys(ids, 2), 5.0)
        assert path.stat().st_size - size < 200 * len(ids)
    with closing(opened(path)) as store:
        assert {uses for _, uses, _ in held(store, HERE)} == {2}


@pytest.mark.parametrize("way", ["forget", "reword"])
def test_a_note_that_went_is_nowhere_in_the_text_file(tmp_path: Path, way: str) -> None:
    path = tmp_path / "m.jsonl"
    with closing(opened(path)) as store:
        noter = Noter(store, ANN, HashEmbedder(16))
        id = noter.notes.remember("whisper this").id
        noter.notes.remember("tea")
        if way == "forget":
            assert noter.notes.forget(id) == 1
        else:
            noter.notes.update(id, "said aloud")
            store.maintenance.scrub()
        assert b"whisper" not in path.read_bytes()
        assert b"tea" in path.read_bytes()
        assert sound(store)


def test_a_chunk_that_went_is_nowhere_in_the_text_file(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with closing(opened(path)) as store:
        noter = Noter(store, ANN)
        noter.documents.add("whisper this", "d.md")
        noter.documents.add("say this", "d.md")
        assert b"whisper" not in path.read_bytes()
        noter.documents.remove("d.md")
        assert b"say this" not in path.read_bytes()
        assert sound(store)


def test_counts_of_a_note_that_is_not_there_are_told(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with closing(opened(path)) as store:
        id = Noter(store, HERE).notes.remember("tea").id
        store.knowledge.passages.use(HERE, {id: 1}, 5.0)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if b'"kind":"note"' not in line))
    with pytest.raises(StoreError, match=r"line \d+ is damaged: it belongs to the note"):
        opened(path)


def test_a_document_that_changed_meanwhile_is_not_written_over(store: Store) -> None:
    noter, passages = Noter(store, ANN), store.knowledge.passages
    noter.documents.add("Bicycles stand in the yard", "d")
    (chunk,) = noter.documents.chunks("d")
    before = dump(store)
    (write,) = noter.knower.passages.writes(ANN, [Chunk("Cars, too", "d", 1)])
    assert not passages.put_document(ANN, "d", [], [write], [chunk.id])
    assert not passages.put_document(ANN, "d", [chunk.id, "x"], [write], [chunk.id])
    assert not passages.put_document(BOB, "d", [chunk.id], [], [chunk.id])
    assert dump(store) == before
    assert passages.put_document(ANN, "d", [chunk.id], [write], [chunk.id])
    assert [one.text for one in noter.documents.chunks("d")] == ["Cars, too"]
    assert sound(store)


def fill(store: Store, embedder: HashEmbedder | None = None) -> None:
    for scope in (HERE, ANN, BOB):
        noter, name = Noter(store, scope, embedder), scope.user or "all"
        id = noter.notes.remember(Note(f"{name} drinks tea", "preference", {"by": name})).id
        noter.documents.add(f"# Of {name}\n\nBicycles of {name}", f"{name}.md")
        store.knowledge.passages.use(scope, {id: 3}, 7.0)


def test_every_kind_of_passage_is_given(store: Store) -> None:
    fill(store, HashEmbedder(16))
    assert set(kinds(store)) == {"model", "note", "chunk", "uses", "vector"}


def test_a_scope_gives_its_own_and_what_is_shared(store: Store) -> None:
    fill(store)
    lines = b"".join(dump(store, ANN))
    assert (b"ann drinks" in lines, b"all drinks" in lines, b"bob" in lines) == (True, True, False)
    assert b"bob drinks" in b"".join(dump(store, HERE, everyone=True))


def test_passages_are_read_by_number_within_their_walls(store: Store) -> None:
    fill(store)
    (anns,) = store.search.select(ANN, NOTE, NoteFilter(metadata={"by": "ann"})).tolist()
    everyones = store.search.select(ANN, NOTE, NoteFilter()).tolist()
    found = store.knowledge.passages.numbered(ANN, NOTE, [anns, 10**9])
    assert [b"ann drinks" in passage.body for passage in found.values()] == [True]
    assert found[anns] == store.knowledge.passages.get(ANN, NOTE, [found[anns].id])[found[anns].id]
    assert store.knowledge.passages.numbered(BOB, NOTE, everyones).keys() == set(everyones) - {anns}
    assert store.knowledge.passages.numbered(ANN, CHUNK, everyones) == {}
    assert store.knowledge.passages.numbered(SCOPES[-1], NOTE, everyones) == {}


def test_passages_go_into_another_namespace(store: Store) -> None:
    fill(store, HashEmbedder(16))
    there = SCOPES[-1]
    with fresh("memory") as target:
        assert load(target, dump(store, ANN), there).refused == 0
        said = [(record.text, uses) for record, uses, _ in held(store, ANN)]
        assert [(record.text, uses) for record, uses, _ in held(target, there)] == said
        assert {record.namespace for record, *_ in held(target, there)} == {"there"}
        assert held(target, ANN) == []
        assert target.maintenance.pending(None, 9) == []
        assert sound(target)


def test_passages_of_another_user_are_refused(store: Store) -> None:
    fill(store)
    lines = dump(store, HERE, everyone=True)
    with fresh("memory") as target, pytest.raises(InvalidInput, match="belongs to user"):
        load(target, lines, ANN)


def test_a_vector_that_goes_before_its_note_is_refused_to_a_user(store: Store) -> None:
    """It could be of another user's note, whom it would make findable by other words."""
    Noter(store, HERE, HashEmbedder(16)).notes.remember("tea")
    head, model, note, vector, end = dump(store, HERE)
    with fresh("memory") as target, pytest.raises(InvalidInput, match="does not stand before"):
        load(target, [head, model, vector, note, end], ANN)


def test_the_same_in_other_words_stands_for_both(store: Store) -> None:
    noter = Noter(store, ANN, HashEmbedder(16))
    id = noter.notes.remember("Tea  at SIX").id
    store.knowledge.passages.use(ANN, {id: 9}, 9.0)
    with fresh("memory") as target:
        other = Noter(target, ANN, HashEmbedder(16))
        other.knower.clock.advance(5.0)
        mine = other.notes.remember("tea at six").id
        before = dump(target)
        loaded = load(target, dump(store))
        assert (loaded.added, loaded.refused) == ({}, 0)
        assert (mine == id, dump(target)) == (False, before)
        assert sound(target)


def test_what_was_changed_on_one_side_is_told_and_stays(store: Store) -> None:
    fill(store)
    with fresh("memory") as target:
        load(target, dump(store))
        noter = Noter(target, ANN)
        (note,) = (n for n in noter.notes.page().notes if n.user == "ann")
        noter.notes.update(note.id, metadata={"by": "me"})
        (told, _) = load(target, dump(store)).conflicts
        assert f"note: the note {note.id!r} is here with other content" in told
        assert noter.notes.get(note.id).metadata == {"by": "me"}


def test_what_was_changed_meanwhile_is_not_replaced(store: Store) -> None:
    noter, kept = Noter(store, ANN), store.knowledge.passages
    id = noter.notes.remember("tea").id
    seen = kept.get(ANN, NOTE, [id])[id].body
    noter.notes.update(id, "water")
    found = replace(noter.notes.get(id), text="coffee")
    (write,) = noter.knower.passages.writes(ANN, [found], replaces=True)
    with pytest.raises(Conflict, match="was changed meanwhile"):
        kept.put(ANN, [replace(write, instead=seen)])
    assert noter.notes.get(id).text == "water"
    kept.put(ANN, [replace(write, instead=kept.get(ANN, NOTE, [id])[id].body)])
    assert noter.notes.get(id).text == "coffee"
    assert sound(store)


def test_an_id_of_another_owner_is_told_without_saying_whose(store: Store) -> None:
    Noter(store, ANN).notes.remember(Note("tea", id="x"))
    with fresh("memory") as target:
        Noter(target, BOB).notes.remember(Note("coffee", id="x"))
        (conflict,) = load(target, dump(store)).conflicts
        assert "the id 'x' cannot be used" in conflict and "bob" not in conflict


def test_passages_that_are_loaded_pass_the_redact_hook(store: Store) -> None:
    noter = Noter(store, HERE, HashEmbedder(16))
    noter.notes.remember(Note("the secret", metadata={"m": "secret"}, before="a secret"))
    noter.documents.add("# secret\n\na secret", "d.md", metadata={"m": "secret"})
    with fresh("memory") as target:
        clean = memory_over(
            target, HERE, HashEmbedder(16), redact=lambda text: text.replace("secret", "hidden")
        )
        assert clean.load(lines_of(store)).refused == 0
        lines = b"".join(dump(target))
        assert b"secret" not in lines and lines.count(b"hidden") == 7
        assert clean.admin.heal() == 2  # vectors of the texts as they were are of no use
        assert clean.lookup("hidden") and clean.admin.check(thorough=True) == []


def lines_of(store: Store) -> Any:
    from io import BytesIO

    return BytesIO(b"".join(dump(store, HERE)))


def test_of_another_persons_export_episodes_alone_are_taken(store: Store) -> None:
    fill(store)
    with fresh("memory") as target:
        memory = memory_over(target, ANN)
        loaded = memory.load(lines_of(store), foreign="mallory")
        assert (loaded.added, held(target, ANN)) == ({}, [])

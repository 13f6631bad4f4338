"""Deeds on facts, conversations, notes and documents; see `deeds`."""

from __future__ import annotations

from pathlib import Path

from seasoned import Memory, codec
from seasoned.core.facts import CURRENT
from seasoned.core.filters import EVERYTHING
from seasoned.core.notes import NOTE, Note
from seasoned.ports import Scope
from tests.contract.knowing import ANYTHING, Knower, day, said, texts
from tests.faults.deeds import CALLS, HASH, Deed, Heard, episode, is_sound, live, opened
from tests.faults.dying import Say

SCOPE = Scope("default")


class Tell(Deed):
    """One value after the other; what is left of each, and what search finds, comes with it."""

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        knower = Knower(memory._parts.store, SCOPE, HASH)
        ruling = knower.tell(f"{name}-{i}", key=name, recorded_at=day(i))
        say(i, ruling.stands)

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        with opened(path) as memory:
            knower = Knower(memory._parts.store, SCOPE)
            versions = knower.history(f"r{n}")
            told = [v for v in versions if v.valid_to is None]
            assert [v.value for v in told] == [f"r{n}-{i}" for i in range(len(told))]
            assert len(heard) <= len(told) <= len(heard) + 1
            assert [v.id for v in told][: len(heard)] == [id for _, id in heard]
            assert len(versions) == max(0, 2 * len(told) - 1)
            believed = [v for v in versions if v.believed]
            assert [v.value for v in believed if v.valid_to is None] == [v.value for v in told[-1:]]
            assert all(v.state == CURRENT for v in versions)
            found = {id for id in knower.searched() if id in {v.id for v in versions}}
            assert found == {v.id for v in believed}
            assert is_sound(memory, path)


class Converse(Deed):
    """Two messages, a fold, and in the end an episode."""

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        store = memory._parts.store
        rows = said(f"{name}-{i}-a", f"{name}-{i}-b")
        say("said", *store.knowledge.sessions.append(SCOPE, name, rows, float(i)))
        assert store.knowledge.sessions.fold(SCOPE, name, i, {2 * i + 1: "folded"}, b'"%d"' % i)
        say("folded", i)
        if i == CALLS - 1:
            (write,) = memory._parts.writer.prepare(SCOPE, [episode(name)])
            receipt = store.knowledge.sessions.close(SCOPE, name, write)
            assert receipt
            say("closed", receipt.id)

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        with opened(path) as memory:
            sessions, name = memory._parts.store.knowledge.sessions, f"r{n}"
            done = {what: [rest for act, *rest in heard if act == what] for what, *_ in heard}
            counts = [len(done.get(what, ())) for what in ("said", "folded", "closed")]
            row = sessions.get(SCOPE, name)
            if row is None:
                assert not any(counts)
                return
            assert row.messages in (2 * counts[0], 2 * counts[0] + 2)
            rows = sessions.read(SCOPE, name, states=("live", "folded"))
            expected = [f"{name}-{i}-{ab}" for i in range(row.messages // 2) for ab in "ab"]
            assert texts(rows) == expected
            closed = row.state == "closed"
            folds = row.version - closed
            assert folds in (counts[1], counts[1] + 1)
            assert [r.place for r in rows if r.state == "folded"] == [
                2 * i + 1 for i in range(folds)
            ]
            assert row.summary == (b'"%d"' % (folds - 1) if folds else None)
            made = {each.id for each_name, each in live(memory).items() if each_name == name}
            assert made == ({row.episode} if closed else set())
            assert closed or not counts[2]
            assert memory._parts.store.episodes.count(SCOPE, EVERYTHING) >= 20
            assert is_sound(memory, path)


class Remember(Deed):
    """Notes in batches; then each is reworded and counted."""

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        batch = [Note(f"{name}-{i}-{n} {LONG}", metadata={"n": n}) for n in range(3)]
        ids = [receipt.id for receipt in memory.notes.remember_many(batch)]
        say("kept", *ids)
        say("reworded", memory.notes.update(ids[0], f"{name}-{i}-0 anew {LONG}", kind="k").id)
        memory._parts.store.knowledge.passages.use(SCOPE, {ids[1]: 2}, 5.0)
        say("used", ids[1])
        assert memory.notes.forget(ids[2]) == 1
        say("forgotten", ids[2])

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        with opened(path) as memory:
            done = {what: [ids for act, *ids in heard if act == what] for what, *_ in heard}
            store = memory._parts.store.knowledge.passages
            found = store.page(SCOPE, NOTE, ANYTHING, 9_999, None).passages
            notes = {f.id: (codec.decode(f.body, Note), f.uses) for f in found}
            own = {id: one for id, one in notes.items() if one[0].text.startswith(f"r{n}-")}
            kept = [id for batch in done.get("kept", ()) for id in batch]
            gone = {id for (id,) in done.get("forgotten", ())}
            missing = set(kept) - own.keys()
            assert gone <= missing and len(missing - gone) <= 1
            extra = own.keys() - set(kept)
            assert len(extra) in (0, 3)  # of a batch that nobody was told of, all or none
            for id, (note, uses) in own.items():
                anew = " anew " in note.text
                assert note.kind == ("k" if anew else "note")
                assert note.text.endswith(LONG) and uses in (0, 2)
                assert anew or [id] not in done.get("reworded", ())
                assert uses == 2 or [id] not in done.get("used", ())
            hits = memory.lookup(f"r{n}", 999, -1.0)
            assert own.keys() <= {id for hit in hits for id in (hit.note.id, *hit.also)}
            assert memory.admin.stats().pending == 0
            assert is_sound(memory, path)


class AddDocument(Deed):
    """One version of a document after the other: each is there whole, or the one before it."""

    def call(self, memory: Memory, name: str, i: int, say: Say) -> None:
        memory.documents.add(document(name, i), f"{name}.md")
        say(i)

    def verify(self, path: Path, n: int, heard: Heard) -> None:
        with opened(path) as memory:
            name = f"r{n}"
            chunks = memory.documents.chunks(f"{name}.md")
            wanted = [self.chunked(path, name, i) for i in range(CALLS)]
            said = [(chunk.text, chunk.place) for chunk in chunks]
            if heard or chunks:
                assert said in (wanted[len(heard) - 1 : len(heard) + 1] if heard else wanted[:1])
            assert memory.admin.stats().pending == 0
            assert is_sound(memory, path)

    def chunked(self, path: Path, name: str, i: int) -> list[tuple[str, int]]:
        """What is kept of a version."""
        with Memory.open("memory://", embedder=False) as other:
            other.documents.add(document(name, i), "d")
            return [(chunk.text, chunk.place) for chunk in other.documents.chunks("d")]


LONG = "and so on " * 60


def document(name: str, i: int) -> str:
    """A version that has lost, moved, kept and got sections."""
    return "\n\n".join(f"# {name} section {n}\n\n{name} {n} {LONG}" for n in range(i + 3, i, -1))


KNOWING: dict[str, type[Deed]] = {
    "tell": Tell,
    "converse": Converse,
    "remember": Remember,
    "add a document": AddDocument,
}

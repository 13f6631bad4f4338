"""Random histories of notes and documents, several users in one store."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from seasoned.connect import read_document
from seasoned.core.notes import CHUNK, NOTE, Chunk, Note, NoteFilter
from seasoned.memories.documents import Cutting, Documents
from seasoned.memories.longterm import LongTermMemory
from seasoned.memories.passages import read
from seasoned.ports import Embedder, Scope, Store
from tests.contract.knowing import Knower
from tests.contract.stores import HERE, Filler

ANN, BOB = Scope("here", "ann"), Scope("here", "bob")
SCOPES = (HERE, ANN, BOB, Scope("there", "ann"))
SAYINGS = st.sampled_from(
    ["tea at six", "TEA  at six", "naïve café 100%", "東京の天気", 'a "b" \\c']
)
DEEDS = ("remember", "keyed", "reword", "tag", "use", "forget", "add", "swap", "remove", "record")
NOTINGS = st.lists(
    st.tuples(st.sampled_from(DEEDS), st.sampled_from(SCOPES), SAYINGS, st.integers(0, 5)),
    max_size=14,
)


class Noter:
    """Does what a history says in one scope of a store."""

    def __init__(self, store: Store, scope: Scope, embedder: Embedder | None = None) -> None:
        self.store, self.scope = store, scope
        self.knower = Knower(store, scope, embedder)
        self.notes = LongTermMemory(self.knower.passages, scope)
        self.documents = Documents(self.knower.passages, scope, read_document, Cutting(64, 0))

    def own(self, number: int) -> str | None:
        """Id of some note of one's own."""
        own = [note.id for note in self.notes.page().notes if note.user == self.scope.user]
        return own[number % len(own)] if own else None

    def do(self, deed: str, text: str, number: int) -> None:
        name = f"doc{number % 2}"
        parts = [f"# Part {n}\n\n{text} {n}, {'word ' * 40}" for n in range(3)]
        match deed:
            case "remember":
                self.notes.remember(Note(text, f"k{number % 2}", before="hello" if number else ""))
            case "keyed":
                key = f"{text} {number}"
                self.notes.remember(f"{text} {number}", key=key, metadata={"n": number})
            case "record":
                Filler(self.store, self.knower.embedder).add_texts(text, scope=self.scope)
            case "add":
                self.documents.add("\n\n".join(parts), name)
            case "swap":
                self.documents.add("\n\n".join(reversed(parts[number % 3 :])), name)
            case "remove":
                self.documents.remove(name)
            case _ if own := self.own(number):
                self.change(deed, own, text, number)

    def change(self, deed: str, id: str, text: str, number: int) -> None:
        match deed:
            case "reword":
                self.notes.update(id, f"{text}, or so", kind="k0")
            case "tag":
                self.notes.update(id, metadata={"tag": number})
            case "use":
                self.store.knowledge.passages.use(self.scope, {id: number + 1}, 10.0 * number)
            case "forget":
                self.notes.forget(id)


def noters(store: Store, embedder: Embedder | None = None) -> dict[Scope, Noter]:
    """One of each scope."""
    return {scope: Noter(store, scope, embedder) for scope in SCOPES}


def live(store: Store, history: list[Any], embedder: Embedder | None = None) -> dict[Scope, Noter]:
    """Do all of it."""
    all_of_them = noters(store, embedder)
    for deed, scope, text, number in history:
        all_of_them[scope].do(deed, text, number)
    return all_of_them


def held(store: Store, scope: Scope) -> list[Any]:
    """Notes and chunks that a scope sees, with how often they were found."""
    page = store.knowledge.passages.page
    found = [
        (read(item, one), one.uses, one.used)
        for item in (NOTE, CHUNK)
        for one in page(scope, item, NoteFilter(), 999, None).passages
    ]
    assert all(isinstance(record, Note | Chunk) for record, *_ in found)
    return found

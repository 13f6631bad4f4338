"""Documents: cut into chunks, kept in step with their source, found by words and by meaning."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from seasoned import codec
from seasoned.core import values
from seasoned.core.chunking import OVERLAP, SIZE, Piece, chunk, chunk_pages
from seasoned.core.notes import ANY_NOTE, CHUNK, Chunk, NoteFilter
from seasoned.core.readings import Reading, Unread
from seasoned.core.recalled import without_recalled, without_recalled_in
from seasoned.errors import InvalidInput
from seasoned.memories.passages import Found, Passages, Wanted, is_never
from seasoned.ports import Scope

_PAGE: Final = 1_000  # chunks that are read together
_PATH: Final = re.compile(r"\S{1,300}\.[A-Za-z]\w{0,5}")  # one word that ends as a file's name does
Read = Callable[[Path | bytes, str], Reading]


@dataclass(frozen=True, slots=True)
class Added:
    """What became of a document.

    Attributes:
        source: Its name.
        chunks: How many it has now.
        added: Chunks that are new.
        kept: Chunks that were there, vectors included.
        removed: Chunks that are gone from it.
        unread: What could not be read, and why.
    """

    source: str
    chunks: int
    added: int
    kept: int
    removed: int
    unread: tuple[Unread, ...] = ()


@dataclass(frozen=True, slots=True)
class ChunkHit:
    """A chunk that was found.

    Attributes:
        chunk: What was found.
        score: Words and meaning mixed, in [0, 1], by which hits are ordered.
        similarity: Cosine to the query; without a model, the share of the query's words it has.
        also: Ids of chunks that say the same, such as of a copy.
    """

    chunk: Chunk
    score: float
    similarity: float
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cutting:
    """How documents are cut.

    Attributes:
        size: Tokens of a chunk at most.
        overlap: Tokens at most that a chunk repeats of the one before it.
    """

    size: int = SIZE
    overlap: int = OVERLAP


class Documents:
    """Documents of one namespace and user. Safe to share between threads."""

    def __init__(
        self,
        passages: Passages,
        scope: Scope,
        read: Read,
        cutting: Cutting = Cutting(),
        held: Callable[[], bool] = is_never,
    ) -> None:
        self._passages, self._scope, self._held = passages, scope, held
        self._read, self._cutting = read, cutting
        self._store = passages.store.knowledge.passages

    def add(
        self,
        content: str | os.PathLike[str] | bytes,
        source: str = "",
        *,
        page: int | None = None,
        metadata: Mapping[str, Any] | None = None,
        markup: str = "markdown",
        origin: str = "own",
    ) -> Added:
        """Keep a document, in place of what its source said before. It is on disk then.

        Adding it again costs nothing but what changed: chunks that stayed keep their vectors.

        Args:
            content: Text as a str; a file as a `pathlib.Path` or as bytes: text, Markdown, HTML,
                source code, JSON, CSV, and PDF with the extra ``pdf``.
            source: Name of the document; of a path the path itself, if it is left out.
            page: Of a text that is one page; only that page of the source is replaced.
            metadata: Any JSON object, kept with each chunk.
            markup: Of a text: ``markdown``, ``plain``, ``code`` or ``csv``.
            origin: Who wrote it: ``own``, or ``foreign:NAME``, which may give no orders.

        Raises:
            InvalidInput: it is empty, of a kind that cannot be read, or an argument is wrong.
            MissingExtra: it takes a library that is not installed.
            StoreError: the file cannot be read, or the chunks not be kept.
        """
        name = source or (os.fspath(content) if isinstance(content, os.PathLike) else "")
        if not values.text(name, "source").strip():
            raise InvalidInput(_unnamed(content))
        pieces, unread = self._pieces(content, name, page, markup)
        if not pieces:
            why = "; ".join(f"{one.place}: {one.reason}" for one in unread)
            raise InvalidInput(f"{name!r} holds no text{f' ({why})' if why else ''}")
        given = {} if metadata is None else values.json_object(metadata, "metadata")
        chunks = [
            Chunk(
                piece.text,
                name,
                place,
                piece.page if page is None else page,
                piece.headings,
                given,
                origin,
            )
            for place, piece in enumerate(pieces)
        ]
        return self._keep(name, chunks, page, unread)

    def _pieces(
        self, content: str | os.PathLike[str] | bytes, name: str, page: int | None, markup: str
    ) -> tuple[tuple[Piece, ...], tuple[Unread, ...]]:
        size, overlap = self._cutting.size, self._cutting.overlap
        if isinstance(content, str):
            content = without_recalled(content)  # of a block that was cut the ends are apart
            cut = chunk(content, size=size, overlap=overlap, markup=markup, page=page)
            return tuple(piece for piece in cut if piece.text.strip()), ()
        if not isinstance(content, bytes | os.PathLike):
            raise InvalidInput(
                f"content must be text, a pathlib.Path or bytes, got {values.shown(content)}"
            )
        if page is not None:
            raise InvalidInput("page is for a text; a file has its own pages")
        reading = self._read(content if isinstance(content, bytes) else Path(content), name)
        left = without_recalled_in([page.text for page in reading.pages])
        pages = [replace(page, text=text) for page, text in zip(reading.pages, left, strict=True)]
        pieces = chunk_pages(pages, size=size, overlap=overlap)
        return tuple(piece for piece in pieces if piece.text.strip()), reading.unread

    def _keep(
        self, name: str, chunks: Sequence[Chunk], page: int | None, unread: tuple[Unread, ...]
    ) -> Added:
        """Bring what is kept of a source in step with its chunks, whoever else does so."""
        cleaned = [self._passages.writer.clean(one) for one in chunks]
        while True:  # each time that it is not kept, another one was
            own = self._own(name)
            there = [chunk for chunk in own if page in (None, chunk.page)]
            new, moved, left = _sorted(chunks, cleaned, there)
            gone, kept = [old.id for old in left], len(chunks) - len(new)
            added = Added(name, len(chunks), len(new), kept, len(gone), unread)
            if not (new or moved or gone):
                return added
            writes = self._passages.writes(self._scope, new)
            writes += self._passages.writes(self._scope, moved, same_text=True)
            seen = [old.id for old in own]
            if self._store.put_document(self._scope, name, seen, writes, gone):
                return added

    def _own(self, name: str) -> list[Chunk]:
        """The scope's own chunks of a source, in order."""
        return [chunk for chunk in self.chunks(name) if chunk.user == self._scope.user]

    def chunks(self, source: str) -> tuple[Chunk, ...]:
        """The chunks of a document, in order."""
        where, cursor = NoteFilter(document=values.text(source, "source")), None
        found = list[Chunk]()
        while True:
            page = self._store.page(self._scope, CHUNK, where, _PAGE, cursor)
            found += [codec.decode(passage.body, Chunk) for passage in page.passages]
            cursor = page.cursor
            if cursor is None:
                return tuple(sorted(found, key=lambda c: (c.page or 0, c.place, c.id)))

    def count(self) -> int:
        """How many chunks there are, of all documents."""
        return self._passages.count(self._scope, CHUNK)

    def sources(self) -> dict[str, int]:
        """The documents, by name, with their numbers of chunks."""
        return self._store.labels(self._scope, CHUNK)

    def search(
        self,
        query: str,
        k: int = 5,
        min_score: float | None = None,
        *,
        source: str | Sequence[str] | None = None,
        filter: NoteFilter | None = None,
        namespaces: Sequence[str] = (),
    ) -> tuple[ChunkHit, ...]:
        """The chunks that have to do with a query, best first.

        Chunks that say the same are found once. What others wrote (``foreign``) and tells the
        agent to act is left out.

        Args:
            query: Text; one that is blank finds nothing.
            k: Most hits, 1 to 10,000.
            min_score: Similarity below which nothing is found; see `LongTermMemory.lookup`.
            source: In these documents only.
            filter: Further conditions, such as on metadata; applied before ranking.
            namespaces: Further namespaces to read from.

        Raises:
            InvalidInput: an argument is out of range or of a wrong type.
            StoreError: the store cannot be read.
        """
        if self._held():
            return ()
        where = ANY_NOTE
        if filter is not None:
            where = values.instance(filter, NoteFilter, "filter", "use NoteFilter(metadata={…})")
        if source is not None:
            where = replace(where, document=source)
        wanted = Wanted.of(query, k, min_score, where, namespaces)
        return tuple(_hit(one) for one in self._passages.find(self._scope, CHUNK, wanted))

    def remove(
        self, source: str | None = None, *, page: int | None = None, everything: bool = False
    ) -> int:
        """Remove one's own document, or a page of it; how many chunks.

        Raises:
            InvalidInput: no source is given, and `everything` is not set.
        """
        if source is None and not everything:
            raise InvalidInput("remove() needs a source, or everything=True")
        if source is not None and page is not None:
            ids = tuple(chunk.id for chunk in self._own(source) if chunk.page == page)
            return self._store.delete(self._scope, CHUNK, NoteFilter(ids=ids))
        where = ANY_NOTE if source is None else NoteFilter(document=values.text(source, "source"))
        return self._store.delete(self._scope, CHUNK, where)


def _sorted(
    chunks: Sequence[Chunk], cleaned: Sequence[Chunk], there: Sequence[Chunk]
) -> tuple[list[Chunk], list[Chunk], list[Chunk]]:
    """Which chunks are new, which are there but for their place, and which are there no more.

    They are known again by what is kept of them, `cleaned`.
    """
    by_text = defaultdict[tuple[Any, ...], list[Chunk]](list)
    for old in reversed(there):
        by_text[_said(old)].append(old)
    new, moved = list[Chunk](), list[Chunk]()
    for one, kept in zip(chunks, cleaned, strict=True):
        if same := by_text[_said(kept)]:
            old = same.pop()
            now = replace(old, place=one.place, metadata=kept.metadata, origin=one.origin)
            moved += [] if now == old else [now]
        else:
            new.append(one)
    return new, moved, [old for left in by_text.values() for old in left]


def _said(chunk: Chunk) -> tuple[Any, ...]:
    """What makes two chunks of a source the same."""
    return chunk.text, chunk.headings, chunk.page


def _hit(found: Found) -> ChunkHit:
    chunk = values.instance(found.record, Chunk, "record", "look up chunks")
    return ChunkHit(chunk, found.score, found.similarity, found.also)


def _unnamed(content: object) -> str:
    """What is wrong with a text that has no source; one that looks like a path is meant as one."""
    told = "a text needs a source, as in add('…', source='handbook.md')"
    if isinstance(content, str) and _PATH.fullmatch(content.strip()):
        return f"{told}; to read the file give pathlib.Path({content.strip()!r})"
    return told

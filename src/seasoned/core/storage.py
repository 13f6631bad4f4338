"""What is handed to a store and what an index reads from one, as plain data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from seasoned.core.recall import RecallLog
from seasoned.core.records import Episode, Lesson
from seasoned.errors import InvalidInput, NotFound

_STORE: Final = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*"kind"\s*:\s*"seasoned"[^}]{0,100}"format"\s*:\s*"store"'
)


def is_text_name(path: str) -> bool:
    """Whether a file of this name is opened as a text store, unless its URL says otherwise."""
    return path.lower().endswith(".jsonl")


def is_text_store(head: bytes) -> bool:
    """Whether a file that begins like this is a text store; an export says so in the same place."""
    return _STORE.match(head) is not None


def not_an_export(name: str) -> str:
    """What a text store is where an export is wanted, and what to do."""
    return (
        f"{name} is a memory in a text file and no export; open it, or export it first: "
        f"`seasoned --url {name} export OUT`"
    )


def same_kind_of_name(own: str, path: str, kind: str) -> str:
    """The path of a copy, whose name must stand for the kind of store that it is a copy of.

    Args:
        own: The store's own file; one whose name stands for another kind was opened by a URL.
        path: The copy's.
        kind: ``SQLite`` or ``JSONL``.

    Raises:
        InvalidInput: the copy could not be opened under its name.
    """
    text = kind == "JSONL"
    if is_text_name(own) is text and is_text_name(path) is not text:
        suffix = ".jsonl" if text else ".db"
        raise InvalidInput(
            f"a backup of this {kind} store could not be opened as {path!r}; give it a name that "
            f"ends in {suffix}, or use export() for records as text"
        )
    return path


@dataclass(frozen=True, slots=True)
class Scope:
    """Who asks: a namespace, which is a wall, and a user within it.

    Reads see rows of that user and shared ones (without a user). Without a user they see the
    shared rows only.
    """

    namespace: str = "default"
    user: str | None = None

    def missing(self, kind: str, id: str) -> NotFound:
        """The error for an id that nothing in this scope has."""
        owner = f" for user {self.user!r}" if self.user else ""
        return NotFound(
            f"no {kind} {id!r} in namespace {self.namespace!r}{owner}; "
            "check the id, or the namespace and user that the memory was opened with"
        )


class Waiting(NamedTuple):
    """An item without a vector.

    Attributes:
        num: The store's number.
        meanings: Texts whose mean vector it waits for.
    """

    num: int
    meanings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A searchable item as an index needs it.

    Attributes:
        num: The store's number for the item, never used again after a deletion.
        user: Its owner, None if shared.
        length: Number of terms, with repetitions.
        terms: Term blob, see `core.lexical.pack_terms`.
        vector: float16 little-endian bytes under the asked model, or None where it is missing.
    """

    num: int
    user: str | None
    length: int
    terms: bytes
    vector: bytes | None


@dataclass(frozen=True, slots=True)
class Feed:
    """What an index has to do to be in step with the store.

    Attributes:
        seq: The change the index is at after applying this feed.
        complete: Whether `puts` are all live items, so that the index starts afresh.
        puts: Items added or changed since, in order of their numbers.
        deletes: Numbers of items removed since.
        judged: Numbers of items whose outcome or reward may be another since.
    """

    seq: int
    complete: bool
    puts: Sequence[Entry]
    deletes: Sequence[int]
    judged: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class EpisodeWrite:
    """An episode with everything derived from it, to be kept in one transaction.

    Attributes:
        episode: With id, times, namespace and user filled in.
        body: The episode as JSON, without its verdicts.
        content: Digest that tells whether a key stands for the same content.
        text: The lexical search text.
        terms: Distinct terms and how often each occurs.
        analyzer: Version of the analyzer that made them.
        vector: float16 little-endian bytes, or None where there is none.
        model: Id of the model that made the vector. One of any other than the active model is
            not kept: the store may have moved on since it was made.
        awaited: Whether it should have a vector and has none yet.
        lessons: The episode's lessons as records of their own.
        recall: What was shown before the task, to be logged with the episode.
    """

    episode: Episode
    body: bytes
    content: str
    text: str
    terms: dict[str, int]
    analyzer: str
    vector: bytes | None = None
    model: str | None = None
    awaited: bool = False
    lessons: tuple[Lesson, ...] = ()
    recall: RecallLog | None = None


@dataclass(frozen=True, slots=True)
class Model:
    """The embedding model that the store's vectors come from."""

    name: str
    dim: int


@dataclass(frozen=True, slots=True)
class PruneMark:
    """What belongs to all copies of one pruning.

    Attributes:
        batch: Id of the pruning.
        at: When, seconds since the epoch.
        until: When the copies end, seconds since the epoch.
    """

    batch: str
    at: float
    until: float


@dataclass(frozen=True, slots=True)
class PrunedCopy:
    """A pruned episode as it can be restored.

    Attributes:
        num: The store's number for the copy.
        episode: With its verdicts.
        vector: float16 bytes as it had them, or None.
        model: Id of the model that made the vector.
    """

    num: int
    episode: Episode
    vector: bytes | None
    model: str | None

"""What the parts may ask of each other: the protocols of stores, indexes and models.

The store is the truth; an index is derived from it through `SearchStore.follow` and can be
rebuilt at any time. All that a store is asked about records carries a `Scope`: no such call can
reach past the namespace and user it names. Its upkeep concerns the whole store.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from seasoned.core.attempts import AttemptRecord, Decision
from seasoned.core.exposures import Draw
from seasoned.core.filters import Filter
from seasoned.core.lexical import Document
from seasoned.core.notes import NoteFilter
from seasoned.core.recall import RecallLog, Traits
from seasoned.core.records import Episode, Feedback, Step, Verdict
from seasoned.core.reports import Finding, Page, Receipt, Removed, Stats
from seasoned.core.storage import Entry as Entry
from seasoned.core.storage import EpisodeWrite as EpisodeWrite
from seasoned.core.storage import Feed as Feed
from seasoned.core.storage import Model as Model
from seasoned.core.storage import PrunedCopy as PrunedCopy
from seasoned.core.storage import PruneMark as PruneMark
from seasoned.core.storage import Scope as Scope
from seasoned.core.storage import Waiting as Waiting
from seasoned.core.surprise import Rating
from seasoned.ports.credit import CreditStore as CreditStore
from seasoned.ports.derived import DerivedStore as DerivedStore
from seasoned.ports.erasing import Erasing
from seasoned.ports.history import HistoryStore as HistoryStore
from seasoned.ports.indexes import LexicalIndex as LexicalIndex
from seasoned.ports.indexes import VectorIndex as VectorIndex
from seasoned.ports.knowledge import ExchangeStore as ExchangeStore
from seasoned.ports.knowledge import FactStore as FactStore
from seasoned.ports.knowledge import KnowledgeStore as KnowledgeStore
from seasoned.ports.knowledge import PassageStore as PassageStore
from seasoned.ports.knowledge import SessionStore as SessionStore
from seasoned.ports.knowledge import SpendingStore as SpendingStore
from seasoned.ports.models import Embedder as Embedder
from seasoned.ports.models import ModelStore as ModelStore
from seasoned.ports.models import Recognising as Recognising
from seasoned.ports.pruning import PruneStore as PruneStore
from seasoned.ports.transfer import TransferStore as TransferStore

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from seasoned.ports.models import Vectors as Vectors

    Numbers = NDArray[np.int64]
    Scores = NDArray[np.float64]

EPISODE = "episode"  # the first kind of searchable item


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The current moment, aware UTC."""
        ...


class Analyzer(Protocol):
    """Turns text into the terms that lexical search counts.

    Attributes:
        version: Changes whenever the same text would give other terms.
    """

    version: str

    def terms(self, text: str) -> list[str]:
        """The terms in order of appearance: lower-case letters and digits only, none empty."""
        ...


class EpisodeStore(Protocol):
    """Episodes and their verdicts."""

    def add(self, scope: Scope, writes: Sequence[EpisodeWrite]) -> list[Receipt]:
        """Keep all of them in one transaction, or none.

        Raises:
            Conflict: a key stands for other content, or an id exists.
            StoreError: the store could not keep them.
        """
        ...

    def get(self, scope: Scope, ids: Sequence[str]) -> dict[str, Episode]:
        """The visible ones among these, by id, with their verdicts."""
        ...

    def page(
        self, scope: Scope, where: Filter, limit: int, cursor: str | None, newest_first: bool = True
    ) -> Page:
        """A page in order of recording, and the cursor of the next.

        A cursor says nothing about what the scope cannot see and serves that scope only.

        Raises:
            InvalidInput: the cursor is none of this scope's.
        """
        ...

    def count(self, scope: Scope, where: Filter) -> int:
        """How many visible episodes match."""
        ...

    def delete(self, scope: Scope, where: Filter) -> Removed:
        """Remove matching episodes and all that was derived from them alone.

        Only what belongs to the scope's user goes: without a user the shared ones, with a user
        that user's own, never shared ones.
        Copies of matching ones that were pruned go as well, and so do own conversations that
        became one of them.
        """
        ...

    def judge(self, scope: Scope, verdict: Verdict) -> Verdict:
        """Append a verdict and return it as stored.

        Raises:
            NotFound: no visible episode has that id.
        """
        ...

    def stats(self, scope: Scope) -> Stats:
        """Counts over what is visible."""
        ...


class SearchStore(Protocol):
    """What search needs to know of stored items of one kind."""

    def follow(self, namespace: str, kind: str, after: int | None, model: str | None) -> Feed:
        """Changes after a sequence number, or everything if it is None or too old."""
        ...

    def select(
        self, scope: Scope, kind: str, where: Filter | NoteFilter, *, collapsed: bool = True
    ) -> Numbers:
        """Ascending numbers of the visible items that match, those that others represent or not.

        Episodes are filtered by a `Filter`, all other kinds by a `NoteFilter`.
        """
        ...

    def represented(self, namespace: str, kind: str) -> Numbers:
        """Numbers of items that another one represents and of that one, ascending, shape (n, 2)."""
        ...

    def ratings(self, scope: Scope, kind: str) -> list[Rating]:
        """What replay and pruning need of every visible item, in order of their numbers."""
        ...

    def traits(self, scope: Scope, kind: str, nums: Sequence[int]) -> list[Traits]:
        """What ranking needs of these items, those that are gone left out, order not kept."""
        ...

    def matching(
        self, scope: Scope, kind: str, terms: Sequence[str]
    ) -> tuple[list[Document], int, int]:
        """Documents of the namespace that hold a term; number and length of all documents.

        The first query of a process uses this instead of building the in-memory index.
        """
        ...

    def visible(self, scope: Scope, kind: str, nums: Sequence[int]) -> list[int]:
        """Those of these numbers whose item the scope's user may see, ascending."""
        ...

    def vectors(self, nums: Sequence[int], model: str) -> dict[int, bytes]:
        """float16 vectors of these items under a model."""
        ...

    def model(self) -> Model | None:
        """The active embedding model, None before the first vector."""
        ...

    def adopt(self, model: Model) -> Model:
        """Make `model` the active one if there is none yet; return the active one."""
        ...


class AttemptStore(Protocol):
    """Attempts: durable rows that any process may go on with."""

    def begin(self, scope: Scope, attempt: AttemptRecord) -> AttemptRecord:
        """Keep a new attempt, or return the one that already has its key.

        Raises:
            Conflict: the key stands for another task, or the id exists.
        """
        ...

    def get(self, scope: Scope, id: str) -> AttemptRecord:
        """The attempt with its steps so far.

        Raises:
            NotFound: no visible attempt has that id.
        """
        ...

    def step(self, scope: Scope, id: str, step: Step, feedback: Feedback | None = None) -> None:
        """Append a step to an open attempt and, if given, replace its feedback so far.

        Raises:
            Conflict: the attempt is not open.
        """
        ...

    def show(self, scope: Scope, id: str, log: RecallLog, draw: Draw | None = None) -> RecallLog:
        """Log what an attempt was shown; the first log stands and is returned.

        With `draw` chance may hold all of it, as the arm says, or leave out one of the items.

        Raises:
            Conflict: it was closed before anything was shown.
        """
        ...

    def shown(self, scope: Scope, recall: str) -> RecallLog:
        """A logged recall.

        Raises:
            NotFound: no such recall is logged.
        """
        ...

    def decide(self, scope: Scope, id: str, decision: Decision) -> AttemptRecord:
        """Log the strategy that an open attempt chose; the first decision stands.

        Raises:
            Conflict: it was closed before one was made.
        """
        ...

    def finish(self, scope: Scope, id: str, write: EpisodeWrite, state: str, steps: int) -> Receipt:
        """Record the attempt's episode and close it, in one transaction, once.

        Finishing it again with the same content returns the same receipt, `created=False`.

        Raises:
            Outrun: it is open and has not the number of `steps` that the episode was made of.
            Conflict: it was closed with other content.
        """
        ...

    def stale(self, scope: Scope, before: datetime) -> list[AttemptRecord]:
        """Open attempts that began before a moment, oldest first."""
        ...

    def page(self, scope: Scope, state: str | None, limit: int) -> list[AttemptRecord]:
        """The newest attempts, of one state if given."""
        ...

    def erase(self, scope: Scope, ids: Sequence[str]) -> int:
        """Remove those of these that are open and the scope's user's own, with steps and logs."""
        ...


class Maintenance(Erasing, Protocol):
    """Proof and repair of what the store derives, and erasing what it removed."""

    def check(self, analyzer: Analyzer) -> list[Finding]:
        """Every disagreement between rows, terms, full-text index, vectors and change log."""
        ...

    def repair(self, analyzer: Analyzer) -> int:
        """Rebuild what is derived; the number of items mended. Truth is never changed."""
        ...

    def pending(self, scope: Scope | None, limit: int, after: int = 0) -> list[Waiting]:
        """Items numbered beyond `after` without a vector under the active model, oldest first.

        Those of all namespaces and users, if no scope is given.
        """
        ...

    def heal(self, vectors: Sequence[tuple[int, bytes]], model: Model) -> int:
        """Add missing vectors under the active model; how many were added."""
        ...

    def drop_vectors(self, nums: Sequence[int]) -> int:
        """Remove the vectors of these items, which are pending then; how many that were."""
        ...

    def backup(self, path: str) -> None:
        """A consistent copy while the store is in use; the store remembers where it is.

        Raises:
            InvalidInput: a store of this kind cannot be opened under that name.
            StoreError: the path exists or cannot be written.
        """
        ...


class Store(Protocol):
    """The truth: everything a memory keeps, in parts."""

    @property
    def url(self) -> str:
        """Where it is, for messages."""
        ...

    @property
    def durable(self) -> bool:
        """Whether a write that returned survives a power cut."""
        ...

    @property
    def episodes(self) -> EpisodeStore:
        """Episodes and their verdicts."""
        ...

    @property
    def search(self) -> SearchStore:
        """What indexes and ranking read."""
        ...

    @property
    def attempts(self) -> AttemptStore:
        """Attempts and what they were shown."""
        ...

    @property
    def history(self) -> HistoryStore:
        """How episodes went, for learning."""
        ...

    @property
    def credit(self) -> CreditStore:
        """Arms of attempts, and what came of what they were shown."""
        ...

    @property
    def derived(self) -> DerivedStore:
        """Lessons, clusters and collapsed near-duplicates."""
        ...

    @property
    def knowledge(self) -> KnowledgeStore:
        """Notes, chunks, facts, sessions and exchanges."""
        ...

    @property
    def pruning(self) -> PruneStore:
        """Removal by policy, and its undoing."""
        ...

    @property
    def models(self) -> ModelStore:
        """Moving to another embedding model."""
        ...

    @property
    def maintenance(self) -> Maintenance:
        """Proof and repair."""
        ...

    @property
    def transfer(self) -> TransferStore:
        """Moving everything to another store."""
        ...

    def close(self) -> None:
        """Release files and connections; a closed store refuses further calls."""
        ...

"""Moving what a store keeps to another one, by lines; how a line looks is `seasoned.lines`.

Neither way holds more than a batch in memory. What is loaded is derived anew, as if it had been
recorded here, and passes the redact hook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from seasoned.core.portable import (
    Arrival,
    Fate,
    KeptAttempt,
    KeptCollapsed,
    KeptCopy,
    KeptDerived,
    KeptLesson,
    KeptRecall,
    KeptVector,
    KeptVerdict,
    Loaded,
    Portable,
    moved,
    namespace_of,
    owner_of,
)
from seasoned.core.portable_knowledge import (
    FactArrival,
    KeptChunk,
    KeptExchange,
    KeptFact,
    KeptMessage,
    KeptNote,
    KeptSession,
    KeptUses,
)
from seasoned.core.records import Episode, Task, Verdict
from seasoned.core.trust import foreign
from seasoned.errors import InvalidInput
from seasoned.lines import Reading, at_line, kind_of, read, write
from seasoned.memories.passages import write_of
from seasoned.memories.writing import Writer
from seasoned.ports import EpisodeWrite, PrunedCopy, Scope, Store

_BATCH: Final = 256  # records in one transaction, and what belongs to the last of them
_BYTES: Final = 8 << 20  # of lines, likewise
_MOST: Final = 100_000  # records that may belong to one episode
_RESTING = (KeptLesson, KeptDerived, KeptCollapsed)  # on episodes that are named
_ITEMS = (Episode, KeptNote, KeptChunk, KeptFact)
_TOLD: Final = 100  # conflicts that are told one by one

Progress = Callable[[int], None]  # told how many lines were read


def export_lines(
    store: Store, scope: Scope | None, *, everyone: bool = False, vectors: bool = True
) -> Iterator[bytes]:
    """The lines of an export; see `TransferStore.dump` for the arguments."""
    records = store.transfer.dump(scope, everyone=everyone, vectors=vectors)
    return write(records, None if scope is None else scope.namespace)


@dataclass(slots=True)
class Loader:
    """Loads one export into a store.

    Attributes:
        scope: Where to: the one namespace of the export becomes this one. A scope with a user
            takes that user's records and shared ones only. None keeps the namespaces of the
            export, which may be several.
        batch: Records in one transaction.
        foreign: Whose export it is, if not the user's own: its episodes are known by that name and
            trusted as `core.trust` says. They alone are taken; verdicts, vectors, credit and
            decisions could be made up to get around that, or be about episodes of the user's,
            and what somebody else noted or believes is not what this user did.
    """

    store: Store
    writer: Writer
    scope: Scope | None
    batch: int = _BATCH
    foreign: str | None = None
    _added: Counter[str] = field(default_factory=Counter)
    _known: Counter[str] = field(default_factory=Counter)
    _conflicts: list[str] = field(default_factory=list)
    _refused: int = 0
    _changed: str | None = None  # id of the newest of those, if the redact hook changed it
    _newest: str | None = None  # id of the item that was read last
    _kept: int = 0  # line that everything was kept up to

    def load(self, lines: Iterable[bytes], progress: Progress | None = None) -> Loaded:
        """Load all of it; what is there already is passed over, so that it can be done again.

        Args:
            lines: Of an export.
            progress: Called after each batch.

        Raises:
            InvalidInput: a line cannot be used. The batches before it were kept.
            StoreError: the store could not keep a batch.
        """
        reading = read(lines)
        self._check_head(reading)
        try:
            for batch in self._batches(reading):
                self._keep(batch)
                if progress is not None:
                    progress(reading.number)
        except InvalidInput as error:
            if not self._kept:
                raise
            raise InvalidInput(
                f"{error} (lines up to {self._kept} were kept: mend the file and load it again)"
            ) from error
        conflicts = tuple(self._conflicts)
        return Loaded(dict(self._added), dict(self._known), conflicts, self._refused)

    def _check_head(self, reading: Reading) -> None:
        if self.scope is not None and reading.head.namespace is None:
            raise InvalidInput(
                "this export may hold several namespaces, so it cannot go into namespace "
                f"{self.scope.namespace!r}; load it with all its namespaces, or export one"
            )

    def _batches(self, reading: Reading) -> Iterator[list[tuple[int, Portable]]]:
        batch: list[tuple[int, Portable]] = []
        size = 0
        for number, given in reading.records():
            record = given
            if self.foreign is not None:
                if not isinstance(given, Episode):
                    continue
                record = replace(given, source=foreign(self.foreign))
            depends = isinstance(record, KeptVerdict | KeptUses | KeptVector)
            full = (len(batch) >= self.batch or size >= _BYTES) and not depends
            # Whose these are, is told by their episodes, which have to be here by then.
            begins = (_begins(kind, record, batch[-1][1]) for kind in _RESTING if batch)
            if full or any(begins):
                yield batch
                batch, size = [], 0
            size += reading.size
            if len(batch) > self.batch + _MOST:
                raise InvalidInput(
                    f"line {number}: more than {_MOST} verdicts and vectors belong to one "
                    "episode; this is no export of a memory"
                )
            batch.append((number, at_line(number, self._placed, record, reading)))
        if batch:
            yield batch

    def _placed(self, record: Portable, reading: Reading) -> Portable:
        """The record where it is to go.

        Raises:
            InvalidInput: it is in another namespace than the export says, or of another user.
        """
        home, said = namespace_of(record), reading.head.namespace
        if home is not None and said not in (None, home):
            raise InvalidInput(
                f"the record is of namespace {home!r}, and the first line says {said!r}; export "
                "the file again"
            )
        if self.scope is None:
            return record
        if self.scope.user is not None:
            self._check_owner(record, self.scope.user)
        return moved(record, self.scope.namespace)

    def _check_owner(self, record: Portable, user: str) -> None:
        """See that the record is shared or of this user, and so is what it belongs to.

        The store asks whose an episode is; so what names one must follow it.
        """
        owner = owner_of(record)
        if owner not in (None, user):
            raise InvalidInput(
                f"the record belongs to user {owner!r}, this memory writes as {user!r}; open it as "
                "that user, or without one"
            )
        if isinstance(record, _ITEMS):
            self._newest = _id_of(record)
        elif (id := _episode_of(record)) not in (None, self._newest):
            raise InvalidInput(
                f"the {kind_of(record).name} is of episode {id!r}, which does not stand before "
                "it, so it may be another user's; export the file again, or open the memory "
                "without a user"
            )

    def _keep(self, batch: list[tuple[int, Portable]]) -> None:
        taken = [
            (number, record)
            for number, record in batch
            if not (self._outdated(record) or self._unseen(number, record))
        ]
        arrivals = [at_line(number, self._arrival, record) for number, record in taken]
        fates = self.store.transfer.load(arrivals)
        for (number, record), fate in zip(taken, fates, strict=True):
            self._count(number, kind_of(record).name, fate)
        self._kept = batch[-1][0]

    def _count(self, number: int, kind: str, fate: Fate) -> None:
        if fate.conflict:
            self._refused += 1
            if len(self._conflicts) < _TOLD:
                self._conflicts.append(f"line {number}: {kind}: {fate.conflict}")
        else:
            (self._added if fate.added else self._known)[kind] += 1

    def _outdated(self, record: Portable) -> bool:
        """Whether it is the vector of a record whose text the redact hook has changed."""
        if isinstance(record, _ITEMS):
            self._changed = None if self.writer.clean(record) == record else _id_of(record)
        return isinstance(record, KeptVector) and record.item == self._changed

    def _unseen(self, number: int, record: Portable) -> bool:
        """Whether it rests on episodes that this memory's user may not see; told if so."""
        if not isinstance(record, _RESTING) or self.scope is None or self.scope.user is None:
            return False
        origins = _origins(record)
        unseen = set(origins) - set(self.store.episodes.get(self.scope, origins))
        if unseen:
            names = ", ".join(map(repr, sorted(unseen)[:3]))
            kind = kind_of(record).name
            reason = f"the {kind} came from {names}, which cannot be seen here"
            self._count(number, kind_of(record).name, Fate(False, reason))
        return bool(unseen)

    def _arrival(self, record: Portable) -> Arrival:
        """The record as the store takes it: clean, and with what is derived from it."""
        match record:
            case KeptCopy():
                return self._copy(record)
            case KeptVerdict():
                return replace(record, verdict=self._verdict(record))
            case KeptAttempt():
                return self._attempt(record)
            case KeptRecall():
                return self._recall(record)
            case KeptLesson():
                (text,) = self.writer.clean(
                    Episode(Task(""), lessons=(record.lesson.text,))
                ).lessons
                return replace(record, lesson=replace(record.lesson, text=text))
            case KeptDerived():
                text = self.writer.clean(Episode(Task(record.derived.text))).task.description
                return replace(record, derived=replace(record.derived, text=text))
        return self._knowledge(record)

    def _knowledge(self, record: Portable) -> Arrival:
        """The same of what is known beside episodes."""
        match record:
            case KeptNote() | KeptChunk():
                return write_of(self.writer, self.writer.clean(record).record)
            case KeptFact():
                return self._fact(record)
            case KeptMessage():
                clean = self.writer.clean(record)
                return clean if clean == record else replace(clean, counter=0)  # it costs less
            case KeptSession() | KeptExchange():
                return self.writer.clean(record)
            case Episode():
                return self._write(record)
        return record

    def _write(self, episode: Episode) -> EpisodeWrite:
        if episode.verdicts:
            raise InvalidInput(
                f"episode {episode.id!r} holds verdicts, which have lines of their own in an "
                "export; import such a file with `seasoned import`"
            )
        return self.writer.again(PrunedCopy(0, episode, None, None))

    def _fact(self, record: KeptFact) -> FactArrival:
        clean = self.writer.clean(record)
        placed = replace(clean.fact, namespace=record.namespace)
        return FactArrival(clean, write_of(self.writer, placed) if placed.believed else None)

    def _copy(self, record: KeptCopy) -> KeptCopy:
        clean = self.writer.clean(record.episode)
        if clean == record.episode:
            return record
        return replace(record, episode=clean, model=None, vector=None)  # it was of another text

    def _recall(self, record: KeptRecall) -> KeptRecall:
        log, figures = record.log, record.log.statistics
        clean = self.writer.clean(Episode(log.task, lessons=figures.proven))
        figures = replace(figures, proven=clean.lessons)
        return replace(record, log=replace(log, task=clean.task, statistics=figures))

    def _attempt(self, record: KeptAttempt) -> KeptAttempt:
        attempt = record.attempt
        clean = self.writer.clean(
            Episode(
                attempt.task,
                steps=attempt.steps,
                strategy=attempt.strategy,
                tags=attempt.tags,
                feedback=attempt.feedback,
            )
        )
        attempt = replace(
            attempt,
            task=clean.task,
            steps=clean.steps,
            strategy=clean.strategy,
            tags=clean.tags,
            feedback=clean.feedback,
        )
        return replace(record, attempt=attempt)

    def _verdict(self, record: KeptVerdict) -> Verdict:
        said = self.writer.clean(Episode(Task(""), feedback=record.verdict.feedback)).feedback
        return replace(record.verdict, feedback=said)


def _origins(record: KeptLesson | KeptDerived | KeptCollapsed) -> tuple[str, ...]:
    match record:
        case KeptLesson():
            return record.lesson.origins
        case KeptDerived():
            return record.derived.origins
    return tuple(id for id in (record.item, record.first) if id is not None)


def _begins(kind: type, record: Portable, before: Portable) -> bool:
    """Whether this is the first of its kind."""
    return isinstance(record, kind) and not isinstance(before, kind)


def _id_of(record: Episode | KeptNote | KeptChunk | KeptFact) -> str:
    if isinstance(record, Episode):
        return record.id
    return record.fact.id if isinstance(record, KeptFact) else record.record.id


def _episode_of(record: Portable) -> str | None:
    """The item that a record is a part of, None if it stands alone."""
    match record:
        case KeptVerdict():
            return record.verdict.episode
        case KeptVector() | KeptUses():
            return record.item
    return None

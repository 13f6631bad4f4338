"""Taking records of any kind into a SQLite store, beside what is there already.

Nothing that is there is changed. `KEEPERS` has a function for each kind.
"""

from __future__ import annotations

import math
import sqlite3
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from seasoned import codec
from seasoned.core import values
from seasoned.core.attempts import OPEN, AttemptRecord
from seasoned.core.exposures import KeptDecision, KeptExposure
from seasoned.core.knowledge import PassageWrite
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
)
from seasoned.core.portable_knowledge import (
    FactArrival,
    KeptExchange,
    KeptMessage,
    KeptSession,
    KeptUses,
)
from seasoned.core.records import Feedback, Verdict
from seasoned.core.storage import EpisodeWrite, Model, Scope
from seasoned.errors import Conflict, InvalidInput
from seasoned.stores import sql
from seasoned.stores.sqlite_attempts import COLUMNS, read_attempt
from seasoned.stores.sqlite_copies import insert_copy
from seasoned.stores.sqlite_credit import mark_stale, settle
from seasoned.stores.sqlite_decisions import DECIDED, put_decision, read_decision
from seasoned.stores.sqlite_derived import READ as DERIVED
from seasoned.stores.sqlite_derived import put_collapsed, put_derived, read_derived
from seasoned.stores.sqlite_dump import COPY, read_copy, read_recall_row
from seasoned.stores.sqlite_episodes import SQLiteEpisodes, set_effective
from seasoned.stores.sqlite_exposures import READ, insert, read
from seasoned.stores.sqlite_knowledge_intake import (
    keep_exchange,
    keep_fact,
    keep_message,
    keep_passage,
    keep_session,
    keep_uses,
)
from seasoned.stores.sqlite_recalls import insert_recall
from seasoned.stores.sqlite_rows import (
    active_model,
    insert_vector,
    log_changes,
    log_puts,
    namespace_id,
)

ADDED: Final = Fate(True)
KNOWN: Final = Fate(False)
_ITEM: Final = "SELECT num FROM item WHERE namespace = ? AND id = ?"


class Intake:
    """Takes the records of one transaction."""

    def __init__(self, db: sqlite3.Connection, episodes: SQLiteEpisodes) -> None:
        self.db, self._episodes = db, episodes
        self._stands: dict[tuple[str, str], str | None] = {}  # another id, or None of a conflict
        self._new = set[tuple[str, str]]()  # items that came in this transaction
        self._twins = set[tuple[str, str]]()  # notes that another stands for
        # Verdicts by the number of their item, then by what tells them apart.
        self._said: dict[int, dict[str | bytes, Verdict]] = {}
        # Items with new ones, and when the last was given.
        self._judged = dict[int, tuple[str, str, float]]()

    def take(self, record: Arrival) -> Fate:
        """Keep a record unless it is there; a reason if it cannot be kept."""
        try:
            return KEEPERS[type(record)](self, record)
        except Conflict as conflict:
            return Fate(False, str(conflict))

    def settle(self) -> None:
        """Bring what follows from all that was taken in step with it, once."""
        for num, (namespace, id, at) in self._judged.items():
            effective = set_effective(self.db, num)
            settle(self.db, namespace_id(self.db, namespace), id, effective, at)
        self._judged.clear()

    def model(self, record: Model) -> Fate:
        """The first model is adopted for good."""
        active = active_model(self.db)
        if active is None:
            values.count(record.dim, "dim", least=1)
            insert = "INSERT INTO setting VALUES ('model', ?)"
            self.db.execute(insert, (codec.encode(record).decode(),))
        elif active != record:
            raise Conflict(
                f"this store has vectors of {active.name!r}, so those of {record.name!r} are left "
                "out; `seasoned doctor --repair` or memory.admin.heal() makes new ones"
            )
        return Fate(active is None)

    def episode(self, write: EpisodeWrite) -> Fate:
        """An episode, as recording it would keep it."""
        episode = write.episode
        place = (episode.namespace, episode.id)
        self._stands[place] = None
        scope = Scope(episode.namespace, episode.user)
        (receipt,) = self._episodes.insert(self.db, scope, [write])
        self._stands[place] = receipt.id
        if receipt.created:
            self._new.add(place)
        return Fate(receipt.created)

    def passage(self, write: PassageWrite | KeptUses) -> Fate:
        """A note or a chunk, as keeping it here would; or how often one was found."""
        if isinstance(write, KeptUses):
            num, _ = self._item(write.namespace, write.item)
            return KNOWN if self._is_twin(write) else keep_uses(self.db, num, write)
        place = (write.record.namespace, write.record.id)
        self._stands[place] = None
        id, created = keep_passage(self.db, write)
        self._stands[place] = id
        if created:
            self._new.add(place)
        elif id != write.record.id:
            self._twins.add(place)
        return Fate(created)

    def verdict(self, record: KeptVerdict) -> Fate:
        """A verdict, of the episode that stands for the one it names."""
        num, id = self._item(record.namespace, record.verdict.episode)
        verdict = replace(record.verdict, episode=id)
        known = self._known(num)
        name = verdict.id or codec.encode(verdict)
        if name in known:
            if known[name] != verdict:
                raise Conflict(f"the verdict {verdict.id!r} says something else here")
            return KNOWN
        known[name] = verdict
        at = values.moment(verdict.at, "at").timestamp()
        self.db.execute(
            "INSERT INTO verdict (num, at, body) VALUES (?, ?, ?)", (num, at, codec.encode(verdict))
        )
        self._judged[num] = record.namespace, id, at
        self._tell(record.namespace, id, num, "judge")
        return ADDED

    def _known(self, num: int) -> dict[str | bytes, Verdict]:
        """The verdicts of an item, those that were just taken included."""
        if num not in self._said:
            rows = self.db.execute("SELECT body FROM verdict WHERE num = ? ORDER BY seq", (num,))
            here = [sql.stored(body, Verdict) for (body,) in rows]
            self._said[num] = {one.id or codec.encode(one): one for one in here}
        return self._said[num]

    def vector(self, record: KeptVector) -> Fate:
        """A vector of the active model; one of another model is of no use."""
        num, id = self._item(record.namespace, record.item)
        active = active_model(self.db)
        if self._is_twin(record) or active is None or record.model != active.name:
            return KNOWN
        _check_vector(record, active)
        added = insert_vector(self.db, num, active, record.data)
        if added and (record.namespace, id) not in self._new:
            log_puts(self.db, [num])
        return Fate(bool(added))

    def lesson(self, record: KeptLesson) -> Fate:
        """A lesson, as far as its origins are here."""
        lesson, number = record.lesson, namespace_id(self.db, record.namespace)
        here = (
            "SELECT l.kind, l.text FROM lesson l JOIN item i ON i.num = l.origin"
            " WHERE l.id = ? AND l.kind <> 'stated' AND i.namespace = ?"
        )
        said = self.db.execute(here, (lesson.id, number)).fetchone()
        if said not in (None, (lesson.kind, lesson.text)):
            raise Conflict(f"the lesson {lesson.id!r} says something else here")
        origins = [row for id in lesson.origins if (row := self._found(record.namespace, id))]
        if not origins:
            raise Conflict(f"no episode is here that the lesson {lesson.id!r} came from")
        added = self.db.executemany(
            "INSERT OR IGNORE INTO lesson VALUES (?, ?, ?, ?)",
            [(num, lesson.id, lesson.kind, lesson.text) for num, _ in origins],
        ).rowcount
        return Fate(added > 0)

    def attempt(self, record: KeptAttempt) -> Fate:
        """An attempt with its steps."""
        attempt, namespace = record.attempt, namespace_id(self.db, record.namespace)
        query = f"SELECT {COLUMNS} FROM attempt WHERE namespace = ? AND id = ?"
        if row := self.db.execute(query, (namespace, attempt.id)).fetchone():
            kept = read_attempt(self.db, row)
            # The arm is that of its root's exposure, which may come after it.
            attempt = replace(attempt, arm=kept.arm, probability=kept.probability)
            return _same(kept, attempt, f"the attempt {attempt.id!r}")
        query = "SELECT 1 FROM attempt WHERE namespace = ? AND key = ? AND user IS ?"
        if self.db.execute(query, (namespace, attempt.key, attempt.user)).fetchone():
            raise Conflict(f"the key {attempt.key!r} stands for another attempt here")
        insert_attempt(self.db, namespace, attempt)
        return ADDED

    def recall(self, record: KeptRecall) -> Fate:
        """The log of a recall, with what came of it."""
        log, namespace = record.log, namespace_id(self.db, record.namespace)
        query = "SELECT id, user, attempt, episode, at, body FROM recall"
        place = (namespace, log.id)
        if row := self.db.execute(f"{query} WHERE namespace = ? AND id = ?", place).fetchone():
            kept = read_recall_row(self.db, namespace, record.namespace, row)
            return _same(kept, record, f"the recall {log.id!r}")
        insert_recall(self.db, Scope(record.namespace, record.user), log, record.attempt)
        update = "UPDATE recall SET episode = ? WHERE namespace = ? AND id = ?"
        self.db.execute(update, (record.episode, *place))
        return ADDED

    def exposure(self, record: KeptExposure) -> Fate:
        """An attempt as credit sees it; all of its namespace are counted anew before they are read.

        What has come of it here since, by other verdicts, stays.
        """
        namespace = namespace_id(self.db, record.namespace)
        query = f"SELECT {READ} FROM exposure x WHERE namespace = ? AND id = ?"
        if row := self.db.execute(query, (namespace, record.id)).fetchone():
            (kept,) = read(self.db, record.namespace, [row])
            same = replace(record, outcome=kept.outcome, reward=kept.reward, known=kept.known)
            return _same(kept, same, f"the exposure {record.id!r}")
        insert(self.db, namespace, record)
        mark_stale(self.db, namespace)
        return ADDED

    def decision(self, record: KeptDecision) -> Fate:
        """A decision about an item, unless the same user has a newer one here."""
        namespace = namespace_id(self.db, record.namespace)
        query = f"SELECT {DECIDED} FROM decision WHERE namespace = ? AND item = ? AND owner = ?"
        place = (namespace, record.item, record.user or "")
        row = self.db.execute(query, place).fetchone()
        if row and read_decision(record.namespace, row).at >= record.at:
            return KNOWN
        put_decision(self.db, namespace, record)
        return ADDED

    def derived(self, record: KeptDerived) -> Fate:
        """A lesson or a cluster, if all that it rests on is here."""
        self.settle()  # what rests on an episode goes when its outcome changes
        one, namespace = record.derived, namespace_id(self.db, record.namespace)
        query = f"SELECT {DERIVED} FROM derived d WHERE namespace = ? AND id = ?"
        if row := self.db.execute(query, (namespace, one.id)).fetchone():
            (kept,) = read_derived(self.db, [row])
            # What else differs follows from the episodes, and is mined anew with them.
            same = replace(one, origins=kept.origins, weight=kept.weight, at=kept.at)
            return _same(kept, same, f"the {one.kind} {one.id!r}")
        origins = [self._item(record.namespace, id)[0] for id in one.origins]
        if _owners(self.db, origins) - {one.user, None}:
            raise Conflict(f"the {one.kind} {one.id!r} rests on episodes of another user")
        put_derived(self.db, namespace, one, origins)
        return ADDED

    def collapsed(self, record: KeptCollapsed) -> Fate:
        """Who represents an episode, if both are here."""
        self.settle()
        num, id = self._item(record.namespace, record.item)
        first = None
        if record.first is not None:
            first = self._item(record.namespace, record.first)[0]
            if len(_owners(self.db, [num, first])) > 1:
                raise Conflict(f"the episode {id!r} would be represented by another user's")
        kept = self.db.execute("SELECT first FROM collapsed WHERE item = ?", (num,)).fetchone()
        if kept is not None and kept[0] == first:
            return KNOWN
        if kept is not None or not put_collapsed(self.db, num, first):
            raise Conflict(f"the episode {id!r} has another part in what is collapsed here")
        self._tell(record.namespace, id, num, "put")
        return ADDED

    def copy(self, record: KeptCopy) -> Fate:
        """A pruned copy, unless its episode lives here; another one may have got its id."""
        episode, namespace = record.episode, namespace_id(self.db, record.namespace)
        query = f"SELECT {COPY} FROM pruned WHERE namespace = ? AND id = ? AND batch = ?"
        place = (namespace, episode.id, record.batch)
        if row := self.db.execute(query, place).fetchone():
            kept = read_copy(row, vectors=record.vector is not None)
            return _same(kept, record, f"the pruned episode {episode.id!r}")
        content = "SELECT content FROM item WHERE namespace = ? AND id = ?"
        living = self.db.execute(content, place[:2]).fetchone()
        if living == (codec.encode_episode(episode)[1],):
            raise Conflict(f"the pruned episode {episode.id!r} lives here")
        insert_copy(self.db, namespace, record)
        return ADDED

    def _item(self, namespace: str, id: str) -> tuple[int, str]:
        """Number and id of the item that stands for one that was named.

        Raises:
            Conflict: none does.
        """
        if found := self._found(namespace, id):
            return found
        raise Conflict(f"the episode {id!r} that it belongs to was not kept, or is not here")

    def _found(self, namespace: str, id: str) -> tuple[int, str] | None:
        stands = self._stands.get((namespace, id), id)
        place = (namespace_id(self.db, namespace), stands)
        row = self.db.execute(_ITEM, place).fetchone()
        return None if row is None or stands is None else (row[0], stands)

    def _is_twin(self, record: KeptVector | KeptUses) -> bool:
        """Whether it is of a note that another stands for, whose text may differ in case."""
        return (record.namespace, record.item) in self._twins

    def _tell(self, namespace: str, id: str, num: int, op: str) -> None:
        """Log a change, unless the item is new and so logged as a whole."""
        if (namespace, id) not in self._new:
            log_changes(self.db, namespace_id(self.db, namespace), [num], op)


def insert_attempt(
    db: sqlite3.Connection, namespace: int, attempt: AttemptRecord, num: int | None = None
) -> None:
    """Keep a new attempt with its steps, under a number if one is given."""
    begun = replace(attempt, state=OPEN, recall=None, episode=None, feedback=Feedback(), steps=())
    num = db.execute(
        "INSERT INTO attempt (num, id, namespace, user, key, parent, state, started, arm, recall,"
        " episode, body, feedback) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            num,
            attempt.id,
            namespace,
            attempt.user,
            attempt.key,
            attempt.parent,
            attempt.state,
            attempt.started_at.timestamp(),
            attempt.arm,
            attempt.recall,
            attempt.episode,
            codec.encode(begun),
            codec.encode(attempt.feedback),
        ),
    ).lastrowid
    steps = [(num, place, codec.encode(step)) for place, step in enumerate(attempt.steps, 1)]
    db.executemany("INSERT INTO attempt_step VALUES (?, ?, ?)", steps)


def _owners(db: sqlite3.Connection, nums: Sequence[int]) -> set[str | None]:
    query = f"SELECT DISTINCT user FROM item WHERE num IN {sql.AMONG}"
    return {user for (user,) in db.execute(query, (sql.one_of(nums),))}


def _same(kept: Any, record: Any, what: str) -> Fate:
    if kept != record:
        raise Conflict(f"{what} is here with other content")
    return KNOWN


def _check_vector(record: KeptVector, model: Model) -> None:
    size = 2 * model.dim
    if len(record.data) != size:
        raise InvalidInput(
            f"the vector of {record.item!r} has {len(record.data)} bytes, those of {model.name!r} "
            f"have {size}; load the file without its vectors"
        )
    if not all(map(math.isfinite, struct.unpack(f"<{model.dim}e", record.data))):
        raise InvalidInput(f"the vector of {record.item!r} is not finite; take its line out")


KEEPERS: Final[Mapping[type, Callable[[Intake, Any], Fate]]] = {
    Model: Intake.model,
    EpisodeWrite: Intake.episode,
    KeptVerdict: Intake.verdict,
    KeptVector: Intake.vector,
    KeptLesson: Intake.lesson,
    KeptAttempt: Intake.attempt,
    KeptRecall: Intake.recall,
    KeptExposure: Intake.exposure,
    KeptDecision: Intake.decision,
    KeptDerived: Intake.derived,
    KeptCollapsed: Intake.collapsed,
    KeptCopy: Intake.copy,
    PassageWrite: Intake.passage,
    KeptUses: Intake.passage,
    FactArrival: lambda intake, record: keep_fact(intake.db, record),
    KeptSession: lambda intake, record: keep_session(intake.db, record),
    KeptMessage: lambda intake, record: keep_message(intake.db, record),
    KeptExchange: lambda intake, record: keep_exchange(intake.db, record),
}

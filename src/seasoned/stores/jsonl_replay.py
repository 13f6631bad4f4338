"""Bringing tables to the state that the lines of a file say."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Final

from seasoned import codec
from seasoned.core import values
from seasoned.core.attempts import OPEN
from seasoned.core.exposures import KeptDecision, KeptExposure
from seasoned.core.lexical import count_terms
from seasoned.core.notes import CHUNK, NOTE
from seasoned.core.portable import (
    KeptAttempt,
    KeptCollapsed,
    KeptCopy,
    KeptDerived,
    KeptLesson,
    KeptRecall,
    KeptVector,
    KeptVerdict,
)
from seasoned.core.portable_knowledge import KeptChunk, KeptNote, KeptUses
from seasoned.core.records import Episode, Lesson
from seasoned.core.searchtext import lexical_text
from seasoned.errors import InvalidInput
from seasoned.ports import EPISODE, Analyzer, EpisodeWrite, Model, Scope
from seasoned.stores import jsonl_knowledge as knowledge
from seasoned.stores import jsonl_passages as passages
from seasoned.stores.jsonl_dropping import DROPPERS, drop_exposure, drop_lesson, drop_recall
from seasoned.stores.jsonl_entries import Entry
from seasoned.stores.jsonl_ledger import note, strike
from seasoned.stores.jsonl_lines import Anew, Gone, KeptStep, Line, Progress, Setting
from seasoned.stores.sqlite_attempts import keep_arm, keep_decision
from seasoned.stores.sqlite_copies import insert_copy
from seasoned.stores.sqlite_credit import count_brought
from seasoned.stores.sqlite_decisions import put_decision
from seasoned.stores.sqlite_derived import put_derived
from seasoned.stores.sqlite_episodes import insert_new, set_effective
from seasoned.stores.sqlite_exposures import insert
from seasoned.stores.sqlite_fulltext import index_new
from seasoned.stores.sqlite_intake import insert_attempt
from seasoned.stores.sqlite_recalls import insert_recall
from seasoned.stores.sqlite_rows import (
    count_corpus,
    highest,
    insert_vector,
    log_changes,
    log_puts,
    namespace_id,
)

_AT_ONCE: Final = 1_000  # new episodes whose counts are kept together


class Replay:
    """Applies lines within the caller's transaction; `flush` ends it."""

    def __init__(self, db: sqlite3.Connection, analyzer: Analyzer) -> None:
        self.db, self._analyzer = db, analyzer
        # Numbers and lengths of new items by namespace and kind.
        self._new: dict[tuple[int, str], list[int]] = defaultdict(list)
        self._length: dict[tuple[int, str], int] = defaultdict(int)
        # Closed attempts by namespace and root: in a file written anew its draw comes after them.
        self._undrawn: dict[tuple[int, str], list[int]] = defaultdict(list)
        self._from = self._to = highest(db)  # numbers of items before and with the new ones

    def apply(self, line: Line, start: int, size: int) -> None:
        """Bring the tables in step with a line at this place of the file.

        Raises:
            InvalidInput: it refers to what is not there.
        """
        try:
            entry = _APPLIERS[type(line.record)](self, line.record, line.num)
        except sqlite3.IntegrityError as error:
            raise InvalidInput(f"it contradicts a line before it: {error}") from error
        except OverflowError as error:
            raise InvalidInput(f"it holds a number that none can be: {error}") from error
        if entry is not None:
            note(self.db, entry, start, size)

    def flush(self) -> None:
        """Keep what follows from all new items together."""
        if self._to > self._from:
            index_new(self.db, self._from + 1, self._to)
        self._from = self._to
        for (namespace, kind), nums in self._new.items():
            count_corpus(self.db, namespace, len(nums), self._length[namespace, kind], kind)
            log_changes(self.db, namespace, nums, "put", kind)
        self._new.clear()
        self._length.clear()

    def setting(self, record: Setting, num: int | None) -> Entry:
        """A setting; the highest number decides what the full-text index holds."""
        del num
        self.flush()
        row = (record.name, record.value)
        self.db.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", row)
        if record.name == "highest":
            self._to = highest(self.db)
            self.flush()
        return Entry(("setting", record.name, ""), "setting", record)

    def episode(self, record: Episode, num: int | None) -> Entry:
        """A new episode."""
        key = ("episode", _number(num), "")
        if key[1] <= self._to:
            raise InvalidInput(f"the number {num} was given before")
        namespace = namespace_id(self.db, record.namespace)
        write = derived(record, self._analyzer)
        insert_new(self.db, key[1], namespace, None, write)
        self._is_new(key[1], (namespace, EPISODE), write.terms)
        return Entry(key, "episode", record)

    def _passage(self, record: KeptNote | KeptChunk, num: int | None) -> Entry:
        """A note or a chunk, new or in place of what was said of it before."""
        write, number = passages.derived(record, self._analyzer), _number(num)
        kind = NOTE if isinstance(record, KeptNote) else CHUNK
        if number > self._to:
            namespace = passages.insert(self.db, write, number)
            self._is_new(number, (namespace, kind), write.terms)
        else:
            self.flush()
            passages.put_again(self.db, write, number)
        return Entry((kind, number, ""), kind, record, number)

    def _is_new(self, num: int, place: tuple[int, str], terms: Mapping[str, int]) -> None:
        self._new[place].append(num)
        self._length[place] += sum(terms.values())
        self._to = num
        if len(self._new[place]) >= _AT_ONCE:
            self.flush()

    def verdict(self, record: KeptVerdict, num: int | None) -> Entry:
        """A verdict on an episode."""
        item, namespace = self._item(record.namespace, record.verdict.episode)
        at = values.moment(record.verdict.at, "at").timestamp()
        row = (_number(num), item, at, codec.encode(record.verdict))
        self.db.execute("INSERT INTO verdict (seq, num, at, body) VALUES (?, ?, ?, ?)", row)
        set_effective(self.db, item)
        if item <= self._from:  # a new one is logged as a whole
            log_changes(self.db, namespace, [item], "judge")
        return Entry(("verdict", row[0], ""), "verdict", record, owner=item)

    def vector(self, record: KeptVector, num: int | None) -> Entry:
        """A vector of any model."""
        del num
        item, _ = self._item(record.namespace, record.item)
        model = Model(record.model, len(record.data) // 2)
        insert_vector(self.db, item, model, record.data)
        if item <= self._from:  # a new one is logged as a whole
            log_puts(self.db, [item])
        return Entry(("vector", item, record.model), "vector", record, owner=item)

    def lesson(self, record: KeptLesson, num: int | None) -> Entry:
        """A lesson with those of its origins that are there."""
        del num
        lesson, key = record.lesson, ("lesson", record.lesson.id, record.namespace)
        drop_lesson(self.db, key)
        origins = (self._item(record.namespace, id)[0] for id in lesson.origins)
        rows = [(origin, lesson.id, lesson.kind, lesson.text) for origin in origins]
        self.db.executemany("INSERT INTO lesson VALUES (?, ?, ?, ?)", rows)
        return Entry(key, "lesson", record)

    def attempt(self, record: KeptAttempt, num: int | None) -> Entry:
        """An attempt without its steps."""
        insert_attempt(
            self.db, namespace_id(self.db, record.namespace), record.attempt, _number(num)
        )
        return Entry(("attempt", _number(num), ""), "attempt", record)

    def step(self, record: KeptStep, num: int | None) -> Entry:
        """A step of an attempt."""
        del num
        attempt = self._attempt(record.namespace, record.attempt)
        row = (attempt, record.place, codec.encode(record.step))
        self.db.execute("INSERT INTO attempt_step VALUES (?, ?, ?)", row)
        return Entry(("step", attempt, record.place), "step", record, owner=attempt)

    def progress(self, record: Progress, num: int | None) -> Entry:
        """How an attempt stands."""
        del num
        attempt = self._attempt(record.namespace, record.attempt)
        said = (record.state, record.recall, record.episode, codec.encode(record.feedback))
        update = "UPDATE attempt SET state = ?, recall = ?, episode = ?, feedback = ? WHERE num = ?"
        self.db.execute(update, (*said, attempt))
        if record.state != OPEN and (root := keep_arm(self.db, attempt)):
            self._undrawn[root].append(attempt)
        if record.decision is not None:
            keep_decision(self.db, attempt, record.decision)
        return Entry(("progress", attempt, ""), "progress", record, owner=attempt)

    def recall(self, record: KeptRecall, num: int | None) -> Entry:
        """A logged recall in place of what was said of it before."""
        del num
        key = ("recall", record.log.id, record.namespace)
        drop_recall(self.db, key)
        insert_recall(self.db, Scope(record.namespace, record.user), record.log, record.attempt)
        update = "UPDATE recall SET episode = ? WHERE namespace = ? AND id = ?"
        place = (namespace_id(self.db, record.namespace), record.log.id)
        self.db.execute(update, (record.episode, *place))
        return Entry(key, "recall", record)

    def exposure(self, record: KeptExposure, num: int | None) -> Entry:
        """An attempt as credit sees it in place of what was said of it before."""
        del num
        key = ("exposure", record.id, record.namespace)
        drop_exposure(self.db, key)
        namespace = namespace_id(self.db, record.namespace)
        count_brought(self.db, namespace, insert(self.db, namespace, record))
        for num in (
            self._undrawn.pop((namespace, record.id), ()) if record.epoch is not None else ()
        ):
            keep_arm(self.db, num)
        return Entry(key, "exposure", record)

    def decision(self, record: KeptDecision, num: int | None) -> Entry:
        """What a user decided last about an item."""
        del num
        put_decision(self.db, namespace_id(self.db, record.namespace), record)
        key = ("decision", record.item, f"{record.namespace} {record.user or ''}")
        return Entry(key, "decision", record)

    def knowledge(self, record: Any, num: int | None) -> Entry:
        """What is known beside episodes, whose items take their place among these."""
        if isinstance(record, KeptNote | KeptChunk):
            return self._passage(record, num)
        self.flush()
        entry = knowledge.PUTTERS[type(record)](self.db, self._analyzer, record, num)
        self._from = self._to = highest(self.db)
        return entry

    def gone(self, record: Gone, num: int | None) -> None:
        """What is there no more."""
        del num
        self.flush()
        key = (record.of, record.a, record.b)
        if record.of not in DROPPERS or not strike(self.db, key):
            raise InvalidInput(f"{record.of} {record.a!r} is said to be gone and was not there")
        DROPPERS[record.of](self.db, key)

    def _item(self, namespace: str, id: str) -> tuple[int, int]:
        """Number of an item and of its namespace."""
        return _item(self.db, namespace, id)

    def _attempt(self, namespace: str, id: str) -> int:
        query = "SELECT num FROM attempt WHERE namespace = ? AND id = ?"
        row = self.db.execute(query, (namespace_id(self.db, namespace), id)).fetchone()
        if row is None:
            raise InvalidInput(f"it belongs to the attempt {id!r}, which is not there")
        return int(row[0])


def _item(db: sqlite3.Connection, namespace: str, id: str) -> tuple[int, int]:
    number = namespace_id(db, namespace)
    query = "SELECT num FROM item WHERE namespace = ? AND id = ?"
    row = db.execute(query, (number, id)).fetchone()
    if row is None:
        raise InvalidInput(f"it belongs to the episode {id!r}, which is not there")
    return row[0], number


def _put_derived(replay: Replay, record: KeptDerived, num: int | None) -> Entry:
    """A lesson or a cluster, in place of what was said of it before."""
    del num
    one, namespace = record.derived, namespace_id(replay.db, record.namespace)
    origins = [_item(replay.db, record.namespace, id)[0] for id in one.origins]
    put_derived(replay.db, namespace, one, origins)
    return Entry(("derived", one.id, record.namespace), "derived", record)


def _put_collapsed(replay: Replay, record: KeptCollapsed, num: int | None) -> Entry:
    """Who represents an episode now."""
    del num
    replay.flush()  # what is new is logged before it is hidden
    item, namespace = _item(replay.db, record.namespace, record.item)
    first = None if record.first is None else _item(replay.db, record.namespace, record.first)[0]
    replay.db.execute("INSERT OR REPLACE INTO collapsed VALUES (?, ?)", (item, first))
    log_changes(replay.db, namespace, [item], "put")
    return Entry(("collapsed", item, ""), "collapsed", record, owner=item)


def _put_copy(replay: Replay, record: KeptCopy, num: int | None) -> Entry:
    """A pruned copy."""
    namespace, number = namespace_id(replay.db, record.namespace), _number(num)
    insert_copy(replay.db, namespace, record, number)
    return Entry(("copy", number, ""), "copy", record)


_APPLIERS: Final[dict[type, Callable[[Replay, Any, int | None], Entry | None]]] = {
    Setting: Replay.setting,
    Episode: Replay.episode,
    KeptVerdict: Replay.verdict,
    KeptVector: Replay.vector,
    KeptLesson: Replay.lesson,
    KeptAttempt: Replay.attempt,
    KeptStep: Replay.step,
    Progress: Replay.progress,
    KeptRecall: Replay.recall,
    KeptExposure: Replay.exposure,
    KeptDecision: Replay.decision,
    KeptDerived: _put_derived,
    KeptCollapsed: _put_collapsed,
    KeptCopy: _put_copy,
    KeptNote: Replay.knowledge,
    KeptChunk: Replay.knowledge,
    KeptUses: lambda replay, record, _: passages.put_uses(replay.db, record),
    **dict.fromkeys(knowledge.PUTTERS, Replay.knowledge),
    Gone: Replay.gone,
    Anew: lambda *_: None,  # it only ends what was written anew
}


def derived(episode: Episode, analyzer: Analyzer) -> EpisodeWrite:
    """A write of an episode that was kept before, with what follows from its text."""
    text = lexical_text(episode)
    body, content = codec.encode_episode(episode)
    lessons = enumerate(episode.lessons)
    return EpisodeWrite(
        episode=episode,
        body=body,
        content=content,
        text=text,
        terms=count_terms(analyzer.terms(text)),
        analyzer=analyzer.version,
        lessons=tuple(Lesson(lesson, id=f"{episode.id} {place}") for place, lesson in lessons),
    )


def _number(num: int | None) -> int:
    if num is None:
        raise InvalidInput("it has no num")
    return num

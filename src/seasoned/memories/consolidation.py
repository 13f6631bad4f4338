"""Consolidation: from episodes to lessons, clusters of failures and collapsed near-duplicates.

All episodes are read twice, some hundred at a time: once to see which belong together, once to
compare those that do. What is found is compared with what is kept, and only the difference is
written, in small transactions, so that one that is broken off can simply be run again. What the
episodes say is judged in `core.contrast`, `core.collapsing` and `core.signature`.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, TypeVar

from seasoned.core.collapsing import Collapsing, Likeness, known_outcome
from seasoned.core.consolidated import Consolidated
from seasoned.core.contrast import Case, Contrast, contrast, together
from seasoned.core.demands import in_any
from seasoned.core.derived import CLUSTER, HABIT, LESSON, MINED, TOLD, Derived, name_of
from seasoned.core.filters import EVERYTHING
from seasoned.core.habits import Habit
from seasoned.core.lessons import lesson_text
from seasoned.core.records import Episode, Outcome
from seasoned.core.traits import tools_of
from seasoned.memories.contrasting import Pair
from seasoned.memories.crediting import banned
from seasoned.memories.surveying import READ, Group, Survey, teaches
from seasoned.memories.writing import Writer
from seasoned.ports import Scope, Store

CLUSTERED: Final = 3  # failures with one signature that are a cluster
_NAMED: Final = 256  # failures of a cluster that are named, the newest
_PUT: Final = 128  # origins of the records written in one transaction: a few milliseconds
_COLLAPSED: Final = 64  # episodes collapsed, or records dropped, in one transaction
_TURN: Final = 0.021  # seconds after each; who waits for the lock tries it every 20 ms
Progress = Callable[[int, int], None]
T = TypeVar("T")


@dataclass(slots=True)
class _Found:
    """What was derived."""

    derived: dict[str, Derived] = field(default_factory=dict)
    into: dict[str, str] = field(default_factory=dict)
    contrasts: defaultdict[str, list[Contrast]] = field(default_factory=lambda: defaultdict(list))


class Consolidator:
    """Derives lessons, clusters and near-duplicates from the episodes that a scope owns.

    Attributes:
        pairs: The best and the worst attempt at each task whose attempts ended differently, once
            it has gone through all.
    """

    def __init__(self, store: Store, writer: Writer, scope: Scope) -> None:
        self._store, self._writer, self._scope = store, writer, scope
        self._banned = banned(store, scope)
        self.pairs: list[Pair] = []

    def consolidate(self, apply: bool, progress: Progress | None) -> Consolidated:
        """See `LessonVerbs.consolidate`."""
        told = _Told(self._store.episodes.count(self._scope, EVERYTHING), progress)
        survey = Survey(self._banned)
        for episode in self._own():
            survey.add(episode)
            told.more()
        there = self._store.derived.collapsed(self._scope)
        found = _Found()
        self._cluster(survey, found)
        self._compare(survey, there, found, told)
        self._lessons(found)
        for category, habits in survey.habits.items():
            for habit in habits.found():
                if not in_any([habit.text]):
                    self._habit(category, habit, survey, found)
        told.end()
        report = self._difference(found)
        if not apply:
            return replace(report[0], episodes=survey.episodes)
        collapsed = self._write(*report[1:], found.into)
        return replace(report[0], episodes=survey.episodes, collapsed=collapsed, applied=True)

    def _own(self) -> Iterator[Episode]:
        """The episodes of the scope's own user, oldest record first."""
        cursor = None
        while True:
            page = self._store.episodes.page(self._scope, EVERYTHING, READ, cursor, False)
            yield from (e for e in page.episodes if e.user == self._scope.user)
            cursor = page.cursor
            if cursor is None:
                return

    def _cluster(self, survey: Survey, found: _Found) -> None:
        for (category, signature), ids in survey.failures.items():
            if len(ids) >= CLUSTERED and not in_any([signature]):
                id = name_of(CLUSTER, self._scope.user, (category, signature))
                newest = tuple(ids[-_NAMED:])
                found.derived[id] = self._made(
                    Derived(id, CLUSTER, signature, newest, category, weight=len(ids))
                )

    def _habit(self, category: str, habit: Habit, survey: Survey, found: _Found) -> None:
        """Keep a habit with an attempt that failed and one that worked as examples."""
        ids = survey.tasks[habit.place].sides  # type: ignore[index]  # as `add` gave it
        episodes = self._store.episodes.get(self._scope, ids)
        there = (episodes[id] for id in ids if id in episodes)
        known = [e for e in there if known_outcome(e) and teaches(e, self._banned)]
        gains = habit.change > 0.0
        worked = [
            (episode.effective_outcome is Outcome.SUCCESS, episode.id)
            for episode in known
            if (habit.tool in tools_of(episode))
            is (gains is (episode.effective_outcome is Outcome.SUCCESS))
        ]
        failed_id = next((id for ok, id in worked if not ok), None)
        worked_id = next((id for ok, id in worked if ok), None)
        if failed_id is None or worked_id is None:
            return
        id = name_of(HABIT, self._scope.user, (category, habit.tool))
        weight, origins = habit.used[1] + habit.unused[1], (failed_id, worked_id)
        found.derived[id] = self._made(
            Derived(id, HABIT, habit.text, origins, category, weight=weight)
        )

    def _made(self, derived: Derived) -> Derived:
        now = self._writer.clock.now().timestamp()
        return replace(derived, at=now, user=self._scope.user)

    def _compare(
        self,
        survey: Survey,
        there: Mapping[str, str | None],
        found: _Found,
        told: _Told,
    ) -> None:
        """Find near-duplicates and contrasts among the episodes of each task."""
        groups = [(group, group.first) for group in survey.groups(there)]
        told.less(sum(len(first) + len(group.free[READ:]) for group, first in groups))
        for some in _filled(groups, READ):
            episodes = self._read([id for _, first in some for id in first])
            told.more(sum(len(first) for _, first in some))
            for group, _ in some:
                self._contrast(group.category, _those(episodes, group.compared), found)
                self._collapse(group, episodes, found, told)

    def _collapse(
        self, group: Group, episodes: Mapping[str, Episode], found: _Found, told: _Told
    ) -> None:
        """Find near-duplicates, the newest first, some hundred at a time."""
        collapsing = Collapsing(map(Likeness.of, _those(episodes, group.standing)))
        found.into |= collapsing.add(map(Likeness.of, _those(episodes, group.free[:READ])))
        for ids in _parts(group.free[READ:], READ):
            found.into |= collapsing.add(map(Likeness.of, self._read(ids).values()))
            told.more(len(ids))

    def _read(self, ids: Sequence[str]) -> dict[str, Episode]:
        return self._store.episodes.get(self._scope, ids)

    def _contrast(self, category: str, episodes: Iterable[Episode], found: _Found) -> None:
        taught = [one for one in episodes if known_outcome(one) and teaches(one, self._banned)]
        if (pair := Pair.of(taught)) is not None:
            self.pairs.append(pair)
        made = contrast([Case.of(one) for one in taught])
        if made is not None:
            found.contrasts[category].append(made)

    def _lessons(self, found: _Found) -> None:
        """Put what the contrasts of a category have in common into words."""
        for category, contrasts in found.contrasts.items():
            for made in together(contrasts):
                text, origins = lesson_text(made), (made.failed.id, made.worked.id)
                if in_any([text]):
                    continue  # an order that a tool answered, or a task holds
                # By what it says, so that a decision about it outlives the pair that it cites.
                id = name_of(LESSON, self._scope.user, (category, *made.said))
                if id in found.derived and found.derived[id].weight >= made.evidence:
                    continue
                found.derived[id] = self._made(
                    Derived(id, LESSON, text, origins, category, weight=made.evidence)
                )

    def _difference(self, found: _Found) -> tuple[Consolidated, list[Derived], list[str]]:
        """What would be reported, records to be put, and ids of those to be dropped."""
        kept = {
            one.id: one
            for kind in TOLD
            for one in self._store.derived.find(self._scope, kind)
            if one.by == MINED and one.user == self._scope.user
        }
        new = [
            one
            for id, one in found.derived.items()
            if id not in kept or replace(one, at=kept[id].at) != kept[id]
        ]
        gone = [id for id in kept if id not in found.derived]
        report = Consolidated(
            lessons=tuple(one.lesson for one in new if one.kind != CLUSTER),
            clusters=tuple(one.cluster for one in new if one.kind == CLUSTER),
            collapsed=tuple(found.into.items()),
            known=len(found.derived) - len(new),
            dropped=len(gone),
        )
        return report, new, gone

    def _write(
        self, new: Sequence[Derived], gone: Sequence[str], into: Mapping[str, str]
    ) -> tuple[tuple[str, str], ...]:
        """Bring the store in step; those that are collapsed now."""
        derived, scope = self._store.derived, self._scope
        for ids in _parts(gone, _COLLAPSED):
            derived.drop(scope, ids)
            time.sleep(_TURN)
        for some in _filled([(one, one.origins) for one in new], _PUT):
            derived.put(scope, [one for one, _ in some])
            time.sleep(_TURN)
        done = list[tuple[str, str]]()
        for pairs in _parts(list(into.items()), _COLLAPSED):
            done += [(id, into[id]) for id in derived.collapse(scope, pairs)]
            time.sleep(_TURN)
        return tuple(done)


class _Told:
    """Tells how far a consolidation is, counted in episodes read; each is read twice at most."""

    def __init__(self, episodes: int, progress: Progress | None) -> None:
        self._done, self._total, self._progress = 0, 2 * episodes, progress
        self._episodes = episodes

    def more(self, number: int = 1) -> None:
        """So many were read."""
        before, self._done = self._done, self._done + number
        if self._progress is not None and before // READ != self._done // READ:
            self._progress(min(self._done, self._total), self._total)

    def less(self, again: int) -> None:
        """So many are to be read again."""
        self._total = min(self._total, self._episodes + again)

    def end(self) -> None:
        """All were read."""
        if self._progress is not None:
            self._progress(self._total, self._total)


def _those(episodes: Mapping[str, Episode], ids: Iterable[str]) -> Iterator[Episode]:
    """Those that are still there."""
    return (episodes[id] for id in ids if id in episodes)


def _parts(whole: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (whole[start : start + size] for start in range(0, len(whole), size))


def _filled(
    groups: Iterable[tuple[T, Sequence[str]]], size: int
) -> Iterator[list[tuple[T, Sequence[str]]]]:
    """Groups with their members, as many together as have some `size` members."""
    rest = iter(groups)
    while first := list(islice(rest, 1)):
        taken, members = first, len(first[0][1])
        while members < size and (more := list(islice(rest, 1))):
            taken += more
            members += len(more[0][1])
        yield taken

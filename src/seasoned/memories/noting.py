"""What is shown beside the episodes of a recall: lessons, and the playbook of the category.

Mined lessons and those of models are found by the episodes that they rest on: what makes these
relevant makes the lesson so. Those written by hand go with their category, the nearest by words
first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from heapq import nsmallest
from typing import Final, NamedTuple

from seasoned.core.derived import BY_MODEL, CLUSTER, HABIT, LESSON, STATED, Cluster, Derived
from seasoned.core.filters import Filter
from seasoned.core.plaintext import each_once
from seasoned.core.playbook import CLUSTERS, EXAMPLES, Playbook, playbook_of
from seasoned.core.precursors import precursor
from seasoned.core.recall import Candidate, Question, near
from seasoned.core.records import UNKNOWN, Lesson, Outcome, Task
from seasoned.core.replay import Recall
from seasoned.core.shown import RecallLog
from seasoned.core.trust import TRUSTED, is_heard
from seasoned.memories.crediting import Crediting, banned
from seasoned.memories.standing import Standing
from seasoned.ports import Scope, Store
from seasoned.ports.derived import Heading

SHOWN: Final = 3  # lessons of each sort
_LOOKED_AT: Final = 100  # candidates whose lessons are looked for
_COVERED: Final = 0.2  # share of its words that a lesson for every task has in common with this one
_KEPT: Final = 20_000  # lessons whose terms are kept
_PAGES: Final = (EXAMPLES, 20, 100, 500)  # episodes among which examples are looked for

Terms = Callable[[str], Collection[str]]
_Version = tuple[str, float]  # id of a lesson, and when it was made


class Notes(NamedTuple):
    """What is shown beside the episodes."""

    lessons: tuple[Lesson, ...] = ()
    playbook: Playbook | None = None


class Noting:
    """Finds lessons and playbooks of any scope of one store."""

    def __init__(
        self, store: Store, standing: Standing, crediting: Crediting, terms: Terms
    ) -> None:
        self._store, self._standing, self._crediting = store, standing, crediting
        self._terms = terms
        self._known: dict[_Version, frozenset[str]] = {}

    def noted(
        self, scope: Scope, found: Recall, question: Question, whole: bool, chance: str
    ) -> Recall:
        """A recall with its lessons and playbook; a recall that is not balanced has none.

        Args:
            scope: Who asks.
            found: The recall.
            question: What it was asked.
            whole: Whether nothing was filtered; else only what rests on the candidates is told.
            chance: What it would be shown to, see `Crediting.sift`.
        """
        if not question.balance or found.similar is None:
            return found
        held = {withheld.id for withheld in found.withheld}
        left = [c for c in found.similar.candidates if c.traits.id not in held]
        notes = self.notes(scope, question.task if whole else None, near(question, left), chance)
        lessons = tuple(one for one in notes.lessons if held.isdisjoint(one.origins))
        return replace(found, lessons=lessons, playbook=notes.playbook)

    def notes(
        self, scope: Scope, task: Task | None, candidates: Sequence[Candidate], chance: str
    ) -> Notes:
        """What goes with the candidates that are near a task, and with the task if it is given."""
        found, book = self._mined(scope, candidates), None
        if task is not None:
            found += self._written(scope, task)
        if task is not None and task.category != UNKNOWN:
            book = self.playbook(scope, task.category)
        book = None if book is None or not (book.avoid or book.habits) else book
        ids = [*(one.id for one in found), *([book.id] if book else [])]
        hidden = self._crediting.hidden(scope, ids, chance)
        shown = (one.lesson for one in found if one.id not in hidden)
        lessons = tuple(each_once(shown, lambda one: one.text))
        return Notes(lessons, None if book is None or book.id in hidden else book)

    def _mined(self, scope: Scope, candidates: Sequence[Candidate]) -> list[Derived]:
        """Lessons of the most relevant candidates, those of models for less."""
        own = [c for c in candidates if c.traits.namespace == scope.namespace]
        near = sorted(own, key=lambda c: -c.relevance)[:_LOOKED_AT]
        relevance = {c.traits.num: c.relevance for c in near}
        best: dict[str, tuple[float, int, str]] = {}
        lessons: dict[str, Derived] = {}
        for num, lesson in self._store.derived.related(scope, list(relevance)):
            trust = TRUSTED[BY_MODEL] if lesson.by == BY_MODEL else 1.0
            rank = (trust * relevance[num], lesson.weight, lesson.id)
            best[lesson.id] = max(rank, best.get(lesson.id, rank))
            lessons[lesson.id] = lesson
        return [lessons[id] for id in sorted(best, key=best.__getitem__, reverse=True)][:SHOWN]

    def _written(self, scope: Scope, task: Task) -> list[Derived]:
        """Lessons by hand for the category, and for every task if they share words with this."""
        categories = list(dict.fromkeys((task.category, UNKNOWN)))
        written = self._store.derived.by_hand(scope, categories)
        if not written:
            return []
        said, asked = self._said(scope, written), frozenset(self._terms(task.description))

        def rank(one: Heading) -> tuple[float, float, str]:
            terms = said.get((one.id, one.at), frozenset())
            return -(len(asked & terms) / len(terms) if terms else 0.0), -one.at, one.id

        ranked = ((rank(one), one) for one in written)
        fit = (key for key, one in ranked if one.category != UNKNOWN or -key[0] >= _COVERED)
        ids = [id for *_, id in nsmallest(SHOWN, fit)]
        there = self._store.derived.get(scope, ids)
        return [there[id] for id in ids if id in there]

    def _said(self, scope: Scope, written: Sequence[Heading]) -> dict[_Version, frozenset[str]]:
        """The terms of lessons; only those that are new to this process are read."""
        known = self._known
        new = [one.id for one in written if (one.id, one.at) not in known]
        if new:
            # In a dict of its own, as other threads may be reading the old one.
            known = dict(known) if len(known) + len(new) <= _KEPT else {}
            new = [one.id for one in written if (one.id, one.at) not in known]
            for one in self._store.derived.get(scope, new).values():
                known[one.id, one.at] = frozenset(self._terms(one.text))
            self._known = known
        return known

    def playbook(self, scope: Scope, category: str, *, whole: bool = False) -> Playbook:
        """The playbook of a category, put together now.

        Args:
            scope: Who asks.
            category: Of the tasks.
            whole: With lessons and examples, as it is read by itself.
        """
        cells = self._standing.cells(scope)
        found = self._store.derived.find(scope, CLUSTER, [category], most=EXAMPLES)
        avoid = self._traced(scope, [one.cluster for one in self._shown(scope, found)])
        found = self._shown(scope, self._store.derived.find(scope, HABIT, [category]))
        habits = [one.lesson for one in sorted(found, key=lambda one: (-one.weight, one.id))]
        if not whole:
            return playbook_of(category, cells, (), avoid, habits)
        lessons = self._store.derived.find(scope, LESSON, list(dict.fromkeys((category, UNKNOWN))))
        fit = [one for one in lessons if one.by == STATED or one.category == category]
        fit = self._shown(scope, fit)
        ranked = sorted(fit, key=lambda one: one.rank)
        examples = (
            self._newest(scope, category, Outcome.SUCCESS),
            self._newest(scope, category, Outcome.FAILURE),
        )
        learned = [one.lesson for one in ranked]
        return playbook_of(category, cells, learned, avoid, habits, examples)

    def _shown(self, scope: Scope, found: Sequence[Derived]) -> list[Derived]:
        """Those that are neither withheld nor banned."""
        out = self._crediting.out(scope, [one.id for one in found]) if found else ()
        return [one for one in found if one.id not in out]

    def is_shown(self, scope: Scope, book: Playbook) -> bool:
        """Whether a playbook is neither withheld nor banned."""
        return not self._crediting.out(scope, [book.id])

    def _traced(self, scope: Scope, clusters: Sequence[Cluster]) -> list[Cluster]:
        """The commonest clusters, each with what led to such failures."""
        told = sorted(clusters, key=lambda one: (-one.failures, one.signature))[:CLUSTERS]
        there = self._store.episodes.get(scope, [id for one in told for id in one.episodes])
        return [
            replace(one, after=precursor([there[id] for id in one.episodes if id in there]))
            for one in told
        ]

    def _newest(self, scope: Scope, category: str, outcome: Outcome) -> list[str]:
        where = Filter(category=(category,), outcome=(outcome,))
        out, found, cursor = banned(self._store, scope), list[str](), None
        for size in _PAGES:
            page = self._store.episodes.page(scope, where, size, cursor)
            heard = (e.id for e in page.episodes if is_heard(e.source) and e.id not in out)
            found += heard
            cursor = page.cursor
            if len(found) >= EXAMPLES or cursor is None:
                break
        return found[:EXAMPLES]

    def again(self, scope: Scope, log: RecallLog) -> Notes:
        """The notes of a logged recall that still exist."""
        if not log.notes:
            return Notes()
        there = self._store.derived.get(scope, log.notes)
        lessons = tuple(there[id].lesson for id in log.notes if id in there)
        book = self.playbook(scope, log.task.category)
        return Notes(lessons, book if book.id in log.notes else None)

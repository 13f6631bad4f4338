"""The verbs about lessons: consolidate, read and write them, playbooks, and near-duplicates.

`Lessons` holds what they work with; `LessonVerbs` are the verbs for the facet that has them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from seasoned.core import values
from seasoned.core.consolidated import Collapsed, Consolidated
from seasoned.core.derived import (
    CLUSTER,
    HABIT,
    LESSON,
    STATED,
    TOLD,
    Cluster,
    Derived,
    name_of,
)
from seasoned.core.plaintext import spelling
from seasoned.core.playbook import Playbook, playbook_of
from seasoned.core.records import UNKNOWN, Episode, Lesson, Task
from seasoned.core.reflections import Reflection
from seasoned.errors import InvalidInput
from seasoned.memories.consolidation import Consolidator, Progress
from seasoned.memories.contrasting import CALLS, with_contrasts
from seasoned.memories.noting import Noting
from seasoned.memories.reflecting import Reflector
from seasoned.memories.writing import Writer
from seasoned.ports import Scope, Store

_LONGEST: Final = 2_000  # characters of a lesson by hand


@dataclass(frozen=True, slots=True)
class Lessons:
    """What lessons are made and found with, in one scope.

    Attributes:
        held: Whether the code that asks runs in an attempt without memory.
        reflector: Asks the memory's model.
    """

    store: Store
    writer: Writer
    scope: Scope
    noting: Noting
    held: Callable[[], bool]
    reflector: Reflector


class LessonVerbs:
    """Verbs about lessons and playbooks."""

    def __init__(self, lessons: Lessons) -> None:
        self._lessons, self.reflector = lessons, lessons.reflector

    def consolidate(
        self,
        *,
        apply: bool = False,
        model: bool = False,
        calls: int = CALLS,
        progress: Progress | None = None,
    ) -> Consolidated:
        """Turn episodes into lessons and clusters of failures, and collapse near-duplicates.

        No episode is changed or removed. A lesson compares attempts at one task that failed with
        those that worked; a cluster is of failures with one error signature. Of episodes that
        tell the same, the best stands for the others in recalls, with their number; `expand`
        undoes that. What was mined before and holds no more goes.

        A memory that was opened for a user consolidates that user's own episodes, one without a
        user the shared ones. It may be broken off and run again.

        With `model`, the memory's language model is asked besides, for tasks whose attempts ended
        differently: what did the best one do otherwise than the worst? Its lessons are held
        against the steps that they cite. Each pair is asked about once, the newest first; where a
        budget is spent or the model fails, the report says so, and the next run goes on.

        Args:
            apply: Without it nothing is written and no model is asked.
            model: Whether to ask the model.
            calls: Most questions of this run, up to 10,000.
            progress: Told how many episodes were read, and of how many.

        Returns:
            What was, or would be, new and gone.

        Raises:
            InvalidInput: an argument is of a wrong type, or there is no model to be asked.
            StoreError: the store cannot be read or written; what was written until then holds.
        """
        values.instance(apply, bool, "apply", "use True to write, False to ask only")
        if progress is not None and not callable(progress):
            raise InvalidInput(
                f"progress must be a function of two numbers, got {values.shown(progress)}"
            )
        values.instance(model, bool, "model", "use True to ask the memory's language model")
        most, parts = values.count(calls, "calls", most=10_000), self._lessons
        if model:
            self.reflector.model("consolidate(model=True)")
        consolidator = Consolidator(parts.store, parts.writer, parts.scope)
        report = consolidator.consolidate(apply, progress)
        if not model:
            return report
        return with_contrasts(self.reflector, consolidator.pairs, report, most)

    def reflect(self, id: str) -> Reflection:
        """Ask the memory's model what an episode teaches, and keep the lessons that are borne out.

        As `Attempt.finish` does with ``reflect=True``, and again if that was done before. A
        lesson has to cite steps of the episode that hold its words. A model that fails raises
        nothing: the problem is in what is returned.

        Raises:
            NotFound: no episode that this memory can see has the id.
            InvalidInput: there is no model, or the episode is banned or from others.
            StoreError: what came of it could not be kept.
        """
        return self.reflector.reflect(values.text(id, "id"))

    def reflections(self) -> tuple[Reflection, ...]:
        """What the model was asked about, the newest first: what was kept, what was not, and why.

        None in the block of an attempt whose memory is held out.
        """
        return () if self._lessons.held() else self.reflector.reflections()

    def lessons(self, category: str | None = None) -> tuple[Lesson, ...]:
        """The lessons by hand, the mined ones and those of models, in this order, the surest first.

        What an episode states of itself is in `Episode.lessons`; what goes with a task in
        `Recall.lessons`. None in the block of an attempt whose memory is held out.

        Args:
            category: Only those of this one; None for all.
        """
        if self._lessons.held():
            return ()
        found = [*self._find(LESSON, category), *self._find(HABIT, category)]
        ranked = sorted(found, key=lambda one: one.rank)
        return tuple(one.lesson for one in ranked)

    def clusters(self, category: str | None = None) -> tuple[Cluster, ...]:
        """Failures that went wrong in the same way, the commonest first.

        Args:
            category: Only those of this one; None for all.
        """
        ranked = sorted(self._find(CLUSTER, category), key=lambda one: (-one.weight, one.text))
        return tuple(one.cluster for one in ranked)

    def _find(self, kind: str, category: str | None) -> list[Derived]:
        wanted = None if category is None else [Task("", category).category]
        return self._lessons.store.derived.find(self._lessons.scope, kind, wanted)

    def remember(self, lesson: str, *, category: str = UNKNOWN) -> Lesson:
        """Keep a lesson that was written by hand; it stands beside the mined ones.

        Args:
            lesson: What is to be known, at most 2,000 characters.
            category: Of the tasks it is for; else it goes with tasks that share words with it.

        Returns:
            The lesson; the same text for the same category is the same lesson, in whatever case,
            spacing and with whatever stop at its end, and the newest spelling stays.

        Raises:
            InvalidInput: the text is blank or too long, or the category cannot be one.
            StoreError: it could not be kept.
        """
        said, parts = values.text(lesson, "lesson").strip(), self._lessons
        if not said or len(said) > _LONGEST:
            raise InvalidInput(
                f"a lesson has 1 to {_LONGEST} characters, got {values.shown(lesson)}"
            )
        (text,) = parts.writer.clean(Episode(Task(""), lessons=(said,))).lessons
        category, user = Task("", category).category, parts.scope.user
        id = name_of(LESSON, user, (STATED, category, spelling(text) or text))
        at = parts.writer.clock.now().timestamp()
        record = Derived(id, LESSON, text, (), category, STATED, at=at, user=user)
        parts.store.derived.put(parts.scope, [record])
        return record.lesson

    def forget(self, *ids: str) -> int:
        """Remove lessons or clusters of one's own; how many. Episodes are not touched.

        What was mined comes back with the next `consolidate`; to keep a lesson away, `ban` it.
        """
        return self._lessons.store.derived.drop(self._lessons.scope, values.texts(ids, "ids"))

    def collapsed(self) -> tuple[Collapsed, ...]:
        """The episodes that stand for near-duplicates, and these."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for id, first in self._lessons.store.derived.collapsed(self._lessons.scope).items():
            if first is not None:
                found[first].append(id)
        return tuple(Collapsed(first, tuple(ids)) for first, ids in found.items())

    def expand(self, *ids: str) -> int:
        """Bring near-duplicates back into recalls, for good; how many.

        Args:
            ids: Of episodes that are represented, or that represent others, which all come back;
                none for every one of this memory's own.

        Raises:
            NotFound: no episode that this memory can see has one of the ids.
        """
        parts = self._lessons
        named = values.texts(ids, "ids")
        there = parts.store.episodes.get(parts.scope, named) if named else {}
        for id in named:
            if id not in there:
                raise parts.scope.missing("episode", id)
        wanted = named or tuple(group.id for group in self.collapsed())
        return parts.store.derived.expand(parts.scope, wanted)

    def playbook(self, category: str) -> Playbook:
        """What a category's attempts have shown: what works, what to avoid, what was learned.

        It is put together anew whenever it is asked for; in the block of an attempt whose memory
        is held out, of nothing.

        Raises:
            InvalidInput: the category cannot be one.
        """
        name = Task("", category).category
        if self._lessons.held():
            return playbook_of(name, (), (), (), ())
        return self._lessons.noting.playbook(self._lessons.scope, name, whole=True)

    def playbooks(self) -> tuple[Playbook, ...]:
        """Those of all categories that have more to say than a rate, in alphabetical order.

        What is withheld or banned is not among them, nor in them.
        """
        parts = self._lessons
        counts = parts.store.episodes.stats(parts.scope).categories
        mined = {one.category for kind in TOLD for one in self._find(kind, None)}
        books = [self.playbook(name) for name in sorted({*counts, *mined})]
        said = [book for book in books if not book.empty]
        told = tuple(book for book in said if parts.noting.is_shown(parts.scope, book))
        # A lesson of no category stands in each, and alone makes no playbook of its own.
        own = tuple(book for book in told if book.category != UNKNOWN or UNKNOWN in counts)
        return own or told

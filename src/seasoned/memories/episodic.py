"""Episodic memory: recording what happened and recalling it before the next task.

It composes the stages of `core.recall` over what `search` gathers; it holds no state but a
connection to both. The short-term window is read from the store, so that every process of an
agent sees the same one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from seasoned.core import values
from seasoned.core.attempts import task_at_hand, task_key
from seasoned.core.filters import EVERYTHING, Filter
from seasoned.core.judging import Judgement, judged, with_reward
from seasoned.core.recall import (
    MORE,
    RESULTS,
    Candidate,
    Question,
    RecallPolicy,
    Similar,
    explain,
    gate,
    summarize,
)
from seasoned.core.records import Episode, Feedback, Lesson, Outcome, Task, Verdict
from seasoned.core.replay import Recall, log_of
from seasoned.core.reports import Page, Receipt, Removed
from seasoned.core.scoring import PrioritizedResult, ReplayWeights
from seasoned.core.searchtext import gist, vector_text
from seasoned.errors import InvalidInput
from seasoned.memories.crediting import Crediting
from seasoned.memories.forgetting import forget_knowledge, forget_lessons, forget_unclosed
from seasoned.memories.noting import Noting
from seasoned.memories.proving import Prover
from seasoned.memories.represented import with_represented
from seasoned.memories.screening import Screening, Settled, counted, harmless, key_of
from seasoned.memories.search import Depth, Gathered, Query, Searcher, union
from seasoned.memories.standing import Standing
from seasoned.memories.writing import Writer
from seasoned.ports import EPISODE, Scope, Store

BATCH = 256  # episodes per transaction of `record_many`
MOST = 10_000  # on one page or of one recall; all of it is held in memory
SHORT_TERM = 5  # the source article's window
DEEPER = 10  # times as far, where what is in quarantine left no room for others
_HAND_OVER = "hand over what memory.recall() returned"
_MAKE_EPISODE = "use Episode(task=Task('…'), outcome='success')"


def conditions(filter: Filter | None) -> Filter:
    """The filter, or the one that keeps everything if there is none."""
    if filter is None:
        return EVERYTHING
    return values.instance(filter, Filter, "filter", "use Filter(category='debugging')")


@dataclass(frozen=True, slots=True)
class Asking:
    """How to recall, beyond the task itself.

    Attributes:
        k: Most results, 1 to 10,000; None for 5, and for 8 where the category is a weak skill.
        filter: What may be recalled.
        weights: Instead of the policy's.
        balance: Whether successes and failures each have their places. An outcome filter
            switches it off, since it leaves nothing to balance.
        namespaces: Further namespaces to read.
        chance: What is shown to, such as the id of an attempt: it decides whether what is
            withheld has its turn. The task, if it is empty.
    """

    k: int | None = None
    filter: Filter = EVERYTHING
    weights: ReplayWeights | None = None
    balance: bool = True
    namespaces: tuple[str, ...] = ()
    chance: str = ""

    def __post_init__(self) -> None:
        weights = self.weights
        if weights is not None:
            values.instance(weights, ReplayWeights, "weights", "use ReplayWeights(similarity=0.6)")
        if self.k is not None:
            object.__setattr__(self, "k", values.count(self.k, "k", least=1, most=MOST))


class EpisodicMemory:
    """Records, judges, recalls and forgets the episodes of one scope."""

    def __init__(
        self,
        store: Store,
        searcher: Searcher,
        writer: Writer,
        scope: Scope,
        policy: RecallPolicy,
        standing: Standing | None = None,
    ) -> None:
        self._store, self._searcher, self._writer = store, searcher, writer
        self._scope, self._policy = scope, policy
        self._standing = standing or Standing(store)
        self._credit(Crediting(store, policy.harm))
        self.screening = Screening(store, searcher, writer.analyzer)

    def _credit(self, crediting: Crediting) -> None:
        self.crediting = crediting
        terms = self._writer.analyzer.terms
        self.noting = Noting(self._store, self._standing, crediting, terms)

    def of(self, scope: Scope) -> EpisodicMemory:
        """The episodes of another scope of the same store."""
        if scope == self._scope:
            return self
        parts = (self._store, self._searcher, self._writer)
        other = EpisodicMemory(*parts, scope, self._policy, self._standing)
        other._credit(self.crediting)
        other.screening = self.screening
        return other

    def record(
        self, episode: Episode, *, recall: Recall | None = None, used: Sequence[str] = ()
    ) -> Receipt:
        """Keep one episode; see `Memory.record`."""
        values.instance(episode, Episode, "episode", _MAKE_EPISODE)
        log, used = None, values.texts(used, "used")
        if recall is None and used:
            raise InvalidInput(
                f"used is {values.shown(used)} but no recall is given; hand over recall= too"
            )
        if recall is not None:
            log = log_of(values.instance(recall, Recall, "recall", _HAND_OVER), used)
            log = replace(log, task=self._writer.clean(Episode(log.task)).task)
        return self._store.episodes.add(
            self._scope, self._writer.prepare(self._scope, [episode], log)
        )[0]

    def record_many(self, episodes: Iterable[Episode]) -> list[Receipt]:
        """Keep many episodes, 256 to a transaction, and return their receipts in order.

        Raises:
            InvalidInput, Conflict, StoreError: as `Memory.record`; full transactions before the
                error are kept, the one with the error is not.
        """
        if isinstance(episodes, str | Mapping) or not isinstance(episodes, Iterable):
            raise InvalidInput(
                f"episodes must be many, got {values.shown(episodes)}; use record() for one"
            )
        each = (
            values.instance(episode, Episode, f"episodes[{i}]", _MAKE_EPISODE)
            for i, episode in enumerate(episodes)
        )
        receipts = list[Receipt]()
        while batch := list(islice(each, BATCH)):
            writes = self._writer.prepare(self._scope, batch)
            receipts += self._store.episodes.add(self._scope, writes)
        return receipts

    def get(self, id: str) -> Episode:
        """The episode with this id; see `Memory.get`."""
        found = self.find([values.text(id, "id")])
        if id not in found:
            raise self._scope.missing("episode", id)
        return found[id]

    def find(self, ids: Sequence[str]) -> dict[str, Episode]:
        """Those of these episodes that exist and may be seen, by id."""
        return self._store.episodes.get(self._scope, ids)

    def judge(
        self,
        id: str,
        outcome: Judgement,
        *,
        feedback: Feedback | None = None,
        by: str = "human",
        at: datetime | None = None,
    ) -> Verdict:
        """Append a later verdict; see `Memory.judge`."""
        writer, id = self._writer, values.text(id, "id")
        said = judged(outcome, feedback)
        whole = with_reward(said.feedback or Feedback(), said.reward)
        verdict = Verdict(
            episode=id,
            outcome=said.outcome,
            feedback=writer.clean(Episode(Task(""), feedback=whole)).feedback,
            by=by,
            at=at or self._after_all(id),
            id=writer.ids.new(),
        )
        return self._store.episodes.judge(self._scope, verdict)

    def _after_all(self, id: str) -> datetime:
        """Now, or the time of the newest verdict if the clock was set back since."""
        episode = self.find([id]).get(id)
        known = [verdict.at for verdict in episode.verdicts if verdict.at] if episode else []
        return max([self._writer.clock.now(), *known])

    def forget(
        self,
        *ids: str,
        filter: Filter | None = None,
        everything: bool = False,
        prove: bool = False,
    ) -> Removed:
        """Remove episodes; see `Memory.forget`."""
        where = conditions(filter)
        if ids and where.ids is not None:
            raise InvalidInput(
                f"ids are given twice: {values.shown(ids)} and in the filter; give them once"
            )
        where = replace(where, ids=ids) if ids else where
        if where.empty and not everything:
            raise InvalidInput(
                "forget() without ids or filter would remove all that this memory owns in "
                f"namespace {self._scope.namespace!r}; pass everything=True if that is meant"
            )
        lessons = forget_lessons(self._store, self._scope) if where.empty else 0
        if prove:
            prover = Prover(self._store, self._searcher, self._writer, self._scope)
            removed = prover.forget(where)
            return replace(removed, lessons=removed.lessons + lessons)
        # First, so that one which is finished meanwhile is an episode by then and goes as well.
        attempts = forget_unclosed(self._store, self._scope) if where.empty else 0
        more = forget_knowledge(self._store, self._scope) if where.empty else {}
        removed = self._store.episodes.delete(self._scope, where)
        return replace(removed, attempts=attempts, lessons=removed.lessons + lessons, **more)

    def page(
        self, filter: Filter | None = None, *, limit: int = 50, cursor: str | None = None
    ) -> Page:
        """A page of episodes, newest record first.

        Args:
            filter: What to list.
            limit: Most episodes on the page, 1 to 10,000.
            cursor: Of the page before; None starts at the newest.

        Raises:
            InvalidInput: the cursor belongs to no page of this namespace and user, or the limit
                is out of range.
        """
        limit = values.count(limit, "limit", least=1, most=MOST)
        cursor = values.optional_text(cursor, "cursor")
        return self._store.episodes.page(self._scope, conditions(filter), limit, cursor)

    def count(self, filter: Filter | None = None) -> int:
        """How many episodes match."""
        return self._store.episodes.count(self._scope, conditions(filter))

    @property
    def recent(self) -> tuple[Episode, ...]:
        """The short-term window: the last five episodes recorded, oldest first."""
        return tuple(reversed(self.page(limit=SHORT_TERM).episodes))

    def recall(self, task: Task | str, asking: Asking = Asking()) -> Recall:
        """Rank past episodes for a task; see `Memory.recall`."""
        task, now = task_at_hand(task), self._writer.clock.now()
        weak = asking.k is None and self._standing.is_weak(self._scope, task.category)
        k = asking.k or math.ceil(RESULTS * (MORE if weak else 1.0))
        question = Question(
            task=task,
            k=k,
            now=now.timestamp(),
            policy=replace(self._policy, weights=asking.weights or self._policy.weights),
            floor=1.0,
            balance=asking.balance and not asking.filter.outcome,
        )
        depth = Depth(k, self._policy.lexical, self._policy.duplicate)
        found, crowded = self._ranked(question, asking, depth, now)
        if crowded:
            found, _ = self._ranked(question, asking, replace(depth, k=DEEPER * k), now)
        found = replace(found, statistics=replace(found.statistics, weak=weak))
        chance = asking.chance or task_key(task)
        return self.noting.noted(self._scope, found, question, asking.filter.empty, chance)

    def _ranked(
        self, question: Question, asking: Asking, depth: Depth, now: datetime
    ) -> tuple[Recall, bool]:
        """A recall, and whether quarantine may have crowded others out of what was looked at."""
        task = question.task
        gathered = self._gather(task, asking, depth)
        question = replace(question, floor=self._floor(gathered.candidates))
        passed = gate(question, gathered.candidates)
        chance, weighed = asking.chance or task_key(task), question.policy.weights.utility > 0.0
        left, withheld = self.crediting.sift(self._scope, passed, chance, weighed)
        settled = self.screening.settle(self._scope, question, left, self._writer.embedding.model)
        most, behind = depth.candidates, gathered.behind
        more, heard = len(passed) >= most, counted(passed, settled.held)
        heard = with_represented(self._store.search, self._scope.user, heard, behind, most)
        if withheld or behind:  # else nothing that is banned can be among them
            heard = counted(heard, self.crediting.banned(self._scope))
        figures = summarize(heard, gathered.total, more=more or len(heard) >= most)
        recall = Recall(
            id=self._writer.ids.new(),
            task=task,
            at=now,
            results=self._results(question, settled),
            withheld=(*withheld, *settled.withheld),
            statistics=replace(
                figures,
                distant=len(left) - len(settled.held) - settled.close,
                proven=harmless(figures.proven),
            ),
            similar=Similar(tuple(heard), _least(question, gathered.candidates)),
        )
        return recall, more and len(recall.results) < question.k and bool(settled.held)

    def _gather(self, task: Task, asking: Asking, depth: Depth) -> Gathered:
        model, vector = self._writer.embedding.query(vector_text(task))
        query = Query(self._terms(task), vector, model)
        user, spaces = self._scope.user, (self._scope.namespace, *asking.namespaces)
        return union(
            self._searcher.gather(Scope(space, user), EPISODE, query, asking.filter, depth)
            for space in dict.fromkeys(spaces)
        )

    def _floor(self, candidates: Sequence[Candidate]) -> float:
        """Cosine below which a hit is off topic; to find it may be dear, and is left if it can."""
        if self._policy.floor is not None:
            return self._policy.floor
        compared = any(candidate.cosine is not None for candidate in candidates)
        return self._writer.embedding.floor if compared else 1.0

    def _terms(self, task: Task) -> tuple[str, ...]:
        """Each term of the task once, those of its gist twice."""
        analyzer, about = self._writer.analyzer, gist(task)
        terms = dict.fromkeys(analyzer.terms(vector_text(task)))
        return (*terms, *dict.fromkeys(analyzer.terms(about) if about else ()))

    def _results(self, question: Question, settled: Settled) -> tuple[PrioritizedResult, ...]:
        own = [c.traits.num for c in settled.chosen if c.traits.namespace == self._scope.namespace]
        more = self._store.derived.represented(self._scope, own)
        # One that was forgotten between ranking and reading is simply no longer there.
        return tuple(
            PrioritizedResult(
                episode=settled.episodes[key_of(c)],
                similarity=c.cosine or 0.0,
                priority=c.priority,
                breakdown=explain(question, c),
                relevance=c.relevance,
                also=(*c.also, *more.get(c.traits.num, ())),
            )
            for c in settled.chosen
            if key_of(c) in settled.episodes
        )

    def similar(self, task: Task | str, k: int = 5, *, filter: Filter | None = None) -> Recall:
        """The most similar episodes, whatever became of them."""
        only = ReplayWeights(similarity=1.0, recency=0.0, reward=0.0, outcome_bonus=0.0)
        return self.recall(task, Asking(k, conditions(filter), only, balance=False))

    def success_patterns(self, task: Task | str, k: int = 3) -> tuple[PrioritizedResult, ...]:
        """Successes to follow, best first."""
        return self.recall(task, Asking(k, Filter(outcome=(Outcome.SUCCESS,)))).results

    def failure_warnings(self, task: Task | str, k: int = 2) -> tuple[PrioritizedResult, ...]:
        """Failures to avoid, best first."""
        return self.recall(task, Asking(k, Filter(outcome=(Outcome.FAILURE,)))).results

    def lessons(self, task: Task | str, k: int = 5) -> tuple[Lesson, ...]:
        """What similar attempts stated, each lesson once; then what was learned from them.

        Args:
            task: The task at hand.
            k: Episodes to read lessons from; they need not all have one.
        """
        found: dict[str, Lesson] = {}
        recall = self.recall(task, Asking(k))
        for result in recall.results:
            for text in result.episode.lessons:
                lesson = Lesson(text, (result.episode.id,), outcome=result.outcome)
                same = found.setdefault(lesson.provenance, lesson)
                if same is not lesson:
                    origins = (*same.origins, *lesson.origins)
                    found[lesson.provenance] = replace(same, origins=origins)
        return (*found.values(), *recall.lessons)


def _least(question: Question, candidates: Sequence[Candidate]) -> float:
    """What likeness begins at: a cosine if any was compared, else the words in common."""
    compared = any(candidate.cosine is not None for candidate in candidates)
    return question.floor if compared else question.policy.coverage

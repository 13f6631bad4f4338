"""Working memory: the conversation at hand, within a budget of tokens.

Every message is kept. What no longer fits is folded into a rolling summary, or left out of the
context by its importance; what was, stays readable. Any number of processes may share a session.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from seasoned import codec
from seasoned.core import lexical, values
from seasoned.core.assembling import assemble
from seasoned.core.costs import Costs
from seasoned.core.importance import Importance, scorer
from seasoned.core.judging import Judgement
from seasoned.core.messages import Message
from seasoned.core.records import Episode, Task
from seasoned.core.reports import Receipt
from seasoned.core.summaries import Summary
from seasoned.core.summarizing import summarize
from seasoned.core.summary_requests import summary_of, summary_request
from seasoned.core.window import Context, Weighed, WindowRules, decide
from seasoned.errors import Conflict, InvalidInput, SeasonedError
from seasoned.memories.closing import MOST, about, begun, concluded, in_full
from seasoned.memories.windows import FoldPlan, Window, given, pinned_must_fit, row_of, weighed
from seasoned.memories.writing import Writer
from seasoned.ports import Scope
from seasoned.ports.knowledge import SessionStore
from seasoned.ports.llm import LLM

_TRIES: Final = 8  # of what other processes were faster with
_STATES: Final = ("live", "folded", "evicted")


@dataclass(frozen=True, slots=True)
class WorkingPolicy:
    """How a conversation is kept within its budget.

    Attributes:
        rules: Budget, threshold, what is protected.
        costs: What a message costs in tokens.
        importance: From a message to its importance in [0, 1], or words and their scores; None
            for the source article's signals, in four languages.
        written: Most tokens of a summary that a model writes.
    """

    rules: WindowRules = WindowRules()
    costs: Costs = Costs()
    importance: Importance | Mapping[str, float] | None = None
    written: int = 2_000


class WorkingMemory:
    """A session. Safe to share between threads; other processes see what this one adds.

    Attributes:
        id: Of the session.
        problems: What a model could not do, in words; the rules did it then.
    """

    def __init__(
        self,
        store: SessionStore,
        writer: Writer,
        scope: Scope,
        id: str,
        policy: WorkingPolicy = WorkingPolicy(),
        llm: LLM | None = None,
    ) -> None:
        self._store, self._writer, self._scope = store, writer, scope
        self.id, self._policy, self._llm = values.text(id, "id"), policy, llm
        if not self.id.strip():
            raise InvalidInput("a session needs an id, as in memory.session('chat-1')")
        self._score = scorer(policy.importance)
        self.problems = list[str]()
        self._plan: FoldPlan | None
        self._start()

    def __repr__(self) -> str:
        user = "" if self._scope.user is None else f" user={self._scope.user!r}"
        return f"<WorkingMemory {self.id!r} namespace={self._scope.namespace!r}{user}>"

    def _start(self) -> None:
        self._pid, self._lock = os.getpid(), threading.RLock()
        self._folding = threading.Lock()
        self._window, self._plan = Window(), None

    @cached_property
    def _counter(self) -> int:
        return self._policy.costs.stamp()

    def _locked(self) -> threading.RLock:
        if os.getpid() != self._pid:
            self._start()  # a fork may have caught another thread with the lock in hand
        return self._lock

    def add(
        self,
        message: Message | Mapping[str, Any] | str,
        role: str = "user",
        *,
        pinned: bool = False,
        importance: float | None = None,
    ) -> Message:
        """Add a message at the end. When this returns it is on disk.

        Args:
            message: As chat models take it, or its text.
            role: Of a text.
            pinned: Whether it stays in each context, whole.
            importance: In [0, 1], instead of what the scorer says.

        Returns:
            The message with its id and time.

        Raises:
            InvalidInput: it is no message, or a value is out of range.
            Conflict: the session is closed.
            BudgetError: pinned messages would exceed the budget; it was not added.
            StoreError: it could not be kept.
        """
        return self.add_many([given(message, role, pinned, importance)])[0]

    def add_many(self, messages: Iterable[Message | Mapping[str, Any]]) -> tuple[Message, ...]:
        """Add messages at the end, all or none."""
        said, due = self.append(messages)
        if due:
            self.fold()
        return said

    def append(
        self, messages: Iterable[Message | Mapping[str, Any]]
    ) -> tuple[tuple[Message, ...], bool]:
        """Add messages without folding any: them, and whether `fold` has something to do."""
        said = [self._whole(Message.of(message)) for message in messages]
        fresh = [Weighed(m, self._policy.costs.of(m), self._score(m)) for m in said]
        rows = [row_of(one, self._counter) for one in fresh]
        if not rows:
            return (), False
        with self._locked():
            if any(message.pinned for message in said):
                self._refresh()
                pinned_must_fit(self._window, fresh, self.budget)
            at = self._writer.clock.now().timestamp()
            places = self._store.append(self._scope, self.id, rows, at)
            if self._window.row is not None and places[0] == self._window.last + 1:
                for place, one in zip(places, fresh, strict=True):
                    self._window.take(place, one)
            else:
                self._refresh()
            return tuple(said), self._due()

    def fold(self) -> None:
        """Fold and evict what is due; where another thread or process is at it, that one does.

        While a model writes the summary, others go on using the session.
        """
        with self._locked():
            folding = self._folding
        if not folding.acquire(blocking=False):
            return
        try:
            for _ in range(_TRIES):
                with self._locked():
                    self._plan = plan = self._planned()
                if plan is None or self._folded(plan):
                    break
        finally:
            folding.release()

    def _whole(self, message: Message) -> Message:
        cleaned = self._writer.clean(message)
        id, at = message.id or self._writer.ids.new(), message.at or self._writer.clock.now()
        return replace(cleaned, id=id, at=at)

    def context(self, max_tokens: int | None = None) -> Context:
        """What to send to a model: never above the budget.

        Args:
            max_tokens: A smaller budget than the policy's, such as what other blocks leave.

        Raises:
            InvalidInput: the budget is out of range.
            BudgetError: what must stand there exceeds it, and is named: pinned messages and
                those of the system, or the newest, if it cannot be cut.
        """
        rules = self._policy.rules
        if max_tokens is not None:
            most = min(rules.max_tokens, values.count(max_tokens, "max_tokens", least=1))
            least = min(rules.above, most)
            rules = replace(rules, max_tokens=most, threshold=least)
        with self._locked():
            self._refresh()
            window = self._window
            live = [one for _, one in sorted(window.live.items())]
            return assemble(
                live, window.summary, rules, self._policy.costs, summary_tokens=window.said
            )

    @property
    def budget(self) -> int:
        """Tokens of a context at most."""
        return self._policy.rules.max_tokens

    @property
    def summary(self) -> Summary | None:
        """Of the messages that were folded, None while there are none."""
        with self._locked():
            self._refresh()
            return self._window.summary

    @property
    def closed(self) -> bool:
        """Whether nothing can be added any more."""
        row = self._store.get(self._scope, self.id)
        return row is not None and row.state == "closed"

    def messages(self, state: str | None = None) -> tuple[Message, ...]:
        """All messages in order, the summarised ones too.

        Args:
            state: Only those that are ``live`` in the context, ``folded`` into the summary, or
                ``evicted``; None for all.
        """
        states = _STATES if state is None else (values.text(state, "state"),)
        if states[0] not in _STATES:
            raise InvalidInput(f"state must be live, folded or evicted, got {state!r}")
        rows = self._store.read(self._scope, self.id, states=states)
        return tuple(codec.decode(row.body, Message) for row in rows)

    def search(self, query: str, k: int = 5) -> tuple[Message, ...]:
        """The messages of the session that share most with a query, whatever became of them."""
        analyzer, messages = self._writer.analyzer, self.messages()
        terms = [lexical.count_terms(analyzer.terms(message.text)) for message in messages]
        documents = [
            lexical.Document(n, sum(counts.values()), lexical.pack_terms(counts))
            for n, counts in enumerate(terms)
        ]
        length = sum(document.length for document in documents)
        asked = analyzer.terms(values.text(query, "query"))
        ranked = lexical.rank(asked, documents, len(documents), length)
        return tuple(messages[match.num] for match in ranked[: values.count(k, "k", least=1)])

    def close(
        self,
        task: Task | str | None = None,
        *,
        outcome: Judgement | None = None,
        lessons: Sequence[str] = (),
    ) -> Receipt | None:
        """End the session and record it as an episode with its summary, once.

        A short one is kept word for word. It is found by all that the episode tells of it.

        Args:
            task: What it was about; None takes the first that the user said.
            outcome: How it ended, in any form that `Memory.judge` takes; None is unknown.
            lessons: What is to be learned of it.

        Returns:
            The episode's receipt; None if nothing was ever said.

        Raises:
            NotFound: there is no such session.
            InvalidInput: a value cannot be used.
            Conflict: messages come faster than it can be summed up.
        """
        own = self._writer.clean(begun(self.id, task, outcome, lessons))  # its messages are clean
        for _ in range(_TRIES):
            done, receipt = self._close(own, task is None)
            if done:
                return receipt
        raise Conflict(f"session {self.id!r} gets messages all the time; close it when it rests")

    def _close(self, own: Episode, untitled: bool) -> tuple[bool, Receipt | None]:
        """Close it with the messages that it has; whether nothing was said meanwhile."""
        messages, write = self.messages(), None
        if messages:
            title = about(messages, self.id) if untitled else own.task
            whole = replace(own, task=title, started_at=messages[0].at)
            episode = concluded(whole, self._closing(messages))
            (write,) = self._writer.derive(self._scope, [episode])
        try:
            return True, self._store.close(self._scope, self.id, write, len(messages))
        except Conflict:
            row = self._store.get(self._scope, self.id)
            if row is None or row.messages == len(messages):
                raise
            return False, None

    def forget(self) -> bool:
        """Remove the session with all its messages and its summary; whether there was one.

        The episode that it became stays; forgetting that one takes its conversation with it.
        """
        with self._locked():
            self._window = Window()
            return self._store.delete(self._scope, [self.id]) > 0

    def _closing(self, messages: Sequence[Message]) -> str:
        """All of it, or a summary."""
        whole = in_full(messages, self._policy.costs.of)
        if whole and self._llm is None:
            return whole
        with self._locked():
            self._refresh()
            said = (one.message for _, one in sorted(self._window.live.items()))
            live = [message for message in said if message.role != "system"]
            previous = self._window.summary and self._window.summary.without("system")
        told = self._summarized(previous, live, MOST, replaced=MOST + 1).told
        return told or " ".join(message.text for message in live)[: 4 * MOST]

    def _refresh(self) -> None:
        """Bring the window in step with what all processes have done."""
        row = self._store.get(self._scope, self.id)
        known = self._window.row
        if row is None:
            self._window = Window()
            return
        since = (row.started, row.version)
        again = row.messages < self._window.last  # forgotten, and begun in the same moment
        if known is None or again or (known.started, known.version) != since:
            self._window = Window()
            if row.summary is not None:
                self._window.summary = codec.decode(row.summary, Summary)
                self._window.said = self._policy.costs.of(self._window.summary.message())
        self._window.row = row
        if row.messages > self._window.last:
            for found in self._store.read(self._scope, self.id, after=self._window.last):
                one = weighed(found, self._policy.costs, self._counter)
                self._window.take(found.place, one)
            self._window.last = max(self._window.last, row.messages)

    def _due(self) -> bool:
        window = self._window
        return self._policy.rules.due(window.total, len(window.live), window.said)

    def _planned(self) -> FoldPlan | None:
        """What is to be folded and evicted; the same until it is done, however long it takes."""
        self._refresh()
        window, row = self._window, self._window.row
        if row is None or not self._due():
            return None
        if self._plan is not None and self._plan.since == (row.started, row.version):
            return self._plan
        places = sorted(window.live)
        live = [window.live[place] for place in places]
        decision = decide(live, self._policy.rules, summary_tokens=window.said)
        states = {places[i]: "folded" for i in decision.folded}
        states |= {places[i]: "evicted" for i in decision.evicted}
        messages = tuple(live[i].message for i in decision.folded)
        since = (row.started, row.version)
        return FoldPlan(since, states, messages, window.summary, decision.limit) if states else None

    def _folded(self, plan: FoldPlan) -> bool:
        """Whether it could be done before another process did something else."""
        summary = None
        if plan.messages:
            found = self._summarized(plan.previous, plan.messages, plan.limit)
            summary = codec.encode(found)
        done = self._store.fold(self._scope, self.id, plan.since[1], plan.states, summary)
        if done:
            with self._locked():
                self._refresh()
        return done

    def _summarized(
        self,
        previous: Summary | None,
        messages: Sequence[Message],
        limit: int,
        replaced: int | None = None,
    ) -> Summary:
        """By the model if there is one; by the rules if it cannot, or says more than before."""
        count = self._policy.costs.count
        if self._llm is not None:
            most = min(limit, self._policy.written)
            asked, schema = summary_request(previous, messages, most)
            try:
                answer = self._llm.complete(asked, schema=schema, max_tokens=2 * most + 200)
                return summary_of(
                    answer.parsed, previous, messages, most, count=count, replaced=replaced
                )
            except SeasonedError as error:
                told = f"no summary by {self._llm.model}: {error}"
                self.problems += [] if told in self.problems[-1:] else [told]
        return summarize(previous, messages, limit, count=count, replaced=replaced)

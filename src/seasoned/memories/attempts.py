"""Attempts: one task run under memory, as a durable row that any process may go on with.

`Attempts` begins, resumes and expires them; an `Attempt` is a handle on one. An attempt is
finished once, in the same transaction that records its episode.
"""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from seasoned.core import values
from seasoned.core.attempts import (
    ABANDONED,
    FINISHED,
    OPEN,
    AttemptRecord,
    Outrun,
    task_at_hand,
    task_key,
)
from seasoned.core.judging import Judgement, judged
from seasoned.core.recall import RecallLog
from seasoned.core.records import Episode, Feedback, Outcome, Step, Task
from seasoned.core.replay import Budget, Recall, with_used
from seasoned.core.reports import Receipt
from seasoned.core.strategies import Candidates, Choice
from seasoned.errors import Conflict, InvalidInput, NotFound
from seasoned.memories import enclosing
from seasoned.memories.checks import TIMEOUT, Check, run_check
from seasoned.memories.choosing import Chooser, Method, Wish
from seasoned.memories.endings import Ending, describe, lessons_of
from seasoned.memories.episodic import EpisodicMemory
from seasoned.memories.guard import Guard
from seasoned.memories.guarding import Guarded, Guarding
from seasoned.memories.holding_out import HoldOut
from seasoned.memories.reading import Reading
from seasoned.memories.reflecting import Reflector
from seasoned.memories.writing import Writer
from seasoned.ports import Scope, Store

_TASK_SHOWN = 60  # characters of a task in a repr
_TRIES = 50  # to close an attempt to which other processes keep appending


class Attempts(Guarding, Reading):
    """Begins, resumes, finishes and expires the attempts of one scope."""

    reflector: Reflector  # the memory's own

    def __init__(
        self,
        store: Store,
        episodes: EpisodicMemory,
        writer: Writer,
        scope: Scope,
        chooser: Chooser,
        holdout: HoldOut,
        guard: Guard,
    ) -> None:
        self._store, self._episodes, self._holdout = store, episodes, holdout
        self._writer, self._scope, self._chooser, self._guard = writer, scope, chooser, guard

    def begin(
        self,
        task: Task | str,
        *,
        category: str | None = None,
        key: str | None = None,
        strategy: str = "",
        parent: str | None = None,
        tags: Sequence[str] = (),
    ) -> Attempt:
        """Begin an attempt, or go on with the one that already has this key."""
        task = _with_category(task_at_hand(task), category)
        around = self.current() if parent is None else self.resume(values.text(parent, "parent"))
        outer = None if around is None else around.record
        id = self._writer.ids.new()
        clean = self._writer.clean(
            Episode(task, strategy=strategy, tags=values.texts(tags, "tags"))
        )
        record = AttemptRecord(
            id=id,
            task=clean.task,
            task_key=outer.task_key if outer else task_key(clean.task),
            root=outer.root if outer else id,
            started_at=self._writer.clock.now(),
            parent=outer.id if outer else None,
            key=values.optional_text(key, "key"),
            user=self._scope.user,
            agent=self._writer.agent,
            session=self._writer.session,
            strategy=clean.strategy,
            tags=clean.tags,
        )
        return Attempt(self, self._store.attempts.begin(self._scope, record))

    def current(self) -> Attempt | None:
        """The innermost attempt of the blocks around that is one of these and still open."""
        return next((attempt for attempt, state in self._blocks() if state == OPEN), None)

    def around(self) -> Attempt | None:
        """The current attempt, else the innermost that was closed while its block goes on."""
        return self.current() or next((attempt for attempt, _ in self._blocks()), None)

    def _blocks(self) -> Iterator[tuple[Attempt, str]]:
        """The attempts among these whose blocks are around, innermost first, with their states."""
        for place in enclosing.around():
            attempt = place.held
            if isinstance(attempt, Attempt) and attempt.belongs_to(self):
                with contextlib.suppress(NotFound):
                    yield attempt, attempt.state

    def resume(self, id: str) -> Attempt:
        """A handle on an attempt that some process began."""
        return Attempt(self, self._store.attempts.get(self._scope, values.text(id, "id")))

    def expire(self, after: timedelta) -> list[Receipt]:
        """Close attempts that have been open for longer than `after`, outcome unknown."""
        if not isinstance(after, timedelta) or not timedelta(0) <= after < timedelta(days=36_500):
            raise InvalidInput(
                f"after must be a timedelta of 0 to 100 years, got {values.shown(after)}"
            )
        stale = self._store.attempts.stale(self._scope, self._writer.clock.now() - after)
        detail = f"expired: still open {after} after it began"
        receipts = []
        for record in stale:
            # One that another process closed meanwhile is no longer ours to expire.
            with contextlib.suppress(Conflict, NotFound):
                receipts.append(self.close(record, Ending(detail=detail), ABANDONED))
        return receipts

    def load(self, id: str) -> AttemptRecord:
        """The stored state of an attempt."""
        return self._store.attempts.get(self._scope, id)

    def step(self, id: str, step: Step, feedback: Feedback | None = None) -> None:
        """Append a step, and what a check said."""
        step = replace(step, at=step.at or self._writer.clock.now())
        clean = self._writer.clean(
            Episode(Task(""), steps=(step,), feedback=feedback or Feedback())
        )
        said = None if feedback is None else clean.feedback
        self._store.attempts.step(self._scope, id, clean.steps[0], said)

    def _owner(self, record: AttemptRecord) -> Scope:
        """The scope of whoever began it: who goes on with a shared attempt does not own it."""
        return replace(self._scope, user=record.user)

    def close(self, record: AttemptRecord, ending: Ending, state: str) -> Receipt:
        """Record the episode of an attempt and close it, in one transaction."""
        scope = self._owner(record)
        said = self._writer.clean(ending.texts())  # the record's own texts are clean
        for _ in range(_TRIES):
            episode = ending.episode(record, said, self._writer.clock.now())
            log = self._used(record, ending.used)
            write = self._writer.derive(scope, [episode], log)[0]
            with contextlib.suppress(Outrun):  # another process appended a step meanwhile
                steps = len(record.steps)
                return self._store.attempts.finish(scope, record.id, write, state, steps)
            record = self.load(record.id)
        raise Conflict(
            f"steps are appended to attempt {record.id!r} faster than it can be closed; "
            "stop whoever does so, and try again"
        )

    def _used(self, record: AttemptRecord, used: Sequence[str]) -> RecallLog | None:
        """The log of what the attempt was shown, with what it used of that."""
        if record.recall is not None:
            log = self._store.attempts.shown(self._owner(record), record.recall)
            return with_used(replace(log, items=()) if log.held and used else log, used)
        if used:
            raise InvalidInput(
                f"used is {values.shown(used)} but the attempt was shown nothing; leave it out"
            )
        return None


class Attempt(Guarded):
    """A handle on an attempt; any process may hold one on the same attempt."""

    def __init__(self, attempts: Attempts, record: AttemptRecord) -> None:
        self._attempts, self._begun = attempts, record
        self.reflector = attempts.reflector.of(record.user)

    def __repr__(self) -> str:
        task = self.task.description
        task = task if len(task) <= _TASK_SHOWN else f"{task[: _TASK_SHOWN - 1]}…"
        return f"<Attempt {self.id} {task!r}>"

    @property
    def id(self) -> str:
        """Id of the attempt, to resume it by."""
        return self._begun.id

    @property
    def task(self) -> Task:
        """What is attempted."""
        return self._begun.task

    @property
    def begun(self) -> AttemptRecord:
        """The stored state as it was when this handle was made."""
        return self._begun

    @property
    def record(self) -> AttemptRecord:
        """The stored state as it is now, steps included."""
        return self._attempts.load(self.id)

    @property
    def state(self) -> str:
        """``open``, ``finished`` or ``abandoned``."""
        return self.record.state

    def belongs_to(self, attempts: Attempts) -> bool:
        """Whether it is one of these attempts, and so may be the parent of another."""
        return self._attempts is attempts

    @functools.cached_property
    def recall(self) -> Recall:
        """What experience says about the task, recalled and logged at first use.

        It stays what it was then: later episodes and verdicts do not change it. Of an attempt
        that was closed before anything was recalled it is empty, and nothing is logged.
        """
        return self._attempts.recall(self.record)

    def prompt(self, max_tokens: Budget = "auto") -> str:
        """The block for the agent's prompt: what worked, what to avoid.

        Args:
            max_tokens: Hard budget of the text; None sets no limit; ``auto`` as in `Recall.fit`.

        Raises:
            InvalidInput: `max_tokens` is negative.
        """
        return self.recall.prompt(max_tokens)

    def choose_strategy(
        self, candidates: Candidates | None = None, *, method: Method = "thompson"
    ) -> Choice:
        """Choose how to go about the task, durably; what comes of the attempt is credited to it.

        Chosen once: asked again, in any process, it tells the same strategy and order, without
        the evidence. For another decision begin an attempt within this one. It reads what is
        known of the episodes even where nothing was recalled; an attempt whose memory is held
        out reads none.

        Args:
            candidates: As in `Learning.choose_strategy`.
            method: ``thompson`` or ``rules``.

        Raises:
            InvalidInput: there is no candidate, one twice, or no such method.
            Conflict: the attempt was closed before it chose, or chose before what is none of the
                candidates.
        """
        recall = self.__dict__.get("recall")  # what it was shown, if it asked
        return self._attempts.choose(self.record, Wish(candidates, method), recall)

    def step(
        self,
        action: str,
        detail: str = "",
        *,
        result: str | None = None,
        error: str | None = None,
        seconds: float | None = None,
    ) -> None:
        """Append a step, durably.

        Args:
            action: Kind of action, e.g. ``tool_call``.
            detail: What was done.
            result: What it gave.
            error: What went wrong.
            seconds: How long it took.

        Raises:
            Conflict: the attempt is closed.
        """
        self._attempts.step(self.id, Step(action, detail, result, error, seconds=seconds))

    def check(
        self,
        command: Sequence[str],
        *,
        timeout: float = TIMEOUT,
        junit: str | os.PathLike[str] | None = None,
        cwd: str | os.PathLike[str] | None = None,
    ) -> Feedback:
        """Run a command and record it, with what its tests say, as a step.

        At the end the tests of all commands add up; of a command that ran several times in the
        same folder the newest result counts.

        pytest is asked for a JUnit report on its own; any other command may write one. Without
        a report the exit code counts as one test. If no test ran, as nothing was selected or the
        runner could not start, the feedback has neither tests nor reward, so that the outcome is
        unknown unless it is said. The command runs without a shell.

        At the time limit it is killed with what it started. On Linux that is every process that
        descends from it, is in its session or inherited its environment, so that only one which
        gave up all three survives; elsewhere it is its process group. What it leaves running
        when it ends in time is left alone. Of its output the last 2,000 characters are kept.

        Args:
            command: Program and arguments.
            timeout: Seconds, above 0.
            junit: Report that the command writes, relative to `cwd`.
            cwd: Folder to run in.

        Returns:
            The feedback: tests passed and run, and the first failure messages.

        Raises:
            InvalidInput: the command cannot be started. A report that is not JUnit counts as
                none, and the feedback's message says why.
            Conflict: the attempt is closed.
        """
        return self.checked(run_check(command, timeout=timeout, junit=junit, cwd=cwd))

    def checked(self, check: Check) -> Feedback:
        """Keep what a command said that ran elsewhere, as `check` does with its own.

        Raises:
            Conflict: the attempt is closed.
        """
        self._attempts.step(self.id, check.step, check.feedback)
        return check.feedback

    def finish(  # noqa: PLR0913  # one verb ends an attempt, with all that is known by then
        self,
        solution: str = "",
        *,
        outcome: Judgement | None = None,
        feedback: Feedback | None = None,
        lesson: str | Sequence[str] | None = None,
        strategy: str = "",
        detail: str = "",
        used: Sequence[str] = (),
        reflect: bool = False,
    ) -> Receipt:
        """Record the episode and close the attempt, once.

        Args:
            solution: The result.
            outcome: How it ended, in any form that `judge` takes: an `Outcome` or its name; True
                or False; a reward in [0, 1]; or a `Feedback`. Without it, what the tests of
                feedback or check say, else the reward.
            feedback: Reward and tests, instead of what the checks said; its reward, if it has
                one, counts instead of one that `outcome` implies. Kept as it is, also beside an
                outcome that contradicts it; tests of checks give no reward then.
            lesson: What was learned, one text or several; None or a blank one for nothing.
            strategy: The approach taken, instead of the one begun with.
            detail: Free text about the outcome.
            used: Ids among the recalled that were really used.
            reflect: Whether to ask the memory's model what the attempt teaches, once the episode
                is recorded; without a model, or if it fails, there is a warning and no more.

        Raises:
            InvalidInput: a value is of a wrong type or out of range, feedback is given twice, or
                `used` names what was not recalled; the attempt stays open.
            Conflict: it was closed before, with other content.
        """
        said = judged(Outcome.UNKNOWN if outcome is None else outcome, feedback)
        ending = Ending(
            solution=values.text(solution, "solution"),
            outcome=None if outcome is None else said.outcome,
            feedback=said.feedback,
            reward=said.reward,
            lessons=lessons_of(lesson),
            strategy=values.text(strategy, "strategy"),
            detail=values.text(detail, "detail"),
            used=values.texts(used, "used"),
        )
        receipt = self._attempts.close(self.record, ending, FINISHED)
        if reflect:
            self.reflector.after(receipt.id)
        return receipt

    def fail(self, error: BaseException) -> Receipt:
        """Record a failure with the error that ended the attempt."""
        text = describe(error)
        self.step("error", error=text)
        return self.finish(outcome=Outcome.FAILURE, detail=text)

    def abandon(self) -> Receipt:
        """Close the attempt without a result, outcome unknown."""
        return self._attempts.close(self.record, Ending(), ABANDONED)


def _with_category(task: Task, category: str | None) -> Task:
    return task if category is None else replace(task, category=category)

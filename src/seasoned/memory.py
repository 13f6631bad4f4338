"""Memory: the verbs of seasoned and its facets. It composes the parts and decides nothing."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from random import Random
from typing import Any

from seasoned.connect import (
    Options,
    Parts,
    choose_embedder,
    choose_llm,
    connect,
    form_of,
    formats_in,
    metered,
    read_document,
)
from seasoned.core import values
from seasoned.core.cautions import Caution
from seasoned.core.filters import Filter
from seasoned.core.judging import Judgement
from seasoned.core.records import Episode, Feedback, Task, Verdict
from seasoned.core.replay import Recall
from seasoned.core.reports import Receipt, Removed
from seasoned.core.sampling import Replayed, Sampling, Scheme
from seasoned.core.scoring import ReplayWeights
from seasoned.errors import InvalidInput, StoreError
from seasoned.memories.admin import Admin
from seasoned.memories.attempts import Attempts
from seasoned.memories.choosing import Chooser, Seeds
from seasoned.memories.documents import Documents
from seasoned.memories.episodic import Asking, EpisodicMemory, conditions
from seasoned.memories.evidence import Evidence
from seasoned.memories.guard import Action, Guard
from seasoned.memories.holding_out import HoldOut
from seasoned.memories.knowledge import KnowledgeVerbs
from seasoned.memories.learning import Learning
from seasoned.memories.lessons import Lessons
from seasoned.memories.longterm import LongTermMemory
from seasoned.memories.moving import Mover, MovingVerbs
from seasoned.memories.passages import Passages
from seasoned.memories.reflecting import Reflector
from seasoned.memories.replaying import Replayer
from seasoned.memories.standing import Standing
from seasoned.memories.structured import StructuredMemory
from seasoned.memories.verbs import AttemptVerbs
from seasoned.memories.working import WorkingMemory, WorkingPolicy
from seasoned.ports import Scope
from seasoned.ports.llm import LLM


class Memory(AttemptVerbs, KnowledgeVerbs, MovingVerbs):
    """The experience of an agent, or of a team of agents, in one namespace.

    Safe to share between threads and usable after a fork; any number of processes may open the
    same file. Open it with `Memory.open`.

    Attributes:
        episodes: What happened: many at once, pages, counts, similar ones, warnings, lessons.
        learning: What was learned: skills, strategies, the learning curve, lessons, playbooks.
        notes: Long-term memory: text to remember.
        facts: Structured memory: what is so, and what was believed on any day.
        documents: Documents, kept in step with their sources.
        admin: Counts, checks, repair, pruning, expiry of attempts and backup.
    """

    def __init__(self, parts: Parts, scope: Scope, options: Options) -> None:
        self._parts, self._scope = parts, scope
        store, searcher, writer = parts.store, parts.searcher, parts.writer
        standing = Standing(store, options.choosing.imported)
        self.episodes = EpisodicMemory(store, searcher, writer, scope, options.policy, standing)
        seeds = Seeds(options.seed)
        chooser = Chooser(self.episodes, standing, options.choosing, seeds)
        holdout = HoldOut(store, writer, options.holdout, options.seed)
        guard = Guard(store, options.guard)
        self._attempts = Attempts(store, self.episodes, writer, scope, chooser, holdout, guard)
        evidence = Evidence(store, writer, scope, self.episodes)
        reflector = self._attempts.reflector = Reflector(store, writer, scope, parts.llm)
        held, noting = self._attempts.held, self.episodes.noting
        lessons = Lessons(store, writer, scope, noting, held, reflector)
        self.learning = Learning(store, scope, chooser, evidence, lessons)
        self.admin = Admin(store, searcher, writer, scope, choose_embedder, self._attempts)
        self._mover = Mover(store, writer, scope, form_of, formats_in)
        self._replayer = Replayer(store, scope, options.seed)
        self._passages = passages = Passages(store, searcher, writer, options.lookup)
        self.notes = LongTermMemory(passages, scope, held, parts.uses)
        self.facts = StructuredMemory(passages, scope, held)
        self.documents = Documents(passages, scope, read_document, options.cutting, held)
        self._read, self.llm, self._options = self._attempts.read, parts.llm, options

    @classmethod
    def open(
        cls,
        url: str | os.PathLike[str] = "seasoned.db",
        *,
        namespace: str = "default",
        user: str | None = None,
        embedder: Any = None,
        llm: Any = None,
        options: Options | None = None,
    ) -> Memory:
        """Open a memory, making its file if there is none.

        Args:
            url: A file path (``~`` is the home folder; ``.jsonl`` makes it a text file, see the
                guide), ``sqlite:///path``, or ``memory://`` for one gone when it is closed.
            namespace: A wall: nothing of one namespace is seen or felt in another.
            user: Owner of what is written. Reads see this user's records and those without a
                user, which are shared; without a user, only the shared ones. Users of a namespace
                share the statistics of its words: how rare a word is, and with it a score.
            embedder: None for the shipped model, False to search by words only, a name such as
                ``openai:text-embedding-3-small`` or ``folder:PATH``, a function from one text to
                a sequence of floats, or a `seasoned.ports.Embedder`. To give a function a name
                and a floor, see `FunctionEmbedder`. A text that cannot be embedded is kept and
                found by its words; its receipt says ``pending`` until `admin.heal`.
            llm: A language model, for what is done better with one: a name such as
                ``openai:gpt-5-mini`` or ``anthropic:claude-haiku-4-5``, a function, or a
                `seasoned.ports.llm.LLM`; None does without.
            options: Everything else.

        Raises:
            InvalidInput: the URL, namespace, user, embedder or model cannot be used.
            MissingExtra: the embedder or model needs a library that is not installed.
            ModelError: the embedder's model cannot be loaded.
            StoreError: the store cannot be opened.
        """
        options = Options() if options is None else options
        values.instance(options, Options, "options", "use Options(agent='…')")
        owner = None if user is None else values.name(user, "user")
        scope = Scope(values.name(namespace, "namespace"), owner)
        memory = cls(connect(url, embedder, options, llm), scope, options)
        # A store that can only be read is opened all the same; a later process sweeps.
        with contextlib.suppress(StoreError):
            memory.admin.sweep()
        return memory

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        user = "" if self._scope.user is None else f" user={self._scope.user!r}"
        return f"<Memory {self._parts.store.url} namespace={self._scope.namespace!r}{user}>"

    def close(self) -> None:
        """Release the store, also of all views as other users, when their counts are written.

        Closing twice is harmless; using it afterwards is an error.
        """
        with contextlib.suppress(StoreError):  # a store that can only be read, or is closed
            self.notes.flush()
        self._parts.store.close()

    def for_user(self, user: str | None) -> Memory:
        """The same memory as another user, or as nobody: it shares store, indexes and model.

        It is closed with this one; closing it closes this one, too.

        Raises:
            InvalidInput: the name cannot be used.
        """
        owner = None if user is None else values.name(user, "user")
        return Memory(self._parts, replace(self._scope, user=owner), self._options)

    def metered(self, llm: Any) -> LLM:
        """A model of one's own under this memory's budget, if its options have one.

        Args:
            llm: As for `open`.

        Raises:
            InvalidInput: it is no model.
            MissingExtra: it needs a library that is not installed.
        """
        chosen = choose_llm(llm)
        if chosen is None:
            raise InvalidInput("metered needs a model; give llm='openai:MODEL' or a function")
        known = chosen is self.llm
        return chosen if known else metered(chosen, self._options, self._parts.store)

    def _open_session(self, id: str, policy: WorkingPolicy | None) -> WorkingMemory:
        parts, chosen = self._parts, self._options.working if policy is None else policy
        values.instance(
            chosen, WorkingPolicy, "policy", "use WorkingPolicy(WindowRules(max_tokens=8_000))"
        )
        sessions = parts.store.knowledge.sessions
        return WorkingMemory(sessions, parts.writer, self._scope, id, chosen, parts.llm)

    def record(
        self, episode: Episode, *, recall: Recall | None = None, used: Sequence[str] = ()
    ) -> Receipt:
        """Keep a finished episode. When this returns it is on disk.

        Args:
            episode: What was tried and how it ended. An empty id and finish time are filled in.
            recall: What was recalled before the task, to link the outcome to what was shown.
            used: Ids among the recalled that were really used; empty means unknown.

        Returns:
            The receipt; `created` is False if the same key and content were there already.

        Raises:
            InvalidInput: it is no episode, or one of another namespace or user, or `used` names
                what was not recalled.
            Conflict: its key or id stands for other content.
            StoreError: it could not be kept; nothing was written.
        """
        return self.episodes.record(episode, recall=recall, used=used)

    def get(self, id: str) -> Episode:
        """The episode with this id, verdicts included.

        Raises:
            NotFound: no episode that this memory can see has the id.
        """
        return self.episodes.get(id)

    def recall(
        self,
        task: Task | str,
        k: int | None = None,
        *,
        filter: Filter | None = None,
        weights: ReplayWeights | None = None,
        balance: bool = True,
        namespaces: Sequence[str] = (),
    ) -> Recall:
        """Rank past episodes for a task: a few successes to follow, a few failures to avoid.

        Args:
            task: The task at hand, or its description; not blank.
            k: Most results, 1 to 10,000; None for 5, and for 8 where the task's category is a
                weak skill. Of five, up to three are successes and two failures.
            filter: What may be recalled; applied before ranking.
            weights: Of the signals, instead of the defaults.
            balance: False ranks all outcomes together.
            namespaces: Further namespaces to read from.

        Returns:
            The results, best first, with a breakdown each; empty if nothing stored has to do
            with the task. Its `prompt` is the text for an agent.

        Raises:
            InvalidInput: `k` is out of range, the task is blank or no text, or another argument
                is of a wrong type.
            StoreError: the store cannot be read.
        """
        names = tuple(
            values.name(name, "namespace") for name in values.texts(namespaces, "namespaces")
        )
        return self._attempts.read(task, Asking(k, conditions(filter), weights, balance, names))

    def warn(self, action: Action, task: Task | str | None = None) -> tuple[Caution, ...]:
        """Look at an action before it is taken: did it, or its like, fail before?

        Advisory and quick: nothing is logged or blocked, and where little is known there are no
        warnings. An action failed where it ended in an error, or was the last call of an episode
        that failed. Later verdicts count, and what was forgotten does not. Within the block of
        an attempt whose memory is held out there are none.

        Args:
            action: What is about to be done: text such as ``Search[Paris]`` or ``git push``, a
                `Step`, or a mapping such as ``{"name": "search", "arguments": {"q": "Paris"}}``.
            task: What it is done for; None for the task of the block around, or for any.

        Returns:
            At most two warnings, each with the episode, step and error that stand for it.

        Raises:
            InvalidInput: the action or the task is blank or of another kind.
            StoreError: the store cannot be read.
        """
        around = self._attempts.around()
        return self._attempts.warn(action, task, None if around is None else around.record)

    def replay(
        self,
        n: int,
        *,
        filter: Filter | None = None,
        scheme: Scheme = "proportional",
        alpha: float = 0.6,
        beta: float = 0.4,
        replacement: bool = False,
        seed: int | Random | None = None,
    ) -> tuple[Replayed, ...]:
        """Sample past episodes for a learning pass, the surprising ones more often.

        Prioritised experience replay after Schaul et al., ICLR 2016. The priority is
        |reward - expected reward| + 0.01; what is expected is the mean of category and strategy,
        drawn towards the overall mean where there are few. An outcome without a reward counts as
        1, 0.5 or 0, an unknown one as no surprise. Later verdicts count.

        Args:
            n: How many, up to 100,000; 0 gives none. Without replacement, and with the scheme
                ``recent``, more than there are gives all of them.
            filter: What may be drawn. It changes no expectation.
            scheme: ``proportional`` to priority^alpha; by ``rank``, 1 / rank^alpha; ``uniform``;
                or ``recent``, the newest without chance.
            alpha: How much priority counts, in [0, 10]; 0 makes the draw uniform.
            beta: How much of the bias the weights take back, in [0, 1].
            replacement: Whether one may be drawn twice, by stratified draws and exact weights.
            seed: A number, a generator, or None for the memory's own, see `Options.seed`.

        Returns:
            What was drawn in order, each with its episode, probability, weight and priority;
            nothing in the block of an attempt whose memory is held out.

        Raises:
            InvalidInput: a number is out of range, or the scheme is none of the four.
            StoreError: the store cannot be read.
        """
        sampling = Sampling(scheme, alpha, beta, replacement)
        if self._attempts.held():
            return ()
        return self._replayer.replay(n, conditions(filter), sampling, seed)

    def judge(
        self,
        id: str,
        outcome: Judgement,
        *,
        feedback: Feedback | None = None,
        by: str = "human",
        at: datetime | None = None,
    ) -> Verdict:
        """Add a later verdict to an episode, which itself stays as it was.

        Args:
            id: The episode.
            outcome: What is now known of how it ended: an `Outcome` or its name; True or False;
                a reward in [0, 1], where 1 is a success, 0 a failure and the rest partial; or
                a `Feedback`, read by its tests, else by its reward.
            feedback: Reward, tests and message that go with it; its reward, if it has one,
                counts instead of one that `outcome` implies.
            by: Who says so, e.g. ``ci``.
            at: When it became known; None is now. The newest verdict is the effective one, and
                one without a time is never older than those before.

        Raises:
            NotFound: no episode that this memory can see has the id.
            InvalidInput: a value is out of range or of a wrong type, or feedback is given twice.
        """
        return self.episodes.judge(id, outcome, feedback=feedback, by=by, at=at)

    def forget(
        self, *ids: str, filter: Filter | None = None, everything: bool = False, prove: bool = False
    ) -> Removed:
        """Remove episodes and all that came from them alone, or everything.

        A memory that was opened for a user removes that user's own episodes; one without a user
        removes the shared ones. Ids that are unknown, or of episodes that belong to others, are
        passed over and not counted. Copies of pruned episodes that could still be restored go
        as well.

        When it returns, nobody finds them, and where their rows lay there are zeros. Until the
        memory is closed, journal and word index may hold bytes of them; so may, seldom, pages
        that SQLite had moved rows from. `prove` erases these at once.

        Args:
            ids: Episodes to remove.
            filter: Remove what matches, among `ids` if both are given.
            everything: Remove all of one's own in the namespace: episodes, open attempts, lessons
                written by hand, notes, documents, facts, conversations and exchanges.
            prove: Erase their last traces, and search all files and known backups for them, some
                20 MB a second; `Removed.proof` has what was found.

        Raises:
            InvalidInput: neither ids nor filter limit it, and `everything` is not set.
        """
        return self.episodes.forget(*ids, filter=filter, everything=everything, prove=prove)

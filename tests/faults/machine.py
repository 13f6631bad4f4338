"""One machine that does the same to every kind of store, and compares all that they answer.

Time stands still but for one second before each operation, and the chance in ids is seeded by
the number of the operation, so that equal stores make equal ids. What a store may make as it
likes, its name, its size and the cursors of its pages, is not compared.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, ClassVar, Final

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from seasoned import Episode, Feedback, Filter, Memory, Options, SeasonedError, Task
from seasoned.connect import connect
from seasoned.core.pruning import PrunePolicy
from seasoned.core.records import Outcome, Step
from seasoned.core.reports import Receipt, Stats
from seasoned.memories import ids
from seasoned.ports import Scope
from seasoned.testing import HashEmbedder, ManualClock

# Kinds of stores, and the URL of one in a folder. The first is the one that others are held to.
KINDS: Final[Mapping[str, str]] = {
    "memory": "memory://",
    "sqlite": "{folder}/m.db",
    "jsonl": "{folder}/m.jsonl",
}
SCOPES: Final = (Scope("home"), Scope("home", "ann"), Scope("home", "bob"), Scope("away"))
WORDS = ("water", "plant", "garden", "door", "green", "repair", "植物")

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
who = st.sampled_from(range(len(SCOPES)))
which = st.integers(0, 1_000)  # the place of something in a list, counted round
outcomes = st.sampled_from(tuple(Outcome))
rewards = st.none() | st.sampled_from((0.0, 0.25, 0.5, 1.0))
several_tags = st.lists(st.sampled_from(("t1", "t2", "t3")), max_size=2).map(tuple)
some_tags = st.sampled_from((("t1",), ("t2", "t3")))
some_filters = st.one_of(
    st.none(),
    st.builds(Filter, outcome=st.sampled_from(((), ("success",), ("failure", "partial")))),
    st.builds(Filter, tags_any=some_tags),
    st.builds(Filter, category=st.sampled_from(("chores", "testing"))),
    st.builds(Filter, reward_min=st.sampled_from((0.0, 0.5))),
    st.builds(Filter, strategy=st.sampled_from(("", "plan a"))),
)
policies = st.one_of(
    st.builds(PrunePolicy, keep=st.integers(0, 4), best=st.booleans()),
    st.builds(PrunePolicy, below=st.sampled_from((0.3, 0.6)), never_shown=st.booleans()),
    st.builds(PrunePolicy, older_than=st.sampled_from((timedelta(0), timedelta(seconds=9)))),
    st.builds(PrunePolicy, filter=st.builds(Filter, tags_any=some_tags)),
)


@st.composite
def episodes(draw: st.DrawFn) -> Episode:
    text = draw(texts)
    reward = draw(rewards)
    return Episode(
        Task(text, category=draw(st.sampled_from(("chores", "testing")))),
        steps=(Step("act", text),) * draw(st.integers(0, 2)),
        solution=f"how to {text}",
        outcome=draw(outcomes),
        feedback=Feedback(reward=reward),
        lessons=tuple(draw(st.lists(texts, max_size=2))),
        tags=draw(several_tags),
        strategy=draw(st.sampled_from(("", "plan a", "plan b"))),
        key=draw(st.none() | st.sampled_from(("k1", "k2", "k3", "k4"))),
    )


class Side:
    """One store, and a memory of each scope on it."""

    def __init__(self, kind: str, folder: str, options: Options, embedder: Any) -> None:
        self.kind, self._options, self._embedder = kind, options, embedder
        self._url = KINDS[kind].format(folder=folder)
        self.open()

    def open(self) -> None:
        self.parts = connect(self._url, self._embedder, self._options)
        self.name = self.parts.store.url
        self.memories = [Memory(self.parts, scope, self._options) for scope in SCOPES]

    def reopen(self) -> None:
        if self.kind == "memory":
            self.parts.writer.ids._last = 0  # as a process that has made no id yet
        else:
            self.memories[0].close()
            self.open()


class Stores(RuleBasedStateMachine):
    """The operations; each is done to all stores, whose answers must be the same."""

    embedder: ClassVar[Any] = False

    def __init__(self) -> None:
        super().__init__()
        self.clock, self.number, self.chance = ManualClock(), 0, Random()
        self.patch = pytest.MonkeyPatch()
        certain = SimpleNamespace(getpid=os.getpid, urandom=self.chance.randbytes)
        self.patch.setattr(ids, "os", certain)
        self.folder = TemporaryDirectory()
        options = Options(synchronous="normal", clock=self.clock, seed=1)
        self.sides = [Side(kind, self.folder.name, options, self.embedder) for kind in KINDS]
        self.known, self.begun, self.batches = list[str](), list[str](), list[str]()

    def teardown(self) -> None:
        try:
            self.all_are_sound()
        finally:
            for side in self.sides:
                side.memories[0].close()
            self.folder.cleanup()
            self.patch.undo()

    def same(self, whose: int, do: Callable[[Memory], Any]) -> Any:
        """What all stores answer; an error is an answer."""
        self.number += 1
        self.clock.advance(1)
        answers = [self._answer(side, whose, do) for side in self.sides]
        for side, answer in zip(self.sides, answers, strict=True):
            assert answer == answers[0], f"{side.kind}: {answer!r}\nnot {answers[0]!r}"
        return answers[0]

    def _answer(self, side: Side, whose: int, do: Callable[[Memory], Any]) -> Any:
        self.chance.seed(self.number)
        try:
            answer = do(side.memories[whose])
        except SeasonedError as error:
            return type(error), str(error).replace(side.name, "the store")
        return replace(answer, bytes=0) if isinstance(answer, Stats) else answer

    def _note(self, receipts: Any) -> None:
        """Remember ids, which later operations are about."""
        for receipt in receipts if isinstance(receipts, list) else [receipts]:
            if isinstance(receipt, Receipt) and receipt.id not in self.known:
                self.known.append(receipt.id)

    def _id(self, place: int) -> str:
        """A known id, or one that nobody has."""
        return [*self.known, "unknown"][place % (len(self.known) + 1)]

    @rule(whose=who, episode=episodes())
    def record(self, whose: int, episode: Episode) -> None:
        self._note(self.same(whose, lambda m: m.record(episode)))

    @rule(whose=who, some=st.lists(episodes(), max_size=4))
    def record_many(self, whose: int, some: list[Episode]) -> None:
        self._note(self.same(whose, lambda m: m.episodes.record_many(some)))

    @rule(whose=who, episode=episodes(), text=texts, use=st.booleans())
    def record_what_was_recalled(self, whose: int, episode: Episode, text: str, use: bool) -> None:
        def do(memory: Memory) -> Any:
            recall = memory.recall(text)
            used = [result.episode.id for result in recall.results[:1]] if use else ()
            return memory.record(episode, recall=recall, used=used)

        self._note(self.same(whose, do))

    @rule(whose=who, place=which, outcome=outcomes | rewards.filter(lambda r: r is not None))
    def judge(self, whose: int, place: int, outcome: Any) -> None:
        id = self._id(place)
        self.same(whose, lambda m: m.judge(id, outcome, by="ci"))

    @rule(whose=who, text=texts, key=st.none() | st.sampled_from(("a1", "a2")), tags=several_tags)
    def begin(self, whose: int, text: str, key: str | None, tags: tuple[str, ...]) -> None:
        answer = self.same(whose, lambda m: m.begin(text, key=key, tags=tags).record)
        if hasattr(answer, "task_key") and answer.id not in self.begun:
            self.begun.append(answer.id)

    @precondition(lambda self: self.begun)
    @rule(whose=who, place=which, what=st.sampled_from(("step", "prompt", "record", "abandon")))
    def go_on(self, whose: int, place: int, what: str) -> None:
        id = self.begun[place % len(self.begun)]
        ways: dict[str, Callable[[Memory], Any]] = {
            "step": lambda m: m.resume(id).step("act", "once", result="done"),
            "prompt": lambda m: m.resume(id).prompt(),
            "record": lambda m: m.resume(id).record,
            "abandon": lambda m: m.resume(id).abandon(),
        }
        self._note(self.same(whose, ways[what]))

    @precondition(lambda self: self.begun)
    @rule(whose=who, place=which, outcome=outcomes, lesson=st.none() | texts)
    def finish(self, whose: int, place: int, outcome: Outcome, lesson: str | None) -> None:
        id = self.begun[place % len(self.begun)]
        self._note(
            self.same(whose, lambda m: m.resume(id).finish("done", outcome=outcome, lesson=lesson))
        )

    @rule(whose=who, seconds=st.sampled_from((0, 5, 60)))
    def expire(self, whose: int, seconds: int) -> None:
        self._note(self.same(whose, lambda m: m.admin.expire(timedelta(seconds=seconds))))

    @rule(whose=who, text=texts, k=st.integers(1, 7), where=some_filters, balance=st.booleans())
    def recall(self, whose: int, text: str, k: int, where: Filter | None, balance: bool) -> None:
        def do(memory: Memory) -> Any:
            recall = memory.recall(
                text, k, filter=where, balance=balance, namespaces=("home", "away")
            )
            return recall, recall.prompt()

        self.same(whose, do)

    @rule(whose=who, where=some_filters, limit=st.integers(1, 4))
    def pages(self, whose: int, where: Filter | None, limit: int) -> None:
        def do(memory: Memory) -> Any:
            pages, cursor = list[Any](), None
            while not pages or cursor is not None:
                page = memory.episodes.page(where, limit=limit, cursor=cursor)
                pages, cursor = [*pages, page.episodes], page.cursor
            return pages, memory.episodes.count(where), memory.episodes.recent

        self.same(whose, do)

    @rule(whose=who, place=which)
    def get(self, whose: int, place: int) -> None:
        id = self._id(place)
        self.same(whose, lambda m: m.get(id))

    @rule(whose=who, text=texts, scheme=st.sampled_from(("proportional", "rank", "recent")))
    def replay(self, whose: int, text: str, scheme: Any) -> None:
        self.same(whose, lambda m: m.replay(3, scheme=scheme, seed=self.number))
        self.same(whose, lambda m: m.episodes.lessons(text))

    @rule(whose=who, places=st.lists(which, min_size=1, max_size=3))
    def forget(self, whose: int, places: list[int]) -> None:
        known = [self._id(place) for place in places]
        self.same(whose, lambda m: m.forget(*known))

    @rule(whose=who, where=some_filters.filter(lambda where: where is not None))
    def forget_by_filter(self, whose: int, where: Filter) -> None:
        self.same(whose, lambda m: m.forget(filter=where))

    @rule(whose=who, policy=policies, apply=st.booleans(), seconds=st.sampled_from((0, 20, 3_600)))
    def prune(self, whose: int, policy: PrunePolicy, apply: bool, seconds: int) -> None:
        undo = timedelta(seconds=seconds)
        answer = self.same(whose, lambda m: m.admin.prune(policy, apply=apply, undo=undo))
        if getattr(answer, "batch", ""):
            self.batches.append(answer.batch)

    @precondition(lambda self: self.batches)
    @rule(whose=who, place=which, one=st.booleans())
    def restore(self, whose: int, place: int, one: bool) -> None:
        batch = self.batches[place % len(self.batches)]
        chosen = (self._id(place),) if one else ()
        self.same(whose, lambda m: m.admin.restore(batch, chosen))

    @rule(whose=who)
    def figures(self, whose: int) -> None:
        self.same(whose, lambda m: m.admin.stats())
        self.same(whose, lambda m: (m.admin.pruned(), m.admin.copies(), m.admin.sweep()))

    @rule(seconds=st.sampled_from((-3_600, 7, 86_400)))
    def set_the_clock(self, seconds: int) -> None:
        self.clock.advance(seconds)

    @rule()
    def reopen(self) -> None:
        for side in self.sides:
            side.reopen()

    @rule()
    def all_are_sound(self) -> None:
        for whose in range(len(SCOPES)):
            assert self.same(whose, lambda m: m.admin.check()) == []


class StoresWithVectors(Stores):
    """The same with an embedder."""

    embedder = HashEmbedder(16)

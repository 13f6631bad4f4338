"""Namespaces are walls: whatever one holds, even the same ids and keys, another never feels it."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Episode, Feedback, Filter, Outcome, SeasonedError, Step, Task
from seasoned.core.attempts import FINISHED, AttemptRecord
from seasoned.core.filters import EVERYTHING
from seasoned.core.recall import RecallLog, ShownItem
from seasoned.core.records import Lesson, Verdict
from seasoned.ports import Scope, Store
from tests.contract.stores import NOW, STORES, Filler, fresh, sound

A, B = Scope("a"), Scope("b")
IDS = st.sampled_from(["x", "y", "z"])
ACTS = st.tuples(
    st.sampled_from(
        ["add", "keyed", "judge", "forget", "begin", "step", "show", "finish", "recalled", "mined"]
    ),
    IDS,
    IDS,
)


class Actor:
    """Does what it is told in one namespace and keeps what the store answered."""

    def __init__(self, store: Store, scope: Scope) -> None:
        self.store, self.scope, self.filler = store, scope, Filler(store)
        self.answers: list[object] = []

    def act(self, act: str, one: str, two: str) -> None:
        try:
            self.answers.append(getattr(self, act)(one, two))
        except SeasonedError as error:
            text = str(error).replace(repr(self.scope.namespace), "?")
            self.answers.append((type(error), text))

    def episode(self, id: str, text: str) -> Episode:
        lessons, tags = (f"learn {text}",), (text,)
        return Episode(Task(text), id=id, outcome=Outcome.SUCCESS, lessons=lessons, tags=tags)

    def add(self, one: str, two: str) -> object:
        return self.filler.add(self.episode(one, two), scope=self.scope)

    def keyed(self, one: str, two: str) -> object:
        keyed = replace(self.episode(f"k{one}", two), key=one)
        return self.filler.add(keyed, scope=self.scope)

    def mined(self, one: str, two: str) -> object:
        """A lesson of two origins."""
        writes = self.filler.writes(
            [self.episode(f"m{id}", "mined") for id in (one, two)], self.scope
        )
        shared = Lesson("shared", (), "mined", id="shared")
        return self.store.episodes.add(
            self.scope, [replace(w, lessons=(*w.lessons, shared)) for w in writes]
        )

    def judge(self, one: str, two: str) -> object:
        verdict = Verdict(one, Outcome.FAILURE, Feedback(message=two), at=NOW, id=two)
        return self.store.episodes.judge(self.scope, verdict)

    def forget(self, one: str, two: str) -> object:
        ids = (one, f"k{two}", f"m{one}", f"f{two}")
        return self.store.episodes.delete(self.scope, Filter(ids=ids))

    def begin(self, one: str, two: str) -> object:
        record = AttemptRecord(one, Task(two), two, one, NOW, key=two)
        return self.store.attempts.begin(self.scope, record)

    def step(self, one: str, two: str) -> object:
        self.store.attempts.step(self.scope, one, Step(two))
        return self.store.attempts.get(self.scope, one)

    def log(self, one: str, two: str, used: tuple[str, ...] = ()) -> RecallLog:
        items = (ShownItem(two, 0.5, 0.5, 0.5, namespace=self.scope.namespace),)
        return RecallLog(f"r{one}", Task(one), NOW.timestamp(), items, used=used)

    def show(self, one: str, two: str) -> object:
        return plain(self.store.attempts.show(self.scope, one, self.log(one, two)))

    def finish(self, one: str, two: str) -> object:
        episode = replace(self.episode(f"f{one}", two), attempt=one)
        log = self.log(one, two, used=(two,))
        (write,) = self.filler.writes([episode], self.scope, log)
        steps = len(self.store.attempts.get(self.scope, one).steps)
        return self.store.attempts.finish(self.scope, one, write, FINISHED, steps)

    def recalled(self, one: str, two: str) -> object:
        writes = self.filler.writes([self.episode(one, two)], self.scope, self.log(two, one))
        return self.store.episodes.add(self.scope, writes)

    def state(self) -> list[object]:
        """Everything that can be read of the namespace."""
        store, scope = self.store, self.scope
        page = store.episodes.page(scope, EVERYTHING, 100, None)
        logs: list[object] = []
        for id in ("x", "y", "z"):
            try:
                logs.append(plain(store.attempts.shown(scope, f"r{id}")))
            except SeasonedError:
                logs.append(None)
        return [
            [replace(e, namespace="") for e in page.episodes],
            store.attempts.page(scope, None, 100),
            logs,
            asdict(store.episodes.stats(scope)) | {"bytes": 0},
        ]


def plain(log: RecallLog) -> RecallLog:
    return replace(log, items=tuple(replace(item, namespace="") for item in log.items))


@pytest.mark.parametrize("kind", STORES)
@settings(max_examples=60)
@given(mine=st.lists(ACTS, min_size=4, max_size=14), theirs=st.lists(ACTS, max_size=14))
def test_equal_ids_and_keys_of_two_namespaces_never_mix(
    kind: str, mine: list[tuple[str, str, str]], theirs: list[tuple[str, str, str]]
) -> None:
    with fresh(kind) as alone:
        actor = Actor(alone, A)
        for act in mine:
            actor.act(*act)
        expected = actor.answers, actor.state()
    with fresh(kind) as shared:
        actor, other = Actor(shared, A), Actor(shared, B)
        for i in range(max(len(mine), len(theirs))):
            for who, acts in ((other, theirs), (actor, mine)):
                if i < len(acts):
                    who.act(*acts[i])
        assert (actor.answers, actor.state()) == expected
        assert sound(shared)


@pytest.mark.parametrize("kind", STORES)
def test_a_log_tells_which_namespace_the_shown_lives_in(kind: str) -> None:
    with fresh(kind) as store:
        filler = Filler(store)
        for scope in (A, B):
            filler.add(Episode(Task(f"of {scope.namespace}"), id="x"), scope=scope)
        items = tuple(ShownItem("x", 0.5, 0.5, 0.5, namespace=name) for name in ("b", "a"))
        log = RecallLog("r", Task("both"), NOW.timestamp(), items)
        writes = filler.writes([Episode(Task("after"))], A, log)
        store.episodes.add(A, writes)
        assert store.attempts.shown(A, "r").items == items
        assert store.episodes.delete(B, Filter(ids=("x",))).shown == 1
        assert store.attempts.shown(A, "r").items == items[1:]
        assert store.episodes.delete(A, Filter(ids=("x",))).shown == 1
        assert store.attempts.shown(A, "r").items == ()

"""The async classes offer what the sync ones do: same names, same parameters."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from seasoned import AsyncAttempt, AsyncMemory, Attempt, Memory
from seasoned.aio.facets import AsyncAdmin, AsyncEpisodicMemory
from seasoned.aio.knowledge import AsyncDocuments, AsyncLongTermMemory, AsyncStructuredMemory
from seasoned.aio.learning import AsyncLearning
from seasoned.aio.sessions import AsyncWorkingMemory
from seasoned.aio.updater import AsyncUpdater
from seasoned.memories.admin import Admin
from seasoned.memories.documents import Documents
from seasoned.memories.episodic import EpisodicMemory
from seasoned.memories.learning import Learning
from seasoned.memories.longterm import LongTermMemory
from seasoned.memories.structured import StructuredMemory
from seasoned.memories.updater import Updater
from seasoned.memories.working import WorkingMemory

PAIRS: list[tuple[type, type]] = [
    (Memory, AsyncMemory),
    (EpisodicMemory, AsyncEpisodicMemory),
    (Learning, AsyncLearning),
    (Admin, AsyncAdmin),
    (Attempt, AsyncAttempt),
    (LongTermMemory, AsyncLongTermMemory),
    (StructuredMemory, AsyncStructuredMemory),
    (Documents, AsyncDocuments),
    (WorkingMemory, AsyncWorkingMemory),
    (Updater, AsyncUpdater),
]
# What does not ask the store, and so is no coroutine.
KNOWN = {"Attempt.id", "Attempt.task", "Attempt.begun", "WorkingMemory.budget"}
AT_ONCE = {
    *("Memory.open", "Memory.attempt", "Memory.for_user", "Memory.session", "Memory.updater"),
    *KNOWN,
}
LEFT_OUT = {
    "Attempt.belongs_to": "tells the parts of a sync memory apart, not for users",
    "WorkingMemory.append": "the first half of adding, so that nobody waits for the second",
    "WorkingMemory.fold": "the second half of adding",
    "LongTermMemory.found": "a lookup that is not counted, for contexts",
    "LongTermMemory.used": "counts what contexts show",
    "Memory.metered": "serves the agent, which awaits its model itself",
    "Updater.aupdate": "what its async twin calls update",
    "EpisodicMemory.of": "serves the parts of a sync memory, which have scopes to name",
}


def public(kind: type) -> dict[str, Any]:
    names = [name for base in kind.__mro__[:-1] for name in vars(base)]
    return {n: inspect.getattr_static(kind, n) for n in names if not n.startswith("_")}


def parameters(member: Any) -> list[tuple[Any, ...]]:
    """Name, kind and default of each parameter; a property has none."""
    if isinstance(member, classmethod):
        member = member.__func__
    if not inspect.isfunction(member):
        return []
    each = list(inspect.signature(member).parameters.values())[1:]
    return [(p.name, p.kind, p.default) for p in each]


def gaps(sync: type, other: type) -> list[str]:
    """What the async class lacks or has otherwise."""
    found = []
    theirs = public(other)
    for name, member in public(sync).items():
        full = f"{sync.__name__}.{name}"
        if full in LEFT_OUT:
            continue
        if name not in theirs:
            found.append(f"{full} is missing")
        elif parameters(member) != parameters(theirs[name]):
            found.append(f"{full} has other parameters")
        elif inspect.iscoroutinefunction(theirs[name]) == (full in AT_ONCE):
            found.append(f"{full} is a coroutine function, or should be one")
        elif not inspect.getdoc(theirs[name]):
            found.append(f"{full} has no docstring")
    return found


@pytest.mark.parametrize(("sync", "other"), PAIRS)
def test_every_verb_is_there_with_the_same_parameters(sync: type, other: type) -> None:
    assert gaps(sync, other) == []


@pytest.mark.parametrize(("sync", "other"), PAIRS)
def test_there_is_nothing_that_the_sync_class_lacks(sync: type, other: type) -> None:
    assert public(other).keys() <= public(sync).keys()


def test_every_facet_is_there() -> None:
    with Memory.open("memory://", embedder=False) as memory:
        facets = {n: type(v) for n, v in vars(memory).items() if not n.startswith("_")}
        theirs = {n: type(v) for n, v in vars(AsyncMemory(memory)).items() if n[0] != "_"}
    assert facets.keys() == theirs.keys()
    assert facets.pop("llm") is theirs.pop("llm")
    assert all((facets[name], theirs[name]) in PAIRS for name in facets)


class More(Memory):
    def added(self) -> None:
        """A verb."""


class Longer(Memory):
    def get(self, id: str, quickly: bool = False) -> Any:
        """With a parameter more."""


class OtherDefault(Memory):
    def get(self, id: str = "x") -> Any:
        """With another default."""


@pytest.mark.parametrize(
    ("changed", "gap"),
    [
        (More, "More.added is missing"),
        (Longer, "Longer.get has other parameters"),
        (OtherDefault, "OtherDefault.get has other parameters"),
    ],
)
def test_a_change_of_the_sync_class_alone_is_seen(changed: type, gap: str) -> None:
    assert gap in gaps(changed, AsyncMemory)


def test_the_async_class_may_not_be_sync() -> None:
    assert "Memory.get is a coroutine function, or should be one" in gaps(Memory, Memory)

"""Processes that speak in one session, state one fact, fold, close and spend at once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from seasoned import Memory
from seasoned.core.filters import EVERYTHING
from seasoned.core.notes import NoteFilter
from tests.contract.knowing import Knower, said, texts
from tests.stores.knowing_worker import SCOPE
from tests.stores.processes import lines, together, working

ROOT = str(Path(__file__).parents[2])
SCRIPT = (  # of modules of these tests, wherever they are run from
    f"import sys; sys.path.insert(0, {ROOT!r})\n"
    "from tests.stores.knowing_worker import main\nmain()"
)


def at_once(*commands: tuple[object, ...]) -> list[list[str]]:
    """What each worker says of all that do this at once."""
    with working(*((SCRIPT, *command) for command in commands), script="-c") as workers:
        together(workers)
        return [lines(worker) for worker in workers]


def test_two_processes_in_one_session_lose_nothing(path: Path) -> None:
    heard = at_once(*(("say", path, name, 150) for name in ("ann", "bob")))
    places = {
        int(place): text for told in heard for place, _, text in (t.partition(" ") for t in told)
    }
    assert sorted(places) == list(range(1, 301))
    with Memory.open(path, embedder=False) as memory:
        rows = memory._parts.store.knowledge.sessions.read(SCOPE, "s")
        assert dict(zip((row.place for row in rows), texts(rows), strict=True)) == places
        for name in ("ann", "bob"):  # each in the order in which it spoke
            own = [text for text in texts(rows) if text.startswith(name)]
            assert own == [f"{name} {i}" for i in range(150)]


def test_of_those_who_fold_at_once_one_does(path: Path) -> None:
    with Memory.open(path, embedder=False) as memory:
        memory._parts.store.knowledge.sessions.append(SCOPE, "s", said(*"x" * 90), 1.0)
    heard = at_once(*(("fold", path, name, 40) for name in "ab"))
    done = [line.split()[0] for told in heard for line in told if line.endswith("True")]
    assert len(done) == len(set(done))
    with Memory.open(path, embedder=False) as memory:
        row = memory._parts.store.knowledge.sessions.get(SCOPE, "s")
        assert row and row.version == len(done) >= 40
        assert len(memory._parts.store.knowledge.sessions.read(SCOPE, "s")) == 90 - len(done)


def test_a_session_that_two_processes_close_is_one_episode(path: Path) -> None:
    with Memory.open(path, embedder=False) as memory:
        for i in range(20):
            memory._parts.store.knowledge.sessions.append(SCOPE, f"s{i}", [], 1.0)
    one, other = (
        [line.split() for line in told]
        for told in at_once(("close", path, "one", 20), ("close", path, "other", 20))
    )
    assert [id for id, _ in one] == [id for id, _ in other]
    assert all({a, b} == {"True", "False"} for (_, a), (_, b) in zip(one, other, strict=True))
    with Memory.open(path, embedder=False) as memory:
        assert memory._parts.store.episodes.count(SCOPE, EVERYTHING) == 20


def test_of_what_two_processes_state_at_once_one_value_stands(path: Path) -> None:
    heard = at_once(*(("tell", path, name, 30) for name in "ab"))
    actions = Counter(line.split()[0] for told in heard for line in told)
    assert actions == {"add": 1, "supersede": 59}
    with Memory.open(path, embedder=False) as memory:
        knower = Knower(memory._parts.store, SCOPE)
        versions = knower.history()
        assert {line.split()[1] for told in heard for line in told} <= {v.id for v in versions}
        assert len(knower.found(NoteFilter())) == 1
        assert knower.searched() == {v.id for v in versions if v.believed}
        assert memory.admin.check() == []


def test_no_budget_is_spent_twice(path: Path) -> None:
    heard = at_once(*(("spend", path, name, 50) for name in "ab"))
    assert Counter(line for told in heard for line in told) == {"True": 70, "False": 30}


def test_those_who_add_one_document_at_once_keep_one_version_of_it(path: Path) -> None:
    heard = at_once(*(("add", path, name, 12) for name in "ab"))
    assert all(line.startswith("6 ") for told in heard for line in told)
    with Memory.open(path, user="ann", embedder=False) as memory:
        assert memory.documents.sources() == {"shared.md": 6}
        chunks = memory.documents.chunks("shared.md")
        assert [chunk.place for chunk in chunks] == list(range(6))
        said = [chunk.text.split("\n")[-1] for chunk in chunks]
        assert said == [f"{'the end' if n % 2 else 'of all'} {n}" for n in range(6)]
        assert memory.admin.check() == []

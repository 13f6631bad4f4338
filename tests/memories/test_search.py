from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from seasoned import Episode, Filter, Memory, Options, Outcome, Task
from seasoned.core.filters import EVERYTHING
from seasoned.memories import search as module
from seasoned.memories.search import Depth, Gathered, Query, Searcher
from seasoned.ports import EPISODE, Scope
from seasoned.testing import HashEmbedder, ManualClock

WORKER = Path(__file__).parents[1] / "stores" / "worker.py"
HERE = Scope("default")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "m.db"


def opened(path: Path, hybrid: bool = False, **more: str) -> Memory:
    embedder = HashEmbedder(32) if hybrid else False
    return Memory.open(str(path), embedder=embedder, options=Options(clock=ManualClock()), **more)


@pytest.fixture(params=[False, True], ids=["words", "hybrid"])
def pair(request: pytest.FixtureRequest, path: Path) -> Iterator[tuple[Memory, Memory]]:
    """Two memories on one file, as two processes have them; the first has its indexes."""
    with opened(path, request.param) as reader, opened(path, request.param) as writer:
        for _ in range(2):  # the second recall builds the index
            assert found(reader, "plant") == set()
        yield reader, writer


def good(text: str, **fields: str) -> Episode:
    return Episode(Task(text), outcome=Outcome.SUCCESS, **fields)  # type: ignore[arg-type]


def found(memory: Memory, text: str, **options: object) -> set[str]:
    recall = memory.recall(text, k=50, balance=False, **options)  # type: ignore[arg-type]
    return {r.episode.task.description for r in recall.results}


def test_what_others_wrote_is_found(pair: tuple[Memory, Memory]) -> None:
    reader, writer = pair
    writer.record(good("water the plant"))
    assert found(reader, "plant") == {"water the plant"}
    writer.episodes.record_many(good(f"plant number {i}") for i in range(30))
    assert len(found(reader, "plant")) == 31


def test_what_others_removed_is_gone(pair: tuple[Memory, Memory]) -> None:
    reader, writer = pair
    ids = [writer.record(good(f"plant {name}")).id for name in ("rose", "oak")]
    assert len(found(reader, "plant")) == 2
    writer.forget(ids[0])
    assert found(reader, "plant") == {"plant oak"}
    writer.forget(everything=True)
    assert found(reader, "plant") == set()
    assert reader.admin.check() == []


def test_verdicts_of_others_count(pair: tuple[Memory, Memory]) -> None:
    reader, writer = pair
    id = writer.record(good("water the plant")).id
    assert len(reader.recall("water the plant").successes) == 1
    writer.judge(id, "failure")
    recall = reader.recall("water the plant")
    assert (len(recall.successes), len(recall.failures)) == (0, 1)
    assert found(reader, "water the plant", filter=Filter(outcome=(Outcome.FAILURE,)))
    assert not found(reader, "water the plant", filter=Filter(outcome=(Outcome.SUCCESS,)))


def test_what_another_process_wrote_is_found(path: Path) -> None:
    with opened(path) as memory:
        for expected in (0, 3, 6):
            assert len(found(memory, "gardener")) == expected
            command = [sys.executable, str(WORKER), "write", str(path), f"gardener {expected}", "3"]
            subprocess.run(command, check=True, capture_output=True)


def test_vectors_that_others_add_later_are_used(path: Path) -> None:
    with opened(path, hybrid=True) as reader:
        reader.record(good("first of all"))
        with opened(path) as writer:
            writer.record(good("gardening"))
        query = "gardenia"  # another word, spelled alike
        assert found(reader, query) == set()
        with opened(path, hybrid=True) as healer:
            assert healer.admin.heal() == 1
        assert found(reader, query) == {"gardening"}


def test_what_has_no_vector_is_found_by_words(path: Path) -> None:
    with opened(path) as words:
        words.record(good("prune the hedge"))
    with opened(path, hybrid=True) as memory:
        memory.record(good("prune the rose"))
        with opened(path) as words:
            words.record(good("prune the vine"))
        everything = {"prune the hedge", "prune the rose", "prune the vine"}
        for _ in range(2):
            assert found(memory, "prune") == everything


def test_the_least_used_shelves_go_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SHELVES", 2)
    with opened(path) as memory:
        for name in ("a", "b", "c"):
            with opened(path, namespace=name) as other:
                other.record(good(f"plant of {name}"))
        everything = {"plant of a", "plant of b", "plant of c"}
        for _ in range(3):
            assert found(memory, "plant", namespaces=("a", "b", "c")) == everything
        searcher = memory._parts.searcher
        assert [name for name, _ in searcher._shelves] == ["b", "c"]


def test_namespaces_are_merged_with_scores_of_their_own(path: Path) -> None:
    with opened(path, namespace="team", hybrid=True) as team:
        team.episodes.record_many(good(f"plant the bulb {i}") for i in range(3))
        team.record(good("paint the fence"))
    with opened(path, hybrid=True) as mine:
        mine.record(good("plant the tree"))
        merged = mine.recall("plant the tree", namespaces=("team", "team", "nowhere"))
        assert {r.episode.namespace for r in merged.results} == {"default", "team"}
        assert merged.statistics.total == 5
        ids = [r.episode.id for r in merged.results]
        assert len(ids) == len(set(ids))
        assert found(mine, "fence") == set()


def test_a_users_rows_are_hidden_from_others_in_the_index(path: Path) -> None:
    for user in ("ann", "bob", None):
        with Memory.open(str(path), user=user, embedder=HashEmbedder(32)) as memory:
            memory.record(good(f"plant of {user}"))
    with Memory.open(str(path), user="ann", embedder=HashEmbedder(32)) as memory:
        parts = memory._parts
        vector = parts.embedding.query("plant of bob")[1]
        query = Query(("plant", "bob"), vector, "hash-32")
        for user, seen in (("ann", {"ann"}), ("bob", {"bob"}), ("eve", set()), (None, set())):
            gathered = gather(parts.searcher, query, scope=Scope("default", user))
            ids = [c.traits.id for c in gathered.candidates]
            episodes = parts.store.episodes.get(Scope("default", user), ids).values()
            assert {e.user for e in episodes} == {None, *seen}
            assert gathered.total == len(episodes) == len(ids)


def gather(
    searcher: Searcher, query: Query, where: Filter = EVERYTHING, scope: Scope = HERE
) -> Gathered:
    return searcher.gather(scope, EPISODE, query, where, Depth(5, 0.6, 0.97))


def test_a_filter_that_keeps_three_of_thousands_returns_those_three(path: Path) -> None:
    with opened(path, hybrid=True) as memory:
        memory.episodes.record_many(good(f"sort the numbers {i}") for i in range(3000))
        rare = {memory.record(good(f"odd item {i} sort", strategy="rare")).id for i in range(3)}
        parts, where = memory._parts, Filter(strategy=("rare",))
        vector = parts.embedding.query("sort the numbers")[1]
        for query in (
            Query(("sort", "number")),
            Query((), vector, "hash-32"),
            Query(("sort", "number"), vector, "hash-32"),
            Query(("sort", "number")),  # now by the index
        ):
            gathered = gather(parts.searcher, query, where)
            assert {c.traits.id for c in gathered.candidates} == rare
            assert gathered.total == 3
            assert len(gather(parts.searcher, query).candidates) >= 100
            nothing = gather(parts.searcher, query, Filter(strategy=("none such",)))
            assert (nothing.candidates, nothing.total) == ([], 0)


def test_candidates_know_their_twins(path: Path) -> None:
    with opened(path, hybrid=True) as memory:
        memory.episodes.record_many(
            good(text) for text in ("dig a hole", "dig a hole", "climb a tree")
        )
        parts = memory._parts
        query = Query(("dig",), parts.embedding.query("dig a hole")[1], "hash-32")
        candidates = {c.traits.num: c for c in gather(parts.searcher, query).candidates}
        first, second, other = sorted(candidates)
        assert candidates[first].twins == {second} and candidates[second].twins == {first}
        assert candidates[other].twins == frozenset()


def test_another_model_starts_the_vectors_afresh(path: Path) -> None:
    with opened(path, hybrid=True) as memory:
        memory.record(good("dig a hole"))
        parts = memory._parts
        vector = parts.embedding.query("dig a hole")[1]
        for model, known in (("hash-32", True), ("another", False), ("hash-32", True)):
            (candidate,) = gather(parts.searcher, Query(("dig",), vector, model)).candidates
            assert (candidate.cosine is not None) == known


@pytest.mark.parametrize("n", [3, 40])
def test_a_memory_of_one_kind_of_task_finds_the_like_of_a_new_one_by_words(
    path: Path, n: int
) -> None:
    with opened(path) as memory:
        for i in range(n):
            won = Outcome.SUCCESS if i % 2 else Outcome.FAILURE
            task, strategy = Task(f"fix the parser bug {i}"), "ask" if i % 2 else "guess"
            memory.record(Episode(task, outcome=won, strategy=strategy))
        recall = memory.recall("fix the parser bug 50")
        assert recall.statistics.similar == n
        assert len(recall.results) == min(n, 5)
        choice = memory.learning.choose_strategy("fix the parser bug 50", ["ask", "guess"])
        assert sum(one.n for one in choice.evidence) == n
        for other in ("fix the bathroom tap", "parser 50", "bake the bread"):
            assert not memory.recall(other).results

"""What every store promises to search: its change feed, full text, traits and vectors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Conflict, Episode, Filter, Outcome, Task
from seasoned.core.filters import EVERYTHING
from seasoned.core.lexical import Document, rank
from seasoned.core.records import Verdict
from seasoned.ports import EPISODE, Entry, Feed, Model, Scope, Store
from seasoned.testing import HashEmbedder
from tests.contract.stores import ANALYZER, HERE, NOW, STORES, Filler, fresh, good, sound

THERE = Scope("there")
HASHED = Model("hash-16", 16)


class Replica:
    """What an index holds that does as the feeds say."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.seq: int | None = None
        self.held: dict[int, Entry] = {}

    def follow(self) -> Feed:
        feed = self.store.search.follow("here", EPISODE, self.seq, HASHED.name)
        if feed.complete:
            self.held.clear()
        for num in feed.deletes:
            self.held.pop(num, None)
        self.held |= {entry.num: entry for entry in feed.puts}
        assert [entry.num for entry in feed.puts] == sorted({entry.num for entry in feed.puts})
        self.seq = feed.seq
        return feed

    def whole(self) -> dict[int, Entry]:
        feed = self.store.search.follow("here", EPISODE, None, HASHED.name)
        assert feed.complete and not feed.deletes
        return {entry.num: entry for entry in feed.puts}


STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["plain", "vector", "there"]), st.integers(1, 3)),
        st.tuples(st.sampled_from(["delete", "judge"]), st.integers(0, 9)),
        st.tuples(st.sampled_from(["heal", "follow"]), st.just(0)),
    ),
    max_size=12,
)


def take(step: str, n: int, store: Store) -> None:
    filler, page = Filler(store), store.episodes.page(HERE, EVERYTHING, 100, None, False)
    ids = [e.id for e in page.episodes]
    match step:
        case "plain":
            filler.add_texts(*(f"plain {i}" for i in range(n)))
        case "vector":
            filler.with_vectors().add_texts(*(f"vector {i}" for i in range(n)))
        case "there":
            filler.add_texts(*(f"there {i}" for i in range(n)), scope=THERE)
        case "heal":
            heal(store)
        case "delete" if ids:
            store.episodes.delete(HERE, Filter(ids=(ids[n % len(ids)],)))
        case "judge" if ids:
            store.episodes.judge(HERE, Verdict(ids[n % len(ids)], Outcome.FAILURE, at=NOW))


def heal(store: Store, scope: Scope = HERE) -> int:
    if store.search.model() is None:
        return 0
    pending = store.maintenance.pending(scope, 100)
    vectors = HashEmbedder(16).embed([text for _, (text,) in pending])
    rows = [row.astype("<f2").tobytes() for row in vectors]
    return store.maintenance.heal(
        [(num, row) for (num, _), row in zip(pending, rows, strict=True)], HASHED
    )


@pytest.mark.parametrize("kind", STORES)
@settings(max_examples=20)
@given(steps=STEPS)
def test_following_step_by_step_ends_where_a_complete_feed_does(
    kind: str, steps: list[tuple[str, int]]
) -> None:
    with fresh(kind) as store:
        replica = Replica(store)
        for step, n in steps:
            if step == "follow":
                replica.follow()
                assert replica.held == replica.whole()
            else:
                take(step, n, store)
        replica.follow()
        assert replica.held == replica.whole()
        assert sorted(replica.held) == store.search.select(HERE, EPISODE, EVERYTHING).tolist()
        heal(store)
        heal(store, THERE)
        assert sound(store)


def test_a_follower_is_told_what_changed_and_no_more(store: Store, filler: Filler) -> None:
    replica = Replica(store)
    first, second = filler.add_texts("one", "two")
    assert replica.follow().complete
    assert not replica.follow().puts
    store.episodes.judge(HERE, Verdict(first, Outcome.FAILURE, at=NOW))
    filler.add_texts("elsewhere", scope=THERE)
    feed = replica.follow()
    assert (feed.complete, list(feed.puts), list(feed.deletes)) == (False, [], [])
    store.episodes.delete(HERE, Filter(ids=(second,)))
    feed = replica.follow()
    assert (feed.complete, list(feed.puts), len(feed.deletes)) == (False, [], 1)


def test_a_follower_ahead_of_the_store_starts_afresh(store: Store, filler: Filler) -> None:
    filler.add_texts("one")
    feed = store.search.follow("here", EPISODE, 10**6, None)
    assert feed.complete and len(feed.puts) == 1


def test_a_follower_far_behind_gets_everything(store: Store, filler: Filler) -> None:
    filler.add_texts("one")
    seq = store.search.follow("here", EPISODE, None, None).seq
    filler.add_texts(*(f"row {i}" for i in range(1100)))
    feed = store.search.follow("here", EPISODE, seq, None)
    assert feed.complete and len(feed.puts) == 1101


def test_nothing_is_there_before_the_first_write(store: Store) -> None:
    feed = store.search.follow("here", EPISODE, None, None)
    assert (feed.complete, list(feed.puts)) == (True, [])
    assert store.search.matching(HERE, EPISODE, ["a"]) == ([], 0, 0)
    assert store.search.select(HERE, EPISODE, EVERYTHING).tolist() == []
    assert store.search.traits(HERE, EPISODE, [1]) == []
    assert store.search.model() is None
    assert sound(store)


WORDS = st.sampled_from(
    ["run", "running", "café", "東京", "NOT", "near", "a_b", "getUserName", "ǅ"]
)
TEXTS = st.lists(WORDS | st.text(max_size=8).filter(lambda t: "\x00" not in t), max_size=6)


@pytest.mark.parametrize("kind", STORES)
@settings(max_examples=25)
@given(
    mine=st.lists(TEXTS.map(" ".join), max_size=80),
    theirs=st.lists(TEXTS.map(" ".join), max_size=4),
    query=TEXTS.map(" ".join),
)
def test_full_text_scores_as_reading_every_row_does(
    kind: str, mine: list[str], theirs: list[str], query: str
) -> None:
    with fresh(kind) as store:
        Filler(store).add(*map(good, mine))
        Filler(store).add(*map(good, theirs), scope=THERE)
        terms = list(dict.fromkeys(ANALYZER.terms(query)))
        documents, items, length = store.search.matching(HERE, EPISODE, terms)
        entries = store.search.follow("here", EPISODE, None, None).puts
        every = [Document(entry.num, entry.length, entry.terms) for entry in entries]
        assert (items, length) == (len(every), sum(d.length for d in every))
        assert rank(terms, documents, items, length) == rank(terms, every, items, length)


def test_a_query_of_thousands_of_terms_is_answered(store: Store, filler: Filler) -> None:
    words = [f"word{i}" for i in range(3000)]
    filler.add_texts(*words[::100] * 4)
    documents, items, _ = store.search.matching(HERE, EPISODE, ANALYZER.terms(" ".join(words)))
    assert len({d.num for d in documents}) == items == 120


def test_traits_say_what_ranking_needs(store: Store, filler: Filler) -> None:
    episode = Episode(Task("x", "debugging", 0.25), outcome=Outcome.PARTIAL, strategy="s")
    filler.add(replace(episode, finished_at=NOW), replace(episode, finished_at=NOW), good("y"))
    nums = store.search.select(HERE, EPISODE, EVERYTHING).tolist()
    one, twin, other = sorted(store.search.traits(HERE, EPISODE, [*nums, 10**9]))
    assert one.num == nums[0] and one.namespace == "here"
    assert one[3:-1] == ("debugging", 0.25, Outcome.PARTIAL, None, "s", "own", NOW.timestamp())
    assert one.digest == twin.digest != other.digest
    assert store.search.traits(THERE, EPISODE, nums) == []
    assert store.search.traits(HERE, "another kind", nums) == []


def test_vectors_belong_to_one_model(store: Store, filler: Filler) -> None:
    filler.with_vectors().add_texts("with")
    filler.add_texts("without")
    with_one, without = store.search.select(HERE, EPISODE, EVERYTHING).tolist()
    vectors = store.search.vectors([with_one, without], HASHED.name)
    wanted = HashEmbedder(16).embed(["with"])[0].astype(np.float16)
    assert np.frombuffer(vectors[with_one], "<f2").tolist() == wanted.tolist()
    assert list(vectors) == [with_one]
    assert store.search.vectors([with_one], "another") == {}


def test_the_first_model_is_adopted_for_good(store: Store) -> None:
    assert store.search.adopt(HASHED) == HASHED
    assert store.search.adopt(Model("another", 3)) == HASHED
    assert store.search.model() == HASHED


def test_what_has_no_vector_waits_for_one(store: Store, filler: Filler) -> None:
    filler.add_texts("before any model")
    filler.with_vectors().add_texts("with")
    (late,) = filler.add(good("late"))
    assert late.indexed == "pending"
    assert store.episodes.stats(HERE).pending == 2
    assert {f.part for f in store.maintenance.check(ANALYZER)} == {"vectors"}
    pending = store.maintenance.pending(HERE, 10)
    assert [text for _, (text,) in pending] == ["before any model", "late"]
    assert [num for num, _ in store.maintenance.pending(HERE, 1)] == [pending[0][0]]
    assert store.maintenance.pending(HERE, 10, after=pending[0][0]) == pending[1:]
    assert (heal(store), heal(store)) == (2, 0)
    assert store.episodes.stats(HERE).pending == 0
    replica = Replica(store)
    assert all(entry.vector for entry in replica.whole().values())
    assert sound(store)


def test_healing_ignores_what_is_gone_and_refuses_another_model(
    store: Store, filler: Filler
) -> None:
    filler.with_vectors().add_texts("with")
    with pytest.raises(Conflict, match="another"):
        store.maintenance.heal([(1, b"12")], Model("another", 1))
    assert store.maintenance.heal([(10**9, bytes(32))], HASHED) == 0
    assert sound(store)

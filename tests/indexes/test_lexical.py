"""The in-memory lexical index against `core.lexical.rank`, bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned.core import numbering
from seasoned.core.lexical import Document, Match, count_terms, pack_terms, rank
from seasoned.indexes import lexical
from seasoned.indexes.lexical import LexicalIndex
from seasoned.ports import Entry

WORDS = "abcdefgh"
History = list[tuple[str, Any]]


@pytest.fixture(autouse=True)
def _small_thresholds(monkeypatch: pytest.MonkeyPatch) -> None:
    # Merging, compaction and sampling happen within a few items, not thousands.
    monkeypatch.setattr(lexical, "_WAITING", 4)
    monkeypatch.setattr(numbering, "_SAMPLE", 2)
    monkeypatch.setattr(numbering, "_WORTH", 1)


def entry(num: int, words: list[str]) -> Entry:
    return Entry(num, None, len(words), pack_terms(count_terms(words)), None)


@dataclass
class Oracle:
    """The live items, ranked by the reference each time."""

    live: dict[int, Entry] = field(default_factory=dict)

    def rank(self, query: list[str]) -> list[Match]:
        documents = [Document(e.num, e.length, e.terms) for e in self.live.values()]
        return rank(query, documents, len(documents), sum(d.length for d in documents))


def found(result: tuple[np.ndarray, np.ndarray, np.ndarray]) -> list[Match]:
    return [Match(*row) for row in zip(*(part.tolist() for part in result), strict=True)]


items = st.lists(
    st.tuples(st.integers(0, 40), st.lists(st.sampled_from(WORDS), max_size=9)), max_size=12
)
changes = st.lists(
    st.tuples(st.just("add"), items) | st.tuples(st.just("remove"), st.lists(st.integers(0, 45))),
    max_size=8,
)
queries = st.lists(st.sampled_from(WORDS + "xyz"), min_size=1, unique=True)


def replayed(history: History) -> Iterator[tuple[LexicalIndex, Oracle]]:
    index, oracle = LexicalIndex(), Oracle()
    for op, what in history:
        if op == "add":
            entries = [entry(num, words) for num, words in what]
            index.add(entries)
            oracle.live |= {e.num: e for e in entries}
        else:
            index.remove(what)
            oracle.live = {n: e for n, e in oracle.live.items() if n not in what}
        yield index, oracle


@settings(max_examples=150, deadline=None)
@given(changes, queries, st.integers(1, 12), st.sets(st.integers(0, 50)))
def test_gives_the_bits_of_the_reference(
    history: History, query: list[str], k: int, some: set[int]
) -> None:
    allowed = np.array(sorted(some), np.int64)
    for index, oracle in replayed(history):
        expected = oracle.rank(query)
        assert len(index) == len(oracle.live)
        assert found(index.search(query, k)) == expected[:k]
        kept = [match for match in expected if match.num in some]
        assert found(index.search(query, k, allowed)) == kept[:k]
        by_num = {match.num: match for match in expected}
        scores, coverages = index.scores(query, allowed)
        nothing = Match(0, 0.0, 0.0)
        assert scores.tolist() == [by_num.get(n, nothing).score for n in sorted(some)]
        assert coverages.tolist() == [by_num.get(n, nothing).coverage for n in sorted(some)]


@settings(max_examples=40, deadline=None)
@given(changes, queries)
def test_the_history_leaves_no_trace(history: History, query: list[str]) -> None:
    for index, oracle in replayed(history):
        fresh = LexicalIndex()
        fresh.add(list(oracle.live.values()))
        assert found(index.search(query, 50)) == found(fresh.search(query, 50))


def test_a_large_collection_agrees_with_the_reference() -> None:
    rng = np.random.default_rng(5)
    vocabulary = [f"w{i}" for i in range(400)]
    share = 1 / np.arange(1, 401)
    index, oracle = LexicalIndex(), Oracle()
    for start in range(0, 3000, 500):
        entries = [
            entry(num, rng.choice(vocabulary, 30, p=share / share.sum()).tolist())
            for num in range(start, start + 500)
        ]
        index.add(entries)
        oracle.live |= {e.num: e for e in entries}
        gone = rng.choice(start + 500, 60).tolist()
        index.remove(gone)
        oracle.live = {n: e for n, e in oracle.live.items() if n not in gone}
    for size in (1, 3, 8, 60):
        query = rng.choice(vocabulary, size, replace=False).tolist()
        assert found(index.search(query, 20)) == oracle.rank(query)[:20]


def test_what_most_items_hold_is_left_out_until_it_can_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    index, oracle, gone_through = LexicalIndex(), Oracle(), list[int]()
    entries = [
        entry(num, ["the", "of"][: num % 3] + ["rare"] * (num % 90 == 1) + [f"n{num % 700}"])
        for num in range(2000)
    ]
    index.add(entries)
    oracle.live = {e.num: e for e in entries}
    summed = LexicalIndex._summed

    def counted(self: LexicalIndex, held: Any, rows: Any) -> Any:
        gone_through.append(sum(len(term.rows) for term in held))
        return summed(self, held, rows)

    monkeypatch.setattr(LexicalIndex, "_summed", counted)
    for query, k, postings in (
        (["the", "rare", "of"], 9, [23 + 666]),
        (["the", "rare", "of"], 900, [23 + 666, 23 + 666 + 1333]),
        (["the", "the"], 9, [0, 2 * 1333]),
    ):
        assert found(index.search(query, k)) == oracle.rank(query)[:k]
        assert gone_through == postings
        gone_through.clear()


def test_a_filter_that_keeps_three_returns_those_three() -> None:
    index = LexicalIndex()
    index.add([entry(num, ["common"] * (1 + num % 5)) for num in range(1000)])
    assert set(index.search(["common"], 5, np.array([11, 500, 999]))[0].tolist()) == {11, 500, 999}


def test_ties_are_broken_by_number() -> None:
    index = LexicalIndex()
    index.add([entry(num, ["same"]) for num in (9, 3, 7, 1, 5)])
    assert index.search(["same"], 3)[0].tolist() == [1, 3, 5]


def test_a_replacement_is_found_by_its_new_words_only() -> None:
    index = LexicalIndex()
    index.add([entry(1, ["old"]), entry(2, ["other"])])
    index.add([entry(1, ["new"])])
    assert len(index) == 2
    assert index.search(["old"], 5)[0].tolist() == []
    assert index.search(["new"], 5)[0].tolist() == [1]


def test_the_last_of_two_with_one_number_counts() -> None:
    index = LexicalIndex()
    index.add([entry(1, ["old"]), entry(1, ["new"])])
    assert len(index) == 1
    assert found(index.search(["old", "new"], 5))[0].coverage < 1


def test_an_empty_index_and_an_empty_query_find_nothing() -> None:
    index = LexicalIndex()
    assert found(index.search(["word"], 5)) == []
    index.add([entry(1, ["word"]), entry(2, [])])
    assert found(index.search([], 5)) == []
    assert found(index.search(["word"], 5, np.empty(0, np.int64))) == []
    assert index.scores(["word"], np.array([2, 77]))[0].tolist() == [0.0, 0.0]


def test_everything_can_be_removed_and_added_again() -> None:
    index = LexicalIndex()
    for _ in range(3):
        index.add([entry(num, ["word"]) for num in range(20)])
        index.remove(range(20))
        assert len(index) == 0 and found(index.search(["word"], 5)) == []


def test_memory_is_given_back() -> None:
    index = LexicalIndex()
    index.add([entry(num, [f"w{num}", "common"]) for num in range(1000)])
    full = index.nbytes
    index.remove(range(10, 1000))
    assert index.nbytes < full / 10

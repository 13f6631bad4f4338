"""BM25 by hand, and the blob that carries a record's terms."""

from __future__ import annotations

import math
import subprocess
import sys
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seasoned.core.lexical import (
    Document,
    count_terms,
    idf,
    norm,
    pack_terms,
    rank,
    term_hash,
    unpack_terms,
)


def document(num: int, text: str) -> Document:
    words = text.split()
    return Document(num, len(words), pack_terms(count_terms(words)))


def ranked(query: str, *texts: str) -> list[int]:
    documents = [document(num, text) for num, text in enumerate(texts)]
    length = sum(d.length for d in documents)
    return [match.num for match in rank(query.split(), documents, len(documents), length)]


@given(st.dictionaries(st.text(max_size=8), st.integers(1, 255)))
def test_a_blob_gives_back_its_terms(counts: dict[str, int]) -> None:
    blob = pack_terms(counts)
    assert len(blob) == 9 * len(counts)
    assert unpack_terms(blob) == {term_hash(term): count for term, count in counts.items()}


def test_a_blob_does_not_depend_on_the_order_of_its_terms() -> None:
    assert pack_terms({"a": 1, "b": 2}) == pack_terms({"b": 2, "a": 1})


def test_counts_stop_at_one_byte() -> None:
    assert count_terms(["a"] * 300 + ["b"]) == {"a": 255, "b": 1}


def test_hashes_are_the_same_in_every_process() -> None:
    code = "from seasoned.core.lexical import term_hash; print(term_hash('login'))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert int(run.stdout) == term_hash("login")


def test_rare_terms_weigh_more_and_common_ones_never_count_against() -> None:
    assert idf(1, 100) > idf(50, 100) > idf(100, 100) > 0
    assert idf(1, 100) == pytest.approx(math.log(1 + 99.5 / 1.5))


def test_a_document_of_average_length_has_the_norm_k1() -> None:
    assert norm(10, 10) == pytest.approx(1.2)
    assert norm(20, 10) == pytest.approx(1.2 * 1.75)
    assert norm(0, 0) == 1.2


def test_score_by_hand() -> None:
    documents = [document(1, "login test login"), document(2, "deploy")]
    (match,) = rank(["login", "cache"], documents, 2, 4)
    weight, missing = math.log(1 + 1.5 / 1.5), math.log(1 + 2.5 / 0.5)
    assert match.num == 1
    assert match.score == pytest.approx(
        weight * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2)), rel=1e-12
    )
    assert match.coverage == pytest.approx(weight / (weight + missing))


def test_more_of_the_query_and_shorter_texts_rank_higher() -> None:
    assert ranked("red blue", "red green", "blue red", "blue")[0] == 1
    assert ranked("red", "red and much else besides", "red") == [1, 0]


def test_ties_are_broken_by_number_and_strangers_left_out() -> None:
    assert ranked("red", "red", "blue", "red") == [0, 2]
    assert ranked("red") == []


def test_a_document_that_holds_all_terms_is_covered_whole() -> None:
    (match,) = rank(["a", "b", "c"], [document(1, "c b a x")], 1, 4)
    assert match.coverage == pytest.approx(1.0)


def test_in_a_collection_of_one_kind_common_terms_count_though_idf_says_nothing() -> None:
    documents = [document(num, f"fix parser bug {num}") for num in range(40)]
    found = rank(["fix", "parser", "bug", "50"], documents, 40, 160)
    assert [match.coverage for match in found] == [0.75] * 40
    half = rank(["fix", "parser", "leak", "50"], documents, 40, 160)
    assert max(match.coverage for match in half) < 0.1
    seen = {
        match.num: match.coverage
        for match in rank(["fix", "parser", "bug", "7"], documents, 40, 160)
    }
    assert seen[7] == pytest.approx(1.0) and seen[8] == 0.75


WORDS = st.lists(st.sampled_from("abcdefg"), max_size=12)


@given(WORDS, st.lists(WORDS, max_size=6))
def test_scores_are_summed_in_the_order_of_the_query_to_the_last_bit(
    query: list[str], texts: list[list[str]]
) -> None:
    documents = [document(num, " ".join(words)) for num, words in enumerate(texts)]
    length = sum(map(len, texts))
    weights = [idf(sum(term in words for words in texts), len(texts)) for term in query]
    for match in rank(query, documents, len(texts), length):
        words, score, covered = texts[match.num], 0.0, 0.0
        for term, weight in zip(query, weights, strict=True):
            if count := words.count(term):
                size = norm(len(words), length / len(texts))
                score += weight * (count * 2.2 / (count + size))
                covered += weight
        held = [term for term in query if term in words]
        usual = [term for term in held if 2 * sum(term in text for text in texts) > len(texts)]
        alone = usual == held and 2 * len(usual) > len(query)
        plain = len(held) / len(query) if alone else 0.0
        assert (match.score, match.coverage) == (score, max(plain, covered / sum(weights)))


def test_a_query_as_long_as_a_book_costs_what_the_documents_hold() -> None:
    words = [f"w{n}" for n in range(50_000)]
    documents = [document(n, " ".join(words[n : n + 30])) for n in range(3_000)]
    before = process_time()
    found = rank(words, documents, len(documents), 90_000)
    # Terms times documents would be 150 million look-ups, and twice that.
    assert process_time() - before < 5.0
    assert len(found) == 3_000

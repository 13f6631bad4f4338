"""BM25 and the term blob: how the words of a record are counted, packed and scored.

Pure standard library. The in-memory index does the same arithmetic in NumPy float64, in the
same order, so both give the same bits; a test holds them together.

BM25 after Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond",
Foundations and Trends in Information Retrieval 3(4), 2009; the +1 in the idf keeps it positive.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final

K1: Final = 1.2
B: Final = 0.75
TERM: Final = 9  # bytes of a term in a blob
_MOST: Final = 255  # a count is stored in one byte


@lru_cache(maxsize=100_000)
def term_hash(term: str) -> int:
    """64 bits that stand for a term, the same in every process."""
    return int.from_bytes(blake2b(term.encode(), digest_size=8).digest(), "little")


def count_terms(terms: Iterable[str]) -> dict[str, int]:
    """How often each term occurs, capped at 255."""
    counts: dict[str, int] = {}
    for term in terms:
        counts[term] = min(_MOST, counts.get(term, 0) + 1)
    return counts


def pack_terms(counts: Mapping[str, int]) -> bytes:
    """A term blob: the sorted 64-bit hashes (little-endian), then one count byte for each."""
    pairs = sorted(zip(map(term_hash, counts), counts.values(), strict=True))
    hashes = array("Q", [h for h, _ in pairs])
    if sys.byteorder == "big":
        hashes.byteswap()
    return hashes.tobytes() + bytes([c for _, c in pairs])


def unpack_terms(blob: bytes) -> dict[int, int]:
    """Hash to count, of a term blob."""
    terms = len(blob) // TERM
    hashes = array("Q", blob[: terms * 8])
    if sys.byteorder == "big":
        hashes.byteswap()
    return dict(zip(hashes, blob[terms * 8 :], strict=True))


def idf(containing: int, total: int) -> float:
    """Inverse document frequency of a term that `containing` of `total` documents hold."""
    return math.log(1.0 + (total - containing + 0.5) / (containing + 0.5))


def norm(length: float, average: float) -> float:
    """The part of BM25's denominator that depends on a document's length in terms."""
    return K1 * (1.0 - B + B * length / average) if average else K1


def common(containing: int, total: int) -> bool:
    """Whether more than half of the documents hold a term."""
    return 2 * containing > total


@dataclass(frozen=True, slots=True)
class Document:
    """A record as the lexical search sees it: its number, length in terms and term counts."""

    num: int
    length: int
    terms: bytes


@dataclass(frozen=True, slots=True)
class Match:
    """A document's BM25 score, and the share of the query that it holds.

    The share is weighted by idf. In a collection of one kind idf says nothing of the terms that all
    of it is about, and a term that no document holds would outweigh them together: what
    shares common terms alone, and more than half of the query, has at least its plain share.
    """

    num: int
    score: float
    coverage: float


def rank(
    query: Sequence[str], matching: Iterable[Document], total: int, total_length: int
) -> list[Match]:
    """Scores of all documents that hold at least one term of the query.

    Args:
        query: Terms; one that is there twice counts twice.
        matching: Every document of the collection that holds at least one of them (others may
            be among them and are dropped), so that document frequencies can be counted here.
        total: Number of documents in the collection.
        total_length: Their length in terms, summed.

    Returns:
        One match per document, best first; ties by number.
    """
    hashes = [term_hash(term) for term in query]
    wanted = frozenset(hashes)
    held = [(doc, _shared(doc, wanted)) for doc in matching]
    containing = Counter(h for _, counts in held for h in counts)
    weights = [idf(containing[h], total) for h in hashes]
    usual = [common(containing[h], total) for h in hashes]
    whole = sum(weights)
    average = total_length / total if total else 0.0
    places = _places(hashes)
    matches = []
    for doc, counts in held:
        score = covered = plain = 0.0
        length = norm(doc.length, average)
        # In the order of the query, since the sum of floats depends on it.
        held_places = sorted(place for h in counts for place in places[h])
        if all(usual[place] for place in held_places) and 2 * len(held_places) > len(hashes):
            plain = len(held_places) / len(hashes)
        for place in held_places:
            weight, count = weights[place], counts[hashes[place]]
            score += weight * (count * (K1 + 1.0) / (count + length))
            covered += weight
        if score:
            matches.append(Match(doc.num, score, max(covered / whole, plain)))
    return sorted(matches, key=lambda match: (-match.score, match.num))


def _shared(doc: Document, wanted: frozenset[int]) -> dict[int, int]:
    """Counts of the terms that a document shares with a query, of which either may be long."""
    terms = unpack_terms(doc.terms)
    return {h: terms[h] for h in wanted.intersection(terms)}


def _places(hashes: Sequence[int]) -> dict[int, list[int]]:
    """Where in the query each term stands."""
    places: dict[int, list[int]] = {}
    for place, h in enumerate(hashes):
        places.setdefault(h, []).append(place)
    return places

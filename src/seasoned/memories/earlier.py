"""Finding facts as they were believed at an earlier moment, by their words.

What is believed no more is in no index; it is read from the store and ranked here.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

from seasoned.core.facts import Fact
from seasoned.core.findable import lexical_text_of, said_in
from seasoned.core.knowledge import Passage
from seasoned.core.lexical import Document, Match, count_terms, pack_terms, rank
from seasoned.memories.passages import Found, Passages, Wanted, waits
from seasoned.ports import Scope

MOST: Final = 10_000  # facts of one answer


class Span(NamedTuple):
    """Which versions are meant.

    Attributes:
        valid: Those that were so at this moment.
        known: As it was believed at this moment.
        now: Whether `valid` is the present by the reader's clock.
    """

    valid: datetime
    known: datetime
    now: bool = False


def earlier(passages: Passages, scope: Scope, wanted: Wanted, span: Span) -> list[Found]:
    """The versions of that moment that have to do with a query, best first."""
    if not wanted.query.strip() or wanted.where.impossible:
        return []
    found = [
        one
        for space in dict.fromkeys((scope.namespace, *wanted.namespaces))
        for one in _ranked(passages, Scope(space, scope.user), wanted, span)
    ]
    return sorted(found, key=lambda one: -one.score)[: wanted.k]


def _ranked(passages: Passages, scope: Scope, wanted: Wanted, span: Span) -> Iterator[Found]:
    store, analyzer = passages.store.knowledge.facts, passages.writer.analyzer
    versions = store.find(
        scope, wanted.where, valid=span.valid, known=span.known, limit=MOST, now=span.now
    )
    facts = [fact for fact in versions if not waits(fact.source, said_in(fact))]
    counts = [count_terms(analyzer.terms(lexical_text_of(fact))) for fact in facts]
    documents = [
        Document(num, sum(terms.values()), pack_terms(terms)) for num, terms in enumerate(counts)
    ]
    words = sum(document.length for document in documents)
    ranked = rank(analyzer.terms(wanted.query), documents, len(documents), words)
    least = passages.policy.coverage if wanted.least is None else wanted.least
    best = max((match.score for match in ranked), default=1.0)
    for match in ranked:
        if match.coverage >= least:
            yield _found(facts[match.num], match, best)


def _found(fact: Fact, match: Match, best: float) -> Found:
    passage = Passage(fact.id, b"")
    return Found(passage, fact, fact.namespace, match.score / best, match.coverage)

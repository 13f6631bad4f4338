"""Asking the memories that a message needs, and assembling what they say within a budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from seasoned.core import values
from seasoned.core.assembled import PLANNING, Assembled, Block, Fitting, Item, frame_tokens, framed
from seasoned.core.facts import CONTESTED, Fact, statement, told
from seasoned.core.laid import without_headings
from seasoned.core.routing import (
    BUDGET,
    DOCUMENTS,
    EPISODES,
    FACTS,
    NOTES,
    SESSIONS,
    Plan,
    Route,
    plan,
    plan_request,
    planned,
)
from seasoned.core.tokens import SAFETY, estimate_tokens
from seasoned.errors import SeasonedError
from seasoned.memories.documents import ChunkHit, Documents
from seasoned.memories.endings import describe
from seasoned.memories.longterm import LongTermMemory
from seasoned.memories.structured import StructuredMemory
from seasoned.memories.told import Telling
from seasoned.ports.llm import LLM

Past = Callable[[str, int], tuple[str, tuple[Item, ...]]]  # text and items within tokens


@dataclass(frozen=True, slots=True)
class Sources:
    """The memories that a router asks; what is None is not asked.

    Attributes:
        facts: Facts.
        notes: Notes.
        documents: Documents.
        episodes: Past attempts as a block of their own, within some tokens.
        sessions: Summaries of past conversations, within some tokens.
        counts: How many items each memory holds.
        user: Who asks; None for nobody in particular.
    """

    facts: StructuredMemory | None = None
    notes: LongTermMemory | None = None
    documents: Documents | None = None
    episodes: Past | None = None
    sessions: Past | None = None
    counts: Callable[[], Mapping[str, int]] = field(default=dict)
    user: str | None = None


class Router:
    """Assembles contexts from the memories of one scope. It writes nothing."""

    def __init__(self, sources: Sources, llm: LLM | None = None) -> None:
        self._sources, self._llm = sources, llm
        self._ask: dict[str, Callable[[str, Route], list[Item]]] = {
            FACTS: self._facts,
            NOTES: self._notes,
            DOCUMENTS: self._documents,
        }
        self._past = {EPISODES: sources.episodes, SESSIONS: sources.sessions}

    def plan(self, message: str, max_tokens: int = BUDGET) -> Plan:
        """Which memories to ask about a message, how the tokens are shared, and why.

        Rules decide, or the model if there is one; what it answers and cannot be used leaves the
        rules to decide, and says so.
        """
        held = self._sources.counts()
        ruled = plan(values.text(message, "message"), held, max_tokens)
        if self._llm is None or len(ruled.routes) < 2:
            return ruled
        messages, schema = plan_request(message, held)
        try:
            parsed: Any = self._llm.complete(messages, schema=schema, max_tokens=300).parsed
        except Exception as error:  # noqa: BLE001  # the model is the caller's and may raise anything
            plain = str(error) if isinstance(error, SeasonedError) else describe(error)
            return _unplanned(ruled, f"the model could not be asked: {plain}")
        found = planned(parsed, held, max_tokens, self._llm.model)
        return found or _unplanned(ruled, "the model's answer could not be used")

    def assemble(
        self, message: str, max_tokens: int = BUDGET, *, plan: Plan | None = None
    ) -> Assembled:
        """What memory has to say about a message, within a budget.

        One block for each kind of memory; no item stands in two of them. What one memory leaves of
        its share goes to those after it. A memory that cannot be read is named, and the others
        serve.

        Args:
            message: What the user says.
            max_tokens: Of the whole text, as estimated, with a margin.
            plan: Made before; None makes one.

        Raises:
            InvalidInput: the message is no text, or the budget is below 1.
        """
        made = plan or self.plan(message, max_tokens)
        most = int(values.count(max_tokens, "max_tokens", least=1) / SAFETY)
        room = most - frame_tokens()
        total = sum(route.tokens for route in made.routes) or 1
        fitting, spare = Fitting(), 0
        blocks, failed = list[Block](), dict[str, str]()
        if made.problem:
            failed[PLANNING] = made.problem
        for route in made.routes:
            share = max(0, room * route.tokens // total) + spare
            try:
                block = self._block(message, route, share, fitting)
            except SeasonedError as error:
                failed[route.memory] = str(error)
                block = Block(route.memory, why=route.why, room=share)
            spare = max(0, share - block.tokens)
            blocks.append(block)
        self._count(blocks)
        outside = [block.text for block in blocks if block.memory == EPISODES and block.text]
        inside = framed(block.text for block in blocks if block.memory != EPISODES)
        text = "\n\n".join([*([inside] if inside else []), *outside])
        return Assembled(
            text, tuple(blocks), estimate_tokens(text), made, tuple(fitting.left_out), failed
        )

    def _block(self, message: str, route: Route, tokens: int, fitting: Fitting) -> Block:
        if (past := self._past.get(route.memory)) is not None:
            text, items = past(message, tokens)
            return Block(route.memory, items, text, estimate_tokens(text), route.why, tokens)
        ask = self._ask.get(route.memory)
        found = ask(message, route) if ask is not None else []
        return fitting.block(route.memory, found, tokens, route.why)

    def _count(self, blocks: Sequence[Block]) -> None:
        """Count the notes that are shown, at last: a call may be made again until then."""
        if (notes := self._sources.notes) is not None:
            notes.used(item.id for b in blocks if b.memory == NOTES for item in b.items)

    def _facts(self, message: str, route: Route) -> list[Item]:
        facts = self._sources.facts
        if facts is None:
            return []
        told = Telling(facts, self._sources.user).about(message, route.k)
        return [_fact(fact, score) for fact, score in told]

    def _notes(self, message: str, route: Route) -> list[Item]:
        notes = self._sources.notes
        hits = notes.found(message, route.k) if notes is not None else ()
        return [
            Item(NOTES, hit.note.id, hit.note.text, _dated(hit.note.kind, hit.note.at), hit.score)
            for hit in hits
        ]

    def _documents(self, message: str, route: Route) -> list[Item]:
        documents = self._sources.documents
        hits = documents.search(message, route.k) if documents is not None else ()
        return [_chunk(hit) for hit in hits]


def _unplanned(ruled: Plan, problem: str) -> Plan:
    return replace(ruled, why=f"{ruled.why}; {problem}", problem=problem)


def _fact(fact: Fact, score: float) -> Item:
    text = f"{fact.subject}: {said}" if (said := statement(fact)) else _stated(fact)
    if fact.state == CONTESTED:
        text += " (contested)"
    return Item(FACTS, fact.id, text, _dated(fact.kind, fact.valid_from), score)


def _stated(fact: Fact) -> str:
    return f"{fact.subject}, {fact.key}: {told(fact.value)}"


def _chunk(hit: ChunkHit) -> Item:
    chunk = hit.chunk
    page = [] if chunk.page is None else [f"page {chunk.page}"]
    # The source names the headings that the text then need not repeat.
    text, dropped = without_headings(chunk.text, chunk.headings)
    source = ", ".join([chunk.source, *page, *(dropped or chunk.headings[-1:])])
    return Item(DOCUMENTS, chunk.id, text, source, hit.score)


def _dated(kind: str, at: Any) -> str:
    return kind if at is None else f"{kind}, {at:%Y-%m-%d}"

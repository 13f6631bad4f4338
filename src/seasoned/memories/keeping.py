"""What becomes of statements: kept, ended or refused.

It knows where facts and notes are; what is read in a message is decided in
`seasoned.core.extracting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from seasoned.core.exchanges import Learned
from seasoned.core.extracting import Extracted
from seasoned.core.facts import CONTESTED, Fact, statement, told
from seasoned.core.notes import Note
from seasoned.core.refining import fact_key, hollow, refined
from seasoned.errors import InvalidInput
from seasoned.memories.longterm import LongTermMemory
from seasoned.memories.structured import StructuredMemory
from seasoned.memories.writing import Writer
from seasoned.ports import Scope

FACTS: Final = "facts"
NOTES: Final = "notes"
_KNOWN: Final = 1_000  # facts, and as many notes, that a request to forget is held against
_BY_RULES: Final = "rules"
_MODEL: Final = "model"  # the source of what a model extracted


class Keeper:
    """Keeps and forgets in one scope. Safe to share between threads."""

    def __init__(
        self, notes: LongTermMemory, facts: StructuredMemory, writer: Writer, scope: Scope
    ) -> None:
        self._notes, self._facts, self._writer, self._scope = notes, facts, writer, scope

    def learn(self, items: Sequence[Extracted], by: str, session: str | None) -> list[Learned]:
        """What became of statements.

        Args:
            items: What was extracted of a message.
            by: ``rules``, or the name of the model that did it.
            session: The conversation.
        """
        return [self._keep(refined(item), by, session) for item in items]

    def _keep(self, item: Extracted, by: str, session: str | None) -> Learned:
        """One statement, reconciled with what is known."""
        if reason := hollow(item):
            return Learned(item.kind, item.text, "refuse", reason)
        source = "own" if by == _BY_RULES else _MODEL
        try:
            if not item.key and item.kind == "fact":
                return self._noted(item, source, session)
            return self._stated(item, source, session)
        except InvalidInput as error:
            return Learned(item.kind, item.text, "refuse", str(error))

    def _noted(self, item: Extracted, source: str, session: str | None) -> Learned:
        note = Note(item.text, item.kind, source=source, session=session)
        receipt = self._notes.remember(note)
        action = "add" if receipt.created else "ignore"
        reason = "" if receipt.created else "it is known already"
        return Learned(item.kind, item.text, action, reason, receipt.id, NOTES)

    def _stated(self, item: Extracted, source: str, session: str | None) -> Learned:
        over = self._writer.clock.now() if item.past else None
        fact = Fact(
            item.subject,
            item.kind,
            fact_key(item),
            item.text if item.value is None else item.value,
            item.confidence,
            valid_to=over,
            recorded_at=over,  # it is over as it is told
            source=source,
            session=session,
            metadata={"text": item.text},
        )
        stated = self._facts.remember(fact)
        if item.past and stated.action == "supersede":
            return _of_fact(stated.fact, "end", "it is told as over", item.text)
        stands_apart = stated.fact.state == CONTESTED and stated.action != "add"
        contested = "contested: " if stands_apart else ""
        return _of_fact(stated.fact, stated.action, contested + stated.reason, item.text)


def _of_fact(fact: Fact, action: str, reason: str, text: str = "") -> Learned:
    said = text or statement(fact) or told(fact.value)
    return Learned(fact.kind, said, action, reason, fact.id, FACTS, fact.key, fact.value)

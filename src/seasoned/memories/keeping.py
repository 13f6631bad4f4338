"""What becomes of statements and of express requests: kept, ended, forgotten or refused.

It knows where facts and notes are; what is read in a message is decided in
`seasoned.core.extracting` and `seasoned.core.requested`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from seasoned.core import requested, same
from seasoned.core.exchanges import Learned
from seasoned.core.extracting import Extracted, fold
from seasoned.core.facts import CONTESTED, CURRENT, Fact, equal, statement, told
from seasoned.core.notes import Note, NoteFilter
from seasoned.core.refining import fact_key, hollow, refined
from seasoned.core.requested import Request
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

    def learn(
        self, said: str, items: Sequence[Extracted], by: str, session: str | None
    ) -> list[Learned]:
        """What became of a message's statements and of what it asks to remember or forget.

        Args:
            said: The user's message.
            items: What was extracted of it.
            by: ``rules``, or the name of the model that did it.
            session: The conversation.
        """
        asked = requested.requests(said)
        done = [each for one in asked if one.aim == "forget" for each in self._forget(one)]
        for item in requested.corrected(said, items):
            done += self._learned(refined(item), asked, by, session)
        done += self._remember(asked, items, session)
        if not items:
            orders = requested.plain_orders(said)
            done += [self._keep(refined(item), _BY_RULES, session) for item in orders]
        for one in asked:
            done += self._end(one, session) if one.aim == "end" else []
        if by == _BY_RULES:
            done += _left_out(said, done)
        return done

    def _learned(
        self, item: Extracted, asked: Sequence[Request], by: str, session: str | None
    ) -> Iterator[Learned]:
        """A statement, unless what is asked of it says more."""
        aims = {one.aim: one for one in asked if fold(item.text) in fold(one.text)}
        refused = aims["remember"].refused if "remember" in aims else ""
        if "forget" not in aims and not refused and not same.names_no_job(item):
            yield self._keep(item, by, session)

    def _remember(
        self, asked: Iterable[Request], items: Sequence[Extracted], session: str | None
    ) -> Iterator[Learned]:
        """What is to be remembered and was not extracted anyway."""
        for one in asked:
            if one.aim != "remember":
                continue
            if one.refused:
                secret = one.refused == requested.SECRET
                text = requested.masked(one.text) if secret else one.text
                yield Learned("", text, "refuse", one.refused)
            elif not any(fold(item.text) in fold(one.text) for item in items):
                for item in requested.statements(one):
                    yield self._keep(refined(item), _BY_RULES, session)

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

    def _forget(self, one: Request) -> Iterator[Learned]:
        """Remove what says the same as a clause, or is about a topic; tell what it was."""
        if one.refused:
            yield Learned("", one.text, "refuse", one.refused)
            return
        found = 0
        clause, wide = same.Clause(one.text), one.about == "all"
        why = f"you ask to forget {one.text!r}"
        for fact in self._own():
            if clause.concerns(fact, wide) if one.about else clause.says(fact):
                self._facts.forget(ids=self._versions(fact))
                found += 1
                yield _of_fact(fact, "forget", why)
        for note in self._own_notes():
            if clause.in_text(note.text, wide) if one.about else clause.repeats(note.text):
                self._notes.forget(note.id)
                found += 1
                yield Learned(note.kind, note.text, "forget", why, note.id, NOTES)
        if not found:
            yield Learned("", one.text, "ignore", "nothing that is known says this")

    def _end(self, one: Request, session: str | None) -> Iterator[Learned]:
        """End what a message tells as over."""
        clause = same.Clause(one.text)
        why = f"you say that it is over: {one.text!r}"
        for fact in self._own():
            if fact.state == CURRENT and fact.valid_to is None and clause.ends(fact):
                over = replace(
                    fact,
                    valid_from=None,
                    valid_to=self._writer.clock.now(),
                    recorded_at=None,
                    session=session,
                    reason="",
                    id="",
                )
                yield _of_fact(self._facts.remember(over).fact, "end", why, statement(fact))
        for note in self._own_notes():
            if clause.ends_note(note.text):
                self._notes.forget(note.id)
                yield Learned(note.kind, note.text, "forget", why, note.id, NOTES)

    def _own(self) -> list[Fact]:
        known = self._facts.recall_by_type(limit=_KNOWN)
        return [fact for fact in known if fact.user == self._scope.user]

    def _own_notes(self) -> list[Note]:
        page = self._notes.page(_KNOWN, filter=NoteFilter(kind=("fact", "note", "preference")))
        return [note for note in page.notes if note.user == self._scope.user]

    def _versions(self, fact: Fact) -> list[str]:
        """The versions with the same value, believed or not."""
        every = self._facts.history(*fact.triple)
        own = (one for one in every if one.user == fact.user)
        return [one.id for one in own if equal(one.value, fact.value)]


def _left_out(said: str, done: Sequence[Learned]) -> Iterator[Learned]:
    """What looks like a statement and is not kept, with the reason."""
    seen = [fold(each.text) for each in done if each.text]
    for text, reason in requested.left_out(said):
        if not any(each in fold(text) or fold(text) in each for each in seen):
            yield Learned("", text, "refuse", reason)


def _of_fact(fact: Fact, action: str, reason: str, text: str = "") -> Learned:
    said = text or statement(fact) or told(fact.value)
    return Learned(fact.kind, said, action, reason, fact.id, FACTS, fact.key, fact.value)

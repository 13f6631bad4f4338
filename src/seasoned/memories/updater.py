"""The memory updater: from an exchange to what is remembered of it.

A model extracts if there is one, and what it answers is held against the user's words; patterns do
it without one, and where its answer cannot be used. What follows from a statement about something
known is decided by the facts. The exchange is kept, with what became of each statement.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from seasoned import codec
from seasoned.core import own_words, values
from seasoned.core.completions import Completion
from seasoned.core.demands import attacks
from seasoned.core.exchanges import STATES, Exchange, Learned
from seasoned.core.extracting import Extracted, extract, fold
from seasoned.core.facts import told
from seasoned.core.knowledge import ExchangeRow
from seasoned.core.messages import Message
from seasoned.core.proposed import (
    AGAINST,
    Refused,
    extracted_from,
    extraction_request,
    is_list_of_items,
)
from seasoned.core.recalled import without_recalled
from seasoned.core.unseen import UNSEEN
from seasoned.core.withheld import is_private
from seasoned.errors import InvalidInput, ModelError, SeasonedError
from seasoned.memories.endings import describe
from seasoned.memories.keeping import Keeper
from seasoned.memories.longterm import LongTermMemory
from seasoned.memories.structured import StructuredMemory
from seasoned.memories.writing import Writer
from seasoned.ports import Scope
from seasoned.ports.knowledge import ExchangeStore
from seasoned.ports.llm import LLM

_KNOWN = 50  # facts that a model is told of
_EARLIER = 10  # exchanges whose answers a user may hand back
ANSWER = 1_200  # tokens of a model's answer
WITHHELD = "[not kept, as the user asks]"
_RAW = 2_000  # characters of an answer that was of no use
_NO_JSON = "the model was given a schema and its answer holds no JSON"


@dataclass(frozen=True, slots=True)
class _Found:
    """What was extracted, and by whom.

    Attributes:
        refused: Items of a model that are not believed.
        problem: Why a model's answer was of no use.
        raw: That answer.
    """

    items: tuple[Extracted, ...]
    by: str = "rules"
    refused: tuple[Refused, ...] = ()
    problem: str = ""
    raw: str = ""


class Updater:
    """Learns from exchanges in one scope. Safe to share between threads."""

    def __init__(
        self,
        notes: LongTermMemory,
        facts: StructuredMemory,
        exchanges: ExchangeStore,
        writer: Writer,
        scope: Scope,
        llm: LLM | None = None,
    ) -> None:
        self._notes, self._facts, self._exchanges = notes, facts, exchanges
        self._writer, self._scope, self._llm = writer, scope, llm
        self._keeper = Keeper(notes, facts, writer, scope)

    def update(self, said: str, answered: str = "", *, session: str | None = None) -> Exchange:
        """Remember what an exchange says of the user: preferences, facts, instructions.

        Recalled text is never learned again, nor is anything because the assistant said it.

        Args:
            said: The user's message.
            answered: What was answered.
            session: The conversation.

        Returns:
            The exchange as it was kept, with what became of each statement and why. One in which
            the user asks that nothing be kept has no texts.

        Raises:
            InvalidInput: an argument is no text.
            StoreError: it could not be kept.
        """
        asked = self.request(said, answered)
        if asked is None or self._llm is None:
            return self.take(said, answered, session=session)
        try:
            got: Any = self._llm.complete(asked[0], schema=asked[1], max_tokens=ANSWER)
        except Exception as error:  # noqa: BLE001  # the model is the caller's and may raise anything
            got = error
        return self.take(said, answered, heard(got), session=session)

    async def aupdate(
        self, said: str, answered: str = "", *, session: str | None = None
    ) -> Exchange:
        """The same with the model awaited; what it says is kept in this thread."""
        asked = self.request(said, answered)
        if asked is None or self._llm is None:
            return self.take(said, answered, session=session)
        try:
            got: Any = await self._llm.acomplete(asked[0], schema=asked[1], max_tokens=ANSWER)
        except Exception as error:  # noqa: BLE001  # the model is the caller's and may raise anything
            got = error
        return self.take(said, answered, heard(got), session=session)

    def request(self, said: str, answered: str = "") -> tuple[list[Message], dict[str, Any]] | None:
        """What to ask the model, and the schema of its answer.

        None without a model, and of a message that asks not to be kept.
        """
        if self._llm is None:
            return None
        said, answered = _spoken(said, "said"), _spoken(answered, "answered")
        if is_private(said):
            return None
        known = self._facts.recall_by_type(limit=_KNOWN)
        lines = [f"{fact.subject}, {fact.key}: {told(fact.value)}" for fact in known]
        return extraction_request(said, answered, lines)

    def take(
        self,
        said: str,
        answered: str = "",
        parsed: Any = None,
        *,
        session: str | None = None,
    ) -> Exchange:
        """Remember what was extracted: by a model, or by the patterns if there is nothing of one.

        Args:
            said: The user's message.
            answered: What was answered.
            parsed: The model's answer, as JSON or whole, the error that it ended in, or None.
            session: The conversation.
        """
        given = heard(parsed) if isinstance(parsed, Completion) else parsed
        found = self._found(_spoken(said, "said"), _spoken(answered, "answered"), given, session)
        said, answered = _plain(said, "said"), _plain(answered, "answered")
        items = self._keeper.learn(said, found.items, found.by, session)
        if is_private(said):
            done = tuple(replace(item, text=WITHHELD, value=None) for item in items)
            return self._record(
                Exchange(WITHHELD, WITHHELD if answered else "", done, session=session)
            )
        items += [Learned("", _shown(one.item), "refuse", one.reason) for one in found.refused]
        exchange = Exchange(
            said, answered, tuple(items), found.by, found.problem, found.raw, session
        )
        return self._record(exchange)

    def _found(self, said: str, answered: str, parsed: Any, session: str | None) -> _Found:
        if self._llm is None or parsed is None:
            return _by_rules(said, self._before(session))
        if isinstance(parsed, Exception):
            raw = parsed.raw if isinstance(parsed, ModelError) else ""
            plain = str(parsed) if isinstance(parsed, SeasonedError) else describe(parsed)
            return _by_rules(said, self._before(session), plain, raw)
        if not is_list_of_items(parsed):
            problem = f"the answer of {self._llm.model!r} is no list of items"
            raw = json.dumps(parsed, ensure_ascii=False, default=repr)[:_RAW]
            return _by_rules(said, self._before(session), problem, raw)
        items, refused = extracted_from(parsed, said, answered)
        return _Found(items, self._llm.model, refused)

    def _before(self, session: str | None) -> str:
        """What the assistant said before in the conversation, but for what the user had said."""
        rows = self._exchanges.page(self._scope, None, _EARLIER)
        earlier = [codec.decode(row.body, Exchange) for row in rows if row.session == session]
        answers = fold("\n".join(each.answered for each in earlier))
        for each in earlier:
            for sentence in own_words.sentences(each.said):
                if own := fold(sentence).strip(" .!?"):
                    answers = answers.replace(own, own_words.GAP)
        return answers

    def _record(self, exchange: Exchange) -> Exchange:
        now = self._writer.clock.now()
        whole = replace(self._writer.clean(exchange), id=self._writer.ids.new(), at=now)
        row = ExchangeRow(
            whole.id,
            self._scope.user,
            now.timestamp(),
            whole.state,
            codec.encode(whole),
            whole.session,
        )
        self._exchanges.add(self._scope, row)
        return whole

    def exchanges(self, state: str | None = None, limit: int = 100) -> tuple[Exchange, ...]:
        """The newest exchanges, with what was learned of each.

        Args:
            state: Only those that are ``learned``, ``nothing``, or ``unusable``.
            limit: Most of them, up to 10,000.
        """
        if state is not None and state not in STATES:
            raise InvalidInput(f"state must be one of {', '.join(STATES)}, got {state!r}")
        most = values.count(limit, "limit", least=1, most=10_000)
        rows = self._exchanges.page(self._scope, state, most)
        return tuple(codec.decode(row.body, Exchange) for row in rows)

    def forget(self, *ids: str, everything: bool = False) -> int:
        """Remove one's own exchanges; what was learned of them stays. How many.

        Raises:
            InvalidInput: no ids are given, and `everything` is not set.
        """
        if not ids and not everything:
            raise InvalidInput("forget() needs ids, or everything=True")
        return self._exchanges.delete(self._scope, values.texts(ids, "ids") if ids else None)


def heard(got: Any) -> Any:
    """What a model that was asked answered as JSON, or the error that stands for no such answer."""
    if isinstance(got, Exception):
        return got
    parsed = getattr(got, "parsed", None)
    return parsed if parsed is not None else ModelError(_NO_JSON, str(getattr(got, "text", "")))


def _by_rules(said: str, before: str, problem: str = "", raw: str = "") -> _Found:
    """What the patterns read, but for what tells an agent to act against its user."""
    kept, refused = list[Extracted](), list[Refused]()
    for item in extract(said, before):
        if attacks(item.text):
            refused.append(Refused({"text": item.text}, AGAINST))
        else:
            kept.append(item)
    return _Found(tuple(kept), refused=tuple(refused), problem=problem, raw=raw)


def _plain(text: str, name: str) -> str:
    """The text without what was recalled into it."""
    return without_recalled(values.text(text, name))


def _spoken(text: str, name: str) -> str:
    """The text as it is read for statements: nothing stands for what was recalled or is unseen."""
    return UNSEEN.sub("", without_recalled(values.text(text, name), "\n"))


def _shown(item: Any) -> str:
    if isinstance(item, Mapping) and isinstance(item.get("text"), str):
        return str(item["text"])[:240]
    return values.shown(item)

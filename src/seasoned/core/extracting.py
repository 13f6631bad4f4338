"""What an exchange says of its user that should be remembered, without a model.

Statements are read from the beginning of a clause in the user's own words, by patterns of four
languages, and left out where they are asked, supposed, quoted, passing, secret or meant in jest.
It prefers to miss: what is read should be so. What follows from a statement about something that
is known already is decided elsewhere (`seasoned.core.facts`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any, Final, Literal

from seasoned.core import asides, own_words, slots
from seasoned.core.portraits import portrait
from seasoned.core.speech import Rule, Speech
from seasoned.core.tongues import tongues_of
from seasoned.core.withheld import is_private, is_secret

Kind = Literal["preference", "fact", "instruction"]
KINDS: Final = ("preference", "fact", "instruction")
LONGEST: Final = 240  # columns of a text; a wide character takes two
MOST: Final = 20  # items of one exchange
_READ: Final = 1_500  # sentences in which somebody may speak of themselves, so that time is bounded
_FIRST: Final = 3  # sentences that may tell of the speaker without naming them
_BRIEF: Final = 300  # characters of a sentence that may be read without naming the speaker
_CLAUSES: Final = 60  # of one sentence
_JOINTS: Final = re.compile(
    r"[,;:](?=\s|$)|\s[–—-]+\s|[–—]|[()（）]|[，；：、](?![^，；：、]{0,6}[和与及跟])"
    r"|\.{2,}|…|(?=[¿¡])|[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]+"
)
_EDGES: Final = " \t,;:.!…。！，；：、-–—()（）*_~¡\"'"
# A question that asks the assistant to do something, or whether a request is fine.
_POLITE: Final = re.compile(
    r"(?i)\b(?:(?:can|could|would|will|won't) (?:you|u)|(?:kannst|könntest|würdest|magst) du"
    r"|(?:können|könnten|würden) sie|puedes|podrías|puede|podría|le importaría|te importa)\b"
    r"|\b(?:ok|okay|yeah|would you|please|pls|ja|bitte|vale|por favor)\W*$"
    r"|能不能|可不可以|可以|能否|[好行]吗|好嗎"
)
# What is so, in a statement that says what is not.
_INSTEAD: Final = re.compile(
    r"(?i)\b(?:nicht|kein\w*|not|no)\b.{1,80}?\b(?:sondern|but|sino)\s(.+)"
)
_WANTED: Final = re.compile(r"(?i)\b(?:please|pls|bitte|por favor)\b|请|請")
_RESUMED: Final = re.compile(r"(?i)(?:and|but|und|aber)\b")
_SUBJECT: Final = re.compile(r"(?i)\b(i|we|ich|wir)\b")
# "The jokes you can spare": the object comes first, and what follows is no question.
_OBJECT: Final = re.compile(r"(?:\S+\s+){1,2}\S*\s*")
_MODAL: Final = re.compile(r"(?i)(?:kannst|können|könntest|könnten)\b")
_NUMBER: Final = re.compile(r"-?\d{1,9}")


@dataclass(frozen=True, slots=True)
class Extracted:
    """One thing to be remembered.

    Attributes:
        kind: ``fact`` is what is so of the user or around them, ``preference`` what they like or
            would rather have, ``instruction`` what they want of all later answers.
        text: Close to the user's words, at most `LONGEST` columns.
        subject: Whom it is about: ``user``, or a name.
        key: Short slot such as ``home`` or ``diet``; "" if none fits. Those of `slots.MANY` hold
            several values at once.
        value: Any JSON value: what fills the slot, else the text.
        confidence: In [0, 1].
        past: Whether it is told as something that is over.
    """

    kind: Kind
    text: str
    subject: str = "user"
    key: str = ""
    value: Any = None
    confidence: float = 0.8
    past: bool = False


def extract(user: str, before: str = "") -> tuple[Extracted, ...]:
    """What the user's message says that should be remembered, `MOST` items at most.

    Args:
        user: What the user wrote.
        before: What the assistant said before it. A statement that stands there word by word is
            handed back by the user, and not theirs.
    """
    told = list(_distinct(own_words.sentences(user)))
    after = dict(pairwise(told))
    tongues = tongues_of(told)
    may = (each for i, each in enumerate(told) if i < _FIRST or _may_tell(each, tongues))
    said = list(islice(may, _READ))
    if any(map(is_private, said)):
        return ()
    jest = {speech.name for speech in tongues if any(map(speech.ironic.search, said))}
    handed, found = fold(before), dict[tuple[str, str], Extracted]()
    for sentence in said:
        items = _read(sentence, after.get(sentence, ""), jest, tongues)
        for item in [] if items and is_secret(sentence) else items:
            if not _handed_back(item, handed):
                found.setdefault((item.kind, fold(item.text)), item)
        if len(found) >= MOST:
            break
    return tuple(found.values())[:MOST]


def fold(text: str) -> str:
    """The text without differences of case, width and blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def columns(text: str) -> int:
    """How wide the text is."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def _distinct(sentences: Iterator[str]) -> Iterator[str]:
    seen = set[str]()
    for sentence in sentences:
        if sentence not in seen:
            seen.add(sentence)
            yield sentence


def _may_tell(sentence: str, tongues: Sequence[Speech]) -> bool:
    return any(speech.gate.search(sentence) for speech in tongues) or is_private(sentence)


def _handed_back(item: Extracted, before: str) -> bool:
    text = fold(item.text)
    return item.kind != "instruction" and len(text) >= 12 and text in before


def _read(
    sentence: str, following: str, jest: set[str], tongues: Sequence[Speech]
) -> list[Extracted]:
    """The items of a sentence, in the first language in which there are any."""
    for speech in tongues:
        if (speech.bare or len(sentence) > _BRIEF) and not speech.gate.search(sentence):
            continue
        reading = _Reading(speech, sentence, following, speech.name in jest)
        if items := list(reading.items()):
            return items
    return []


class _Reading:
    """One sentence read in one language."""

    def __init__(self, speech: Speech, sentence: str, following: str, jest: bool) -> None:
        self.speech, self.jest = speech, jest
        self.asked = sentence.rstrip().endswith(("?", "？")) or sentence.startswith("¿")
        self.clauses = list(islice(_clauses(sentence, speech), _CLAUSES))
        self.stands = bool(speech.stands.search(sentence) or speech.rule.match(following))
        self.polite = bool(_POLITE.search(sentence))
        self.trouble = bool(speech.trouble.search(f"{sentence} {following}"))
        self.passing = bool(speech.passing.search(sentence))
        self.opened = -1  # where another opening may follow the first
        self.mocks = bool(speech.ironic.search(sentence)) or asides.taken_back(sentence, following)

    def items(self) -> Iterator[Extracted]:
        """What the sentence says that should be remembered, in order."""
        listed = () if self.mocks or self.asked else portrait(self.clauses)
        yield from (_item(None, None, part) for part in listed)
        i, told = len(listed), False
        while i < len(self.clauses):
            clause = self.clauses[i]
            if end := self._request(i):
                yield from self._instruction(i, end)
                i = end
                continue
            if self._breaks(clause):
                return
            told = told or bool(self.speech.told.match(clause))
            if asides.depends(clause) and not told:
                return
            if self._stated(i) and (item := self._statement(i, told)):
                yield item[0]
                i = item[1]
                if item[0].key == "name" and (job := self._apposed(i)):
                    yield job
                    i += 1
                continue
            yield from self._inserted(clause)
            i += 1

    def _inserted(self, clause: str) -> Iterator[Extracted]:
        """What a clause tells in passing that asks for something else."""
        if own_words.GAP not in clause and not self.jest:
            for rule in self.speech.inserted:
                if match := rule.pattern.search(clause):
                    yield _item(rule, match, match["v"].strip(_EDGES))

    def _breaks(self, clause: str) -> bool:
        """Whether nothing after it in the sentence is meant as it stands."""
        speech = self.speech
        return any(p.search(clause) for p in (speech.supposes, speech.unsure, speech.reports))

    def _stated(self, i: int) -> bool:
        """Whether a clause states something: it does not ask, and does not hold for now only."""
        clause, last = self.clauses[i], i == len(self.clauses) - 1
        if own_words.GAP in clause or (self.asked and last) or clause.startswith("¿"):
            return False
        after = "" if last else self.clauses[i + 1]
        if asides.hedged(after) or (len(after.split()) < 3 and self.speech.reports.match(after)):
            return False
        body = self._body(i)
        unfit = (self.speech.asks, self.speech.others)
        return not (self.speech.passing.search(clause) or any(p.match(body) for p in unfit))

    def _body(self, i: int) -> str:
        """A clause from where it says something."""
        clause = self.clauses[i]
        lead = self.speech.lead.match(clause)
        return clause[lead.end() :] if lead else clause

    def _statement(self, i: int, told: bool) -> tuple[Extracted, int] | None:
        """The statement that a clause makes, and the first clause after it."""
        body = self._body(i)
        rule, match = self._rule(body)
        if rule is None:
            opens = i in (self._first(), self.opened)
            rule, match = self._opening(i) if opens else self._resumed(i)
            self.opened = i + 1 if opens and rule else self.opened
        if rule is None and not (told and self.speech.own.match(body)):
            return None
        if self.mocks or (self.jest and (rule is None or rule.kind == "preference")):
            return None
        begins, ends, said = i, i + 1, body
        if self.speech.denies.match(body) and (later := self._instead(i)):
            body = self.clauses[i]
            said = self._body(later)
            rule, match = self._rule(said)
            ends = later + 1
        named = slots.slot(body) in slots.NAMED
        for clause in self.clauses[ends:]:
            if not (self.speech.adds.match(clause) or (named and asides.names(clause))):
                break
            ends += 1
        text = self._joined([body, *self.clauses[begins + 1 : ends]])
        if columns(text) > LONGEST:
            text, ends = body.strip(_EDGES), i + 1
        return self._as_told(_item(rule, match, text), said), ends

    def _as_told(self, item: Extracted, body: str) -> Extracted:
        """The item as over, or as a negative, if it is told so of what fills one place."""
        if item.kind != "fact" or item.past or item.key not in slots.STATES:
            return item
        if instead := _INSTEAD.search(item.text):
            return replace(item, value=slots.place(instead[1].strip(_EDGES)))
        if self.speech.ended.search(body):
            return replace(item, value=slots.place(str(item.value)), past=True)
        if self.speech.negated.match(body):
            return replace(item, key="negative", value=item.text)
        return item

    def _first(self) -> int:
        """The first clause that is more than a greeting or an interjection."""
        leads = (self.speech.lead.match(clause) for clause in self.clauses)
        pairs = zip(self.clauses, leads, strict=True)
        return next((i for i, (c, m) in enumerate(pairs) if not m or m.end() < len(c)), 0)

    def _opening(self, i: int) -> tuple[Rule | None, re.Match[str] | None]:
        """The rule of a first clause that lacks its subject or its verb."""
        body = self._body(i)
        if self.trouble or _WANTED.search(body):
            return None, None
        for words, lacking in self.speech.lacking:
            if lacking.match(body) and (found := self._rule(words + body))[0]:
                return found
        rest = self._joined([body, *self.clauses[i + 1 : i + 2]])
        for rule in self.speech.openings:
            if match := rule.pattern.match(body) or rule.pattern.match(rest):
                return rule, match
        return None, None

    def _resumed(self, i: int) -> tuple[Rule | None, re.Match[str] | None]:
        """The rule of a clause that goes on after "and", without the subject named before."""
        named = _RESUMED.match(self.clauses[i]) and _SUBJECT.search(self.clauses[i - 1])
        return self._rule(f"{named[1]} {self._body(i)}") if named else (None, None)

    def _apposed(self, i: int) -> Extracted | None:
        """What somebody says they are right after their name, without a verb."""
        clause = self.clauses[i] if i < len(self.clauses) else ""
        fits = self.speech.apposed.match(clause) and self._stated(i)
        if not fits or self._rule(self._body(i))[0] or self._request(i):
            return None
        return Extracted("fact", clause, key="job", value=clause, confidence=0.6)

    def _rule(self, body: str) -> tuple[Rule | None, re.Match[str] | None]:
        for rule in self.speech.rules:
            if not (rule.weak and self.trouble) and (match := rule.pattern.match(body)):
                return rule, match
        return None, None

    def _instead(self, i: int) -> int:
        """The clause that says what is so where this one says what is not; 0 if there is none."""
        for later in range(i + 1, min(i + 3, len(self.clauses))):
            body = self._body(later)
            if self._rule(body)[0] and not self.speech.denies.match(body) and self._stated(later):
                return later
        return 0

    def _request(self, i: int) -> int:
        """The clause after the lasting request that begins here, 0 if none begins."""
        speech, clause, body = self.speech, self.clauses[i].lstrip("¿"), self._body(i).lstrip("¿")
        if own_words.GAP in clause or self._announces(clause) or asides.proverbial(clause):
            return 0
        rest = self._joined(self.clauses[i : i + 6])
        here = (clause, body, rest, body + rest[len(clause) :])
        if self._opens(i):
            return self._until(i + 1)
        if asides.sourced("".join(self.clauses[i + 1 : i + 2])):
            return 0
        if self.passing or self.mocks or (self.asked and not self.polite):
            return 0
        if any(map(speech.standing_orders.match, here)):
            return self._until(i)
        if any(map(speech.conditions.match, here)) and i + 1 < len(self.clauses):
            after = (self.clauses[i + 1], self._body(i + 1))
            ordered = any(map(speech.orders.match, after))
            return self._until(i + 1) if ordered and not speech.asks.match(clause) else 0
        if self.stands and any(map(speech.orders.match, here)):
            return self._until(i)
        return 0

    def _opens(self, i: int) -> bool:
        """Whether a clause makes all that follows in the sentence lasting."""
        rest = self._joined(self.clauses[i : i + 6])
        opened = self.speech.opens.match(rest) or self.speech.opens.match(self._body(i))
        if not opened or not self.asked:
            return bool(opened)
        follows = self.clauses[i + 1] if i + 1 < len(self.clauses) else ""
        tag = i + 2 == len(self.clauses) and len(follows) <= 6
        asks, orders = self.speech.asks.match(follows), self.speech.orders.match(follows)
        return bool(follows) and bool(tag or orders or not asks)

    def _announces(self, clause: str) -> bool:
        """Whether a clause only says that something is to be remembered."""
        return any(
            (match := pattern.match(clause)) and match.end() == len(clause)
            for pattern in (self.speech.told, self.speech.rule)
        )

    def _until(self, i: int) -> int:
        """The first clause after `i` that is no part of the request."""
        for j in range(i + 1, len(self.clauses)):
            body = self._body(j).lstrip("¿")
            if self._rule(body)[0] or self.speech.asks.match(body):
                return j
        return len(self.clauses)

    def _instruction(self, i: int, end: int) -> Iterator[Extracted]:
        text = self._joined(self.clauses[i:end])
        while columns(text) > LONGEST and end > i + 1:
            end -= 1
            text = self._joined(self.clauses[i:end])
        if columns(text) <= LONGEST and (self.speech.bare or " " in text):
            key = slots.answer_slot(text)
            yield Extracted("instruction", text, key=key, value=text, confidence=0.85)

    def _joined(self, clauses: Sequence[str]) -> str:
        joint = "，" if self.speech.bare else ", "
        return joint.join(each.strip(_EDGES) for each in clauses if each.strip(_EDGES)).strip()


def _clauses(sentence: str, speech: Speech) -> Iterator[str]:
    """The clauses of a sentence; those too long to be an item are not meant to be one."""
    for part in _JOINTS.split(sentence):
        start = 0
        for joint in speech.joint.finditer(part):
            if _OBJECT.fullmatch(part[start : joint.end()]) and _MODAL.match(part[joint.end() :]):
                continue
            yield from _kept(part[start : joint.end()])
            start = joint.end()
        yield from _kept(part[start:])


def _kept(part: str) -> Iterator[str]:
    clause = part.strip(_EDGES.replace("¿", ""))
    if clause and len(clause) <= LONGEST:
        yield clause


def _item(rule: Rule | None, match: re.Match[str] | None, text: str) -> Extracted:
    groups = match.groupdict() if match else {}
    value = (groups.get("v") or "").strip(_EDGES + "?？") or text
    if rule is None:
        return Extracted("fact", text, key=slots.slot(text), value=text, confidence=0.6)
    key = rule.key or slots.slot(text)
    if about := (groups.get("k") or "").strip(_EDGES):
        key = f"{key}_{'_'.join(fold(about).split())}"
    kind: Kind = "preference" if rule.kind == "preference" else "fact"
    if key in ("home", "origin"):
        value = slots.place(value)
    number = _NUMBER.fullmatch(value)
    sure = 0.6 if rule.weak else 0.8
    return Extracted(kind, text, "user", key, int(value) if number else value, sure, rule.past)

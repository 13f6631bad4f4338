"""Facts with two clocks: when something was so, and when it was known.

A version of a fact is never changed but for the moment at which it stopped being believed, so
that what was believed on any day can be told. What follows from a new statement about something
known is decided here and knows no store.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Literal

from seasoned.core import values
from seasoned.core.feedback import assign
from seasoned.core.sources import spelled
from seasoned.errors import InvalidInput

CURRENT: Final = "current"
CONTESTED: Final = "contested"
STATES: Final = (CURRENT, CONTESTED)
MARGIN: Final = 0.2  # of confidence that a newer value may lack and still replace

Action = Literal["add", "supersede", "contest", "confirm", "ignore"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement about a subject, in one version.

    Attributes:
        subject: What it is about, such as ``user`` or ``Acme``.
        kind: Open lower-case name, such as ``preference`` or ``fact``.
        key: What of it, such as ``home`` or ``diet``.
        value: Any JSON value.
        confidence: In [0, 1].
        valid_from: Since when it is so; None where nobody knows. What lasts is so from the time
            of recording on, unless it says another.
        valid_to: Until when, exclusive; None while it lasts.
        recorded_at: When this version began to be believed; filled in.
        superseded_at: When it stopped being believed; None while it is.
        state: ``current``, or ``contested`` where another value stands and this one is no
            stronger.
        source: Where it comes from, as of notes.
        session: The conversation that it comes from.
        reason: Why it was kept as it was.
        metadata: JSON object of the caller's own.
        user: Whose it is, None if it is shared.
        id: Of this version; filled in.
        namespace: Filled in.
    """

    subject: str
    kind: str
    key: str
    value: Any
    confidence: float = 1.0
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    recorded_at: datetime | None = None
    superseded_at: datetime | None = None
    state: str = CURRENT
    source: str = "own"
    session: str | None = None
    reason: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    user: str | None = None
    id: str = ""
    namespace: str = ""

    def __post_init__(self) -> None:
        assign(
            self,
            subject=_name(self.subject, "subject"),
            kind=values.identifier(self.kind, "kind"),
            key=_name(self.key, "key"),
            value=values.json_value(self.value, "value"),
            confidence=values.unit(self.confidence, "confidence"),
            source=spelled(values.text(self.source, "source")),
            session=values.optional_text(self.session, "session"),
            reason=values.text(self.reason, "reason"),
            metadata=values.json_object(self.metadata, "metadata"),
            id=values.text(self.id, "id"),
            namespace=values.text(self.namespace, "namespace"),
        )
        for name in ("valid_from", "valid_to", "recorded_at", "superseded_at"):
            assign(self, **{name: values.optional_moment(getattr(self, name), name)})
        if self.valid_from and self.valid_to and self.valid_to <= self.valid_from:
            raise InvalidInput(
                f"valid_to={self.valid_to.isoformat()} is not after "
                f"valid_from={self.valid_from.isoformat()}; swap them or leave one out"
            )
        if self.state not in STATES:
            raise InvalidInput(f"state must be current or contested, got {self.state!r}")
        if self.user is not None:
            values.name(self.user, "user")

    @property
    def triple(self) -> tuple[str, str, str]:
        """What it is about: of one owner's triple one value at most is current at any moment."""
        return self.subject, self.kind, self.key

    @property
    def believed(self) -> bool:
        """Whether this version is believed now."""
        return self.superseded_at is None

    def holds(self, at: datetime, *, now: bool = False) -> bool:
        """Whether it is so at a moment.

        Args:
            at: The moment.
            now: Whether that is the present by the reader's clock: what was recorded by a clock
                that is ahead is judged no earlier than at the moment of its recording.
        """
        if now and self.recorded_at is not None:
            at = max(at, self.recorded_at)
        return (self.valid_from is None or self.valid_from <= at) and _before(at, self.valid_to)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What follows from a new statement.

    Attributes:
        action: ``add``, ``supersede`` another value or end, ``contest`` it, ``confirm`` it with
            more confidence or an earlier beginning, or ``ignore`` what says nothing new.
        reason: In words, which may name the other value.
        keep: Versions to be added, the new statement first; none if it is ignored. What is left
            of others follows, without ids.
        end: Ids of versions that stop being believed.
        stands: Id of the version that stands for the statement.
    """

    action: Action
    reason: str
    keep: tuple[Fact, ...] = ()
    end: tuple[str, ...] = ()
    stands: str = ""


def rule(believed: Sequence[Fact], new: Fact, *, force: bool = False) -> Ruling:
    """What follows from a statement, given the versions of its triple that are believed.

    Where another value stands for some of its time, that one ends as the new one begins if the
    new one is not older, is not over already and its confidence falls short by .2 at most; else
    the new one is kept beside it as contested. The same value with another end moves the end,
    its confidence permitting. With `force` it always replaces. A reason that is kept with a
    version names no value of another one, which may be forgotten.

    Args:
        believed: Versions with the same owner and triple, none of them superseded.
        new: Complete, with its id and times.
        force: Whether it replaces whatever stands.
    """
    met = [fact for fact in believed if meet(fact, new)]
    stood = [fact for fact in met if fact.state == CURRENT] or _bereft(met, believed)
    if not stood:
        return Ruling("add", "nothing was known of it", (new,), (), new.id)
    rest = [fact for fact in met if fact not in stood]
    settled = [fact for fact in rest if _settled(fact, new)]
    rivals = [fact for fact in stood if not _same(fact, new)]
    known = next((fact for fact in stood if _repeats(fact, new)), None)
    if known is not None and not (force and rivals):
        twins = () if rivals else stood
        return _again(known, twins, settled if force else (), new, force)
    if force or _prevails(new, stood, rivals):
        return _replaced(stood, settled, new, force)
    return _contested(stood, rest, new)


def meet(one: Fact, other: Fact) -> bool:
    """Whether both tell of some same moment."""
    return _before(one.valid_from, other.valid_to) and _before(other.valid_from, one.valid_to)


def _before(start: datetime | None, end: datetime | None) -> bool:
    return start is None or end is None or start < end


def _bereft(met: Sequence[Fact], believed: Sequence[Fact]) -> list[Fact]:
    """The surest contested version of those whose rivals were removed since."""
    standing = [fact for fact in believed if fact.state == CURRENT]
    free = [fact for fact in met if not any(meet(fact, one) for one in standing)]
    return sorted(free, key=lambda fact: -fact.confidence)[:1]


def _repeats(known: Fact, new: Fact) -> bool:
    return _same(known, new) and known.valid_to == new.valid_to


def _settled(contested: Fact, new: Fact) -> bool:
    """Whether a contested version has nothing left to say once a new one stands."""
    return _same(contested, new) or (contested.valid_to is None and new.valid_to is None)


def _again(
    known: Fact, twins: Sequence[Fact], settled: Sequence[Fact], new: Fact, force: bool
) -> Ruling:
    """Of a value that stands, with the same end.

    Args:
        known: The version that it repeats.
        twins: All that have this value, which become one if the new one begins earlier; none
            where another value stands in between.
        settled: Contested versions that end by it.
        new: The statement.
        force: Whether its confidence counts though it is lower.
    """
    earlier = bool(twins) and _older(new, known) and _sure(new, known)
    confidence = new.confidence if force else max(new.confidence, known.confidence)
    stands = known.state == CURRENT and confidence == known.confidence
    if stands and not (earlier or settled):
        return Ruling("ignore", "it is known already", stands=known.id)
    merged = twins if earlier else (known,)
    start = _earliest([*merged, new]) if earlier else known.valid_from
    reason = f"confirmed, confidence {known.confidence:.2f} before"
    kept = replace(new, valid_from=start, confidence=confidence, reason=reason)
    return Ruling("confirm", reason, (kept,), _ids([*merged, *settled]), new.id)


def _prevails(new: Fact, stood: Sequence[Fact], rivals: Sequence[Fact]) -> bool:
    late = rivals and (_over(new) or any(_older(new, _begun(rival, new)) for rival in rivals))
    return not late and all(_sure(new, fact) for fact in stood)


def _begun(rival: Fact, new: Fact) -> Fact:
    """What is yet to begin, as if it began now: what is so now is not older."""
    now = new.recorded_at
    if now is None or _before(rival.valid_from, now):
        return rival
    return replace(rival, valid_from=now, valid_to=None)


def _sure(new: Fact, standing: Fact) -> bool:
    return new.confidence >= standing.confidence - MARGIN - 1e-9


def _older(new: Fact, standing: Fact) -> bool:
    """Whether it began earlier; what has no beginning began before all others."""
    if new.valid_from is None or standing.valid_from is None:
        return standing.valid_from is not None
    return new.valid_from < standing.valid_from


def _over(new: Fact) -> bool:
    """Whether it tells of the past only."""
    told = new.recorded_at
    return new.valid_to is not None and (told is None or new.valid_to <= told)


def _earliest(facts: Sequence[Fact]) -> datetime | None:
    starts = [fact.valid_from for fact in facts if fact.valid_from is not None]
    return min(starts) if len(starts) == len(facts) else None


def _replaced(stood: Sequence[Fact], settled: Sequence[Fact], new: Fact, force: bool) -> Ruling:
    """The new value, and what stood as it was before and after."""
    start = _earliest([new, *(fact for fact in stood if _same(fact, new))])
    how = "forced in place of" if force else "newer than"
    rivals = [fact for fact in stood if not _same(fact, new)]
    reason = f"{how} what stood" if rivals else "it ends at another time than was known"
    kept = replace(new, valid_from=start, reason=reason)
    parts = (part for one in rivals if one.state == CURRENT for part in _around(one, kept))
    told = f"{how} {_value(rivals[0])}" if rivals else reason
    return Ruling("supersede", told, (kept, *parts), _ids([*stood, *settled]), new.id)


def _around(standing: Fact, new: Fact) -> Iterator[Fact]:
    """What is left of a version before and after the new one."""
    part = replace(standing, recorded_at=new.recorded_at, id="", reason="ended by a newer value")
    if new.valid_from is not None and _before(standing.valid_from, new.valid_from):
        yield replace(part, valid_to=new.valid_from)
    if new.valid_to is not None and _before(new.valid_to, standing.valid_to):
        yield replace(part, valid_from=new.valid_to, reason="goes on after another value")


def _contested(stood: Sequence[Fact], rest: Sequence[Fact], new: Fact) -> Ruling:
    """The new value beside what stands; nothing, where that was said as surely before."""
    weaker = next((fact for fact in stood if not _sure(new, fact)), None)
    standing = weaker or next(fact for fact in stood if not _same(fact, new))
    twin = next((fact for fact in rest if _repeats(fact, new)), None)
    if twin is not None and new.confidence <= twin.confidence:
        return Ruling("ignore", f"it is contested by {_value(standing)} already", stands=twin.id)
    why = _weakness(new, standing)
    contested = replace(new, state=CONTESTED, reason=f"another value stands: {why}")
    # Where none was current, the surest is so again.
    bereft = [fact for fact in stood if fact.state == CONTESTED]
    current = (
        replace(one, state=CURRENT, recorded_at=new.recorded_at, id="", reason="the surest left")
        for one in bereft
    )
    ended = [*bereft, *([] if twin is None else [twin])]
    reason = f"{_value(standing)} stands: {why}"
    return Ruling("contest", reason, (contested, *current), _ids(ended), new.id)


def _weakness(new: Fact, standing: Fact) -> str:
    if not _sure(new, standing):
        return f"its confidence {standing.confidence:.2f} is above {new.confidence:.2f} + {MARGIN}"
    return "the new one is over already" if _over(new) else "the new one is older"


def _ids(facts: Iterable[Fact]) -> tuple[str, ...]:
    return tuple(fact.id for fact in facts)


def _same(one: Fact, other: Fact) -> bool:
    return equal(one.value, other.value)


def equal(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same; true and 1 are not."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def search_text(fact: Fact) -> str:
    """What search sees of a fact: what it is about, its value, and the statement if it is kept."""
    said = statement(fact)
    return f"{fact.subject} {fact.key}: {told(fact.value)}" + (f"\n{said}" if said else "")


def statement(fact: Fact) -> str:
    """The words in which it was said, which the metadata may keep as `text`; "" if not."""
    said = fact.metadata.get("text")
    return said.strip() if isinstance(said, str) else ""


def told(value: Any) -> str:
    """A JSON value in words to search by."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return ", ".join(f"{key} {told(part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(map(told, value))
    return json.dumps(value)


def _value(fact: Fact) -> str:
    return values.shown(fact.value)


def _name(value: object, field: str) -> str:
    """A short text that is not blank."""
    text = values.text(value, field).strip()
    if not text:
        raise InvalidInput(f"{field} is blank; give a name")
    return text

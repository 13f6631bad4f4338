"""Facts with two clocks: when something was so, and when it was known.

A version of a fact is never changed but for the moment at which it stopped being believed, so
that what was believed on any day can be told. What follows from a new statement about something
known is decided here and knows no store.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Literal

from seasoned.core import values
from seasoned.core.feedback import assign
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
        valid_from: Since when it is so; filled in with the time of recording.
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
            source=values.text(self.source, "source"),
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
        """What it is about: of one triple one value at most is current at a time."""
        return self.subject, self.kind, self.key

    @property
    def believed(self) -> bool:
        """Whether this version is believed now."""
        return self.superseded_at is None


@dataclass(frozen=True, slots=True)
class Ruling:
    """What follows from a new statement.

    Attributes:
        action: ``add``, ``supersede`` another value, ``contest`` it, ``confirm`` it with more
            confidence, or ``ignore`` what says nothing new.
        reason: In words.
        keep: Versions to be added, the new statement first; none if it is ignored.
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

    A value that still lasts is replaced if the new one is not older and its confidence falls short
    by .2 at most; else the new one is kept beside it as contested. With `force` it always replaces.

    Args:
        believed: Versions with the same owner and triple, none of them superseded.
        new: Complete, with its id and times.
        force: Whether it replaces whatever stands.
    """
    lasting = [fact for fact in believed if fact.valid_to is None]
    standing = next((fact for fact in lasting if fact.state == CURRENT), None)
    same = next((fact for fact in lasting if _same(fact, new)), None)
    if new.valid_to is not None:
        return _past(believed, new)
    if standing is None:
        ended = tuple(fact.id for fact in lasting)
        return Ruling("add", "nothing was known of it", (new,), ended, new.id)
    if same is standing and not (force and new.confidence != standing.confidence):
        return _again(standing, new)
    if force or _prevails(new, standing):
        return _replaced(standing, lasting, new, force)
    if same is not None:
        return Ruling("ignore", f"it is contested by {_value(standing)} already", stands=same.id)
    reason = f"{_value(standing)} stands: {_weakness(new, standing)}"
    contested = replace(new, state=CONTESTED, reason=reason)
    return Ruling("contest", reason, (contested,), (), new.id)


def _past(believed: Sequence[Fact], new: Fact) -> Ruling:
    """Of what is over: it replaces nothing."""
    for fact in believed:
        span = (fact.valid_from, fact.valid_to)
        if _same(fact, new) and span == (new.valid_from, new.valid_to):
            return Ruling("ignore", "it is known already", stands=fact.id)
    return Ruling("add", "it tells of the past and ends nothing", (new,), (), new.id)


def _again(standing: Fact, new: Fact) -> Ruling:
    if new.confidence <= standing.confidence:
        return Ruling("ignore", "it is known already", stands=standing.id)
    reason = f"confirmed, confidence {standing.confidence:.2f} before"
    surer = replace(new, valid_from=standing.valid_from, reason=reason)
    return Ruling("confirm", reason, (surer,), (standing.id,), new.id)


def _prevails(new: Fact, standing: Fact) -> bool:
    return not _older(new, standing) and new.confidence >= standing.confidence - MARGIN - 1e-9


def _older(new: Fact, standing: Fact) -> bool:
    return bool(new.valid_from and standing.valid_from and new.valid_from < standing.valid_from)


def _weakness(new: Fact, standing: Fact) -> str:
    if _older(new, standing):
        return "the new one is older"
    return f"its confidence {standing.confidence:.2f} is above {new.confidence:.2f} + {MARGIN}"


def _replaced(standing: Fact, lasting: Sequence[Fact], new: Fact, force: bool) -> Ruling:
    """The new value, and the old one as it was until then."""
    reason = f"{'forced in place of' if force else 'newer than'} {_value(standing)}"
    new = replace(new, reason=reason)
    kept, until = [new], new.valid_from
    if until is not None and (standing.valid_from is None or standing.valid_from < until):
        closed = replace(standing, valid_to=until, recorded_at=new.recorded_at, id="")
        kept.append(replace(closed, reason=f"ended by {_value(new)}"))
    return Ruling("supersede", reason, tuple(kept), tuple(f.id for f in lasting), new.id)


def _same(one: Fact, other: Fact) -> bool:
    return equal(one.value, other.value)


def equal(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same; true and 1 are not."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _value(fact: Fact) -> str:
    return values.shown(fact.value)


def _name(value: object, field: str) -> str:
    """A short text that is not blank."""
    text = values.text(value, field).strip()
    if not text:
        raise InvalidInput(f"{field} is blank; give a name")
    return text

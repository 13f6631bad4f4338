"""Records to JSON and back: the one place where their serialised form is decided.

Every kind of line carries `kind` and `schema`. Fields at their default are left out, so an old
reader meets only what it needs and a new field does not rewrite old rows.
"""

from __future__ import annotations

from dataclasses import MISSING, asdict, fields, is_dataclass
from functools import cache
from hashlib import blake2b
from types import NoneType
from typing import Any, TypeVar

import msgspec

from seasoned.core.records import Episode, Outcome
from seasoned.core.values import shown
from seasoned.errors import InvalidInput

SCHEMA = 1
R = TypeVar("R")
_ATOMS = frozenset({str, int, float, bool, NoneType, dict})  # JSON as they are
# What `record` fills in, and so says nothing about whether two episodes have the same content.
_FILLED = frozenset({"id", "namespace", "agent", "session", "started_at", "finished_at"})


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (f.name, f.default_factory() if f.default_factory is not MISSING else f.default)
        for f in fields(kind)
    )


def to_plain(record: Any) -> Any:
    """A record as dictionaries and lists, fields at their default left out."""
    kind: Any = type(record)
    if kind in _ATOMS:
        return record
    if kind is tuple or kind is list:
        return [to_plain(part) for part in record]
    if not is_dataclass(record):
        return record
    plain = {}
    for name, default in _defaults(kind):
        value = getattr(record, name)
        if value != default:
            plain[name] = to_plain(value)
    return plain


def encode(record: Any) -> bytes:
    """A record as compact JSON bytes."""
    return msgspec.json.encode(to_plain(record))


def to_json(record: Any) -> Any:
    """A record with all its fields, as what `json.dumps` takes: times are ISO texts."""
    return msgspec.to_builtins(asdict(record))


def decode(data: bytes | str, kind: type[R]) -> R:
    """A record of this kind from JSON.

    Raises:
        InvalidInput: the text is not JSON, or not a record of this kind.
    """
    try:
        home: Any = kind
        return _decoder(home).decode(data)  # type: ignore[no-any-return]
    except (msgspec.DecodeError, RecursionError, OverflowError) as error:
        raise _refused(kind, error, data) from error


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def from_plain(data: Any, kind: type[R]) -> R:
    """A record of this kind from dictionaries and lists.

    Raises:
        InvalidInput: a field is missing, unknown in type, or out of range.
    """
    try:
        return msgspec.convert(data, kind)
    except (msgspec.ValidationError, RecursionError, OverflowError) as error:
        raise _refused(kind, error, data) from error


def _refused(kind: type, error: Exception, data: object) -> InvalidInput:
    text = str(error)
    if text.startswith("Invalid enum value") and text.endswith("outcome`"):
        text += f", which is one of {', '.join(Outcome)}"
    return InvalidInput(f"this is no {kind.__name__}: {text}; got {shown(data)}")


def encode_episode(episode: Episode) -> tuple[bytes, str]:
    """An episode as JSON without its verdicts, and the digest of what it says.

    The digest is equal for two episodes that say the same, whatever `record` filled in for them.
    """
    plain = to_plain(episode)
    plain.pop("verdicts", None)
    said = {name: value for name, value in plain.items() if name not in _FILLED}
    digest = blake2b(msgspec.json.encode(said, order="deterministic"), digest_size=16)
    return msgspec.json.encode(plain), digest.hexdigest()

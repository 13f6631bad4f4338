"""Checks on single values, shared by the records and filters.

Every check returns the value in its canonical form or raises `InvalidInput` with the name of
the field, the value and the remedy. Canonical means the builtin itself: a subclass of str, int,
float or datetime, an enum member of such a type and a scalar of an array library become plain.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from numbers import Integral, Real
from typing import Any, TypeGuard, TypeVar

from seasoned.errors import InvalidInput

T = TypeVar("T")
_NUMBERS = (Real, Decimal)
_BUILTINS = frozenset({str, int, float, bool, dict, list, tuple})
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_IDENTIFIER = re.compile(r"[^\W_][\w.:/+-]*")
_MEMBER = re.compile(r"<\w+\.\w+: ('[^']*')>")  # an enum member, whose value is what one writes
_LONGEST = 200  # characters of an identifier
_DEEPEST = 64  # levels of a JSON value; readers recurse into it
_NEXT = 1e-9  # ends of a range this close to a whole number are meant to leave it out
_SHOWN = 80  # characters of an offending value that an error message repeats


def shown(value: object) -> str:
    """The value as an error message shows it: its repr, cut to a readable length."""
    if _vast(value):
        return f"a number of {value.bit_length()} bits"
    if type(value) is timedelta:
        return _span(value)
    try:
        text = _MEMBER.sub(r"\1", repr(value))
    except RecursionError:
        return f"a {type(value).__name__} nested too deeply to be shown"
    except Exception as problem:  # noqa: BLE001  # the class is the caller's, or holds a vast number
        return f"a {type(value).__name__} that cannot be shown, {type(problem).__name__}"
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _span(value: timedelta) -> str:
    """A span of time in words: in days, or in seconds where it is less than one."""
    days = value / timedelta(days=1)
    if 0 < abs(days) < 1:
        return f"{value.total_seconds():.6g} s"
    return f"{days:.6g} day{'' if abs(days) == 1 else 's'}"


def _vast(value: object) -> TypeGuard[int]:
    """Whether it is an int beyond every float, which Python may refuse even to print."""
    return isinstance(value, int) and value.bit_length() > 1023


def scalar(value: object) -> object:
    """The builtin that a scalar of NumPy or its like stands for; anything else as it is."""
    if type(value) in _BUILTINS:  # nearly always
        return value
    item = getattr(value, "item", None)
    return item() if callable(item) and getattr(value, "shape", None) == () else value


def instance(value: object, kind: type[T], field: str, remedy: str) -> T:
    """The value, if it is of this class."""
    if not isinstance(value, kind):
        raise InvalidInput(f"{field} must be of {kind.__name__}, got {shown(value)}; {remedy}")
    return value


def text(value: object, field: str) -> str:
    """Any Unicode text; lone surrogates become U+FFFD, since no encoding can hold them."""
    if type(value) is str and value.isascii() and "\x00" not in value:  # nearly always
        return value
    if not isinstance(value, str):
        raise InvalidInput(f"{field} must be a string, got {shown(value)}")
    if "\x00" in value:
        raise InvalidInput(f"{field} holds a NUL character: {shown(value)}; remove it")
    # str() of an enum member would give its name.
    plain = value if type(value) is str else str.__str__(value)
    return plain if plain.isascii() else _LONE_SURROGATE.sub("\ufffd", plain)


def optional_text(value: object, field: str) -> str | None:
    """`text`, or None."""
    return None if value is None else text(value, field)


def name(value: object, field: str) -> str:
    """A namespace or user: any text but an empty one."""
    found = text(value, field)
    if found != value:
        raise InvalidInput(f"{field} holds a lone surrogate: {shown(value)}; remove it")
    if not found.strip() or len(found) > 500:
        raise InvalidInput(f"{field} must be 1 to 500 characters, got {shown(value)}")
    return found


def identifier(value: object, field: str) -> str:
    """A short lower-case name such as a category: letters, digits and ``_ . : / + -``."""
    short = text(value, field).strip().lower()
    if not _IDENTIFIER.fullmatch(short) or len(short) > _LONGEST:
        raise InvalidInput(
            f"{field} must be a short name of letters, digits and _.:/+-, got {shown(value)}"
            f"; {_unfit(short)}"
        )
    return short


def _unfit(short: str) -> str:
    """What keeps a text from being an identifier, and the nearest one that would do."""
    if not short:
        return "leave it out if there is none"
    if len(short) > _LONGEST:
        return f"it has {len(short):,} characters, and may have {_LONGEST}"
    others = "".join(dict.fromkeys(re.findall(r"[^\w.:/+-]", short)))
    trouble = f"{shown(others)} may not be in it" if others else "it must begin with one of these"
    near = re.sub(r"[^\w.:/+-]+", "-", short).strip("-_.:/+")
    return f"{trouble}; {near!r} would do" if _IDENTIFIER.fullmatch(near) else trouble


def number(value: object, field: str, low: float = -math.inf, high: float = math.inf) -> float:
    """A finite float within [low, high]."""
    value = scalar(value)
    if not _is_number(value):
        raise InvalidInput(f"{field} must be a number, got {shown(value)}")
    plain = _float(value)
    if not math.isfinite(plain):
        raise InvalidInput(f"{field} must be a finite number, got {shown(value)}; leave it out")
    if not low <= plain <= high:
        hint = "; scale it with Feedback.scaled(value, low, high)" if field == "reward" else ""
        raise InvalidInput(f"{field} must {_within(low, high)}, got {shown(value)}{hint}")
    return plain


def _within(low: float, high: float) -> str:
    """A range in words; an end that is next to 0 or 1 stands for one that is left out."""
    over, under = 0.0 < low < _NEXT, 1.0 - _NEXT < high < 1.0
    if not over and not under:
        return f"lie within [{low:g}, {high:g}]"
    least = "above 0" if over else f"at least {low:g}"
    most = "below 1" if under else f"at most {high:g}"
    return f"be {least}" if high == math.inf else f"be {least} and {most}"


def _is_number(value: object) -> TypeGuard[Real | Decimal]:
    kind = type(value)  # the abstract classes are slow to ask
    return kind is float or kind is int or (isinstance(value, _NUMBERS) and kind is not bool)


def _is_whole(value: object) -> TypeGuard[int]:
    kind = type(value)
    return kind is int or (isinstance(value, Integral) and kind is not bool)


def _float(value: Real | Decimal) -> float:
    try:
        return float(value)
    except (OverflowError, ValueError):  # beyond every float; a signalling NaN
        return math.nan


def unit(value: object, field: str) -> float:
    """A finite float within [0, 1]."""
    return number(value, field, 0.0, 1.0)


def count(value: object, field: str, least: int = 0, most: int = 2**63 - 1) -> int:
    """A whole number within [least, most]; `most` fits in 63 bits."""
    value = scalar(value)
    if not _is_whole(value) or not least <= int(value) <= most:
        wanted = f"of at least {least}" if most == 2**63 - 1 else f"from {least} to {most}"
        raise InvalidInput(f"{field} must be a whole number {wanted}, got {shown(value)}")
    return int(value)


def moment(value: object, field: str) -> datetime:
    """An aware datetime, converted to UTC; what is finer than a microsecond is cut off."""
    if type(value) is datetime and value.tzinfo is UTC:  # nearly always
        return value
    # A missing moment of pandas is a datetime that does not equal itself.
    if not isinstance(value, datetime) or value != value:  # noqa: PLR0124
        raise InvalidInput(f"{field} must be a datetime, got {shown(value)}")
    if value.utcoffset() is None:
        raise InvalidInput(
            f"{field} has no time zone: {value.isoformat()}; "
            "use datetime.now(UTC) or .replace(tzinfo=UTC)"
        )
    try:
        utc = value.astimezone(UTC)
    except OverflowError as error:
        raise InvalidInput(f"{field} lies outside the years 1 to 9999 in UTC: {value}") from error
    return datetime.combine(utc.date(), utc.time(), UTC)


def optional_moment(value: object, field: str) -> datetime | None:
    """`moment`, or None."""
    return None if value is None else moment(value, field)


def texts(value: object, field: str) -> tuple[str, ...]:
    """A tuple of texts, of a set in order; a single string is refused as nearly always a slip."""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise InvalidInput(
            f"{field} must be a sequence of strings, such as ('a', 'b'), got {shown(value)}"
        )
    parts = [text(part, f"{field}[{i}]") for i, part in enumerate(value)]
    # The order of a set differs between processes, and an episode with a key must not.
    return tuple(sorted(parts) if isinstance(value, AbstractSet) else parts)


def json_object(value: object, field: str, depth: int = 0) -> dict[str, Any]:
    """A JSON object: string keys; values of null, bool, number, string, list and object."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{field} must be a mapping, got {shown(value)}")
    return {
        text(k, f"{field} key"): json_value(v, f"{field}[{shown(k)}]", depth + 1)
        for k, v in value.items()
    }


def json_value(value: object, field: str, depth: int = 0) -> Any:
    """A JSON value in canonical form (tuples become lists, text is cleaned)."""
    value = scalar(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return text(value, field)
    if _is_whole(value) and not _vast(int(value)):
        return int(value)
    if _is_number(value):
        return number(value, field)
    if depth > _DEEPEST:
        raise InvalidInput(f"{field:.80}… is nested more than {_DEEPEST} levels deep; flatten it")
    if isinstance(value, Mapping):
        return json_object(value, field, depth)
    if isinstance(value, list | tuple):
        return [json_value(part, f"{field}[{i}]", depth + 1) for i, part in enumerate(value)]
    raise InvalidInput(
        f"{field} cannot be stored as JSON: {shown(value)}; convert it to lists, numbers or text"
    )

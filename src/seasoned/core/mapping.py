"""Every free text of a record, however deep: to read them, or to put others in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

R = TypeVar("R")
# Names and references, which other records are found by.
_NAMES = frozenset(
    {
        "id",
        "namespace",
        "user",
        "key",
        "source",
        "category",
        "agent",
        "session",
        "parent",
        "attempt",
        "episode",
        "kind",
        "origin",
        "subject",
        "state",
        "role",
        "tool_call_id",
    }
)


def map_texts(record: R, change: Callable[[str], str]) -> R:
    """The record with `change` applied to its texts; names, references and keys stay.

    Args:
        record: A dataclass of `core.records`.
        change: From a text to the text that takes its place.
    """
    changed = {
        f.name: _mapped(getattr(record, f.name), change)
        for f in fields(record)  # type: ignore[arg-type]  # R is a dataclass instance
        if f.name not in _NAMES
    }
    return replace(record, **changed)  # type: ignore[type-var]


def texts_of(record: object) -> Iterator[str]:
    """The texts that `map_texts` would change."""
    for f in fields(record):  # type: ignore[arg-type]  # a dataclass instance
        if f.name not in _NAMES:
            yield from _found(getattr(record, f.name))


def _found(value: Any) -> Iterator[str]:
    if type(value) is str:
        yield value
    elif is_dataclass(value) and not isinstance(value, type):
        yield from texts_of(value)
    elif isinstance(value, tuple | list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _found(part)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if type(value) is str:  # an Outcome is a str too, but no text
        return change(value)
    if is_dataclass(value) and not isinstance(value, type):
        return map_texts(value, change)
    if isinstance(value, tuple):
        return tuple(_mapped(part, change) for part in value)
    if isinstance(value, list):
        return [_mapped(part, change) for part in value]
    if isinstance(value, dict):
        return {key: _mapped(part, change) for key, part in value.items()}
    return value

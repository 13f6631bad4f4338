"""JSON in what a language model said: alone, in a fence, or somewhere between sentences.

Knows how models wrap and spoil JSON, and takes no part of a broken or of a larger value for the
whole. It knows nothing of schemas but the kinds of values that they name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from seasoned.core import values
from seasoned.errors import InvalidInput

KINDS: Final = frozenset({"object", "array", "string", "number", "boolean", "null"})
_MOST: Final = 100  # values of one text that are looked at
_TRIES: Final = 1000  # places of one text where a value may begin

_THOUGHT: Final = re.compile(r"\A\s*<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)
_OPEN: Final = re.compile(r"\A\s*<think(?:ing)?>.*", re.DOTALL)
_CLOSED: Final = re.compile(r"</think(?:ing)?>")
# Where the opening tag is a part of the prompt, the closing one stands on a line of its own.
_ALOUD: Final = re.compile(r"^[ \t]*</think(?:ing)?>[ \t]*$", re.MULTILINE)
# A character that no store of ours can hold, as itself or escaped: "\\u0000" is no escape.
_NUL: Final = re.compile(r"((?<!\\)(?:\\\\)*)\\u0000|\x00")
_FENCED: Final = re.compile(r"\A```[\w+-]*[ \t]*\n(.*?)\n?[ \t]*```\Z", re.DOTALL)
# What begins as an object or array does; other brackets are those of prose or another language.
_BEGUN: Final = re.compile(r'\{\s*["}]|\[\s*(?:[{\["\]\d-]|true\b|false\b|null\b)')
# A string, closed or not, or a bracket. Possessive, so that no text makes it go back.
_PIECE: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?|[{}\[\]]', re.DOTALL)


def json_values(text: str, kinds: frozenset[str] = KINDS) -> Iterator[Any]:
    """The JSON values of these kinds in a text, in order, none from inside another.

    Thoughts before the answer (all up to the last ``</think>``) are left out. Strings, numbers,
    truth values and null count only where the whole text, or the whole fence, is one. NUL
    characters are dropped.

    Args:
        text: Anything.
        kinds: Names of JSON types; ``number`` holds whole numbers too.
    """
    text = _NUL.sub(r"\1", text)
    found = _whole(text)
    if found is None:
        text = _OPEN.sub("", text[_behind_last(text) :])
        found = _whole(text) or _scattered(text)
    for _, value in zip(range(_MOST), found, strict=False):
        if kind_of(value) in kinds:
            yield value


def without_thoughts(text: str) -> str:
    """An answer without what the model thought aloud before it.

    Without an opening tag only a closing one on a line of its own ends thoughts, since an answer
    may speak of the tag.
    """
    thought = _THOUGHT.match(text)
    if thought is None:
        closed = None if "<think" in text else _ALOUD.search(text)
        return text[closed.end() :].lstrip() if closed else text
    return text[thought.end() :].lstrip()


def kinds_of(schema: Mapping[str, Any]) -> frozenset[str]:
    """The kinds of values that a schema lets through, as far as its ``type`` tells."""
    named = schema.get("type")
    found = {named} if isinstance(named, str) else set(named) if isinstance(named, list) else KINDS
    return frozenset("number" if kind == "integer" else kind for kind in found)


def kind_of(value: object) -> str:
    """The JSON type of a decoded value."""
    if isinstance(value, dict):
        return "object"
    if isinstance(value, list):
        return "array"
    if isinstance(value, str):
        return "string"
    if isinstance(value, bool):
        return "boolean"
    return "null" if value is None else "number"


def _whole(text: str) -> Iterator[Any] | None:
    """The one value that a text or its fence is, None if it is more or less than one."""
    text = text.strip()
    fence = _FENCED.match(text)
    try:
        return iter((_decoded(fence[1] if fence else text),))
    except ValueError:
        return None


def _behind_last(text: str) -> int:
    """Where the answer begins that follows all thoughts."""
    return max((tag.end() for tag in _CLOSED.finditer(text)), default=0)


def _scattered(text: str) -> Iterator[Any]:
    """Objects and arrays between other text."""
    place = 0
    for _ in range(_TRIES):
        begun = _BEGUN.search(text, place)
        if begun is None:
            return
        try:
            value, place = _decoded_at(text, begun.start())
        except ValueError:
            # What is inside a broken value is a part of what was meant, and must not stand for it.
            place = _closing(text, begun.start())
        else:
            yield value


def _closing(text: str, start: int) -> int:
    """The place behind the bracket that closes the one at `start`, else the end."""
    depth = 0
    for piece in _PIECE.finditer(text, start):
        if piece[0] in "{[":
            depth += 1
        elif piece[0] in "}]":
            depth -= 1
            if depth == 0:
                return piece.end()
    return len(text)


def _decoded(text: str) -> Any:
    text = text.strip()
    value, end = _decoded_at(text, 0)
    if end != len(text):
        raise ValueError("there is more behind it")
    return value


def _decoded_at(text: str, start: int) -> tuple[Any, int]:
    """The value that begins there, as it can be stored, and where it ends."""
    # strict=False: models break lines inside strings.
    decoder = json.JSONDecoder(parse_constant=_no_number, strict=False)
    try:
        value, end = decoder.raw_decode(text, start)
        return values.json_value(value, "answer"), end
    except (InvalidInput, RecursionError) as error:
        raise ValueError(str(error)) from error


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")

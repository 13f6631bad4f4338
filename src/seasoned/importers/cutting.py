"""Cuts a stream of JSON text into the values at one level, without reading it whole.

Knows brackets, commas and strings, so that a value with an error inside costs only itself; what
the values mean, and whether they are valid, is for others to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

# Runs of text that decide nothing. Whole strings are passed over; where one is cut off by the end
# of a chunk, the run ends before it. All repeats are possessive: no text is read twice.
_STRING: Final = rb'"(?:[^"\\]++|\\.)*+"'
_OUTSIDE: Final = re.compile(rb'(?:[^"\[\]{},]++|' + _STRING + rb")*+", re.DOTALL)
_INSIDE: Final = re.compile(rb'(?:[^"\[\]{}]++|' + _STRING + rb")*+", re.DOTALL)
_IN_STRING: Final = re.compile(rb'(?:[^"\\]++|\\.)*+', re.DOTALL)
_MEMBER: Final = re.compile(rb"\s*(" + _STRING + rb")\s*:\s*", re.DOTALL)
_TOKEN: Final = re.compile(rb"(" + _STRING + rb")(\s*:)?|[\[\]{}]", re.DOTALL)


class Cut(NamedTuple):
    """A value: the name of what it stands in, its own text, and whether that was too long."""

    outer: bytes
    text: bytes
    too_long: bool


@dataclass(slots=True)
class Cutter:
    """Cuts at one level: 0 gives whole documents, 1 their elements, 2 the elements of those.

    Attributes:
        level: Where to cut.
        most: Longest value in bytes that is kept; a longer one is passed over.
        depth: Brackets that are open.
    """

    level: int
    most: int
    depth: int = 0
    _text: bytearray = field(default_factory=bytearray)
    _outer: bytes = b""
    _over: bool = False
    _in_string: bool = False
    _escaped: bool = False  # the next byte belongs to a backslash of the chunk before

    def cut(self, chunks: Iterable[bytes]) -> Iterator[Cut]:
        """The values, in order. What breaks off at the end is left out."""
        for chunk in chunks:
            position = self._end_string(chunk) if self._in_string else 0
            while position < len(chunk):
                run = (_INSIDE if self.depth > self.level else _OUTSIDE).match(chunk, position)
                end = run.end() if run else position
                self._add(chunk[position:end])
                if end == len(chunk):
                    break
                if chunk[end] == 0x22:  # a string that this chunk does not end
                    self._in_string = True
                    self._add(b'"')
                    position = self._end_string(chunk, end + 1)
                    continue
                yield from self._mark(chunk[end : end + 1])
                position = end + 1

    def _end_string(self, chunk: bytes, start: int = 0) -> int:
        """Pass over the string that is open; answers where it ends in this chunk."""
        skipped = start + self._escaped
        run = _IN_STRING.match(chunk, skipped)
        end = run.end() if run else skipped
        self._escaped = chunk[end : end + 1] == b"\\"
        closed = end < len(chunk) and not self._escaped
        self._in_string = not closed
        stop = end + 1 if closed else len(chunk)
        self._add(chunk[start:stop])
        return stop

    def _mark(self, mark: bytes) -> Iterator[Cut]:
        if mark in b"[{":
            self.depth += 1
            if self.depth == self.level:  # what was read last names what now begins
                self._outer = bytes(self._text)
            if self.depth <= self.level:
                self._clear()
                return
            self._add(mark)
        elif mark == b",":
            yield from self._end_value()
        else:
            self.depth = max(0, self.depth - 1)
            if self.depth + 1 > self.level:
                self._add(mark)
            if self.depth + 1 == self.level or self.depth == self.level == 0:
                yield from self._end_value()
            if self.depth < self.level:
                self._outer = b""

    @property
    def broken_off(self) -> bool:
        """Whether the text so far ends within a value, or with something that is none."""
        return self.depth > 0 or self._in_string or self._over or bool(self._text.strip())

    def _end_value(self) -> Iterator[Cut]:
        if self.depth + 1 >= self.level and (self._over or self._text.strip()):
            yield Cut(self._outer, bytes(self._text).strip(), self._over)
        self._clear()

    def _add(self, text: bytes) -> None:
        if len(self._text) + len(text) > self.most:
            self._over = True
            self._text.clear()
        elif not self._over:
            self._text += text

    def _clear(self) -> None:
        self._text.clear()
        self._over = False


def member(text: bytes) -> tuple[bytes, bytes]:
    """The name and the value of an object's member; an element of a list has the name b""."""
    found = _MEMBER.match(text)
    return (found[1], text[found.end() :]) if found else (b"", text)


def names_by_depth(text: bytes) -> list[set[str]]:
    """Names of members by the number of brackets around them, in the first document of a text.

    The text may break off anywhere.
    """
    found: list[set[str]] = [set()]
    depth = 0
    for token in _TOKEN.finditer(text):
        if token[1]:
            if token[2]:
                found[depth].add(token[1][1:-1].decode(errors="replace"))
        elif token[0] in b"[{":
            depth += 1
            if len(found) <= depth:
                found.append(set())
        else:
            depth -= 1
            if depth <= 0:
                break
    return found

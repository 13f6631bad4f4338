"""Writes Markdown as a page is gone through: paragraphs, headings, lists, quotations, code.

Knows how Markdown looks; which element of a page means what is the business of its reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from seasoned.readers.tables import Table

_DEEPEST: Final = 8  # lists and quotations in each other that are still told apart
_MOST: Final = 64  # of them that are kept at all; the rest is counted
# What would be markup at the beginning of a line, though it was text.
_MARKUP: Final = re.compile(r"(#{1,6}(?= |$)|`{3}|~{3}|-{3,}$|={3,}$)")
_LANGUAGE: Final = re.compile(r"[\w+#.-]{1,30}")
_BREAK: Final = "\x00"  # stands for the end of a line while white space is still to be joined


@dataclass(slots=True)
class _Frame:
    """A list, an item of one or a quotation that is open."""

    name: str
    number: int = 0  # of the next item, 0 of a list without numbers
    mark: str = ""  # of an item, until it is written
    indent: str = ""


class Writer:
    """Markdown of a page as far as it was gone through."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._inline: list[str] = []
        self._frames: list[_Frame] = []
        self._opened: dict[str, int] = {}  # frames by name
        self._beyond = 0  # frames that are not kept
        self._level = 0  # of the heading that is written, 0 if it is a paragraph
        self._link = -1  # where the text of a link begins
        self._pre: list[str] | None = None
        self._language = ""
        self._code = -1  # where the text of inline code begins
        self._table: Table | None = None
        self._tables = 0  # tables in tables are text of a cell
        self._tight = False

    @property
    def said(self) -> str:
        """The paragraph or heading that is being written."""
        return "".join(self._inline).replace(_BREAK, " ")

    def finished(self) -> str:
        """All of it, whatever was left open."""
        self.close("pre")
        while self._tables:
            self.close("table")
        self.block()
        return "".join(self._done).strip("\n") + "\n" if self._done else ""

    def say(self, text: str) -> None:
        """Add text; white space in it is a single space, but for code."""
        if self._pre is not None:
            self._pre.append(text)
        else:
            self._inline.append(text.replace(_BREAK, ""))

    def block(self) -> None:
        """End a paragraph or heading."""
        if self._pre is not None:
            return
        if self._table is not None:
            self._inline.append(_BREAK)
            return
        said = [" ".join(line.split()) for line in "".join(self._inline).split(_BREAK)]
        self._inline, self._link, self._code = [], -1, -1
        level, self._level = self._level, 0
        if level:
            title = " ".join(filter(None, said))
            said = [f"{'#' * level} {title}"] if title else []
        else:
            said = [_MARKUP.sub(r"\\\1", line, count=1) for line in said if line]
        if said:
            self._write(said)

    def heading(self, level: int) -> None:
        """Begin a heading; in a table it is a paragraph."""
        self.block()
        self._level = level if self._table is None and not self._frames else 0

    def open(self, name: str, detail: str = "") -> None:
        """Begin an element; one that has no meaning here is passed over."""
        if name in ("ul", "ol", "li", "blockquote"):
            self._open_frame(name, detail)
        elif name == "pre" and self._pre is None:
            self.block()
            self._pre, self._language = [], detail
        elif name == "code":
            self._begin_code(detail)
        elif name == "br":
            self.say("\n" if self._pre is not None else " ")
            self._inline.extend([] if self._pre is not None else [_BREAK])
        elif name == "table":
            self._open_table()
        elif name in ("tr", "td", "th") and self._table is not None:
            self._cell(name, detail)

    def close(self, name: str) -> None:
        """End an element."""
        if name in ("ul", "ol", "li", "blockquote"):
            self._close_frame(name)
        elif name == "pre" and self._pre is not None:
            self._end_pre(self._pre)
        elif name == "code":
            self._end_code()
        elif name == "table" and self._tables:
            self._close_table()

    def begin_link(self) -> None:
        """Begin the text of a link."""
        self._link = len(self._inline)

    def end_link(self, address: str) -> None:
        """End the text of a link; without an address it is text."""
        start = self._link if self._link >= 0 else len(self._inline)
        self._link = -1
        text = " ".join("".join(self._inline[start:]).replace(_BREAK, " ").split())
        if text and address and self._pre is None:
            lead = " " if self._inline[start][:1].isspace() else ""
            label = text.replace("[", "\\[").replace("]", "\\]")
            self._inline[start:] = [f"{lead}[{label}]({address})"]

    def _begin_code(self, language: str) -> None:
        if self._pre is not None:
            self._language = self._language or language
        elif self._code < 0:
            self._code = len(self._inline)

    def _end_code(self) -> None:
        if self._pre is None and self._code >= 0:
            text = " ".join("".join(self._inline[self._code :]).replace(_BREAK, " ").split())
            mark = "`" * (_longest_run(text, "`") + 1)
            space = " " if "`" in text else ""
            self._inline[self._code :] = [f"{mark}{space}{text}{space}{mark}"] if text else []
        self._code = -1

    def _end_pre(self, lines: list[str]) -> None:
        text, self._pre = "".join(lines).strip("\n"), None
        if self._table is not None:
            self.say(text)
        elif text.strip():
            fence = "`" * max(3, _longest_run(text, "`") + 1)
            language = self._language if _LANGUAGE.fullmatch(self._language) else ""
            self._write([f"{fence}{language}", *text.split("\n"), fence])

    def _write(self, lines: list[str]) -> None:
        """Put lines under the lists and quotations that are open."""
        first = "".join(frame.mark or frame.indent for frame in self._frames[:_DEEPEST])
        marked = any(frame.mark for frame in self._frames)
        for frame in self._frames:
            frame.mark = ""
        rest = "".join(frame.indent for frame in self._frames[:_DEEPEST])
        gap = ("\n" if marked and self._tight else "\n\n") if self._done else ""
        self._done.append(gap + first + lines[0])
        self._done.extend("\n" + f"{rest}{line}".rstrip() for line in lines[1:])
        self._tight = bool(self._frames)

    def _open_frame(self, name: str, detail: str) -> None:
        self.block()
        if self._table is not None:
            return
        if name == "li":
            self._open_item()
        else:
            self._tight = self._tight and bool(self._frames)
            number = int(detail) if detail.isdecimal() and len(detail) < 9 else 1
            frame = _Frame(name, number if name == "ol" else 0)
            if name == "blockquote":
                frame = _Frame(name, mark="> ", indent="> ")
            self._push(frame)

    def _open_item(self) -> None:
        if self._frames and self._frames[-1].name == "li":  # its end may be left out
            self._pop()
        around = self._frames[-1] if self._frames else _Frame("ul")
        mark = f"{around.number}. " if around.number else "- "
        around.number += bool(around.number)
        self._push(_Frame("li", mark=mark, indent=" " * len(mark)))

    def _push(self, frame: _Frame) -> None:
        if len(self._frames) == _MOST:
            self._beyond += 1
            return
        self._frames.append(frame)
        self._opened[frame.name] = self._opened.get(frame.name, 0) + 1

    def _pop(self) -> str:
        name = self._frames.pop().name
        self._opened[name] -= 1
        return name

    def _close_frame(self, name: str) -> None:
        self.block()
        if self._table is not None:
            return
        if self._beyond:
            self._beyond -= 1
        elif self._opened.get(name, 0):
            while self._pop() != name:
                pass

    def _open_table(self) -> None:
        self.block()
        self._tables += 1
        if self._table is None:
            self._table = Table()

    def _cell(self, name: str, span: str) -> None:
        if self._table is not None and self._tables == 1:
            self._table.fill(self._taken())
            if name == "tr":
                self._table.row()
            else:
                self._table.cell(span)
        else:
            self._inline.append(_BREAK)

    def _close_table(self) -> None:
        self._tables -= 1
        if self._table is None or self._tables:
            self._inline.append(_BREAK)
            return
        self._table.fill(self._taken())
        table, self._table = self._table, None
        for lines in table.blocks():
            self._write(lines)

    def _taken(self) -> list[str]:
        """The paragraphs that were said in a cell."""
        said = [" ".join(line.split()) for line in "".join(self._inline).split(_BREAK)]
        self._inline, self._link, self._code = [], -1, -1
        return [line for line in said if line]


def _longest_run(text: str, mark: str) -> int:
    return max((len(run) for run in re.findall(f"{re.escape(mark)}+", text)), default=0)

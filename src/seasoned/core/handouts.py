"""Playbooks as files that agents read: AGENTS.md and SKILL.md.

Only a marked section of a file is ours; whatever else stands in it stays to the byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Final

from seasoned.core import values
from seasoned.core.playbook import Playbook, lesson_line
from seasoned.core.records import UNKNOWN
from seasoned.errors import InvalidInput

BEGIN: Final = (
    "<!-- seasoned:playbook begin: written by `seasoned playbook`, edit outside of it -->"
)
END: Final = "<!-- seasoned:playbook end -->"
_BEGINS: Final = re.compile(r"<!-- seasoned:playbook begin\b[^\n]*?-->")
_COMMENT: Final = re.compile(r"<!--|-->")
_NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_DESCRIPTION: Final = 1024  # characters that a skill's description may have
_LONGEST_NAME: Final = 64
_WHAT: Final = ": what worked, what to avoid and what comparing attempts taught."
# The description of an earlier run, as long as nobody changed it.
_OURS: Final = re.compile(
    r'(?<=\n)description: "Use (?:when working on|before a task)[^\n]*'
    r': what worked, what to avoid and what comparing attempts taught\."'
)
SKILL: Final = "earlier-attempts"


def is_skill(name: str) -> bool:
    """Whether a file of this name is a skill; any other is read like AGENTS.md."""
    return PurePath(name).name.casefold() == "skill.md"


def handout(
    books: Sequence[Playbook],
    there: str = "",
    *,
    skill: str | None = None,
    most: int | None = None,
    ids: bool = True,
) -> str:
    """The text of a file with these playbooks.

    Args:
        books: In the order in which they are to stand.
        there: What the file holds so far; of it only our section is replaced.
        skill: Name of the skill if it is a SKILL.md: lower-case words with hyphens. Of one that
            is there the description is renewed as well, if it is still ours.
        most: Categories that are written, at least 1; the section says how many are not. None for
            all.
        ids: Whether to name the episodes behind a line.

    Raises:
        InvalidInput: our section begins twice, or without an end, or the name cannot be used.
    """
    left = len(books) if most is None else values.count(most, "most", least=1)
    books, left = books[:left], len(books[left:])
    section = "\n".join([BEGIN, *_section(books, left, ids), END])
    if skill is not None:
        there = _OURS.sub(lambda _: _description(books), there, count=1)
    found = list(_BEGINS.finditer(there))
    if not found:
        before = there
        if skill is not None and not there.strip():
            before = _front_matter(books, skill)
        gap = "" if not before else "\n" * (2 - (before.endswith("\n") + before.endswith("\n\n")))
        return f"{before}{gap}{section}\n"
    end = there.find(END, found[0].end())
    if len(found) > 1 or end < 0:
        raise InvalidInput(
            f"the file has {len(found)} beginnings of the playbook and "
            f"{there.count(END)} ends; leave one {BEGIN!r} with one {END!r} after it, or none"
        )
    return there[: found[0].start()] + section + there[end + len(END) :]


def _section(books: Sequence[Playbook], left: int, ids: bool) -> Iterator[str]:
    yield "## What earlier attempts taught"
    yield ""
    named = "; ids name the episodes behind a line" if ids else ""
    yield f"Counted and compared from recorded attempts{named}."
    if left:
        of = f"{len(books)} of {len(books) + left} categories"
        yield f"{of}; `seasoned playbook CATEGORY` tells of any other."
    shared = _shared(books, ids)
    if shared:
        yield from ("", "### Every task", "", *(f"- {_plain(line)}" for line in shared))
    for book in books:
        yield from ("", f"### {_plain(book.category)}", "", f"{_plain(book.rate)}.", "")
        yield from (f"- {_plain(line)}" for line in book.lines(ids=ids) if line not in shared)
    if not books:
        yield from ("", "Nothing yet.")


def _shared(books: Sequence[Playbook], ids: bool) -> list[str]:
    """Lessons of no category, which several playbooks would repeat."""
    if len(books) < 2:
        return []
    found = (one for book in books for one in book.lessons if one.category == UNKNOWN)
    return list(dict.fromkeys(lesson_line(one, ids=ids) for one in found))


def by_use(books: Sequence[Playbook]) -> list[Playbook]:
    """Those of the categories with the most attempts first."""
    return sorted(books, key=lambda book: (-book.known, book.category))


def _plain(text: str) -> str:
    """Text that can neither end our section nor begin one."""
    return _COMMENT.sub("‹!›", text)


def _front_matter(books: Sequence[Playbook], skill: str) -> str:
    if not _NAME.fullmatch(skill) or len(skill) > _LONGEST_NAME:
        raise InvalidInput(
            f"the name of a skill is at most {_LONGEST_NAME} lower-case letters, digits and "
            f"hyphens, got {values.shown(skill)}"
        )
    # JSON's quoting is YAML's.
    return f"---\nname: {skill}\n{_description(books)}\n---\n"


def _description(books: Sequence[Playbook]) -> str:
    named = ", ".join(book.category for book in books)
    about = f"Use when working on {named}" if named else "Use before a task"
    about = (
        about[: _DESCRIPTION - len(_WHAT) - 1] + "…" if len(about + _WHAT) > _DESCRIPTION else about
    )
    return f"description: {json.dumps(about + _WHAT, ensure_ascii=False)}"

"""From a file to the importer that reads it, by what it holds and not by its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from seasoned.core.records import Episode
from seasoned.core.storage import is_text_store, not_an_export
from seasoned.errors import InvalidInput
from seasoned.importers import (
    atif,
    jsonl,
    messages,
    reflexion_hotpotqa,
    reflexion_programming,
    sweagent,
    taubench,
)
from seasoned.importers.signs import formats_of, strays
from seasoned.importers.source import Input, Progress, Skipped, Source, shown

Reader = Callable[[Input, Progress | None], Iterator[Episode | Skipped]]
READERS: Final[dict[str, Reader]] = {
    "jsonl": jsonl.read,
    "messages": messages.read,
    "atif": atif.read,
    "swe-agent": sweagent.read,
    "reflexion-hotpotqa": reflexion_hotpotqa.read,
    "reflexion-programming": reflexion_programming.read,
    "tau-bench": taubench.read,
}
SUPPORTED: Final = (
    "supported are jsonl (one episode per line, as seasoned writes it), messages (chats, one "
    "record with messages per line), atif (trajectories with schema_version, agent, steps), "
    "swe-agent (.traj: trajectory, history, info), reflexion-hotpotqa (transcripts under BEGIN "
    "TRIAL), reflexion-programming (prompt, solution, is_solved) and tau-bench (a JSON list of "
    "runs with task_id, reward, info, traj), each also as .gz"
)
_HEAD: Final = 1 << 16  # bytes that are looked at
_EXPORT: Final = re.compile(r'\{\s*"kind"\s*:\s*"seasoned"')
_KEY: Final = re.compile(r'"(\w{1,40})"\s*:')


def sniff(origin: Input) -> str:
    """The name of the format of a file; nothing of a source is used up.

    Raises:
        InvalidInput: the file cannot be read, or is of no supported format.
    """
    with Source(origin) as source:
        head = source.head(_HEAD)
    text = _text(head)
    if is_text_store(head):
        raise InvalidInput(not_an_export(repr(source.name)))
    if _EXPORT.match(text):
        raise InvalidInput(
            f"{source.name!r} is an export with records of every kind; bring it in with "
            "`seasoned load`"
        )
    found = sorted(formats_of(text))
    if len(found) == 1:
        return found[0]
    if found:
        raise InvalidInput(
            f"{source.name!r} may be any of {', '.join(found)}; name its format (--format)"
        )
    if source.damage:
        raise InvalidInput(f"cannot read {source.name!r}: {source.damage}")
    if stray := strays(text):
        raise InvalidInput(
            f"{source.name!r} holds records with a task, as jsonl has, but "
            f"{jsonl.without_place(stray)}"
        )
    raise InvalidInput(f"{source.name!r} holds {_seen(head, text)}; {SUPPORTED}")


def formats_in(head: bytes) -> set[str]:
    """The formats that a file which begins like this may be of."""
    return formats_of(_text(head))


def _text(head: bytes) -> str:
    return head.decode("utf-8-sig", errors="replace").lstrip()


def _seen(head: bytes, text: str) -> str:
    if not text:
        return "nothing"
    if b"\x00" in head or text.count("\ufffd") > len(text) // 10:
        return f"binary data (it starts with {head[:8]!r})"
    names = ", ".join(list(dict.fromkeys(_KEY.findall(text)))[:8])
    if text[0] in "[{":
        kind = "a JSON list" if text[0] == "[" else "JSON objects"
        return f"{kind} with the keys {names}" if names else f"{kind} without any keys"
    return f"text ({shown(text)!r})"


def reader_for(origin: Input, format: str | None = None) -> tuple[str, Reader]:
    """The format of a file, given or found out, and what reads it.

    Raises:
        InvalidInput: the format is not known, or the file is of no supported one.
    """
    name = format or sniff(origin)
    if name not in READERS:
        raise InvalidInput(f"no format {name!r}; {SUPPORTED}")
    return name, READERS[name]

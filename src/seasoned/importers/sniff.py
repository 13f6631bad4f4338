"""From a file to the importer that reads it, by what it holds and not by its name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Final

from seasoned.core.records import Episode
from seasoned.errors import InvalidInput
from seasoned.importers import jsonl, taubench
from seasoned.importers.source import Input, Progress, Skipped, Source, shown

Reader = Callable[[Input, Progress | None], Iterator[Episode | Skipped]]
READERS: Final[dict[str, Reader]] = {"jsonl": jsonl.read, "tau-bench": taubench.read}
SUPPORTED: Final = (
    "supported are jsonl (one episode per line, as seasoned writes it) and tau-bench "
    "(a JSON list of runs with task_id, reward, info, traj), each also as .gz"
)
_HEAD: Final = 1 << 16  # bytes that are looked at
_LINES: Final = 20
_KEY: Final = re.compile(r'"(\w{1,40})"\s*:')


def sniff(origin: Input) -> str:
    """The name of the format of a file; nothing of a source is used up.

    Raises:
        InvalidInput: the file cannot be read, or is of no supported format.
    """
    with Source(origin) as source:
        head = source.head(_HEAD)
    text = head.decode("utf-8-sig", errors="replace").lstrip()
    keys = set(_KEY.findall(text))
    if text.startswith("[") and keys >= {"task_id", "reward"} and keys & {"info", "traj"}:
        return "tau-bench"
    if text.startswith("{") and _is_jsonl(text):
        return "jsonl"
    raise InvalidInput(f"{source.name!r} holds {_seen(head, text)}; {SUPPORTED}")


def _is_jsonl(text: str) -> bool:
    """Whether one of the first lines is an object with a kind, or a bare episode."""
    lines = text.splitlines()[:_LINES]
    if len(lines) == 1 and len(text) > _HEAD // 2:  # one line, too long to be seen whole
        return _names_a_record(text)
    return any(map(_is_record, lines))


def _names_a_record(text: str) -> bool:
    return bool({"kind", "task"} & set(_KEY.findall(text)))


def _is_record(line: str) -> bool:
    try:
        value = json.loads(line)
    except ValueError:
        return False
    except RecursionError:  # of use to nobody, but it says what the other lines are
        return _names_a_record(line)
    if not isinstance(value, dict):
        return False
    return "kind" in value or ("task" in value and value.keys() - {"schema"} <= jsonl.FIELDS)


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

"""The lines of a JSONL store: those of an export, and what only a store needs.

A line may carry `num`, the number that the record has in every process, and `more`: the next line
belongs to the same write, which counts only when its last line is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from seasoned.codec import decode
from seasoned.core.attempts import ABANDONED, FINISHED, OPEN, Decision
from seasoned.core.records import Feedback, Step
from seasoned.core.storage import Model
from seasoned.errors import InvalidInput, StoreError
from seasoned.lines import HEAD, KINDS, Head, Kind, encode_line, kind_named, parse

STORE: Final = "store"  # the format of such a file


@dataclass(frozen=True, slots=True)
class StoreHead(Head):
    """The first line of a store.

    Attributes:
        id: Of the store, whatever file it lies in.
        generation: How often it was written anew.
    """

    id: str = ""
    generation: int = 0


@dataclass(frozen=True, slots=True)
class Setting:
    """What the store knows of itself."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class KeptStep:
    """A step of an attempt, at its place from 1."""

    namespace: str
    attempt: str
    place: int
    step: Step


@dataclass(frozen=True, slots=True)
class Progress:
    """How an attempt stands now."""

    namespace: str
    attempt: str
    state: str = OPEN
    recall: str | None = None
    episode: str | None = None
    feedback: Feedback = Feedback()
    decision: Decision | None = None

    def __post_init__(self) -> None:
        if self.state not in (OPEN, FINISHED, ABANDONED):
            raise InvalidInput(f"state must be open, finished or abandoned, got {self.state!r}")


@dataclass(frozen=True, slots=True)
class Findable:
    """A believed version of a fact as search finds it.

    Attributes:
        fact: Its id.
        text: The lexical search text.
        meanings: Texts whose mean vector stands for it.
    """

    namespace: str
    fact: str
    text: str
    meanings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spent:
    """What a model cost on a day."""

    day: str
    model: str
    calls: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Gone:
    """A record that is there no more.

    Attributes:
        of: Its kind.
        a: Its number, or its id or name.
        b: What else names it: a model or a namespace.
    """

    of: str
    a: int | str
    b: int | str = ""


@dataclass(frozen=True, slots=True)
class Anew:
    """The end of a file that was written anew."""


STORE_HEAD: Final = Kind(HEAD.name, StoreHead, HEAD.schema)
SETTING: Final = Kind("setting", Setting)
STEP: Final = Kind("step", KeptStep)
PROGRESS: Final = Kind("progress", Progress)
FINDABLE: Final = Kind("findable", Findable)
SPENT: Final = Kind("spent", Spent)
GONE: Final = Kind("gone", Gone)
ANEW: Final = Kind("anew", Anew)
# Which model the vectors come from is a setting here.
_RECORDS: Final = tuple(kind for kind in KINDS if kind.type is not Model)
STORE_KINDS: Final = (*_RECORDS, SETTING, STEP, PROGRESS, FINDABLE, SPENT, GONE, ANEW)


@dataclass(frozen=True, slots=True)
class StoreLine:
    """What a line says beside its record."""

    kind: str
    num: int | None = None
    more: bool = False


class Line(NamedTuple):
    """A line that was read.

    Attributes:
        kind: Name of its kind.
        record: Of that kind.
        num: The record's number, if it has one.
        more: Whether the next line belongs to the same write.
    """

    kind: str
    record: Any
    num: int | None
    more: bool


def read_line(data: bytes) -> Line:
    """A line from its bytes.

    Raises:
        InvalidInput: it is damaged, of an unknown kind or of a newer schema.
    """
    frame = decode(data, StoreLine)
    kind, record = parse(data, STORE_KINDS)
    return Line(kind.name, record, frame.num, frame.more)


def read_head(data: bytes, name: str) -> StoreHead:
    """The head of a store from the first line of its file.

    Raises:
        StoreError: it is no store, or of a newer version.
    """
    if data.startswith(b"SQLite format 3"):
        raise StoreError(f"{name} is a SQLite file; open it as sqlite:///{name}")
    try:
        _, head = parse(data, (STORE_HEAD,))
    except InvalidInput as error:
        raise StoreError(
            f"{name} is no JSONL store, or one of another version: {error}. Choose another path, "
            "or import it with `seasoned import`"
        ) from error
    if not isinstance(head, StoreHead) or head.format != STORE:
        raise StoreError(f"{name} is an export and no store; load it into one with `seasoned load`")
    return head


def head_line(head: StoreHead) -> bytes:
    """The first line of a store's file."""
    return encode_line(STORE_HEAD, head)


def store_line(kind: str, record: Any, num: int | None, more: bool) -> bytes:
    """A line of a store's file."""
    frame: dict[str, Any] = {} if num is None else {"num": num}
    if more:
        frame["more"] = True
    return encode_line(kind_named(kind, STORE_KINDS), record, **frame)

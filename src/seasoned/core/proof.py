"""What is answered to "is it really gone?": which files were searched, and what was found there.

A proof names files, places and records, never the text that was sought: it is made to be filed,
and must not keep what was forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

Part = Literal["store", "journal", "beside", "backup"]
_TO_TRY_AGAIN: Final = "end what reads the memory and run prove_forgotten() with the texts"


@dataclass(frozen=True, slots=True)
class RawFile:
    """A file that may hold what a store was told.

    Attributes:
        path: Where it is.
        part: The store itself, its journal, a file beside it, or a backup made through the store.
        blocks: Gives its bytes, some at a time, as they are now; raises OSError.
        made: Of a backup, when it was made, in seconds since the epoch.
    """

    path: str
    part: Part
    blocks: Callable[[], Iterator[bytes]]
    made: float | None = None


@dataclass(frozen=True, slots=True)
class Searched:
    """A file that was searched.

    Attributes:
        path: Where it is.
        part: The store, its journal, a file beside it, or a backup of it.
        bytes: How many were searched.
        remnants: How many pieces were found that no record says any more.
        made: Of a backup, when it was made.
    """

    path: str
    part: Part
    bytes: int
    remnants: int = 0
    made: datetime | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece was found.

    Attributes:
        path: The file.
        offset: In bytes, from its beginning.
        field: What the piece is of: task, solution, steps, word, vector, …
        said_by: The record that is kept and says the same, "" if none does.
    """

    path: str
    offset: int
    field: str
    said_by: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """A search of every file of a store, byte by byte, for what was forgotten.

    Texts are sought in pieces of 16 bytes (shorter ones whole: from 6 bytes, and from 3 what
    `prove_forgotten` was asked for), since a file breaks long ones at any place; so are the words
    of the index and the numbers of the vectors. A piece that a record which is kept says too is
    no remnant.

    Attributes:
        at: When.
        records: Episodes, or texts of the caller, whose pieces were sought.
        pieces: How many pieces that made.
        whole: Whether these are all; of very much an even sample is sought.
        fields: Number of pieces by what they are of.
        files: What was searched.
        remnants: Pieces found that nothing kept says, the first place of each in each file, at
            most 100; `files` counts all.
        shared: Pieces found that a record which is kept says too, in the same way.
        absent: Backups that are not where they were made any more.
        pending: What could not be erased or searched, and why; open attempts that still say it.
    """

    at: datetime
    records: int = 0
    pieces: int = 0
    whole: bool = True
    fields: dict[str, int] = field(default_factory=dict)
    files: tuple[Searched, ...] = ()
    remnants: tuple[Place, ...] = ()
    shared: tuple[Place, ...] = ()
    absent: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether something was sought in all that was to be searched, and nothing was left."""
        return bool(self.pieces) and not self.pending and not any(f.remnants for f in self.files)

    @property
    def remedies(self) -> tuple[str, ...]:
        """What to do where it is not complete, one sentence each."""
        held = [file for file in self.files if file.remnants]
        backups = [
            f"{file.path}, a backup{_of(file.made)}, still holds it: delete that file, or open it "
            "as a memory and forget there too"
            for file in held
            if file.part == "backup"
        ]
        others = [f"{file.path} still holds it: {_TO_TRY_AGAIN}" for file in held]
        own = [text for file, text in zip(held, others, strict=True) if file.part != "backup"]
        return (*self.pending, *own, *backups)


def _of(made: datetime | None) -> str:
    return "" if made is None else f" of {made.isoformat(timespec='seconds')}"

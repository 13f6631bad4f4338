"""Proof, repair, copies and erasing of a JSONL store: the tables, and the file they follow."""

from __future__ import annotations

import base64
import contextlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Final

from seasoned.core.portable import Portable
from seasoned.core.proof import RawFile
from seasoned.core.reports import Finding
from seasoned.core.storage import same_kind_of_name
from seasoned.errors import StoreError
from seasoned.ports import Analyzer
from seasoned.stores.filebytes import raw_file
from seasoned.stores.jsonl_journal import Journal
from seasoned.stores.sqlite_backups import back_up_and_remember, remembered
from seasoned.stores.sqlite_episodes import SQLiteEpisodes
from seasoned.stores.sqlite_erasing import backups_of, beside
from seasoned.stores.sqlite_maintenance import SQLiteMaintenance
from seasoned.stores.sqlite_transfer import SQLiteTransfer

_REMEDY: Final = "close it in all processes and open it again"
_EXPORT: Final = "export this memory while it is open, and load that into a new one"
_HOLD: Final = (b'"data":"', b'"vector":"')  # what stands before a vector


class JsonlMaintenance(SQLiteMaintenance):
    """`ports.Maintenance` over one JSONL file."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self._journal = journal

    def check(self, analyzer: Analyzer) -> list[Finding]:
        """Every disagreement within the tables, and between them and the file."""
        return [*super().check(analyzer), *self._lines(analyzer)]

    def _lines(self, analyzer: Analyzer) -> Iterator[Finding]:
        with self._quiet():
            if not self._journal.there():
                text = "it was removed, emptied or replaced"
                yield Finding("file", text, derived=False, remedy=_EXPORT)
                return
            if size := self._journal.torn():
                yield Finding("lines", f"the last {size} bytes are no whole write")
            if self._differs(analyzer):
                text = "it says something else than this process has read"
                yield Finding("file", text, derived=False, remedy=_REMEDY)

    def _differs(self, analyzer: Analyzer) -> bool:
        anew = Journal(self._journal.file, "normal", analyzer, make=False)
        try:
            pairs = zip_longest(_records(self._journal), _records(anew))
            return any(kept != said for kept, said in pairs)
        finally:
            anew.close()

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        """Nobody writes until the block ends, if we may hold others back."""
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(StoreError):
                stack.enter_context(self._journal.alone())
            yield

    def repair(self, analyzer: Analyzer) -> int:
        """As in SQLite; the rest of a write that broke off is removed, too."""
        self._journal.heal()
        return super().repair(analyzer)

    def backup(self, path: str) -> None:
        """A consistent copy while the store is in use; the store remembers where it is."""
        same_kind_of_name(self._journal.file, path, "JSONL")
        back_up_and_remember(self._journal, path, lambda _, target: self._journal.copy_to(target))

    def scrub(self, thorough: bool = False) -> str:
        """Write the file anew, from nothing but what is kept, if it may hold anything else."""
        try:
            left = beside(self._journal.file, ".part")
            if thorough or left or self._journal.dead():
                self._journal.write_anew()
        except StoreError as error:
            return str(error)
        return ""

    def files(self) -> list[RawFile]:
        """The file, what lies beside it, and backups; of each also its vectors as numbers."""
        path = self._journal.file
        with self._journal.reading() as db:
            made: dict[str, float | None] = {**remembered(db)}
        own = [raw_file(name, "beside") for name in beside(path, ".lock", ".part")]
        return list(map(_with_vectors, [raw_file(path, "store"), *own, *backups_of(path, made)]))


def _records(journal: Journal) -> Iterator[Portable]:
    return SQLiteTransfer(journal, SQLiteEpisodes(journal, durable=False)).dump(None)


def _with_vectors(file: RawFile) -> RawFile:
    return replace(file, blocks=partial(_decoded, file))


def _decoded(file: RawFile) -> Iterator[bytes]:
    """The bytes of a file, and after them the numbers of the vectors, which stand there as text."""
    yield from file.blocks()
    with open(file.path, "rb") as lines:
        for line in lines:
            if any(sign in line for sign in _HOLD):
                yield _bytes_of(line)


def _bytes_of(line: bytes) -> bytes:
    try:
        plain = json.loads(line)
        said = [plain.get("data"), plain.get("vector")]
        return b"".join(base64.b64decode(text) for text in said if isinstance(text, str))
    except (ValueError, AttributeError):  # of a write that broke off, or of another file
        return b""

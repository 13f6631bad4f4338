"""Bringing files into a memory: reading, redacting, recording in batches, counting.

Knows the importers and the verbs of a memory; printing is the business of `commands_import`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Final

from seasoned.core.records import Episode
from seasoned.core.redaction import redact_episode
from seasoned.errors import Conflict, InvalidInput
from seasoned.importers.sniff import reader_for
from seasoned.importers.source import Progress, Skipped
from seasoned.memory import Memory

_BATCH: Final = 64  # episodes per transaction: less than a second of embedding
_REASONS: Final = 100  # per file; the number of all is kept beside them


@dataclass(slots=True)
class FileReport:
    """What became of one file.

    Attributes:
        path: The file.
        format: Of the file, "" if none was recognised.
        read: Episodes that could be read.
        recorded: Episodes that are new in the memory.
        present: Episodes that were there already.
        skipped: Records that could not be read or kept.
        redacted: Secrets that were replaced.
        reasons: Where and why of the first of `skipped`.
        error: Why the file could not be read at all.
    """

    path: str
    format: str = ""
    read: int = 0
    recorded: int = 0
    present: int = 0
    skipped: int = 0
    redacted: int = 0
    reasons: list[Skipped] = field(default_factory=list)
    error: str | None = None

    def skip(self, skipped: Skipped) -> None:
        """Count a record that was left out."""
        self.skipped += 1
        if len(self.reasons) < _REASONS:
            self.reasons.append(skipped)


@dataclass(frozen=True, slots=True)
class Importing:
    """How to import.

    Attributes:
        memory: Where to; None only reads and counts.
        format: Of the files; None finds it out for each.
        redact: Whether secrets are replaced.
    """

    memory: Memory | None
    format: str | None = None
    redact: bool = True

    def run(self, path: Path, progress: Progress) -> FileReport:
        """Import one file; what cannot be used is in the report.

        Raises:
            StoreError: the memory cannot keep it; what was reported before is kept.
        """
        report = FileReport(str(path))
        try:
            report.format, read = reader_for(path, self.format)
            episodes = self._episodes(read(path, progress), report)
            while batch := list(islice(episodes, _BATCH)):
                if self.memory is not None:
                    _record(self.memory, batch, report)
        except InvalidInput as error:
            report.error = str(error)
        return report

    def _episodes(
        self, items: Iterator[Episode | Skipped], report: FileReport
    ) -> Iterator[Episode]:
        for item in items:
            if isinstance(item, Skipped):
                report.skip(item)
                continue
            report.read += 1
            episode = replace(item, namespace="")  # it now belongs where it is imported to
            if self.redact:
                episode, found = redact_episode(episode)
                report.redacted += found
            yield episode


def _record(memory: Memory, batch: list[Episode], report: FileReport) -> None:
    """Record a batch at once, or one by one if something in it cannot be kept."""
    plain = [replace(episode, verdicts=()) for episode in batch]
    try:
        receipts = memory.record_many(plain)
    except (Conflict, InvalidInput):
        for whole, episode in zip(batch, plain, strict=True):
            try:
                receipt = memory.record(episode)
            except (Conflict, InvalidInput) as error:
                report.skip(Skipped(_name(episode), str(error)))
            else:
                _kept(memory, whole, receipt.id, receipt.created, report)
    else:
        for whole, receipt in zip(batch, receipts, strict=True):
            _kept(memory, whole, receipt.id, receipt.created, report)


def _kept(memory: Memory, episode: Episode, id: str, created: bool, report: FileReport) -> None:
    report.recorded += created
    report.present += not created
    if created:
        for verdict in episode.verdicts:
            memory.judge(
                id, verdict.outcome, feedback=verdict.feedback, by=verdict.by, at=verdict.at
            )


def _name(episode: Episode) -> str:
    return f"key {episode.key}" if episode.key is not None else f"id {episode.id}"

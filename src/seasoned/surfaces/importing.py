"""Bringing files into a memory: reading, redacting, recording in batches, counting.

Knows the importers and the verbs of a memory; printing is the business of `commands_import`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from seasoned.core.records import Episode, Verdict
from seasoned.core.redaction import redact_episode
from seasoned.core.reports import Receipt
from seasoned.errors import Conflict, InvalidInput
from seasoned.importers.sniff import reader_for
from seasoned.importers.source import Input, Progress, Skipped, Source
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
        judged: Verdicts that were new to those.
        skipped: Records that could not be read or kept.
        redacted: Secrets that were replaced.
        reasons: Where and why of the first of `skipped`.
        error: Why the file could not be used at all.
    """

    path: str
    format: str = ""
    read: int = 0
    recorded: int = 0
    present: int = 0
    judged: int = 0
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
        open: Opens the memory, called when there is something to record, so that input which
            cannot be used leaves no empty file behind; None only reads and counts.
        format: Of the files; None finds it out for each.
        redact: Whether secrets are replaced.
    """

    open: Callable[[], Memory] | None
    format: str | None = None
    redact: bool = True

    def run(self, name: str, origin: Input, progress: Progress) -> FileReport:
        """Import one file; what cannot be used is in the report.

        Raises:
            StoreError: the memory cannot keep it; what was reported before is kept.
        """
        report = FileReport(name)
        try:
            with Source(origin) as source:
                report.format, read = reader_for(source, self.format)
                episodes = self._episodes(read(source, progress), report)
                while batch := list(islice(episodes, _BATCH)):
                    if self.open is not None:
                        _record(self.open(), batch, report)
            if not (report.read if self.open is None else report.recorded + report.present):
                report.error = f"nothing in {source.name!r} can be used as {report.format}"
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
    try:
        receipts = memory.record_many(batch)
    except (Conflict, InvalidInput):
        for episode in batch:
            try:
                receipt = memory.record(episode)
            except (Conflict, InvalidInput) as error:
                report.skip(Skipped(_name(episode), str(error)))
            else:
                _count(memory, episode, receipt, report)
    else:
        for episode, receipt in zip(batch, receipts, strict=True):
            _count(memory, episode, receipt, report)


def _count(memory: Memory, episode: Episode, receipt: Receipt, report: FileReport) -> None:
    report.recorded += receipt.created
    report.present += not receipt.created
    if episode.verdicts and not receipt.created:
        report.judged += _add_verdicts(memory, receipt.id, episode.verdicts)


def _add_verdicts(memory: Memory, id: str, verdicts: Sequence[Verdict]) -> int:
    """Add to an episode that was there already what is new to it; how many verdicts that were.

    It may have been judged after an earlier import.
    """
    known = memory.get(id).verdicts
    new = [verdict for verdict in verdicts if not any(_same(verdict, k) for k in known)]
    for v in new:
        memory.judge(id, v.outcome, feedback=v.feedback, by=v.by, at=v.at)
    return len(new)


def _same(said: Verdict, known: Verdict) -> bool:
    """Whether two verdicts say the same; ids, and a time that a file lacks, come from a store."""
    at = said.at or known.at
    return replace(said, id="", episode="", at=at) == replace(known, id="", episode="")


def _name(episode: Episode) -> str:
    return f"key {episode.key}" if episode.key is not None else f"id {episode.id}"

"""Bringing files into a memory: reading, redacting, recording in batches, counting.

Knows the importers and the verbs of a memory; printing is the business of `commands_import`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from seasoned.core.records import Episode, Outcome, Verdict
from seasoned.core.redaction import redact_episode
from seasoned.core.reports import Receipt
from seasoned.core.trust import OWN, foreign, origin_of, suspects
from seasoned.errors import Conflict, InvalidInput
from seasoned.importers import atif, taubench
from seasoned.importers.atif_rewards import file_beside
from seasoned.importers.sniff import SUPPORTED, reader_for
from seasoned.importers.source import Input, Progress, Skipped, Source
from seasoned.memory import Memory

_BATCH: Final = 64  # episodes per transaction: less than a second of embedding
_BATCH_TEXT: Final = 4 << 20  # characters in one, so that long episodes do not fill the memory
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
        judged: Verdicts that were new to those, or outcomes that the file did not say before.
        skipped: Records that could not be read or kept.
        redacted: Secrets that were replaced.
        orders: Episodes that tell the agent to act: quarantined unless others say alike.
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
    orders: int = 0
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
        foreign: Whose files they are, if not the user's own.
    """

    open: Callable[[], Memory] | None
    format: str | None = None
    redact: bool = True
    foreign: str | None = None

    def run(
        self, name: str, origin: Input, progress: Progress, *, walked: bool = False
    ) -> FileReport:
        """Import one file; what cannot be used is in the report.

        Args:
            name: What the report calls it.
            origin: The file, or a stream.
            progress: Told how much of it was read.
            walked: Whether it was found in a folder. Such a file is left out if it is of no
                known format or holds nothing usable, which is an error for a file that was named.

        Raises:
            StoreError: the memory cannot keep it; what was reported before is kept.
        """
        report = FileReport(name)
        try:
            with Source(origin) as source:
                report.format, read = reader_for(source, self.format)
                episodes = self._episodes(read(source, progress), report)
                for batch in _batches(episodes):
                    if self.open is not None:
                        _record(self.open(), batch, report)
            if not walked and not self.used(report):
                report.error = f"nothing in {source.name!r} can be used as {report.format}"
        except InvalidInput as error:
            if walked and not report.format:
                # What is supported is told once, of the folder, and not of each file in it.
                report.skip(Skipped("file", str(error).removesuffix(f"; {SUPPORTED}")))
            else:
                report.error = str(error)
        return report

    def used(self, report: FileReport) -> bool:
        """Whether anything of a file was, or without a memory would be, of use."""
        return bool(report.read if self.open is None else report.recorded + report.present)

    def _episodes(
        self, items: Iterator[Episode | Skipped], report: FileReport
    ) -> Iterator[Episode]:
        for item in items:
            if isinstance(item, Skipped):
                report.skip(item)
                continue
            report.read += 1
            episode = replace(item, namespace="")  # it now belongs where it is imported to
            if self.foreign is not None:
                episode = replace(episode, source=foreign(self.foreign))
            elif origin_of(episode.source) == OWN and not self._is_there(episode):
                # That it is this memory's own is for nobody to say but its agents.
                episode = replace(episode, source=report.format)
            report.orders += bool(suspects(episode, origin_of(episode.source)))
            if self.redact:
                episode, found = redact_episode(episode)
                report.redacted += found
            yield episode

    def _is_there(self, episode: Episode) -> bool:
        """Whether it has the id of an own episode; what says something else is refused then."""
        if self.open is None or not episode.id:
            return False
        known = self.open().episodes.find([episode.id]).get(episode.id)
        return known is not None and origin_of(known.source) == OWN


def files_of(path: Path) -> list[Path]:
    """The files of a folder and of the folders in it, by name; a file is its own.

    Hidden ones are left out, and links to folders are not followed.
    """
    if not path.is_dir():
        return [path]
    found = []
    for folder, below, names in os.walk(path):
        below[:] = sorted(name for name in below if not name.startswith("."))
        found += [Path(folder, name) for name in sorted(names) if not name.startswith(".")]
    return [file for file in found if file.is_file()]


def nothing_in(folder: Path) -> FileReport:
    """The report of a folder that holds nothing to import."""
    return FileReport(str(folder), error=f"no file in {str(folder)!r} is usable; {SUPPORTED}")


def told_once(errors: Sequence[str]) -> str:
    """The errors of several files, with what is supported at the end alone."""
    brief = [error.removesuffix(f"; {SUPPORTED}") for error in errors]
    return "; ".join([*brief, SUPPORTED] if brief != list(errors) else brief)


def without_used(reports: Sequence[FileReport]) -> list[FileReport]:
    """The reports but those of files of no known format that were read with another file."""
    used = {_with(report) for report in reports if report.format == atif.SOURCE and report.read}
    return [r for r in reports if r.format or r.error or Path(r.path) not in used]


def _with(report: FileReport) -> Path | None:
    """The file with the reward of a trajectory."""
    with suppress(InvalidInput):
        return file_beside(Path(report.path))
    return None


def _batches(episodes: Iterator[Episode]) -> Iterator[list[Episode]]:
    batch, size = list[Episode](), 0
    for episode in episodes:
        batch.append(episode)
        size += _length(episode)
        if len(batch) == _BATCH or size > _BATCH_TEXT:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _length(episode: Episode) -> int:
    """About how many characters an episode holds."""
    steps = sum(len(s.detail) + len(s.result or "") + len(s.error or "") for s in episode.steps)
    return steps + len(episode.task.description) + len(episode.solution)


def _record(memory: Memory, batch: list[Episode], report: FileReport) -> None:
    """Record a batch at once, or one by one if something in it cannot be kept."""
    try:
        receipts = memory.episodes.record_many(batch)
    except (Conflict, InvalidInput):
        for episode in batch:
            try:
                receipt = memory.record(episode)
            except Conflict as conflict:
                _met_again(memory, episode, conflict, report)
            except InvalidInput as error:
                report.skip(Skipped(_name(episode), str(error)))
            else:
                _count(memory, episode, receipt, report)
    else:
        for episode, receipt in zip(batch, receipts, strict=True):
            _count(memory, episode, receipt, report)


def _met_again(memory: Memory, episode: Episode, conflict: Conflict, report: FileReport) -> None:
    """Take in an episode whose key stands for one that says something else.

    If the key is made of what the file holds, that is the same record, which was read with
    another redaction, file name or reward beside it. It stays, and gets an outcome if it had none.
    """
    if not conflict.id or not _is_derived(episode, report.format):
        report.skip(Skipped(_name(episode), str(conflict)))
        return
    known, said = memory.get(conflict.id).effective_outcome, episode.outcome
    if known is Outcome.UNKNOWN and said is not Outcome.UNKNOWN:
        memory.judge(conflict.id, said, feedback=episode.feedback, by=episode.source)
        report.judged += 1
    elif said not in (known, Outcome.UNKNOWN):
        told = f"it is there as {known}, the file says {said}; see seasoned judge {conflict.id}"
        report.skip(Skipped(_name(episode), told))
        return
    report.present += 1


def _is_derived(episode: Episode, format: str) -> bool:
    """Whether an importer of another program's files made the key, of what they hold."""
    made = format == taubench.SOURCE or (episode.key or "").startswith("content-")
    return made and not episode.id and format != "jsonl"


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

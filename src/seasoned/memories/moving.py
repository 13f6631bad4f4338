"""Export and load as a memory does them: what goes where, and what is told of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

from seasoned.core import values
from seasoned.core.exporting import RECORDS, Exported, ExportOptions, Format, Wanted
from seasoned.core.filters import Filter
from seasoned.core.portable import Loaded, Portable
from seasoned.errors import InvalidInput
from seasoned.lines import kind_of
from seasoned.lines import write as lines_of
from seasoned.memories.episodic import conditions
from seasoned.memories.exporting import Demonstrations, Form
from seasoned.memories.exporting import Progress as Progress
from seasoned.memories.origins import Formats, Original
from seasoned.memories.origins import Origin as Origin
from seasoned.memories.targets import Place as Place
from seasoned.memories.targets import Write, opened
from seasoned.memories.transfer import Loader
from seasoned.memories.writing import Writer
from seasoned.ports import Model, Scope, Store

_TOLD = 256  # records between two calls of a progress


@dataclass(frozen=True, slots=True)
class Mover:
    """Moves the records of one scope out, and others in.

    Attributes:
        form_of: What a line of a format other than ``records`` looks like.
        formats: Which foreign formats the beginning of a file may be of.
    """

    store: Store
    writer: Writer
    scope: Scope
    form_of: Callable[[str, ExportOptions], Form]
    formats: Formats

    def export(
        self,
        target: Place,
        wanted: Wanted,
        replace: bool = False,
        progress: Progress | None = None,
    ) -> Exported:
        """Write what is wanted to a target; see `Memory.export`."""
        if wanted.options.all_users:
            self._without_user("all_users")
        if wanted.options.all_namespaces:
            self._without_user("all_namespaces")
        make = self._records if wanted.format == RECORDS else self._demonstrations
        run = make(wanted, progress)
        with opened(target, replace=replace) as write:
            return run(write)

    def _without_user(self, name: str) -> None:
        if self.scope.user is not None:
            raise InvalidInput(
                f"{name}=True concerns what user {self.scope.user!r} may not see; open the memory "
                "without a user"
            )

    def _demonstrations(
        self, wanted: Wanted, progress: Progress | None
    ) -> Callable[[Write], Exported]:
        demonstrations = Demonstrations(self.store, self.scope, wanted)
        form = self.form_of(wanted.format, wanted.options)
        return lambda write: demonstrations.write(form, write, progress)

    def _records(self, wanted: Wanted, progress: Progress | None) -> Callable[[Write], Exported]:
        options = wanted.options
        scope = None if options.all_namespaces else self.scope

        def run(write: Write) -> Exported:
            kinds = Counter[str]()
            records = self.store.transfer.dump(
                scope, everyone=options.all_users, vectors=options.vectors
            )
            with closing(records):  # type: ignore[type-var]  # a generator
                # The model is that of the vectors; without them, whoever loads them has its own.
                kept = (r for r in records if options.vectors or not isinstance(r, Model))
                counted = _counted(kept, kinds, progress)
                for line in lines_of(counted, None if scope is None else scope.namespace):
                    write(line)
            notes = tuple(self._notes(options))
            return Exported(RECORDS, kinds.total(), dict(kinds), notes=notes)

        return run

    def _notes(self, options: ExportOptions) -> Iterator[str]:
        if options.all_users or options.all_namespaces:
            return
        if number := self.store.transfer.unseen(self.scope):
            other = "" if self.scope.user is None else "other "
            first = "" if self.scope.user is None else "open the memory without a user and "
            yield (
                f"episodes of {other}users that were left out: {number}; to have them, {first}"
                "export with all_users=True"
            )

    def load(
        self,
        origin: Origin,
        all_namespaces: bool = False,
        foreign: str | None = None,
        progress: Progress | None = None,
    ) -> Loaded:
        """Take in what was exported; see `Memory.load`."""
        if all_namespaces:
            self._without_user("all_namespaces")
        scope = None if all_namespaces else self.scope
        whose = None if foreign is None else values.name(foreign, "foreign")
        with Original.of(origin, self.formats) as lines:
            loader = Loader(self.store, self.writer, scope, foreign=whose)
            return loader.load(lines, progress)


def _counted(
    records: Iterator[Portable], kinds: Counter[str], progress: Progress | None
) -> Iterator[Portable]:
    """The same records, counted by kind."""
    for number, record in enumerate(records, start=1):
        kinds[kind_of(record).name] += 1
        yield record
        if progress and number % _TOLD == 0:
            progress(number)


class MovingVerbs:
    """What `Memory` offers to move records out and in."""

    _mover: Mover

    def export(
        self,
        target: Place,
        *,
        format: Format = "records",
        filter: Filter | None = None,
        limit: int | None = None,
        replace: bool = False,
        options: ExportOptions | None = None,
        progress: Progress | None = None,
    ) -> Exported:
        """Write what is kept, one JSON object per line.

        Args:
            target: A path, or a stream that takes bytes. A file appears whole or not at all.
            format: ``records`` for `load`: every record of every kind that this memory can see,
                as of one moment. Or successes, the best first: ``fewshot``, demonstrations for a
                prompt, or ``openai-ft``, conversations for fine-tuning.
            filter: Of successes; with a condition on the outcome, of partial ones as well.
            limit: Most successes.
            replace: Whether a file that exists may be replaced.
            options: Everything else.
            progress: Told now and then how many records were gone through.

        Raises:
            InvalidInput: the target is neither, or an argument says nothing to the format.
            StoreError: the file exists or cannot be written, or the store cannot be read.
        """
        wanted = Wanted(format, conditions(filter), limit, options or ExportOptions())
        return self._mover.export(target, wanted, replace, progress)

    def load(
        self,
        origin: Origin,
        *,
        all_namespaces: bool = False,
        foreign: str | None = None,
        progress: Progress | None = None,
    ) -> Loaded:
        """Take in what `export` wrote as ``records``; what is there already is passed over.

        Args:
            origin: A path, or a stream of bytes.
            all_namespaces: Whether records keep their namespaces, which may be several; else the
                one of the export becomes this memory's.
            foreign: Whose export it is, if not your own. Only its episodes are taken, as they
                were recorded, and trusted little. An own one is trusted as it was there.
            progress: Told now and then how many lines were read.

        Raises:
            InvalidInput: it is no export, or a line cannot be used, or is of another user than
                this memory was opened for; those before it are kept, and it may be loaded again.
            StoreError: the store could not keep them.
        """
        return self._mover.load(origin, all_namespaces, foreign, progress)

"""Looking after a memory: counts, proof that its parts agree, repair, pruning, expiry, backup."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from seasoned.core import values
from seasoned.core.filters import EVERYTHING, Filter
from seasoned.core.proof import Proof
from seasoned.core.pruning import Pruned, PrunedBatch, PrunePolicy, Restored
from seasoned.core.reports import Finding, Receipt, Stats
from seasoned.errors import NotFound
from seasoned.memories.attempts import Attempts
from seasoned.memories.episodic import conditions
from seasoned.memories.proving import Prover
from seasoned.memories.pruning import UNDO_WINDOW, Pruner
from seasoned.memories.reembedding import Move, required
from seasoned.memories.search import Query, Searcher
from seasoned.memories.shortened import HINT, TELLING, whole
from seasoned.memories.vectorproof import KINDS, SAMPLE, Progress, VectorProof
from seasoned.memories.writing import Writer
from seasoned.ports import EPISODE, Embedder, Model, Scope, Store, Waiting

_HEALED_AT_ONCE = 64  # texts embedded per transaction
_BARREN = 2  # batches without any vector, after which it is hardly the texts
_NAMED = 5  # ids that a message names


class Admin:
    """Counts, checks and repairs; `check` and `repair` look at the whole store."""

    def __init__(
        self,
        store: Store,
        searcher: Searcher,
        writer: Writer,
        scope: Scope,
        choose: Callable[[Any], Embedder | None],
        attempts: Attempts,
    ) -> None:
        """`choose` makes an embedder of what a caller named."""
        self._store, self._searcher, self._scope = store, searcher, scope
        self._analyzer, self._embedding = writer.analyzer, writer.embedding
        self._vectors = VectorProof(store, scope, writer.embedding)
        self._pruner = Pruner(store, writer, scope)
        self._choose, self._attempts = choose, attempts
        self._prover = Prover(store, searcher, writer, scope)

    def stats(self) -> Stats:
        """Counts over what this memory can see."""
        return self._store.episodes.stats(self._scope)

    def whole_id(self, part: str) -> str:
        """The id of the episode that `part` stands for: the id, or enough of its start or end.

        Ids begin with their time, so that it is the end which tells those of one minute apart.

        Raises:
            NotFound: no visible episode has such an id.
            InvalidInput: several have.
        """
        if part in self._store.episodes.get(self._scope, [part]):
            return part
        found = whole(part, self._ids()) if len(part) >= TELLING else None
        if found is None:
            why = f"; {HINT}" if len(part) < TELLING else ""
            raise NotFound(f"{self._scope.missing('episode', part)}{why}")
        return found

    def _ids(self) -> Iterator[str]:
        search = self._store.search
        nums = search.select(self._scope, EPISODE, EVERYTHING).tolist()
        return (traits.id for traits in search.traits(self._scope, EPISODE, nums))

    def check(self, *, thorough: bool = False, progress: Progress | None = None) -> list[Finding]:
        """Every disagreement between rows, terms, vectors, change log and indexes.

        An empty list is the proof that the store is sound. That a vector belongs to its text is
        proven by embedding the text again: of a sample of what this memory can see, spread over
        the namespace, and only if it was opened with the embedder that the vectors come from.

        Args:
            thorough: Embed every text again instead of 64 of a kind.
            progress: Told how many texts were embedded, and of how many.
        """
        found = list(map(self._as_mendable, self._store.maintenance.check(self._analyzer)))
        parts = {finding.part for finding in found}
        if "file" in parts:
            return found
        # From damaged terms no index can be built that could be compared, and what a damaged row
        # says cannot be embedded.
        if not parts & {"settings", "terms"}:
            found += self._index_findings()
        if not parts & {"settings", "rows"}:
            found += self._vector_findings(thorough, progress)
        return found

    def _as_mendable(self, finding: Finding) -> Finding:
        """The finding as it is for this memory, which may lack the embedder of the vectors."""
        if finding.part != "vectors" or self._embedding.active is not None:
            return finding
        stored = self._store.search.model()
        name = stored.name if stored else ""
        return replace(
            finding,
            text=f"{finding.text}; the model of this file is {name!r}, whose vectors cannot be "
            "made here",
            derived=False,
            remedy=f"open the file with the embedder {name!r} and run memory.admin.heal()",
        )

    def _vector_findings(self, thorough: bool, progress: Progress | None) -> list[Finding]:
        nums = self._vectors.numbers(None if thorough else SAMPLE)
        wrong = self._vectors.wrong(nums, progress)
        if not wrong:
            return []
        some = ", ".join(list(wrong.values())[:_NAMED])
        return [
            Finding(
                "vectors",
                f"{len(wrong)} of the {len(nums)} that were looked at belong to another text or "
                f"another build of {self._embedding.model!r}, among them those of {some}",
            )
        ]

    def _index_findings(self) -> list[Finding]:
        """The indexes of this namespace, of every kind, against the rows they were built from."""
        missing, stray = self._astray()
        if missing or stray:
            # Something may have come and gone between the looks; what is amiss stays so.
            again = self._astray()
            missing, stray = missing & again[0], stray & again[1]
        if not missing and not stray:
            return []
        text = f"{len(missing)} items missing from and {len(stray)} too many in the index"
        return [Finding("index", f"namespace {self._scope.namespace!r}: {text}")]

    def _astray(self) -> tuple[set[int], set[int]]:
        """Items missing from and too many in the indexes, while others may go on writing."""
        missing, stray = set[int](), set[int]()
        for kind in KINDS:
            before = self._live(kind)
            held = self._searcher.held(self._scope, kind, Query((), None, self._embedding.model))
            after = before if before == held else self._live(kind)
            missing |= (before & after) - held
            stray |= held - (before | after)
        return missing, stray

    def _live(self, kind: str) -> set[int]:
        search = self._store.search
        return set(search.select(self._scope, kind, KINDS[kind], collapsed=False).tolist())

    def repair(self, *, thorough: bool = False, progress: Progress | None = None) -> int:
        """Rebuild all that is derived and embed what has no vector; how many items changed.

        What was recorded is never touched. If a sample shows a vector that belongs to another
        text, all that this memory can see are looked at.

        Args:
            thorough: Look at all vectors in any case.
            progress: Told how many texts were embedded, and of how many.
        """
        mended = self._store.maintenance.repair(self._analyzer)
        if thorough or self._vectors.wrong(self._vectors.numbers(SAMPLE)):
            wrong = self._vectors.wrong(self._vectors.numbers(), progress)
            self._store.maintenance.drop_vectors(list(wrong))
        return mended + self._heal_within(None)

    def heal(self) -> int:
        """Embed the visible items whose vector is missing; how many got one."""
        return self._heal_within(self._scope)

    def _heal_within(self, scope: Scope | None) -> int:
        healed = after = barren = 0
        while batch := self._store.maintenance.pending(scope, _HEALED_AT_ONCE, after):
            after = batch[-1].num  # some may have no vector for good, and must not hold up others
            added = self._heal(batch)
            healed += added
            barren = 0 if added else barren + 1
            if barren == _BARREN:
                break
        return healed

    def _heal(self, batch: Sequence[Waiting]) -> int:
        model, vectors = self._embedding.means([one.meanings for one in batch])
        found = [(one.num, v) for one, v in zip(batch, vectors, strict=True) if v is not None]
        if model is None or not found:
            return 0
        return self._store.maintenance.heal(found, Model(model, len(found[0][1]) // 2))

    def reembed(self, embedder: Any, *, progress: Progress | None = None) -> int:
        """Move the whole store, all its namespaces, to another embedding model.

        Searches go on with the old vectors until all new ones are there; then one transaction
        makes the new model the active one, and the old vectors are removed. If it breaks off,
        call it again: what is done is not done twice. Other processes that have the store open
        go on by words until they open it with the new embedder.

        Args:
            embedder: As for `Memory.open`. This memory goes on with it.
            progress: Called after each batch with the number of items done and of all.

        Returns:
            How many vectors were added.

        Raises:
            InvalidInput: `embedder` is none, or cannot be used.
            MissingExtra: `embedder` needs a library that is not installed.
            ModelError: it failed; the old model is still the active one.
            Conflict: a move to another model is under way, somebody gave this one up, or the
                embedder has the name of the stored vectors and another length.
        """
        chosen = required(self._choose(embedder))
        added = Move(self._store, chosen, progress).run()
        self._embedding.use(chosen)
        self._store.models.discard()
        return added

    def abort_reembed(self) -> int:
        """Give up a `reembed` that broke off or is under way; how many vectors that removed."""
        return self._store.models.abandon()

    def prune(
        self, policy: PrunePolicy, *, apply: bool = False, undo: timedelta = UNDO_WINDOW
    ) -> Pruned:
        """Remove what a policy names, or say what that would be.

        As with `forget`, a memory that was opened for a user removes that user's own episodes,
        one without a user the shared ones.

        Of what is removed a copy is kept in the store until the undo window ends. It is found
        by no recall and no count; `restore` brings it back, and `forget` erases it too. Attempts
        that it came from, and logs of its having been shown, end with the copy.

        Args:
            policy: What may go.
            apply: Without it nothing is changed.
            undo: How long it can be restored; 0 keeps no copies.

        Returns:
            The episodes that went or would go, with counts, and the batch to restore.

        Raises:
            InvalidInput: the undo window is negative or ends after the year 9999.
            StoreError: the store cannot be read or written. Each 1,000 are one transaction, so
                that a part may be removed; it can be restored.
        """
        return self._pruner.prune(policy, apply, undo)

    def pruned(self) -> list[PrunedBatch]:
        """What can be restored, newest first."""
        return self._pruner.batches()

    def restore(self, batch: str, ids: Sequence[str] = ()) -> Restored:
        """Bring pruned episodes back: ids, keys, verdicts, owners and times as they were.

        In order of recording they count as new. One whose key or id was given to another
        episode meanwhile is skipped.

        Args:
            batch: Of `Pruned.batch` or `pruned`; six characters of its start or end are enough.
            ids: Only these of the batch, shortened likewise; all of it if empty.

        Raises:
            NotFound: nothing of the batch, or of the ids in it, can be restored.
            InvalidInput: several fit what was shortened.
        """
        return self._pruner.restore(values.text(batch, "batch"), values.texts(ids, "ids"))

    def copies(self, filter: Filter | None = None) -> int:
        """How many pruned episodes that match are still kept; `forget` would erase them."""
        return self._store.pruning.count(self._scope, conditions(filter))

    def sweep(self) -> int:
        """Erase the copies, of all scopes, whose undo window has ended; how many.

        Done whenever a memory is opened, pruned or restored; for a process that runs on.
        """
        return self._pruner.sweep()

    def expire(self, after: timedelta) -> list[Receipt]:
        """Close attempts open for longer than `after`; their episodes end unknown.

        Raises:
            InvalidInput: `after` is no timedelta of 0 to 100 years.
        """
        return self._attempts.expire(after)

    def prove_forgotten(self, *texts: str, thorough: bool = False) -> Proof:
        """Erase the last traces of all that was removed, and search for these texts.

        For what was forgotten without `prove`, by another process, or by one that was killed.
        The whole store is searched, with the backups that it knows of; a text that a record of
        any namespace or user still says is named as shared, with that record.

        Args:
            texts: Texts or ids that should be nowhere, of 3 bytes or more; none only erases,
                and proves nothing.
            thorough: Write the file anew in any case, which reaches what no search was made for.

        Raises:
            InvalidInput: a text is too short to be sought, or one character over and over.
        """
        found = tuple(values.text(text, "text") for text in texts)
        return self._prover.prove(found, thorough)

    def backup(self, path: str | os.PathLike[str]) -> None:
        """Copy the store to a new file while it is in use.

        The store remembers where it is, unless it may not be written to: what is forgotten later
        is still in the backup.

        Raises:
            InvalidInput: `path` is no path, or its name is of another kind of store: that of a
                text store ends in .jsonl, that of any other does not.
            StoreError: the file exists or cannot be written, or this store is not a file.
        """
        text = os.fspath(path) if isinstance(path, os.PathLike) else path
        self._store.maintenance.backup(values.text(text, "path"))

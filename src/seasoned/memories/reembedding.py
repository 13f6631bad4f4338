"""Moving a store to another embedding model, while it is in use.

New vectors are kept beside the old ones, batch by batch; searches go on with the old ones until
every item has its new vector and one transaction makes the new model the active one. What breaks
off, by an error or a killed process, is gone on with by doing it again, or given up.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from seasoned.core.warning import warn
from seasoned.errors import InvalidInput, ModelError
from seasoned.memories.embedding import meant, packed, vectors_of
from seasoned.memories.vectorproof import Progress
from seasoned.ports import Embedder, Model, Recognising, Store

_AT_ONCE = 256  # texts embedded per transaction; what a killed process has to do again


@dataclass(slots=True)
class Move:
    """One move to the model of an embedder.

    Attributes:
        store: All its namespaces move together.
        embedder: Its model will be the active one.
        progress: Told after each batch how many items are done, and of how many.
    """

    store: Store
    embedder: Embedder
    progress: Progress | None = None
    _done: int = 0
    _lost: set[int] = field(default_factory=set)

    def run(self) -> int:
        """Move, or go on with a move that broke off; how many vectors were added.

        The old vectors are still there afterwards.

        Raises:
            ModelError: the embedder failed; what was added so far waits to be gone on with.
            Conflict: a move to another model is under way, the vectors' length has changed, or
                somebody gave this move up.
        """
        model, models = self._model(), self.store.models
        models.begin(model)
        total = models.count_unembedded(model.name)
        self._tell(total)
        while True:
            self._embed(model, total)
            # Others may have recorded something since the last batch was asked for.
            if not models.switch(model, sorted(self._lost)):
                break
        if self._lost:
            warn(
                f"{model.name!r} gave no vector for {len(self._lost)} item(s), which are found "
                "by words only until they are healed",
            )
        return self._done

    def _model(self) -> Model:
        """The model with the length of its vectors, which only a vector is sure to tell.

        An embedder that knows its vectors by their looks goes by the name that they have here.
        """
        vectors = vectors_of(self.embedder, ["a"], "document")
        for known in (self.store.models.staged(), self.store.search.model()):
            if known is not None and isinstance(self.embedder, Recognising):
                self.embedder.recognise(known.name)
        return Model(self.embedder.model, vectors.shape[1])

    def _embed(self, model: Model, total: int) -> None:
        """Every item that has no vector yet."""
        after = 0
        while batch := self.store.models.unembedded(model.name, after, _AT_ONCE):
            after = batch[-1].num
            vectors = meant(self.embedder, [one.meanings for one in batch])
            if vectors.shape[1] != model.dim:
                raise ModelError(
                    f"{model.name!r} answered vectors of {vectors.shape[1]} numbers, after some "
                    f"of {model.dim}"
                )
            rows = list(zip((one.num for one in batch), packed(vectors), strict=True))
            found = [(num, data) for num, data in rows if data is not None]
            self._lost |= {num for num, data in rows if data is None}
            self._done += self.store.models.stage(found, model)
            self._tell(total)
        if self._lost and not self._done:
            raise ModelError(f"{model.name!r} gave no vector for any of {len(self._lost)} item(s)")

    def _tell(self, total: int) -> None:
        if self.progress is not None:
            self.progress(self._done, max(total, self._done))


def required(embedder: Embedder | None) -> Embedder:
    """The embedder to move to.

    Raises:
        InvalidInput: there is none.
    """
    if embedder is None:
        raise InvalidInput(
            "a memory cannot move to no embedder; open it with embedder=False to search by words"
        )
    return embedder

"""Replay: past episodes sampled by how surprising they were, for learning passes.

Reads the few columns that priorities rest on, and the bodies of only those episodes that were
drawn.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random

from seasoned.core import values
from seasoned.core.filters import EVERYTHING, Filter
from seasoned.core.sampling import MOST, Draw, Replayed, Sampling, sample
from seasoned.core.surprise import Expectations, Rating
from seasoned.errors import InvalidInput
from seasoned.ports import EPISODE, Scope, Store


class Replayer:
    """Samples the episodes of one scope."""

    def __init__(self, store: Store, scope: Scope, seed: int | None = None) -> None:
        self._store, self._scope, self._seed = store, scope, seed
        self._chance, self._process = Random(seed), os.getpid()

    def replay(
        self,
        n: int,
        filter: Filter = EVERYTHING,
        sampling: Sampling = Sampling(),
        seed: int | Random | None = None,
    ) -> tuple[Replayed, ...]:
        """Sample n episodes; see `Memory.replay`."""
        if not (n := values.count(n, "n", most=MOST)):
            return ()
        chance = self._generator(seed)
        ratings = self._store.search.ratings(self._scope, EPISODE)
        expectations = Expectations.of(ratings)
        found = self._allowed(ratings, filter)
        priorities = [expectations.priority(rating) for rating in found]
        draws = sample(priorities, n, sampling, chance)
        return self._with_bodies(found, priorities, draws)

    def _generator(self, seed: object) -> Random:
        if seed is None:
            if self._seed is None and self._process != os.getpid():
                # A forked child would draw what its parent draws.
                self._chance, self._process = Random(), os.getpid()
            return self._chance
        if isinstance(seed, Random):
            return seed
        number = values.scalar(seed)
        if isinstance(number, bool) or not isinstance(number, int):
            raise InvalidInput(
                f"seed must be a whole number or a random.Random, got {values.shown(seed)}"
            )
        return Random(number)

    def _allowed(self, ratings: Sequence[Rating], filter: Filter) -> list[Rating]:
        """Those that the filter keeps, newest first."""
        if not filter.empty:
            kept = set(self._store.search.select(self._scope, EPISODE, filter).tolist())
            ratings = [rating for rating in ratings if rating.num in kept]
        return sorted(ratings, key=lambda rating: (-rating.at, -rating.num))

    def _with_bodies(
        self, found: Sequence[Rating], priorities: Sequence[float], draws: Sequence[Draw]
    ) -> tuple[Replayed, ...]:
        nums = sorted({found[draw.place].num for draw in draws})
        ids = {t.num: t.id for t in self._store.search.traits(self._scope, EPISODE, nums)}
        episodes = self._store.episodes.get(self._scope, list(ids.values()))
        # One that was forgotten between drawing and reading is simply no longer there.
        return tuple(
            Replayed(episodes[id], draw.probability, draw.weight, priorities[draw.place])
            for draw in draws
            if (id := ids.get(found[draw.place].num, "")) in episodes
        )

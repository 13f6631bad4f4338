"""Exports: the successes of a scope as demonstrations or training data.

Knows which episodes are worth following and in which order; what a line looks like is the
business of the form that it is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from seasoned.codec import encode
from seasoned.core.duplicates import Duplicates
from seasoned.core.exporting import Exported, Wanted, answer_of
from seasoned.core.records import Episode, Outcome
from seasoned.core.redaction import redact_episode
from seasoned.core.searchtext import vector_text
from seasoned.core.surprise import Rating
from seasoned.errors import InvalidInput
from seasoned.memories.targets import Write
from seasoned.ports import EPISODE, Scope, Store

_READ = 64  # bodies in memory at a time
_WORTH = frozenset({Outcome.SUCCESS, Outcome.PARTIAL})

Progress = Callable[[int], None]  # told how many records were gone through


@dataclass(frozen=True, slots=True)
class Form:
    """What a line of a format looks like.

    Attributes:
        make: From an episode to the line's object.
        problems: What is wrong with such an object for those who read it.
        least: Lines that they want at least.
    """

    make: Callable[[Episode], dict[str, Any]]
    problems: Callable[[dict[str, Any]], list[str]]
    least: int = 0


@dataclass(slots=True)
class _Tally:
    """What came of the episodes so far."""

    written: int = 0
    redacted: int = 0
    left_out: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Demonstrations:
    """Writes what is worth following: by effective reward, then the newest.

    Raises:
        InvalidInput: the filter asks for outcomes that are not worth following.
    """

    store: Store
    scope: Scope
    wanted: Wanted

    def __post_init__(self) -> None:
        if worthless := self._outcomes - _WORTH:
            names = ", ".join(sorted(map(str, worthless)))
            raise InvalidInput(
                f"outcome {names} shows nothing to follow; export success, partial or both"
            )

    @property
    def _outcomes(self) -> frozenset[str]:
        wanted = self.wanted.where.outcome
        return frozenset((Outcome.SUCCESS,) if wanted is None else wanted)

    def write(self, form: Form, write: Write, progress: Progress | None = None) -> Exported:
        """Write one line for each episode that is good for it, and say what became of the rest."""
        limit = self.wanted.limit
        tally, seen = _Tally(), Duplicates()
        ratings = self._worth(tally)
        for number, episode in enumerate(self._bodies(ratings)):
            if limit is not None and tally.written >= limit:
                tally.left_out["beyond the limit"] += len(ratings) - number
                break
            line, reason = self._line(form, episode, seen, tally)
            if reason:
                tally.left_out[reason] += 1
            else:
                write(encode(line) + b"\n")
                tally.written += 1
            if progress:
                progress(number + 1)
        return Exported(
            self.wanted.format,
            tally.written,
            left_out=dict(tally.left_out),
            redacted=tally.redacted,
            notes=tuple(_notes(form, tally.written)),
        )

    def _worth(self, tally: _Tally) -> list[Rating]:
        """The ratings of what has a wanted outcome, best first; the others are counted."""
        wanted, search = self._outcomes, self.store.search
        where = replace(self.wanted.where, outcome=None)
        ratings = search.ratings(self.scope, EPISODE)
        if not where.empty:
            kept = set(search.select(self.scope, EPISODE, where).tolist())
            ratings = [rating for rating in ratings if rating.num in kept]
        for rating in ratings:
            if rating.outcome not in wanted:
                tally.left_out[f"outcome {rating.outcome}"] += 1
        found = [rating for rating in ratings if rating.outcome in wanted]
        return sorted(found, key=lambda r: (-(r.observed or 0.0), -r.at, -r.num))

    def _bodies(self, ratings: Sequence[Rating]) -> Iterator[Episode | None]:
        """The episodes in this order; None for one that was forgotten meanwhile."""
        for start in range(0, len(ratings), _READ):
            nums = [rating.num for rating in ratings[start : start + _READ]]
            ids = {t.num: t.id for t in self.store.search.traits(self.scope, EPISODE, nums)}
            found = self.store.episodes.get(self.scope, list(ids.values()))
            yield from (found.get(ids.get(num, "")) for num in nums)

    def _line(
        self, form: Form, episode: Episode | None, seen: Duplicates, tally: _Tally
    ) -> tuple[dict[str, Any], str]:
        """The line of an episode, or why there is none."""
        if episode is None:
            return {}, "forgotten meanwhile"
        if not episode.task.description.strip():
            return {}, "no task"
        if not answer_of(episode).strip():
            return {}, "no solution"
        if not (self.wanted.options.duplicates or seen.first(vector_text(episode.task))):
            return {}, "near-duplicate task"
        found = 0
        if self.wanted.options.redact:
            episode, found = redact_episode(episode)
        line = form.make(episode)
        if wrong := form.problems(line):
            return {}, f"not fit: {wrong[0]}"
        tally.redacted += found
        return line, ""


def _notes(form: Form, written: int) -> Iterator[str]:
    if written < form.least:
        yield f"{written} of the {form.least} that are needed at least; record or allow more"

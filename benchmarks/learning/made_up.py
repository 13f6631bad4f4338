"""A memory that has worked for long, made up: attempts, what they were shown, how they ended.

Half of the tasks run without memory. An attempt with memory is shown about four earlier episodes,
half of them from a small pool that is shown again and again; a few of that pool do harm. Written as
the lines of an export, so that a store takes it in as it would take in any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

from benchmarks.speed import Corpus, WordEmbedder
from seasoned import Episode, Feedback, Outcome, Step, Task
from seasoned.core.attempts import FINISHED, AttemptRecord, task_key
from seasoned.core.exposures import KeptExposure
from seasoned.core.holdout import CONTROL, Assignment, Share, assign
from seasoned.core.portable import KeptAttempt, KeptRecall, KeptVector, Portable
from seasoned.core.recall import RecallLog
from seasoned.core.shown import ShownItem
from seasoned.core.storage import Model

NAMESPACE = "default"
CATEGORIES, STRATEGIES, TAGS = 10, 5, 200
POPULAR = 2_000  # episodes that half of what is shown comes from
HARMFUL = 100  # one in so many of the pool makes attempts fail
START = datetime(2026, 1, 1, tzinfo=UTC)
SHARE = Share(0.5)


def name_of(kind: int, i: int) -> str:
    """Id of the i-th attempt (0), episode (1) or recall (2)."""
    return str(UUID(int=(0x0198 << 112) + (kind << 64) + i))


@dataclass(frozen=True, slots=True)
class Worked:
    """One attempt with all that is kept of it."""

    i: int
    task: Task
    drawn: Assignment
    items: tuple[str, ...]
    outcome: Outcome
    reward: float | None
    tries: int
    strategy: str
    tags: tuple[str, ...]

    @property
    def at(self) -> datetime:
        """When it began."""
        return START + timedelta(minutes=self.i)

    @property
    def ended(self) -> datetime:
        """When it ended."""
        return self.at + timedelta(seconds=30)

    def episode(self) -> Episode:
        """What is remembered of it."""
        return Episode(
            self.task,
            id=name_of(1, self.i),
            namespace=NAMESPACE,
            steps=(Step("note", f"looked into {self.task.description[:40]}"),),
            outcome=self.outcome,
            feedback=Feedback(self.reward),
            strategy=self.strategy,
            tags=self.tags,
            iterations=self.tries,
            attempt=name_of(0, self.i),
            task_key=task_key(self.task),
            started_at=self.at,
            finished_at=self.ended,
        )

    def attempt(self) -> KeptAttempt:
        """The attempt itself."""
        own = name_of(0, self.i)
        record = AttemptRecord(
            own,
            self.task,
            task_key(self.task),
            own,
            self.at,
            arm=self.drawn.arm,
            probability=self.drawn.probability,
            strategy=self.strategy,
            state=FINISHED,
            recall=name_of(2, self.i),
            episode=name_of(1, self.i),
            tags=self.tags,
        )
        return KeptAttempt(NAMESPACE, record)

    def recall(self) -> KeptRecall:
        """What was recalled for it."""
        shown = tuple(ShownItem(item, 0.5, 0.5, 0.5) for item in self.items)
        held = self.drawn.arm == CONTROL
        log = RecallLog(name_of(2, self.i), self.task, self.at.timestamp(), shown, held=held)
        names = name_of(0, self.i), name_of(1, self.i)
        return KeptRecall(NAMESPACE, log, None, *names)

    def exposure(self) -> KeptExposure:
        """As credit sees it."""
        own, drawn = name_of(0, self.i), self.drawn
        return KeptExposure(
            NAMESPACE,
            own,
            own,
            task_key(self.task),
            self.task.category,
            self.task.complexity,
            self.at.timestamp(),
            arm=drawn.arm,
            probability=drawn.probability,
            epoch=drawn.epoch,
            recall=name_of(2, self.i),
            shown=len(self.items),
            items=() if drawn.arm == CONTROL else self.items,
            drop=0.0 if drawn.arm == CONTROL else 0.05,
            episode=name_of(1, self.i),
            outcome=self.outcome.value,
            reward=self.reward,
            iterations=self.tries,
            known=self.ended.timestamp(),
        )


class MadeUp:
    """So many attempts, seeded; they come the same each time they are asked for."""

    def __init__(self, number: int, seed: int = 1) -> None:
        self._number, self._seed = number, seed

    def attempts(self) -> Iterator[Worked]:
        """In order of time."""
        chance, corpus = Random(self._seed), Corpus(self._seed)
        tasks: list[Task] = []
        for i in range(self._number):
            if tasks and chance.random() < 0.3:  # tried again
                task = tasks[chance.randrange(len(tasks))]
            else:
                category = f"kind-{chance.randrange(CATEGORIES)}"
                task = Task(corpus.text(20), category=category, complexity=chance.random())
                tasks.append(task)
            yield self._worked(i, task, chance)

    def _worked(self, i: int, task: Task, chance: Random) -> Worked:
        drawn = assign(task_key(task), SHARE, namespace=NAMESPACE, seed=self._seed)
        number = min(i, chance.choice((3, 4, 4, 4, 5)))
        places = {
            chance.randrange(min(i, POPULAR) if chance.random() < 0.5 else i) for _ in range(number)
        }
        memory = drawn.arm != CONTROL
        harmed = memory and any(place % HARMFUL == 0 and place < POPULAR for place in places)
        rate = 0.4 + 0.2 * i / self._number + 0.15 * memory - 0.4 * harmed
        unknown = chance.random() < 0.05
        won = Outcome.SUCCESS if chance.random() < rate else Outcome.FAILURE
        return Worked(
            i,
            task,
            drawn,
            tuple(name_of(1, place) for place in sorted(places)),
            Outcome.UNKNOWN if unknown else won,
            None if unknown or chance.random() < 0.3 else float(won == Outcome.SUCCESS),
            1 + chance.randrange(4),
            f"way-{chance.randrange(STRATEGIES)}",
            (f"t{chance.randrange(TAGS)}",),
        )

    def records(self) -> Iterator[Portable]:
        """All that a store would give of them, in the order of an export."""
        embedder = WordEmbedder()
        yield Model(embedder.model, embedder.dim)
        for worked in self.attempts():
            yield worked.episode()
            data = embedder.embed([worked.task.description])[0].astype("<f2").tobytes()
            yield KeptVector(NAMESPACE, name_of(1, worked.i), embedder.model, data)
        yield from (worked.attempt() for worked in self.attempts())
        yield from (worked.recall() for worked in self.attempts())
        yield from (worked.exposure() for worked in self.attempts())

"""What a store keeps of an attempt so that memory can be judged by it: exposure and decision.

They hold ids, names and numbers and no text of a task. What they say about items is worked out in
`core.credit`, what memory is worth in `core.lift`.
"""

from __future__ import annotations

from dataclasses import dataclass

from seasoned.core import values
from seasoned.core.credit import Exposure, Tally
from seasoned.core.harm import Kind
from seasoned.core.holdout import CONTROL, MEMORY
from seasoned.core.records import Outcome
from seasoned.core.scoring import outcome_score
from seasoned.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Draw:
    """What the arm of a tree of attempts is drawn with.

    Attributes:
        share: Of tasks that run without memory, in [0, 1]; with 0 the tree may read for good.
        seed: Of the memory.
        at: Now, seconds since 1970.
    """

    share: float
    seed: int
    at: float


@dataclass(frozen=True, slots=True)
class KeptExposure:
    """An attempt, or an episode recorded with its recall, as the store keeps it for credit.

    Attributes:
        namespace: Where it was made.
        id: Of the attempt; of the recall where there was no attempt.
        root: Id of the outermost attempt, its own if it is that.
        began: Seconds since 1970.
        arm: ``memory`` or ``control``.
        probability: With which the arm was drawn.
        epoch: Of the share it was drawn with; None of parts, and where nothing was drawn.
        recall: Id of the recall it was shown; None of a root whose parts alone were.
        shown: How many items it was shown; of a control, would have been.
        used: How many of them the agent says it used; 0 if it did not say.
        items: Ids of those shown that lie in its namespace and were not forgotten.
        said: Those among them that it used.
        dropped: Id of the one that chance left out, "" if it was forgotten, None if none was.
        drop: Probability with which one was to be left out.
        episode: Id of its episode, None while it is open.
        outcome: Effective outcome, ``unknown`` while nobody knows it.
        reward: Effective reward, None where nobody gave one.
        iterations: Tries that it took, None while it is open.
        known: When outcome or reward became known first, seconds since 1970; None until then.
    """

    namespace: str
    id: str
    root: str
    task_key: str
    category: str
    complexity: float
    began: float
    user: str | None = None
    arm: str = MEMORY
    probability: float = 1.0
    epoch: int | None = None
    recall: str | None = None
    shown: int = 0
    used: int = 0
    items: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    dropped: str | None = None
    drop: float = 0.0
    episode: str | None = None
    outcome: str = Outcome.UNKNOWN.value
    reward: float | None = None
    iterations: int | None = None
    known: float | None = None

    def __post_init__(self) -> None:
        if self.arm not in (MEMORY, CONTROL):
            raise InvalidInput(f"arm must be memory or control, got {values.shown(self.arm)}")
        values.number(self.probability, "probability", 0.0, 1.0)
        values.unit(self.complexity, "complexity")
        if self.reward is not None:
            values.unit(self.reward, "reward")

    @property
    def exposure(self) -> Exposure:
        """As credit sees it; what was forgotten, or lies elsewhere, keeps its share unnamed."""
        return Exposure(
            attempt=self.id,
            at=self.known or 0.0,
            category=self.category,
            complexity=self.complexity,
            arm=self.arm,
            reward=None if self.known is None else worth(self.outcome, self.reward),
            shown=_filled(self.items, self.shown),
            used=_filled(self.said, self.used),
            dropped=self.dropped if self.dropped != "" else _unnamed(-1),
            drop=self.drop,
            task_key=self.task_key,
        )


def worth(outcome: str, reward: float | None) -> float | None:
    """The reward that credit counts: as given, else 1, .5 or 0 by the outcome, None if unknown."""
    if reward is not None or outcome == Outcome.UNKNOWN:
        return reward
    return outcome_score(Outcome(outcome))


def _filled(ids: tuple[str, ...], number: int) -> tuple[str, ...]:
    return (*ids, *(_unnamed(i) for i in range(number - len(ids))))


def _unnamed(place: int) -> str:
    """Stands for an item without a name; no id looks like it."""
    return f" {place}"


def is_named(item: str) -> bool:
    """Whether it is an id."""
    return not item.startswith(" ")


@dataclass(frozen=True, slots=True)
class KeptDecision:
    """What a user decided about an item; the newest decision of each user is kept.

    Attributes:
        item: Id of the episode.
        said: ``pin``, ``ban`` or ``reinstate``.
        at: Seconds since 1970.
        by: Who decided.
        user: Whose decision it is, None if it holds for all.
        before: The item's tally at that moment.
    """

    namespace: str
    item: str
    said: Kind
    at: float
    by: str = ""
    user: str | None = None
    before: Tally = Tally()

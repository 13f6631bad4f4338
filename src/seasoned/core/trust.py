"""How far an episode is trusted, and whether it may be shown before a second one says alike.

Everything follows from what a store keeps anyway: where an episode comes from, what it says, its
verdicts, what others say. It knows no store, and how a demand is told from other text stands in
`core.demands`.

An agent's own episodes are never quarantined: what a tool answered and tells the agent to act is
left out of the prompt, and the rest of the episode is not lost. What others wrote waits where it
does so until an independent episode says alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from seasoned.core import values
from seasoned.core.demands import Demand, demands, in_any
from seasoned.core.harm import Fact
from seasoned.core.records import Episode, Outcome
from seasoned.core.sources import FOREIGN, MODEL, spelled

Origin = Literal["own", "imported", "model", "foreign"]
OWN: Final = "own"
TRUSTED: Final[dict[Origin, float]] = {"own": 1.0, "imported": 0.8, "model": 0.6, "foreign": 0.3}
OVERTURNED: Final = 0.5  # of the trust is left where a verdict says the opposite
_WHOSE: Final[dict[Origin, str]] = {
    "own": "recorded by this memory's own agents",
    "imported": "from an import, or another namespace",
    "model": "written by a model",
    "foreign": "from others",
}
_OPPOSITES: Final = {Outcome.SUCCESS, Outcome.FAILURE}


def origin_of(source: str, *, at_home: bool = True) -> Origin:
    """What kind of source it is.

    Args:
        source: `Episode.source`: ``own``, ``model…``, ``foreign…`` (alone or before a colon), else
            the name of an importer.
        at_home: Whether it lies in the namespace that asks. Own ones of another count as imported.
    """
    kind = spelled(source).partition(":")[0]
    if kind == OWN:
        return "own" if at_home else "imported"
    if kind == MODEL:
        return "model"
    return "foreign" if kind == FOREIGN else "imported"


def is_heard(source: str) -> bool:
    """Whether episodes of a source count in figures: what others say of themselves does not."""
    return source == OWN or origin_of(source) != FOREIGN


def foreign(name: str) -> str:
    """The source of episodes from others, by the name of who they are.

    Raises:
        InvalidInput: the name is blank.
    """
    return f"{FOREIGN}:{values.name(name, 'foreign')}"


@dataclass(frozen=True, slots=True)
class Trust:
    """How far an episode is trusted.

    Attributes:
        origin: ``own``, ``imported``, ``model`` or ``foreign``.
        overturned: Whether a later verdict says the opposite of what its agent found.
        harmful: Probability that it does harm, as attempts that were shown it say; None where
            nobody knows.
        waiting: What it tells the agent to do and no independent episode said alike.
        borne_out: Ids of independent episodes that said alike.
        released: Whether the user pinned or reinstated it.
    """

    origin: Origin = "own"
    overturned: bool = False
    harmful: float | None = None
    waiting: tuple[Demand, ...] = ()
    borne_out: tuple[str, ...] = ()
    released: bool = False

    @property
    def value(self) -> float:
        """In [0, 1]: by source, less for a verdict and for uses that went against it."""
        left = OVERTURNED if self.overturned else 1.0
        return TRUSTED[self.origin] * left * doubt(self.harmful)

    @property
    def quarantined(self) -> bool:
        """Whether it is held back until a second sighting, or until the user releases it."""
        return bool(self.waiting) and not self.released

    @property
    def words(self) -> str:
        """Why it is held back, or that it is not, in a sentence that repeats nothing of it."""
        kinds = ", ".join(dict.fromkeys(demand.kind for demand in self.waiting))
        if self.quarantined:
            whose = _WHOSE[self.origin]
            return (
                f"quarantined: {whose}, and it tells the agent to act ({kinds}); shown once an "
                "independent episode says alike, or after `reinstate`"
            )
        if self.waiting:
            return f"not quarantined: released, though it tells the agent to act ({kinds})"
        return "not quarantined"

    def facts(self) -> tuple[Fact, ...]:
        """The numbers behind it, in the order in which one follows from the other."""
        judged = "a later verdict says the opposite of what its agent found"
        return (
            Fact("trust by source", TRUSTED[self.origin], _WHOSE[self.origin]),
            Fact(
                "trust by verdict",
                OVERTURNED if self.overturned else 1.0,
                f"{OVERTURNED:g} where {judged}",
            ),
            Fact("trust by uses", doubt(self.harmful), "less than 1 where uses probably did harm"),
            Fact("trust", self.value, "their product; ranking takes weight × (1 - trust) away"),
            Fact("demands", float(len(self.waiting)), _quoted(self.waiting)),
            Fact("sightings", float(len(self.borne_out)), "independent episodes that say alike"),
        )


def _quoted(waiting: tuple[Demand, ...]) -> str:
    """What it tells the agent to do, for the user's eyes."""
    if not waiting:
        return "what tells the agent to act and was seen only once"
    return "; ".join(f"{demand.kind}: “{demand.text[:120]}”" for demand in waiting[:3])


def doubt(harmful: float | None) -> float:
    """The share of trust that is left: all until harm is more probable than not."""
    return 1.0 if harmful is None else 1.0 - max(0.0, 2.0 * harmful - 1.0)


def is_overturned(episode: Episode) -> bool:
    """Whether its newest verdict turned a success into a failure, or a failure into a success."""
    now = episode.effective_outcome
    return now is not episode.outcome and {now, episode.outcome} == _OPPOSITES


def said(episode: Episode) -> Iterator[str]:
    """What the agent said for those after it."""
    yield from episode.lessons
    yield episode.solution
    yield episode.strategy


def answered(episode: Episode) -> Iterator[str]:
    """What the world said, as a prompt repeats it: tools, checks, judges."""
    yield episode.error
    yield episode.outcome_detail
    yield episode.effective_feedback.message


def suspects(episode: Episode, origin: Origin) -> tuple[Demand, ...]:
    """What an episode may not tell an agent to do before a second one does.

    Of its own episodes nothing; of imported ones attacks anywhere; of what models and others wrote
    any order, too. Steps are no part of it: a prompt shows them rarely, and leaves out those that
    attack, as it does with what was answered to its own agents.
    """
    if origin == "own":
        return ()
    attacks = in_any((episode.task.description, *said(episode), *answered(episode)))
    if origin == "imported":
        return attacks
    advice = (d for text in said(episode) if text for d in demands(text) if not d.is_attack)
    return tuple(dict.fromkeys((*attacks, *advice)))


def is_independent(one: Episode, other: Episode) -> bool:
    """Whether another episode may bear out what one says.

    It may if it comes from another source, or, of own and imported ones, from another task. Two
    of one foreign source are one voice.
    """
    if (one.namespace, one.id) == (other.namespace, other.id):
        return False
    if one.source != other.source:
        return True
    if origin_of(one.source) in ("model", "foreign"):
        return False
    related = {one.id, one.attempt} & {other.id, other.attempt, other.parent} - {None, ""}
    return not related and _root(one) != _root(other)


def _root(episode: Episode) -> str:
    return episode.task_key or episode.task.description


def tells(episode: Episode, *, advice: bool = False) -> tuple[Demand, ...]:
    """What an agent itself tells those after it to do; what a tool answered is no part of it."""
    return in_any(said(episode), advice=advice)

"""Recall as a sequence of pure stages over candidates: gate, near, score, diversify, balance.

Gathering the candidates needs a store and indexes and is done by `seasoned.memories.search`;
fitting the survivors into a prompt is `seasoned.core.replay`. Everything between is decided
here, from numbers alone, and each result says how it came by its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from heapq import nsmallest
from math import exp2
from typing import Final, NamedTuple

from seasoned.core import values
from seasoned.core.harm import HarmPolicy
from seasoned.core.records import Outcome, Task
from seasoned.core.scoring import (
    SHIPPED,
    Breakdown,
    ReplayWeights,
    Signals,
    outcome_score,
    weigh,
)
from seasoned.core.shown import RecallLog as RecallLog
from seasoned.core.shown import ShownItem as ShownItem
from seasoned.core.shown import Statistics as Statistics
from seasoned.core.shown import Withheld as Withheld
from seasoned.errors import InvalidInput

SUCCESSES: Final = 3  # places for what worked, of five (source B: 2-3)
FAILURES: Final = 2  # places for what to avoid (source B: 1-2)
RESULTS: Final = 5  # of a recall where nobody says how many (source A: at most 5)
MORE: Final = 1.5  # of results and tokens in a weak category (source A: "more context")
_WORKED: Final = frozenset({Outcome.SUCCESS, Outcome.PARTIAL})
SIMILAR: Final = 20  # statistics come from the twenty nearest above the gate


@dataclass(frozen=True, slots=True)
class RecallPolicy:
    """Every number that recall decides by; the defaults are chosen in `benchmarks/`.

    Attributes:
        weights: Of the signals in the priority: `ReplayWeights.shipped()`, which differ from
            the source article's, `ReplayWeights()`.
        half_life: Seconds after which recency is halved.
        lexical: Share of the lexical score in relevance, in [0, 1]; the rest is the vector's.
        coverage: Idf-weighted share of the query's terms that a candidate must hold to pass
            the gate without vector similarity.
        floor: Cosine to pass the gate; None takes the embedder's own.
        duplicate: Cosine from which two candidates of the same outcome and strategy are one.
        relative: Share of the best candidate's closeness (words / most and cosine / highest,
            mixed like relevance) below which a candidate gets no place in a balanced recall; in
            [0, 1], 0 lets all in.
        relative_success: The same for what worked where there is twice as much of it as places,
            as a share of the closest with the same outcome; a warning may be less alike.
        harm: When an episode is withheld because attempts with it go worse.
    """

    weights: ReplayWeights = SHIPPED
    half_life: float = 30 * 86_400.0
    lexical: float = 0.6
    coverage: float = 0.2
    floor: float | None = None
    duplicate: float = 0.97
    relative: float = 0.5
    relative_success: float = 0.8
    harm: HarmPolicy = HarmPolicy()

    def __post_init__(self) -> None:
        if not isinstance(self.weights, ReplayWeights):
            raise InvalidInput(
                f"weights must be ReplayWeights, got {values.shown(self.weights)}; "
                "use ReplayWeights(similarity=…, recency=…)"
            )
        values.instance(self.harm, HarmPolicy, "harm", "use HarmPolicy(least_uses=8)")
        checked = {"half_life": values.number(self.half_life, "half_life", low=1e-9)}
        for name in ("lexical", "coverage", "duplicate", "relative", "relative_success"):
            checked[name] = values.unit(getattr(self, name), name)
        if self.floor is not None:
            checked["floor"] = values.number(self.floor, "floor", -1.0, 1.0)
        for name, value in checked.items():
            object.__setattr__(self, name, value)


class Traits(NamedTuple):
    """What ranking needs to know of a stored item.

    Attributes:
        num: The store's number.
        id: The record's id.
        namespace: Where it lives.
        outcome: Effective outcome.
        reward: Effective reward in [0, 1], None where nobody gave one.
        at: When it finished, seconds since the epoch.
        digest: Equal for items with the same search text.
    """

    num: int
    id: str
    namespace: str
    category: str
    complexity: float
    outcome: Outcome
    reward: float | None
    strategy: str
    source: str
    at: float
    digest: bytes


class Candidate(NamedTuple):
    """An item on its way through the stages.

    Attributes:
        traits: What the store says of it.
        cosine: Raw cosine to the query, None without vectors.
        lexical: BM25 score, 0 where no term matches.
        coverage: Idf-weighted share of the query's terms that it holds, in [0, 1].
        relevance: The fused score, in [0, 1].
        twins: For each near-duplicate among the candidates, its number.
        also: Ids of near-duplicates that collapsed into it.
        utility: What attempts that were shown it earned beyond those without memory, in (-1, 1);
            0 where that is not known.
        trust: How far it is trusted, in [0, 1].
    """

    traits: Traits
    cosine: float | None = None
    lexical: float = 0.0
    coverage: float = 0.0
    relevance: float = 0.0
    priority: float = 0.0
    twins: frozenset[int] = frozenset()
    also: tuple[str, ...] = ()
    utility: float = 0.0
    trust: float = 1.0


class Similar(NamedTuple):
    """All that has to do with a task, before any choice among it.

    Attributes:
        candidates: Those that passed the gate.
        floor: Cosine, or without vectors coverage, from which they did.
    """

    candidates: tuple[Candidate, ...]
    floor: float


@dataclass(frozen=True, slots=True)
class Question:
    """What the stages are asked.

    Attributes:
        task: The task at hand.
        k: Most results, at least 1.
        now: Seconds since the epoch.
        policy: The numbers to decide by.
        floor: Cosine to pass the gate.
        balance: Whether successes and failures each have their places.
    """

    task: Task
    k: int
    now: float
    policy: RecallPolicy
    floor: float
    balance: bool = True


Stage = Callable[[Question, Sequence[Candidate]], list[Candidate]]


def fuse(
    lexical: Sequence[float], cosines: Sequence[float | None], lexical_share: float
) -> list[float]:
    """Relevances: a convex mix of BM25 / best and the cosine between worst and best.

    Rank fusion is not used: on conversations RRF with k = 60 fell below BM25 alone.

    Args:
        lexical: BM25 score of each candidate of one namespace.
        cosines: Raw cosine of each, None where it has no vector.
        lexical_share: In [0, 1]; without any vector the lexical score counts whole.

    Returns:
        One number in [0, 1] for each candidate.
    """
    best = max(lexical, default=0.0)
    known = [cosine for cosine in cosines if cosine is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)
    share = lexical_share if known else 1.0

    def meaning(cosine: float | None) -> float:
        if cosine is None:
            return 0.0
        # Candidates with one and the same cosine are all as near as can be told.
        return (cosine - low) / (high - low) if high > low else float(high > 0)

    return [
        share * (words / best if best else 0.0) + (1.0 - share) * meaning(cosine)
        for words, cosine in zip(lexical, cosines, strict=True)
    ]


def gate(question: Question, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those that have to do with the task, by meaning or by words."""
    return [
        c
        for c in candidates
        if (c.cosine is not None and c.cosine >= question.floor)
        or c.coverage >= question.policy.coverage
    ]


def near(question: Question, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those of a balanced recall that come up to a share of the best, and what worked twice over.

    The others get no place, even if one stays empty. Where twice as much worked as there are places
    for, it is measured against the closest of its own outcome too, which leaves no side empty.
    """
    if not question.balance:
        return list(candidates)
    policy, found = question.policy, _closeness(question, candidates)
    least = policy.relative * max(found, default=0.0)
    best: dict[Outcome, float] = {}
    for c, close in zip(candidates, found, strict=True):
        best[c.traits.outcome] = max(close, best.get(c.traits.outcome, 0.0))
    worked = sum(c.traits.outcome in _WORKED for c in candidates)
    stricter = _WORKED if worked >= 2 * (question.k - _failures(question.k)) else ()
    limits = {o: max(least, policy.relative_success * best[o]) for o in stricter if o in best}
    return [
        c
        for c, close in zip(candidates, found, strict=True)
        if close >= limits.get(c.traits.outcome, least)
    ]


def _closeness(question: Question, candidates: Sequence[Candidate]) -> list[float]:
    """Words and meaning, each as a share of the most, mixed.

    Relevance will not do here: among few candidates its cosines span 0 to 1 whatever they are.
    Words are measured against the best of their own namespace, since how rare a word is differs
    between namespaces.
    """
    words: dict[str, float] = {}
    for c in candidates:
        words[c.traits.namespace] = max(c.lexical, words.get(c.traits.namespace, 0.0))
    meaning = max((c.cosine or 0.0 for c in candidates), default=0.0)
    share = question.policy.lexical if meaning > 0.0 else 1.0

    def closeness(c: Candidate) -> float:
        most = words[c.traits.namespace]
        alike = (c.cosine or 0.0) / meaning if meaning > 0.0 else 0.0
        return share * (c.lexical / most if most else 0.0) + (1.0 - share) * alike

    return list(map(closeness, candidates))


def score(question: Question, candidates: Sequence[Candidate]) -> list[Candidate]:
    """All of them with their priority, best first; ties by time, then id."""
    priority = _priorities(question)
    ranked = [c._replace(priority=priority(c)) for c in candidates]
    return sorted(ranked, key=lambda c: (-c.priority, -c.traits.at, c.traits.id))


def _priorities(question: Question) -> Callable[[Candidate], float]:
    """The total of `explain`, to the bit, without building the parts of hundreds."""
    similarity, recency, reward, bonus, complexity, utility, trust = astuple(
        question.policy.weights
    )
    half_life, now, wanted = question.policy.half_life, question.now, question.task.complexity
    ended = {outcome: outcome_score(outcome) for outcome in Outcome}

    def priority(candidate: Candidate) -> float:
        traits = candidate.traits
        worth = ended[traits.outcome]
        age = now - traits.at
        return float(
            similarity * candidate.relevance
            + recency * (exp2(-age / half_life) if age > 0.0 else 1.0)
            + reward * (worth if traits.reward is None else traits.reward)
            + bonus * worth
            + complexity * (1.0 - abs(traits.complexity - wanted))
            + utility * candidate.utility
            + trust * (candidate.trust - 1.0)
        )

    return priority


def explain(question: Question, candidate: Candidate) -> Breakdown:
    """What each signal adds to a candidate's priority."""
    traits = candidate.traits
    signals = Signals(
        relevance=candidate.relevance,
        age=question.now - traits.at,
        reward=outcome_score(traits.outcome) if traits.reward is None else traits.reward,
        outcome=traits.outcome,
        complexity_match=1.0 - abs(traits.complexity - question.task.complexity),
        utility=candidate.utility,
        trust=candidate.trust,
    )
    return weigh(signals, question.policy.weights, question.policy.half_life)


def diversify(question: Question, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Near-duplicates collapsed into the best of them, which lists the others.

    Two candidates tell the same if they agree in outcome and strategy and have the same text,
    or vectors that are twins.
    """
    kept: list[Candidate] = []
    others: list[list[str]] = []
    places: dict[tuple[Outcome, str, int | bytes], int] = {}
    for candidate in candidates:
        traits = candidate.traits
        same = (traits.outcome, traits.strategy)
        signs: tuple[bytes | int, ...] = (traits.digest, *candidate.twins)
        place = next((places[(*same, s)] for s in signs if (*same, s) in places), None)
        if place is None:
            place = len(kept)
            kept.append(candidate)
            others.append([])
            places[(*same, traits.digest)] = places[(*same, traits.num)] = place
        else:
            others[place].append(traits.id)
    return [
        c._replace(also=tuple(also)) if also else c for c, also in zip(kept, others, strict=True)
    ]


def balance(question: Question, candidates: Sequence[Candidate]) -> list[Candidate]:
    """At most k: three fifths successes, two fifths failures, best first.

    A partial takes a place that no success fills; what is unknown takes whatever is left.
    """
    if not question.balance:
        return list(candidates[: question.k])
    failures = _failures(question.k)
    worked = _first(candidates, Outcome.SUCCESS, question.k - failures)
    nearly = _first(candidates, Outcome.PARTIAL, question.k - failures - len(worked))
    # A recall of one or two still warns where nothing worked.
    open_places = question.k - len(worked) - len(nearly)
    failed = _first(candidates, Outcome.FAILURE, min(max(1, failures), open_places))
    left = question.k - len(worked) - len(nearly) - len(failed)
    chosen = {c.traits.num for c in (*worked, *nearly, *failed)}
    chosen |= {c.traits.num for c in _first(candidates, Outcome.UNKNOWN, left)}
    return [c for c in candidates if c.traits.num in chosen]


def _failures(k: int) -> int:
    """Places for what to avoid among so many."""
    return k * FAILURES // (SUCCESSES + FAILURES)


def _first(candidates: Sequence[Candidate], outcome: Outcome, most: int) -> list[Candidate]:
    return [c for c in candidates if c.traits.outcome is outcome][: max(0, most)]


CHOICE: Final[tuple[Stage, ...]] = (score, diversify, balance)


def summarize(candidates: Sequence[Candidate], total: int, more: bool = False) -> Statistics:
    """Statistics of candidates that passed the gate.

    Args:
        candidates: All of them.
        total: Episodes that could have been candidates.
        more: Whether there may be more that would pass.
    """
    nearest = nsmallest(
        SIMILAR, candidates, key=lambda c: (-c.relevance, -c.traits.at, c.traits.id)
    )
    traits = [c.traits for c in nearest]
    known = [t for t in traits if t.outcome is not Outcome.UNKNOWN]
    rewards = [t.reward for t in traits if t.reward is not None]
    wins = [t for t in known if t.outcome is Outcome.SUCCESS]
    strategies = Counter(t.strategy for t in wins if t.strategy)
    return Statistics(
        total=total,
        similar=len(candidates),
        success_rate=len(wins) / len(known) if known else None,
        average_reward=sum(rewards) / len(rewards) if rewards else None,
        unknown=len(traits) - len(known),
        proven=tuple(name for name, _ in strategies.most_common()),
        nearest=len(traits),
        more=more,
    )

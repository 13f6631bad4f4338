"""Choosing a strategy by what each of them earned, with hope for what is little known.

Thompson sampling (W. R. Thompson, Biometrika 25, 1933): draw a success rate for each candidate
from what is believed of it and take the best. Three things differ, each because it cost less
regret in `benchmarks/learning/strategies.py`:

- The prior is hopeful, and beliefs are sharpened before drawing: with some 30 tries for each
  candidate the plain form is still exploring when the tasks are over. It is hope rather than
  chance, then, that tries things: what fell behind has its turn again once the rate of the
  leader comes down to it. How often a candidate is chosen is not how likely it is the best.
- What was before a fall of a candidate's success is left out for it, and counts little for the
  others: the world changed, and may have for them.
- The prior comes from the category (other strategies in it) and the strategy (other categories).

The functions on arrays take any number of leading axes, so that a benchmark can run hundreds of
streams at once through the very same code.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seasoned.core import values
from seasoned.core.changes import BELIEVED, divergence
from seasoned.core.history import OWN, History, Numbers
from seasoned.core.intervals import LEVEL, Interval, wilson
from seasoned.core.recall import Candidate
from seasoned.core.records import Outcome
from seasoned.core.scoring import outcome_score
from seasoned.core.strategies import Candidates, Choice, Evidence, Strategy, candidates_of

DRAWS: Final = 2_000
_LEAST, _MOST = 0.05, 0.95  # of a prior mean: none is so bad that it is never tried
_SIDE: Final = 3  # outcomes on either side of a fall
_MIDDLE: Final = ((1.0 - LEVEL) / 2.0, (1.0 + LEVEL) / 2.0)

# Number of episodes and sum of their rewards, by category and strategy.
Tallies = Mapping[tuple[str, str], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class ThompsonPolicy:
    """Every number that the choice rests on; the defaults were chosen on streams of their own.

    Attributes:
        strength: Episodes that the prior counts for, above 0.
        wider: Cells that the mean of everything counts for in that of a category or strategy.
        hope: Added to the prior mean, so that each candidate is tried.
        sharpness: What beliefs are multiplied by before drawing; 1 is plain Thompson sampling.
        half_life: Newer similar episodes after which one counts half; infinity for no decay.
        most: Episodes of a candidate that count, the weightiest.
        fall: Root of twice the log likelihood ratio from which a fall is believed; infinity
            for never.
        outlived: What an episode from before the fall of another candidate counts for.
        imported: What an imported episode counts for beside one's own.
        floor: Similarity, in [-1, 1), from which an episode counts at all.
        power: Of the kernel ((similarity - floor) / (1 - floor))^power.
        draws: From which the probabilities are told; the first of them decides.
    """

    strength: float = 4.0
    wider: float = 4.0
    hope: float = 0.3
    sharpness: float = 20.0
    half_life: float = 500.0
    most: int = 50
    fall: float = BELIEVED
    outlived: float = 0.1
    imported: float = 0.25
    floor: float = 0.0
    power: float = 2.0
    draws: int = DRAWS

    def __post_init__(self) -> None:
        above = math.ulp(0.0)
        checked: dict[str, float] = {
            "strength": values.number(self.strength, "strength", low=above),
            "wider": values.number(self.wider, "wider", low=above),
            "hope": values.number(self.hope, "hope", -1.0, 1.0),
            "sharpness": values.number(self.sharpness, "sharpness", low=above),
            "most": values.count(self.most, "most", least=1),
            "outlived": values.unit(self.outlived, "outlived"),
            "imported": values.unit(self.imported, "imported"),
            "floor": values.number(self.floor, "floor", -1.0, 0.999),
            "power": values.number(self.power, "power", low=0.0),
            "draws": values.count(self.draws, "draws", least=1),
        }
        for name in ("half_life", "fall"):  # these may be infinite
            given = getattr(self, name)
            checked[name] = given if given == math.inf else values.number(given, name, low=above)
        for name, value in checked.items():
            object.__setattr__(self, name, value)


class Trial(NamedTuple):
    """A similar episode: which strategy it took and what that earned.

    Attributes:
        reward: In [0, 1]; where none was given the score of the outcome.
        similarity: To the task at hand, in [-1, 1].
        at: When it finished, seconds since the epoch.
        imported: Whether it was recorded elsewhere.
    """

    strategy: str
    reward: float
    similarity: float
    at: float
    imported: bool = False


SHIPPED: Final = ThompsonPolicy()


def thompson(
    category: str,
    trials: Iterable[Trial],
    tallies: Tallies | None = None,
    candidates: Candidates | None = None,
    *,
    seed: int = 0,
    policy: ThompsonPolicy = SHIPPED,
) -> Choice:
    """Choose among candidates; one that was never tried has what its prior says.

    Args:
        category: Of the task at hand.
        trials: Similar episodes with a known outcome, in any order; other strategies than the
            candidates are passed over.
        tallies: What is known of all categories and strategies; None for nothing.
        candidates: What to choose from; the pool by default.
        seed: Of the draws. Log it: with it, each choice can be made again.
        policy: The numbers to decide by.

    Raises:
        InvalidInput: no candidates, or one twice.
    """
    pool = candidates_of(candidates)
    names = [strategy.name for strategy in pool]
    reward, weight, age = _evidence(names, trials, policy)
    expected = _expected(names, category, tallies or {}, policy)
    counts = considered(reward, weight, age, policy)
    fell, outlived = _before(_fallen(reward, weight, age, policy.fall), age)
    successes, total = (counts * reward).sum(-1), counts.sum(-1)
    drawn = draw(expected, successes, total, policy, policy.draws, values.count(seed, "seed"))
    best = drawn.argmax(-1)
    shares = np.bincount(best, minlength=len(names)) / len(best)
    cases = policy.strength + total
    mean = (policy.strength * expected + successes) / cases
    ends = np.quantile(drawn, _MIDDLE, axis=0).T
    seen = weight > 0.0
    left = ((seen & ~fell).sum(-1), (seen & fell).sum(-1), (seen & outlived & ~fell).sum(-1))
    columns = (*left, total, successes, mean, cases, ends, shares)
    evidence = tuple(
        Evidence(
            name, n, of, won, rate, wilson(rate * cases, cases), Interval(*between), share, *older
        )
        for name, n, *older, of, won, rate, cases, between, share in zip(
            names, *(column.tolist() for column in columns), strict=True
        )
    )
    return _choice(pool, int(best[0]), evidence, seed, policy.draws)


def trials_of(candidates: Iterable[Candidate]) -> list[Trial]:
    """The trials among the candidates of a recall that passed its gate.

    Similarity is the cosine, without vectors the share of the task's terms that a candidate
    holds. What has no strategy, or neither outcome nor reward, is left out.
    """
    found = []
    for one in candidates:
        traits, reward = one.traits, one.traits.reward
        if reward is None and traits.outcome is not Outcome.UNKNOWN:
            reward = outcome_score(traits.outcome)
        if traits.strategy and reward is not None:
            near = one.coverage if one.cosine is None else one.cosine
            found.append(Trial(traits.strategy, reward, near, traits.at, traits.source != OWN))
    return found


def tallies_of(
    history: History, imported: float = SHIPPED.imported
) -> dict[tuple[str, str], tuple[float, float]]:
    """The tallies of a history, where an imported episode counts for less than one.

    Episodes without a strategy, or with neither outcome nor reward, are left out.
    """
    size = len(history.strategy.names)
    cells = history.category.codes * size + history.strategy.codes
    weight = np.where(history.imported, imported, 1.0) * ~np.isnan(history.reward)
    counts = np.bincount(cells, weights=weight).tolist()
    sums = np.bincount(cells, weights=weight * np.nan_to_num(history.reward)).tolist()
    return {
        (history.category.names[cell // size], history.strategy.names[cell % size]): (n, total)
        for cell, (n, total) in enumerate(zip(counts, sums, strict=True))
        if n and history.strategy.names[cell % size]
    }


def prior_means(n: Numbers, total: Numbers, category: NDArray[np.int64], wider: float) -> Numbers:
    """What each strategy is expected to earn in a category before anything similar is looked at.

    Category mean + strategy mean - overall mean, each strategy and category counting once
    however often it was taken: the good ones are taken most, and would make all look good.

    Args:
        n: Episodes, shape (…, categories, strategies).
        total: Sums of their rewards, same shape.
        category: Row of each, shape (…,).
        wider: Cells that the overall mean counts for in the mean of a category or strategy.

    Returns:
        Shape (…, strategies), in [0.05, 0.95] without hope.
    """
    seen = (n > 0.0).astype(np.float64)
    rates = seen * (total + 1.0) / (n + 2.0)
    whole = (rates.sum((-2, -1)) + wider * 0.5) / (seen.sum((-2, -1)) + wider)
    row = np.asarray(category)[..., None, None]
    mine, there = (np.take_along_axis(a, row, -2)[..., 0, :].sum(-1) for a in (rates, seen))
    of_category = (mine + wider * whole) / (there + wider)
    of_strategy = (rates.sum(-2) + wider * whole[..., None]) / (seen.sum(-2) + wider)
    means: Numbers = np.clip(of_category[..., None] + of_strategy - whole[..., None], _LEAST, _MOST)
    return means


def considered(reward: Numbers, weight: Numbers, age: Numbers, policy: ThompsonPolicy) -> Numbers:
    """What each outcome counts for once older ones fade and the world may have changed.

    Those before a fall of the same strategy are left out, those before one of another count for
    little.

    Args:
        reward: In [0, 1], newest first, shape (…, strategies, outcomes).
        weight: At least 0, same shape; 0 where there is no outcome.
        age: How many newer ones there are of any strategy, same shape.
        policy: The numbers to decide by.
    """
    faded = weight * np.exp2(-age / policy.half_life)
    if policy.fall == math.inf:
        return faded
    fell, outlived = _before(_fallen(reward, weight, age, policy.fall), age)
    kept: Numbers = faded * np.where(fell, 0.0, np.where(outlived, policy.outlived, 1.0))
    return kept


def _before(falls: Numbers, age: Numbers) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which outcomes were before the fall of the same strategy, and which before one of any."""
    return age > falls[..., None], age > falls.min(-1)[..., None, None]


def _fallen(reward: Numbers, weight: Numbers, age: Numbers, believed: float) -> Numbers:
    """Age of the oldest outcome after a believed fall of each strategy, else infinity."""
    there = weight > 0.0
    new, gained = np.cumsum(weight, -1), np.cumsum(weight * reward, -1)
    old, lost = new[..., -1:] - new, gained[..., -1:] - gained
    after, before = (
        np.clip(a / np.maximum(b, 1e-12), 0, 1) for a, b in ((gained, new), (lost, old))
    )
    mean = gained[..., -1:] / np.maximum(new[..., -1:], 1e-12)
    ratio = 2.0 * (new * divergence(after, mean) + old * divergence(before, mean))
    sides = np.cumsum(there, -1)
    possible = there & (sides >= _SIDE) & (sides[..., -1:] - sides >= _SIDE) & (after < before)
    ratio = np.where(possible, ratio, 0.0)
    place = ratio.argmax(-1)[..., None]
    sure = np.take_along_axis(ratio, place, -1) >= believed**2
    ages: Numbers = np.where(sure, np.take_along_axis(age, place, -1), np.inf)[..., 0]
    return ages


def draw(
    expected: Numbers,
    successes: Numbers,
    total: Numbers,
    policy: ThompsonPolicy,
    draws: int,
    seed: int | np.random.Generator,
) -> Numbers:
    """Success rates drawn from the sharpened beliefs, shape (draws, …, strategies).

    Args:
        expected: Prior means, shape (…, strategies).
        successes: Weighted rewards, same shape.
        total: Weights, same shape.
        policy: The numbers to decide by.
        draws: How many.
        seed: Of the draws, or the generator itself.
    """
    hoped = np.clip(expected + policy.hope, _LEAST, _MOST)
    a = policy.strength * hoped + successes
    b = policy.strength * (1.0 - hoped) + np.maximum(0.0, total - successes)
    chance = np.random.default_rng(seed)
    return chance.beta(policy.sharpness * a, policy.sharpness * b, size=(draws, *a.shape))


def _evidence(
    names: Sequence[str], trials: Iterable[Trial], policy: ThompsonPolicy
) -> tuple[Numbers, Numbers, Numbers]:
    """Rewards, weights and ages, newest first, shape (candidates, outcomes)."""
    places = {name: place for place, name in enumerate(names)}
    mine: list[list[tuple[float, float, float]]] = [[] for _ in names]
    near = [trial for trial in trials if trial.similarity > policy.floor]
    near.sort(key=lambda trial: (-trial.at, *trial))  # the order given must not matter
    for age, trial in enumerate(near):
        if trial.strategy in places:
            weight = ((trial.similarity - policy.floor) / (1.0 - policy.floor)) ** policy.power
            weight *= policy.imported if trial.imported else 1.0
            mine[places[trial.strategy]].append((trial.reward, min(weight, 1.0), float(age)))
    chosen = [_weightiest(rows, policy) for rows in mine]
    table = np.zeros((3, len(names), max(1, *map(len, chosen))))
    for place, rows in enumerate(chosen):
        if rows:
            table[:, place, : len(rows)] = np.array(rows).T
    return table[0], table[1], table[2]


def _weightiest(
    rows: list[tuple[float, float, float]], policy: ThompsonPolicy
) -> list[tuple[float, float, float]]:
    """At most so many, by weight and age; newest first again."""
    by_weight = sorted(rows, key=lambda row: row[1] * 2.0 ** (-row[2] / policy.half_life))
    return sorted(by_weight[-policy.most :], key=lambda row: row[2])


def _expected(
    names: Sequence[str], category: str, tallies: Tallies, policy: ThompsonPolicy
) -> Numbers:
    categories = list(dict.fromkeys([category, *(known for known, _ in tallies)]))
    n, total = np.zeros((2, len(categories), len(names)))
    rows = {known: row for row, known in enumerate(categories)}
    columns = {name: column for column, name in enumerate(names)}
    for (known, name), sums in tallies.items():
        if name in columns:
            place = rows[known], columns[name]
            n[place], total[place] = sums
    return prior_means(n, total, np.array(0), policy.wider)


def _choice(
    pool: Sequence[Strategy], place: int, evidence: tuple[Evidence, ...], seed: int, draws: int
) -> Choice:
    chosen, mine = pool[place], evidence[place]
    others = sorted(
        (e for e in evidence if e is not mine and e.probability >= 0.005),
        key=lambda e: -e.probability,
    )
    reason = f"{_tried(mine)}{_turn(mine, evidence)}; "
    reason += f"its draw was the highest in {mine.probability:.0%} of {draws:,}"
    if others:
        reason += ", before " if mine.probability >= others[0].probability else ", against "
        reason += " and ".join(f"{e.name} ({e.probability:.0%})" for e in others[:2])
    return Choice(
        chosen.name, chosen.instruction, f"{reason}.", mine.probability, "thompson", evidence, seed
    )


def _turn(mine: Evidence, evidence: Sequence[Evidence]) -> str:
    """Why one is chosen of which less is expected than of another."""
    first = max(evidence, key=lambda one: one.mean)
    if mine.mean >= first.mean:
        return ""
    hoped = sum(mine.drawn) / 2.0 > mine.mean
    hope = ", with hope for what is little known," if hoped else ""
    return (
        f", less than of {first.name} ({first.mean:.0%}); but {_percents(mine.drawn)} was drawn "
        f"for it{hope} and {_percents(first.drawn)} for {first.name}"
    )


def _percents(interval: Interval) -> str:
    return f"{interval.low:.0%} to {interval.high:.0%}"


def _tried(one: Evidence) -> str:
    expected = f"{one.mean:.0%} expected (95 %: {_percents(one.interval)})"
    if not one.n:
        return f"{one.name} was not tried in anything similar yet, {expected}"
    earned = one.successes / one.weight
    episodes = "one similar episode" if one.n == 1 else f"{one.n} similar episodes"
    episodes += " since its success fell" if one.fell else ""
    if one.outlived:
        many = "all" if one.outlived == one.n else f"{one.outlived} of them"
        episodes += f" ({many} from before another one's success fell, which counts less)"
    return f"{one.name} earned {earned:.0%} in {episodes}, {expected}"

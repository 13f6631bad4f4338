"""Strategies: the names an agent can choose from, a choice with its reason, and the rules.

`STRATEGY_POOL` and `select_strategy` keep the source article's names. The rules look at what was
similar, at weak skills and at complexity, in that order; choosing by what each strategy earned is
`seasoned.core.thompson`. Knows no store and no chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from seasoned.core import values
from seasoned.core.intervals import Interval
from seasoned.core.records import Task
from seasoned.core.shown import Statistics
from seasoned.core.skills import SkillProfile
from seasoned.errors import InvalidInput

# All from the source article.
PROVEN_ABOVE: Final = 0.6  # success rate of what was similar
COMPLEX_ABOVE: Final = 0.7
SIMPLE_BELOW: Final = 0.3


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to go about a task.

    Attributes:
        name: What episodes carry as their `strategy`.
        instruction: What an agent is told, in a sentence or two; may be empty.
    """

    name: str
    instruction: str = ""

    def __post_init__(self) -> None:
        name = values.text(self.name, "strategy").strip()
        if not name:
            raise InvalidInput("a strategy needs a name; '' stands for none")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "instruction", values.text(self.instruction, "instruction"))


CONSERVATIVE: Final = Strategy(
    "conservative",
    "Change as little as you can. Keep to what is known to work here, and stop once the task is "
    "done.",
)
EXPLORATORY: Final = Strategy(
    "exploratory",
    "Weigh two or three quite different ways before you settle on one, also ways not taken here "
    "before.",
)
DEFENSIVE: Final = Strategy(
    "defensive",
    "Ask first what could go wrong: odd inputs, missing parts, failing calls. Guard against each "
    "and check that the guard holds.",
)
ITERATIVE: Final = Strategy(
    "iterative",
    "Make the smallest version that can be checked, check it, and grow it in steps that are each "
    "checked.",
)
EXAMPLE_DRIVEN: Final = Strategy(
    "example_driven",
    "Find the recalled success that is most like this task and follow its steps, changing only "
    "what differs.",
)
STRATEGY_POOL: Final[Mapping[str, Strategy]] = MappingProxyType(
    {s.name: s for s in (CONSERVATIVE, EXPLORATORY, DEFENSIVE, ITERATIVE, EXAMPLE_DRIVEN)}
)

Candidates = Mapping[str, str | Strategy] | Iterable[str | Strategy]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a candidate.

    Attributes:
        name: The candidate.
        n: Similar episodes in which it was taken.
        weight: What they count for together: less than n, since some are less similar or older.
        successes: Their rewards, weighted alike.
        mean: Expected reward in [0, 1], what is known of the category and of the strategy
            elsewhere included.
        interval: 95 % interval of it: what is believed, with no hope added.
        drawn: The middle 95 % of the rates that were drawn for it. By the shipped policy they lie
            above `mean` where little is known, and closer together than `interval`.
        probability: Chance of the candidate to be chosen: the share of draws in which its rate
            was the highest, in [0, 1]. Not the chance that it is the best.
        fell: Older similar episodes that are left out, since its success fell after them.
        outlived: Of the n, those before the success of another candidate fell: they count for
            less, as the world may have changed.
    """

    name: str
    n: int
    weight: float
    successes: float
    mean: float
    interval: Interval
    drawn: Interval
    probability: float
    fell: int = 0
    outlived: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen strategy and why.

    Attributes:
        name: Of the strategy.
        instruction: What an agent is told.
        reason: Why, in words.
        probability: Chance with which this one was chosen, in (0, 1]; 1 by rules. It follows
            from what was drawn, see `Evidence.drawn`, and is no chance to be the best.
        by: ``rules`` or ``thompson``.
        evidence: On each candidate, in their order; empty by rules.
        seed: Of the draws; equal evidence and seeds give equal choices.
        logged: The order as an attempt logged it, where the evidence was not.
    """

    name: str
    instruction: str
    reason: str
    probability: float = 1.0
    by: Literal["rules", "thompson"] = "rules"
    evidence: tuple[Evidence, ...] = ()
    seed: int | None = None
    logged: tuple[str, ...] = field(default=(), compare=False)

    @property
    def order(self) -> tuple[str, ...]:
        """What to try one after the other: the chosen, then the likelier to have been chosen."""
        if self.logged:
            return self.logged
        ranked = sorted(self.evidence, key=lambda one: (-one.probability, -one.mean))
        return (self.name, *(one.name for one in ranked if one.name != self.name))


def candidates_of(given: Candidates | None = None) -> tuple[Strategy, ...]:
    """The strategies to choose from, in the order given; those of the pool where none are.

    Args:
        given: Names, strategies, or instructions by name. A name that the pool knows brings its
            instruction along.

    Raises:
        InvalidInput: there is none, or one twice, or something else is among them.
    """
    if given is None:
        return tuple(STRATEGY_POOL.values())
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidInput(f"candidates must be a sequence of names, got {values.shown(given)}")
    pairs = given.items() if isinstance(given, Mapping) else ((one, one) for one in given)
    found = [_strategy(key, one) for key, one in pairs]
    names = [strategy.name for strategy in found]
    if not found:
        raise InvalidInput("there are no candidates to choose from; give at least one name")
    if len(set(names)) < len(names):
        raise InvalidInput(f"a candidate stands twice in {', '.join(names)}; give each name once")
    return tuple(found)


def _strategy(key: object, one: object) -> Strategy:
    if isinstance(one, Strategy):
        return one
    name = values.text(key, "candidate").strip()
    if key is one:
        return STRATEGY_POOL.get(name) or Strategy(name)
    return Strategy(name, values.text(one, "instruction"))


def select_strategy(
    task: Task | str,
    similar: Statistics | None = None,
    weak: Iterable[SkillProfile] = (),
    candidates: Candidates | None = None,
) -> Choice:
    """The source article's rules: what is proven, else what a weakness or complexity calls for.

    1. Where more than .6 of the similar episodes succeeded: the strategy that most of these
       successes took, if it is a candidate, else the next.
    2. In a weak category: ``defensive``.
    3. Above a complexity of .7 ``iterative``, below .3 ``exploratory``, between ``iterative``.

    Where the one that is called for is no candidate, the first candidate is taken.

    Args:
        task: The task at hand.
        similar: Statistics of all that was similar, as a recall gives them; never of a few that a
            quota picked.
        weak: Profiles from `identify_weak_skills`.
        candidates: What to choose from; the pool by default.

    Raises:
        InvalidInput: no candidates, or one twice.
    """
    task, pool = Task.of(task), candidates_of(candidates)
    by_name = {strategy.name: strategy for strategy in pool}
    for name, reason in _called_for(task, similar or Statistics(), weak):
        if name in by_name:
            return Choice(name, by_name[name].instruction, reason)
    reason = "Nothing is known yet that would speak for another of the candidates."
    return Choice(pool[0].name, pool[0].instruction, reason)


def _called_for(
    task: Task, similar: Statistics, weak: Iterable[SkillProfile]
) -> Iterable[tuple[str, str]]:
    """Names with reasons, the strongest first."""
    rate = similar.success_rate
    if rate is not None and rate > PROVEN_ABOVE:
        known = similar.nearest - similar.unknown
        for name in similar.proven:
            yield (
                name,
                (
                    f"{rate:.0%} of {known} similar episodes with a known outcome succeeded, and "
                    f"{name} is {'the commonest' if name == similar.proven[0] else 'a'} strategy "
                    "among those that did."
                ),
            )
    for profile in weak:
        if profile.category == task.category:
            yield (
                DEFENSIVE.name,
                (
                    f"{profile.category} is a weak skill: {profile.successes} of {profile.known} "
                    f"succeeded (95 %: {profile.interval})."
                ),
            )
    complexity = f"a complexity of {task.complexity:g}"
    if task.complexity < SIMPLE_BELOW:
        yield EXPLORATORY.name, f"Nothing is proven, and with {complexity} trying is cheap."
    elif task.complexity > COMPLEX_ABOVE:
        yield ITERATIVE.name, f"Nothing is proven, and {complexity} asks for small steps."
    yield ITERATIVE.name, f"Nothing is proven, and {complexity} calls for nothing special."

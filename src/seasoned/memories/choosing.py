"""Choosing a strategy: evidence from what is similar and from the totals of all that happened.

How evidence becomes a choice is `core.thompson` and `core.strategies`; an attempt logs what was
chosen, so that its own outcome is what the choice is credited with.
"""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Literal

from seasoned.core import values
from seasoned.core.attempts import CONTROL, OPEN, AttemptRecord, Decision, task_at_hand
from seasoned.core.recall import Similar
from seasoned.core.records import Task
from seasoned.core.replay import Recall
from seasoned.core.shown import Statistics
from seasoned.core.skills import SkillProfile
from seasoned.core.strategies import Candidates, Choice, candidates_of, select_strategy
from seasoned.core.thompson import ThompsonPolicy, thompson, trials_of
from seasoned.errors import Conflict, InvalidInput
from seasoned.memories.episodic import Asking, EpisodicMemory
from seasoned.memories.standing import Standing
from seasoned.ports import AttemptStore, Scope

Method = Literal["thompson", "rules"]
_ALIKE: Final = Asking(1, balance=False)  # one result, as all that is similar comes with it
_SEEDS: Final = 1 << 31
_HELD_OUT: Final = "Memory is held out from this attempt, so nothing that is known was looked at. "


class Seeds:
    """Seeds of choices; a forked child draws its own."""

    def __init__(self, seed: int | None) -> None:
        self._seed = seed
        self._start()

    def _start(self) -> None:
        self._chance, self._process = Random(self._seed), os.getpid()

    def next(self) -> int:
        """A seed; with a seed of one's own the same sequence in every run."""
        if self._seed is None and self._process != os.getpid():
            self._start()
        return self._chance.randrange(_SEEDS)


@dataclass(frozen=True, slots=True)
class Wish:
    """What to choose from, and how.

    Attributes:
        candidates: Names, strategies, or instructions by name; None for the pool.
        method: ``thompson`` or ``rules``.
        named: Whether the candidates were named, not those of the pool.
    """

    candidates: Candidates | None = None
    method: Method = "thompson"
    named: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "named", self.candidates is not None)
        if self.method not in ("thompson", "rules"):
            raise InvalidInput(
                f"method must be 'thompson' or 'rules', got {values.shown(self.method)}"
            )
        object.__setattr__(self, "candidates", candidates_of(self.candidates))


@dataclass(frozen=True, slots=True)
class Chooser:
    """Chooses strategies for any scope of a store.

    Attributes:
        episodes: Of any scope of the store.
        standing: Totals of the scopes.
        policy: The numbers that Thompson sampling decides by.
        seeds: Of the draws.
    """

    episodes: EpisodicMemory
    standing: Standing
    policy: ThompsonPolicy
    seeds: Seeds

    def choose(self, scope: Scope, task: Task | str, wish: Wish, recall: Recall | None) -> Choice:
        """A choice for a task, from a recall for it if there is one already."""
        task = task_at_hand(task)
        if recall is None or recall.similar is None:
            recall = self.episodes.of(scope).recall(task, _ALIKE)
        if wish.method == "rules":
            weak = self.standing.weakness(scope, task.category)
            return _by_rules(task, recall.statistics, weak, wish)
        near = recall.similar or Similar((), 0.0)
        policy = replace(self.policy, floor=max(self.policy.floor, min(near.floor, 0.999)))
        totals = self.standing.tallies(scope)
        trials = trials_of(near.candidates)
        seed = self.seeds.next()
        return thompson(task.category, trials, totals, wish.candidates, seed=seed, policy=policy)

    def known(self, scope: Scope) -> tuple[str, ...]:
        """Strategies of which it is known what they earned, those taken most first."""
        taken = defaultdict[str, float](float)
        for (_, name), (n, _) in self.standing.tallies(scope).items():
            taken[name] += n
        return tuple(sorted(filter(None, taken), key=lambda name: (-taken[name], name)))

    def for_attempt(
        self,
        attempts: AttemptStore,
        scope: Scope,
        record: AttemptRecord,
        wish: Wish,
        recall: Recall | None,
    ) -> Choice:
        """The choice of an attempt: made and logged once, the same in every process."""
        if record.decision is None and record.state == OPEN:
            choice = self._decide(scope, record, wish, recall)
            decision = decision_of(choice, wish)
            record = attempts.decide(scope, record.id, decision)
            if record.decision == decision:
                return choice
        if record.decision is None:
            raise Conflict(f"attempt {record.id!r} is {record.state}; begin a new one to choose")
        return choice_of(record.decision, wish)

    def _decide(
        self, scope: Scope, record: AttemptRecord, wish: Wish, recall: Recall | None
    ) -> Choice:
        """The choice for an attempt; one whose memory is held out reads nothing for it."""
        if record.arm != CONTROL:
            return self.choose(scope, record.task, wish, recall)
        return self.blind(record.task, wish)

    def blind(self, task: Task | str, wish: Wish) -> Choice:
        """A choice for a task of an attempt that runs without memory."""
        task = task_at_hand(task)
        if wish.method == "rules":
            blind = _by_rules(task, Statistics(), None, wish)
        else:
            seed = self.seeds.next()
            blind = thompson(task.category, (), None, wish.candidates, seed=seed)
        return replace(blind, reason=_HELD_OUT + blind.reason)


def _by_rules(task: Task, similar: Statistics, weak: SkillProfile | None, wish: Wish) -> Choice:
    return select_strategy(task, similar, () if weak is None else (weak,), wish.candidates)


def decision_of(choice: Choice, wish: Wish) -> Decision:
    """The choice as an attempt logs it."""
    names = tuple(strategy.name for strategy in candidates_of(wish.candidates))
    said = (choice.name, choice.probability, choice.by, choice.reason)
    return Decision(*said, candidates=names, seed=choice.seed, order=choice.order)


def choice_of(decision: Decision, wish: Wish) -> Choice:
    """A logged choice. Its evidence was not logged; with the seed it is reckoned again.

    Raises:
        Conflict: it is none of those that are asked for now.
    """
    known = {strategy.name: strategy for strategy in candidates_of(wish.candidates)}
    if wish.named and decision.strategy not in known:
        raise Conflict(
            f"the attempt chose {decision.strategy!r} before, which is none of "
            f"{values.shown(tuple(known))}; begin an attempt within it for another decision"
        )
    known |= {s.name: s for s in candidates_of([decision.strategy]) if s.name not in known}
    return Choice(
        decision.strategy,
        known[decision.strategy].instruction,
        decision.reason,
        decision.probability,
        "rules" if decision.by == "rules" else "thompson",
        seed=decision.seed,
        logged=decision.order,
    )

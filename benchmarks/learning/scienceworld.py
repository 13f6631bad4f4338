"""ScienceWorld: how far do plans of past episodes carry an agent through tasks it has not seen?

A store has 124 gold episodes of 16 task types, from train variations. The agent is asked for test
variations, is told what to do in words, recalls, adapts and follows what it recalled, three plans
at most and 100 actions. It is the same in every arm; only whose plans it follows differs. Then
once more with 173 failures of its own in the store, which are newer than the gold episodes. In the
test nothing is learned. Whatever was chosen was chosen on games of
the dev fold (`--dev`).

    python -m benchmarks.learning.scienceworld --data FOLDER
    python -m benchmarks.learning.scienceworld --data FOLDER --brief --first 10
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.common import parser, print_table, shipped_embedder
from benchmarks.learning.ablations import Log, Window
from benchmarks.learning.arms import (
    GAME,
    POWER,
    Lived,
    Nearest,
    Nothing,
    Seasoned,
    Shuffled,
    lived_of,
)
from benchmarks.learning.scienceworld_play import PLANS, Player, differences
from benchmarks.learning.scienceworld_server import Server
from benchmarks.learning.scienceworld_store import (
    Case,
    Demonstration,
    Games,
    Gold,
    dev_cases,
    drawn,
    failures,
    load,
)
from seasoned import Memory, RecallPolicy, ReplayWeights, Task
from seasoned.core.resampling import bootstrap_mean
from seasoned.core.scoring import DAY, EARLY, LATE, NORMAL, SHIPPED
from seasoned.ports import Embedder

SEEDS, DEV_SEEDS = 5, 100
WANDERING = 50  # actions of an agent without plans; to list what is valid takes long
CLEAN, POLLUTED = "clean", "polluted"
NEAREST, SEASONED = "nearest neighbour", "seasoned"
Numbers = NDArray[np.float64]
Advice = Callable[[str], Sequence[Lived]]  # from a task to the plans to follow, best first
Scores = Mapping[tuple[str, str], Numbers]  # of store and arm, shape (seeds, games)


class Stored(NamedTuple):
    """What the memories of a seed are given."""

    seed: int
    gold: Sequence[Demonstration]
    failed: Sequence[Lived]

    @property
    def clean(self) -> list[Lived]:
        return [each.lived for each in self.gold]

    @property
    def polluted(self) -> list[Lived]:
        return [*self.clean, *self.failed]


class NearestOfAll(Nearest):
    """A nearest-neighbour memory that keeps failures too and does not tell them apart."""

    def keep(self, past: Iterable[Lived]) -> None:
        super().keep(each._replace(reward=1.0) for each in past)


def followed(memory: Memory, task: str, weights: ReplayWeights | None = None) -> list[Lived]:
    """The successes that seasoned recalls; one that stands for others is followed by those.

    Near-duplicates are so by their tasks. What was done may differ, and is worth a further try.
    """
    found = memory.recall(Task(task, category=GAME), weights=weights)
    ids = [id for each in found.successes for id in (each.episode.id, *each.also)]
    return [lived_of(memory.get(id)) for id in ids[:PLANS]]


def ranked(memory: Memory, task: str, weights: ReplayWeights | None = None) -> list[Lived]:
    """The first results of seasoned whatever their outcome, so that only the weights decide."""
    found = memory.recall(Task(task, category=GAME), PLANS, weights=weights, balance=False)
    return [lived_of(each.episode) for each in found.results]


# Weights of the ablations, each with the half-life of recency in seconds.
MONTH = RecallPolicy().half_life
WEIGHTS: Mapping[str, tuple[ReplayWeights, float]] = {
    "shipped weights": (SHIPPED, MONTH),
    "similarity only": (ReplayWeights(1.0, 0.0, 0.0, 0.0), MONTH),
    "without similarity": (ReplayWeights(0.0, 0.02, 0.25, 0.1, 0.03), MONTH),
    "without reward": (ReplayWeights(0.6, 0.02, 0.0, 0.1, 0.03), MONTH),
    "without outcome": (ReplayWeights(0.6, 0.02, 0.25, 0.0, 0.03), MONTH),
    "without reward and outcome": (ReplayWeights(0.6, 0.02, 0.0, 0.0, 0.03), MONTH),
    "without recency": (ReplayWeights(0.6, 0.0, 0.25, 0.1, 0.03), MONTH),
    "without complexity": (ReplayWeights(0.6, 0.02, 0.25, 0.1, 0.0), MONTH),
    "strong recency": (ReplayWeights(0.6, 0.5, 0.0, 0.0), DAY),
    "source's weights": (NORMAL, DAY),
    "source's early phase": (EARLY, DAY),
    "source's late phase": (LATE, DAY),
}


class Arena:
    """Plays games, each combination of game and plans once: the simulator has no chance in it."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self._known: dict[object, int] = {}

    def play(self, case: Case, plans: Sequence[Lived], verbatim: bool = False) -> int:
        """The score of a game in [0, 100]."""
        key = (case.kind, case.variation, verbatim, tuple((p.task, p.steps) for p in plans))
        if key not in self._known:
            player = self._begin(case)
            for plan in plans:
                exchange = {} if verbatim else differences(plan.task, case.task)
                player.follow(plan.steps, exchange, repair=not verbatim)
            self._known[key] = player.score
        return self._known[key]

    def wander(self, case: Case, chance: random.Random) -> int:
        """The score of a game without any plan."""
        player = self._begin(case, WANDERING)
        player.wander(chance)
        return player.score

    def _begin(self, case: Case, *budget: int) -> Player:
        self.games.begin(case.kind, case.variation)
        return Player(self.games, *budget)


class Runs:
    """The arms of one seed."""

    def __init__(
        self, arena: Arena, cases: Sequence[Case], embedder: Embedder, brief: bool = False
    ) -> None:
        self.arena, self.cases, self.embedder, self.brief = arena, cases, embedder, brief

    def all(self, stored: Stored) -> dict[tuple[str, str], list[int]]:
        """Scores of every game by store and arm."""
        found = {(CLEAN, name): scores for name, scores in self.baselines(stored).items()}
        for store, past in ((CLEAN, stored.clean), (POLLUTED, stored.polluted)):
            found |= {(store, arm): scores for arm, scores in self.memories(past, stored.seed)}
        if not self.brief:
            found |= {(POLLUTED, arm): scores for arm, scores in self.ablations(stored.polluted)}
        return found

    def scores(self, advice: Advice, verbatim: bool = False) -> list[int]:
        """What an agent scores that follows this advice."""
        return [self.arena.play(case, advice(case.task), verbatim) for case in self.cases]

    def baselines(self, stored: Stored) -> dict[str, list[int]]:
        """Agents that do not use a memory, or not what it is for."""
        chance = random.Random(stored.seed)
        clean = stored.clean
        raw = {each.lived: each.lived._replace(steps=each.actions) for each in stored.gold}
        nearest = Nearest(self.embedder)
        nearest.keep(clean)
        return {
            "a plan drawn by chance": self.scores(lambda _: [chance.choice(clean)]),
            "nearest neighbour, verbatim": self.scores(
                lambda task: [raw[nearest.recall(task, 1)[0].lived]], verbatim=True
            ),
        }

    def memories(self, past: list[Lived], seed: int) -> Iterable[tuple[str, list[int]]]:
        """The arms that are compared."""
        arms: dict[str, Nothing] = {
            "context window": Window(POWER),
            "JSON log": Log(POWER),
            NEAREST: NearestOfAll(self.embedder),
            "nearest success": Nearest(self.embedder),
            "shuffled memory": Shuffled(self.embedder, seed=seed),
            SEASONED: Seasoned(self.embedder),
        }
        for name, arm in arms.items():
            arm.keep(past)
            yield name, self.scores(advice_of(arm))
            arm.close()

    def ablations(self, past: list[Lived]) -> Iterable[tuple[str, list[int]]]:
        """Seasoned with other weights, all outcomes ranked together; and in its usual balance."""
        for name, (weights, half_life) in WEIGHTS.items():
            policy = RecallPolicy(weights=weights, half_life=half_life)
            arm = Seasoned(self.embedder, policy=policy)
            arm.keep(past)
            yield f"ranked, {name}", self.scores(partial(ranked, arm.memory))
            yield f"balanced, {name}", self.scores(partial(followed, arm.memory))
            arm.close()


def advice_of(arm: Nothing) -> Advice:
    """The plans that an arm gives for a task."""
    if isinstance(arm, Shuffled):
        return lambda task: [n.lived for n in arm.recall(task, 5) if n.lived.reward == 1.0][:PLANS]
    if isinstance(arm, Seasoned):
        return partial(followed, arm.memory)
    return lambda task: [near.lived for near in arm.recall(task, PLANS)][:PLANS]


def wandering(arena: Arena, cases: Sequence[Case], seeds: Sequence[int]) -> float:
    """Mean score without plans, of as many games of each seed as there are types."""
    found = []
    for seed in seeds:
        chance = random.Random(f"wander {seed}")
        by_kind = {case.kind: case for case in chance.sample(cases, len(cases))}
        found += [arena.wander(case, chance) for case in by_kind.values()]
    return float(np.mean(found))


def collected(each: Sequence[Mapping[tuple[str, str], Sequence[int]]]) -> Scores:
    """The scores of all seeds together."""
    return {key: np.array([scores[key] for scores in each], dtype=np.float64) for key in each[0]}


def less(ours: Numbers, theirs: Numbers, kinds: Sequence[str]) -> str:
    """Mean difference of two arms in the same games, with its 95 % interval.

    Games of one type with one store are no independent cases: often all follow the same plans.
    """
    apart = ours - theirs
    clusters = [(seed, kind) for seed in range(len(apart)) for kind in kinds]
    ends = bootstrap_mean(apart.ravel(), clusters)
    assert ends is not None  # there is more than one type
    return f"{apart.mean():+.1f} ({ends.low:+.1f} to {ends.high:+.1f})"


def report(found: Scores, store: str, kinds: Sequence[str]) -> None:
    """The table of a store: each arm beside nearest neighbours and beside seasoned."""
    base, ours = found[store, NEAREST], found[store, SEASONED]
    rows = [
        [
            arm,
            f"{scores.mean():.1f}",
            f"{(scores == 100).mean():.3f}",
            " ".join(f"{score:.0f}" for score in scores.mean(1)),
            "" if arm == NEAREST else less(scores, base, kinds),
            "" if arm == SEASONED else less(scores, ours, kinds),
        ]
        for (at, arm), scores in found.items()
        if at == store
    ]
    columns = ("arm", "score", "success", "of each seed", "less nearest", "less seasoned")
    print_table(f"ScienceWorld, {store} store, {len(kinds)} games", columns, rows)


def by_kind(found: Scores, kinds: Sequence[str]) -> None:
    """Mean scores of each task type."""
    arms = [(store, arm) for store in (CLEAN, POLLUTED) for arm in (NEAREST, SEASONED)]
    rows = [
        [kind, *(f"{found[arm][:, np.array(kinds) == kind].mean():.0f}" for arm in arms)]
        for kind in dict.fromkeys(kinds)
    ]
    print_table("score by task type", ("type", *(f"{a}, {s}" for s, a in arms)), rows)


def tell(found: Scores, kinds: Sequence[str]) -> None:
    """All tables."""
    report(found, CLEAN, kinds)
    report(found, POLLUTED, kinds)
    by_kind(found, kinds)
    gap = less(found[POLLUTED, SEASONED], found[CLEAN, SEASONED], kinds)
    print(f"seasoned, polluted less clean: {gap}")


def run(
    games: Games, gold: Gold, cases: Sequence[Case], seeds: Sequence[int], brief: bool
) -> Scores:
    """Play all arms with the stores of these seeds."""
    arena, embedder = Arena(games), shipped_embedder()
    runs, each = Runs(arena, cases, embedder, brief), []
    for seed in seeds:
        stored = Stored(seed, drawn(gold, seed), failures(gold, games, seed))
        each.append(runs.all(stored))
        print(f"seed {seed}: played", file=sys.stderr, flush=True)
    embedder.save()
    return collected(each)


def main() -> None:
    options = parser("Plans of past episodes in unseen variations of ScienceWorld")
    options.add_argument("--seeds", type=int, default=SEEDS, help="stores, drawn anew for each")
    options.add_argument("--dev", action="store_true", help="other seeds, games of the dev fold")
    options.add_argument("--first", type=int, default=0, help="the first of the seeds")
    options.add_argument("--brief", action="store_true", help="without other weights")
    asked = options.parse_args()
    gold, cases = load(asked.data)
    first = asked.first + (DEV_SEEDS if asked.dev else 0)
    seeds = range(first, first + asked.seeds)
    with Server() as server:
        cases = dev_cases(server) if asked.dev else cases
        found = run(server, gold, cases, seeds, asked.brief)
        idle = wandering(Arena(server), cases, seeds)
    tell(found, [case.kind for case in cases])
    print(f"valid actions at random, {WANDERING} of them: {idle:.1f}")


if __name__ == "__main__":
    main()

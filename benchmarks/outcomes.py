"""Outcome-aware recall on ScienceWorld: is the first result a success of the right kind?

A memory holds, for each of 16 task types, a few gold episodes and four failures of a random
agent, the failures newest. Asked with unseen test variations. Even seeds were used to choose
the defaults (`--tune`), odd ones are reported.

    python -m benchmarks.outcomes --data FOLDER
"""

from __future__ import annotations

import random
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.common import data_file, parser, print_table, read_lines, shipped_embedder
from seasoned import Episode, Feedback, Memory, Options, Outcome, RecallPolicy, ReplayWeights, Task
from seasoned.core.scoring import EARLY, LATE, NORMAL, PrioritizedResult
from seasoned.testing import ManualClock

GOLD = (1, 2, 4)
QUERIES = 2  # unseen variations asked per type and seed
NOW = datetime(2026, 1, 31, tzinfo=UTC)
SIMILARITY = ReplayWeights(similarity=1.0, recency=0.0, reward=0.0, outcome_bonus=0.0)
DAY = 86_400.0
ByType = dict[str, list[dict[str, Any]]]
Data = tuple[ByType, ByType, ByType]
Seeds = Sequence[int]


def load(folder: Path | None) -> Data:
    """Gold train episodes, failures, and test variations, for the types that have failures."""
    gold = read_lines(data_file(folder, "scienceworld_gold_episodes.jsonl.gz"))
    bad = read_lines(data_file(folder, "scienceworld_random_agent_64episodes.jsonl.gz"))
    failures = _by_type(bad)
    train = _by_type(e for e in gold if e["split"] == "train" and e["task"] in failures)
    test = _by_type(e for e in gold if e["split"] == "test" and e["task"] in failures)
    return train, failures, test


def _by_type(episodes: Any) -> ByType:
    grouped: ByType = defaultdict(list)
    for episode in episodes:
        grouped[episode["task"]].append(episode)
    return grouped


def store(gold: ByType, failures: ByType, n: int, chance: random.Random) -> list[Episode]:
    """The episodes of one memory: gold ones a month old, failures of the last hours."""
    episodes = []
    for kind in sorted(failures):
        for i, each in enumerate(chance.sample(gold[kind], n)):
            at = NOW - timedelta(days=30, minutes=i)
            episodes.append(_episode(each, kind, Outcome.SUCCESS, 1.0, at))
        for i, each in enumerate(failures[kind]):
            reward = max(0, each["best"]) / 100
            at = NOW - timedelta(hours=1 + i)
            episodes.append(_episode(each, kind, Outcome.FAILURE, reward, at))
    return episodes


def _episode(
    each: dict[str, Any], kind: str, outcome: Outcome, reward: float, at: datetime
) -> Episode:
    return Episode(
        Task(each["desc"]),
        outcome=outcome,
        feedback=Feedback(reward=reward),
        metadata={"type": kind},
        finished_at=at,
    )


def arms() -> dict[str, RecallPolicy]:
    """The rankings to compare; the source's with its half-life of a day."""
    named = {"source default": NORMAL, "source early": EARLY, "source late": LATE}
    return {
        "similarity only": RecallPolicy(weights=SIMILARITY),
        **{k: RecallPolicy(weights=w, half_life=DAY) for k, w in named.items()},
        "shipped default": RecallPolicy(),
    }


def candidates() -> dict[str, RecallPolicy]:
    """What the defaults were chosen from."""
    grid = [
        (s, rec, rew, out)
        for s in (0.5, 0.6, 0.7)
        for rec in (0.0, 0.02, 0.05)
        for rew in (0.15, 0.25)
        for out in (0.1, 0.2)
    ]
    return {
        f"{s} / {rec} / {rew} / {out}": RecallPolicy(weights=ReplayWeights(s, rec, rew, out, 0.03))
        for s, rec, rew, out in grid
    }


def answers(
    data: Data, policy: RecallPolicy, n: int, seeds: Seeds, embedder: Any, balance: bool
) -> Iterator[tuple[str, tuple[PrioritizedResult, ...]]]:
    """The task type asked for and what was recalled, for every question."""
    gold, failures, test = data
    for seed in seeds:
        chance = random.Random(seed)
        options = Options(policy=policy, clock=ManualClock(NOW))
        with Memory.open("memory://", embedder=embedder, options=options) as memory:
            memory.episodes.record_many(store(gold, failures, n, chance))
            for kind in sorted(failures):
                for asked in chance.sample(test[kind], min(QUERIES, len(test[kind]))):
                    yield kind, memory.recall(asked["desc"], balance=balance).results


def first_right(data: Data, policy: RecallPolicy, n: int, seeds: Seeds, embedder: Any) -> float:
    """Share of questions whose first result is a success of the right type."""
    found = answers(data, policy, n, seeds, embedder, balance=False)
    return statistics.fmean(bool(r) and _right(r[0].episode, kind) for kind, r in found)


def shown_right(
    data: Data, policy: RecallPolicy, n: int, seeds: Seeds, embedder: Any
) -> dict[Outcome, tuple[float, float]]:
    """For successes and failures: the share of the right type among those that a balanced recall
    shows, and the share of questions that show one of the right type."""
    shown: dict[Outcome, list[bool]] = defaultdict(list)
    questions: dict[Outcome, list[bool]] = defaultdict(list)
    for kind, results in answers(data, policy, n, seeds, embedder, balance=True):
        for outcome in (Outcome.SUCCESS, Outcome.FAILURE):
            right = [r.episode.metadata["type"] == kind for r in results if r.outcome is outcome]
            shown[outcome] += right
            questions[outcome].append(any(right))
    return {o: (statistics.fmean(shown[o]), statistics.fmean(questions[o])) for o in shown}


def _right(episode: Episode, kind: str) -> bool:
    return episode.outcome is Outcome.SUCCESS and episode.metadata["type"] == kind


def main() -> None:
    """Run and print."""
    options = parser("First result is a success of the right task type")
    options.add_argument("--seeds", type=int, default=20)
    options.add_argument("--tune", action="store_true", help="only compare on the tuning seeds")
    asked = options.parse_args()
    data, embedder = load(asked.data), shipped_embedder()
    first, compared = (0, candidates()) if asked.tune else (1, arms())
    seeds = range(first, 2 * asked.seeds, 2)
    rows = [
        [name, *(first_right(data, policy, n, seeds, embedder) for n in GOLD)]
        for name, policy in compared.items()
    ]
    columns = ["ranking", *(f"{n} gold + 4 failures" for n in GOLD)]
    print_table(f"ScienceWorld, first result right, {len(seeds)} seeds", columns, rows)
    shipped = RecallPolicy()
    limits = [(0.0, 0.0), (shipped.relative, 0.0)]
    limits += [(shipped.relative, x) for x in (0.6, 0.7, 0.8, 0.9)] if asked.tune else []
    limits += [] if asked.tune else [(shipped.relative, shipped.relative_success)]
    found = {each: _shares(data, each, seeds, embedder) for each in limits}
    for outcome in (Outcome.SUCCESS, Outcome.FAILURE):
        rows = [
            [*each, *(f"{n[outcome][0]:.3f} {n[outcome][1]:.3f}" for n in found[each])]
            for each in limits
        ]
        columns = ["relative", "of success", *(f"{n} gold: right of shown, any" for n in GOLD)]
        print_table(f"ScienceWorld, balanced recall, shown as {outcome}", columns, rows)
    embedder.save()


def _shares(
    data: Data, limits: tuple[float, float], seeds: Seeds, embedder: Any
) -> list[dict[Outcome, tuple[float, float]]]:
    policy = RecallPolicy(relative=limits[0], relative_success=limits[1])
    return [shown_right(data, policy, n, seeds, embedder) for n in GOLD]


if __name__ == "__main__":
    main()

"""What seasoned says of logs that real agents left: skills, the learning curve, strategies.

Three logs of others are imported as `seasoned import` does: Reflexion on HotpotQA, Reflexion's
programming runs, and tau-bench's airline desk. Nothing is tuned on them, and there is no score:
the tables are there to be held against what is known of the logs. Each is a text in order of its
file; only HotpotQA, whose trials list the solved questions first, is shuffled within a trial.

    python -m benchmarks.learning.logs --data FOLDER
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import data_file, parser, print_table
from seasoned import Episode, Memory
from seasoned.core.curve import Turn
from seasoned.core.intervals import wilson
from seasoned.core.records import Outcome
from seasoned.core.resampling import bootstrap_mean
from seasoned.core.skills import Grouping
from seasoned.surfaces.importing import FileReport, Importing

START = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
NEAR = 5  # episodes from the start of a run within which a change counts as found there
FEW = 10  # episodes below which a tag or strategy is not listed
PLAIN = "simple"  # the strategy that the others are compared with: one try, no reflection


class Log(NamedTuple):
    """A file, and what to make of its order."""

    name: str
    file: str
    shuffled: bool = False


LOGS = (
    Log("HotpotQA", "reflexion_hotpotqa_react_reflexion_7trials.txt.gz", shuffled=True),
    Log("programming", "reflexion_programming_runs.json.gz"),
    Log("tau-bench", "taubench_airline_gpt4o_200episodes.json.gz"),
)


def imported(memory: Memory, path: Path) -> FileReport:
    """Import a file as the command line does."""
    return Importing(lambda: memory).run(path.name, path, lambda _: None)


def episodes_of(memory: Memory) -> list[Episode]:
    """All episodes, oldest record first."""
    found: list[Episode] = []
    cursor = None
    while True:
        page = memory.episodes.page(limit=1_000, cursor=cursor)
        found += page.episodes
        cursor = page.cursor
        if cursor is None:
            return found[::-1]


def shuffled(episodes: Sequence[Episode], seed: int = 0) -> Iterator[Episode]:
    """The episodes with times in order of their trials, within a trial by chance."""
    chance = random.Random(seed)
    mixed = chance.sample(episodes, len(episodes))
    mixed.sort(key=lambda episode: int(episode.metadata["trial"]))
    for number, episode in enumerate(mixed):
        yield timed(episode, number)


def timed(episode: Episode, number: int) -> Episode:
    """The episode as a new record that ended so many hours after the start."""
    fields = ("task", "steps", "solution", "outcome", "feedback", "tags", "strategy", "metadata")
    kept = {name: getattr(episode, name) for name in fields}
    return Episode(**kept, finished_at=START + number * HOUR)


def skills(memory: Memory, by: Grouping) -> Iterator[list[object]]:
    """A row for each category or tag."""
    for one in memory.learning.skills(by):
        if one.known >= FEW:
            trend = one.trend
            told = f"{trend.change:+.2f} ({trend.interval}) {trend.direction}" if trend else ""
            rate = f"{one.success_rate:.2f} ({one.interval})"
            yield [one.category, one.total_episodes, rate, told]


def curve(memory: Memory) -> Iterator[list[object]]:
    """What the learning curve says: changes for sure, and the three signs in words."""
    report = memory.learning.curve()
    for turn in report.curve.turns:
        yield [f"change at episode {turn.episode_number}", f"{turn.before:.2f} to {turn.after:.2f}"]
    for name, found in (("plateau", report.curve.plateau), ("drop", report.curve.regression)):
        yield [name, f"since episode {found.episode_number}" if found else "none"]
    for sign in report.indicators:
        yield [sign.name, f"{sign.verdict}: {sign.text}"]


def strategies(episodes: Sequence[Episode]) -> Iterator[list[object]]:
    """A row for each strategy: its rate, and its gain on the plain one in the same tasks.

    Rates of strategies that were tried on unlike tasks, or by unlike models, say little.
    """
    tried: dict[str, list[Episode]] = defaultdict(list)
    for episode in episodes:
        tried[episode.strategy].append(episode)
    plain = _by_task(tried[PLAIN])
    for name, those in sorted(tried.items(), key=lambda item: -len(item[1])):
        if name and len(those) >= FEW:
            won = sum(map(_won, those))
            rate = f"{won / len(those):.2f} ({wilson(won, len(those))})"
            yield [name, len(those), rate, "" if name == PLAIN else gain(_by_task(those), plain)]


Rates = dict[tuple[str, str | None], float]


def _by_task(episodes: Sequence[Episode]) -> Rates:
    """Success rate of each task as each model tried it."""
    found: dict[tuple[str, str | None], list[bool]] = defaultdict(list)
    for episode in episodes:
        found[episode.task.description, episode.model].append(_won(episode))
    return {task: sum(won) / len(won) for task, won in found.items()}


def _won(episode: Episode) -> bool:
    return episode.effective_outcome is Outcome.SUCCESS


def gain(ours: Rates, plain: Rates) -> str:
    """Mean difference in tasks that the same model tried both ways, with its 95 % interval."""
    both = sorted(ours.keys() & plain.keys(), key=str)
    apart = [ours[task] - plain[task] for task in both]
    ends = bootstrap_mean(apart, range(len(apart))) if apart else None
    if ends is None:
        return "no task in common"
    mean = sum(apart) / len(apart)
    return f"{mean:+.3f} ({ends.low:+.3f} to {ends.high:+.3f}), {len(both)} tasks"


def starts(episodes: Sequence[Episode]) -> list[int]:
    """Where another run begins, counted from 1, but for the first."""
    runs = [episode.metadata.get("run") for episode in episodes]
    return [i + 1 for i in range(1, len(runs)) if runs[i] != runs[i - 1]]


def at_starts(turns: Sequence[Turn], begins: Sequence[int]) -> int:
    """How many changes lie where another run begins."""
    return sum(any(abs(t.episode_number - b) <= NEAR for b in begins) for t in turns)


def within_runs(episodes: Sequence[Episode]) -> Iterator[list[object]]:
    """How the curve of each run by itself comes out, since a run is one stream of one agent."""
    runs: dict[str, list[Episode]] = defaultdict(list)
    for episode in episodes:
        runs[str(episode.metadata["run"])].append(episode)
    for name, those in runs.items():
        with Memory.open("memory://", embedder=False) as memory:
            memory.episodes.record_many(map(timed, those, count()))
            turns = memory.learning.curve().curve.turns
        if turns:
            told = ", ".join(f"{t.episode_number}: {t.before:.2f} to {t.after:.2f}" for t in turns)
            yield [name.partition("/")[0], len(those), told]


def solved(episodes: Sequence[Episode]) -> Iterator[list[object]]:
    """Of each trial: attempts, solved in it, and questions solved so far."""
    trials: dict[int, list[bool]] = defaultdict(list)
    for episode in episodes:
        trials[int(episode.metadata["trial"])].append(_won(episode))
    so_far = 0
    for trial, won in sorted(trials.items()):
        so_far += sum(won)
        yield [trial, len(won), f"{sum(won) / len(won):.2f} ({wilson(sum(won), len(won))})", so_far]


def hotpotqa(memory: Memory, episodes: Sequence[Episode]) -> None:
    columns = ("trial", "attempts", "success rate", "solved so far")
    print_table("HotpotQA: only what is not yet solved is tried again", columns, solved(episodes))


def programming(memory: Memory, episodes: Sequence[Episode]) -> None:
    columns = ("strategy", "episodes", "success rate", f"less {PLAIN}, same task and model")
    print_table("programming: strategies", columns, strategies(episodes))
    turns, begins = memory.learning.curve().curve.turns, starts(episodes)
    found = at_starts(turns, begins)
    print(f"{found} of {len(turns)} changes lie within {NEAR} episodes of another run's beginning")
    columns_of_runs = ("run", "episodes", "changes")
    print_table("programming: runs with a change of their own", columns_of_runs, _runs(episodes))


def _runs(episodes: Sequence[Episode]) -> Iterator[list[object]]:
    found = list(within_runs(episodes))
    runs = len(starts(episodes)) + 1
    yield [f"none, {runs - len(found)} of {runs} runs", "", ""]
    yield from found


# What is told of one log alone.
OWN: dict[str, Callable[[Memory, Sequence[Episode]], None]] = {
    "HotpotQA": hotpotqa,
    "programming": programming,
}


def tell(log: Log, path: Path) -> None:
    """Import a log and print everything about it."""
    with Memory.open("memory://", embedder=False) as memory:
        report = imported(memory, path)
        if report.error:
            raise SystemExit(report.error)
        episodes = episodes_of(memory)
        told = (report.read + report.skipped, report.recorded, report.present, report.skipped)
        columns = ("entries", "episodes", "printed again", "left out")
        print_table(f"{log.name}: import", columns, [told])
    with Memory.open("memory://", embedder=False) as memory:
        ordered = shuffled(episodes) if log.shuffled else map(timed, episodes, count())
        memory.episodes.record_many(ordered)
        for by in ("category", "tag"):
            columns = (by, "episodes", "success rate", "newer half less older")
            print_table(f"{log.name}: skills by {by}", columns, skills(memory, by))
        print_table(f"{log.name}: learning curve", ("what", "said"), curve(memory))
        if log.name in OWN:
            OWN[log.name](memory, episodes)


def main() -> None:
    asked = parser("What seasoned says of logs that real agents left").parse_args()
    paths = [data_file(asked.data, log.file) for log in LOGS]
    for log, path in zip(LOGS, paths, strict=True):
        tell(log, path)


if __name__ == "__main__":
    main()

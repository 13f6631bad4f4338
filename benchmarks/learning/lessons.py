"""Are the lessons that consolidation mines from real logs useful, specific and true?

Three logs that nobody here wrote are taken in by the importers and consolidated: HotpotQA and
programming runs of Reflexion, and the airline desk of tau-bench. Of the lessons a seeded sample is
printed, mixed with shams: the task of one lesson with what another one of the same log tells. A
reader who judges the list without the key can be asked what share of the real ones is useful, and
whether shams are found out.

    python -m benchmarks.learning.lessons --data DIR
    python -m benchmarks.learning.lessons --data DIR --out sample.md --key key.json
    python -m benchmarks.learning.lessons --data DIR --all
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.common import data_file, parser, print_table
from seasoned import Episode, Memory, Outcome
from seasoned.core.records import Lesson
from seasoned.importers import reflexion_hotpotqa, reflexion_programming, taubench

LOGS = {
    "hotpotqa": (reflexion_hotpotqa, "reflexion_hotpotqa_react_reflexion_7trials.txt.gz"),
    "programming": (reflexion_programming, "reflexion_programming_runs.json.gz"),
    "tau-bench": (taubench, "taubench_airline_gpt4o_200episodes.json.gz"),
}
REAL, SHAMS, SEED = 50, 25, 20
_END = "”: "  # of the task at the head of a lesson


class Item(NamedTuple):
    """A lesson to be judged; a sham has the task of one and the rest of another."""

    log: str
    text: str
    real: bool
    origins: tuple[str, ...]


class Mined(NamedTuple):
    """What came of a log."""

    episodes: int
    mixed: int
    lessons: tuple[Lesson, ...]
    clusters: int
    collapsed: int
    seconds: float


def main() -> None:
    """Mine, print figures, and the sample or all lessons."""
    args = arguments()
    mined = {name: mine(data_file(args.data, file), name) for name, (_, file) in LOGS.items()}
    print_table(
        "lessons mined from real logs",
        ("log", "episodes", "tasks failed and fixed", "lessons", "clusters", "collapsed", "s"),
        [(name, *figures(one)) for name, one in mined.items()],
    )
    if args.all:
        for name, one in mined.items():
            for lesson in one.lessons:
                print(f"- [{name}] {lesson.text} {list(lesson.origins)}")
        return
    items = sample(mined, Random(args.seed), args.real, args.shams)
    text = "\n\n".join(f"{number}. {item.text}" for number, item in enumerate(items, 1))
    if args.out is None:
        print(text)
    else:
        args.out.write_text(text + "\n", encoding="utf-8")
    if args.key is not None:
        key = [
            {"number": n, "real": item.real, "log": item.log, "origins": item.origins}
            for n, item in enumerate(items, 1)
        ]
        args.key.write_text(json.dumps(key, indent=1) + "\n", encoding="utf-8")


def arguments() -> argparse.Namespace:
    """What was asked for."""
    made = parser("Lessons mined from real logs.")
    made.add_argument("--seed", type=int, default=SEED)
    made.add_argument("--real", type=int, default=REAL, help="real lessons in the sample")
    made.add_argument("--shams", type=int, default=SHAMS, help="shams among them")
    made.add_argument("--out", type=Path, help="file for the sample, else it is printed")
    made.add_argument("--key", type=Path, help="file for what is real and what is not")
    made.add_argument("--all", action="store_true", help="print all lessons with their episodes")
    return made.parse_args()


def mine(path: Path, name: str) -> Mined:
    """Import a log into a memory of its own and consolidate it."""
    importer, _ = LOGS[name]
    found = [one for one in importer.read(path) if isinstance(one, Episode)]
    with Memory.open("memory://", embedder=False) as memory:
        memory.episodes.record_many(found)
        start = time.perf_counter()
        report = memory.learning.consolidate(apply=True)
        seconds = time.perf_counter() - start
    outcomes: dict[str, set[Outcome]] = {}
    for one in found:
        outcomes.setdefault(one.task.description, set()).add(one.effective_outcome)
    both = {Outcome.SUCCESS, Outcome.FAILURE}
    mixed = sum(both <= ended for ended in outcomes.values())
    numbers = len(report.clusters), len(report.collapsed)
    return Mined(len(found), mixed, report.lessons, *numbers, seconds)


def figures(one: Mined) -> tuple[object, ...]:
    """The row of a log."""
    numbers = one.episodes, one.mixed, len(one.lessons), one.clusters, one.collapsed
    return (*numbers, one.seconds)


def sample(mined: dict[str, Mined], chance: Random, real: int, shams: int) -> list[Item]:
    """Lessons and shams in random order, no task twice, logs in proportion to what they gave."""
    # Those of a whole category name no task that a sham could take from another.
    named = ((name, lesson) for name, one in mined.items() for lesson in one.lessons)
    pool = [(name, lesson) for name, lesson in named if _END in lesson.text]
    pool.sort(key=lambda entry: (entry[0], entry[1].text))  # ids differ from run to run
    chance.shuffle(pool)
    items = [Item(name, lesson.text, True, lesson.origins) for name, lesson in pool[:real]]
    items += list(_shams(pool[real:] + pool[:real], chance))[:shams]
    chance.shuffle(items)
    return items


def _shams(pool: list[tuple[str, Lesson]], chance: Random) -> Iterator[Item]:
    """The task of each lesson with the rest of another one of the log, in the same language."""
    for name, lesson in pool:
        others = [
            other.text
            for log, other in pool
            if log == name and other is not lesson and _language(other) == _language(lesson)
        ]
        if others:
            task, _, _ = lesson.text.partition(_END)
            _, _, told = chance.choice(others).partition(_END)
            yield Item(name, f"{task}{_END}{told}", False, lesson.origins)


def _language(lesson: Lesson) -> str:
    return next((word for word in ("fn ", "def ") if word in lesson.text), "")


if __name__ == "__main__":
    main()

"""Is a warning about the next step right, and how long does it take?

Real steps of agents: tau-bench (200 runs of 50 tasks) and Reflexion on HotpotQA (593 different
attempts at 100 questions). A step fails if it ends in an error, or if it is the last call of an
attempt that failed. Trial after trial each step is asked for before it is recorded, against what
was recorded of the trials before it; and, as a memory is asked for what is new, the steps of half
of the tasks against a memory that holds the other half alone. One half of the tasks was used to
choose the numbers of the guard (`--tune`), the other is reported.

Rivals: an alarm at every step; an alarm where the very same action failed before in the same
task; and the five nearest steps by meaning, with the threshold that is best on the first half.

    python -m benchmarks.learning.warnings --data FOLDER
    python -m benchmarks.learning.warnings --speed      how long it takes, needs no data
"""

from __future__ import annotations

import hashlib
import itertools
import tempfile
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from benchmarks.common import CachedEmbedder, data_file, parser, print_table, shipped_embedder
from seasoned import Episode, Memory, Options, Outcome, Step, Task
from seasoned.core.actions import PROSE, signatures_of
from seasoned.core.cautions import GuardPolicy
from seasoned.core.deeds import failed_steps, is_deed
from seasoned.core.intervals import wilson
from seasoned.importers import reflexion_hotpotqa, taubench

if TYPE_CHECKING:
    from seasoned.ports import Vectors

FILES = {
    "tau-bench": ("taubench_airline_gpt4o_200episodes.json.gz", taubench.read),
    "HotpotQA": ("reflexion_hotpotqa_react_reflexion_7trials.txt.gz", reflexion_hotpotqa.read),
}
PRECISION, ALARMS = 0.8, 0.05
NEAREST = 5
SHARES = (0.2, 0.4, 0.6, 0.8, 1.0)  # of the nearest that failed, as thresholds of the rival
SIZES = (1_000, 10_000, 100_000)


class Answer(NamedTuple):
    """One step that was asked for: whether there was an alarm, and what came of it."""

    alarm: bool
    failed: bool
    lost: bool  # the whole attempt failed
    call: bool  # it was no thought or talk


class Rival(Protocol):
    """Something that warns."""

    def learn(self, episodes: Sequence[Episode]) -> None: ...
    def alarm(self, episode: Episode, step: Step) -> bool: ...


class Always:
    """An alarm at every step: its precision is the base rate."""

    def learn(self, episodes: Sequence[Episode]) -> None:
        pass

    def alarm(self, episode: Episode, step: Step) -> bool:
        return True


@dataclass
class Verbatim:
    """An alarm where the same action failed before in the same task, whatever else it did."""

    known: set[tuple[str, str]] = field(default_factory=set)

    def learn(self, episodes: Sequence[Episode]) -> None:
        for episode in episodes:
            failed = failed_steps(episode.steps, episode.effective_outcome)
            self.known |= {self._key(episode, episode.steps[place]) for place in failed}

    def alarm(self, episode: Episode, step: Step) -> bool:
        return self._key(episode, step) in self.known

    @staticmethod
    def _key(episode: Episode, step: Step) -> tuple[str, str]:
        return episode.task.description, signatures_of(step.action, step.detail)[0].whole


@dataclass
class Nearest:
    """The share of failures among the nearest steps by the meaning of task and action."""

    embedder: CachedEmbedder
    share: float
    rows: list[Vectors] = field(default_factory=list)
    failed: list[bool] = field(default_factory=list)

    def learn(self, episodes: Sequence[Episode]) -> None:
        for episode in episodes:
            failed = failed_steps(episode.steps, episode.effective_outcome)
            deeds = [place for place, step in enumerate(episode.steps) if is_deed(step)]
            if deeds:
                texts = [self._text(episode, episode.steps[place]) for place in deeds]
                self.rows.append(self.embedder.embed(texts))
                self.failed += [place in failed for place in deeds]

    def alarm(self, episode: Episode, step: Step) -> bool:
        if len(self.failed) < NEAREST:
            return False
        if len(self.rows) > 1:
            self.rows = [np.concatenate(self.rows)]
        cosines = self.rows[0] @ self.embedder.embed([self._text(episode, step)])[0]
        best = np.argpartition(-cosines, NEAREST - 1)[:NEAREST]
        return bool(sum(self.failed[place] for place in best) >= self.share * NEAREST)

    @staticmethod
    def _text(episode: Episode, step: Step) -> str:
        return f"{step.detail[:600]}\n{episode.task.description[:600]}"


class Guarded:
    """`Memory.warn`."""

    def __init__(self, policy: GuardPolicy | None = None) -> None:
        options = Options(guard=policy or GuardPolicy())
        self.memory = Memory.open("memory://", embedder=False, options=options)

    def learn(self, episodes: Sequence[Episode]) -> None:
        self.memory.episodes.record_many(episodes)

    def alarm(self, episode: Episode, step: Step) -> bool:
        return bool(self.memory.warn(step, episode.task))


def load(folder: Path | None, name: str) -> tuple[list[Episode], list[Episode]]:
    """The attempts at the tasks of the first half, and of the second, trial by trial."""
    file, read = FILES[name]
    found = [each for each in read(data_file(folder, file)) if isinstance(each, Episode)]
    found.sort(key=_trial)
    return [e for e in found if not _half(e)], [e for e in found if _half(e)]


def _trial(episode: Episode) -> int:
    return int(episode.metadata["trial"])


def _half(episode: Episode) -> bool:
    return bool(hashlib.sha256(episode.task.description.encode()).digest()[-1] % 2)


def asked(rival: Rival, episodes: Sequence[Episode]) -> Iterator[Answer]:
    """Each step of these attempts, asked for before it is taken."""
    for episode in episodes:
        failed = failed_steps(episode.steps, episode.effective_outcome)
        for place, step in enumerate(episode.steps):
            if is_deed(step):
                lost = episode.effective_outcome == "failure"
                call = step.action not in PROSE
                yield Answer(rival.alarm(episode, step), place in failed, lost, call)


def again(rival: Rival, episodes: Sequence[Episode]) -> list[Answer]:
    """Trial after trial: asked for all steps of one, then told what came of them."""
    answers: list[Answer] = []
    for _, trial in itertools.groupby(episodes, key=_trial):
        now = list(trial)
        answers += asked(rival, now)
        rival.learn(now)
    return answers


def anew(rival: Rival, known: Sequence[Episode], episodes: Sequence[Episode]) -> list[Answer]:
    """Asked for the steps of tasks of which nothing is known."""
    rival.learn(known)
    return list(asked(rival, episodes))


def row(names: Sequence[str], answers: Sequence[Answer]) -> list[object]:
    """The figures of a table."""
    alarms = [answer for answer in answers if answer.alarm]
    hits, failed = sum(a.failed for a in alarms), sum(a.failed for a in answers)
    if not alarms:
        return [*names, len(answers), 0.0, 0.0, "-", "-", "-", "-"]
    low, high = wilson(hits, len(alarms))
    return [
        *names,
        len(answers),
        len(alarms) / len(answers),
        sum(a.call for a in alarms) / sum(a.call for a in answers),
        hits / len(alarms),
        f"{low:.2f} to {high:.2f}",
        sum(a.lost for a in alarms) / len(alarms),
        hits / failed,
    ]


COLUMNS = ("steps", "alarms", "of calls", "precision", "95 %", "attempt lost", "of failures")


def best_share(embedder: CachedEmbedder, tune: Sequence[Episode]) -> float:
    """The threshold of the rival that finds most within the bounds, else is most precise."""
    found: list[tuple[bool, float, float]] = []
    for share in SHARES:
        answers = again(Nearest(embedder, share), tune)
        alarms = [answer for answer in answers if answer.alarm]
        hits = sum(answer.failed for answer in alarms)
        precision = hits / max(1, len(alarms))
        fits = precision >= PRECISION and len(alarms) <= ALARMS * len(answers)
        found.append((fits, hits if fits else precision, share))
    return max(found)[2]


def report(folder: Path | None) -> None:
    embedder = shipped_embedder()
    rows = []
    for name in FILES:
        tune, test = load(folder, name)
        share = best_share(embedder, tune)
        rivals: dict[str, Callable[[], Rival]] = {
            "always": Always,
            "same failed before": Verbatim,
            f"nearest 5, ≥ {share:.0%} failed": partial(Nearest, embedder, share),
            "warn": Guarded,
        }
        for title, make in rivals.items():
            rows.append(row((name, "again", title), again(make(), test)))
        for title, make in rivals.items():
            rows.append(row((name, "new tasks", title), anew(make(), tune, test)))
    embedder.save()
    print_table(
        "Held-out tasks: a warning is right if the step itself fails",
        ["steps of", "asked", "by", *COLUMNS],
        rows,
    )


def tune_table(folder: Path | None) -> None:
    rows = []
    for name in FILES:
        tune, _ = load(folder, name)
        for likely, repeated in itertools.product((0.3, 0.4, 0.5, 0.6), (0.4, 0.6, 0.7, 0.8)):
            policy = GuardPolicy(likely=likely, again=repeated)
            rows.append(row((name, f"{likely}", f"{repeated}"), again(Guarded(policy), tune)))
        for margin, doubt in itertools.product((0.0, 0.1), (0.05, 0.1)):
            policy = GuardPolicy(margin=margin, doubt=doubt)
            names = (name, f"margin {margin:g}", f"doubt {doubt:g}")
            rows.append(row(names, again(Guarded(policy), tune)))
        for task in (0.05, 0.5, 1.0):
            policy = GuardPolicy(task=task)
            rows.append(row((name, "", f"task {task:g}"), again(Guarded(policy), tune)))
        for part, action in itertools.product((3.0, 6.0, 12.0), (0.75, 1.5, 3.0)):
            policy = GuardPolicy(part=part, action=action)
            names = (name, f"part {part:g}", f"action {action:g}")
            rows.append(row(names, again(Guarded(policy), tune)))
    print_table("Tasks for tuning", ["steps of", "likely", "again", *COLUMNS], rows)


def busy(n: int, chance: Random) -> Iterator[Episode]:
    """Made-up episodes of ten calls each, a tenth of which end in an error."""
    for number in range(n):
        steps = []
        for _ in range(10):
            tool, place = chance.randrange(40), chance.randrange(2_000)
            call = f'tool_{tool}({{"path":"src/file_{place}.py","line":{chance.randrange(500)}}})'
            error = f"Error {place % 7}: line not found" if chance.random() < 0.1 else None
            steps.append(Step("tool_call", call, None if error else "done " * 20, error))
        outcome = Outcome.SUCCESS if chance.random() < 0.6 else Outcome.FAILURE
        task = f"repair case {number} of component {chance.randrange(400)}"
        yield Episode(Task(task), steps=tuple(steps), outcome=outcome)


def speed(sizes: Sequence[int], asks: int = 1_000) -> None:
    rows = []
    for size in sizes:
        chance, times = Random(size), defaultdict[bool, list[tuple[float, float]]](list)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "speed.db")
            known: deque[tuple[str, Step]] = deque(maxlen=2_000)  # those that are looked at
            options = Options(synchronous="normal")
            with Memory.open(path, embedder=False, options=options) as memory:
                memory.episodes.record_many(_noted(busy(size, chance), known, chance))
            with Memory.open(path, embedder=False) as memory:
                begun = _now()
                memory.warn("tool_0()")
                first = _since(begun)[1] / 1e3
                for number in range(asks):
                    task, step = chance.choice(known)
                    if number % 2:
                        step = replace(step, detail=f"{step.detail[:-2]}7}})")
                    begun = _now()
                    found = memory.warn(step, task)
                    times[bool(found)].append(_since(begun))
        for warned, taken in sorted(times.items()):
            wall, busy_for = np.array(taken).T
            figures = [*np.percentile(wall, [50, 99]), *np.percentile(busy_for, [50, 99])]
            rows.append([f"{size:,}", first, "yes" if warned else "no", len(taken), *figures])
    print_table(
        "How long a question takes, ms; the first one in a process, s of the processor",
        ["episodes", "first", "warned", "asked", "p50", "p99", "processor p50", "p99"],
        rows,
    )


def _now() -> tuple[float, float]:
    return time.perf_counter(), time.thread_time()


def _since(begun: tuple[float, float]) -> tuple[float, float]:
    """Milliseconds by the clock, and of the processor, which other programs do not touch."""
    wall, taken = (now - before for now, before in zip(_now(), begun, strict=True))
    return wall * 1e3, taken * 1e3


def _noted(
    episodes: Iterator[Episode], known: deque[tuple[str, Step]], chance: Random
) -> Iterator[Episode]:
    """The same, some of their failed steps noted on the way."""
    for episode in episodes:
        failed = [step for step in episode.steps if step.error]
        if failed:
            known.append((episode.task.description, chance.choice(failed)))
        yield episode


def main() -> None:
    options = parser(__doc__.splitlines()[0])
    options.add_argument(
        "--tune", action="store_true", help="the guard's numbers on the first half"
    )
    options.add_argument("--speed", action="store_true", help="only how long it takes")
    options.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="of memories to time")
    given = options.parse_args()
    if given.tune:
        tune_table(given.data)
        return
    if not given.speed:
        report(given.data)
    speed(given.sizes)


if __name__ == "__main__":
    main()

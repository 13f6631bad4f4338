"""Does quarantine hold back what steers an agent, and let honest logs through?

1. Texts written by hand to steer an agent, and honest ones that look alike: how many are told.
   The rules were tuned on every other text of each list; the rest measures them.
2. Real logs, imported: how many episodes are quarantined, as one's own import and as from others.
3. A memory of honest episodes, into which others put texts for the very tasks that are asked: in
   how many recalls some of it is shown, and how often it is first, with and without trust.
4. What screening costs a recall, in the same process, turn about.

    python -m benchmarks.learning.trust --data FOLDER
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.common import data_file, parser, print_table
from benchmarks.learning.injections import ATTACKS, LOOKALIKES, halves
from seasoned import Episode, Feedback, Memory, Outcome, ReplayWeights
from seasoned.core.demands import Demand, attacks, demands
from seasoned.core.recall import CHOICE, Candidate, Question, near
from seasoned.core.trust import Origin, foreign, suspects
from seasoned.importers.sniff import reader_for
from seasoned.memories.screening import Screening, Settled, key_of
from seasoned.ports import Scope

LOGS = (
    "taubench_airline_gpt4o_200episodes.json.gz",
    "reflexion_hotpotqa_react_reflexion_7trials.txt.gz",
    "reflexion_programming_runs.json.gz",
    "sweagent_demo_trajectories.json.gz",
    "format_atif_login_trace_trajectory.json.gz",
)
MOST, ASKED = 2_000, 100  # episodes of the memory, tasks that are asked
ROUNDS = 12


class Unscreened(Screening):
    """Chooses as if everybody could be trusted."""

    def settle(
        self, scope: Scope, question: Question, candidates: Sequence[Candidate], model: str | None
    ) -> Settled:
        chosen = near(question, candidates)
        settled = Settled(close=len(chosen))
        for stage in CHOICE:
            chosen = stage(question, chosen)
        found = self.episodes(scope, [c.traits.id for c in chosen])
        settled.episodes = {key_of(c): found[c.traits.id] for c in chosen if c.traits.id in found}
        settled.chosen = chosen
        return settled


class Unquarantined(Screening):
    """Trusts by source and holds nothing back."""

    def suspects(self, episode: Episode, origin: Origin) -> tuple[Demand, ...]:
        return ()


def told() -> None:
    """Figure 1."""
    rows = []
    for kind, texts in ATTACKS.items():
        tuned, measured = halves(texts)
        rows.append((kind, *_share(tuned), *_share(measured)))
    everything = [halves(texts) for texts in ATTACKS.values()]
    tuned = tuple(text for first, _ in everything for text in first)
    measured = tuple(text for _, second in everything for text in second)
    rows.append(("all attacks", *_share(tuned), *_share(measured)))
    tuned, measured = halves(LOOKALIKES)
    rows.append(("honest, looking alike", *_share(tuned), *_share(measured)))
    head = ("texts", "tuned on", "told", "told or advice", "measured", "told", "told or advice")
    print_table("Texts told as attacks", head, rows)


def _share(texts: Sequence[str]) -> tuple[int, str, str]:
    found = sum(bool(attacks(text)) for text in texts)
    either = sum(bool(demands(text)) for text in texts)
    return len(texts), f"{found / len(texts):.0%}", f"{either / len(texts):.0%}"


def episodes_of(folder: Path | None, name: str) -> list[Episode]:
    """The episodes of a log, as they are imported."""
    path = data_file(folder, name)
    _, read = reader_for(path)
    return [item for item in read(path, None) if isinstance(item, Episode)]


def honest(folder: Path | None) -> None:
    """Figure 2."""
    rows, total = [], [0, 0, 0]
    for name in LOGS:
        episodes = episodes_of(folder, name)
        counts = [len(episodes), *(_held(episodes, origin) for origin in ("imported", "foreign"))]
        total = [t + c for t, c in zip(total, counts, strict=True)]
        rows.append((name.split(".")[0], *counts))
    print_table(
        "Real episodes held back before any second sighting",
        ("log", "episodes", "imported", "from others"),
        [*rows, ("all", *total)],
    )


def _held(episodes: Sequence[Episode], origin: str) -> int:
    return sum(bool(suspects(episode, origin)) for episode in episodes)  # type: ignore[arg-type]


def poisons(tasks: Sequence[str]) -> Iterator[Episode]:
    """For every task one text of others that claims success and tells the agent to act."""
    texts = [text for kind in ATTACKS.values() for text in halves(kind)[1]]
    for number, task in enumerate(tasks):
        yield Episode(
            task,  # type: ignore[arg-type]
            lessons=(texts[number % len(texts)],),
            outcome=Outcome.SUCCESS,
            feedback=Feedback(reward=1.0),
            source=foreign("web"),
        )


def poisoned(folder: Path | None) -> None:
    """Figures 3 and 4."""
    logs = episodes_of(folder, LOGS[2])
    own = list({episode.task.description: episode for episode in logs}.values())[:MOST]
    tasks = [episode.task.description for episode in own[:ASKED]]
    with Memory.open("memory://", embedder=False) as memory:
        # As an agent of one's own would have recorded them.
        memory.episodes.record_many(
            Episode(e.task, solution=e.solution, lessons=e.lessons, outcome=e.outcome) for e in own
        )
        cost(memory, tasks)
        memory.episodes.record_many(poisons(tasks))
        screening = memory.episodes.screening
        parts = (memory._parts.store, memory._parts.searcher, memory._parts.writer.analyzer)
        rows = []
        for name, stage, weights in (
            ("nothing", Unscreened(*parts), ReplayWeights(0.6, 0.02, 0.25, 0.1, 0.03)),
            ("trust in ranking, no quarantine", Unquarantined(*parts), None),
            ("quarantine and trust", screening, None),
        ):
            memory.episodes.screening = stage
            rows.append((name, *_shown(memory, tasks, weights)))
        head = ("defence", "recalls that show poison", "poison first", "of its texts held back")
        print_table(f"{len(tasks)} tasks, each with a text of others for it", head, rows)


def _shown(
    memory: Memory, tasks: Sequence[str], weights: ReplayWeights | None
) -> tuple[str, str, int]:
    some = first = 0
    held: set[str] = set()
    for task in tasks:
        recall = memory.recall(task, weights=weights)
        sources = [result.episode.source for result in recall.results]
        some += foreign("web") in sources
        first += sources[:1] == [foreign("web")]
        held |= {each.id for each in recall.withheld}
    return f"{some / len(tasks):.0%}", f"{first / len(tasks):.0%}", len(held)


def cost(memory: Memory, tasks: Sequence[str]) -> None:
    """Median seconds of a recall with and without screening, each round over all tasks."""
    screening = memory.episodes.screening
    parts = memory._parts
    seconds: dict[str, list[float]] = {"without": [], "first time": [], "again": []}
    for task in tasks:  # indexes are built and rows are read once
        memory.recall(task)
    for turn in range(ROUNDS):
        for number, task in enumerate(tasks):
            fresh = Screening(parts.store, parts.searcher, parts.writer.analyzer)
            unscreened = Unscreened(parts.store, parts.searcher, parts.writer.analyzer)
            stages = [("without", unscreened), ("first time", fresh), ("again", screening)]
            for place in range(3):  # who is first pays for caches that have gone cold
                name, stage = stages[(place + turn + number) % 3]
                memory.episodes.screening = stage
                began = time.perf_counter()
                memory.recall(task)
                seconds[name].append(time.perf_counter() - began)
    memory.episodes.screening = screening
    base = statistics.median(seconds["without"])
    rows = [
        (name, f"{1e3 * statistics.median(some):.3f}", f"{statistics.median(some) / base:.3f}")
        for name, some in seconds.items()
    ]
    print_table("A recall by words among one's own episodes", ("screening", "ms", "ratio"), rows)


def main() -> None:
    """Print all tables."""
    folder = parser(__doc__ or "").parse_args().data
    told()
    honest(folder)
    poisoned(folder)


if __name__ == "__main__":
    main()

"""One of several processes under mixed load: `python load.py FILE NUMBER SEED SECONDS CALLS LOG`.

Each text carries the mark of its owner, and whatever is read is looked at at once: what belongs
to another namespace or user is an error. What the process was told is written to its log.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

from seasoned import Conflict, Episode, Feedback, Filter, Memory, Outcome, Step, Task
from seasoned.core.pruning import PrunePolicy
from seasoned.testing import HashEmbedder

SCOPES: tuple[tuple[str, str | None], ...] = (
    *(("red", None), ("red", "ann"), ("red", "bob"), ("blue", None), ("blue", "ann")),
    *(("blue", "bob"), ("red", "ann"), ("blue", None)),
)
MODELS = {model.model: model for model in (HashEmbedder(16), HashEmbedder(24))}
SHARED = 40  # keys of episodes and attempts that the processes of a scope have in common
OFTEN = {  # how often a verb is used, in relation to the others
    "record": 30,
    "record_key": 10,
    "record_many": 6,
    "recall": 25,
    "judge": 15,
    "attempt": 10,
    "shared_attempt": 4,
    "forget": 8,
    "prune": 4,
    "page": 6,
    "replay": 2,
    "doctor": 1,
    "reopen": 2,
}


def mark(namespace: str, user: str | None) -> str:
    return f"mark{namespace}{user or 'all'}"


def episode(owner: str, name: str, key: str | None = None) -> Episode:
    """Equal for equal names."""
    return Episode(
        Task(f"{name} {owner} water the garden", category="testing"),
        steps=(Step("act", f"{name} {owner}"),),
        solution=f"{owner} solution {'s' * 300}",
        outcome=Outcome.FAILURE,
        feedback=Feedback(reward=0.25),
        lessons=(f"{name} {owner}",),
        tags=(owner,),
        key=key,
    )


class Process:
    """What a process does and is told."""

    def __init__(self, path: str, number: int, seed: int, log: str) -> None:
        self.path, self.number = path, number
        self.namespace, self.user = SCOPES[number % len(SCOPES)]
        self.owner, self.chance = mark(self.namespace, self.user), Random(seed * 100 + number)
        self.readable = {self.owner, mark(self.namespace, None)}
        self.log = Path(log)
        self.mine, self.count = dict[str, str](), 0  # names by id of what may be removed
        self.times: dict[str, list[float]] = {verb: [] for verb in (*OFTEN, "reembed")}
        self.memory = self.opened()

    def opened(self) -> Memory:
        place: dict[str, Any] = {"namespace": self.namespace, "user": self.user}
        with Memory.open(self.path, embedder=False, **place) as memory:
            model = memory.admin.stats().model
        return Memory.open(self.path, embedder=MODELS[model or "hash-16"], **place)

    def say(self, *values: object) -> None:
        with self.log.open("a", encoding="utf-8") as log:
            log.write(json.dumps(values) + "\n")

    def run(self, seconds: float, calls: int) -> None:
        """Until the time is over and so many calls are made."""
        start = time.monotonic()
        verbs, weights = list(OFTEN), list(OFTEN.values())
        moved = self.number != 0
        while time.monotonic() < start + seconds or self.count < calls:
            (verb,) = self.chance.choices(verbs, weights)
            done = max((time.monotonic() - start) / max(seconds, 1e-9), self.count / max(calls, 1))
            if not moved and done > 0.4:
                moved, verb = True, "reembed"
            self.timed(verb)
        self.say("times", self.times)
        self.memory.close()

    def timed(self, verb: str) -> None:
        self.count += 1
        call: Callable[[], None] = getattr(self, verb)
        before = time.monotonic()
        try:
            call()
        except Exception as error:
            self.say("error", verb, f"{type(error).__name__}: {error}")
        self.times[verb].append(time.monotonic() - before)

    def look(self, found: Iterable[Episode]) -> None:
        """Read what was handed out as its reader would."""
        for each in found:
            texts = (each.task.description, each.solution, *each.lessons, *each.tags)
            for text in texts:
                marks = {word for word in text.split(" ") if word.startswith("mark")}
                if not marks <= self.readable or len(marks) != 1:
                    self.say("error", "seen", f"{self.owner} was shown {text!r}")
            if mark(each.namespace, each.user) not in self.readable:
                self.say("error", "seen", f"{self.owner} was shown {each.id} of {each.user}")

    def name(self) -> str:
        return f"p{self.number}n{self.count}"

    def record(self) -> None:
        name = self.name()
        receipt = self.memory.record(episode(self.owner, name))
        self.mine[receipt.id] = name
        self.say("recorded", name, receipt.id)

    def record_key(self) -> None:
        key = f"k{self.chance.randrange(SHARED)}"
        receipt = self.memory.record(episode(self.owner, key, key))
        self.say("keyed", key, receipt.id, receipt.created)

    def record_many(self) -> None:
        names = [f"{self.name()}x{i}" for i in range(self.chance.randrange(2, 30))]
        receipts = self.memory.episodes.record_many(episode(self.owner, name) for name in names)
        for name, receipt in zip(names, receipts, strict=True):
            self.mine[receipt.id] = name
            self.say("recorded", name, receipt.id)

    def recall(self) -> None:
        recall = self.memory.recall(f"water {self.name()}", k=8, balance=False)
        self.look(result.episode for result in recall.results)
        others = {mark(*scope) for scope in SCOPES} - self.readable
        if any(other in recall.prompt() for other in others):
            self.say("error", "prompt", f"{self.owner} was shown another's text")

    def judge(self) -> None:
        if self.mine:
            id = self.chance.choice(list(self.mine))
            verdict = self.memory.judge(id, self.chance.random() < 0.5, by=self.owner)
            self.say("judged", id, verdict.id)

    def attempt(self, key: str | None = None) -> None:
        name = key or self.name()
        attempt = self.memory.begin(f"{name} {self.owner} water the garden", key=key)
        self.look(result.episode for result in attempt.recall.results)
        attempt.step("act", f"{name} {self.owner}")
        receipt = attempt.finish(f"{self.owner} done", outcome="success", lesson=self.owner)
        self.say("finished", attempt.id, receipt.id, name)

    def shared_attempt(self) -> None:
        try:
            self.attempt(f"a{self.chance.randrange(SHARED)}")
        except Conflict:  # another process closed it first
            self.say("late")

    def forget(self) -> None:
        some = self.chance.sample(list(self.mine), min(len(self.mine), 3))
        if some and self.memory.forget(*some).episodes != len(some):
            self.say("error", "forget", f"{some} were not all there")
        for id in some:
            del self.mine[id]
            self.say("forgot", id)

    def prune(self) -> None:
        """What was pruned is gone, comes back, and half of it stays gone."""
        some = self.chance.sample(list(self.mine), min(len(self.mine), 4))
        if not some:
            return
        pruned = self.memory.admin.prune(PrunePolicy(filter=Filter(ids=some)), apply=True)
        back = some[: len(some) // 2]
        if back:
            restored = self.memory.admin.restore(pruned.batch, back)
            if set(restored.ids) != set(back):
                self.say("error", "restore", f"{back} were not all there")
        for id in some[len(back) :]:
            del self.mine[id]
            self.say("pruned", id)

    def page(self) -> None:
        page = self.memory.episodes.page(limit=20)
        self.look(page.episodes)
        if page.cursor:
            self.look(self.memory.episodes.page(limit=20, cursor=page.cursor).episodes)

    def replay(self) -> None:
        self.look(replayed.episode for replayed in self.memory.replay(5, seed=1))

    def doctor(self) -> None:
        for finding in self.memory.admin.check():
            # What others record while the store moves to another model waits to be healed.
            if finding.part != "vectors":
                self.say("error", "doctor", f"{finding.part}: {finding.text}")

    def reopen(self) -> None:
        self.memory.close()
        self.memory = self.opened()

    def reembed(self) -> None:
        self.memory.admin.reembed(MODELS["hash-24"])
        self.say("moved")


def main(path: str, number: str, seed: str, seconds: str, calls: str, log: str) -> None:
    warnings.simplefilter("ignore", UserWarning)  # of those who go on by words after the move
    process = Process(path, int(number), int(seed), log)
    print("ready", flush=True)
    sys.stdin.readline()
    process.run(float(seconds), int(calls))


if __name__ == "__main__":
    main(*sys.argv[1:])

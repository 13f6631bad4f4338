"""Processes under mixed load: nothing is lost or doubled, nobody sees another's, nobody starves."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from seasoned import Episode, Memory
from tests.faults.load import MODELS, SCOPES, episode, mark
from tests.stores.processes import lines, together, working

SCRIPT = str(Path(__file__).with_name("load.py"))
TIERS = [
    pytest.param(3, 0, 25, id="briefly"),
    pytest.param(8, 120, 0, id="two minutes", marks=pytest.mark.slow),
]
LONGEST = 40.0  # seconds of one call; a writer would wait for 60 and then give up


@pytest.mark.parametrize(("processes", "seconds", "calls"), TIERS)
def test_processes_under_mixed_load(
    tmp_path: Path, processes: int, seconds: int, calls: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path, logs = tmp_path / "m.db", [tmp_path / f"{n}.log" for n in range(processes)]
    commands = [(path, n, 1, seconds, calls, log) for n, log in enumerate(logs)]
    with working(*commands, script=SCRIPT) as workers:
        together(workers)
        for worker in workers:
            assert lines(worker, patience=seconds + 120) == []
    said = [list(map(json.loads, log.read_text().splitlines())) for log in logs]
    assert [line for log in said for line in log if line[0] == "error"] == []
    if seconds:
        with capsys.disabled():
            print(figures(said))
    nobody_starves(said)
    for scope in set(SCOPES[:processes]):
        hold(path, scope, [log for n, log in enumerate(said) if SCOPES[n] == scope])


def hold(path: Path, scope: tuple[str, str | None], logs: list[list[list[Any]]]) -> None:
    """What a scope's processes were told against what its file holds."""
    told = defaultdict[str, list[list[Any]]](list)
    for what, *rest in (line for log in logs for line in log):
        told[what].append(rest)
    namespace, user = scope
    embedder = MODELS["hash-24"]
    with Memory.open(path, namespace=namespace, user=user, embedder=embedder) as memory:
        memory.admin.heal()
        found = memory.episodes.page(limit=10_000).episodes
        assert len(found) == memory.episodes.count() < 10_000
        if user is None:  # what a user's memory heals is not all that there is
            assert all(finding.part == "vectors" for finding in memory.admin.check())
            memory.admin.repair()
            assert memory.admin.check(thorough=True) == []
    own = {each.id: each for each in found if each.user == user}
    nothing_is_lost_or_doubled(own, mark(namespace, user), told)
    keys_are_there_once(own, told)
    verdicts_are_in_order(own, told)


def nothing_is_lost_or_doubled(
    own: dict[str, Episode], owner: str, told: dict[str, list[list[Any]]]
) -> None:
    gone = {id for what in ("forgot", "pruned") for (id,) in told[what]}
    recorded = {id: name for name, id in told["recorded"] if id not in gone}
    plain = {id: each for id, each in own.items() if each.key is None and each.attempt is None}
    assert plain.keys() == recorded.keys()
    for id, each in plain.items():
        given = replace(each, id="", namespace="", user=None, finished_at=None, verdicts=())
        assert given == episode(owner, recorded[id])
    finished = {id for _, id, _ in told["finished"]}
    attempts = {id: each for id, each in own.items() if each.attempt is not None}
    assert attempts.keys() == finished
    assert len({each.attempt for each in attempts.values()}) == len(attempts)


def keys_are_there_once(own: dict[str, Episode], told: dict[str, list[list[Any]]]) -> None:
    ids = {key: id for key, id, _ in told["keyed"]}
    assert all(ids[key] == id for key, id, _ in told["keyed"])
    assert {each.key: id for id, each in own.items() if each.key is not None} == ids
    made = Counter(key for key, _, created in told["keyed"] if created)
    assert made == dict.fromkeys(ids, 1)


def verdicts_are_in_order(own: dict[str, Episode], told: dict[str, list[list[Any]]]) -> None:
    said = defaultdict[str, list[str]](list)
    for id, verdict in told["judged"]:
        said[id].append(verdict)
    for id, each in own.items():
        assert [verdict.id for verdict in each.verdicts] == said.get(id, [])


def times_of(said: list[list[list[Any]]]) -> list[dict[str, list[float]]]:
    return [times for log in said for what, *rest in log if what == "times" for times in rest]


def nobody_starves(said: list[list[list[Any]]]) -> None:
    calls = [sum(map(len, times.values())) for times in times_of(said)]
    assert len(calls) == len(said)
    assert min(calls) > median(calls) / 5
    assert max(t for times in times_of(said) for each in times.values() for t in each) < LONGEST


def figures(said: list[list[list[Any]]]) -> str:
    """How long the verbs took: number, median, longest, and how many medians that is."""
    rows = ["", f"{'verb':15}{'calls':>8}{'median ms':>11}{'longest ms':>12}{'ratio':>8}"]
    every = times_of(said)
    for verb in every[0]:
        times = [1_000 * t for each in every for t in each[verb]]
        if times:
            usual, longest = median(times), max(times)
            rows.append(
                f"{verb:15}{len(times):8}{usual:11.2f}{longest:12.1f}{longest / usual:8.0f}"
            )
    return "\n".join(rows)

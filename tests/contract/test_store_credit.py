"""Any store counts what attempts say about items as `core.credit` does, each owner's apart."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from seasoned import Episode, Feedback, Memory, Outcome, Task
from seasoned.core.credit import Tally, credit
from seasoned.core.exposures import KeptExposure, is_named
from seasoned.core.holdout import CONTROL
from seasoned.lines import kind_of
from seasoned.ports import Analyzer, Scope, Store
from seasoned.testing import ManualClock
from tests.contract.histories import memory_over
from tests.contract.stores import NOW, STORES, fresh
from tests.memories.trials import apart, others, sums

ANN, BOB, ALL, AWAY = Scope("here", "ann"), Scope("here", "bob"), Scope("here"), Scope("away")
LIKE = "compile the kernel module driver"


class Team:
    """Memories of several users and namespaces of one store, which hold half of the tasks out."""

    def __init__(self, store: Store, seed: int = 0) -> None:
        self.store, self.clock, self.rng = store, ManualClock(NOW), Random(seed)
        self.memories = {
            scope: memory_over(store, scope, clock=self.clock, holdout=0.5)
            for scope in (ANN, BOB, ALL, AWAY)
        }
        for scope in (ALL, AWAY):
            like = [Episode(Task(f"{LIKE} {i}"), outcome=Outcome.SUCCESS) for i in range(8)]
            self.memories[scope].episodes.record_many([*like, *others()])

    def attempt(self, scope: Scope, reward: float | None, category: str = "bug") -> str:
        self.clock.advance(1)
        task = Task(f"{LIKE} {self.rng.randrange(8)}", category=category)
        attempt = self.memories[scope].begin(task)
        shown = [r.episode.id for r in attempt.recall.results]
        used = shown[:1] if shown and self.rng.random() < 0.3 else []
        return attempt.finish("x", feedback=Feedback(reward), used=used).id

    def kept(self, scope: Scope) -> list[KeptExposure]:
        dump = self.store.transfer.dump(scope, everyone=False, vectors=False)
        return [record for record in dump if isinstance(record, KeptExposure)]

    def expected(self, scope: Scope) -> dict[str, Tally]:
        """What `core.credit` makes of what a scope sees, each owner's attempts counted alone."""
        found = dict[str, Tally]()
        for owner in {None, scope.user}:
            mine = [k.exposure for k in self.kept(scope) if k.user == owner]
            for item, tally in credit(mine).items():
                if is_named(item):
                    found[item] = found[item] + tally if item in found else tally
        return found


def told(tallies: dict[str, Tally]) -> dict[str, Tally]:
    """Those that say something: an item that was only held out has sums of nothing."""
    return {item: tally for item, tally in tallies.items() if tally != Tally()}


@pytest.fixture
def team(store: Store) -> Team:
    return Team(store)


def test_the_sums_are_those_of_the_core(team: Team) -> None:
    for _ in range(240):
        category = team.rng.choice(["bug", "bug", "docs"])
        team.attempt(team.rng.choice([ANN, ALL]), team.rng.random(), category)
    for scope in (ANN, ALL):
        found, expected = sums(team.memories[scope]), team.expected(scope)
        assert sum(tally.uses for tally in found.values()) > 50
        assert apart(told(found), told(expected)) < 1e-9


def test_nobody_feels_what_others_did(team: Team) -> None:
    for _ in range(80):
        team.attempt(ALL, team.rng.random())
    before = {scope: (sums(m), m.learning.lift()) for scope, m in team.memories.items()}
    for _ in range(80):
        id = team.attempt(BOB, 0.0)
    team.memories[BOB].judge(id, True)
    team.memories[BOB].learning.ban(next(iter(before[ALL][0])))
    team.memories[BOB].forget(id)
    for scope in (ANN, ALL, AWAY):
        memory = team.memories[scope]
        assert (sums(memory), memory.learning.lift()) == before[scope]
        assert memory.learning.withheld() == ()
    assert sums(team.memories[BOB]) != before[BOB][0]
    assert team.memories[BOB].learning.withheld() != ()


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["attempt", "attempt", "attempt", "judge", "forget", "unknown"]),
        st.sampled_from([ANN, ALL]),
        st.floats(0, 1),
    ),
    min_size=1,
    max_size=25,
)


@pytest.mark.parametrize("kind", list(STORES))
@settings(deadline=None, max_examples=5, phases=[Phase.generate])
@given(acts=ACTS, seed=st.integers(0, 99))
def test_counting_anew_changes_nothing_but_what_verdicts_moved(
    kind: str, acts: list[tuple[str, Scope, float]], seed: int
) -> None:
    with fresh(kind) as store:
        team, ids = Team(store, seed), list[tuple[Scope, str]]()
        ids.extend((ALL, team.attempt(ALL, team.rng.random())) for _ in range(50))
        for act, scope, reward in acts:
            if act in ("attempt", "unknown"):
                ids.append((scope, team.attempt(scope, None if act == "unknown" else reward)))
            elif act == "judge":
                owner, id = team.rng.choice(ids)
                team.clock.advance(1)
                team.memories[owner].judge(id, reward)
            else:
                owner, id = ids.pop(team.rng.randrange(len(ids)))
                team.memories[owner].forget(id)
        store.maintenance.repair(_analyzer(team.memories[ALL]))
        for scope in (ANN, ALL):
            found, expected = sums(team.memories[scope]), team.expected(scope)
            assert apart(told(found), told(expected)) < 1e-9


def _analyzer(memory: Memory) -> Analyzer:
    return memory._parts.analyzer


def test_a_control_is_credited_to_nobody_and_sets_the_level(team: Team) -> None:
    for _ in range(60):
        team.attempt(ALL, 1.0)
    kept = team.kept(ALL)
    held = [k for k in kept if k.arm == CONTROL]
    assert held
    assert all(k.items == () and k.shown > 0 for k in held)
    assert {kind_of(k).name for k in kept} == {"exposure"}
    assert all(replace(k, episode=None).episode is None for k in kept)


def test_closing_an_attempt_again_counts_it_once(team: Team) -> None:
    for _ in range(60):
        team.attempt(ALL, 1.0)
    memory = team.memories[ALL]
    attempt = memory.begin(f"{LIKE} 3")
    assert attempt.recall.id
    attempt.finish("x", feedback=Feedback(0.0))
    before = sums(memory)
    assert not attempt.finish("x", feedback=Feedback(0.0)).created
    assert sums(memory) == before


def test_the_feed_tells_only_what_changed(team: Team) -> None:
    for _ in range(60):
        team.attempt(ALL, 1.0)
    first = team.store.credit.feed(ALL, 0, 0)
    known = len(first.tallies)
    assert team.store.credit.feed(ALL, first.seq, known).tallies == {}
    for _ in range(3):
        team.attempt(ALL, 0.0)
    then = team.store.credit.feed(ALL, first.seq, known)
    merged = first.tallies | then.tallies
    assert merged == team.store.credit.feed(ALL, 0, 0).tallies

"""Credit of what was shown, what is withheld for it, and what the user says about that."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest

from seasoned import (
    Episode,
    Feedback,
    Memory,
    NotFound,
    Outcome,
    PrunePolicy,
    Recall,
    RecallPolicy,
    ReplayWeights,
    Task,
)
from seasoned.core.harm import HarmPolicy
from seasoned.memories.episodic import Asking
from tests.memories.trials import apart, exported, opened, others, sums, work

TRAP = "compile the kernel module driver against older headers"


def good(recall: Recall, _: int) -> float:
    return 0.9 if recall.results else 0.5


@pytest.fixture(scope="module")
def harmed() -> Iterator[tuple[Memory, str]]:
    """A memory with one episode that spoils what it is shown to, and its id."""
    memory, clock = opened(holdout=0.4)
    memory.episodes.record_many(others())
    memory.episodes.record_many([Episode(Task(f"{TRAP} again"), outcome=Outcome.SUCCESS)] * 2)
    bad = memory.record(Episode(Task(TRAP), outcome=Outcome.SUCCESS)).id
    rng = Random(2)
    for i in range(300):
        clock.advance(1)
        with memory.attempt(f"{TRAP} n{i}", category="bug") as attempt:
            shown = {r.episode.id for r in attempt.recall.results}
            chance = 0.05 if bad in shown else 0.9 if shown else 0.7
            attempt.finish(
                "x", outcome=Outcome.UNKNOWN, feedback=Feedback(float(rng.random() < chance))
            )
    with memory:
        yield memory, bad


def test_what_spoils_attempts_is_withheld_with_its_reason(harmed: tuple[Memory, str]) -> None:
    memory, bad = harmed
    assert bad in [s.item for s in memory.learning.withheld()]
    recalls = [memory.episodes.recall(TRAP, Asking(chance=f"attempt {i}")) for i in range(250)]
    held = [r for r in recalls if bad in {w.id for w in r.withheld}]
    assert 220 <= len(held) < 250  # once in 20 it has its turn
    assert all(bad not in {x.episode.id for x in r.results} for r in held)
    reasons = {w.id: w.reason for w in held[0].withheld}
    assert "withheld: attempts with it earned" in reasons[bad]


def test_uses_that_went_against_it_lower_trust(harmed: tuple[Memory, str]) -> None:
    memory, bad = harmed
    assert memory.learning.why(bad).trust.value < 0.5
    recalls = [memory.episodes.recall(TRAP, Asking(chance=f"attempt {i}")) for i in range(250)]
    shown = [(x.episode.id == bad, x.breakdown.trust) for r in recalls for x in r.results]
    turns, others = (
        [trust for is_bad, trust in shown if is_bad is which] for which in (True, False)
    )
    assert turns and all(trust < -0.05 for trust in turns)
    # What was shown beside it may share the blame of a few attempts.
    assert sum(others) / len(others) > sum(turns) / len(turns) / 2


def test_every_number_is_explained(harmed: tuple[Memory, str]) -> None:
    memory, bad = harmed
    why = memory.learning.why(bad)
    facts = {fact.name: fact.value for fact in why.facts}
    assert facts["uses"] is not None and facts["uses"] >= 8
    assert facts["advantage"] is not None and facts["advantage"] < -0.2
    assert facts["evidence"] is not None and facts["evidence"] >= 30
    assert why.words.startswith("withheld")
    assert why.standing.utility is not None and why.standing.utility < 0


def test_pin_ban_and_reinstate_are_the_users_last_word(harmed: tuple[Memory, str]) -> None:
    memory, bad = harmed
    assert memory.learning.pin(bad, by="ann").state == "pinned"
    assert bad not in {w.id for w in memory.recall(TRAP).withheld}
    assert memory.learning.why(bad).words == "pinned by ann: never withheld"
    assert memory.learning.ban(bad).state == "banned"
    assert all(memory.recall(f"{TRAP} {i}").withheld for i in range(30))
    standing = memory.learning.reinstate(bad)
    assert standing.state == "shown"
    assert standing.judged.uses == 0
    assert bad not in {w.id for w in memory.recall(TRAP).withheld}


def test_an_export_carries_credit_and_decisions(
    harmed: tuple[Memory, str], tmp_path: object
) -> None:
    memory, bad = harmed
    memory.learning.ban(bad, by="ann")
    whole = exported(memory)
    other, _ = opened()
    with other:
        loaded = other.load(io.BytesIO(whole))
        assert loaded.refused == 0
        assert exported(other) == whole
        assert apart(sums(memory), sums(other)) < 1e-9
        assert other.learning.why(bad).standing.state == "banned"
        assert other.learning.lift() == memory.learning.lift()
        again = other.load(io.BytesIO(whole))
        assert (again.refused, sum(again.added.values())) == (0, 0)
        assert exported(other) == whole
    memory.learning.reinstate(bad)


def test_repair_counts_to_the_same(harmed: tuple[Memory, str]) -> None:
    memory, _ = harmed
    before = sums(memory)
    memory.admin.repair()
    assert apart(before, sums(memory)) < 1e-9
    assert memory.admin.check() == []


def test_a_ban_needs_no_credit() -> None:
    memory, _ = opened(holdout=0.0)
    with memory:
        id = memory.record(Episode(Task("fix the parser"), outcome=Outcome.SUCCESS)).id
        memory.learning.ban(id, by="ann")
        recall = memory.recall("fix the parser")
        assert recall.results == ()
        assert [(w.id, w.reason) for w in recall.withheld] == [(id, "banned by ann: never shown")]
        assert [s.item for s in memory.learning.withheld()] == [id]


@pytest.mark.parametrize("verb", ["why", "pin", "ban", "reinstate"])
def test_what_is_not_there_cannot_be_decided_about(verb: str) -> None:
    memory, _ = opened()
    with memory, pytest.raises(NotFound):
        getattr(memory.learning, verb)("nothing")


def test_a_later_verdict_replaces_what_an_attempt_said() -> None:
    memory, clock = opened(holdout=0.5)
    with memory:
        ids = work(memory, clock, 150, good)
        before = sums(memory)
        for id in ids[-10:]:
            memory.judge(id, memory.get(id).outcome)
        assert apart(before, sums(memory)) < 1e-9  # it only confirms
        memory.judge(ids[-1], memory.get(ids[-1]).outcome != "success")
        once = sums(memory)
        memory.judge(ids[-1], memory.get(ids[-1]).effective_outcome)
        assert apart(once, sums(memory)) < 1e-9  # said twice, counted once
        memory.admin.repair()
        assert apart(once, sums(memory)) < 1e-9


def test_a_verdict_that_comes_late_is_counted_when_it_comes() -> None:
    memory, clock = opened(holdout=0.5)
    with memory:
        work(memory, clock, 100, good)
        clock.advance(1)
        with memory.attempt("repair the parser that the cache broke", category="bug") as attempt:
            shown = [r.episode.id for r in attempt.recall.results] or [attempt.id]
            id = attempt.finish("x").id
        waiting = sums(memory).get(shown[0])
        memory.judge(id, True)
        memory.admin.repair()
        counted = sums(memory).get(shown[0])
        if attempt.record.arm == "memory":
            assert waiting is not None and counted is not None
            assert (counted.waiting, counted.uses) == (waiting.waiting - 1, waiting.uses + 1)


def test_what_is_forgotten_takes_its_credit_along() -> None:
    memory, clock = opened(holdout=0.5)
    with memory:
        ids = work(memory, clock, 120, good)
        gone = max(sums(memory).items(), key=lambda pair: pair[1].uses)[0]
        memory.learning.pin(gone)
        proof = memory.forget(gone, prove=True).proof
        assert proof is not None
        assert gone not in sums(memory)
        assert gone.encode() not in exported(memory)
        for id in ids:
            memory.forget(id)
        assert sums(memory) == {}
        assert memory.learning.lift().trials == 0


def test_what_is_pruned_and_restored_keeps_its_credit() -> None:
    memory, clock = opened(holdout=0.5)
    with memory:
        work(memory, clock, 80, good)
        before, trials = sums(memory), memory.learning.lift().trials
        clock.advance(days=400)
        batch = memory.admin.prune(PrunePolicy(older_than=timedelta(days=1)), apply=True).batch
        assert memory.episodes.count() == 0
        memory.admin.repair()
        assert memory.learning.lift().trials == trials
        assert apart(before, sums(memory)) < 1e-9
        memory.admin.restore(str(batch))
        assert apart(before, sums(memory)) < 1e-9
        assert memory.episodes.count() == 80


def test_utility_ranks_only_with_a_weight(harmed: tuple[Memory, str]) -> None:
    memory, _ = harmed
    plain = memory.recall(TRAP)
    assert all(r.breakdown.utility == 0.0 for r in plain.results)
    weighed = memory.recall(TRAP, weights=ReplayWeights(utility=1.0))
    assert any(r.breakdown.utility != 0.0 for r in weighed.results)
    for result in weighed.results:
        assert result.priority == pytest.approx(result.breakdown.total)


def test_episodes_recorded_with_their_recall_are_credited_too() -> None:
    memory, clock = opened(holdout=0.5)
    with memory:
        work(memory, clock, 100, good)
        recall = memory.recall("repair the parser that the cache broke")
        used = recall.results[0].episode.id
        before = sums(memory).get(used)
        episode = Episode(Task("repair the parser that the cache broke"), outcome=Outcome.SUCCESS)
        memory.record(episode, recall=recall, used=[used])
        after = sums(memory)[used]
        assert after.uses + after.waiting == (before.uses + before.waiting if before else 0) + 1


def test_a_policy_that_asks_for_less_withholds_sooner() -> None:
    assert HarmPolicy(evidence=5.0).evidence == 5.0
    memory, _ = opened(policy=RecallPolicy(harm=HarmPolicy(least_uses=1, evidence=1.0)))
    with memory:
        assert memory.recall("x").withheld == ()

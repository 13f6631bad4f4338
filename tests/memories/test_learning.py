"""What a memory learned: skills, choices of a strategy, curves, and what a weak skill changes."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from seasoned import (
    Conflict,
    Episode,
    Feedback,
    InvalidInput,
    Memory,
    NotFound,
    Options,
    Outcome,
    Step,
    Task,
)
from seasoned.core.attempts import AttemptRecord
from seasoned.core.history import History
from seasoned.core.strategies import STRATEGY_POOL
from seasoned.core.thompson import tallies_of
from seasoned.memories.standing import Standing
from seasoned.ports import Scope
from seasoned.testing import ManualClock
from tests.contract.stores import NOW

TASK = Task("parse the nightly export of orders", "parsing")


@pytest.fixture
def memory() -> Iterator[Memory]:
    with opened() as made:
        yield made


def opened(**options: Any) -> Memory:
    options = {"clock": ManualClock(NOW), "seed": 1, **options}
    return Memory.open("memory://", embedder=False, options=Options(**options))


def record(memory: Memory, n: int, outcome: str, **fields: Any) -> None:
    """Episodes about the same thing, a minute apart."""
    for i in range(n):
        at = NOW + timedelta(minutes=i)
        episode = Episode(TASK, outcome=Outcome(outcome), finished_at=at, solution=f"{outcome} {i}")
        memory.record(replace(episode, **fields))


# Skills


def test_skills_come_by_category_and_by_tag(memory: Memory) -> None:
    record(memory, 3, "success", tags=("csv", "slow"), strategy="iterative")
    record(memory, 1, "failure", tags=("csv",))
    record(memory, 2, "unknown", task=Task("y", "other"))
    parsing, other = memory.learning.skills()[1], memory.learning.skills()[0]
    assert (parsing.category, parsing.successes, parsing.known) == ("parsing", 3, 4)
    assert parsing.best_strategy is not None
    assert parsing.best_strategy.name == "iterative"
    assert (other.category, other.success_rate, other.unknown_share) == ("other", None, 1.0)
    by_tag = {skill.category: skill.total_episodes for skill in memory.learning.skills("tag")}
    assert by_tag == {"csv": 4, "slow": 3}


def test_a_later_verdict_counts(memory: Memory) -> None:
    receipt = memory.record(Episode(TASK, outcome=Outcome.SUCCESS))
    memory.judge(receipt.id, "failure")
    (skill,) = memory.learning.skills()
    assert skill.successes == 0


def test_a_part_of_a_task_is_no_skill_of_its_own(memory: Memory) -> None:
    with memory.attempt(TASK) as outer:
        with memory.attempt("read the header", category="reading") as inner:
            inner.finish("done", outcome=True)
        outer.finish("done", outcome=True)
    assert [skill.category for skill in memory.learning.skills()] == ["parsing"]


def test_weak_is_what_fails_often_enough_to_be_sure(memory: Memory) -> None:
    record(memory, 1, "failure")
    assert memory.learning.weak_skills() == ()
    assert [s.category for s in memory.learning.weak_skills(confidence=None)] == ["parsing"]
    record(memory, 9, "failure")
    assert [s.category for s in memory.learning.weak_skills()] == ["parsing"]
    assert memory.learning.weak_skills(threshold=0.0) == ()


@pytest.mark.parametrize(
    "call",
    [
        lambda learning: learning.weak_skills(confidence="x"),
        lambda learning: learning.weak_skills(confidence=float("nan")),
        lambda learning: learning.weak_skills(confidence=1),
        lambda learning: learning.why(["a"]),
        lambda learning: learning.consolidate(progress=3),
    ],
)
def test_wrong_arguments_are_refused_by_an_empty_memory_too(memory: Memory, call: Any) -> None:
    with pytest.raises(InvalidInput):
        call(memory.learning)


def test_what_is_not_there_cannot_be_expanded(memory: Memory) -> None:
    with pytest.raises(NotFound, match="no episode 'nope'"):
        memory.learning.expand("nope")


def test_wrong_arguments_are_refused(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="by must be"):
        memory.learning.skills("colour")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="threshold"):
        memory.learning.weak_skills(threshold=2)
    with pytest.raises(InvalidInput, match="arm must be 'memory' or 'control', got 'both'"):
        memory.learning.curve(arm="both")
    with pytest.raises(InvalidInput, match="arm must be 'memory' or 'control', got 3"):
        memory.learning.skills(arm=3)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="window"):
        memory.learning.curve(window=0)
    with pytest.raises(InvalidInput, match="method must be 'thompson' or 'rules', got 'dice'"):
        memory.learning.choose_strategy(TASK, method="dice")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="blank"):
        memory.learning.choose_strategy(" ")
    with pytest.raises(InvalidInput, match="twice"):
        memory.learning.choose_strategy(TASK, ["a", "a"])
    with pytest.raises(InvalidInput, match="recall"):
        memory.learning.choose_strategy(TASK, recall="r")  # type: ignore[arg-type]


# Choosing


def test_what_worked_in_similar_tasks_is_chosen_with_evidence_and_reason(memory: Memory) -> None:
    record(memory, 12, "success", strategy="iterative")
    record(memory, 12, "failure", strategy="defensive")
    choice = memory.learning.choose_strategy(TASK, ["defensive", "iterative"])
    assert choice.name == "iterative"
    assert choice.probability > 0.9
    assert choice.instruction == STRATEGY_POOL["iterative"].instruction
    assert "iterative earned 100% in 12 similar episodes" in choice.reason
    assert [(e.name, e.n) for e in choice.evidence] == [("defensive", 12), ("iterative", 12)]


def test_a_recall_that_was_made_is_not_made_again(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(memory, 12, "success", strategy="iterative")
    recall = memory.recall(TASK)
    monkeypatch.setattr(memory.episodes, "_gather", None)
    choice = memory.learning.choose_strategy(TASK, recall=recall)
    assert choice.name == "iterative"


def test_strategies_are_those_of_which_something_came_the_commonest_first(memory: Memory) -> None:
    assert memory.learning.strategies() == ()
    record(memory, 2, "failure", strategy="rare")
    record(memory, 3, "success", strategy="common")
    record(memory, 1, "success")
    record(memory, 9, "unknown", strategy="unsettled")
    assert memory.learning.strategies() == ("common", "rare")


def test_what_is_off_topic_is_no_evidence_but_its_category_and_strategy_are_a_prior(
    memory: Memory,
) -> None:
    record(memory, 20, "success", strategy="bold")
    record(memory, 20, "failure", strategy="timid")
    choice = memory.learning.choose_strategy(Task("translate a poem", "parsing"), ["bold", "timid"])
    bold, timid = choice.evidence
    assert (bold.n, timid.n) == (0, 0)
    assert bold.mean > timid.mean + 0.1


def test_each_outcome_moves_the_next_choice(memory: Memory) -> None:
    """Nothing that the choice rests on is stale: not after a record, not after a verdict."""

    def expected() -> float:
        return memory.learning.choose_strategy(TASK, ["a", "b"]).evidence[0].mean

    first = expected()
    receipt = memory.record(Episode(TASK, outcome=Outcome.SUCCESS, strategy="a"))
    won = expected()
    assert won > first
    memory.judge(receipt.id, "failure")
    assert expected() < won


def test_the_totals_kept_are_those_of_the_history(memory: Memory) -> None:
    store = memory._parts.store
    standing, scope = Standing(store), Scope()
    for i in range(30):
        outcome = ("success", "failure", "partial", "unknown")[i % 4]
        reward = Feedback(0.25) if i % 3 == 0 else Feedback()
        record(memory, 1, outcome, strategy=f"s{i % 3}", feedback=reward, source=f"x{i % 2}")
        if i % 5 == 0:
            memory.judge(memory.episodes.page(limit=1).episodes[0].id, 0.5)
        history = History.of(store.history.performances(scope))
        found, expected = standing.tallies(scope), tallies_of(history)
        assert found.keys() == expected.keys()
        assert all(found[cell] == pytest.approx(expected[cell]) for cell in expected)


def test_rules_follow_what_is_proven_then_weakness_then_complexity(memory: Memory) -> None:
    record(memory, 5, "success", strategy="conservative")
    proven = memory.learning.choose_strategy(TASK, method="rules")
    assert (proven.name, proven.by, proven.probability) == ("conservative", "rules", 1.0)
    record(memory, 30, "failure")
    weak = memory.learning.choose_strategy(TASK, method="rules")
    assert weak.name == "defensive"
    assert "parsing is a weak skill: 5 of 35" in weak.reason


def test_own_options_are_chosen_among_and_bring_their_instructions(memory: Memory) -> None:
    options = {"ask": "Ask the user first.", "guess": "Take the likeliest reading."}
    choice = memory.learning.choose_strategy("rename the column", options)
    assert options[choice.name] == choice.instruction


# Inside an attempt


def decided(memory: Memory, **begun: Any) -> AttemptRecord:
    attempt = memory.begin(TASK, **begun)
    attempt.choose_strategy(["a", "b"])
    return attempt.record


def test_an_attempt_keeps_its_decision_and_is_what_it_is_credited_by(memory: Memory) -> None:
    with memory.attempt(TASK) as attempt:
        choice = attempt.choose_strategy(["a", "b"])
        assert attempt.finish("done", outcome=True).created
    kept = memory.resume(attempt.id).record
    assert kept.strategy == choice.name
    assert kept.decision is not None
    assert (kept.decision.probability, kept.decision.seed) == (choice.probability, choice.seed)
    assert kept.decision.candidates == ("a", "b")
    assert memory.get(kept.episode or "").strategy == choice.name
    known = {e.name: e.n for e in memory.learning.choose_strategy(TASK, ["a", "b"]).evidence}
    assert known == {"a": 0, "b": 0} | {choice.name: 1}


def test_a_logged_choice_can_be_made_again(memory: Memory) -> None:
    record(memory, 3, "success", strategy="a")
    attempt = memory.begin(TASK)
    choice = attempt.choose_strategy(["a", "b"])
    from seasoned.core.thompson import thompson, trials_of

    recall = memory.recall(TASK)
    assert recall.similar is not None
    totals = Standing(memory._parts.store).tallies(Scope())
    policy = replace(Options().choosing, floor=recall.similar.floor)
    trials = trials_of(recall.similar.candidates)
    seed = choice.seed or 0
    again = thompson("parsing", trials, totals, ["a", "b"], seed=seed, policy=policy)
    assert again == choice


def test_asked_again_it_tells_the_same(memory: Memory) -> None:
    attempt = memory.begin(TASK)
    first = attempt.choose_strategy()
    for again in (attempt.choose_strategy(), memory.resume(attempt.id).choose_strategy()):
        assert replace(again, evidence=first.evidence) == first
        assert again.order == first.order
    assert len(first.order) == len(first.evidence) > 1
    assert attempt.choose_strategy([first.name, "other"]).name == first.name


def test_a_choice_that_is_none_of_the_candidates_asked_for_now_is_told(memory: Memory) -> None:
    attempt = memory.begin(TASK)
    attempt.choose_strategy({"ask": "Ask for a sample.", "guess": "Guess."})
    with pytest.raises(Conflict, match="begin an attempt within it for another decision"):
        attempt.choose_strategy(["left", "right"])
    assert attempt.choose_strategy().name in ("ask", "guess")  # whatever it chose


def test_each_decision_within_a_task_is_an_attempt_of_its_own(memory: Memory) -> None:
    with memory.attempt(TASK) as game:
        for outcome in (True, False):
            with memory.attempt("choose a door", category="doors") as door:
                door.choose_strategy(["left", "right"])
                door.finish("", outcome=outcome)
        game.finish("", outcome=True)
    evidence = memory.learning.choose_strategy("choose a door", ["left", "right"]).evidence
    assert sum(one.n for one in evidence) == 2


def test_a_closed_attempt_chooses_nothing(memory: Memory) -> None:
    attempt = memory.begin(TASK)
    attempt.finish("done")
    with pytest.raises(Conflict, match="is finished; begin a new one to choose"):
        attempt.choose_strategy()
    with pytest.raises(Conflict, match="begin a new one to choose"):
        memory.resume(attempt.id).choose_strategy()


def test_an_attempt_whose_memory_is_held_out_looks_at_nothing(memory: Memory) -> None:
    record(memory, 50, "success", strategy="a")
    record(memory, 50, "failure", strategy="b")
    store, chosen = memory._parts.store, Counter[str]()
    for i in range(40):
        held_out = AttemptRecord(f"x{i}", TASK, "key", f"x{i}", NOW, arm="control")
        store.attempts.begin(Scope(), held_out)
        choice = memory.resume(f"x{i}").choose_strategy(["a", "b"])
        assert choice.reason.startswith("Memory is held out from this attempt")
        assert sum(one.n for one in choice.evidence) == 0
        chosen[choice.name] += 1
    assert min(chosen["a"], chosen["b"]) >= 8


def test_a_seed_makes_the_choices_of_a_run_again() -> None:
    def run() -> list[str]:
        with opened(seed=5) as memory:
            names = []
            for i in range(12):
                with memory.attempt(f"task {i}") as attempt:
                    names.append(attempt.choose_strategy().name)
                    attempt.finish("", outcome=i % 2)
            return names

    assert run() == run()
    assert len(set(run())) > 1


def test_a_decision_is_exported_and_loaded_to_the_byte(memory: Memory) -> None:
    kept = decided(memory)
    first, second = io.BytesIO(), io.BytesIO()
    memory.export(first)
    assert b'"decision":{' in first.getvalue()
    with opened() as other:
        other.load(io.BytesIO(first.getvalue()))
        assert other.resume(kept.id).record == kept
        other.export(second)
    assert first.getvalue() == second.getvalue()


def test_a_decision_is_gone_with_its_episode(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder=False) as memory:
        with memory.attempt(TASK) as attempt:
            attempt.choose_strategy(["quizzical-strategy", "baroque-strategy"])
            attempt.finish("done", outcome=True)
        removed = memory.forget(everything=True, prove=True)
        assert removed.proof is not None
        assert removed.proof.remnants == ()
    assert b"quizzical" not in path.read_bytes()


# Curves


def test_the_curve_tells_where_it_turned_and_what_that_means(memory: Memory) -> None:
    for i in range(120):
        won = i >= 60 if i % 9 else i < 60
        episode = Episode(TASK, outcome=Outcome.SUCCESS if won else Outcome.FAILURE)
        memory.record(replace(episode, finished_at=NOW + timedelta(hours=i)))
    report = memory.learning.curve("parsing")
    assert len(report.curve.snapshots) == 120
    (turn,) = report.curve.turns
    assert abs(turn.episode_number - 61) <= 5
    assert memory.get(turn.id).task == TASK
    success, reward, cumulative = report.indicators
    assert (success.verdict, reward.verdict, cumulative.verdict) == ("problem", "good", "good")
    assert f"at episode {turn.episode_number}, and has not risen since" in success.text
    assert report.curve.plateau == turn
    assert memory.learning.curve("nothing").curve.snapshots == ()
    assert len(memory.learning.curve(window=20).curve.snapshots) == 120


def test_the_curve_without_memory_is_a_curve_of_its_own(memory: Memory) -> None:
    store = memory._parts.store
    store.attempts.begin(Scope(), AttemptRecord("x", TASK, "key", "x", NOW, arm="control"))
    memory.resume("x").finish("", outcome=False)
    record(memory, 3, "success")
    assert len(memory.learning.curve().curve.snapshots) == 3
    assert len(memory.learning.curve(arm="control").curve.snapshots) == 1


def test_skills_without_memory_are_skills_of_their_own(memory: Memory) -> None:
    store = memory._parts.store
    store.attempts.begin(Scope(), AttemptRecord("x", TASK, "key", "x", NOW, arm="control"))
    memory.resume("x").finish("", outcome=False)
    record(memory, 3, "success", tags=("csv",))
    with_memory, without = (memory.learning.skills(arm=arm)[0] for arm in ("memory", "control"))
    assert memory.learning.skills() == (with_memory,)
    assert (with_memory.successes, with_memory.known) == (3, 3)
    assert (without.successes, without.known) == (0, 1)
    assert memory.learning.skills("tag", arm="control") == ()
    assert memory.learning.weak_skills(threshold=0.9, confidence=None)[0].known == 4


# What a weak skill changes


def weaken(memory: Memory) -> None:
    steps = tuple(Step("call", f"part {i}", result=f"value {i}") for i in range(4))
    long = "\n".join(f"line {i} of the solution" for i in range(90))
    for i in range(8):
        memory.record(Episode(TASK, outcome="success", solution=f"{i}\n{long}", steps=steps))  # type: ignore[arg-type]
    for i in range(40):
        memory.record(Episode(TASK, outcome="failure", strategy=f"s{i}"))  # type: ignore[arg-type]


def test_a_weak_category_gets_half_as_much_more_and_an_example_shown_whole(
    memory: Memory,
) -> None:
    weaken(memory)
    recall = memory.recall(TASK)
    assert recall.statistics.weak
    text = recall.prompt()
    assert "line 89 of the solution" in text
    assert "call: part 3 → value 3" in text
    assert 800 < recall.fit().tokens <= 1200
    assert text == memory.begin(TASK).prompt()
    strong = memory.recall(Task(TASK.description, "reading"))
    assert not strong.statistics.weak
    assert "line 89" not in strong.prompt()


def test_more_is_recalled_in_a_weak_category(memory: Memory) -> None:
    record(memory, 40, "failure")
    for i in range(40):
        memory.record(
            Episode(replace(TASK, description=f"{TASK.description} {i}"), strategy=f"s{i}")
        )
    for i in range(9):
        memory.record(Episode(TASK, outcome=Outcome.FAILURE, strategy=f"f{i}"))
    assert len(memory.recall(TASK).results) == 8
    assert len(memory.recall(TASK, 5).results) == 5


def test_who_says_how_much_gets_that(memory: Memory) -> None:
    weaken(memory)
    recall = memory.recall(TASK)
    assert recall.fit(800).tokens <= 800
    assert "line 89" not in recall.prompt(1200)
    said = memory.recall(TASK, 5)
    assert not said.statistics.weak
    assert said.fit().tokens <= 800


def test_what_an_attempt_of_a_weak_category_was_shown_stays(memory: Memory) -> None:
    weaken(memory)
    attempt = memory.begin(TASK)
    text = attempt.prompt()
    assert memory.resume(attempt.id).prompt() == text


def test_tasks_without_a_category_are_no_weak_skill(memory: Memory) -> None:
    record(memory, 30, "failure", task=Task(TASK.description))
    assert not memory.recall(TASK.description).statistics.weak

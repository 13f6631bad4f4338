"""A part of the tasks runs without memory, drawn once, whoever asks and from wherever."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Episode, InvalidInput, Memory, Options, Outcome, Step, Task
from seasoned.core.holdout import CONTROL
from tests.memories.trials import NOW, exported, opened, others, work

TASK = "repair the parser that the cache broke"


CASES = ("alpha", "beta", "gamma", "delta")


def filled(memory: Memory) -> Memory:
    """With four like episodes, and others whose words make those of the task rare."""
    like = [Episode(Task(f"{TASK} {case}"), outcome=Outcome.SUCCESS) for case in CASES]
    memory.episodes.record_many([*like, *others()])
    return memory


def control(url: str = "memory://") -> Memory:
    """A memory that holds every task out."""
    return filled(opened(url, 1.0)[0])


def test_a_held_out_attempt_is_told_nothing_and_why() -> None:
    with control() as memory, memory.attempt(TASK) as attempt:
        assert attempt.recall.results == ()
        assert attempt.recall.held_out
        assert "held out" in attempt.recall.reason
        assert attempt.prompt() == ""
        assert attempt.recall.fit(None).text == ""
        assert attempt.record.arm == CONTROL


def test_without_a_hold_out_nothing_is_drawn() -> None:
    with filled(opened(holdout=0.0)[0]) as memory:
        for i in range(30):
            with memory.attempt(f"{TASK} {CASES[i % 4]} {i}") as attempt:
                assert len(attempt.recall.results) >= 3
                assert not attempt.recall.held_out
        assert memory.learning.lift().trials == 0


def test_where_nothing_would_be_shown_nothing_is_drawn() -> None:
    with opened(holdout=1.0)[0] as memory, memory.attempt(TASK) as attempt:
        assert not attempt.recall.held_out
        assert attempt.record.arm == "memory"


def test_what_a_held_out_attempt_did_is_recorded_all_the_same() -> None:
    with control() as memory:
        with memory.attempt(TASK) as attempt:
            assert attempt.recall.held_out
            receipt = attempt.finish("patched", outcome=True, lesson="mind the cache")
        assert memory.get(receipt.id).solution == "patched"
        assert any(r.episode.id == receipt.id for r in memory.recall(TASK).results)


def test_what_was_held_back_cannot_have_been_used() -> None:
    with control() as memory, memory.attempt(TASK) as attempt:
        assert attempt.recall.held_out
        shown = memory.episodes.recall(TASK).results[0].episode.id
        with pytest.raises(InvalidInput, match="not recalled"):
            attempt.finish("x", outcome=True, used=[shown])


def test_parts_are_in_the_arm_of_the_whole_whoever_recalls_first() -> None:
    with filled(opened(holdout=0.5)[0]) as memory:
        for i in range(20):
            with memory.attempt(f"{TASK} {CASES[i % 4]} {i}") as root:
                if i % 2:
                    assert root.recall.id
                with memory.attempt(f"{TASK} once more") as part:
                    held = part.recall.held_out
                    assert part.record.arm == root.record.arm == ("control" if held else "memory")
                assert root.recall.held_out == held


def test_a_retry_is_not_drawn_anew() -> None:
    with filled(opened(holdout=0.5)[0]) as memory:
        for i in range(10):
            arms = set()
            for _ in range(3):
                with memory.attempt(f"{TASK} {CASES[i % 4]} {i}") as attempt:
                    arms.add(attempt.recall.held_out)
            assert len(arms) == 1


def test_both_arms_come_up_as_often_as_was_asked() -> None:
    with filled(opened(holdout=0.3)[0]) as memory:
        held = 0
        for i in range(200):
            with memory.attempt(f"{TASK} {CASES[i % 4]} {i}") as attempt:
                held += attempt.recall.held_out
                assert attempt.record.probability == pytest.approx(
                    0.3 if attempt.recall.held_out else 0.7
                )
    assert 40 <= held <= 80


def test_other_processes_and_other_shares_leave_what_was_drawn(tmp_path: Path) -> None:
    path = str(tmp_path / "m.db")
    with control(path) as memory:
        attempt = memory.begin(TASK, key="k")
        assert attempt.recall.held_out
    for share in (0.0, 0.2, 1.0):
        with opened(path, share)[0] as memory:
            again = memory.begin(TASK, key="k")
            assert again.recall.held_out
            assert again.record.arm == CONTROL
            assert again.record.probability == 1.0


def test_each_share_has_an_epoch_that_it_comes_back_to(tmp_path: Path) -> None:
    path, epochs = str(tmp_path / "m.db"), []
    for number, share in enumerate((0.5, 0.5, 0.0, 0.5, 0.2, 0.5, 0.1)):
        with filled(opened(path, share)[0]) as memory:
            with memory.attempt(f"{TASK}, {number}") as attempt:
                assert attempt.recall.id
            epochs.append(memory.learning.holdout().epoch)
    assert epochs == [1, 1, 1, 1, 2, 1, 3]


def test_two_shares_that_take_turns_give_a_verdict(tmp_path: Path) -> None:
    chance, path = Random(1), str(tmp_path / "m.db")
    both = [opened(path, share)[0] for share in (0.5, 0.4)]
    with both[0] as one, both[1] as other:
        for number in range(240):
            task = f"repair the {chance.choice(CASES)} that {chance.choice(CASES)} broke, {number}"
            with (one, other)[number % 2].attempt(task, category="bug") as attempt:
                told = attempt.prompt() != ""
                attempt.finish("p", outcome=chance.random() < (0.95 if told else 0.2))
        found = one.learning.lift()
    assert found.verdict == "helps"
    assert found.trials > 150 and found.uncovered == 0


def test_a_retry_keeps_its_arm_whoever_tries_again(tmp_path: Path) -> None:
    path, arms = str(tmp_path / "m.db"), []
    for share, hours in ((0.5, 0), (0.1, 1), (0.9, 20), (0.5, 23)):
        memory, clock = opened(path, share)
        clock.advance(hours * 3600)
        with filled(memory):
            for i in range(20):
                with memory.attempt(f"{TASK} {CASES[i % 4]} {i}") as attempt:
                    arms.append((i, attempt.recall.held_out, attempt.record.probability))
    assert len(set(arms)) == 20
    assert {held for _, held, _ in arms} == {True, False}


def test_a_task_that_recurs_comes_under_the_new_share_in_time(tmp_path: Path) -> None:
    path, held = str(tmp_path / "m.db"), []
    for share, days in ((0.9, 0), (0.1, 2)):
        memory, clock = opened(path, share)
        clock.advance(days * 86_400)
        with filled(memory):
            for i in range(40):
                with memory.attempt(f"{TASK} {CASES[i % 4]} {i}") as attempt:
                    held.append(attempt.recall.held_out)
    assert sum(held[:40]) >= 30 and sum(held[40:]) <= 10


def test_what_was_loaded_is_of_the_same_epoch_if_its_share_is() -> None:
    with filled(opened(holdout=0.5)[0]) as memory:
        with memory.attempt(TASK) as attempt:
            assert attempt.recall.id
        export = exported(memory)
    for share, epoch in ((0.5, 1), (0.2, 2)):
        with opened(holdout=share)[0] as other:
            other.load(io.BytesIO(export))
            with other.attempt(f"{TASK} beta") as attempt:
                assert attempt.recall.id
            assert other.learning.holdout().epoch == epoch


def test_what_reads_where_nothing_is_held_out_is_never_drawn(tmp_path: Path) -> None:
    """As the command line does: an attempt that read memory is none without it."""
    path = str(tmp_path / "m.db")
    failed = Step("tool_call", "rm -rf build", error="boom")
    with control(path) as memory, opened(path, 0.0)[0] as other:
        memory.episodes.record_many(
            Episode(Task(f"{TASK} {i}"), (failed,), outcome=Outcome.FAILURE) for i in range(6)
        )
        with memory.attempt(TASK) as first:
            assert first.recall.held_out
        warned, shown, whole = (memory.begin(f"{TASK} {i}") for i in range(3))
        assert other.resume(warned.id).warn("rm -rf build")
        assert other.resume(shown.id).prompt() != ""
        part = memory.begin(f"{TASK} in part", parent=whole.id)
        assert other.resume(whole.id).prompt() != ""
        for attempt in (warned, shown, part):
            assert memory.resume(attempt.id).prompt() != ""
            assert attempt.record.arm == "memory"
        found = memory.learning.lift()
        assert (found.trials, found.not_drawn) == (0, 4)


def test_namespaces_have_shares_of_their_own(tmp_path: Path) -> None:
    path = str(tmp_path / "m.db")
    for namespace, share in (("a", 0.5), ("b", 0.2)):
        with filled(opened(path, share, namespace=namespace)[0]) as memory:
            with memory.attempt(TASK) as attempt:
                assert attempt.recall.id
            assert memory.learning.holdout().share == share
            assert memory.learning.holdout().epoch == 1


def test_a_recall_within_a_held_out_block_is_empty_too() -> None:
    with control() as memory:
        assert memory.recall(TASK).results
        with memory.attempt(TASK):
            assert memory.recall(TASK).held_out
            assert memory.recall("repair the cache").results == ()
        assert memory.recall(TASK).results


def test_nothing_is_read_within_a_held_out_block_by_other_ways() -> None:
    with control() as memory:
        memory.learning.remember("mind the cache", category="bug")

        def reads() -> list[object]:
            choice = memory.learning.choose_strategy(TASK).reason
            book = memory.learning.playbook("bug")
            found = (memory.learning.lessons(), memory.replay(3), memory.learning.playbooks())
            return ["held out" not in choice, not book.empty, *map(bool, found)]

        before = reads()
        assert all(before)
        with memory.attempt(TASK):
            assert not any(reads())
        assert reads() == before


def test_a_held_out_block_stays_so_after_its_attempt_was_closed() -> None:
    with control() as memory, memory.attempt(TASK) as attempt:
        assert attempt.prompt() == ""
        attempt.finish("patched", outcome=True)
        assert memory.recall(TASK).held_out
        assert "held out" in memory.learning.choose_strategy(TASK).reason
        assert memory.replay(3) == ()


def test_a_held_out_attempt_chooses_its_strategy_without_memory() -> None:
    with control() as memory, memory.attempt(TASK) as attempt:
        choice = attempt.choose_strategy()
        assert attempt.record.arm == CONTROL
        assert "held out" in choice.reason or "memory" in choice.reason


def test_seldom_one_item_is_left_out_by_chance_and_that_is_kept() -> None:
    with filled(opened(holdout=0.01)[0]) as memory:
        shown = {}
        for i in range(200):
            with memory.attempt(f"{TASK} {CASES[i % 4]} {i}") as attempt:
                shown[attempt.id] = {r.episode.id for r in attempt.recall.results}
                attempt.finish("x")
                again = memory.resume(attempt.id).recall.results
                assert {r.episode.id for r in again} == shown[attempt.id]
        lines = map(json.loads, exported(memory).splitlines())
        left = {x["id"]: x["dropped"] for x in lines if x.get("dropped")}
    assert 3 <= len(left) <= 25
    assert all(item not in shown[id] for id, item in left.items())


@settings(deadline=None, max_examples=15)
@given(st.floats(0.05, 0.95), st.integers(0, 1000))
def test_the_control_arm_never_reads(share: float, seed: int) -> None:
    memory, clock = opened(holdout=share, seed=seed)
    with filled(memory):
        ids = work(memory, clock, 12, lambda recall, _: float(bool(recall.results)), seed=seed)
        for id in ids:
            attempt = memory.resume(str(memory.get(id).attempt))
            assert attempt.recall.held_out == (attempt.record.arm == CONTROL)
            if attempt.record.arm == CONTROL:
                assert attempt.recall.results == ()
                assert attempt.prompt() == ""


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan"), "x"])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    with pytest.raises(InvalidInput, match="holdout"):
        Options(holdout=share)


def test_the_moment_of_the_draw_is_that_of_the_first_recall() -> None:
    memory, clock = opened(holdout=0.5)
    with filled(memory):
        attempt = memory.begin(TASK)
        clock.advance(3600)
        assert attempt.recall.id
        assert memory.learning.holdout().since == NOW.timestamp() + 3600

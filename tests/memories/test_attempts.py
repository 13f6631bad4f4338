"""Attempts: durable, resumable, finished once, honest about exceptions."""

from __future__ import annotations

import asyncio
import concurrent.futures
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from seasoned import (
    Attempt,
    Conflict,
    Episode,
    Feedback,
    InvalidInput,
    Memory,
    NotFound,
    Options,
    Outcome,
    Recall,
    Receipt,
    SeasonedError,
    Step,
    StoreError,
    Task,
)
from seasoned.memories.episodic import Asking
from seasoned.ports import Scope
from seasoned.testing import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 3, 1, tzinfo=UTC))


@pytest.fixture(params=["memory.db", "memory.jsonl"])
def memory(request: pytest.FixtureRequest, tmp_path: Path, clock: ManualClock) -> Iterator[Memory]:
    url = str(tmp_path / str(request.param))
    with Memory.open(url, embedder=False, options=Options(clock=clock)) as opened:
        yield opened


def only(memory: Memory) -> Episode:
    (episode,) = memory.episodes.page().episodes
    return episode


def test_a_block_records_task_steps_tests_lesson_and_times(
    memory: Memory, clock: ManualClock
) -> None:
    with memory.attempt("Fix the flaky login test", category="debugging") as attempt:
        attempt.step("edit", "login.py", seconds=1.5)
        clock.advance(60)
        receipt = attempt.finish(
            "patched",
            lesson="wait for the cookie",
            feedback=Feedback(tests_passed=2, tests_total=2),
        )
    episode = only(memory)
    assert episode.id == receipt.id and receipt.created
    assert episode.task == Task("Fix the flaky login test", category="debugging")
    assert [s.action for s in episode.steps] == ["edit"] and episode.steps[0].at is not None
    assert episode.outcome is Outcome.SUCCESS and episode.lessons == ("wait for the cookie",)
    assert episode.started_at and episode.finished_at
    assert episode.finished_at - episode.started_at == timedelta(seconds=60)
    assert episode.attempt == attempt.id


def test_an_exception_is_a_recorded_failure_and_goes_on(memory: Memory) -> None:
    with pytest.raises(ZeroDivisionError), memory.attempt("divide"):
        _ = 1 / 0
    episode = only(memory)
    assert episode.outcome is Outcome.FAILURE
    assert "ZeroDivisionError" in episode.outcome_detail and "ZeroDivisionError" in episode.error


@pytest.mark.parametrize(
    "error",
    [
        KeyboardInterrupt,
        GeneratorExit,
        asyncio.CancelledError,
        concurrent.futures.CancelledError,
        ConnectionError,
    ],
)
def test_cancellation_and_pass_through_leave_the_attempt_open(
    memory: Memory, error: type[BaseException]
) -> None:
    block = memory.attempt("work", pass_through=(ConnectionError,))
    with pytest.raises(error), block as attempt:
        raise error
    assert attempt.state == "open" and memory.episodes.count() == 0
    memory.resume(attempt.id).finish("later", outcome="success")
    assert only(memory).outcome is Outcome.SUCCESS


def test_finishing_with_a_reward_says_how_it_ended(memory: Memory) -> None:
    memory.begin("serve").finish("done", feedback=Feedback(reward=0.9))
    assert only(memory).outcome is Outcome.PARTIAL


@pytest.mark.parametrize(
    ("said", "outcome", "reward", "tests"),
    [
        (None, Outcome.PARTIAL, 0.5, 2),
        (True, Outcome.SUCCESS, 1.0, 2),
        (0.25, Outcome.PARTIAL, 0.25, 2),
        ("failure", Outcome.FAILURE, None, 2),
        (Outcome.UNKNOWN, Outcome.UNKNOWN, None, 2),
        (Feedback(reward=0.0), Outcome.FAILURE, 0.0, 0),
    ],
)
def test_finish_takes_what_judge_takes_and_keeps_the_tests_of_a_check(
    memory: Memory, tmp_path: Path, said: Any, outcome: Outcome, reward: float | None, tests: int
) -> None:
    report = "<testsuite><testcase/><testcase><failure/></testcase></testsuite>"
    attempt = memory.begin("serve")
    write = f"open('r.xml', 'w').write({report!r}); exit(1)"
    attempt.check([sys.executable, "-c", write], junit="r.xml", cwd=tmp_path)
    attempt.finish("done", outcome=said)
    kept = only(memory)
    assert (kept.outcome, kept.feedback.reward) == (outcome, reward)
    assert kept.feedback.tests_total == tests


def test_feedback_beside_an_outcome_takes_its_reward_and_is_given_once(memory: Memory) -> None:
    attempt = memory.begin("serve")
    with pytest.raises(InvalidInput, match="given twice"):
        attempt.finish("done", outcome=Feedback(reward=1.0), feedback=Feedback(reward=0.5))
    with pytest.raises(InvalidInput, match="a judgement must be"):
        attempt.finish("done", outcome=["success"])  # type: ignore[arg-type]
    attempt.finish("done", outcome=True, feedback=Feedback(message="looks right"))
    assert only(memory).feedback == Feedback(reward=1.0, message="looks right")


def test_misusing_an_attempt_is_no_failure_of_its_task(memory: Memory) -> None:
    def wrong_solution(attempt: Attempt) -> None:
        attempt.finish({"answer": 4})  # type: ignore[arg-type]

    def wrong_command(attempt: Attempt) -> None:
        attempt.check(["/does/not/exist"])

    def full_disk(attempt: Attempt) -> None:
        raise StoreError("the disk is full")

    for misuse in (wrong_solution, wrong_command, full_disk):
        with pytest.raises(SeasonedError), memory.attempt("work") as attempt:
            misuse(attempt)
        assert (attempt.state, attempt.record.steps) == ("open", ())
    assert memory.episodes.count() == 0
    attempt.finish("later", outcome="success")
    assert only(memory).outcome is Outcome.SUCCESS


def test_leaving_without_finish_records_unknown(memory: Memory) -> None:
    with memory.attempt("wander off") as attempt:
        pass
    assert only(memory).outcome is Outcome.UNKNOWN and attempt.state == "abandoned"


def test_another_process_goes_on_where_the_first_stopped(tmp_path: Path) -> None:
    url = str(tmp_path / "shared.db")
    with Memory.open(url, embedder=False) as first:
        first.record(Episode(Task("parse the log file"), outcome=Outcome.SUCCESS, lessons=("x",)))
        attempt = first.begin("parse the log", key="job-1")
        attempt.step("read", "log.txt")
        shown = attempt.prompt()
    with Memory.open(url, embedder=False) as second:
        same = second.begin("parse the log", key="job-1")
        assert same.id == attempt.id
        resumed = second.resume(attempt.id)
        assert resumed.prompt() == shown and "parse the log file" in shown
        resumed.step("write", "out.txt")
        resumed.finish("done", outcome="success")
        newest = second.episodes.page().episodes[0]
        assert [s.action for s in newest.steps] == ["read", "write"]


def test_a_key_never_stands_for_two_tasks(memory: Memory) -> None:
    memory.begin("one", key="k")
    with pytest.raises(Conflict, match="k"):
        memory.begin("two", key="k")


def test_finishing_twice_is_harmless_with_the_same_content_and_refused_with_other(
    memory: Memory, clock: ManualClock
) -> None:
    attempt = memory.begin("task")
    first = attempt.finish("answer", outcome="success")
    clock.advance(5)
    again = attempt.finish("answer", outcome="success")
    assert again.id == first.id and not again.created
    with pytest.raises(Conflict):
        attempt.finish("another answer", outcome="failure")
    with pytest.raises(Conflict):
        attempt.step("late")
    assert memory.episodes.count() == 1


@pytest.mark.parametrize("late", [1, 3, 1_000])
def test_a_step_that_arrives_while_it_is_closed_is_in_the_episode(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, late: int
) -> None:
    attempt = memory.begin("work")
    attempt.step("first")
    store, left = memory._parts.store.attempts, list(range(1, late + 1))
    finish = store.finish

    def overtaken(scope: Scope, id: str, *rest: Any) -> Receipt:
        if left:
            failed = Feedback(tests_passed=0, tests_total=left.pop())
            store.step(scope, id, Step("late", feedback=failed), failed)
        return finish(scope, id, *rest)

    monkeypatch.setattr(store, "finish", overtaken)
    if late == 1_000:
        with pytest.raises(Conflict, match="faster than it can be closed"):
            attempt.finish("done")
        assert attempt.state == "open"
        return
    attempt.finish("done")
    assert [step.action for step in only(memory).steps] == ["first", *["late"] * late]
    assert only(memory).steps == attempt.record.steps
    assert only(memory).feedback == attempt.record.tested


def test_unknown_attempt_is_not_found(memory: Memory) -> None:
    with pytest.raises(NotFound, match="nope"):
        memory.resume("nope")


def test_expire_closes_what_was_left_open_as_unknown(memory: Memory, clock: ManualClock) -> None:
    old = memory.begin("old")
    clock.advance(3600)
    new = memory.begin("new")
    (receipt,) = memory.admin.expire(timedelta(minutes=30))
    assert old.state == "abandoned" and new.state == "open"
    assert memory.get(receipt.id).outcome is Outcome.UNKNOWN
    assert memory.admin.expire(timedelta(minutes=30)) == []


def test_attempts_nest_and_share_the_root_task(memory: Memory) -> None:
    with memory.attempt("play the game") as game:
        with memory.attempt("open the door") as move:
            move.finish("opened", outcome="success")
        game.finish("won", outcome="success")
    with memory.attempt("another game") as other:
        other.finish("lost", outcome="failure")
    record = move.record
    assert record.parent == game.id and record.root == game.id
    assert record.task_key == game.record.task_key and other.record.parent is None
    assert other.record.task_key != game.record.task_key


def test_an_attempt_of_another_memory_is_not_a_parent(memory: Memory) -> None:
    with Memory.open("memory://", embedder=False) as other, memory.attempt("a"):
        assert other.begin("b").record.parent is None


def test_what_was_shown_is_logged_once_and_survives_forgetting(memory: Memory) -> None:
    kept = memory.record(Episode(Task("sort the numbers quickly"), outcome=Outcome.SUCCESS))
    gone = memory.record(Episode(Task("sort the numbers slowly"), outcome=Outcome.FAILURE))
    attempt = memory.begin("sort the numbers")
    assert {r.episode.id for r in attempt.recall.results} == {kept.id, gone.id}
    memory.record(Episode(Task("sort the numbers"), outcome=Outcome.SUCCESS))
    memory.forget(gone.id)
    again = memory.resume(attempt.id).recall
    assert again.id == attempt.recall.id
    assert [r.episode.id for r in again.results] == [kept.id]


def test_decorator_takes_the_task_and_returns_the_solution(memory: Memory) -> None:
    @memory.attempt(category="math", judge=lambda answer: answer == 4)
    def solve(task: str, offset: int = 0) -> int:
        """Docs stay."""
        return 4 + offset

    assert solve("2 + 2") == 4 and solve("2 + 2", offset=1) == 5
    assert solve.__doc__ == "Docs stay."
    bad, good = memory.episodes.page().episodes
    assert (good.outcome, good.solution) == (Outcome.SUCCESS, "4")
    assert (bad.outcome, bad.task.category) == (Outcome.FAILURE, "math")


@pytest.mark.parametrize(
    ("said", "outcome", "reward"),
    [
        (True, Outcome.SUCCESS, 1.0),
        (0, Outcome.FAILURE, 0.0),
        (0.4, Outcome.PARTIAL, 0.4),
        (Outcome.UNKNOWN, Outcome.UNKNOWN, None),
        ("partial", Outcome.PARTIAL, None),
        (Feedback(reward=1.0), Outcome.SUCCESS, 1.0),
        (Feedback(tests_passed=1, tests_total=2), Outcome.PARTIAL, 0.5),
    ],
)
def test_a_judge_may_answer_in_several_ways(
    memory: Memory, said: object, outcome: Outcome, reward: float | None
) -> None:
    @memory.attempt(judge=lambda _: said)  # type: ignore[arg-type,return-value]
    def act(task: str) -> str:
        return "x"

    act("do it")
    assert (only(memory).outcome, only(memory).feedback.reward) == (outcome, reward)


@pytest.mark.parametrize(("said", "error"), [(7.0, "reward"), ("great", "outcome"), ([], "[]")])
def test_what_a_judge_may_not_say_leaves_the_outcome_unknown(
    memory: Memory, said: Any, error: str
) -> None:
    @memory.attempt(judge=lambda _: said)
    def act(task: str) -> str:
        return "x"

    with pytest.raises(InvalidInput, match=re.escape(error)):
        act("do it")
    episode = only(memory)
    assert (episode.outcome, episode.solution) == (Outcome.UNKNOWN, "x")
    assert "the judge failed" in episode.outcome_detail


def test_a_judge_that_fails_is_no_failure_of_the_task(memory: Memory) -> None:
    def judge(answer: object) -> bool:
        raise ValueError(f"cannot tell {answer}")

    @memory.attempt(judge=judge)
    def act(task: str) -> str:
        return "x"

    with pytest.raises(ValueError, match="cannot tell x"):
        act("do it")
    episode = only(memory)
    assert (episode.outcome, episode.solution, episode.error) == (Outcome.UNKNOWN, "x", "")
    assert "ValueError: cannot tell x" in episode.outcome_detail


def test_a_judge_that_is_interrupted_leaves_the_attempt_open(memory: Memory) -> None:
    def judge(answer: object) -> bool:
        raise ConnectionError("try again")

    @memory.attempt(judge=judge, pass_through=ConnectionError)
    def act(task: str) -> str:
        return "x"

    with pytest.raises(ConnectionError, match="try again"):
        act("do it")
    assert memory.episodes.count() == 0


def test_block_without_task_and_decorator_with_task_are_refused(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="needs a task"), memory.attempt():
        pass
    with pytest.raises(InvalidInput, match="brings its own task"):
        memory.attempt("x")(lambda task: task)


def test_check_reads_pytest_and_derives_the_outcome(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_a(): pass\ndef test_b(): assert 1 == 2\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
    with memory.attempt("make it pass") as attempt:
        feedback = attempt.check(command, cwd=tmp_path)
        assert (feedback.tests_passed, feedback.tests_total) == (1, 2)
        (tmp_path / "test_it.py").write_text("def test_a(): pass\ndef test_b(): assert 2 == 2\n")
        attempt.check(command, cwd=tmp_path)
        attempt.finish("fixed")
    episode = only(memory)
    assert episode.outcome is Outcome.SUCCESS and episode.iterations == 2
    assert [s.error is None for s in episode.steps] == [False, True]


@pytest.mark.parametrize(("code", "outcome"), [(0, Outcome.SUCCESS), (3, Outcome.FAILURE)])
def test_check_by_exit_code(memory: Memory, code: int, outcome: Outcome) -> None:
    with memory.attempt("run it") as attempt:
        attempt.check([sys.executable, "-c", f"print('said so'); raise SystemExit({code})"])
        attempt.finish("done")
    episode = only(memory)
    assert episode.outcome is outcome and episode.steps[0].result == "said so"


def test_check_kills_what_runs_too_long_with_all_it_started(memory: Memory) -> None:
    script = (
        "import subprocess,sys; subprocess.run([sys.executable,'-c','import time;time.sleep(60)'])"
    )
    with memory.attempt("hang") as attempt:
        feedback = attempt.check([sys.executable, "-c", script], timeout=0.5)
        assert feedback.outcome is Outcome.FAILURE and "timed out" in feedback.message
        attempt.finish("gave up")
    assert only(memory).outcome is Outcome.FAILURE


def test_check_ignores_a_report_from_an_earlier_run(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "report.xml").write_text('<testsuite><testcase name="old"/></testsuite>')
    with memory.attempt("stale") as attempt:
        feedback = attempt.check(
            [sys.executable, "-c", "raise SystemExit(1)"], junit="report.xml", cwd=tmp_path
        )
        assert feedback.outcome is Outcome.FAILURE
        attempt.finish()


@pytest.mark.parametrize("command", [[], ["/does/not/exist"], "echo hi"])
def test_a_command_that_cannot_start_is_refused(memory: Memory, command: list[str]) -> None:
    with pytest.raises(InvalidInput, match="command"):
        memory.begin("x").check(command)


def test_used_narrows_what_was_shown(memory: Memory) -> None:
    shown = memory.record(Episode(Task("bake bread"), outcome=Outcome.SUCCESS))
    attempt = memory.begin("bake bread at home")
    assert attempt.recall.results
    attempt.finish("baked", outcome="success", used=[shown.id])
    log = memory._parts.store.attempts.shown(memory._scope, attempt.recall.id)
    assert log.used == (shown.id,)


def test_what_was_not_shown_cannot_have_been_used(memory: Memory) -> None:
    shown = memory.record(Episode(Task("bake bread"), outcome=Outcome.SUCCESS)).id
    episode = Episode(Task("bake a cake"))
    with pytest.raises(InvalidInput, match="'nope', 'never'; give ids"):
        memory.record(episode, recall=memory.recall("bake bread"), used=["nope", shown, "never"])
    with pytest.raises(InvalidInput, match="no recall is given"):
        memory.record(episode, used=[shown])
    attempt = memory.begin("bake bread at home")
    with pytest.raises(InvalidInput, match="was shown nothing"):
        attempt.finish("baked", used=[shown])
    assert attempt.recall.results
    with pytest.raises(InvalidInput, match="'nope'"):
        attempt.finish("baked", used=["nope"])
    assert attempt.state == "open" and memory.episodes.count() == 1


def test_a_near_duplicate_that_was_folded_stands_for_the_one_shown(memory: Memory) -> None:
    same = [memory.record(Episode(Task("bake bread"), outcome="success")).id for _ in range(2)]  # type: ignore[arg-type]
    recall = memory.recall("bake bread")
    (result,) = recall.results
    memory.record(Episode(Task("bake")), recall=recall, used=same)
    assert memory._parts.store.attempts.shown(memory._scope, recall.id).used == (result.episode.id,)


def test_an_attempt_is_shown_by_its_id_and_task_without_reading_the_store() -> None:
    with Memory.open("memory://", embedder=False) as memory:
        attempt, long = memory.begin("bake\nbread"), memory.begin("bake " * 99)
    assert repr(attempt) == f"<Attempt {attempt.id} 'bake\\nbread'>"
    assert long.id in repr(long) and len(repr(long)) < 120 and "…" in repr(long)


def test_expire_goes_on_where_another_process_was_faster(
    memory: Memory, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = memory.begin("one"), memory.begin("two")
    stale = [first.record, second.record]
    first.finish("done", outcome="success")
    monkeypatch.setattr(memory._parts.store.attempts, "stale", lambda scope, before: stale)
    clock.advance(10)
    assert len(memory.admin.expire(timedelta(seconds=5))) == 1
    assert (first.state, second.state) == ("finished", "abandoned")


def test_a_finished_attempt_is_nobodys_parent(memory: Memory) -> None:
    with memory.attempt("outer") as outer:
        outer.finish("done", outcome="success")
        assert memory.begin("after").record.parent is None


def test_the_agents_own_error_comes_through_whatever_happens_to_ours(memory: Memory) -> None:
    def agent() -> None:
        with memory.attempt("task"):
            memory.close()
            raise ValueError("mine")

    with pytest.raises(ValueError, match="mine") as caught:
        agent()
    assert "could not record" in caught.value.__notes__[0]


def test_a_report_that_cannot_be_used_does_not_lose_the_run(memory: Memory, tmp_path: Path) -> None:
    code = "open('r.xml', 'w').write('<half'); raise SystemExit(3)"
    with memory.attempt("task") as attempt:
        feedback = attempt.check([sys.executable, "-c", code], junit="r.xml", cwd=tmp_path)
        attempt.finish()
    assert "JUnit" in feedback.message and only(memory).outcome is Outcome.FAILURE


def test_a_recalled_block_is_not_stored_again(memory: Memory) -> None:
    memory.record(Episode(Task("fix login"), outcome=Outcome.SUCCESS, lessons=("wait",)))
    prompt = memory.recall("fix login").prompt()
    id = memory.record(Episode(Task(f"fix login\n{prompt}"), solution=prompt)).id
    stored = memory.get(id)
    assert "wait" not in stored.task.description + stored.solution


def test_a_closed_attempt_is_shown_nothing_and_never_its_own_episode(memory: Memory) -> None:
    attempt = memory.begin("sort the numbers")
    attempt.finish("sorted", outcome="success")
    for handle in (attempt, memory.resume(attempt.id)):
        assert handle.recall.results == () and handle.recall.statistics.similar == 0
        assert "No similar experience" in handle.prompt()
    assert attempt.record.recall is None
    assert memory.recall("sort the numbers").results != ()


def test_an_attempt_that_is_closed_while_it_recalls_is_shown_nothing(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.record(Episode(Task("sort the numbers"), outcome=Outcome.SUCCESS))
    attempt = memory.begin("sort the numbers")
    recall = memory.episodes.recall

    def slow(task: Task, asking: Asking) -> Recall:
        found = recall(task, asking)
        memory.resume(attempt.id).finish("elsewhere", outcome="success")
        return found

    monkeypatch.setattr(memory.episodes, "recall", slow)
    assert attempt.recall.results == () and attempt.record.recall is None


def test_what_was_shown_stays_after_the_attempt_is_closed_and_verdicts_arrive(
    memory: Memory,
) -> None:
    kept = memory.record(Episode(Task("sort the numbers"), outcome=Outcome.SUCCESS))
    attempt = memory.begin("sort the numbers")
    shown = attempt.prompt()
    attempt.finish("sorted", outcome="success")
    memory.judge(kept.id, Outcome.FAILURE)
    again = memory.resume(attempt.id)
    assert again.recall == attempt.recall and again.prompt() == shown
    assert memory.get(kept.id).effective_outcome is Outcome.FAILURE


@pytest.mark.parametrize("blank", ["", "  \n", Task("\t", category="debugging")])
def test_a_blank_task_can_be_kept_but_not_attempted_or_recalled(
    memory: Memory, blank: Task | str
) -> None:
    for ask in (memory.attempt, memory.begin, memory.recall, memory.episodes.lessons):
        with pytest.raises(InvalidInput, match=r"blank.*say what is to be done"):
            ask(blank)
    task = Task.of(blank)
    assert memory.get(memory.record(Episode(task)).id).task == task


def test_every_text_of_an_attempt_is_redacted_once(tmp_path: Path) -> None:
    options = Options(redact=lambda text: f"{text}*" if text else "")
    with Memory.open(str(tmp_path / "m.db"), embedder=False, options=options) as memory:
        attempt = memory.begin("task", strategy="plan", tags=["tag"])
        attempt.step("act", "detail", result="result", error="error")
        said = Feedback(reward=0.5, message="said")
        attempt.finish("answer", lesson="lesson", detail="why", feedback=said)
        checked = memory.begin("task")
        checked.check([sys.executable, "-c", "raise SystemExit('broken')"])
        checked.finish(strategy="other")
        second, first = memory.episodes.page().episodes
    assert (first.task.description, first.strategy, first.tags) == ("task*", "plan*", ("tag*",))
    step = first.steps[0]
    assert (step.detail, step.result, step.error) == ("detail*", "result*", "error*")
    assert (first.solution, first.lessons) == ("answer*", ("lesson*",))
    assert (first.outcome_detail, first.feedback.message) == ("why*", "said*")
    assert (second.feedback.message, second.steps[0].error) == ("broken*", "broken*")
    assert second.strategy == "other*"


def test_a_recalled_block_in_an_error_or_a_lesson_is_cut_out(memory: Memory) -> None:
    memory.record(Episode(Task("fix login"), outcome=Outcome.SUCCESS, lessons=("wait",)))
    prompt = memory.recall("fix login").prompt()
    with pytest.raises(ValueError, match="too long"), memory.attempt("ask"):
        raise ValueError(f"too long: {prompt}")
    attempt = memory.begin("learn")
    attempt.finish("done", lesson=prompt)
    learned, failed = memory.episodes.page(limit=2).episodes
    texts = (*learned.lessons, failed.error, failed.outcome_detail)
    assert len(texts) == 3 and not any("wait" in text for text in texts)

"""Memory's verbs as a user relies on them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from seasoned import (
    Conflict,
    Episode,
    Feedback,
    Filter,
    InvalidInput,
    Memory,
    NotFound,
    Options,
    Outcome,
    RecallPolicy,
    ReplayWeights,
    Step,
    StoreError,
    Task,
)
from seasoned.testing import HashEmbedder, ManualClock

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture(params=["memory://", "memory.db", "memory.jsonl"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return "memory://" if request.param == "memory://" else str(tmp_path / str(request.param))


@pytest.fixture(params=[False, True], ids=["words", "hybrid"])
def memory(request: pytest.FixtureRequest, url: str) -> Iterator[Memory]:
    embedder = HashEmbedder() if request.param else False
    with Memory.open(url, embedder=embedder, options=Options(clock=ManualClock(NOW))) as opened:
        yield opened


def good(text: str, **fields: object) -> Episode:
    return replace(Episode(Task(text), outcome=Outcome.SUCCESS), **fields)  # type: ignore[arg-type]


def bad(text: str, **fields: object) -> Episode:
    return replace(Episode(Task(text), outcome=Outcome.FAILURE), **fields)  # type: ignore[arg-type]


def test_what_was_recorded_is_read_back_whole(memory: Memory) -> None:
    episode = Episode(
        Task(
            "Fix it 🛠 修复", "debugging", 0.9, {"error": "E1", "deep": {"a": [1, 2.5, None, True]}}
        ),
        steps=(Step("run", "pytest", error="boom", at=NOW, seconds=0.5),),
        solution="patch",
        feedback=Feedback(tests_passed=3, tests_total=4, message="one left"),
        lessons=("a", "b"),
        tags=("x",),
        usage={"tokens": 12},
        started_at=NOW - timedelta(hours=1),
        metadata={"n": 1},
    )
    receipt = memory.record(episode)
    stored = memory.get(receipt.id)
    assert receipt.created and receipt.indexed == "done"
    assert stored.outcome is Outcome.PARTIAL and stored.feedback.reward == 0.75
    assert replace(stored, id="", namespace="", finished_at=None) == episode


def test_recall_balances_what_worked_and_what_failed(memory: Memory) -> None:
    memory.episodes.record_many(
        [good(f"repair the printer driver {i}") for i in range(6)]
        + [bad(f"repair the printer driver badly {i}") for i in range(6)]
        + [good("bake a cake with apples")]
    )
    recall = memory.recall("repair printer driver")
    assert len(recall.successes) == 3 and len(recall.failures) == 2
    assert all("printer" in r.episode.task.description for r in recall.results)
    assert [r.priority for r in recall.results] == sorted(
        (r.priority for r in recall.results), reverse=True
    )
    assert all(r.priority == pytest.approx(r.breakdown.total) for r in recall.results)


def test_an_off_topic_query_recalls_nothing(memory: Memory) -> None:
    memory.record(good("repair the printer driver"))
    recall = memory.recall("zebra migration patterns")
    assert recall.results == () and "No similar experience" in recall.prompt()


def test_a_filter_is_applied_before_ranking(memory: Memory) -> None:
    memory.episodes.record_many(good(f"sort numbers fast {i}") for i in range(300))
    rare = {memory.record(good(f"sort some numbers {i}", tags=("rare",))).id for i in range(3)}
    found = memory.recall("sort numbers fast", filter=Filter(tags_any=("rare",)), balance=False)
    assert {r.episode.id for r in found.results} == rare
    assert found.statistics.total == 3


def test_a_later_verdict_changes_recall_statistics_and_filters(memory: Memory) -> None:
    id = memory.record(good("deploy the service", feedback=Feedback(reward=1.0))).id
    memory.judge(id, "failure", by="ci", feedback=Feedback(message="rolled back"))
    recall = memory.recall("deploy the service")
    assert [r.episode.id for r in recall.failures] == [id] and recall.successes == ()
    assert recall.statistics.success_rate == 0.0
    assert memory.get(id).outcome is Outcome.SUCCESS
    assert memory.get(id).effective_outcome is Outcome.FAILURE
    assert memory.episodes.count(Filter(outcome=(Outcome.FAILURE,))) == 1
    assert memory.episodes.success_patterns("deploy the service") == ()


def test_an_older_verdict_does_not_overrule_a_newer_one(memory: Memory) -> None:
    id = memory.record(good("x y z")).id
    memory.judge(id, "failure", at=NOW)
    memory.judge(id, "success", at=NOW - timedelta(days=1))
    assert memory.get(id).effective_outcome is Outcome.FAILURE


def test_the_last_word_counts_though_the_clock_was_set_back(tmp_path: Path) -> None:
    ids = list[str]()
    for now, outcome in ((NOW, "failure"), (NOW - timedelta(hours=1), "success")):
        options = Options(clock=ManualClock(now))
        with Memory.open(tmp_path / "m.db", embedder=False, options=options) as memory:
            ids += [] if ids else [memory.record(good("x y z")).id]
            assert memory.judge(ids[0], outcome).at == NOW
            assert memory.get(ids[0]).effective_outcome is Outcome.of(outcome)


def test_the_same_key_and_content_is_recorded_once(memory: Memory) -> None:
    first = memory.record(good("a task", key="k1"))
    again = memory.record(good("a task", key="k1"))
    assert (again.id, again.created) == (first.id, False)
    with pytest.raises(Conflict, match="k1"):
        memory.record(good("another task", key="k1"))
    assert memory.episodes.count() == 1


def test_who_records_again_in_which_session_is_no_other_content(tmp_path: Path) -> None:
    receipts = []
    for name in ("one", "two"):
        options = Options(session=f"run {name}", agent=f"agent {name}")
        with Memory.open(tmp_path / "m.db", embedder=False, options=options) as memory:
            receipts.append(memory.record(good("a task", key="k1")))
            exported = memory.get(receipts[0].id)
    assert [receipt.created for receipt in receipts] == [True, False]
    assert (exported.session, exported.agent) == ("run one", "agent one")


def test_forgotten_episodes_are_gone_everywhere(memory: Memory) -> None:
    keep, drop = memory.record(good("alpha beta")).id, memory.record(good("alpha gamma")).id
    assert len(memory.recall("alpha").results) == 2
    assert memory.forget(drop, "unknown-id").episodes == 1
    with pytest.raises(NotFound, match=drop):
        memory.get(drop)
    assert [r.episode.id for r in memory.recall("alpha").results] == [keep]
    assert [e.id for e in memory.episodes.recent] == [keep]


def test_forgetting_everything_needs_to_be_said(memory: Memory) -> None:
    memory.record(good("alpha"))
    with pytest.raises(InvalidInput, match="everything=True"):
        memory.forget()
    with pytest.raises(InvalidInput, match="everything=True"):
        memory.forget(filter=Filter())
    assert memory.forget(filter=Filter(ids=[])).episodes == 0
    assert memory.forget(filter=Filter(tags_any=()), everything=True).episodes == 0
    assert memory.forget(everything=True).episodes == 1


def test_near_duplicates_collapse_with_a_count(memory: Memory) -> None:
    memory.episodes.record_many(good("restart the worker", strategy="s") for _ in range(4))
    memory.record(bad("restart the worker", strategy="s"))
    recall = memory.recall("restart the worker")
    assert [len(r.also) for r in recall.successes] == [3]
    assert len(recall.failures) == 1
    assert "seen 4 times" in recall.prompt()


def test_statistics_count_all_that_is_similar_not_the_quota(memory: Memory) -> None:
    memory.episodes.record_many(good(f"compile module {i}", strategy="a") for i in range(2))
    memory.episodes.record_many(bad(f"compile module {i} again", strategy="b") for i in range(8))
    statistics = memory.recall("compile module").statistics
    assert (statistics.total, statistics.similar, statistics.success_rate) == (10, 10, 0.2)
    assert statistics.proven == ("a",)


def test_unknown_outcomes_stay_out_of_rates(memory: Memory) -> None:
    memory.episodes.record_many([good("index the shop"), Episode(Task("index the shop now"))])
    statistics = memory.recall("index the shop").statistics
    assert (statistics.success_rate, statistics.unknown) == (1.0, 1)


def test_lessons_carry_where_they_come_from(memory: Memory) -> None:
    memory.record(good("migrate the database", lessons=("back up first",)))
    memory.record(bad("migrate a database", lessons=("never on Friday",)))
    memory.record(
        Episode(Task("migrate our database"), outcome=Outcome.PARTIAL, lessons=("half way",))
    )
    said = {lesson.provenance for lesson in memory.episodes.lessons("migrate the database")}
    assert said == {
        "[From successful attempt] back up first",
        "[From failed attempt] never on Friday",
        "[From partial attempt] half way",
    }


def test_patterns_and_warnings_keep_their_limits(memory: Memory) -> None:
    memory.episodes.record_many(good(f"write the parser part {i}") for i in range(5))
    memory.episodes.record_many(bad(f"write the parser wrong {i}") for i in range(5))
    assert len(memory.episodes.success_patterns("write the parser")) == 3
    assert len(memory.episodes.failure_warnings("write the parser")) == 2
    assert len(memory.episodes.success_patterns("write the parser", k=4)) == 4


def test_short_term_window_is_the_last_five_in_order(memory: Memory) -> None:
    ids = [memory.record(good(f"number {i}")).id for i in range(7)]
    assert [e.id for e in memory.episodes.recent] == ids[2:]


def test_weights_of_the_call_win(memory: Memory) -> None:
    memory.record(good("read the file", finished_at=NOW - timedelta(days=90)))
    memory.record(bad("read the file", finished_at=NOW))
    newest = memory.recall("read the file", weights=ReplayWeights(0, 1, 0, 0), balance=False)
    best = memory.recall("read the file", weights=ReplayWeights(0, 0, 0, 1), balance=False)
    assert newest.results[0].outcome is Outcome.FAILURE
    assert best.results[0].outcome is Outcome.SUCCESS


def test_recall_is_linked_to_what_came_of_it(memory: Memory) -> None:
    id = memory.record(good("boil an egg")).id
    recall = memory.recall("boil an egg")
    memory.record(good("boil two eggs"), recall=recall, used=[id])
    log = memory._parts.store.attempts.shown(memory._scope, recall.id)
    assert [i.id for i in log.items] == [id] and log.used == (id,)


def test_named_namespaces_can_be_read_but_not_written(tmp_path: Path) -> None:
    url = str(tmp_path / "m.db")
    with Memory.open(url, namespace="team", embedder=False) as team:
        shared = team.record(good("rotate the keys")).id
    with Memory.open(url, namespace="mine", embedder=False) as mine:
        assert mine.recall("rotate the keys").results == ()
        found = mine.recall("rotate the keys", namespaces=["team"])
        assert [r.episode.id for r in found.results] == [shared]
        with pytest.raises(NotFound):
            mine.judge(shared, "failure")
        assert mine.forget(shared).episodes == 0


def test_users_see_their_own_and_shared_records(tmp_path: Path) -> None:
    url = str(tmp_path / "m.db")
    with Memory.open(url, embedder=False) as shared:
        shared.record(good("water the plants in common"))
    with Memory.open(url, user="ann", embedder=False) as ann:
        ann.record(good("water the plants of ann"))
        assert len(ann.recall("water the plants").results) == 2
    for user in ("bob", None, "an", "ann%"):
        with Memory.open(url, user=user, embedder=False) as other:
            for _ in range(2):  # by full text first, then by the index
                (only,) = other.recall("water the plants").results
                assert only.episode.user is None
            assert other.episodes.count() == 1


def test_an_episode_of_another_namespace_or_user_is_refused(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="namespace"):
        memory.record(good("x", namespace="elsewhere"))
    with Memory.open("memory://", user="ann", embedder=False) as ann:
        with pytest.raises(InvalidInput, match="bob"):
            ann.record(good("x", user="bob"))


def test_a_file_of_another_model_is_searched_by_words_with_a_warning(tmp_path: Path) -> None:
    url = str(tmp_path / "m.db")
    with Memory.open(url, embedder=HashEmbedder(32)) as first:
        first.record(good("paint the wall"))
    with Memory.open(url, embedder=HashEmbedder(64)) as second:
        with pytest.warns(UserWarning, match="words only"):
            assert len(second.recall("paint the wall").results) == 1
        assert second.record(good("paint the door")).indexed == "pending"
    with Memory.open(url, embedder=HashEmbedder(32)) as third:
        assert third.admin.heal() == 1
        assert third.recall("paint the door").results[0].similarity == pytest.approx(1.0, abs=1e-3)
        assert third.admin.check() == []


def offline(text: str) -> list[float]:
    raise ConnectionError("the server is down")


BROKEN: dict[str, Any] = {
    "raises": offline,
    "not a number": lambda text: [float("nan"), 1.0],
    "infinite": lambda text: [float("inf"), 1.0],
    "nothing": lambda text: None,
    "empty": lambda text: [],
    "one number": lambda text: 1.0,
    "text": lambda text: text,
    "two vectors": lambda text: [[1.0, 0.0], [0.0, 1.0]],
    "ragged": lambda text: [[1.0], [1.0, 2.0]],
    "a length of its own for each text": lambda text: [1.0] * len(text),
}


@pytest.mark.parametrize("embedder", BROKEN.values(), ids=BROKEN)
def test_a_failing_embedder_never_loses_the_row(tmp_path: Path, embedder: Any) -> None:
    with Memory.open(str(tmp_path / "m.db"), embedder=embedder) as memory:
        with pytest.warns(UserWarning, match="embedding failed"):
            receipt = memory.record(good("keep me", key="k"))
        assert receipt.indexed == "pending"
        assert memory.record(good("keep me", key="k")).indexed == "pending"
        assert len(memory.recall("keep me").results) == 1
        assert memory.get(receipt.id).task.description == "keep me"
    with Memory.open(str(tmp_path / "m.db"), embedder=HashEmbedder()) as memory:
        assert memory.admin.heal() == 1
        assert memory.record(good("keep me", key="k")).indexed == "done"
        assert memory.admin.check() == []


def test_rows_that_cannot_be_embedded_do_not_hold_up_the_healing_of_others() -> None:
    def choosy(text: str) -> list[float]:
        if "poison" in text or not up:
            raise ValueError("refused")
        return [1.0, 2.0]

    up = False
    with Memory.open("memory://", embedder=choosy) as memory:
        with pytest.warns(UserWarning, match="refused"):
            memory.episodes.record_many([good(f"poison {n}") for n in range(66)])
        memory.episodes.record_many([good(f"task {n}") for n in range(10)])
        up = True
        with pytest.warns(UserWarning, match=r"2 of 12 .*refused"):
            assert memory.admin.heal() == 10
        assert memory.admin.stats().pending == 66


def test_functions_are_told_apart_and_known_again(tmp_path: Path) -> None:
    url = str(tmp_path / "m.db")
    hashed = HashEmbedder(64)

    def first(text: str) -> list[float]:
        return list(hashed.embed([text])[0])

    with Memory.open(url, embedder=first) as memory:
        memory.record(good("alpha beta"))
    with Memory.open(url, embedder=partial(first)) as memory:
        assert memory.recall("alpha beta").results[0].similarity == pytest.approx(1.0, abs=1e-3)
    with Memory.open(url, embedder=lambda text: first(text)[::-1]) as memory:
        with pytest.warns(UserWarning, match="function-64-.*words only"):
            assert memory.recall("alpha beta").results[0].similarity == 0.0


def test_a_function_may_bring_its_name() -> None:
    class Encoder:
        model = "mine-3"

        def __call__(self, text: str) -> list[float]:
            return [float(len(text)), 1.0]

    with Memory.open("memory://", embedder=Encoder()) as memory:
        memory.record(good("x"))
        assert memory.admin.stats().model == "mine-3"


def test_an_embedder_that_lacks_something_is_told_what() -> None:
    class Half:
        model = "half"

        def embed(self, texts: list[str], kind: str = "document") -> None: ...

    with pytest.raises(InvalidInput, match=r"without \.dim and \.floor"):
        Memory.open("memory://", embedder=Half())


def test_redaction_comes_before_every_write(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    options = Options(redact=lambda text: text.replace("hunter2", "[secret]"))
    with Memory.open(str(path), embedder=False, options=options) as memory:
        memory.record(good("log in with hunter2", lessons=("hunter2 works",)))
        with memory.attempt("try hunter2", tags=["hunter2"]) as attempt:
            attempt.step("type", "hunter2")
            attempt.finish("hunter2", outcome="success")
        memory.admin.backup(str(tmp_path / "copy.db"))
    for file in tmp_path.iterdir():
        assert b"hunter2" not in file.read_bytes()


def test_threads_share_a_memory(memory: Memory) -> None:
    errors: list[BaseException] = []

    def work(n: int) -> None:
        try:
            for i in range(20):
                memory.record(good(f"thread {n} item {i}"))
                memory.recall(f"thread {n}")
        except BaseException as error:  # reported by the assertion below
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == [] and memory.episodes.count() == 80
    assert memory.admin.check() == []


def test_a_closed_memory_refuses_further_use(url: str) -> None:
    memory = Memory.open(url, embedder=False)
    memory.close()
    memory.close()
    with pytest.raises(StoreError, match="closed"):
        memory.record(good("late"))


@pytest.mark.parametrize(
    "bad_url",
    [
        "",
        "  ",
        "postgres://x",
        "sqlite://x",
        "memory://x",
        "s3://b",
        "memory:",
        "sqlite:///q?mode=ro",
    ],
)
def test_a_url_that_names_no_store_is_refused_with_the_ways_to_name_one(bad_url: str) -> None:
    with pytest.raises(InvalidInput, match="path"):
        Memory.open(bad_url)


@pytest.mark.parametrize("name", ["", "  ", "x" * 501, "a\x00b"])
def test_bad_namespaces_are_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="namespace"):
        Memory.open("memory://", namespace=name)


@pytest.mark.parametrize("k", [0, -1, 2.5, True])
def test_k_below_one_is_refused(memory: Memory, k: int) -> None:
    with pytest.raises(InvalidInput, match="k must be"):
        memory.recall("x", k)


def test_strange_tasks_are_recorded_and_recalled(memory: Memory) -> None:
    for text in (
        "",
        "   ",
        "🦀🦀",
        "的",
        "a" * 100_000,
        "lone \ud800 surrogate",
        "%_'\";--",
        "NOT OR AND",
    ):
        receipt = memory.record(good(text))
        assert memory.get(receipt.id).task.description == text.replace("\ud800", "\ufffd")
        memory.recall(text if text.strip() else "blank")
    assert memory.admin.check() == []


def test_import_alone_loads_no_numpy() -> None:
    import subprocess

    code = "import sys, seasoned; assert 'numpy' not in sys.modules; print(seasoned.__version__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip()


def test_policy_of_the_options_is_used(url: str) -> None:
    policy = RecallPolicy(weights=ReplayWeights(0, 0, 0, 1.0))
    with Memory.open(url, embedder=False, options=Options(policy=policy)) as memory:
        memory.record(good("tidy up"))
        assert memory.recall("tidy up").results[0].priority == 1.0


def test_verdicts_and_logged_recalls_are_redacted_too(tmp_path: Path) -> None:
    options = Options(redact=lambda text: text.replace("hunter2", "[secret]"))
    with Memory.open(str(tmp_path / "m.db"), embedder=False, options=options) as memory:
        id = memory.record(good("log in")).id
        memory.judge(id, "failure", feedback=Feedback(message="hunter2"))
        memory.record(good("log in again"), recall=memory.recall("log in hunter2"))
    for file in tmp_path.iterdir():
        assert b"hunter2" not in file.read_bytes()


def test_a_recall_of_one_still_warns(memory: Memory) -> None:
    memory.record(bad("mount the disk"))
    assert len(memory.recall("mount the disk", k=1).failures) == 1


def test_deep_json_is_refused_before_a_reader_would_fail(memory: Memory) -> None:
    deep: list[object] = []
    for _ in range(5_000):
        deep = [deep]
    with pytest.raises(InvalidInput, match="levels deep"):
        memory.record(Episode(Task("x", context={"a": deep})))


@pytest.mark.parametrize("value", [":memory:", "memory:", None, b"x.db"])
def test_a_path_that_would_surprise_is_refused(value: str) -> None:
    with pytest.raises(InvalidInput):
        Memory.open(value)


def test_names_that_would_fall_together_are_refused() -> None:
    with pytest.raises(InvalidInput, match="surrogate"):
        Memory.open("memory://", namespace="t\ud800")


def test_in_a_file_of_one_subject_the_figures_say_what_they_rest_on(memory: Memory) -> None:
    memory.episodes.record_many(
        Episode(
            Task(f"compile module {i}"), outcome=Outcome.SUCCESS if i < 120 else Outcome.FAILURE
        )
        for i in range(150)
    )
    memory.record(good("water the plants"))
    for _ in range(2):  # by the full text, then by the index
        recall = memory.recall("compile a module")
        figures = recall.statistics
        assert figures.total == 151 and figures.nearest == 20
        assert 100 <= figures.similar <= 150 and figures.more
        similar = f"of at least {figures.similar} similar shown, out of 151 episodes"
        assert similar in recall.prompt() and "(among the 20 nearest)" in recall.prompt()
    few = memory.recall("water the plants")
    assert (few.statistics.similar, few.statistics.more) == (1, False)

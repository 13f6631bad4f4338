"""What every store promises about lessons, clusters and collapsed near-duplicates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from seasoned import Episode, Feedback, Filter, Memory, Outcome, Step, Task
from seasoned.core.derived import BY_MODEL, CLUSTER, LESSON, REFLECTION, Derived
from seasoned.core.pruning import PrunePolicy
from seasoned.errors import InvalidInput
from seasoned.ports import Scope, Store
from seasoned.testing import HashEmbedder, ManualClock
from tests.contract.histories import dump, kinds, load, memory_over
from tests.contract.stores import HERE, NOW, STORES, fresh

ANN, BOB, THERE = Scope("here", "ann"), Scope("here", "bob"), Scope("there")


def episode(text: str, outcome: str = "success", **more: object) -> Episode:
    return Episode(Task(text, category="fixing"), outcome=Outcome(outcome), **more)  # type: ignore[arg-type]


def opened(store: Store, scope: Scope = HERE) -> Memory:
    return memory_over(store, scope, HashEmbedder(16), ManualClock(NOW))


def failed_and_fixed(memory: Memory, text: str = "make the parser read dates") -> tuple[str, str]:
    """Ids of an attempt that failed and of one that worked."""
    failed = episode(text, "failure", steps=(Step("guess format", error="ValueError: bad date"),))
    fixed = episode(text, steps=(Step("read the locale"), Step("parse by it")))
    return memory.record(failed).id, memory.record(fixed).id


def twins(memory: Memory, number: int = 3, text: str = "rename the module") -> list[str]:
    made = [episode(text, solution="git mv a b", tags=("t",)) for _ in range(number)]
    return [memory.record(one).id for one in made]


def shown(memory: Memory, text: str) -> list[str]:
    return [result.episode.id for result in memory.recall(text, k=10).results]


def test_a_lesson_cites_both_attempts_and_is_recalled_with_their_task(store: Store) -> None:
    memory = opened(store)
    failed, fixed = failed_and_fixed(memory)
    dry = memory.learning.consolidate()
    assert (dry.applied, memory.learning.lessons()) == (False, ())
    report = memory.learning.consolidate(apply=True)
    assert report.lessons == dry.lessons == memory.learning.lessons("fixing")
    (lesson,) = report.lessons
    assert lesson.origins == (failed, fixed)
    assert "parse by it" in lesson.text
    assert "guess format" in lesson.text
    assert "ValueError: bad date" in lesson.text
    recall = memory.recall(Task("make the parser read dates", category="fixing"))
    assert recall.lessons == (lesson,)
    assert lesson.text[:40] in recall.prompt()
    assert memory.learning.consolidate(apply=True).nothing


@pytest.mark.parametrize("which", [0, 1])
def test_a_lesson_goes_with_either_episode(store: Store, which: int) -> None:
    memory = opened(store)
    ids = failed_and_fixed(memory)
    memory.learning.consolidate(apply=True)
    removed = memory.forget(ids[which])
    assert (removed.lessons, memory.learning.lessons()) == (1, ())
    assert memory.admin.check() == []


def test_a_lesson_goes_when_its_outcome_turns_out_otherwise(store: Store) -> None:
    memory = opened(store)
    _, fixed = failed_and_fixed(memory)
    memory.learning.consolidate(apply=True)
    memory.judge(fixed, True)
    assert len(memory.learning.lessons()) == 1
    memory.judge(fixed, False)
    assert memory.learning.lessons() == ()


def test_near_duplicates_collapse_with_a_count_and_come_back(store: Store) -> None:
    memory = opened(store)
    ids = twins(memory)
    before = memory.recall("rename the module", k=10, balance=False).statistics.total
    into = dict(memory.learning.consolidate(apply=True).collapsed)
    assert into == {ids[0]: ids[2], ids[1]: ids[2]}
    recall = memory.recall("rename the module", k=10)
    assert [(r.episode.id, set(r.also)) for r in recall.results] == [(ids[2], set(ids[:2]))]
    assert "seen 3 times" in recall.prompt()
    assert recall.statistics.total == before
    assert memory.admin.stats().episodes == 3
    assert memory.get(ids[0]).solution == "git mv a b"
    assert memory.admin.check() == []
    assert memory.learning.expand(ids[2]) == 2
    assert recall.statistics.total == memory.recall("rename the module").statistics.total
    assert memory.learning.consolidate(apply=True).collapsed == ()  # an undo is for good
    assert memory.admin.check() == []


def test_first_query_of_a_process_hides_what_is_collapsed_too(store: Store) -> None:
    ids = twins(opened(store))
    opened(store).learning.consolidate(apply=True)
    for where in (None, Filter(tags_all=("t",))):
        words = memory_over(store, HERE, None, ManualClock(NOW))
        first = words.recall("rename the module", filter=where)
        again = words.recall("rename the module", filter=where)
        assert [r.episode.id for r in first.results] == [ids[2]]
        assert first.statistics == again.statistics
        assert first.results == again.results


@pytest.mark.parametrize("embedder", [None, HashEmbedder(16)])
def test_collapsing_changes_no_figure_and_no_evidence(
    store: Store, embedder: HashEmbedder | None
) -> None:
    memory = memory_over(store, HERE, embedder, ManualClock(NOW))
    task = Task("book a table at Akira", category="fixing")
    for number in range(15):
        outcome, way = ("failure", "web") if number < 12 else ("success", "phone")
        memory.record(Episode(task, outcome=Outcome(outcome), strategy=way))
    memory.recall(task)  # the first query has no index to look into

    def told() -> tuple[object, ...]:
        recall = memory.recall(task)
        evidence = memory.learning.choose_strategy(task, ["web", "phone"]).evidence
        return recall.statistics, [(one.n, one.weight, one.successes) for one in evidence]

    before = told()
    assert len(memory.learning.consolidate(apply=True).collapsed) == 13
    assert told() == before
    another = memory_over(store, HERE, embedder, ManualClock(NOW))
    assert another.recall(task).statistics == before[0]


@pytest.mark.parametrize("embedder", [None, HashEmbedder(16)])
def test_a_filter_finds_those_behind_a_representative_that_it_leaves_out(
    store: Store, embedder: HashEmbedder | None
) -> None:
    memory = memory_over(store, HERE, embedder, ManualClock(NOW))
    for number in range(6):
        task = Task("send the weekly report", category="fixing", complexity=number / 5)
        memory.record(Episode(task, outcome=Outcome.SUCCESS, metadata={"customer": number}))
    asked = [
        (Filter(metadata={"customer": 2}), [2]),
        (Filter(complexity_max=0.3), [0, 1]),
        (Filter(complexity_min=0.3, complexity_max=0.7), [2, 3]),
    ]
    memory.learning.consolidate(apply=True)
    for _ in range(2):  # the first query has no index to look into
        for where, fit in asked:
            recall = memory.recall("send the weekly report", k=10, filter=where)
            whose = [result.episode.metadata["customer"] for result in recall.results]
            assert whose == fit[-1:]
            assert (recall.statistics.similar, recall.statistics.total) == (len(fit), len(fit))
    one = memory.recall("send the weekly report").results[0].also[0]
    found = memory.recall("send the weekly report", filter=Filter(ids=one)).results
    assert [result.episode.id for result in found] == [one]


def test_a_representative_that_is_forgotten_leaves_the_rest_in_sight(store: Store) -> None:
    memory = opened(store)
    ids = twins(memory)
    memory.learning.consolidate(apply=True)
    memory.forget(ids[2])
    assert shown(memory, "rename the module") == [ids[1]]
    assert memory.learning.collapsed()[0].others == (ids[0],)
    memory.forget(ids[1])
    assert shown(memory, "rename the module") == [ids[0]]
    assert memory.learning.collapsed() == ()
    assert memory.admin.check() == []


def test_a_twin_that_ended_otherwise_after_all_is_seen_again(store: Store) -> None:
    memory = opened(store)
    ids = twins(memory)
    memory.learning.consolidate(apply=True)
    memory.judge(ids[0], False)
    assert set(shown(memory, "rename the module")) == {ids[0], ids[2]}
    memory.judge(ids[2], False)
    assert ids[1] in shown(memory, "rename the module")


@pytest.mark.parametrize(
    "other",
    [
        {"solution": "git mv b a and more of it"},
        {"strategy": "bold"},
        {"outcome": "failure"},
        {"tags": ("x",)},
        {"lessons": ("mind the case",)},
        {"feedback": Feedback(0.25)},
        {"environment": "v2"},
    ],
)
def test_what_differs_in_what_matters_does_not_collapse(
    store: Store, other: dict[str, Any]
) -> None:
    memory = opened(store)
    same: dict[str, Any] = {"solution": "git mv a b", "tags": ("t",)}
    memory.record(episode("rename the module", **same))
    memory.record(episode("rename the module", **(same | other)))
    assert memory.learning.consolidate().collapsed == ()


def test_tasks_that_differ_in_a_number_do_not_collapse(store: Store) -> None:
    memory = opened(store)
    for number in (1, 2):
        memory.record(episode(f"close ticket {number}", solution="done"))
    assert memory.learning.consolidate().collapsed == ()


def test_failures_of_one_signature_are_a_cluster_that_follows_its_episodes(store: Store) -> None:
    memory = opened(store)
    ids = [
        memory.record(
            episode(
                f"load file {i}", "failure", outcome_detail=f"KeyError: 'row {i}' at 0x{i}f3a9b2"
            )
        ).id
        for i in range(4)
    ]
    (cluster,) = memory.learning.consolidate(apply=True).clusters
    assert (cluster.signature, cluster.failures) == ("KeyError: NAME at HEX", 4)
    assert cluster.episodes == tuple(ids)
    memory.forget(ids[0])
    assert memory.learning.clusters()[0].failures == 3
    assert memory.learning.clusters()[0].episodes == tuple(ids[1:])
    memory.forget(*ids[1:3])
    assert memory.learning.clusters() == ()


def test_lessons_by_hand_stand_beside_the_mined_ones(store: Store) -> None:
    memory = opened(store)
    failed_and_fixed(memory)
    memory.learning.consolidate(apply=True)
    said = memory.learning.remember("Ask for the locale first.", category="fixing")
    assert said == memory.learning.remember(" Ask for the locale first. ", category="fixing")
    assert [lesson.kind for lesson in memory.learning.lessons()] == ["stated", "mined"]
    assert memory.learning.consolidate(apply=True).nothing  # and leaves it alone
    recall = memory.recall(Task("an unlike thing", category="fixing"))
    assert recall.lessons == (said,)
    assert memory.recall("an unlike thing").lessons == ()
    assert memory.learning.forget(said.id) == 1
    assert len(memory.learning.lessons()) == 1


def test_what_a_model_wrote_is_found_by_its_episode_and_not_by_its_category(store: Store) -> None:
    memory = opened(store)
    ids = failed_and_fixed(memory)
    lesson = Derived("l", LESSON, "Read the locale.", ids[1:], "fixing", BY_MODEL, 1)
    asked = Derived("r", REFLECTION, "{}", ids[1:], "fixing", BY_MODEL)
    assert store.derived.put(HERE, [lesson, asked]) == 2
    assert store.derived.by_hand(HERE, ["fixing"]) == []
    assert store.derived.find(HERE, LESSON, by_hand=True) == []
    assert store.derived.find(HERE, REFLECTION) == [asked]
    assert {one.lesson.id for one in store.derived.related(HERE, range(10))} == {"l"}
    assert memory.forget(ids[1]).lessons == 1  # what was asked is no lesson
    assert store.derived.get(HERE, ["l", "r"]) == {}


def test_what_a_model_wrote_rests_on_an_episode() -> None:
    with pytest.raises(InvalidInput, match="has no origins"):
        Derived("l", LESSON, "Read the locale.", by=BY_MODEL)


def test_headings_of_lessons_by_hand_are_those_that_are_found(store: Store) -> None:
    memory = opened(store)
    failed_and_fixed(memory)
    memory.learning.consolidate(apply=True)
    for text, category in (("Ask first.", "fixing"), ("Wait.", "fixing"), ("Rest.", "other")):
        memory.learning.remember(text, category=category)
    found = store.derived.find(HERE, LESSON, ["fixing"], by_hand=True)
    assert len(found) == 2
    assert store.derived.by_hand(HERE, ["fixing"]) == [(d.id, d.category, d.at) for d in found]
    assert store.derived.by_hand(THERE, ["fixing"]) == []
    opened(store, ANN).learning.remember("Mine.", category="fixing")
    assert len(store.derived.by_hand(HERE, ["fixing"])) == 2
    assert len(store.derived.by_hand(ANN, ["fixing", "other"])) == 4


def test_users_and_namespaces_are_walls(store: Store) -> None:
    ann, bob, shared, there = (opened(store, s) for s in (ANN, BOB, HERE, THERE))
    failed_and_fixed(ann)
    twins(ann)
    assert [m.learning.consolidate(apply=True).nothing for m in (bob, shared, there)] == [True] * 3
    assert not ann.learning.consolidate(apply=True).nothing
    ann.learning.remember("mine", category="fixing")
    for other in (bob, shared, there):
        assert other.learning.lessons() == ()
        assert other.learning.collapsed() == ()
        assert other.learning.expand() == 0
        assert other.learning.forget(*(one.id for one in ann.learning.lessons())) == 0
    assert len(ann.learning.lessons()) == 2
    shared.learning.remember("for all", category="fixing")
    assert [m.learning.lessons()[-1].text for m in (bob, shared)] == ["for all"] * 2
    assert bob.learning.forget(shared.learning.lessons()[0].id) == 0


def test_what_was_forgotten_meanwhile_is_not_brought_back(store: Store) -> None:
    memory = opened(store)
    failed, fixed = failed_and_fixed(memory)
    record = Derived("x", LESSON, "text", (failed, fixed), "fixing")
    memory.forget(fixed)
    assert store.derived.put(HERE, [record]) == 0
    cluster = Derived("c", CLUSTER, "sig", (failed, fixed), "fixing", weight=2)
    assert store.derived.put(HERE, [cluster]) == 0
    assert store.derived.collapse(HERE, [(failed, fixed)]) == ()
    assert store.derived.put(ANN, [replace(record, origins=(failed,))]) == 0  # not ann's to write


@pytest.mark.parametrize("other", list(STORES))
def test_all_of_it_comes_back_byte_for_byte(store: Store, other: str) -> None:
    for scope in (HERE, ANN):
        memory = opened(store, scope)
        failed_and_fixed(memory)
        apart = twins(memory, 2, "sort the imports")
        ids = twins(memory)
        memory.judge(ids[0], True)
        for i in range(3):
            memory.record(episode(f"load {i}", "failure", outcome_detail="KeyError: 'x'"))
        memory.learning.consolidate(apply=True)
        memory.learning.expand(*apart)
        memory.learning.remember("Mind the gap.")
    lines = dump(store)
    kinds = [line.split(b'"')[3] for line in lines]
    assert {b"derived", b"collapsed"} <= set(kinds)
    with fresh(other) as second:
        assert load(second, lines, batch=3).refused == 0
        assert dump(second) == lines
        assert load(second, lines).added == {}
        for scope in (HERE, ANN):
            first, copy = opened(store, scope), opened(second, scope)
            assert copy.learning.lessons() == first.learning.lessons()
            assert copy.learning.clusters() == first.learning.clusters()
            assert copy.learning.collapsed() == first.learning.collapsed()
            assert shown(copy, "rename the module") == shown(first, "rename the module")
        assert opened(second).admin.check() == []


def test_forgetting_everything_leaves_nothing_derived(store: Store) -> None:
    memory = opened(store)
    failed_and_fixed(memory)
    twins(memory)
    memory.learning.consolidate(apply=True)
    memory.learning.remember("by hand")
    assert memory.admin.stats().lessons == 2
    assert memory.forget(everything=True).lessons == 2
    assert memory.learning.lessons() == ()
    assert [line for line in dump(store) if b"derived" in line or b"collapsed" in line] == []


def test_pruned_episodes_take_their_lessons_and_do_not_hide_others(store: Store) -> None:
    memory = opened(store)
    failed_and_fixed(memory)
    ids = twins(memory)
    memory.learning.consolidate(apply=True)
    nums = store.search.select(HERE, "episode", Filter(ids=(ids[2],))).tolist()
    store.pruning.prune(HERE, nums, None)
    assert shown(memory, "rename the module") == [ids[1]]
    assert memory.admin.check() == []


def test_shown_lessons_and_playbooks_are_credited(store: Store) -> None:
    memory = opened(store)
    failed_and_fixed(memory)
    for i in range(3):
        memory.record(episode(f"load {i}", "failure", outcome_detail="KeyError: 'x'"))
    memory.learning.consolidate(apply=True)
    (lesson,) = memory.learning.lessons()
    attempt = memory.begin(Task("make the parser read dates", category="fixing"))
    shown_then = attempt.recall
    assert lesson in shown_then.lessons
    assert shown_then.playbook is not None
    again = memory.resume(attempt.id).recall
    assert (again.lessons, again.playbook) == (shown_then.lessons, shown_then.playbook)
    attempt.finish("done", outcome=True, used=[lesson.id])
    assert memory.learning.why(lesson.id).standing.tally.waiting == 1
    assert memory.learning.why(shown_then.playbook.id).standing.item == shown_then.playbook.id
    memory.learning.ban(lesson.id)
    task = Task("make the parser read dates", category="fixing")
    assert memory.recall(task).lessons == ()
    memory.learning.reinstate(lesson.id)
    assert memory.recall(task).lessons == (lesson,)


@pytest.mark.parametrize("how", ["forget", "prune", "judge", "remove"])
def test_a_ban_on_a_lesson_outlives_the_episodes_that_it_cites(store: Store, how: str) -> None:
    memory = opened(store)
    task = Task("make the parser read dates", category="fixing")
    for _ in range(2):
        failed_and_fixed(memory)
    memory.learning.consolidate(apply=True)
    (lesson,) = memory.learning.lessons()
    memory.learning.ban(lesson.id, by="ann")
    if how == "forget":
        memory.forget(lesson.origins[0])
    elif how == "prune":
        memory.admin.prune(PrunePolicy(filter=Filter(ids=lesson.origins)), apply=True)
    elif how == "judge":
        memory.judge(lesson.origins[0], "unknown")
    else:
        memory.learning.forget(lesson.id)
    assert memory.learning.lessons() == ()
    failed_and_fixed(memory)
    memory.learning.consolidate(apply=True)
    again = opened(store)  # as another process sees it
    assert lesson.id in {one.id for one in again.learning.lessons()}
    assert again.learning.why(lesson.id).state == "banned"
    assert lesson.id not in {one.id for one in again.recall(task).lessons}
    assert again.admin.check() == []


def test_nothing_is_left_of_what_was_decided_once_everything_is_forgotten(store: Store) -> None:
    memory, ann = opened(store), opened(store, ANN)
    for each in (memory, ann):
        failed_and_fixed(each)
        each.learning.consolidate(apply=True)
        each.learning.ban(each.learning.lessons()[0].id)
        each.learning.pin("playbook-fixing")
    memory.forget(everything=True)
    assert memory.learning.withheld() == ()
    assert len(ann.learning.withheld()) == 1
    ann.forget(everything=True)
    assert set(kinds(store)) == {"model"}


def test_what_rests_on_restored_episodes_is_back_with_the_next_run(store: Store) -> None:
    memory = opened(store)
    for number in range(2):
        failed_and_fixed(memory, f"make the parser read dates of kind {number}")
    twins(memory)
    memory.learning.consolidate(apply=True)

    def told() -> object:
        texts = {lesson.text for lesson in memory.learning.lessons()}
        counts = {group.count for group in memory.learning.collapsed()}
        return texts, counts, len(shown(memory, "rename the module"))

    before, ids = told(), memory.learning.collapsed()[0].id
    where = Filter(ids=(ids, *memory.learning.lessons()[0].origins))
    batch = memory.admin.prune(PrunePolicy(filter=where), apply=True).batch
    assert memory.learning.lessons() == () or told() != before
    assert len(memory.admin.restore(batch).ids) == 3
    memory.learning.consolidate(apply=True)
    assert told() == before
    assert memory.admin.check() == []

"""The world in which some of what memory holds misleads."""

from __future__ import annotations

from benchmarks.learning.misled import BAD, KINDS, NEVER, begun, lived
from seasoned import RecallPolicy
from seasoned.testing import ManualClock


def test_the_memory_begins_with_one_success_of_each_kind_of_which_a_share_misleads() -> None:
    with begun(RecallPolicy(), 0.5, 3, ManualClock()) as memory:
        assert memory.episodes.count() == len(KINDS)
        shown = {kind: memory.recall(kind).successes[0].episode for kind in KINDS}
    assert [kind for kind, episode in shown.items() if episode.task.description != kind] == []
    assert sum(episode.strategy == BAD for episode in shown.values()) == len(KINDS) // 2


def test_attempts_that_are_held_out_do_not_count_and_bad_advice_costs() -> None:
    policy = RecallPolicy(harm=NEVER)
    good, bad = ([*lived(policy, share, 3, 120)] for share in (0.0, 1.0))
    assert 60 < len(good) < 120 and len(bad) == len(good)
    assert sum(bad) < 0.7 * sum(good)


def test_without_memory_every_task_is_tried_in_an_own_way() -> None:
    assert len([*lived(None, 1.0, 3, 50)]) == 50
    assert [*lived(None, 0.4, 3, 50)] == [*lived(None, 0.0, 3, 50)], "it cannot be misled"

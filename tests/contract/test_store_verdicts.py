"""What every store promises about verdicts that say less than what was known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seasoned import Feedback, Filter, Outcome
from seasoned.core.records import Verdict
from seasoned.ports import EPISODE, Store
from tests.contract.stores import HERE, NOW, Filler, good, sound


@pytest.mark.parametrize("message", ["", "QA confirms"])
def test_a_verdict_that_confirms_keeps_the_reward_everywhere(store: Store, message: str) -> None:
    known = replace(good("deploy"), feedback=Feedback(0.9, tests_passed=9, tests_total=9))
    (receipt,) = Filler(store).add(known)
    said = Verdict(receipt.id, Outcome.SUCCESS, Feedback(message=message), at=NOW, id="v")
    store.episodes.judge(HERE, said)
    feedback = store.episodes.get(HERE, [receipt.id])[receipt.id].effective_feedback
    assert (feedback.reward, feedback.tests_total, feedback.message) == (0.9, 9, message)
    (num,) = store.search.select(HERE, EPISODE, Filter(reward_min=0.9)).tolist()
    assert store.search.traits(HERE, EPISODE, [num])[0].reward == 0.9
    assert store.episodes.stats(HERE).average_reward == 0.9
    assert sound(store)

"""What replay and pruning read of every store: ratings of all that is visible."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from seasoned import Feedback, Outcome, Task, Verdict
from seasoned.core.filters import EVERYTHING
from seasoned.core.surprise import Rating
from seasoned.ports import EPISODE, Scope, Store
from tests.contract.stores import HERE, NOW, Filler, good

ANN = Scope("here", "ann")


def test_a_rating_says_what_is_effective(store: Store) -> None:
    episode = replace(
        good("x"),
        task=Task("x", "debugging"),
        strategy="s",
        environment="v1",
        feedback=Feedback(0.75),
        finished_at=NOW,
    )
    (receipt,) = Filler(store).add(episode)
    (num,) = store.search.select(HERE, EPISODE, EVERYTHING).tolist()
    rating = Rating(num, "debugging", "s", "success", 0.75, NOW.timestamp(), "v1")
    assert store.search.ratings(HERE, EPISODE) == [rating]
    later = Verdict(receipt.id, Outcome.FAILURE, at=NOW + timedelta(days=1))
    store.episodes.judge(HERE, later)
    judged = rating._replace(outcome="failure", reward=None)
    assert store.search.ratings(HERE, EPISODE) == [judged]


def test_ratings_come_in_order_and_only_of_what_is_visible(store: Store) -> None:
    filler = Filler(store)
    filler.add_texts("a", "b")
    filler.add_texts("hers", scope=ANN)
    filler.add_texts("elsewhere", scope=Scope("there"))
    for scope in (HERE, ANN, Scope("here", "bob"), Scope("there"), Scope("nowhere")):
        seen = [rating.num for rating in store.search.ratings(scope, EPISODE)]
        assert seen == store.search.select(scope, EPISODE, EVERYTHING).tolist()
    assert store.search.ratings(HERE, "note") == []

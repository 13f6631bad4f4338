"""`memory.replay` as a learning pass relies on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import (
    Episode,
    Feedback,
    Filter,
    InvalidInput,
    Memory,
    Options,
    Outcome,
    Replayed,
    Task,
)
from seasoned.core.sampling import SCHEMES, Sampling, Scheme
from seasoned.core.surprise import Rating
from seasoned.memories.replaying import Replayer
from seasoned.ports import Scope, Store
from seasoned.testing import ManualClock


def opened(**options: Any) -> Memory:
    return Memory.open("memory://", embedder=False, options=Options(clock=ManualClock(), **options))


@pytest.fixture
def memory() -> Iterator[Memory]:
    with opened() as made:
        yield made


def earned(reward: float | None, text: str = "sort", **fields: Any) -> Episode:
    return replace(Episode(Task(text, "debugging"), feedback=Feedback(reward)), **fields)


def ids(found: Sequence[Replayed]) -> list[str]:
    return [each.episode.id for each in found]


def fill(memory: Memory) -> str:
    """Twenty episodes that went as usual and one that did not; the id of that one."""
    memory.episodes.record_many(earned(1.0, f"usual {i}") for i in range(20))
    return memory.record(earned(0.0, "odd")).id


def test_the_surprising_one_comes_more_often_and_weighs_less(memory: Memory) -> None:
    odd = fill(memory)
    drawn = memory.replay(1_000, replacement=True, seed=1)
    seen = Counter(ids(drawn))
    assert seen.most_common(1)[0][0] == odd
    first = next(each for each in drawn if each.episode.id == odd)
    assert seen[odd] == pytest.approx(1_000 * first.probability, abs=2)
    assert first.weight < 1.0 == max(each.weight for each in drawn)
    assert first.priority == max(each.priority for each in drawn)


def test_a_verdict_changes_what_is_surprising(memory: Memory) -> None:
    fill(memory)
    usual = memory.replay(1, scheme="recent", filter=Filter(reward_min=1.0))[0]
    memory.judge(usual.episode.id, Outcome.FAILURE, feedback=Feedback(0.0))
    (again,) = memory.replay(1, filter=Filter(ids=(usual.episode.id,)))
    assert again.priority > usual.priority + 0.5
    assert again.episode.effective_outcome is Outcome.FAILURE


def test_an_unknown_outcome_has_the_least_priority(memory: Memory) -> None:
    fill(memory)
    unknown = memory.record(Episode(Task("who knows", "debugging"))).id
    drawn = memory.replay(99)
    assert min(drawn, key=lambda each: each.priority).episode.id == unknown
    assert len(drawn) == 22


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_seed_draws_the_same_again(memory: Memory, scheme: Scheme) -> None:
    fill(memory)
    first = memory.replay(5, scheme=scheme, seed=3)
    assert memory.replay(5, scheme=scheme, seed=3) == first
    assert memory.replay(5, scheme=scheme, seed=Random(3)) == first


def test_the_memorys_own_seed_draws_a_sequence() -> None:
    def passes() -> list[list[str]]:
        with opened(seed=5) as memory:
            memory.episodes.record_many(earned(i / 30, f"t{i}", id=f"e{i}") for i in range(30))
            return [ids(memory.replay(5)) for _ in range(3)]

    first = passes()
    assert passes() == first
    assert first[0] != first[1]


def test_more_than_there_are_gives_all_once_or_repeats(memory: Memory) -> None:
    fill(memory)
    assert len(set(ids(memory.replay(500)))) == len(memory.replay(500)) == 21
    assert len(memory.replay(500, replacement=True)) == 500
    assert memory.replay(0) == ()


def test_nothing_stored_gives_nothing(memory: Memory) -> None:
    assert memory.replay(5) == memory.replay(5, replacement=True) == ()


@pytest.mark.parametrize("n", [-1, 1.5, True, None, 100_001])
def test_a_senseless_number_is_refused(memory: Memory, n: Any) -> None:
    with pytest.raises(InvalidInput, match="n must be a whole number"):
        memory.replay(n)


@pytest.mark.parametrize("seed", ["1", 1.0, True])
def test_a_senseless_seed_is_refused(memory: Memory, seed: Any) -> None:
    with pytest.raises(InvalidInput, match=r"random\.Random"):
        memory.replay(1, seed=seed)


def test_recent_gives_the_newest_first(memory: Memory) -> None:
    clock = cast(ManualClock, memory._parts.writer.clock)
    for i in range(4):
        memory.record(earned(1.0, f"t{i}"))
        clock.advance(days=1)
    drawn = memory.replay(2, scheme="recent")
    assert [each.episode.task.description for each in drawn] == ["t3", "t2"]
    assert {(each.probability, each.weight) for each in drawn} == {(0.5, 1.0)}


def test_a_filter_limits_the_draw_and_changes_no_expectation(memory: Memory) -> None:
    odd = fill(memory)
    whole = {each.episode.id: each.priority for each in memory.replay(99)}
    (only,) = memory.replay(99, filter=Filter(outcome=("failure",), reward_max=0.0))
    assert (only.episode.id, only.priority) == (odd, whole[odd])
    assert (only.probability, only.weight) == (1.0, 1.0)


EPISODES = st.lists(
    st.tuples(st.sampled_from("abc"), st.none() | st.floats(0, 1), st.sampled_from("xy")),
    max_size=12,
)


@settings(max_examples=40)
@given(EPISODES, EPISODES, EPISODES, st.sampled_from(SCHEMES), st.booleans(), st.integers(0, 20))
def test_nothing_of_others_is_drawn_or_felt(
    mine: list[Any], theirs: list[Any], users: list[Any], scheme: Scheme, again: bool, n: int
) -> None:
    def write(memory: Memory, episodes: list[Any], prefix: str, **more: Any) -> None:
        for i, (tag, reward, strategy) in enumerate(episodes):
            episode = earned(reward, tags=(tag,), strategy=strategy, id=f"{prefix}{i}", **more)
            memory.record(episode)

    def draw(memory: Memory) -> tuple[Replayed, ...]:
        where = Filter(tags_any=("a", "b"))
        return memory.replay(n, filter=where, scheme=scheme, replacement=again, seed=2)

    with opened() as alone, opened() as beside:
        other = Memory(beside._parts, Scope("other"), Options())
        write(beside, users, "u", user="ann")
        write(other, theirs, "t")
        for memory in (alone, beside):
            write(memory, mine, "m")
        expected, found = draw(alone), draw(beside)
    assert found == expected
    assert {tag for each in found for tag in each.episode.tags} <= {"a", "b"}


class _Counting:
    """A hundred thousand episodes of which only ratings exist, and a count of bodies read."""

    def __init__(self, size: int) -> None:
        self.size, self.bodies = size, 0
        self.search = self.episodes = self

    def ratings(self, scope: Scope, kind: str) -> list[Rating]:
        return [
            Rating(i, f"c{i % 9}", f"s{i % 5}", "success", float(i % 100 > 0), i)
            for i in range(self.size)
        ]

    def traits(self, scope: Scope, kind: str, nums: Sequence[int]) -> list[Any]:
        return [type("T", (), {"num": num, "id": str(num)}) for num in nums]

    def get(self, scope: Scope, ids: Sequence[str]) -> dict[str, Episode]:
        self.bodies += len(ids)
        return {id: Episode(Task("t"), id=id) for id in ids}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_only_the_bodies_of_what_was_drawn_are_read(scheme: Scheme) -> None:
    store = _Counting(100_000)
    replayer = Replayer(cast(Store, store), Scope(), seed=1)
    drawn = replayer.replay(32, sampling=Sampling(scheme))
    assert len(drawn) == store.bodies == 32


@pytest.mark.slow
def test_a_hundred_thousand_stored_episodes_are_sampled_without_their_bodies() -> None:
    with opened(synchronous="normal") as memory:
        memory.episodes.record_many(earned(float(i % 100 > 0), f"t {i}") for i in range(100_000))
        read: list[int] = []
        get = memory._parts.store.episodes.get

        def counting(scope: Scope, ids: Sequence[str]) -> dict[str, Episode]:
            read.append(len(ids))
            return get(scope, ids)

        memory._parts.store.episodes.get = counting  # type: ignore[method-assign]
        drawn = memory.replay(1_000, seed=1)
        assert read == [1_000] == [len(drawn)]
        odd = sum(each.episode.feedback.reward == 0.0 for each in drawn)
        # One in a hundred is odd. Its priority is 1, that of the others 0.02, and 0.02^0.6 = 0.1:
        # about one in ten draws is odd, less what distinct draws use up.
        assert 60 < odd < 130


def test_without_a_seed_a_forked_child_draws_anew_and_with_one_alike(memory: Memory) -> None:
    store, scope = memory._parts.store, Scope("default", None)
    memory.episodes.record_many([Episode(Task(f"task {n}")) for n in range(40)])
    for seed in (None, 3):
        parent, child = Replayer(store, scope, seed), Replayer(store, scope, seed)
        child._chance.setstate(parent._chance.getstate())  # as a fork leaves it
        mine = [each.episode.id for each in parent.replay(20)]
        child._process = -1  # it was made in another process
        its = [each.episode.id for each in child.replay(20)]
        assert (its == mine) is (seed is not None)

"""What every store promises about moving from one embedding model to another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from seasoned import Conflict, Filter
from seasoned.ports import EPISODE, Model, Scope, Store
from seasoned.testing import HashEmbedder
from tests.contract.stores import HERE, Filler, good, sound

OLD, NEW, OTHER = Model("hash-16", 16), Model("new", 4), Model("other", 4)
THERE = Scope("there", "ann")
VECTOR = np.array([1.0, 0, 0, 0], "<f2").tobytes()


@pytest.fixture
def filler(store: Store) -> Filler:
    return Filler(store).with_vectors()


def waiting(store: Store, model: Model = NEW) -> list[int]:
    found: list[int] = []
    while batch := store.models.unembedded(model.name, found[-1] if found else 0, 2):
        found += [num for num, _ in batch]
    assert len(found) == store.models.count_unembedded(model.name)
    return found


def stage(store: Store, nums: list[int], model: Model = NEW) -> int:
    store.models.begin(model)
    return store.models.stage([(num, VECTOR) for num in nums], model)


def test_items_of_all_namespaces_and_users_wait_in_order(store: Store, filler: Filler) -> None:
    filler.add_texts("one", "two", "three")
    filler.add_texts("four", scope=THERE)
    nums = waiting(store)
    assert len(nums) == 4 and nums == sorted(nums)
    texts = [text for _, (text,) in store.models.unembedded(NEW.name, 0, 9)]
    assert texts == ["one", "two", "three", "four"]
    assert waiting(store, OLD) == []
    assert stage(store, nums[1:3]) == 2
    assert waiting(store) == [nums[0], nums[3]]


def test_what_is_staged_is_not_searched(store: Store, filler: Filler) -> None:
    filler.add_texts("one", "two")
    before = store.search.follow("here", EPISODE, None, OLD.name)
    stage(store, waiting(store))
    assert store.search.model() == OLD
    assert store.search.follow("here", EPISODE, None, OLD.name) == before
    assert store.search.follow("here", EPISODE, before.seq, OLD.name).puts == ()
    assert store.episodes.stats(HERE).model == OLD.name
    assert sound(store)


def test_the_switch_waits_for_every_item(store: Store, filler: Filler) -> None:
    filler.add_texts("one", "two", "three")
    nums = waiting(store)
    stage(store, nums[:1])
    assert store.models.switch(NEW, ()) == 2
    assert store.search.model() == OLD
    stage(store, nums[1:2])
    assert store.models.switch(NEW, [nums[2]]) == 0
    assert store.search.model() == NEW
    feed = store.search.follow("here", EPISODE, None, NEW.name)
    assert [entry.vector for entry in feed.puts] == [VECTOR, VECTOR, None]
    assert [num for num, _ in store.maintenance.pending(HERE, 9)] == [nums[2]]
    assert store.models.switch(NEW, ()) == 0


def test_the_old_vectors_go_when_they_are_discarded(store: Store, filler: Filler) -> None:
    filler.add_texts("one", "two")
    nums = waiting(store)
    stage(store, nums)
    store.models.switch(NEW, ())
    assert set(store.search.vectors(nums, OLD.name)) == set(nums)
    assert store.models.discard() == 2
    assert store.search.vectors(nums, OLD.name) == {}
    assert store.search.vectors(nums, NEW.name) == dict.fromkeys(nums, VECTOR)
    assert store.models.discard() == 0
    assert sound(store)


def test_a_move_is_given_up_without_a_trace(store: Store, filler: Filler) -> None:
    filler.add_texts("one", "two")
    nums = waiting(store)
    stage(store, nums)
    assert (store.models.discard(), store.models.staged()) == (0, NEW)
    assert (store.models.abandon(), store.models.staged()) == (2, None)
    assert waiting(store) == nums
    assert store.search.model() == OLD
    with pytest.raises(Conflict, match="nothing is on its way to 'new'"):
        store.models.stage([(nums[0], VECTOR)], NEW)
    with pytest.raises(Conflict, match="nothing is on its way to 'new'"):
        store.models.switch(NEW, ())
    assert stage(store, nums, OTHER) == 2
    assert sound(store)


def test_two_moves_never_mix(store: Store, filler: Filler) -> None:
    filler.add_texts("one")
    store.models.begin(NEW)
    with pytest.raises(Conflict, match="on its way to the model 'new'"):
        store.models.begin(OTHER)
    with pytest.raises(Conflict, match=r"'new' have 8 numbers now and 4"):
        store.models.begin(replace(NEW, dim=8))
    with pytest.raises(Conflict, match=r"'hash-16' have 8 numbers now and 16"):
        store.models.begin(replace(OLD, dim=8))
    with pytest.raises(Conflict, match="'other'"):
        store.models.switch(OTHER, ())
    with pytest.raises(Conflict, match="'other'"):
        store.models.stage([(num, VECTOR) for num in waiting(store)], OTHER)
    assert stage(store, waiting(store)) == 1


def test_staging_twice_or_for_nothing_adds_nothing(store: Store, filler: Filler) -> None:
    (id,) = filler.add_texts("one")
    (num,) = waiting(store)
    assert stage(store, [num, num]) == 1
    assert stage(store, [num]) == 0
    store.episodes.delete(HERE, Filter(ids=(id,)))
    assert stage(store, [num]) == 0
    assert store.models.switch(NEW, ()) == 0
    assert sound(store)


def test_what_is_forgotten_takes_its_staged_vector_along(store: Store, filler: Filler) -> None:
    first, _ = filler.add_texts("one", "two")
    nums = waiting(store)
    stage(store, nums)
    assert store.episodes.delete(HERE, Filter(ids=(first,))).vectors == 2
    assert store.search.vectors(nums, NEW.name) == {nums[1]: VECTOR}


def test_a_store_without_a_model_gets_its_first(store: Store) -> None:
    Filler(store).add_texts("one")
    (num,) = waiting(store)
    stage(store, [num])
    assert store.search.model() is None
    assert sound(store)  # vectors that are moved to are not taken for those of a lost model
    assert store.models.switch(NEW, ()) == 0
    assert (store.search.model(), store.models.discard()) == (NEW, 0)
    assert sound(store)


def test_vectors_for_the_active_model_are_searched_at_once(store: Store, filler: Filler) -> None:
    Filler(store).add_texts("one")  # without a vector
    filler.add_texts("two")
    seq = store.search.follow("here", EPISODE, None, OLD.name).seq
    (num,) = waiting(store, OLD)
    data = HashEmbedder(16).embed(["one"])[0].astype("<f2").tobytes()
    store.models.begin(NEW)  # which does not keep the active model from being completed
    store.models.begin(OLD)
    assert store.models.stage([(num, data)], OLD) == 1
    (entry,) = store.search.follow("here", EPISODE, seq, OLD.name).puts
    assert (entry.num, entry.vector) == (num, data)
    assert (store.models.switch(OLD, ()), store.models.staged()) == (0, NEW)
    assert sound(store)


def test_a_vector_of_the_old_model_does_not_slip_in_after_the_switch(
    store: Store, filler: Filler
) -> None:
    filler.add_texts("one")
    late = filler.writes([good("late")])  # embedded before the switch, kept after it
    stage(store, waiting(store))
    store.models.switch(NEW, ())
    (receipt,) = store.episodes.add(HERE, late)
    assert receipt.indexed == "pending"
    assert waiting(store) == [num for num, _ in store.maintenance.pending(HERE, 9)]
    assert sound_but_pending(store)


def sound_but_pending(store: Store) -> bool:
    store.models.stage([(num, VECTOR) for num in waiting(store)], NEW)
    return sound(store)

from __future__ import annotations

import threading
import uuid
from datetime import UTC, datetime

from seasoned.memories.ids import Ids
from seasoned.testing import ManualClock


def test_an_id_is_a_uuid_of_version_seven_with_its_time() -> None:
    clock = ManualClock(datetime(2026, 3, 1, 12, 0, 0, 123_000, tzinfo=UTC))
    value = uuid.UUID(Ids(clock).new())
    assert (value.version, value.variant) == (7, uuid.RFC_4122)
    assert value.int >> 80 == int(clock.now().timestamp() * 1000)


def test_ids_increase_within_a_millisecond_and_across() -> None:
    clock = ManualClock()
    ids = Ids(clock)
    made = [ids.new() for _ in range(10_000)]  # more than the counter of one millisecond holds
    clock.advance(0.001)
    made.append(ids.new())
    assert made == sorted(set(made))
    assert all(uuid.UUID(id).version == 7 for id in made)


def test_ids_increase_when_the_clock_goes_back() -> None:
    clock = ManualClock()
    ids = Ids(clock)
    made = [ids.new()]
    for days in (-1, -1000, 500):
        clock.advance(days=days)
        made.append(ids.new())
    assert made == sorted(set(made))


def test_makers_share_no_chance() -> None:
    clock = ManualClock()
    assert len({Ids(clock).new() for _ in range(1000)}) == 1000


def test_threads_get_different_ids() -> None:
    ids, made = Ids(ManualClock()), list[str]()

    def work() -> None:
        made.extend([ids.new() for _ in range(2000)])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 8000

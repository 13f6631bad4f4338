"""Ids that sort by time: UUIDv7 (RFC 9562), made of the injected clock and the system's chance."""

from __future__ import annotations

import os
import threading
import uuid

from seasoned.ports import Clock

_COUNTER_BITS = 12  # of rand_a, used as a counter within one millisecond


class Ids:
    """Makes UUIDv7 texts that increase within a process. Safe to share between threads."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._pid = os.getpid()
        self._last = 0

    def new(self) -> str:
        """A new id, greater than every earlier one of this maker."""
        if os.getpid() != self._pid:
            # A fork may have caught another thread with the lock in hand.
            self._lock, self._pid = threading.Lock(), os.getpid()
        millisecond = int(self._clock.now().timestamp() * 1000) & (2**48 - 1)
        with self._lock:
            self._last = max(self._last + 1, millisecond << _COUNTER_BITS)
            stamp, counter = divmod(self._last, 1 << _COUNTER_BITS)
        chance = int.from_bytes(os.urandom(8), "big") >> 2
        value = stamp << 80 | 7 << 76 | counter << 64 | 2 << 62 | chance
        return str(uuid.UUID(int=value))

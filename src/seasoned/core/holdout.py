"""Which tasks run without memory, so that what memory does can be measured.

The arm follows from a digest of the task's key: no state, no chance, the same in every process.
It knows keys and shares, no attempt and no store. Whoever calls stores the assignment before the
task is run; parts of a task carry that of the outermost attempt on and are never drawn again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Literal

from seasoned.core import values
from seasoned.errors import InvalidInput

Arm = Literal["memory", "control"]
MEMORY: Final = "memory"
CONTROL: Final = "control"

RETRY: Final = 86_400.0  # seconds since a task was first drawn within which it is tried again
_BITS = 53  # as many as a float holds, so that every draw is exact


@dataclass(frozen=True, slots=True)
class Share:
    """How many tasks run without memory, and since when.

    Attributes:
        share: Probability of the control arm, in [0, 1]; 0 holds nothing out.
        epoch: Number of the share: each has one, from 1 on, that it keeps when it comes back, so
            that processes with different shares may take turns. Each epoch draws independently.
        since: When it came into force, seconds since 1970.
    """

    share: float = 0.0
    epoch: int = 0
    since: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "share", values.unit(self.share, "holdout"))
        object.__setattr__(self, "epoch", values.count(self.epoch, "epoch"))


@dataclass(frozen=True, slots=True)
class Assignment:
    """The arm of an outermost attempt, and how it came to be in it.

    Attributes:
        arm: ``memory``, or ``control`` where nothing may be read from memory.
        probability: With which that arm was drawn, in (0, 1]; 1 where there was no chance.
        epoch: That of the share it was drawn with.
        eligible: Whether something would have been shown. Where nothing would, both arms are
            the same run, and counting it would only water the difference down.
    """

    arm: Arm
    probability: float
    epoch: int
    eligible: bool

    @property
    def drawn(self) -> bool:
        """Whether chance decided; only such attempts may be compared."""
        return self.eligible and self.probability < 1.0


def assign(
    task_key: str, share: Share, *, namespace: str, seed: int = 0, eligible: bool = True
) -> Assignment:
    """The arm of an outermost attempt.

    Within a namespace, a seed and an epoch a key always has the same arm, so that a retry is not
    drawn anew until it lands where someone wants it. Other namespaces, seeds and epochs draw
    independently; who draws keeps to what another share drew for the key within `RETRY`.

    Args:
        task_key: What makes two attempts the same task, see `core.attempts.task_key`.
        share: The share of the control arm.
        namespace: Where the attempt is made.
        seed: Of the memory.
        eligible: Whether anything would be shown; without it there is nothing to hold out.

    Raises:
        InvalidInput: the key is blank.
    """
    if not task_key:
        raise InvalidInput("task_key is blank; an arm is drawn by the key of the task")
    if not eligible:
        return Assignment(MEMORY, 1.0, share.epoch, eligible=False)
    held = uniform("arm", namespace, seed, share.epoch, task_key) < share.share
    arm: Arm = CONTROL if held else MEMORY
    probability = share.share if held else 1.0 - share.share
    return Assignment(arm, probability, share.epoch, eligible=True)


def uniform(*parts: str | int) -> float:
    """A number in [0, 1) that follows from its parts alone and looks like chance.

    Each part is framed by its length: ("ab", "c") and ("a", "bc") are unlike.
    """
    digest = blake2b(digest_size=8)
    for part in parts:
        text = str(part).encode("utf-8", "surrogatepass")
        digest.update(b"%d:%b" % (len(text), text))
    return math.ldexp(int.from_bytes(digest.digest(), "big") >> (64 - _BITS), -_BITS)

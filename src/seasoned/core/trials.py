"""What a store hands over for lift; loads no NumPy."""

from __future__ import annotations

from typing import NamedTuple


class Trial(NamedTuple):
    """An outermost attempt as lift counts it.

    Attributes:
        root: Its id.
        task_key: What makes two attempts the same task, and decided the arm.
        arm: ``memory`` or ``control``.
        probability: With which that arm was drawn; 1 where there was no chance.
        epoch: Number of the share it was drawn with.
        outcome: Name of the effective outcome.
        reward: Effective reward in [0, 1], None where nobody gave one.
        iterations: Tries that it took, None where unknown.
        at: When it began, seconds since 1970.
    """

    root: str
    task_key: str
    category: str
    arm: str
    probability: float
    epoch: int
    outcome: str
    reward: float | None
    iterations: float | None
    at: float

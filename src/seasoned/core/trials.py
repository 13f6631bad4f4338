"""An outermost attempt as a store hands it over for lift; loads no NumPy."""

from __future__ import annotations

from typing import NamedTuple


class TrialRow(NamedTuple):
    """The fields of `core.lift.Trial`, in its order."""

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

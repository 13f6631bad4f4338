"""Stores of all kinds answer the same to the same operations, in any order."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.faults.machine import Stores, StoresWithVectors

TIERS = [
    pytest.param(4, 15, id="few"),
    pytest.param(150, 50, id="many", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("examples", "steps"), TIERS)
@pytest.mark.parametrize("machine", [Stores, StoresWithVectors])
def test_all_kinds_of_stores_answer_the_same(
    machine: type[Stores], examples: int, steps: int
) -> None:
    profile = settings(max_examples=examples, stateful_step_count=steps)
    run_state_machine_as_test(machine, settings=profile)  # type: ignore[no-untyped-call]

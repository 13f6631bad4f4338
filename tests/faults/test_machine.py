"""Stores of all kinds answer the same to the same operations, in any order."""

from __future__ import annotations

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.faults.machine import Stores, StoresWithVectors

TIERS = [
    pytest.param(4, 15, id="few"),
    pytest.param(100, 40, id="many", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("examples", "steps"), TIERS)
@pytest.mark.parametrize("machine", [Stores, StoresWithVectors])
def test_all_kinds_of_stores_answer_the_same(
    machine: type[Stores], examples: int, steps: int
) -> None:
    # Without shrinking, which may take longer than a test may: a failure says all its steps.
    profile = settings(
        max_examples=examples, stateful_step_count=steps, phases=[Phase.explicit, Phase.generate]
    )
    run_state_machine_as_test(machine, settings=profile)

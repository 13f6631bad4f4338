"""Totals over episodes: what they add up to, and the profile and tallies that follow."""

from __future__ import annotations

from seasoned.core.tallies import Cell, profile_of, tallies, together

WON = Cell("c", "s", "own", True, "success", 3, 1, 0.5, 6)
LOST = Cell("c", "s", "own", True, "failure", 2, 0, 0.0, 2)
OPEN = Cell("c", "s", "own", True, "unknown", 4, 1, 0.25, 4)


def test_cells_of_one_kind_add_up() -> None:
    assert together([WON, LOST, WON]) == (
        Cell("c", "s", "own", True, "success", 6, 2, 1.0, 12),
        LOST,
    )


def test_an_outcome_without_reward_counts_by_its_score_and_unknown_only_by_its_reward() -> None:
    assert WON.earned == (3, 2.5)
    assert LOST.earned == (2, 0.0)
    assert OPEN.earned == (1, 0.25)
    assert WON._replace(outcome="partial").earned == (3, 1.5)


def test_parts_count_and_imported_ones_count_less() -> None:
    part, foreign = WON._replace(root=False), WON._replace(source="elsewhere")
    found = tallies([WON, part, foreign, LOST._replace(strategy="")], imported=0.5)
    assert found == {("c", "s"): (3 + 3 + 1.5, 2.5 + 2.5 + 1.25)}


def test_a_profile_is_of_roots_and_of_what_is_known() -> None:
    profile = profile_of([WON, LOST, OPEN, WON._replace(root=False)], "c")
    assert profile is not None
    assert (profile.total_episodes, profile.known, profile.successes) == (9, 5, 3)
    assert profile.avg_reward == 2.75 / 6
    assert profile.avg_iterations == 12 / 9
    assert profile_of([WON], "other") is None

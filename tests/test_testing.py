from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest

from seasoned.errors import InvalidInput
from seasoned.testing import HashEmbedder, ManualClock

HASHED_LOGIN = [0.0, -0.790569, 0.353553, 0.0, 0.0, 0.0, 0.353553, 0.353553]


def test_a_clock_moves_only_when_told_to() -> None:
    clock = ManualClock(datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=2))))
    assert clock.now() == clock.now() == datetime(2026, 3, 1, 10, tzinfo=UTC)
    assert clock.now().tzinfo is UTC
    assert clock.advance(seconds=90) == datetime(2026, 3, 1, 10, 1, 30, tzinfo=UTC)
    clock.advance(days=2)
    assert clock.now() == datetime(2026, 3, 3, 10, 1, 30, tzinfo=UTC)


def test_a_clock_needs_a_time_zone() -> None:
    with pytest.raises(InvalidInput, match="tzinfo=UTC"):
        ManualClock(datetime(2026, 3, 1))


def test_hashed_vectors_are_near_for_like_texts() -> None:
    embedder = HashEmbedder()
    near, like, other = embedder.embed(
        ["Fix the flaky login test", "repair a flaky test of the login", "Book seats to Lisbon"]
    )
    assert near @ like > embedder.floor > near @ other


def test_hashed_vectors_are_the_same_in_every_process() -> None:
    vector = HashEmbedder(8).embed(["login"])[0]
    np.testing.assert_allclose(vector, HASHED_LOGIN, atol=1e-6)


def test_hashed_vectors_have_unit_length_or_are_zero() -> None:
    vectors = HashEmbedder(16).embed(["a", "caf\u00e9 \ud800", "", " !? "], kind="query")
    assert vectors.shape == (4, 16)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), [1, 1, 0, 0], atol=1e-6)


def test_a_dimension_is_needed() -> None:
    with pytest.raises(InvalidInput, match="dim=0"):
        HashEmbedder(0)

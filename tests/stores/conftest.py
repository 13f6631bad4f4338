"""The files that tests of several processes are held on, one of each kind of store."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(params=["m.db", "m.jsonl"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return tmp_path / str(request.param)

"""The store that a contract is held against, and what fills it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from seasoned.ports import Store
from tests.contract.stores import STORES, Filler


@pytest.fixture(params=list(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = STORES[request.param](tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def filler(store: Store) -> Filler:
    return Filler(store)

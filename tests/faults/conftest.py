"""The files that processes are killed over, one of each kind of store."""

from __future__ import annotations

from tests.stores.conftest import path as path

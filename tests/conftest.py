"""What all tests share: no network, no chance, no settings from outside."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Derandomised: a failure is found again by everybody, and no database of examples is kept.
settings.register_profile("seasoned", derandomize=True, deadline=None, database=None)
settings.load_profile("seasoned")

_LOOPBACK = ("127.", "::1", "localhost")


def _guard(connect: Any) -> Any:
    def guarded(self: socket.socket, address: Any) -> Any:
        host = address[0] if isinstance(address, tuple) else ""
        if self.family != socket.AF_UNIX and not str(host).startswith(_LOOPBACK):
            raise RuntimeError(f"a test reached for the network: {address!r}")
        return connect(self, address)

    return guarded


@pytest.fixture(scope="session", autouse=True)
def _alone() -> Iterator[None]:
    """Only this machine can be reached, and no SEASONED_ setting of the caller's is seen."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, _guard(getattr(socket.socket, name)))
        for name in os.environ:
            if name.startswith("SEASONED_") and name != "SEASONED_DATA":
                patch.delenv(name)
        yield


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of third-party data, which the repository does not contain."""
    folder = os.environ.get("SEASONED_DATA")
    if not folder:
        pytest.skip("SEASONED_DATA is not set; it names the folder with third-party data")
    if not Path(folder).is_dir():
        pytest.skip(f"SEASONED_DATA={folder} is not a folder")
    return Path(folder)

"""The guards that all tests stand behind."""

from __future__ import annotations

import os
import socket

import pytest


@pytest.mark.parametrize("name", ["connect", "connect_ex"])
def test_other_machines_cannot_be_reached(name: str) -> None:
    # 192.0.2.0/24 is reserved for documentation: nothing would answer there anyway.
    with socket.socket() as end, pytest.raises(RuntimeError, match="reached for the network"):
        getattr(end, name)(("192.0.2.1", 80))


def test_this_machine_can_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname(), timeout=10) as end:
            assert end.getpeername() == server.getsockname()


def test_settings_of_the_caller_are_not_seen() -> None:
    assert {name for name in os.environ if name.startswith("SEASONED_")} <= {"SEASONED_DATA"}

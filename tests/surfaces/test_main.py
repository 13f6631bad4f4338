"""The command line as a module."""

from __future__ import annotations

import subprocess
import sys


def test_the_module_is_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "seasoned", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("seasoned, version ")

"""ONNX Runtime, loaded without its telemetry.

From 1.32 on its Linux builds open a telemetry database in the user's cache and start a thread
when they are imported, which is too early for `disable_telemetry_events`: only the variable
below prevents it. The thread would also be lost, locks in hand, in every fork.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import Final

OFF: Final = "ORT_DISABLE_TELEMETRY"


def onnx_runtime() -> ModuleType:
    """The module, with telemetry off unless the process has loaded it before us."""
    if "onnxruntime" not in sys.modules:
        os.environ[OFF] = "1"
    runtime = import_module("onnxruntime")
    runtime.disable_telemetry_events()
    return runtime

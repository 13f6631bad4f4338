"""Serves a small language model on a free port of this machine, until its input ends.

A process of its own, so that what native code does there ends there.
"""

from __future__ import annotations

import sys
from typing import Any

import xllamacpp


def parameters(path: str) -> Any:
    """One thread: two on a busy machine of two cores are many times slower."""
    found = xllamacpp.CommonParams()
    found.model.path = path
    found.cpuparams.n_threads = found.cpuparams_batch.n_threads = 1
    found.n_ctx, found.n_parallel, found.n_threads_http = 2048, 1, 2
    found.warmup = False
    found.port = 0
    return found


if __name__ == "__main__":
    server = xllamacpp.Server(parameters(sys.argv[1]))
    print(f"listening: {server.listening_address}", flush=True)
    sys.stdin.read()

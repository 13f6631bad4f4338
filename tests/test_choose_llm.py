"""What `choose_llm` makes of what it is given."""

from __future__ import annotations

from typing import Any

import pytest

from seasoned import InvalidInput
from seasoned.connect import choose_llm
from seasoned.llms.function import FunctionLLM
from seasoned.llms.metered import InProcessLedger, Metered
from seasoned.ports.ledger import Ledger
from seasoned.ports.llm import LLM, Streaming
from seasoned.testing import ScriptedLLM

HELLO = [{"role": "user", "content": "Say hello."}]


def test_none_is_none() -> None:
    assert choose_llm(None) is None


def test_a_model_stays_as_it_is() -> None:
    llm = ScriptedLLM("Hello.")
    assert choose_llm(llm) is llm


def test_a_function_becomes_a_model() -> None:
    llm = choose_llm(lambda messages: messages[0]["content"].upper())
    assert llm is not None
    assert llm.complete(HELLO).text == "SAY HELLO."


def test_all_models_are_models_to_the_type_checker() -> None:
    models: list[LLM] = [ScriptedLLM("Hi."), FunctionLLM(lambda messages: "Hi.")]
    models.append(Metered(models[0]))
    streams: list[Streaming] = [ScriptedLLM("Hi."), FunctionLLM(lambda messages: "Hi.")]
    streams.append(Metered(models[0]))
    ledger: Ledger = InProcessLedger()
    assert [llm.complete(HELLO).text for llm in models] == ["Hi."] * 3
    assert ["".join(llm.stream(HELLO)) for llm in streams] == ["Hi."] * 3
    assert Metered(models[0], ledger=ledger).ledger is ledger


@pytest.mark.parametrize(
    ("name", "model", "url"),
    [
        ("openai:qwen3:0.6b@http://127.0.0.1:1/v1", "qwen3:0.6b", "http://127.0.0.1:1/v1/"),
        ("openai:org/model@v2@https://127.0.0.1/v1", "org/model@v2", "https://127.0.0.1/v1/"),
        ("anthropic:claude@http://127.0.0.1:1", "claude", "http://127.0.0.1:1"),
    ],
)
def test_a_name_may_have_the_address_of_a_server(name: str, model: str, url: str) -> None:
    pytest.importorskip(name.partition(":")[0])
    llm: Any = choose_llm(name)
    assert llm.model == model
    assert str(llm._clients.blocking().base_url) == url
    llm.close()


@pytest.mark.parametrize(
    "name", ["", "gpt-5", "openai", "openai:", "anthropic: ", "ollama:qwen3", "@http://127.0.0.1"]
)
def test_an_unknown_name_is_told_the_known_ones(name: str) -> None:
    with pytest.raises(InvalidInput, match="there are openai:MODEL and anthropic:MODEL"):
        choose_llm(name)


class Half:
    model = "half"

    def complete(self) -> None: ...


@pytest.mark.parametrize(
    ("given", "said"), [(5, r"\.complete and \.acomplete and \.model"), (Half(), r"\.acomplete")]
)
def test_what_is_no_model_is_told_what_it_lacks(given: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        choose_llm(given)


def test_a_client_of_an_sdk_is_told_where_it_goes() -> None:
    openai = pytest.importorskip("openai")
    with openai.OpenAI(api_key="key") as client:
        with pytest.raises(InvalidInput, match="OpenAILLM"):
            choose_llm(client)

"""What only the adapter of Anthropic does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seasoned import InvalidInput, ModelError
from seasoned.connect import choose_llm
from seasoned.core.completions import Usage
from seasoned.llms.anthropic import AnthropicLLM
from tests.llms.wire import Server, anthropic_answer, anthropic_stream, refusal, serving

pytest.importorskip("anthropic", reason='the SDK is not installed: pip install ".[anthropic]"')

HELLO = [{"role": "user", "content": "Say hello."}]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for name in list(os.environ):
        if name.startswith("ANTHROPIC_"):
            monkeypatch.delenv(name)
    with serving() as state:
        yield state


@pytest.fixture
def llm(server: Server) -> Iterator[AnthropicLLM]:
    model = AnthropicLLM("small", base_url=server.root, api_key="key")
    yield model
    model.close()


def test_what_the_system_says_stands_apart(server: Server, llm: AnthropicLLM) -> None:
    server.plan.append(anthropic_answer())
    llm.complete([{"role": "system", "content": "Be brief."}, *HELLO], temperature=1.5)
    (body,) = server.asked
    assert body["system"] == "Be brief."
    assert [message["role"] for message in body["messages"]] == ["user"]
    assert body["temperature"] == 1.0
    assert "tools" not in body


def test_calls_that_were_made_bring_their_tools_along(server: Server, llm: AnthropicLLM) -> None:
    server.plan.append(anthropic_answer())
    llm.complete(
        [
            *HELLO,
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "c", "function": {"name": "find", "arguments": "{}"}}],
            },
            {"role": "tool", "tool_call_id": "c", "content": "found"},
        ]
    )
    (body,) = server.asked
    assert [tool["name"] for tool in body["tools"]] == ["find"]
    assert body["tool_choice"] == {"type": "none"}


def test_a_schema_goes_out_closed(server: Server, llm: AnthropicLLM) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer", "minimum": 3}}}
    server.plan += [anthropic_answer('{"a": 1}'), anthropic_answer('{"a": 3}')]
    done = llm.complete(HELLO, schema=schema)
    assert done.parsed == {"a": 3}  # what the server cannot hold it to is checked here
    sent = server.asked[0]["output_config"]["format"]["schema"]
    assert sent["additionalProperties"] is False and "minimum" not in sent["properties"]["a"]


def test_a_schema_that_the_sdk_does_not_know_is_told_in_words(
    server: Server, llm: AnthropicLLM
) -> None:
    server.always = lambda body: anthropic_answer('{"a": null}')
    odd = {"type": "object", "properties": {"a": {"type": ["integer", "null"]}}}
    assert llm.complete(HELLO, schema=odd).parsed == {"a": None}
    assert "output_config" not in server.asked[0]
    plain = {"type": "object", "properties": {}}
    assert llm.complete(HELLO, schema=plain).parsed == {"a": None}
    assert "output_config" in server.asked[1]


@pytest.mark.parametrize("text", ["I cannot help with that.", ""])
def test_a_refusal_is_an_error_with_its_words(server: Server, llm: AnthropicLLM, text: str) -> None:
    for schema in (None, {"type": "object"}):
        server.plan.append(anthropic_answer(text, finish="refusal"))
        with pytest.raises(ModelError, match="refused to answer") as caught:
            llm.complete(HELLO, schema=schema)
        assert caught.value.raw == text
    assert len(server.asked) == 2


def test_a_refusal_in_a_stream_is_one_too(server: Server, llm: AnthropicLLM) -> None:
    server.plan.append(anthropic_stream("I can", finish="refusal"))
    with pytest.raises(ModelError, match="refused to answer"):
        list(llm.stream(HELLO))


def test_a_full_window_is_an_end_before_the_end(server: Server, llm: AnthropicLLM) -> None:
    server.plan.append(anthropic_answer("Once", finish="model_context_window_exceeded"))
    assert llm.complete(HELLO).truncated


def test_tokens_that_a_cache_held_count(server: Server, llm: AnthropicLLM) -> None:
    answer = anthropic_answer()
    answer.body["usage"] |= {"cache_creation_input_tokens": 100, "cache_read_input_tokens": 1000}
    server.plan.append(answer)
    assert llm.complete(HELLO).usage == Usage(1, 1111, 7)


def test_a_temperature_that_a_model_refuses_is_left_out_from_then_on(
    server: Server, llm: AnthropicLLM
) -> None:
    def new(body: Any) -> Any:
        if "temperature" in body:
            return refusal(400, "temperature: Extra inputs are not permitted")
        return anthropic_answer()

    server.always = new
    for _ in range(2):
        assert llm.complete(HELLO).text == "Hello."
    assert len(server.asked) == 3


def test_key_and_address_come_from_the_environment_of_the_sdk(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "secret")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.root)
    server.plan.append(anthropic_answer())
    llm = choose_llm("anthropic:small")
    assert isinstance(llm, AnthropicLLM)
    assert llm.complete(HELLO).text == "Hello."
    sent = [server.headers.get(name, "") for name in ("x-api-key", "authorization")]
    assert any("secret" in value for value in sent)
    assert "secret" not in repr(llm)
    llm.close()


def test_without_a_key_the_error_says_what_to_do(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))  # where the SDK looks for other credentials
    with pytest.raises(InvalidInput, match="set ANTHROPIC_API_KEY or give api_key="):
        AnthropicLLM("small")
    server.plan.append(anthropic_answer())
    llm = AnthropicLLM("small", base_url=server.root)
    assert llm.complete(HELLO).text == "Hello."
    llm.close()


def test_pictures_and_thoughts_of_an_answer_are_left_out(server: Server, llm: AnthropicLLM) -> None:
    answer = anthropic_answer()
    answer.body["content"].insert(0, {"type": "thinking", "thinking": "hm", "signature": "s"})
    server.plan.append(answer)
    assert llm.complete(HELLO).text == "Hello."

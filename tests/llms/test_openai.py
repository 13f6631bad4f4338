"""What only the adapter of OpenAI does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from seasoned import InvalidInput, ModelError
from seasoned.connect import choose_llm
from seasoned.llms.openai import OpenAILLM
from tests.llms.wire import Server, openai_answer, openai_stream, refusal, serving

pytest.importorskip("openai", reason='the SDK is not installed: pip install ".[openai]"')

HELLO = [{"role": "user", "content": "Say hello."}]
OPEN = {"type": "object", "properties": {"a": {"type": "string"}}, "title": "An answer!"}
CLOSED = {**OPEN, "required": ["a"], "additionalProperties": False}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for name in list(os.environ):
        if name.startswith("OPENAI_"):
            monkeypatch.delenv(name)
    with serving() as state:
        yield state


@pytest.fixture
def llm(server: Server) -> Iterator[OpenAILLM]:
    model = OpenAILLM("small", base_url=server.root + "/v1")
    yield model
    model.close()


def test_a_server_of_ones_own_needs_no_key(server: Server, llm: OpenAILLM) -> None:
    server.plan.append(openai_answer())
    assert llm.complete(HELLO).text == "Hello."
    assert server.headers["authorization"] == "Bearer none"


def test_key_and_address_come_from_the_environment_of_the_sdk(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InvalidInput, match="set OPENAI_API_KEY or give api_key="):
        OpenAILLM("small")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    monkeypatch.setenv("OPENAI_BASE_URL", server.root + "/v1")
    server.plan.append(openai_answer())
    llm = choose_llm("openai:small")
    assert isinstance(llm, OpenAILLM)
    assert llm.complete(HELLO).text == "Hello."
    assert server.headers["authorization"] == "Bearer secret"
    assert "secret" not in repr(llm)
    llm.close()


@pytest.mark.parametrize(("schema", "strict"), [(OPEN, False), (CLOSED, True)])
def test_a_schema_that_allows_it_is_held_to(
    server: Server, llm: OpenAILLM, schema: dict[str, Any], strict: bool
) -> None:
    server.plan.append(openai_answer('{"a": "b"}'))
    assert llm.complete(HELLO, schema=schema).parsed == {"a": "b"}
    form = server.asked[0]["response_format"]["json_schema"]
    assert form == {"name": "An_answer_", "schema": schema, "strict": strict}


def test_a_refusal_is_an_error_with_its_words(server: Server, llm: OpenAILLM) -> None:
    for schema in (None, CLOSED):
        server.plan.append(openai_answer(None, refused="I cannot help with that."))
        with pytest.raises(ModelError, match="refused to answer") as caught:
            llm.complete(HELLO, schema=schema)
        assert caught.value.raw == "I cannot help with that."
    assert len(server.asked) == 2


def test_a_refusal_in_a_stream_is_one_too(server: Server, llm: OpenAILLM) -> None:
    server.plan.append(openai_stream(refused="I cannot help with that."))
    with pytest.raises(ModelError, match="refused to answer"):
        list(llm.stream(HELLO))


def test_what_a_filter_stopped_is_a_refusal(server: Server, llm: OpenAILLM) -> None:
    server.plan.append(openai_answer("Once", finish="content_filter"))
    with pytest.raises(ModelError, match="content filter"):
        llm.complete(HELLO)


@pytest.mark.parametrize("status", [400, 422])
def test_parameters_that_new_models_refuse_are_left_out_from_then_on(
    server: Server, llm: OpenAILLM, status: int
) -> None:
    def new(body: Any) -> Any:
        if "max_tokens" in body:
            return refusal(
                status,
                "Unsupported parameter: 'max_tokens' is not supported with this model. "
                "Use 'max_completion_tokens' instead.",
            )
        if "temperature" in body:
            return refusal(status, "Unsupported value: 'temperature' does not support 0.0.")
        return openai_answer()

    server.always = new
    for _ in range(2):
        assert llm.complete(HELLO, max_tokens=9).text == "Hello."
    assert len(server.asked) == 4
    assert server.asked[-1]["max_completion_tokens"] == 9


def test_a_stream_does_without_options_that_are_not_known(server: Server, llm: OpenAILLM) -> None:
    def old(body: Any) -> Any:
        if "stream_options" in body:
            return refusal(400, "stream_options: extra fields not permitted")
        return openai_stream("Hello", usage=None)

    server.always = old
    for _ in range(2):
        pieces = llm.stream(HELLO)
        assert list(pieces) == ["Hello"] and pieces.usage.estimated
    assert len(server.asked) == 3


def test_too_many_tokens_are_an_error_and_no_other_parameter_is_tried(
    server: Server, llm: OpenAILLM
) -> None:
    server.always = lambda body: refusal(400, "max_tokens is too large: 10000. At most 4096.")
    with pytest.raises(ModelError, match="too large"):
        llm.complete(HELLO, max_tokens=10_000)
    assert len(server.asked) == 1


def test_the_own_servers_of_openai_get_the_newer_name_of_the_limit() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("OPENAI_BASE_URL", raising=False)
        llm = OpenAILLM("small", api_key="key")
    from seasoned.core.messages import Message
    from seasoned.core.structured import Ask

    body = llm._body(Ask((Message("user", "Hi."),), 9), stream=False)
    assert body["max_completion_tokens"] == 9 and "max_tokens" not in body
    llm.close()


def test_content_in_parts_is_read(server: Server, llm: OpenAILLM) -> None:
    answer = openai_answer()
    answer.body["choices"][0]["message"]["content"] = [
        {"type": "thinking", "thinking": []},
        {"type": "text", "text": "Hello."},
    ]
    server.plan.append(answer)
    assert llm.complete(HELLO).text == "Hello."


def test_calls_of_tools_that_nobody_offered_are_no_answer(server: Server, llm: OpenAILLM) -> None:
    server.plan.append(openai_answer(None, finish="tool_calls"))
    with pytest.raises(ModelError, match="empty answer"):
        llm.complete(HELLO)


def test_a_fork_opens_connections_of_its_own(
    server: Server, llm: OpenAILLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.always = lambda body: openai_answer()
    llm.complete(HELLO)
    before = llm._clients.blocking()
    monkeypatch.setattr("os.getpid", lambda: -1)
    after = llm._clients.blocking()
    assert after is not before
    assert llm.complete(HELLO).text == "Hello."
    before.close()

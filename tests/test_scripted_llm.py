"""The model that says what it was told to say."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from seasoned import InvalidInput, ModelError
from seasoned.core.completions import Completion, Usage
from seasoned.core.messages import Message
from seasoned.ports.llm import Streaming
from seasoned.testing import Asked, ScriptedLLM

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


def said(text: str) -> list[dict[str, str]]:
    return [{"role": "system", "content": "Be brief."}, {"role": "user", "content": text}]


def test_one_answer_for_all() -> None:
    llm = ScriptedLLM("Hello.")
    assert [llm.complete(said(text)).text for text in "ab"] == ["Hello.", "Hello."]
    assert llm.complete(said("c")).model == llm.model == "scripted"


def test_answers_in_order_and_then_none() -> None:
    llm = ScriptedLLM(["one", Completion("two", usage=Usage(1, 2, 3)), {"n": 3}], model="m")
    assert llm.complete(said("a")).text == "one"
    assert llm.complete(said("a")) == Completion("two", usage=Usage(1, 2, 3), model="m")
    assert llm.complete(said("a")).text == '{"n": 3}'
    with pytest.raises(ModelError, match="has 3 answers, and this call is one more"):
        llm.complete(said("a"))


def test_answers_by_what_is_asked() -> None:
    llm = ScriptedLLM({"weather": "Rain.", "brief": "Short.", "": "What?"})
    assert llm.complete(said("How is the weather?")).text == "Rain."
    assert llm.complete(said("Hello?")).text == "Short."
    assert llm.complete([{"role": "user", "content": "Hello?"}]).text == "What?"
    with pytest.raises(ModelError, match="no answer to 'Hello"):
        ScriptedLLM({"weather": "Rain."}).complete([{"role": "user", "content": "Hello?"}])


def test_answers_of_a_function() -> None:
    llm = ScriptedLLM(lambda asked: {"n": len(asked.messages)} if asked.schema else "text")
    assert llm.complete(said("a"), schema=SCHEMA).parsed == {"n": 2}
    assert llm.complete(said("a")).text == "text"


@pytest.mark.parametrize("error", [ModelError("down", "raw"), ModelError, KeyError("k")])
def test_it_can_raise(error: Any) -> None:
    for script in (ScriptedLLM([error]), ScriptedLLM({"": error}), ScriptedLLM(lambda a: error)):
        with pytest.raises(error if isinstance(error, type) else type(error)):
            script.complete(said("a"))


def test_it_remembers_what_it_was_asked() -> None:
    llm = ScriptedLLM([{"n": 1}, "b"])
    llm.complete(said("x"), schema=SCHEMA, max_tokens=5, temperature=1)
    llm.complete([Message("user", "y")])
    first, second = llm.asked
    assert (first.schema, first.max_tokens, first.temperature) == (SCHEMA, 5, 1.0)
    assert first.text == "Be brief.\nx"
    assert second == Asked((Message("user", "y"),))


@pytest.mark.parametrize("answer", [{"n": 1}, '{"n": 1}', 'So: {"n": 1}'])
def test_json_for_a_schema(answer: Any) -> None:
    assert ScriptedLLM([answer]).complete(said("a"), schema=SCHEMA).parsed == {"n": 1}


@pytest.mark.parametrize("answer", [{"n": "one"}, "no JSON", [1], '{"n": 1'])
def test_what_does_not_fit_is_an_error_at_once(answer: Any) -> None:
    llm = ScriptedLLM([answer, {"n": 2}])
    with pytest.raises(ModelError, match="gave no JSON that fits") as caught:
        llm.complete(said("a"), schema=SCHEMA)
    assert caught.value.raw and caught.value.usage.calls == 1
    assert llm.complete(said("a"), schema=SCHEMA).parsed == {"n": 2}


def test_costs_are_estimates() -> None:
    usage = ScriptedLLM("word " * 50).complete(said("a")).usage
    assert usage.estimated and usage.calls == 1 and usage.output_tokens >= 50


def test_on_an_event_loop() -> None:
    async def many() -> list[str]:
        llm = ScriptedLLM([str(number) for number in range(50)])
        done = await asyncio.gather(*(llm.acomplete(said("a")) for _ in range(50)))
        return sorted(one.text for one in done)

    assert asyncio.run(many()) == sorted(map(str, range(50)))


@pytest.mark.parametrize("text", ["Hello there,\n  you. ", "one", " a", "é  日本"])
def test_word_by_word(text: str) -> None:
    async def read() -> list[str]:
        return [word async for word in ScriptedLLM(text).astream(said("a"))]

    found = list(ScriptedLLM(text).stream(said("a")))
    assert "".join(found) == text and asyncio.run(read()) == found
    assert len(found) == len(text.split())
    assert isinstance(ScriptedLLM(text), Streaming)


@pytest.mark.parametrize(
    ("messages", "options"), [([], {}), (said("a"), {"max_tokens": 0}), ([5], {})]
)
def test_arguments_are_checked_as_those_of_a_real_one(
    messages: Any, options: dict[str, Any]
) -> None:
    llm = ScriptedLLM("Hello.")
    with pytest.raises(InvalidInput):
        llm.complete(messages, **options)
    assert llm.asked == []

"""End to end against a real model of 135 million parameters, served by llama.cpp.

It proves the plumbing. What the model says is junk; how it arrives is what is looked at.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from seasoned import ModelError
from seasoned.llms.function import FunctionLLM
from seasoned.llms.metered import Metered
from seasoned.llms.openai import OpenAILLM
from seasoned.llms.patience import Patience
from seasoned.schemas import checker
from tests.llms.local_model import address as address
from tests.llms.local_model import llm as llm

pytestmark = pytest.mark.slow
HELLO = [{"role": "user", "content": "Say hello to Ada in one short sentence."}]
SCHEMA = {
    "type": "object",
    "properties": {
        "kind": {"enum": ["preference", "fact", "instruction"]},
        "text": {"type": "string", "maxLength": 40},
        "sure": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string", "maxLength": 8}, "maxItems": 2},
    },
    "required": ["kind", "text", "sure", "tags"],
    "additionalProperties": False,
}
FACT = [{"role": "user", "content": "Note as JSON what I like: I like tea better than coffee."}]


def test_it_answers_and_counts(llm: OpenAILLM) -> None:
    done = llm.complete(HELLO, max_tokens=12)
    assert done.text.strip()
    assert done.usage.calls == 1 and not done.usage.estimated
    assert done.usage.input_tokens > 10 and 1 <= done.usage.output_tokens <= 12
    assert done.truncated == (done.usage.output_tokens == 12)


def test_estimates_are_near_what_it_counts(llm: OpenAILLM) -> None:
    from seasoned.core.messages import Message
    from seasoned.core.spending import tokens_of

    text = "The memory keeps what was tried, how it ended, and what is worth trying again. " * 8
    counted = llm.complete([{"role": "user", "content": text}], max_tokens=1).usage.input_tokens
    assert 0.7 < tokens_of([Message("user", text)]) / counted < 1.4


def test_json_fits_the_schema_at_once(llm: OpenAILLM) -> None:
    """llama.cpp holds the model to the schema token by token."""
    done = llm.complete(FACT, schema=SCHEMA, max_tokens=200)
    assert checker(SCHEMA)(done.parsed) is None
    assert done.usage.calls == 1
    assert llm._forms.left(SCHEMA)[0] == "json_schema"


@pytest.mark.parametrize("form", ["json_object", "text"])
def test_lower_rungs_end_in_json_or_in_an_error_that_shows_the_answer(
    llm: OpenAILLM, form: str
) -> None:
    for refused in {"json_object": ["json_schema"], "text": ["json_schema", "json_object"]}[form]:
        llm._forms.refuse(refused, None)  # type: ignore[arg-type]
    found: Any
    try:
        found = llm.complete(FACT, schema=SCHEMA, max_tokens=80)
    except ModelError as caught:
        found = caught
    if isinstance(found, ModelError):
        assert "twice gave no JSON that fits" in str(found)
        assert found.raw.strip() and found.usage.calls == 2
    else:
        assert checker(SCHEMA)(found.parsed) is None


def test_a_function_around_it_works_as_well(llm: OpenAILLM) -> None:
    def function(messages: Any, *, schema: Any, max_tokens: int) -> Any:
        return llm.complete(messages, schema=schema, max_tokens=max_tokens).parsed

    done = FunctionLLM(function).complete(FACT, schema=SCHEMA, max_tokens=200)
    assert checker(SCHEMA)(done.parsed) is None


def test_it_answers_in_pieces(llm: OpenAILLM) -> None:
    pieces = llm.stream(HELLO, max_tokens=10)
    found = list(pieces)
    assert 2 <= len(found) <= 11 and "".join(found) == pieces.text
    assert not pieces.usage.estimated and pieces.usage.output_tokens <= 10


def test_it_serves_an_event_loop(llm: OpenAILLM) -> None:
    async def all_at_once() -> None:
        metered = Metered(llm)
        first, second = await asyncio.gather(
            metered.acomplete(FACT, schema=SCHEMA, max_tokens=200),
            metered.acomplete(HELLO, max_tokens=8),
        )
        assert checker(SCHEMA)(first.parsed) is None and second.text
        pieces = metered.astream(HELLO, max_tokens=6)
        assert [piece async for piece in pieces]
        assert metered.usage == first.usage + second.usage + pieces.usage
        await llm.aclose()

    asyncio.run(all_at_once())


def test_it_is_given_up_if_it_takes_too_long(address: str, llm: OpenAILLM) -> None:
    hasty = OpenAILLM("smollm2", base_url=address, patience=Patience(timeout=0.05, retries=0))
    with pytest.raises(ModelError, match="give it more time"):
        hasty.complete(HELLO, max_tokens=200)
    hasty.close()
    assert llm.complete(HELLO, max_tokens=2).text  # the others are served on

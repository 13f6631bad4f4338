"""Any callable as a model."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from seasoned import BudgetError, InvalidInput, ModelError
from seasoned.core.completions import Completion, Usage
from seasoned.core.messages import Message
from seasoned.llms.function import FunctionLLM

HELLO = [{"role": "user", "content": "Say hello."}]
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


def both(llm: FunctionLLM, messages: Any = HELLO, **options: Any) -> Completion:
    """What both ways answer, which is the same."""
    done = llm.complete(messages, **options)
    assert asyncio.run(llm.acomplete(messages, **options)) == done
    return done


def both_pieces(llm: FunctionLLM) -> list[str]:
    async def read() -> list[str]:
        return [piece async for piece in llm.astream(HELLO)]

    found = list(llm.stream(HELLO))
    assert asyncio.run(read()) == found
    return found


async def slowly(messages: list[dict[str, Any]]) -> str:
    await asyncio.sleep(0)
    return "Hello."


def in_pieces(messages: list[dict[str, Any]]) -> Iterator[str]:
    yield "Hel"
    yield "lo."


async def slowly_in_pieces(messages: list[dict[str, Any]]) -> AsyncIterator[str]:
    yield "Hel"
    await asyncio.sleep(0)
    yield "lo."


class Callable:
    model = "own-1"

    async def __call__(self, messages: list[dict[str, Any]]) -> str:
        return "Hello."


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (lambda messages: "Hello.", "<lambda>"),
        (slowly, "slowly"),
        (lambda messages, **options: slowly(messages), "<lambda>"),
        (in_pieces, "in_pieces"),
        (slowly_in_pieces, "slowly_in_pieces"),
        (Callable(), "own-1"),
        (functools.partial(slowly), "partial"),
        (lambda messages: Completion("Hello."), "<lambda>"),
    ],
)
def test_functions_of_all_kinds_answer(function: Any, name: str) -> None:
    llm = FunctionLLM(function)
    done = both(llm)
    assert (done.text, done.model, llm.model) == ("Hello.", name, name)
    assert done.usage.calls == 1 and done.usage.estimated
    assert "".join(both_pieces(llm)) == "Hello."


def test_pieces_come_as_they_are_yielded() -> None:
    assert both_pieces(FunctionLLM(in_pieces)) == ["Hel", "lo."]
    assert both_pieces(FunctionLLM(slowly_in_pieces)) == ["Hel", "lo."]


def test_a_name_can_be_given() -> None:
    assert FunctionLLM(slowly, model="m-2").model == "m-2"


def test_messages_arrive_as_dictionaries() -> None:
    seen: list[Any] = []

    def function(messages: list[dict[str, Any]]) -> str:
        seen.append(messages)
        return "ok"

    both(
        FunctionLLM(function), [Message("user", "Hi."), {"role": "human", "content": "Ho.", "x": 1}]
    )
    assert seen[0] == [
        {"role": "user", "content": "Hi."},
        {"role": "user", "content": "Ho.", "x": 1},
    ]


def test_a_function_gets_the_options_that_it_names() -> None:
    seen: list[Any] = []

    def some(messages: Any, *, temperature: float, other: int = 5) -> str:
        seen.append((temperature, other))
        return "ok"

    def each(messages: Any, **options: Any) -> Any:
        seen.append(options)
        return {"n": 1}

    both(FunctionLLM(some), temperature=0.5)
    assert seen == [(0.5, 5)] * 2
    seen.clear()
    assert both(FunctionLLM(each), schema=SCHEMA, max_tokens=7).parsed == {"n": 1}
    assert seen == [{"schema": SCHEMA, "max_tokens": 7, "temperature": 0.0}] * 2


def test_a_builtin_that_names_nothing_gets_the_messages_only() -> None:
    assert both(FunctionLLM(str)).text.startswith("[{")


@pytest.mark.parametrize(
    "answer",
    [
        {"n": 1},
        '{"n": 1}',
        'Here: {"n": 1}.',
        Completion("Here.", parsed={"n": 1}),
        Completion('{"n": 1}'),
    ],
)
def test_json_comes_in_many_ways(answer: Any) -> None:
    assert both(FunctionLLM(lambda messages: answer), schema=SCHEMA).parsed == {"n": 1}


def test_a_function_without_a_schema_is_told_of_it() -> None:
    seen: list[Any] = []

    def function(messages: Any) -> str:
        seen.append(messages[-1]["content"])
        return "no" if len(seen) % 2 else '{"n": 3}'

    done = both(FunctionLLM(function), schema=SCHEMA)
    assert done.parsed == {"n": 3} and done.usage.calls == 2
    assert "must fit this JSON schema" in seen[0] and "cannot be used" in seen[1]


def test_a_value_without_a_schema_is_text() -> None:
    done = both(FunctionLLM(lambda messages: {"a": "é"}))
    assert (done.text, done.parsed) == ('{"a": "é"}', None)


def test_what_a_completion_says_it_cost_is_kept() -> None:
    answer = Completion("ok", usage=Usage(1, 5, 6), model="m-9", truncated=True)
    assert both(FunctionLLM(lambda messages: answer)) == answer


def boom(messages: Any) -> str:
    raise KeyError("lost")


async def boom_slowly(messages: Any) -> str:
    raise KeyError("lost")


def boom_in_pieces(messages: Any) -> Iterator[str]:
    yield "Hel"
    raise KeyError("lost")


async def boom_slowly_in_pieces(messages: Any) -> AsyncIterator[str]:
    yield "Hel"
    raise KeyError("lost")


@pytest.mark.parametrize("function", [boom, boom_slowly, boom_in_pieces, boom_slowly_in_pieces])
def test_a_function_that_fails_is_a_model_error(function: Any) -> None:
    llm = FunctionLLM(function)

    async def read() -> None:
        async for _ in llm.astream(HELLO):
            pass

    for call in (
        lambda: llm.complete(HELLO),
        lambda: asyncio.run(llm.acomplete(HELLO)),
        lambda: list(llm.stream(HELLO)),
        lambda: asyncio.run(read()),
    ):
        with pytest.raises(ModelError, match="failed: KeyError: 'lost'"):
            call()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (object(), "return text, a JSON value or a Completion"),
        ({1, 2}, "return text, a JSON value"),
        (None, "empty answer"),
        ("", "empty answer"),
        (iter([1]), "the pieces of an answer are text"),
    ],
)
def test_what_is_no_answer_is_named(answer: Any, said: str) -> None:
    with pytest.raises(ModelError, match=said):
        FunctionLLM(lambda messages: answer).complete(HELLO)


def test_a_budget_inside_a_function_is_still_a_budget() -> None:
    def function(messages: Any) -> str:
        raise BudgetError("spent")

    with pytest.raises(BudgetError, match="spent"):
        FunctionLLM(function).complete(HELLO)


def test_model_errors_pass_as_they_are() -> None:
    def function(messages: Any) -> str:
        raise ModelError("mine", "raw")

    with pytest.raises(ModelError, match=r"^mine$") as caught:
        FunctionLLM(function).complete(HELLO)
    assert caught.value.raw == "raw"


@pytest.mark.parametrize("function", [5, None, "openai"])
def test_what_cannot_be_called_is_refused(function: Any) -> None:
    with pytest.raises(InvalidInput, match="cannot be called"):
        FunctionLLM(function)


def test_a_blocking_function_does_not_hold_up_an_event_loop() -> None:
    turn = threading.Event()

    def function(messages: Any) -> str:
        assert turn.wait(10)
        return "ok"

    async def both_at_once() -> str:
        asked = asyncio.create_task(FunctionLLM(function).acomplete(HELLO))
        await asyncio.sleep(0)
        turn.set()  # reached only if the loop is free
        return (await asked).text

    assert asyncio.run(both_at_once()) == "ok"


def test_an_asynchronous_function_can_be_called_from_a_running_loop() -> None:
    async def blocking_inside() -> str:
        return FunctionLLM(slowly).complete(HELLO).text

    assert asyncio.run(blocking_inside()) == "Hello."

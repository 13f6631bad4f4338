"""What holds for both vendors, against a server that speaks their wires, well and badly."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from seasoned import InvalidInput, MissingExtra, ModelError
from seasoned.core.completions import Usage
from seasoned.llms.patience import Patience
from tests.llms.vendors import VENDORS, Vendor
from tests.llms.wire import Answer, Server, refusal, serving

for sdk in ("openai", "anthropic"):
    pytest.importorskip(sdk, reason=f'the SDK is not installed: pip install ".[{sdk}]"')

HELLO = [{"role": "user", "content": "Say hello."}]
SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
    "required": ["name", "age"],
    "additionalProperties": False,
}
ADA = {"name": "Ada", "age": 36}
ADA_TEXT = json.dumps(ADA)
QUICK = Patience(timeout=0.6, silence=0.6, retries=0)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for name in list(os.environ):
        if name.startswith(("OPENAI_", "ANTHROPIC_")):
            monkeypatch.delenv(name)
    with serving() as state:
        yield state


@pytest.fixture(params=VENDORS, ids=lambda vendor: vendor.name)
def vendor(request: pytest.FixtureRequest) -> Vendor:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def made(server: Server, vendor: Vendor) -> Iterator[Any]:
    """Makes models that talk to the server, and closes them."""
    open_ones: list[Any] = []

    def make(**options: Any) -> Any:
        if "client" not in options:
            options = {"base_url": server.root + vendor.path, "api_key": "key", **options}
        open_ones.append(vendor.make("small", **options))
        return open_ones[-1]

    yield make
    for llm in open_ones:
        llm.close()


Ask = Callable[..., Any]


@pytest.fixture(params=["sync", "async"])
def ask(request: pytest.FixtureRequest) -> Ask:
    """Asks a model, blocking or awaiting, and closes what was opened on the event loop."""

    def waiting(llm: Any, messages: Any = HELLO, **options: Any) -> Any:
        async def run() -> Any:
            try:
                return await llm.acomplete(messages, **options)
            finally:
                await llm.aclose()

        return asyncio.run(run())

    def blocking(llm: Any, messages: Any = HELLO, **options: Any) -> Any:
        return llm.complete(messages, **options)

    return waiting if request.param == "async" else blocking


@pytest.fixture(params=["sync", "async"])
def read(request: pytest.FixtureRequest) -> Ask:
    """Reads a stream to its end: its pieces, and itself."""

    def waiting(llm: Any, messages: Any = HELLO, **options: Any) -> Any:
        async def run() -> Any:
            try:
                pieces = llm.astream(messages, **options)
                return [piece async for piece in pieces], pieces
            finally:
                await llm.aclose()

        return asyncio.run(run())

    def blocking(llm: Any, messages: Any = HELLO, **options: Any) -> Any:
        pieces = llm.stream(messages, **options)
        return list(pieces), pieces

    return waiting if request.param == "async" else blocking


# Text


def test_an_answer_and_what_it_cost(server: Server, vendor: Vendor, made: Any, ask: Ask) -> None:
    server.plan.append(vendor.answer("Hello there."))
    done = ask(made(), max_tokens=50, temperature=0.5)
    assert (done.text, done.parsed, done.model, done.truncated) == (
        "Hello there.",
        None,
        "stub-1",
        False,
    )
    assert done.usage == Usage(1, 11, 7)
    (body,) = server.asked
    assert (body["model"], body["max_tokens"], body["temperature"]) == ("small", 50, 0.5)
    assert server.headers.get("authorization", server.headers.get("x-api-key")) in (
        "Bearer key",
        "key",
    )


def test_what_the_server_does_not_count_is_estimated(
    server: Server, vendor: Vendor, made: Any, ask: Ask
) -> None:
    server.plan.append(vendor.answer("word " * 100, usage=None))
    usage = ask(made()).usage
    assert usage.estimated
    assert usage.calls == 1 and 3 < usage.input_tokens < 20 and 90 < usage.output_tokens < 150


def test_an_answer_that_was_cut_off_says_so(
    server: Server, vendor: Vendor, made: Any, ask: Ask
) -> None:
    server.plan.append(vendor.answer("Once upon a", finish=vendor.cut))
    done = ask(made())
    assert (done.text, done.truncated) == ("Once upon a", True)


@pytest.mark.parametrize("text", ["", " \n", None])
def test_an_empty_answer_is_an_error(
    server: Server, vendor: Vendor, made: Any, ask: Ask, text: str | None
) -> None:
    server.plan.append(vendor.answer(text))
    with pytest.raises(ModelError, match="empty answer: it said nothing") as caught:
        ask(made())
    assert caught.value.usage == Usage(1, 11, 7)


def test_tokens_that_were_all_spent_on_thoughts_are_named(
    server: Server, vendor: Vendor, made: Any, ask: Ask
) -> None:
    server.plan.append(vendor.answer("", finish=vendor.cut))
    with pytest.raises(ModelError, match="before its first word; raise max_tokens"):
        ask(made())


@pytest.mark.parametrize(
    ("messages", "options"),
    [
        ([], {}),
        ("hello", {}),
        ([{"content": "no role"}], {}),
        (HELLO, {"max_tokens": 0}),
        (HELLO, {"temperature": 3}),
        (HELLO, {"schema": {"type": "nonsense"}}),
        (HELLO, {"schema": {"$ref": "http://127.0.0.1/x"}}),
        (HELLO, {"schema": [1]}),
    ],
)
def test_what_cannot_be_asked_is_not_sent(
    server: Server, made: Any, ask: Ask, messages: Any, options: dict[str, Any]
) -> None:
    with pytest.raises(InvalidInput):
        ask(made(), messages, **options)
    assert server.asked == []


# JSON


def test_json_comes_back_parsed(server: Server, vendor: Vendor, made: Any, ask: Ask) -> None:
    server.plan.append(vendor.answer(ADA_TEXT))
    done = ask(made(), schema=SCHEMA)
    assert (done.parsed, done.text, done.usage.calls) == (ADA, ADA_TEXT, 1)
    assert [vendor.form(body) for body in server.asked] == ["json_schema"]


@pytest.mark.parametrize(
    "text",
    [
        f"Here you are:\n```json\n{ADA_TEXT}\n```\nAnything else?",
        f'{{see}} for example {{"name": 3}}, so: {ADA_TEXT}',
        f'<think>{{"name": "Eve", "age": 1}}</think>{ADA_TEXT}',
        '{"name": "Ada",\n "age": 36.0}',
    ],
)
def test_json_is_found_where_a_model_puts_it(
    server: Server, vendor: Vendor, made: Any, ask: Ask, text: str
) -> None:
    server.plan.append(vendor.answer(text))
    assert ask(made(), schema=SCHEMA).parsed == ADA
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("I am not sure.", "it holds no JSON value that is one of: object"),
        ('{"name": "Ada"}', "age"),
        ('{"name": "Ada", "age": "36"}', "age must be integer"),
        ('{"name": "Ada", "age": 36', "it holds no JSON"),
        ('{"name": "Ada", "age": NaN}', "it holds no JSON"),
        ("[1, 2]", "object"),
    ],
)
def test_one_repair_turn_shows_what_was_wrong(
    server: Server, vendor: Vendor, made: Any, ask: Ask, said: str, problem: str
) -> None:
    server.plan += [vendor.answer(said), vendor.answer(ADA_TEXT)]
    done = ask(made(), schema=SCHEMA)
    assert done.parsed == ADA
    assert done.usage == Usage(2, 22, 14)
    texts = json.dumps(server.asked[1]["messages"])
    assert problem in texts and "This answer cannot be used" in texts
    roles = [message["role"] for message in server.asked[1]["messages"]]
    assert roles == ["user", "assistant", "user"]


def test_after_a_second_failure_the_error_has_what_was_said(
    server: Server, vendor: Vendor, made: Any, ask: Ask
) -> None:
    server.plan += [vendor.answer("No."), vendor.answer("I said no.")]
    with pytest.raises(ModelError, match="twice gave no JSON that fits") as caught:
        ask(made(), schema=SCHEMA)
    assert caught.value.raw == "I said no."
    assert caught.value.usage == Usage(2, 22, 14)
    assert len(server.asked) == 2


def test_json_that_was_cut_off_is_asked_for_again(
    server: Server, vendor: Vendor, made: Any, ask: Ask
) -> None:
    cut = '{"name": "Ada", "friends": [{"name": "Bob", "age": 3}, {"na'
    server.plan += [vendor.answer(cut, finish=vendor.cut), vendor.answer(ADA_TEXT)]
    assert ask(made(), schema=SCHEMA, max_tokens=20).parsed == ADA
    told = json.dumps(server.asked[1]["messages"])
    assert "it was cut off after 20 tokens" in told and "Keep it shorter" in told


def test_an_empty_answer_is_repaired_without_an_empty_message(
    server: Server, vendor: Vendor, made: Any, ask: Ask
) -> None:
    server.plan += [vendor.answer(""), vendor.answer(ADA_TEXT)]
    assert ask(made(), schema=SCHEMA).parsed == ADA
    assert [message["role"] for message in server.asked[1]["messages"]] == ["user"]


def test_forms_that_are_refused_are_not_tried_again(
    server: Server, vendor: Vendor, made: Any, ask: Ask
) -> None:
    def old(body: Any) -> Answer:
        if vendor.form(body) != "text":
            return refusal(400, f"{vendor.form(body)} is not a thing that I know")
        return vendor.answer(ADA_TEXT)

    server.always, llm = old, made()
    for _ in range(2):
        assert ask(llm, schema=SCHEMA).parsed == ADA
    assert [vendor.form(body) for body in server.asked] == [*vendor.forms, "text"]
    told = json.dumps(server.asked[-1]["messages"])
    assert "must fit this JSON schema" in told and "additionalProperties" in told


def test_a_schema_that_alone_is_refused_spoils_no_other(
    server: Server, vendor: Vendor, made: Any, ask: Ask
) -> None:
    picky = {**SCHEMA, "title": "picky"}

    def strict(body: Any) -> Answer:
        if "picky" in json.dumps(body.get("response_format", body.get("output_config"))):
            return refusal(400, "Invalid schema for response_format: title is not permitted.")
        return vendor.answer(ADA_TEXT)

    server.always, llm = strict, made()
    for schema in (picky, SCHEMA, picky):
        assert ask(llm, schema=schema).parsed == ADA
    first, second, *rest = (vendor.form(body) for body in server.asked)
    assert (first, second) == ("json_schema", vendor.forms[1])
    assert rest == ["json_schema", vendor.forms[1]]


def test_a_request_that_is_bad_in_each_form_is_an_error_and_nothing_is_remembered(
    server: Server, vendor: Vendor, made: Any, ask: Ask
) -> None:
    server.plan += [refusal(400, "the context is too long")] * len(vendor.forms)
    llm = made()
    with pytest.raises(ModelError, match="the context is too long"):
        ask(llm, schema=SCHEMA)
    server.asked.clear()
    server.plan.append(vendor.answer(ADA_TEXT))
    ask(llm, schema=SCHEMA)
    assert [vendor.form(body) for body in server.asked] == ["json_schema"]


@pytest.mark.parametrize("status", [404, 500])
def test_a_server_that_stumbles_over_a_form_is_asked_in_another(
    server: Server, vendor: Vendor, made: Any, ask: Ask, status: int
) -> None:
    def stumbling(body: Any) -> Answer:
        if vendor.form(body) == "json_schema":
            return refusal(status, "failed to parse grammar")
        return vendor.answer(ADA_TEXT)

    server.always = stumbling
    assert ask(made(patience=Patience(retries=0)), schema=SCHEMA).parsed == ADA
    assert [vendor.form(body) for body in server.asked] == ["json_schema", vendor.forms[1]]


def test_a_failure_in_the_repair_turn_keeps_what_was_said_and_spent(
    server: Server, vendor: Vendor, made: Any, ask: Ask
) -> None:
    server.plan += [vendor.answer("No."), refusal(401)]
    with pytest.raises(ModelError, match="check the key") as caught:
        ask(made(), schema=SCHEMA)
    assert (caught.value.raw, caught.value.usage) == ("No.", Usage(1, 11, 7))


# Failures


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503, 529])
def test_what_passes_is_tried_again(
    server: Server, vendor: Vendor, made: Any, ask: Ask, status: int
) -> None:
    server.plan += [refusal(status), refusal(status), vendor.answer()]
    assert ask(made()).text == "Hello."
    assert len(server.asked) == 3


@pytest.mark.parametrize("status", [429, 500])
def test_tries_are_bounded(
    server: Server, vendor: Vendor, made: Any, ask: Ask, status: int
) -> None:
    server.always = lambda body: refusal(status)
    with pytest.raises(ModelError) as caught:
        ask(made(patience=Patience(retries=2)))
    assert len(server.asked) == 3
    assert caught.value.usage is None


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_does_not_pass_is_not_tried_again(
    server: Server, made: Any, ask: Ask, status: int
) -> None:
    server.always = lambda body: refusal(status, "never")
    with pytest.raises(ModelError, match="never"):
        ask(made())
    assert len(server.asked) == 1


def test_the_pause_that_a_server_asks_for_is_kept(
    server: Server, vendor: Vendor, made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    server.plan += [refusal(429, **{"Retry-After": "7"}), vendor.answer()]
    assert made().complete(HELLO).text == "Hello."
    assert 7.0 in pauses


def test_pauses_without_a_word_from_the_server_grow_and_are_of_chance_length(
    server: Server, vendor: Vendor, made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    server.always = lambda body: Answer({"error": {"message": "busy"}}, 503, {"x": "y"})
    llm = made(patience=Patience(retries=4))
    for _ in range(3):
        with pytest.raises(ModelError):
            llm.complete(HELLO)
    rounds = [pauses[start : start + 4] for start in (0, 4, 8)]
    assert all(one[0] < one[-1] <= 10 for one in rounds)
    assert len({round(one[0], 6) for one in rounds}) == 3


@pytest.mark.parametrize("pause", ["3600", "inf", "Fri, 31 Dec 2999 23:59:59 GMT"])
def test_a_pause_that_is_too_long_is_not_kept(
    server: Server, made: Any, ask: Ask, monkeypatch: pytest.MonkeyPatch, pause: str
) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: pytest.fail(f"slept {seconds} s"))
    server.always = lambda body: refusal(429, **{"Retry-After": pause})
    with pytest.raises(ModelError, match="the server asks for fewer requests"):
        ask(made())
    assert len(server.asked) == 1


@pytest.mark.parametrize("pause", ["soon", "", "nan", "-5"])
def test_a_pause_that_cannot_be_read_is_none(
    server: Server, vendor: Vendor, made: Any, monkeypatch: pytest.MonkeyPatch, pause: str
) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    server.plan += [refusal(429, **{"Retry-After": pause}), vendor.answer()]
    assert made().complete(HELLO).text == "Hello."


def test_a_connection_that_breaks_is_made_again(
    server: Server, vendor: Vendor, made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    server.plan += [Answer(status=0), vendor.answer()]
    assert made().complete(HELLO).text == "Hello."


def test_a_server_that_is_not_there_is_an_error(server: Server, vendor: Vendor, made: Any) -> None:
    llm = made(base_url="http://127.0.0.1:9" + vendor.path, patience=QUICK)
    with pytest.raises(ModelError, match="Connection"):
        llm.complete(HELLO)


def test_a_server_that_does_not_answer_is_given_up(server: Server, made: Any, ask: Ask) -> None:
    server.always = server.hang
    with pytest.raises(ModelError, match="give it more time") as caught:
        ask(made(patience=QUICK))
    assert caught.value.usage.estimated and caught.value.usage.input_tokens > 0


def test_a_server_that_drips_is_given_up(
    server: Server, vendor: Vendor, made: Any, ask: Ask
) -> None:
    """Some send blanks to keep a connection open while a model is at work."""
    server.always = lambda body: Answer(parts=[server.dripping(b" ")])
    with pytest.raises(ModelError, match="give it more time"):
        ask(made(patience=QUICK))


@pytest.mark.parametrize(
    "answer",
    [
        Answer(b"<html>Welcome</html>", 200, {"Content-Type": "text/html"}),
        Answer(b"{not json"),
        Answer({}),
        Answer({"choices": [], "content": None}),
        Answer([]),
        Answer("text"),
    ],
    ids=["html", "broken", "empty", "none", "list", "text"],
)
def test_an_answer_of_another_kind_is_an_error(
    server: Server, made: Any, ask: Ask, answer: Answer
) -> None:
    server.always = lambda body: answer
    with pytest.raises(ModelError, match="model 'small'"):
        ask(made(patience=Patience(retries=0)))


# Streams


def test_pieces_arrive_in_order(server: Server, vendor: Vendor, made: Any, read: Ask) -> None:
    server.plan.append(vendor.stream("Hel", "lo", " there."))
    found, pieces = read(made(), max_tokens=9)
    assert found == ["Hel", "lo", " there."]
    assert (pieces.text, pieces.usage, pieces.model) == ("Hello there.", Usage(1, 11, 7), "stub-1")
    assert server.asked[0]["stream"] is True and server.asked[0]["max_tokens"] == 9


def test_a_stream_without_a_count_is_estimated(
    server: Server, vendor: Vendor, made: Any, read: Ask
) -> None:
    server.plan.append(vendor.stream("word " * 50, usage=None))
    _, pieces = read(made())
    assert pieces.usage.estimated and 40 < pieces.usage.output_tokens < 80


def test_a_stream_that_was_cut_off_says_so(
    server: Server, vendor: Vendor, made: Any, read: Ask
) -> None:
    server.plan.append(vendor.stream("Once upon", finish=vendor.cut))
    assert read(made())[1].truncated


def test_an_empty_stream_is_an_error(server: Server, vendor: Vendor, made: Any, read: Ask) -> None:
    server.plan.append(vendor.stream())
    with pytest.raises(ModelError, match="empty answer"):
        read(made())


@pytest.mark.parametrize("alive", [False, True], ids=["silent", "alive"])
def test_a_stream_that_stalls_is_given_up(
    server: Server, vendor: Vendor, made: Any, read: Ask, alive: bool
) -> None:
    """Signs of life are no pieces of the answer."""
    stall = server.dripping(vendor.alive) if alive else server.stall
    server.always = lambda body: vendor.stream("Hello", stall, "!")
    with pytest.raises(ModelError, match="give it more time") as caught:
        read(made(patience=QUICK))
    assert caught.value.raw == "Hello"
    assert caught.value.usage.estimated and caught.value.usage.output_tokens > 0


def test_a_stream_is_as_long_as_its_pieces_come(
    server: Server, vendor: Vendor, made: Any, read: Ask
) -> None:
    """The limit is on the time between two pieces, not on all of them."""

    def pause() -> Iterator[bytes]:
        yield b""
        server.done.wait(0.2)

    server.plan.append(vendor.stream("a", pause, "b", pause, "c", pause, "d", pause, "e"))
    assert read(made(patience=QUICK))[0] == ["a", "b", "c", "d", "e"]


def test_a_stream_that_fails_before_it_begins_is_tried_again(
    server: Server, vendor: Vendor, made: Any, read: Ask
) -> None:
    server.plan += [refusal(503), vendor.stream("Hello")]
    assert read(made())[0] == ["Hello"]


def test_a_stream_is_sent_for_when_it_is_read_and_can_be_left(
    server: Server, vendor: Vendor, made: Any
) -> None:
    server.always = lambda body: vendor.stream("a", "b", server.stall)
    pieces = made().stream(HELLO)
    assert server.asked == []
    with pieces:
        assert next(pieces) == "a"
    assert pieces.text == "a" and pieces.usage.estimated


def test_errors_inside_a_stream_are_ours(
    server: Server, vendor: Vendor, made: Any, read: Ask
) -> None:
    event = b'event: error\ndata: {"type": "error", "error": {"message": "overloaded"}}\n\n'
    server.always = lambda body: vendor.stream("Hello", lambda: iter([event]))
    with pytest.raises(ModelError, match="overloaded") as caught:
        read(made())
    assert caught.value.raw == "Hello"


# Clients


@pytest.mark.parametrize("awaited", [False, True], ids=["blocking", "awaited"])
def test_a_client_that_is_given_does_everything(
    server: Server, vendor: Vendor, made: Any, awaited: bool
) -> None:
    async def all_of_it() -> None:
        client = vendor.client(server, awaited=awaited, max_retries=0)
        llm = made(client=client)
        server.always = lambda body: (
            vendor.stream("Hel", "lo") if body.get("stream") else vendor.answer("Hello")
        )
        assert (await llm.acomplete(HELLO)).text == "Hello"
        assert [piece async for piece in llm.astream(HELLO)] == ["Hel", "lo"]
        assert llm.complete(HELLO).text == "Hello"  # on a thread of its own, if it has to be
        assert list(llm.stream(HELLO)) == ["Hel", "lo"]
        await llm.aclose()
        assert not client.is_closed()
        await client.close() if awaited else client.close()

    asyncio.run(all_of_it())


def test_a_given_client_is_as_patient_as_it_is_told(
    server: Server, vendor: Vendor, made: Any
) -> None:
    server.always = lambda body: refusal(503)
    with vendor.client(server, max_retries=0) as client:
        for options, tries in (({}, 1), ({"patience": Patience(retries=2)}, 3)):
            server.asked.clear()
            with pytest.raises(ModelError):
                made(client=client, **options).complete(HELLO)
            assert len(server.asked) == tries


def test_what_is_no_client_is_refused(server: Server, vendor: Vendor) -> None:
    with pytest.raises(InvalidInput, match="client must be"):
        vendor.make("small", client=object())
    with vendor.client(server) as client, pytest.raises(InvalidInput, match="beside it"):
        vendor.make("small", client=client, api_key="other")


def test_one_model_serves_many_threads(server: Server, vendor: Vendor, made: Any) -> None:
    def echo(body: Any) -> Answer:
        said = body["messages"][0]["content"]
        return vendor.answer(said if isinstance(said, str) else said[0]["text"])

    server.always, llm = echo, made()
    asked = [str(number) for number in range(24)]
    with ThreadPoolExecutor(6) as pool:
        answered = pool.map(lambda text: llm.complete([{"role": "user", "content": text}]), asked)
        assert [answer.text for answer in answered] == asked


def test_one_model_serves_one_event_loop_after_the_other(
    server: Server, vendor: Vendor, made: Any
) -> None:
    llm = made()
    server.always = lambda body: vendor.answer()

    async def twice() -> None:
        assert [a.text for a in await asyncio.gather(*(llm.acomplete(HELLO) for _ in "ab"))] == [
            "Hello.",
            "Hello.",
        ]
        await llm.aclose()

    for _ in range(2):
        asyncio.run(twice())


def test_a_closed_model_opens_again(server: Server, vendor: Vendor, made: Any) -> None:
    llm = made()
    server.always = lambda body: vendor.answer()
    llm.close()
    assert llm.complete(HELLO).text == "Hello."


def test_a_model_needs_a_name(vendor: Vendor) -> None:
    with pytest.raises(InvalidInput, match="name a model, such as"):
        vendor.make(" ", api_key="key")


def test_without_the_sdk_the_error_is_the_install_line(
    vendor: Vendor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, vendor.name, None)
    with pytest.raises(MissingExtra, match=rf'pip install "\.\[{vendor.name}\]"'):
        vendor.make("small", api_key="key")


@pytest.mark.parametrize(
    ("name", "value"), [("timeout", 0), ("silence", -1), ("retries", 1.5), ("pause", "x")]
)
def test_limits_are_checked(name: str, value: Any) -> None:
    with pytest.raises(InvalidInput, match=name):
        Patience(**{name: value})

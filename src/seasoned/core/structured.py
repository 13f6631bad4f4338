"""How JSON is got out of a model: by the strictest form that its server knows, and one repair.

A talk with a model is a generator: it yields what to ask, is sent what came back, and returns the
completion, so that callers that block and callers that await share each decision. It knows no
vendor and sends nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from seasoned.core.completions import Completion, Usage
from seasoned.core.jsontext import json_values, kinds_of, without_thoughts
from seasoned.core.messages import Message
from seasoned.errors import ModelError

Form = Literal["json_schema", "json_object", "text"]
FORMS: Final[tuple[Form, ...]] = ("json_schema", "json_object", "text")  # strictest first
_QUOTED: Final = 2000  # characters of a spoilt answer that a repair turn repeats
_SHOWN: Final = 200  # characters of an answer or a reason in a message
_BLAMED: Final = re.compile(
    r"invalid\W+(\w+\W+){0,3}schema|schema\W+(\w+\W+){0,4}invalid", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Ask:
    """One request.

    Attributes:
        messages: What was said, oldest first.
        max_tokens: Most tokens of the answer.
        temperature: In [0, 2].
        schema: That the answer must fit, if any.
        form: How the server is told to answer with JSON; ``text`` without a schema.
    """

    messages: tuple[Message, ...]
    max_tokens: int = 1024
    temperature: float = 0.0
    schema: Mapping[str, Any] | None = None
    form: Form = "text"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back for one request.

    Attributes:
        text: Of the answer.
        usage: What it cost.
        model: Name of the model, as it gave it.
        truncated: Whether `max_tokens` ended it.
        refusal: Why the model would not answer; None if it did.
    """

    text: str
    usage: Usage = Usage()
    model: str = ""
    truncated: bool = False
    refusal: str | None = None


class Refused(ModelError):
    """The server does not take the request; it may take one of another form."""


Talk = Generator[Ask, Reply, Completion]
Note = Callable[[Form, bool], None]


def spoken(ask: Ask) -> Talk:
    """A talk whose answer is text."""
    reply = yield ask
    return spoken_of(reply)


def spoken_of(reply: Reply) -> Completion:
    """The text of a reply, without thoughts (``<think>``) before it.

    Raises:
        ModelError: the model refused, or said nothing.
    """
    if reply.refusal is not None:
        raise _refusal(reply)
    text = without_thoughts(reply.text).replace("\x00", "")  # which no store can hold
    if not text.strip():
        why = "max_tokens ended it before its first word" if reply.truncated else "it said nothing"
        raise ModelError(
            f"{_named(reply)} gave an empty answer: {why}; "
            + ("raise max_tokens" if reply.truncated else "ask in other words"),
            reply.text,
            reply.usage,
        )
    return Completion(text, None, reply.usage, reply.model, reply.truncated)


@dataclass(frozen=True, slots=True)
class Fitting:
    """What a talk for JSON needs to know.

    Attributes:
        forms: That the server may know, strictest first.
        check: Tells what about a value does not fit the schema.
        note: Is told of a form that was refused, and whether only for this schema.
    """

    forms: Sequence[Form]
    check: Callable[[Any], str | None]
    note: Note


def fitted(ask: Ask, fitting: Fitting) -> Talk:
    """A talk whose answer is JSON that fits the schema of `ask`."""
    ask, reply = yield from _first(ask, fitting)
    value, problem = _read(reply, ask, fitting)
    spent = reply.usage
    if problem is not None:
        try:
            reply = yield replace(ask, messages=_repairing(ask, reply, problem))
        except ModelError as error:
            error.usage = spent + (error.usage or Usage())
            error.raw = error.raw or reply.text
            raise
        reply = replace(reply, usage=spent + reply.usage)
        value, problem = _read(reply, ask, fitting)
    if problem is not None:
        raise ModelError(
            f"{_named(reply)} twice gave no JSON that fits the schema: {problem}; it said "
            f"{_cut(reply.text, _SHOWN)!r}",
            reply.text,
            reply.usage,
        )
    text = reply.text.replace("\x00", "")
    return Completion(text, value, reply.usage, reply.model, reply.truncated)


def _first(ask: Ask, fitting: Fitting) -> Generator[Ask, Reply, tuple[Ask, Reply]]:
    """The first reply, in the strictest form that is not refused."""
    refused: list[tuple[Form, Refused]] = []
    for form in fitting.forms:
        told = replace(ask, form=form, messages=instructed(ask, form))
        try:
            reply = yield told
        except Refused as error:
            refused.append((form, error))
            continue
        # Only now is it known that the form was to blame, and not what both requests had.
        for tried, why in refused:
            fitting.note(tried, blames_schema(str(why)))
        return told, reply
    last = refused[-1][1]
    raise ModelError(str(last), last.raw, last.usage) from last.__cause__


def blames_schema(text: str) -> bool:
    """Whether a refusal is about this schema, not about the form as such."""
    return _BLAMED.search(text) is not None


def _read(reply: Reply, ask: Ask, fitting: Fitting) -> tuple[Any, str | None]:
    """The value in a reply, and what is wrong with it.

    The first that fits; a model may show an example before it answers.
    """
    if reply.refusal is not None:
        raise _refusal(reply)
    kinds = kinds_of(ask.schema or {})
    problem: str | None = None
    for value in json_values(reply.text, kinds):
        wrong = fitting.check(value)
        if wrong is None:
            return value, None
        problem = problem or _cut(wrong, _SHOWN)
    if reply.truncated:
        return None, f"it was cut off after {ask.max_tokens} tokens"
    return None, problem or f"it holds no JSON value that is one of: {', '.join(sorted(kinds))}"


def instructed(ask: Ask, form: Form) -> tuple[Message, ...]:
    """The messages, with the schema where the form does not carry it to the server."""
    if form == "json_schema":
        return ask.messages
    told = "Answer with JSON only, nothing before or after it. It must fit this JSON schema:\n"
    return _added(ask.messages, told + _shown(ask.schema))


def _repairing(ask: Ask, reply: Reply, problem: str) -> tuple[Message, ...]:
    """The messages of a second try, which show the model what was wrong with its first."""
    said = reply.text.strip()
    before = (Message("assistant", _cut(said, _QUOTED)),) if said else ()
    shorter = " Keep it shorter." if reply.truncated else ""
    told = (
        f"This answer cannot be used: {problem}.{shorter} Answer again, with the corrected JSON "
        f"only. It must fit this JSON schema:\n{_shown(ask.schema)}"
    )
    return _added((*ask.messages, *before), told)


def _added(messages: tuple[Message, ...], text: str) -> tuple[Message, ...]:
    """The messages, and a text of the user; some models take no two of theirs in a row."""
    last = messages[-1]
    if last.role != "user":
        return (*messages, Message("user", text))
    if isinstance(last.content, str):
        return (*messages[:-1], replace(last, content=f"{last.content}\n\n{text}"))
    content = (*last.content, {"type": "text", "text": text})
    return (*messages[:-1], replace(last, content=content))


def is_strict(schema: Mapping[str, Any]) -> bool:
    """Whether OpenAI can hold a model to it token by token.

    Each object closed, and all of its properties required.
    """
    return schema.get("type") == "object" and all(map(_is_closed, _parts(schema)))


def _is_closed(part: Mapping[str, Any]) -> bool:
    if part.get("type") != "object" and "properties" not in part:
        return True
    properties, required = part.get("properties", {}), part.get("required", [])
    return part.get("additionalProperties") is False and set(properties) == set(required)


def _parts(schema: Any) -> Generator[Mapping[str, Any], None, None]:
    """The schema, and the schemas in it."""
    if isinstance(schema, Mapping):
        yield schema
        for key, inner in schema.items():
            if key in ("properties", "$defs", "definitions") and isinstance(inner, Mapping):
                for one in inner.values():
                    yield from _parts(one)
            elif key not in ("enum", "const", "default", "examples"):
                yield from _parts(inner)
    elif isinstance(schema, list):
        for one in schema:
            yield from _parts(one)


def _refusal(reply: Reply) -> ModelError:
    why = f": {_cut(reply.refusal, _SHOWN)!r}" if reply.refusal else ""
    return ModelError(
        f"{_named(reply)} refused to answer{why}", reply.refusal or reply.text, reply.usage
    )


def _named(reply: Reply) -> str:
    return f"model {reply.model!r}" if reply.model else "the model"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"


def _shown(schema: Mapping[str, Any] | None) -> str:
    return json.dumps(schema, ensure_ascii=False)

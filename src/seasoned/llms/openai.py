"""Models of OpenAI, or of any server that speaks its wire: vLLM, Ollama, llama.cpp and the like.

Knows chat completions: requests, answers, streams, and how JSON is asked for. The official SDK
talks: it holds the key, repeats what may be repeated, and keeps to the pause that a server asks
for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from seasoned.core.dialects import openai_chat
from seasoned.core.structured import Ask, Reply, is_strict
from seasoned.errors import InvalidInput, ModelError
from seasoned.llms.clients import GivenClient, Makers, OwnClients
from seasoned.llms.patience import Patience, async_hooks, hooks
from seasoned.llms.served import Served
from seasoned.llms.talking import Forms, counted, missing, named

_OWN: Final = ("api.openai.com", ".openai.azure.com")


class OpenAILLM(Served):
    """A model that chats; safe to share between threads and event loops, and to fork.

    Forms of requests and parameters that the server refuses are remembered and not tried again.
    """

    # What new models, and old servers, do not take.
    _eases: ClassVar[Mapping[str, str | None]] = {
        "max_tokens": "max_completion_tokens",
        "temperature": None,
        "stream_options": None,
    }

    def __init__(
        self,
        name: str,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        client: Any = None,
        patience: Patience | None = None,
    ) -> None:
        """Prepare a client; nothing is sent yet.

        Args:
            name: Of the model, as the server knows it.
            api_key: The key. Without it the SDK takes `OPENAI_API_KEY` of the environment; with a
                `base_url` there need be none.
            base_url: Of another server, with its ``/v1``. Without it the SDK takes
                `OPENAI_BASE_URL` of the environment, else OpenAI's own.
            client: An `openai.OpenAI` or `openai.AsyncOpenAI` of yours, in the place of key and
                URL. It stays yours to close.
            patience: How long and how often the server is asked; a given client keeps its own
                ways without it.

        Raises:
            MissingExtra: the SDK is not installed.
            InvalidInput: an argument cannot be used, or there is no key.
        """
        try:
            import openai
        except ImportError as error:
            raise missing("openai", error) from error
        self._patience = patience or Patience()
        self._silence = self._patience.silence if client is None or patience else None
        if client is None:
            clients: OwnClients | GivenClient = _own(openai, api_key, base_url, self._patience)
            host = str(clients.blocking().base_url)
        else:
            client = _given(openai, client, api_key or base_url, patience)
            clients = GivenClient(client, awaited=isinstance(client, openai.AsyncOpenAI))
            host = str(client.base_url)
        super().__init__(named(name, "gpt-5-mini"), Forms(), clients)
        self._limit = "max_completion_tokens" if any(o in host for o in _OWN) else "max_tokens"
        self._twin = lambda: client.copy(http_client=openai.DefaultAsyncHttpxClient())

    def _body(self, ask: Ask, *, stream: bool) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": openai_chat(ask.messages),
            self._limit: ask.max_tokens,
            "temperature": ask.temperature,
        }
        if stream:
            body |= {"stream": True, "stream_options": {"include_usage": True}}
            if self._silence is not None:
                body["timeout"] = self._silence
        if ask.schema is not None and ask.form == "json_schema":
            body["response_format"] = {"type": "json_schema", "json_schema": _format(ask.schema)}
        elif ask.form == "json_object":
            body["response_format"] = {"type": "json_object"}
        return body

    def _create(self, client: Any, body: Mapping[str, Any]) -> Any:
        return client.chat.completions.create(**body)

    def _reply(self, answer: Any, ask: Ask) -> Reply:
        if not getattr(answer, "choices", None):
            raise ModelError(
                f"model {self.model!r} answered without a choice: {answer!s:.200}; is the base "
                "URL that of an API, with its /v1?",
                str(answer),
            )
        told = _Told(ask)
        told.take(answer)
        return told.reply()

    def _told(self, ask: Ask) -> _Told:
        return _Told(ask)


def _own(openai: Any, api_key: str | None, base_url: str | None, patience: Patience) -> OwnClients:
    given: dict[str, Any] = {"api_key": api_key, "base_url": base_url}
    given |= {"timeout": patience.timeout, "max_retries": patience.retries}

    def blocking() -> Any:
        http = openai.DefaultHttpxClient(event_hooks=hooks(patience))
        return openai.OpenAI(**given, http_client=http)

    def awaited() -> Any:
        http = openai.DefaultAsyncHttpxClient(event_hooks=async_hooks(patience))
        return openai.AsyncOpenAI(**given, http_client=http)

    try:
        return OwnClients(Makers(blocking, awaited))
    except openai.OpenAIError as error:
        if base_url is None:
            raise InvalidInput(
                "there is no key for OpenAI: set OPENAI_API_KEY or give api_key=; for a server of "
                "your own that asks for none give base_url="
            ) from error
    given["api_key"] = "none"
    return OwnClients(Makers(blocking, awaited))


def _given(openai: Any, client: Any, more: str | None, patience: Patience | None) -> Any:
    """The caller's client, with our patience if there is any."""
    if not isinstance(client, openai.OpenAI | openai.AsyncOpenAI) or more is not None:
        raise InvalidInput(
            "client must be an openai.OpenAI or openai.AsyncOpenAI, with no api_key or base_url "
            f"beside it, got {type(client).__name__}"
        )
    if patience is None:
        return client
    return client.with_options(timeout=patience.timeout, max_retries=patience.retries)


def _format(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema as the wire has it. What is not strict is a hint to the model only."""
    name = re.sub(r"[^\w-]", "_", str(schema.get("title", "answer")), flags=re.ASCII)[:64]
    return {"name": name or "answer", "schema": dict(schema), "strict": is_strict(schema)}


class _Told:
    """What an answer tells, as a whole or in pieces."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._text: list[str] = []
        self._refusal: list[str] = []
        self._model, self._ended = "", ""
        self._usage: Any = None

    def take(self, event: Any) -> str:
        """The text that an answer, or a piece of it, adds."""
        self._model = getattr(event, "model", None) or self._model
        self._usage = getattr(event, "usage", None) or self._usage
        text = ""
        for choice in (getattr(event, "choices", None) or ())[:1]:
            said = getattr(choice, "message", None) or getattr(choice, "delta", None)
            text = _text(getattr(said, "content", None))
            if refusal := getattr(said, "refusal", None):
                self._refusal.append(refusal)
            self._ended = getattr(choice, "finish_reason", None) or self._ended
        self._text.append(text)
        return text

    def reply(self) -> Reply:
        """All that was told."""
        text, refusal = "".join(self._text), "".join(self._refusal) or None
        if self._ended == "content_filter" and refusal is None:
            refusal = "the content filter of the server stopped it"
        given = getattr(self._usage, "prompt_tokens", None)
        taken = getattr(self._usage, "completion_tokens", None)
        usage = counted(self._ask, text, given, taken)
        return Reply(text, usage, self._model, self._ended == "length", refusal)


def _text(content: Any) -> str:
    """Text of a content, which some servers send in parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else ()
    read = (p.get("text") if isinstance(p, dict) else getattr(p, "text", None) for p in parts)
    return "".join(text for text in read if isinstance(text, str))

"""Both vendors behind one face, so that what must hold for both is written once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from seasoned.llms.anthropic import AnthropicLLM
from seasoned.llms.openai import OpenAILLM
from tests.llms.wire import (
    PING,
    Answer,
    Body,
    Server,
    anthropic_answer,
    anthropic_stream,
    openai_answer,
    openai_stream,
)


@dataclass(frozen=True)
class Vendor:
    """A vendor's adapter, and what its wire says.

    Attributes:
        name: Of the vendor, the SDK and the extra.
        make: The adapter.
        path: Of the base URL.
        answer: A whole answer.
        stream: An answer in pieces.
        cut: Why an answer ended where `max_tokens` ended it.
        forms: Of requests for JSON, strictest first, as they are told apart in a body.
        alive: A sign of life in a stream, which is no piece of the answer.
    """

    name: str
    make: Callable[..., Any]
    path: str
    answer: Callable[..., Answer]
    stream: Callable[..., Answer]
    cut: str
    forms: tuple[str, ...]
    alive: bytes

    def form(self, body: Body) -> str:
        """The form in which a request asked for JSON."""
        if "output_config" in body:
            return str(body["output_config"]["format"]["type"])
        return str(body.get("response_format", {"type": "text"})["type"])

    def sdk(self) -> Any:
        """The SDK, as a module."""
        import importlib

        return importlib.import_module(self.name)

    def client(self, server: Server, *, awaited: bool = False, **options: Any) -> Any:
        """A client of the SDK that talks to the server."""
        names = {"openai": "OpenAI", "anthropic": "Anthropic"}
        kind = getattr(self.sdk(), ("Async" if awaited else "") + names[self.name])
        return kind(api_key="key", base_url=server.root + self.path, **options)


VENDORS = [
    Vendor(
        "openai",
        OpenAILLM,
        "/v1",
        openai_answer,
        openai_stream,
        "length",
        ("json_schema", "json_object", "text"),
        b": keep-alive\n\n",
    ),
    Vendor(
        "anthropic",
        AnthropicLLM,
        "",
        anthropic_answer,
        anthropic_stream,
        "max_tokens",
        ("json_schema", "text"),
        PING,
    ),
]

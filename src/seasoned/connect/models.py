"""Which embedder and which language model a name, a function or an object stands for."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from seasoned.core import values
from seasoned.errors import InvalidInput
from seasoned.ports import Embedder
from seasoned.ports.llm import LLM


def choose_embedder(embedder: Any) -> Embedder | None:
    """None takes the shipped model, False none; else a name, an embedder, or a function.

    Raises:
        InvalidInput: it is none of these, or cannot use what it names.
        MissingExtra: the library it needs is not installed.
        ModelError: the model cannot be loaded.
    """
    if embedder is False:
        return None
    if embedder is None:
        from seasoned.embedders.minilm import MiniLM

        return MiniLM()
    if isinstance(embedder, str):
        return named_embedder(embedder)
    missing = [n for n in ("embed", "model", "dim", "floor") if not _offers(embedder, n)]
    if not missing:
        return embedder  # type: ignore[no-any-return]
    if callable(embedder) and "embed" in missing:
        from seasoned.embedders.function import FunctionEmbedder

        name = getattr(embedder, "model", None)
        return FunctionEmbedder(embedder, model=name if isinstance(name, str) else None)
    raise InvalidInput(
        "embedder must be None, False, a name such as 'folder:PATH', a function, or have .embed, "
        f".model, .dim and .floor, got {values.shown(embedder)} without .{' and .'.join(missing)}"
    )


def _offers(embedder: Any, name: str) -> bool:
    # Looked up without asking: an embedder may have to be run to know its name.
    return inspect.getattr_static(embedder, name, None) is not None


def named_embedder(text: str) -> Embedder:
    """The embedder that ``kind:name`` stands for.

    Raises:
        InvalidInput: no such kind, or it cannot use the name.
        MissingExtra: the library it needs is not installed.
        ModelError: the model cannot be loaded.
    """
    kind, _, name = text.partition(":")
    make = _NAMED.get(kind)
    if make is None or (kind == "minilm") is bool(name.strip()):
        raise InvalidInput(
            f"no embedder answers to {values.shown(text)}; there are minilm (shipped), "
            "folder:PATH, openai:MODEL, sentence-transformers:MODEL_OR_FOLDER, model2vec:FOLDER "
            "and fastembed:MODEL"
        )
    return make(name.strip())


def _minilm(name: str) -> Embedder:
    from seasoned.embedders.minilm import MiniLM

    del name  # there is one
    return MiniLM()


def _folder(name: str) -> Embedder:
    from seasoned.embedders.folder import FolderEmbedder

    return FolderEmbedder(name)


def _openai(name: str) -> Embedder:
    from seasoned.embedders.openai import OpenAIEmbedder

    return OpenAIEmbedder(name)


def _sentence_transformers(name: str) -> Embedder:
    from seasoned.embedders.sentence_transformers import SentenceTransformersEmbedder

    return SentenceTransformersEmbedder(name)


def _model2vec(name: str) -> Embedder:
    from seasoned.embedders.model2vec import Model2VecEmbedder

    return Model2VecEmbedder(name)


def _fastembed(name: str) -> Embedder:
    from seasoned.embedders.fastembed import FastEmbedder

    return FastEmbedder(name)


_NAMED: Final[Mapping[str, Callable[[str], Embedder]]] = {
    "minilm": _minilm,
    "folder": _folder,
    "openai": _openai,
    "sentence-transformers": _sentence_transformers,
    "model2vec": _model2vec,
    "fastembed": _fastembed,
}


def choose_llm(llm: Any) -> LLM | None:
    """None takes none; else a name, a model, or a function from messages to an answer.

    Args:
        llm: A name is ``openai:MODEL`` or ``anthropic:MODEL``, with ``@URL`` behind it for a
            server of your own: ``openai:qwen3@http://127.0.0.1:11434/v1``.

    Raises:
        InvalidInput: it is none of these, or there is no key for what it names.
        MissingExtra: the library it needs is not installed.
    """
    if llm is None:
        return None
    if isinstance(llm, str):
        return _named_llm(llm)
    missing = [name for name in ("complete", "acomplete", "model") if not _offers(llm, name)]
    if not missing:
        return llm  # type: ignore[no-any-return]
    if callable(llm) and "complete" in missing:
        from seasoned.llms.function import FunctionLLM

        return FunctionLLM(llm)
    raise InvalidInput(
        "llm must be None, a name such as 'openai:MODEL', a function of messages, or have "
        f".complete, .acomplete and .model, got {values.shown(llm)} without "
        f".{' and .'.join(missing)}; for a client of an SDK use OpenAILLM(name, client=…)"
    )


def _named_llm(text: str) -> LLM:
    kind, _, rest = text.partition(":")
    name, url = rest.strip(), None
    if place := re.search("@(?=https?://)", name):
        name, url = name[: place.start()], name[place.end() :]
    if kind == "openai" and name:
        from seasoned.llms.openai import OpenAILLM

        return OpenAILLM(name, base_url=url)
    if kind == "anthropic" and name:
        from seasoned.llms.anthropic import AnthropicLLM

        return AnthropicLLM(name, base_url=url)
    raise InvalidInput(
        f"no language model answers to {values.shown(text)}; there are openai:MODEL and "
        "anthropic:MODEL, with @URL behind them for a server of your own"
    )

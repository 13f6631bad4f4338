"""What an export may be told, and what it and a load report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from seasoned.core import values
from seasoned.core.filters import EVERYTHING, Filter
from seasoned.core.records import Episode
from seasoned.errors import InvalidInput

Format = Literal["records", "fewshot", "openai-ft"]
RECORDS: Final = "records"
_ANSWER: Final = "llm_response"
_OF_RECORDS: Final = ("all_users", "all_namespaces", "vectors")
_FOREIGN: Final[dict[str, tuple[str, ...]]] = {
    "records": ("steps", "system", "tools", "redact", "duplicates"),
    "fewshot": (*_OF_RECORDS, "system", "tools"),
    "openai-ft": (*_OF_RECORDS, "steps"),
}


def _sequence(tools: object) -> Sequence[Any]:
    if isinstance(tools, list | tuple):
        return tools
    raise InvalidInput(f"tools must be a list of definitions, got {values.shown(tools)}")


def _definition(tool: Any) -> dict[str, Any]:
    """A definition of a function, checked as far as its name can be read."""
    checked = values.json_object(tool, "tools")
    function = checked.get("function")
    if checked.get("type") != "function" or not isinstance(function, dict):
        raise InvalidInput(
            'tools must hold definitions such as {"type": "function", "function": {"name": …}}, '
            f"got {values.shown(tool)}"
        )
    if not isinstance(function.get("name"), str):
        raise InvalidInput(f"a function of tools has no name: {values.shown(tool)}")
    return checked


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """How to export, beyond the format and the filter.

    Attributes:
        all_users: Of ``records``: those of all users of the namespace, not only what this memory
            can see.
        all_namespaces: Of ``records``: the whole store.
        vectors: Of ``records``: with the vectors, so that loading them embeds nothing.
        steps: Of ``fewshot``: with the steps that led to the output.
        system: Of ``openai-ft``: the system message of each conversation, none if empty.
        tools: Of ``openai-ft``: the functions as the model will be given them, in OpenAI's form;
            those that are called and not among them are described as they were called.
        redact: Not of ``records``: whether what looks like a secret is replaced.
        duplicates: Not of ``records``: whether near-duplicate tasks all are written.
    """

    all_users: bool = False
    all_namespaces: bool = False
    vectors: bool = True
    steps: bool = False
    system: str = ""
    tools: Sequence[dict[str, Any]] = ()
    redact: bool = True
    duplicates: bool = False

    def __post_init__(self) -> None:
        for name in (*_OF_RECORDS, "steps", "redact", "duplicates"):
            values.instance(getattr(self, name), bool, name, "use True or False")
        object.__setattr__(self, "system", values.text(self.system, "system"))
        object.__setattr__(self, "tools", tuple(map(_definition, _sequence(self.tools))))

    def check(self, format: str) -> None:
        """See that nothing is set which the format has no use for.

        Raises:
            InvalidInput: something is; or there is no such format.
        """
        foreign = _FOREIGN.get(format) if isinstance(format, str) else None
        if foreign is None:
            raise InvalidInput(
                f"format must be one of {', '.join(_FOREIGN)}, got {values.shown(format)}"
            )
        plain = ExportOptions()
        for name in foreign:
            if getattr(self, name) != getattr(plain, name):
                raise InvalidInput(
                    f"{name}={values.shown(getattr(self, name))} says nothing to the format "
                    f"{format!r}; leave it away, or choose another format"
                )


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be exported, valid from birth.

    Attributes:
        where: Which episodes; without a condition on the outcome, only successes.
        limit: Most lines, None for all.
    """

    format: str = RECORDS
    where: Filter = EVERYTHING
    limit: int | None = None
    options: ExportOptions = ExportOptions()

    def __post_init__(self) -> None:
        values.instance(self.options, ExportOptions, "options", "use ExportOptions(steps=True)")
        self.options.check(self.format)
        if self.limit is not None:
            object.__setattr__(self, "limit", values.count(self.limit, "limit", least=1))
        if self.format == RECORDS and (self.limit is not None or not self.where.empty):
            raise InvalidInput(
                "records are exported whole, so that they can be loaded again; leave filter and "
                "limit away, or choose the format fewshot or openai-ft"
            )


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export wrote.

    Attributes:
        format: Of what was written.
        written: Records, demonstrations or conversations, one line each.
        kinds: Of ``records``: how many of each kind.
        left_out: How many were left out, by reason.
        redacted: Secrets that were replaced.
        notes: What one should know before using it.
    """

    format: str
    written: int
    kinds: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)
    redacted: int = 0
    notes: tuple[str, ...] = ()


def answer_of(episode: Episode) -> str:
    """What an agent gave in the end: the solution, else the response that was its last step."""
    if episode.solution.strip() or not episode.steps:
        return episode.solution
    last = episode.steps[-1]
    return last.detail if last.action == _ANSWER else ""

"""What an action is: its name, its arguments, and what makes two of them the same or alike.

Knows the forms in which agents write actions (a call with JSON, ``Search[…]``, a shell command,
a name with a mapping), no episode and no outcome. Two actions are the same if their signatures
have one `whole`; they are alike if they have the name and a part in common.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from seasoned.core import values
from seasoned.core.records import Step
from seasoned.errors import InvalidInput

# Kinds of step under which importers and agents put a whole action; any other kind is its name.
_GENERIC: Final = frozenset(
    {"tool_call", "action", "command", "tool", "function_call", "shell", "bash"}
)
PROSE: Final = frozenset({"reasoning", "thought", "llm_response", "answer", "message"})
_MOST_PARTS: Final = 8
_LONGEST: Final = 20_000  # characters of an action that are read; more is no other action
_LONGEST_PART: Final = 200
_BETWEEN: Final = "\0"  # in no text, and no white space
_CALL_FORM: Final = re.compile(r"([\w.:/-]+)\s*(?:\((.*)\)|\[(.*)\])\s*;?$", re.DOTALL)
_NUMBER: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Signature:
    """An action as it is compared.

    Attributes:
        name: The tool, the command, the first word.
        whole: Name and arguments, normalised.
        parts: Single arguments as ``name=value``, or words, with every number as ``#``.
    """

    name: str
    whole: str
    parts: tuple[str, ...] = ()


def signatures_of(action: str, detail: str) -> tuple[Signature, ...]:
    """How a step may be asked for: by all of it, and by its detail alone if that says enough.

    Args:
        action: Kind of the step, or the name of what was done.
        detail: What was done, or the arguments.
    """
    kind = _plain(action)
    if kind in PROSE:
        return (Signature(kind, _plain(detail)),)
    if kind in _GENERIC:
        return (parsed(detail),)
    full = _with(kind, detail)
    alone = parsed(detail)
    return (full, alone) if alone.whole and alone.whole != full.whole else (full,)


def parsed(text: str) -> Signature:
    """The signature of an action that is written as text."""
    text = text[:_LONGEST].strip()
    if found := _CALL_FORM.match(text):
        return _with(_plain(found[1]), found[2] if found[2] is not None else found[3])
    name, _, rest = text.partition(" ")
    return _with(_plain(name.rstrip(":")), rest)


def action_at_hand(action: Any) -> tuple[Signature, ...]:
    """The signatures of an action that is about to be taken.

    Args:
        action: Text, a `Step`, or a mapping with the name and, if there are any, the arguments
            as agents hand them over: ``{"name": …, "arguments": {…} or JSON text}``.

    Raises:
        InvalidInput: it is neither, or blank.
    """
    if isinstance(action, Step):
        found = signatures_of(action.action, action.detail)
    elif isinstance(action, Mapping):
        found = (_from_mapping(action),)
    elif isinstance(action, str):
        found = (parsed(values.text(action, "action")),)
    else:
        raise InvalidInput(
            f"the action must be text, a Step, or a name with arguments, got {values.shown(action)}"
        )
    if not any(signature.whole for signature in found):
        raise InvalidInput(
            f"the action is blank: {values.shown(action)}; say what is about to be done"
        )
    return found


def _from_mapping(action: Mapping[Any, Any]) -> Signature:
    inner = action.get("function")
    if isinstance(inner, Mapping):  # as model servers wrap a call
        action = inner
    name = next((action[n] for n in ("name", "tool", "tool_name", "action") if n in action), None)
    if not isinstance(name, str) or not name.strip():
        raise InvalidInput(
            f"the action has no name: {values.shown(action)}; "
            'use {"name": "search", "arguments": {"query": "…"}}'
        )
    given = next((action[n] for n in _ARGUMENTS if n in action), "")
    if not isinstance(given, str):
        given = json.dumps(values.json_value(given, "arguments"), ensure_ascii=False)
    return _with(_plain(values.text(name, "name")), values.text(given, "arguments"))


_ARGUMENTS: Final = ("arguments", "args", "input", "tool_input", "parameters", "detail")


def _with(name: str, arguments: str) -> Signature:
    arguments = arguments[:_LONGEST].strip()
    fields = _object(arguments)
    if fields is None:
        rest = _plain(arguments)
        words = dict.fromkeys(_number(rest).split(" ")) if rest else ()
        return Signature(name, f"{name} {rest}".strip(), tuple(words)[:_MOST_PARTS])
    # Normalised in one go, since an index does so for every step that there is.
    plain = [f"{key}={fields[key]}" for key in sorted(fields) if not _nested(fields[key])]
    nested = [f"{key}={_dumped(fields[key])}" for key in sorted(fields) if _nested(fields[key])]
    said = _plain(_BETWEEN.join([*plain, *nested]))
    parts = _number(said).split(_BETWEEN)[: min(len(plain), _MOST_PARTS)]
    whole = f"{name} {said.replace(_BETWEEN, ' ')}" if said else name
    return Signature(name, whole, tuple(part[:_LONGEST_PART] for part in parts))


def _nested(value: Any) -> bool:
    return isinstance(value, dict | list)


def _dumped(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _object(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is, None if it is none."""
    if not (text.startswith("{") and text.endswith("}")) or "\\u0000" in text:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _number(text: str) -> str:
    return _NUMBER.sub("#", text)

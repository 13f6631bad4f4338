"""What the fields of foreign traces say in our terms: texts, tool calls, rewards, moments.

Nothing is guessed: a reward on a scale that is not told is kept raw, and a moment that cannot be
read is left out.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import msgspec

from seasoned.core.records import Feedback, Outcome, Step
from seasoned.core.values import moment
from seasoned.errors import InvalidInput

# How the result of a tool begins that is an error, in formats that have no field for it.
_ERRORS: Final = ("error", "traceback (most recent call last)")


def text_of(content: Any) -> str:
    """The text of a message: a string, nothing, parts that may hold text, or JSON.

    NUL, which no record may hold and which outputs of programs do, becomes U+FFFD.
    """
    if isinstance(content, list):
        parts = [p.get("text") if isinstance(p, dict) else p for p in content]
        return "\n".join(text_of(part) for part in parts if part is not None)
    if content is None:
        return ""
    text = content if isinstance(content, str) else msgspec.json.encode(content).decode()
    return text.replace("\x00", "\ufffd")


def fields_of(value: Any, name: str) -> dict[str, Any]:
    """The object that a value has under a name; an empty one if there is none."""
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def list_of(value: Any, name: str) -> list[Any]:
    """A list of objects that must be one; an empty one for None.

    Raises:
        InvalidInput: it is none.
    """
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(part, dict) for part in value):
        raise InvalidInput(f"{name} must be a list of objects, got {str(value)[:60]!r}")
    return value


def call_text(name: Any, arguments: Any) -> str:
    """A tool call as a step shows it: ``name(arguments)``."""
    return f"{text_of(name)}({text_of(arguments)})"


def call_step(detail: str, answer: str | None, **known: Any) -> Step:
    """A tool call with its result, or with its error if the answer begins like one."""
    failed = answer is not None and answer.lstrip().lower().startswith(_ERRORS)
    result, error = (None, answer) if failed else (answer, None)
    return Step("tool_call", detail, result=result, error=error, **known)


def judged(reward: Any) -> tuple[Outcome, Feedback]:
    """What a reward says: 1 is success, 0 failure, between them partial.

    Outside [0, 1] its scale is not known, and so neither is the outcome.

    Raises:
        InvalidInput: it is no number.
    """
    if isinstance(reward, bool) or not isinstance(reward, int | float):
        raise InvalidInput(f"reward must be a number, got {str(reward)[:60]!r}")
    if not 0 <= reward <= 1:
        return Outcome.UNKNOWN, Feedback(raw=reward)
    feedback = Feedback(reward=reward)
    if reward in (0, 1):
        return (Outcome.SUCCESS if reward else Outcome.FAILURE), feedback
    return Outcome.PARTIAL, feedback


def moment_of(value: Any) -> datetime | None:
    """A moment in ISO 8601 with its offset, or None if it is not one."""
    try:
        return moment(datetime.fromisoformat(value), "timestamp")
    except (TypeError, ValueError):
        return None


def number_of(value: Any) -> float | None:
    """A finite number of at least 0, or None if it is none."""
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return value if plain and 0 <= value < 1e300 else None

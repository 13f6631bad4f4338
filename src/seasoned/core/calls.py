"""Tool calls as steps show them, ``name(arguments)``, taken apart again."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

_CALL: Final = re.compile(r"([\w.:-]+)\((\{.*\})\)", re.DOTALL)


class Call(NamedTuple):
    """A call of a tool: its name, its arguments as they were written, and what they say."""

    name: str
    text: str
    arguments: dict[str, Any]


def call_of(detail: str) -> Call | None:
    """The call that a step's detail shows, None if its arguments are no JSON object."""
    found = _CALL.fullmatch(detail)
    if found is None:
        return None
    try:
        arguments = json.loads(found[2])
        # Python reads NaN, numbers beyond every float and lone surrogates, which are no JSON.
        json.dumps(arguments, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return Call(found[1], found[2], arguments)

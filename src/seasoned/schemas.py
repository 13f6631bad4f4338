"""JSON schemas: whether a value fits one, and what is wrong if not.

Knows the drafts 4, 6 and 7, and of later ones what they share with these, ``$defs`` included.
References lead nowhere but into the schema itself: nothing is ever fetched.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from seasoned.core import values
from seasoned.errors import InvalidInput

Check = Callable[[Any], str | None]
_NEAR: Final = ("http", "https", "ftp", "file", "data", "")  # what a reference could name


def checker(schema: Mapping[str, Any]) -> Check:
    """A function that tells what about a value does not fit; it answers None if all does.

    Raises:
        InvalidInput: the schema is none that can be used.
    """
    plain = values.json_object(schema, "schema")
    return _compiled(json.dumps(plain))


@lru_cache(maxsize=256)
def _compiled(text: str) -> Check:
    import fastjsonschema

    handlers = dict.fromkeys(_NEAR, _refuse)
    try:
        # Defaults stay out: what a model did not say is not to be put into its mouth.
        validate = fastjsonschema.compile(json.loads(text), handlers=handlers, use_default=False)
    except Exception as error:  # the library stumbles over malformed schemas in many ways
        raise InvalidInput(
            f"schema cannot be used: {type(error).__name__}: {error}; give a JSON schema such as "
            '{"type": "object", "properties": {"name": {"type": "string"}}}'
        ) from error

    def check(value: Any) -> str | None:
        try:
            validate(value)
        except fastjsonschema.JsonSchemaValueException as wrong:
            return str(wrong.message)
        except RecursionError:
            return "data is nested too deeply"
        return None

    return check


def _refuse(uri: str) -> Any:
    raise InvalidInput(f"it refers to {uri!r}; only references into itself are followed")

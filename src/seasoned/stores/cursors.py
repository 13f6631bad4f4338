"""Cursors of pages: a place in the store's own order, sealed so that it tells nothing.

A place is a number of the whole file and would say how much others write. The cursor hides it
with a secret of the file and is bound to the scope that it was made for.
"""

from __future__ import annotations

import hmac
from hashlib import blake2b

from seasoned.core.storage import Scope
from seasoned.errors import InvalidInput

_HALF = 8  # bytes of the place and of its seal


def seal(secret: bytes, scope: Scope, place: int) -> str:
    """The cursor of a place; the same place has the same cursor."""
    plain = place.to_bytes(_HALF, "big")
    tag = _tag(secret, scope, plain)
    return (tag + _mask(secret, tag, plain)).hex()


def unseal(secret: bytes, scope: Scope, cursor: str) -> int:
    """The place that a cursor of this scope stands for.

    Raises:
        InvalidInput: it is none, or one of another file, namespace or user.
    """
    try:
        data = bytes.fromhex(cursor)
    except ValueError:
        data = b""
    tag, hidden = data[:_HALF], data[_HALF:]
    plain = _mask(secret, tag, hidden) if len(data) == 2 * _HALF else b""
    if not hmac.compare_digest(tag, _tag(secret, scope, plain)):
        raise InvalidInput(
            f"{cursor!r:.80} is no cursor of this namespace and user; pass on the one that a page "
            "came with"
        )
    return int.from_bytes(plain, "big")


def _tag(secret: bytes, scope: Scope, plain: bytes) -> bytes:
    """What only this place of this scope has; it also serves as the nonce of the mask."""
    said = repr((scope.namespace, scope.user)).encode() + plain
    return blake2b(said, key=secret, digest_size=_HALF).digest()


def _mask(secret: bytes, tag: bytes, data: bytes) -> bytes:
    stream = blake2b(tag, key=secret, digest_size=_HALF, person=b"mask").digest()
    return bytes(a ^ b for a, b in zip(data, stream, strict=True))

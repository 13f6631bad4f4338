"""What every embedder owes its caller: texts checked on the way in, vectors on the way out.

Knows nothing of models. Whatever a model answers that is no set of vectors leaves as a
`ModelError`, so that the row it was for is kept and embedded later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seasoned.errors import InvalidInput, MissingExtra, ModelError

Vectors: TypeAlias = NDArray[np.float32]

_SHOWN = 300  # characters of another program's message


def listed(texts: Sequence[str]) -> list[str]:
    """The texts as a list.

    Raises:
        InvalidInput: it is a single string, or something among them is no string.
    """
    if isinstance(texts, str):
        raise InvalidInput(f"texts={texts[:40]!r} is one string; give a list of texts")
    found = list(texts)
    for place, text in enumerate(found):
        if not isinstance(text, str):
            raise InvalidInput(
                f"texts[{place}] is a {type(text).__name__}; an embedder takes strings"
            )
    return found


def prefixed(texts: Sequence[str], prefix: str) -> list[str]:
    """Each text behind the prefix; a blank one stays blank, since it says nothing either way."""
    # Halves of characters cannot be encoded, and no model has ever seen one.
    whole = (text.encode("utf-8", "replace").decode("utf-8") for text in texts)
    return [prefix + text if text.strip() else "" for text in whole]


def told_rows(
    given: Sequence[str], ask: Callable[[list[str]], object], *, model: str, dim: int
) -> Vectors:
    """Rows of unit length of the texts, as `unit_rows` makes them; a blank one is not asked for.

    Args:
        given: Texts, as `prefixed` leaves them.
        ask: From the others to the model's answer; not called if there are none.
        model: Id for messages.
        dim: Length that a vector must have.

    Returns:
        float32, shape (len(given), dim); zeros for what is blank.

    Raises:
        ModelError: the model failed, or its answer is no vector.
    """
    told = [place for place, text in enumerate(given) if text]
    rows = np.zeros((len(given), dim), np.float32)
    if told:
        answer = ask([given[place] for place in told])
        rows[told] = unit_rows(answer, len(told), model=model, dim=dim)
    return rows


def unit_rows(answer: object, count: int, *, model: str, dim: int = 0) -> Vectors:
    """What a model answered, as rows of unit length.

    Args:
        answer: Anything that NumPy takes for a matrix of numbers.
        count: Texts that were asked for.
        model: Id for messages.
        dim: Length that a vector must have; 0 takes any.

    Returns:
        float32, shape (count, dim), each row of unit length or all zeros.

    Raises:
        ModelError: it is something else.
    """
    if count == 0:
        return np.zeros((0, dim), np.float32)
    rows = _matrix(answer, count, model)
    if dim and rows.shape[1] != dim:
        raise ModelError(
            f"embedder {model!r} answered vectors of {rows.shape[1]} numbers, not {dim}; if its "
            "weights changed, it needs another model id, and `reembed` moves a memory to it"
        )
    if not np.isfinite(rows).all():
        row, place = np.argwhere(~np.isfinite(rows))[0]
        raise ModelError(
            f"embedder {model!r} answered {rows[row, place]} at position {place} of vector {row}; "
            "a vector needs finite numbers"
        )
    # Scaled first, so that the squares of very large or small numbers stay in range.
    rows = rows / _or_one(np.abs(rows).max(axis=1, keepdims=True))
    rows = rows / _or_one(np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None])
    return rows.astype(np.float32)


def _matrix(answer: object, count: int, model: str) -> NDArray[np.float64]:
    try:
        rows = np.asarray(answer, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        text = f"embedder {model!r} answered a {type(answer).__name__} that is no set of vectors"
        raise ModelError(f"{text}: {error!s:.{_SHOWN}}") from error
    if rows.ndim != 2 or len(rows) != count or rows.shape[1] == 0:
        raise ModelError(
            f"embedder {model!r} answered numbers of shape {rows.shape} to {count} text(s); "
            f"({count}, some) is what vectors would have"
        )
    return rows


def _or_one(lengths: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(lengths == 0.0, 1.0, lengths)


def asked(model: str, call: Callable[[], object]) -> Any:
    """What a model answers to a call.

    Raises:
        ModelError: whatever the call raised, as one line.
    """
    try:
        return call()
    except Exception as error:  # the library is another's and may raise anything
        raise failure(model, error) from error


def failure(model: str, error: BaseException) -> ModelError:
    """A library's error as one of ours, in one line."""
    text = " ".join(str(error).split())
    return ModelError(f"embedder {model!r} failed: {type(error).__name__}: {text:.{_SHOWN}}")


def missing(extra: str, error: ImportError) -> MissingExtra:
    """The error for a library that is not there, or does not start."""
    return MissingExtra.of("this embedder needs a library", extra, error)

"""Which blocks run around the code that asks: in its thread, its task or its generator.

A block has a place from where it is entered to where it is left. Places are found through a
context variable, so that a task sees the blocks it was started in, and may be left in any order
and from any context. What a block holds is not known here.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass
from types import FrameType
from typing import Any

_GENERATOR = inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR


@dataclass(eq=False, slots=True)
class Place:
    """One entering of a block.

    Attributes:
        held: What the block is about.
        outer: The place around it.
        generator: Frame of the generator that the block stands in, None if it is in none.
        task: The asyncio task that entered it, known for generators only.
        left: Whether it is over.
    """

    held: Any
    outer: Place | None
    generator: FrameType | None = None
    task: object = None
    left: bool = False

    @property
    def asleep(self) -> bool:
        """Whether it stands in a generator that waits at a `yield` while the caller runs.

        A generator of another task may as well wait for this one, and then encloses it.
        """
        frame = self.generator
        return frame is not None and frame.f_back is None and self.task is _task()


_innermost: ContextVar[Place | None] = ContextVar("seasoned_place", default=None)


def caller() -> FrameType:
    """The frame that called the function which asks."""
    return sys._getframe(2)  # noqa: SLF001 (there is no other way to a caller's frame)


def enter(held: Any, frame: FrameType) -> Place:
    """A place within those of the current context, for a block that stands in `frame`."""
    place = Place(held, _open(_innermost.get()))
    if frame.f_code.co_flags & _GENERATOR and not _manages_a_context(frame):
        place.generator, place.task = frame, _task()
    _innermost.set(place)
    return place


def leave(place: Place) -> None:
    """End a place, whether or not it is the innermost one or of this context."""
    place.left, place.generator, place.task = True, None, None
    inner = _open(_innermost.get())
    _innermost.set(inner)
    while inner is not None:  # what is over is let go of wherever it stands
        inner.outer = _open(inner.outer)
        inner = inner.outer


def around() -> Iterator[Place]:
    """The places around the running code, innermost first."""
    place = _open(_innermost.get())
    while place is not None:
        if not place.asleep:
            yield place
        place = _open(place.outer)


def carried(seen: Callable[[Any], Any]) -> Context:
    """A copy of the current context for another thread, with the places that are around now.

    Which ones are asleep can be told only here, where the task runs that entered them.

    Args:
        seen: From what a block holds to what the code in that thread is to find.
    """
    inner: Place | None = None
    for place in reversed(list(around())):
        inner = Place(seen(place.held), inner)
    context = copy_context()
    context.run(_innermost.set, inner)
    return context


def last(places: Iterable[Place], frame: FrameType) -> Place | None:
    """Which of the places, all of one block, is left by code in `frame`; None without any."""
    mine = list(places)
    same = [place for place in mine if place.generator is frame]
    nearest = [place for place in around() if place in mine]
    return next(iter((*reversed(same), *nearest, *reversed(mine))), None)


def _open(place: Place | None) -> Place | None:
    while place is not None and place.left:
        place = place.outer
    return place


def _manages_a_context(frame: FrameType) -> bool:
    """Whether it is the generator of a context manager: what it wraps runs while it waits."""
    caller = frame.f_back
    return caller is not None and caller.f_globals.get("__name__") == "contextlib"


def _task() -> object:
    """The running asyncio task, None outside of one."""
    asyncio: Any = sys.modules.get("asyncio")
    try:
        return asyncio and asyncio.current_task()
    except RuntimeError:  # no loop runs in this thread
        return None

"""Asking a model for lessons on an event loop: the store in threads, the model awaited."""

from __future__ import annotations

from seasoned.aio.calls import Calls
from seasoned.core import values
from seasoned.core.reflecting import reflection_request
from seasoned.core.reflections import Reflection
from seasoned.memories.reflecting import Reflector, spared, told_of


async def reflected_on(calls: Calls, reflector: Reflector, id: str) -> Reflection:
    """As `Reflector.reflect`."""
    episode = await calls.quick(reflector.episode, values.text(id, "id"))
    answer = await reflector.aask(*reflection_request(episode))
    return await calls.quick(reflector.take, episode, answer)


async def reflected_after(calls: Calls, reflector: Reflector, id: str) -> None:
    """As `Reflector.after`."""
    with spared():
        episode = await calls.quick(reflector.recorded, id)
        if episode is not None:
            answer = await reflector.aask(*reflection_request(episode))
            told_of(await calls.quick(reflector.take, episode, answer))

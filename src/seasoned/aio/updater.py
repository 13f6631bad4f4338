"""The memory updater on an event loop; what it learns is decided by the sync one."""

from __future__ import annotations

from typing import Any

from seasoned.aio.calls import Calls
from seasoned.core.exchanges import Exchange
from seasoned.core.messages import Message
from seasoned.memories.updater import ANSWER, Updater, heard
from seasoned.ports.llm import LLM


class AsyncUpdater:
    """Learns from exchanges; see `Updater`."""

    def __init__(self, calls: Calls, updater: Updater, llm: LLM | None) -> None:
        self._calls, self._sync, self._llm = calls, updater, llm

    async def update(
        self, said: str, answered: str = "", *, session: str | None = None
    ) -> Exchange:
        """Remember what an exchange says of the user; see `Updater.update`.

        If it is cancelled while the model is awaited, nothing is remembered.
        """
        asked = await self.request(said, answered)
        parsed: Any = None
        if asked is not None and self._llm is not None:
            try:
                llm = self._llm
                parsed = heard(await llm.acomplete(asked[0], schema=asked[1], max_tokens=ANSWER))
            except Exception as error:  # noqa: BLE001  # the model may raise anything
                parsed = error
        return await self.take(said, answered, parsed, session=session)

    async def request(
        self, said: str, answered: str = ""
    ) -> tuple[list[Message], dict[str, Any]] | None:
        """What to ask the model, and the schema of its answer; None without a model."""
        return await self._calls.quick(self._sync.request, said, answered)

    async def take(
        self,
        said: str,
        answered: str = "",
        parsed: Any = None,
        *,
        session: str | None = None,
    ) -> Exchange:
        """Remember what was extracted; see `Updater.take`."""
        # Each statement is embedded and written by itself, so it cannot be entered twice.
        return await self._calls.long(self._sync.take, said, answered, parsed, session=session)

    async def exchanges(self, state: str | None = None, limit: int = 100) -> tuple[Exchange, ...]:
        """The newest exchanges, with what was learned of each."""
        return await self._calls.quick(self._sync.exchanges, state, limit)

    async def forget(self, *ids: str, everything: bool = False) -> int:
        """Remove one's own exchanges; see `Updater.forget`."""
        return await self._calls.quick(self._sync.forget, *ids, everything=everything)

"""Exports and loads on an event loop: each method awaits the one of the same name."""

from __future__ import annotations

from typing import Any

from seasoned.aio.calls import Calls
from seasoned.core.exporting import Exported, ExportOptions, Format
from seasoned.core.filters import Filter
from seasoned.core.portable import Loaded
from seasoned.memories.exporting import Progress
from seasoned.memories.origins import Origin
from seasoned.memories.targets import Place


class AsyncMovingVerbs:
    """Verbs about moving what is kept; see `Memory.export` and `Memory.load`."""

    _calls: Calls
    _sync: Any

    async def export(
        self,
        target: Place,
        *,
        format: Format = "records",
        filter: Filter | None = None,
        limit: int | None = None,
        replace: bool = False,
        options: ExportOptions | None = None,
        progress: Progress | None = None,
    ) -> Exported:
        """Write what is kept, one JSON object per line; see `Memory.export`.

        A stream is written, and `progress` called, in a worker thread.
        """
        return await self._calls.long(
            self._sync.export,
            target,
            format=format,
            filter=filter,
            limit=limit,
            replace=replace,
            options=options,
            progress=progress,
        )

    async def load(
        self,
        origin: Origin,
        *,
        all_namespaces: bool = False,
        foreign: str | None = None,
        progress: Progress | None = None,
    ) -> Loaded:
        """Take in the records of an export; see `Memory.load`.

        A stream is read, and `progress` called, in a worker thread.
        """
        return await self._calls.long(
            self._sync.load,
            origin,
            all_namespaces=all_namespaces,
            foreign=foreign,
            progress=progress,
        )

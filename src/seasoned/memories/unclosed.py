"""The open attempts of one owner, when something is forgotten: what they say is no episode yet.

Which episodes go, and what is sought for in the files, is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

from seasoned.core.attempts import AttemptRecord
from seasoned.core.mapping import texts_of
from seasoned.core.records import Episode
from seasoned.ports import Scope, Store

_TELLING: Final = 16  # characters of what is no task: less is said by chance


def unclosed(store: Store, scope: Scope) -> list[AttemptRecord]:
    """The open attempts that are the scope's user's own, oldest first."""
    ever = datetime.max.replace(tzinfo=UTC)
    return [a for a in store.attempts.stale(scope, ever) if a.user == scope.user]


def told(episode: Episode) -> Iterator[str]:
    """What an episode says that, said elsewhere too, would keep it from being forgotten."""
    yield episode.task.description
    more = [episode.solution, *episode.lessons]
    for step in episode.steps:
        more += [step.detail, step.result or "", step.error or ""]
    yield from (text for text in more if len(text) >= _TELLING)


class Unclosed:
    """Open attempts that say some of what is looked for.

    Attributes:
        records: All of them.
    """

    def __init__(self, records: list[AttemptRecord]) -> None:
        self.records = records
        self._said = {record.id: "\n".join(texts_of(record)) for record in records}
        self._saying = dict[str, None]()

    def look(self, texts: Iterable[str]) -> None:
        """Note those that say one of these texts."""
        if not self._said:
            return
        for text in filter(str.strip, texts):
            self._saying |= {id: None for id, said in self._said.items() if text in said}

    @property
    def reasons(self) -> list[str]:
        """Why what was looked for is not forgotten, and what to do, one sentence each."""
        return [
            f"the open attempt {id!r} still says it: close it with "
            "memory.admin.expire(timedelta(0)), then forget its episode"
            for id in self._saying
        ]

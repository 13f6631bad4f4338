"""The first look of a consolidation: which episodes belong together, by task, error and tool.

It keeps ids and counts, no episode; what becomes of them is `seasoned.memories.consolidation`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from seasoned.core.attempts import task_key
from seasoned.core.collapsing import known_outcome
from seasoned.core.duplicates import Duplicates
from seasoned.core.habits import Habits
from seasoned.core.records import Episode, Outcome
from seasoned.core.signature import signature_of
from seasoned.core.traits import tools_of
from seasoned.core.trust import origin_of

READ: Final = 256  # episodes read together
COMPARED: Final = 200  # of a task, the newest that worked and as many that failed
_STANDING: Final = 500  # episodes that stand for others and are compared with new ones, the newest
_TAUGHT_BY: Final = ("own", "imported")  # what models and others wrote teaches nothing
Place = tuple[str, int]  # category, and number of the task in it


def teaches(episode: Episode, banned: Collection[str]) -> bool:
    """Whether lessons may rest on it."""
    return origin_of(episode.source) in _TAUGHT_BY and episode.id not in banned


class Group(NamedTuple):
    """The episodes of one task that are to be read.

    Attributes:
        compared: Ids of those that worked and those that failed; none unless there are both.
        standing: Ids of those that stand for others.
        free: Ids of those that may come to be represented, the newest first.
    """

    category: str
    compared: tuple[str, ...]
    standing: tuple[str, ...]
    free: tuple[str, ...]

    @property
    def first(self) -> list[str]:
        """What is read at once; the rest of `free` follows piece by piece."""
        return list(dict.fromkeys((*self.compared, *self.standing, *self.free[:READ])))


@dataclass(slots=True)
class Members:
    """The episodes of one task, in order of recording.

    Attributes:
        all: When each ended, in seconds since the epoch, and its id.
        worked: Ids of those that worked and may teach.
        failed: Ids of those that failed and may teach.
    """

    all: list[tuple[float, str]] = field(default_factory=list)
    worked: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    @property
    def sides(self) -> tuple[str, ...]:
        """The newest of both sides."""
        return (*self.failed[-COMPARED:], *self.worked[-COMPARED:])

    def group(self, category: str, there: Mapping[str, str | None], firsts: set[str]) -> Group:
        """What is to be read of them.

        Args:
            category: Of the task.
            there: Who is represented, by whom, and who is to be kept apart.
            firsts: Those who represent others.
        """
        left = [id for _, id in sorted(self.all, reverse=True) if id not in there]
        standing = [id for id in left if id in firsts][:_STANDING]
        free = [id for id in left if id not in firsts]
        if len(standing) + len(free) < 2:
            standing = free = []
        compared = self.sides if self.worked and self.failed else ()
        return Group(category, compared, tuple(standing) if free else (), tuple(free))


@dataclass(slots=True)
class Survey:
    """What belongs together.

    Attributes:
        banned: Ids of what the user banned, which teaches nothing.
        episodes: How many were seen.
        tasks: The episodes of each task.
        failures: Ids by category and signature.
        habits: What was used, by category.
    """

    banned: Collection[str] = ()
    episodes: int = 0
    tasks: defaultdict[Place, Members] = field(default_factory=lambda: defaultdict(Members))
    failures: defaultdict[tuple[str, str], list[str]] = field(
        default_factory=lambda: defaultdict(list)
    )
    habits: defaultdict[str, Habits] = field(default_factory=lambda: defaultdict(Habits))
    _texts: defaultdict[str, Duplicates] = field(default_factory=lambda: defaultdict(Duplicates))
    _keys: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, episode: Episode) -> None:
        """Put an episode where it belongs."""
        self.episodes += 1
        place = self._place(episode)
        members, category = self.tasks[place], episode.task.category
        at = episode.finished_at
        members.all.append((at.timestamp() if at else 0.0, episode.id))
        if not teaches(episode, self.banned):
            return
        if known_outcome(episode):
            worked = episode.effective_outcome is Outcome.SUCCESS
            (members.worked if worked else members.failed).append(episode.id)
            self.habits[category].add(place, tools_of(episode), worked)
        if signature := signature_of(episode):
            self.failures[category, signature].append(episode.id)

    def _place(self, episode: Episode) -> Place:
        category = episode.task.category
        number = self._texts[category].place(episode.task.description)
        if episode.parent is None:  # parts carry the key of the whole
            key = episode.task_key or task_key(episode.task)
            number = self._keys.setdefault((category, key), number)
        return category, number

    def groups(self, there: Mapping[str, str | None]) -> Iterator[Group]:
        """What is to be read of each task; tasks of which that is nothing are passed over."""
        firsts = {first for first in there.values() if first is not None}
        for (category, _), members in self.tasks.items():
            group = members.group(category, there, firsts)
            if group.compared or group.free:
                yield group

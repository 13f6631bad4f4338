"""What may be asked of a store about the bytes that its files hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from seasoned.core.proof import RawFile


class Erasing(Protocol):
    """Erasing what removed records left behind, and showing what is there.

    Who searches the files knows nothing of their format: texts lie in them as UTF-8, bare or as
    in JSON, where need be in pieces.
    """

    def scrub(self, thorough: bool = False) -> str:
        """Erase what removed records left in the bytes of the store's own files.

        Args:
            thorough: Write the files anew, from nothing but what is kept.

        Returns:
            Why that could not be done to the end, "" if it was.
        """
        ...

    def files(self) -> list[RawFile]:
        """Files that hold or may hold what is kept, and the backups that were made of them.

        A backup is named even if it is not there any more. A store in memory has no files.
        """
        ...

    def scan(self, visit: Callable[[str, bytes], None]) -> None:
        """Tell all that is kept, in one state of the store.

        Args:
            visit: Told what a record is called, such as "episode" and its id, and bytes of it as
                they lie in the files; several times for one record.
        """
        ...

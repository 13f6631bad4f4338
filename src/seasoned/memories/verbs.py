"""The verbs of a memory that begin an attempt, or find one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from seasoned.core.records import Task
from seasoned.memories.attempts import Attempt, Attempts
from seasoned.memories.blocks import AttemptBlock, BlockOptions, Judge


class AttemptVerbs:
    """What `Memory` offers to run a task under memory."""

    _attempts: Attempts

    def attempt(
        self,
        task: Task | str | None = None,
        *,
        category: str | None = None,
        key: str | None = None,
        strategy: str = "",
        tags: Sequence[str] = (),
        judge: Judge | None = None,
        pass_through: type[BaseException] | Iterable[type[BaseException]] = (),
    ) -> AttemptBlock:
        """One task under memory, as a `with` block or, without a task, as a decorator.

        An exception inside becomes a recorded failure and is raised on; cancellation,
        `pass_through` and seasoned's own errors, which say nothing about the task, leave the
        attempt open. Leaving without `finish` records unknown.
        Attempts inside attempts become their children, in tasks started there too. A generator
        that waits at a `yield` with its block open encloses nothing of its task meanwhile.
        What is decorated is a function, a method or a coroutine function, but no generator. Its
        first argument (beside self or cls), by place or by name, is the task; what it returns is
        the solution, kept as text (None as no text, anything but a string as its repr). Within
        it `current_attempt` is its attempt; if it finishes that itself, nothing is added.

        Args:
            task: The task, for a `with` block; not blank. Left out for a decorator.
            category: Of the task, instead of its own.
            key: Your own id; the attempt that has it is gone on with, if it is still open.
            strategy: The approach to be taken.
            tags: Labels of the episode.
            judge: For a decorator: from what the function returned to how it ended, in any form
                that `judge` takes. If it raises, the episode ends unknown, with the error in
                its detail, and the error is raised on.
            pass_through: Exceptions that leave the attempt open: one class or several.

        Raises:
            InvalidInput: the task is blank or no text, or another argument is of a wrong type.
            Conflict: on entering, the key stands for another task or a closed attempt.
        """
        begin = partial(
            self._attempts.begin, category=category, key=key, strategy=strategy, tags=tags
        )
        return AttemptBlock(begin, task, BlockOptions(judge, pass_through))

    def begin(
        self,
        task: Task | str,
        *,
        category: str | None = None,
        key: str | None = None,
        strategy: str = "",
        parent: str | None = None,
        tags: Sequence[str] = (),
    ) -> Attempt:
        """Begin an attempt that any process may resume, or go on with the one of this key.

        Args:
            task: The task, or its description; not blank.
            category: Of the task, instead of its own.
            key: Your own id of the attempt, unique among those of the user in the namespace; a
                handle on the attempt that has it is returned, be it open or closed.
            strategy: The approach to be taken.
            parent: Attempt that this one is part of; the enclosing block if None.
            tags: Labels of the episode.

        Raises:
            InvalidInput: the task is blank or no text, or another argument is of a wrong type.
            Conflict: the key stands for another task.
            NotFound: no such parent.
        """
        return self._attempts.begin(
            task, category=category, key=key, strategy=strategy, parent=parent, tags=tags
        )

    def current_attempt(self) -> Attempt | None:
        """This memory's attempt of the innermost block or decorated call around, if it is open.

        A generator shares the context of
        its consumer: inside a block of its own, use the attempt that the `with` gave.
        """
        return self._attempts.current()

    def resume(self, id: str) -> Attempt:
        """A handle on an attempt that some process began.

        Raises:
            NotFound: no attempt that this memory can see has the id.
        """
        return self._attempts.resume(id)

"""seasoned: experience for agents, and proof that it helps.

An agent records what it tried and how it ended, recalls the right successes and warnings before
its next task, and gets better. Public names are resolved on first use, so that importing the
package costs next to nothing.

    from seasoned import Episode, Memory, Outcome, Task
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from seasoned.agents.agent import MemoryAugmentedAgent
    from seasoned.agents.reply import Reply
    from seasoned.agents.turns import Conduct
    from seasoned.aio.attempts import AsyncAttempt
    from seasoned.aio.memory import AsyncMemory
    from seasoned.connect import Options
    from seasoned.core.exporting import ExportOptions
    from seasoned.core.facts import Fact
    from seasoned.core.filters import Filter
    from seasoned.core.messages import Message
    from seasoned.core.notes import Note, NoteFilter
    from seasoned.core.pruning import PrunePolicy
    from seasoned.core.recall import RecallPolicy
    from seasoned.core.records import Episode, Feedback, Lesson, Outcome, Step, Task, Verdict
    from seasoned.core.replay import Recall
    from seasoned.core.reports import Receipt
    from seasoned.core.sampling import Replayed
    from seasoned.core.scoring import PrioritizedResult, ReplayWeights
    from seasoned.core.window import WindowRules
    from seasoned.errors import (
        BudgetError,
        Conflict,
        InvalidInput,
        MissingExtra,
        ModelError,
        NotFound,
        SeasonedError,
        StoreError,
    )
    from seasoned.memories.attempts import Attempt
    from seasoned.memories.documents import Documents
    from seasoned.memories.longterm import LongTermMemory
    from seasoned.memories.structured import StructuredMemory
    from seasoned.memories.working import WorkingMemory, WorkingPolicy
    from seasoned.memory import Memory

__version__ = "0.1.0"

_HOMES = {
    "AsyncAttempt": "aio.attempts",
    "AsyncMemory": "aio.memory",
    "Attempt": "memories.attempts",
    "BudgetError": "errors",
    "Conduct": "agents.turns",
    "Conflict": "errors",
    "Documents": "memories.documents",
    "Episode": "core.records",
    "ExportOptions": "core.exporting",
    "Fact": "core.facts",
    "Feedback": "core.records",
    "Filter": "core.filters",
    "InvalidInput": "errors",
    "Lesson": "core.records",
    "LongTermMemory": "memories.longterm",
    "Memory": "memory",
    "MemoryAugmentedAgent": "agents.agent",
    "Message": "core.messages",
    "MissingExtra": "errors",
    "ModelError": "errors",
    "NotFound": "errors",
    "Note": "core.notes",
    "NoteFilter": "core.notes",
    "Options": "connect",
    "Outcome": "core.records",
    "PrioritizedResult": "core.scoring",
    "PrunePolicy": "core.pruning",
    "Recall": "core.replay",
    "RecallPolicy": "core.recall",
    "Receipt": "core.reports",
    "ReplayWeights": "core.scoring",
    "Replayed": "core.sampling",
    "Reply": "agents.reply",
    "SeasonedError": "errors",
    "Step": "core.records",
    "StoreError": "errors",
    "StructuredMemory": "memories.structured",
    "Task": "core.records",
    "Verdict": "core.records",
    "WindowRules": "core.window",
    "WorkingMemory": "memories.working",
    "WorkingPolicy": "memories.working",
}

__all__ = [
    "AsyncAttempt",
    "AsyncMemory",
    "Attempt",
    "BudgetError",
    "Conduct",
    "Conflict",
    "Documents",
    "Episode",
    "ExportOptions",
    "Fact",
    "Feedback",
    "Filter",
    "InvalidInput",
    "Lesson",
    "LongTermMemory",
    "Memory",
    "MemoryAugmentedAgent",
    "Message",
    "MissingExtra",
    "ModelError",
    "NotFound",
    "Note",
    "NoteFilter",
    "Options",
    "Outcome",
    "PrioritizedResult",
    "PrunePolicy",
    "Recall",
    "RecallPolicy",
    "Receipt",
    "ReplayWeights",
    "Replayed",
    "Reply",
    "SeasonedError",
    "Step",
    "StoreError",
    "StructuredMemory",
    "Task",
    "Verdict",
    "WindowRules",
    "WorkingMemory",
    "WorkingPolicy",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

"""Plain data and pure functions: records, filters, scoring, recall stages and prompts.

The functions and records of the source articles live here under their own names. Nothing in
this package opens a file, reads a clock or draws a random number.
"""

from __future__ import annotations

import importlib
from typing import Any

_HOMES = {
    "Episode": "records",
    "Feedback": "records",
    "Lesson": "records",
    "Outcome": "records",
    "Step": "records",
    "Task": "records",
    "Verdict": "records",
    "Filter": "filters",
    "ReplayWeights": "scoring",
    "PrioritizedResult": "scoring",
    "SearchResult": "scoring",
    "compute_priority": "scoring",
    "cosine_similarity": "scoring",
    "temporal_decay": "scoring",
    "phase_weights": "scoring",
    "ReplayContext": "page",
    "build_replay_context": "replay",
    "format_replay_prompt": "replay",
    "estimate_tokens": "tokens",
}

__all__ = [
    "Episode",
    "Feedback",
    "Filter",
    "Lesson",
    "Outcome",
    "PrioritizedResult",
    "ReplayContext",
    "ReplayWeights",
    "SearchResult",
    "Step",
    "Task",
    "Verdict",
    "build_replay_context",
    "compute_priority",
    "cosine_similarity",
    "estimate_tokens",
    "format_replay_prompt",
    "phase_weights",
    "temporal_decay",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)

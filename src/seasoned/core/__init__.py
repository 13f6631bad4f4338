"""Plain data and pure functions: records, filters, scoring, recall, prompts and learning.

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
    "SkillProfile": "skills",
    "compute_skill_profiles": "skills",
    "identify_weak_skills": "skills",
    "STRATEGY_POOL": "strategies",
    "Strategy": "strategies",
    "select_strategy": "strategies",
    "LearningSnapshot": "curve",
    "compute_learning_curve": "curve",
}

__all__ = [
    "STRATEGY_POOL",
    "Episode",
    "Feedback",
    "Filter",
    "LearningSnapshot",
    "Lesson",
    "Outcome",
    "PrioritizedResult",
    "ReplayContext",
    "ReplayWeights",
    "SearchResult",
    "SkillProfile",
    "Step",
    "Strategy",
    "Task",
    "Verdict",
    "build_replay_context",
    "compute_learning_curve",
    "compute_priority",
    "compute_skill_profiles",
    "cosine_similarity",
    "estimate_tokens",
    "format_replay_prompt",
    "identify_weak_skills",
    "phase_weights",
    "select_strategy",
    "temporal_decay",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)

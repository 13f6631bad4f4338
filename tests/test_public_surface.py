"""What the package promises: these names, each with a docstring, and no others."""

from __future__ import annotations

import pydoc
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import seasoned

PROMISED = [
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


def test_the_names_are_the_promised_ones() -> None:
    assert sorted(seasoned.__all__) == PROMISED
    assert dir(seasoned) == PROMISED


@pytest.mark.parametrize("name", [name for name in PROMISED if name != "__version__"])
def test_a_name_leads_to_a_documented_class_of_ours(name: str) -> None:
    value = getattr(seasoned, name)
    assert isinstance(value, type)
    assert (value.__name__, value.__module__.split(".")[0]) == (name, "seasoned")
    # `__doc__` of a dataclass without one is made up from its fields.
    assert "\n" in pydoc.getdoc(value) or pydoc.getdoc(value).endswith(".")
    undocumented = [
        member
        for member, held in vars(value).items()
        if not member.startswith("_") and (callable(held) or isinstance(held, property))
        if not pydoc.getdoc(held)
    ]
    assert undocumented == []


def test_a_star_import_and_a_wrong_name_behave_as_usual() -> None:
    names: dict[str, object] = {}
    exec("from seasoned import *", names)  # noqa: S102
    assert names.keys() >= set(PROMISED)
    with pytest.raises(AttributeError, match="has no attribute 'Memmory'"):
        _ = seasoned.Memmory


def test_every_error_is_a_seasoned_error() -> None:
    errors = [e for name in PROMISED if isinstance(e := getattr(seasoned, name), type)]
    errors = [e for e in errors if issubclass(e, Exception)]
    assert len(errors) == 8
    assert all(issubclass(e, seasoned.SeasonedError) for e in errors)


def test_a_name_loads_no_more_than_it_needs() -> None:
    code = "import sys; from seasoned import Episode, Task; Episode(Task('a')); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True, timeout=60
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & {"numpy", "onnxruntime", "sqlite3", "click", "rich"}


def test_the_changelog_knows_this_version() -> None:
    root = Path(__file__).parents[1]
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## [Unreleased]" in changelog or f"## [{seasoned.__version__}]" in changelog
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dynamic"] == ["version"]

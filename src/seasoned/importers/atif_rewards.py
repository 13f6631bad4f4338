"""The reward of an ATIF trajectory, in the files that Harbor writes beside it.

Knows where these files lie and what they hold: `verifier/reward.txt`, `verifier/reward.json`,
`result.json`. A file that could belong to another trajectory is not read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from seasoned.core.records import Feedback, Outcome
from seasoned.errors import InvalidInput
from seasoned.importers.fields import fields_of, judged, text_of

_NAME: Final = "trajectory"  # of the one trajectory of a trial
# As Python, awk and bc write numbers; JSON has no "1." and no ".5".
_NUMBER: Final = re.compile(r"[+-]?(?:\d{1,20}\.?\d{0,40}|\.\d{1,40})(?:[eE][+-]?\d{1,2})?")
_MOST: Final = 1 << 20  # bytes of a file with a reward
# In each folder, the plainest first.
_FILES: Final = ("verifier/reward.json", "verifier/reward.txt", "reward.json", "reward.txt")

_TRIAL: Final = "result.json"


@dataclass(frozen=True, slots=True)
class Reward:
    """What the files beside a trajectory say.

    Attributes:
        outcome: Unknown if they do not say it.
        feedback: With the reward, if there is one on a known scale.
        detail: What broke the trial off, if anything.
        all: Every reward by its name, where there are several.
    """

    outcome: Outcome = Outcome.UNKNOWN
    feedback: Feedback = field(default_factory=Feedback)
    detail: str = ""
    all: dict[str, Any] = field(default_factory=dict)


def reward_beside(path: Path) -> Reward:
    """The reward of the trajectory in a file.

    Raises:
        InvalidInput: a file that must hold a reward holds something else.
    """
    found = _found(path)
    if found is None:
        return Reward()
    file, data = found
    return _of_trial(file, data) if file.name == _TRIAL else _of_file(file, data)


def file_beside(path: Path) -> Path | None:
    """The file that `reward_beside` reads, if there is one.

    Raises:
        InvalidInput: it cannot be read.
    """
    found = _found(path)
    return found[0] if found else None


def _found(path: Path) -> tuple[Path, bytes] | None:
    for folder in _folders(path, path.name.partition(".")[0]):
        for name in (*_FILES, _TRIAL):
            if (data := _data(folder / name)) is not None:
                return folder / name, data
    return None


def _folders(path: Path, stem: str) -> list[Path]:
    """Where a reward of this file would lie, the nearest first."""
    folder = path.parent
    if stem == _NAME:
        return [folder, folder.parent] if folder.resolve().name == "agent" else [folder]
    return [folder] if _is_alone(path) else []


def _is_alone(path: Path) -> bool:
    """Whether no other file beside it may be a trajectory."""
    try:
        with os.scandir(path.parent) as entries:  # stops at the first other one of thousands
            names = (entry.name for entry in entries if ".json" in entry.name)
            return all(name in (path.name, "reward.json", "result.json") for name in names)
    except OSError:
        return False


def _data(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(_MOST)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise InvalidInput(f"cannot read {str(path)!r}: {error.strerror}") from error


def _of_file(path: Path, data: bytes) -> Reward:
    text = data.decode("utf-8-sig", errors="replace").strip()
    try:
        value = float(text) if _NUMBER.fullmatch(text) else msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidInput(f"{str(path)!r} must hold a reward, got {text[:40]!r}") from error
    return _of_rewards(value) if isinstance(value, dict) else Reward(*judged(value))


def _of_rewards(rewards: Mapping[str, Any]) -> Reward:
    """One of several rewards counts if it is called so; else nobody says which one does."""
    if len(rewards) == 1 or "reward" in rewards:
        value = rewards["reward"] if "reward" in rewards else next(iter(rewards.values()))
        outcome, feedback = judged(value)
        return Reward(outcome, feedback, all=dict(rewards) if len(rewards) > 1 else {})
    return Reward(all=dict(rewards))


def _of_trial(path: Path, data: bytes) -> Reward:
    try:
        trial = {"trial": msgspec.json.decode(data)}
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidInput(f"{str(path)!r} is no JSON: {error}") from error
    result = fields_of(trial, "trial")
    if rewards := fields_of(fields_of(result, "verifier_result"), "rewards"):
        return _of_rewards(rewards)
    broke = fields_of(result, "exception_info")
    kind, message = (text_of(broke.get(f"exception_{n}")).strip() for n in ("type", "message"))
    return Reward(detail=f"{kind}: {message}".strip(": "))

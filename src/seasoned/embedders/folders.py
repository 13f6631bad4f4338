"""Folders that hold a model: whether they do, what their settings say, which weights they are."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from seasoned.errors import InvalidInput

# Files that decide what a vector is; cards, licences and pictures beside them do not.
_DECIDING = frozenset({".json", ".txt", ".safetensors", ".bin", ".onnx", ".model", ".npy", ".py"})


def model_folder(path: str | os.PathLike[str]) -> Path:
    """The folder of a model.

    Raises:
        InvalidInput: there is none; nothing is ever downloaded in its place.
    """
    if not os.fspath(path).strip():
        raise InvalidInput(f"{path!r} names no folder; give the path of a model's folder")
    folder = Path(path).expanduser()
    if not folder.is_dir():
        raise InvalidInput(
            f"there is no model folder {str(path)!r}; give the folder that holds the model's "
            "files (it is not downloaded)"
        )
    return folder


def settings(folder: Path, name: str) -> dict[str, Any]:
    """A JSON object from a file of the folder; empty if there is no such file.

    Raises:
        InvalidInput: the file holds something else.
    """
    path = folder / name
    if not path.is_file():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{path} cannot be read as JSON: {error}") from error
    if not isinstance(found, dict):
        raise InvalidInput(f"{path} holds a {type(found).__name__}, not an object of settings")
    return found


def fingerprint(files: Iterable[Path]) -> str:
    """12 hexadecimal digits that change with the content of the files, not with their place.

    Raises:
        InvalidInput: a file cannot be read.
    """
    whole = hashlib.sha256()
    for path in files:
        try:
            with path.open("rb") as file:
                whole.update(hashlib.file_digest(file, "sha256").digest())
        except OSError as error:
            raise InvalidInput(f"{path} cannot be read: {error.strerror}") from error
    return whole.hexdigest()[:12]


def deciding(folder: Path) -> list[Path]:
    """The files of a folder that decide what a vector is, in an order that is always the same."""
    found = [p for p in folder.rglob("*") if p.suffix.lower() in _DECIDING and p.is_file()]
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())

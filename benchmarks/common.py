"""What the benchmarks share: third-party data, an embedding cache, and printing tables."""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np
from rich.console import Console
from rich.table import Table

from seasoned.embedders.minilm import MiniLM
from seasoned.ports import Embedder

if TYPE_CHECKING:
    from seasoned.ports import Vectors

SKIPPED = 77  # exit code, after the custom of test harnesses; the Makefile knows it
console = Console(width=120)


def parser(description: str) -> argparse.ArgumentParser:
    """A parser with the options that every benchmark on third-party data has."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument(
        "--data",
        type=Path,
        default=os.environ.get("SEASONED_DATA"),
        help="folder with the third-party data, else SEASONED_DATA",
    )
    return made


def skip(reason: str) -> NoReturn:
    """End the program because something that it needs is absent, which is no failure."""
    print(f"skipped: {reason}", file=sys.stderr)
    sys.exit(SKIPPED)


def data_file(folder: Path | None, name: str) -> Path:
    """A file of the data folder; ends the program with a clear message if it is absent."""
    if folder is None:
        skip(f"needs {name}; name its folder with --data or SEASONED_DATA")
    path = Path(folder, name)
    if not path.is_file():
        skip(f"{path} does not exist")
    return path


def read_json(path: Path) -> Any:
    """The content of a gzipped JSON file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return json.load(lines)


def read_lines(path: Path) -> list[Any]:
    """The records of a gzipped JSONL file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


class CachedEmbedder:
    """An embedder that remembers texts in a file of the temporary folder, between runs too."""

    def __init__(self, inner: Embedder) -> None:
        self.inner, self.model, self.dim, self.floor = inner, inner.model, inner.dim, inner.floor
        name = hashlib.sha256(inner.model.encode()).hexdigest()[:16]
        self._path = Path(tempfile.gettempdir(), f"seasoned-benchmark-{name}.npz")
        self._known: dict[str, Any] = {}
        if self._path.is_file():
            with np.load(self._path) as saved:
                self._known = dict(zip(saved["keys"].tolist(), saved["rows"], strict=True))

    def embed(
        self, texts: Sequence[str], kind: Literal["query", "document"] = "document"
    ) -> Vectors:
        """As the inner embedder."""
        keys = [hashlib.sha256(f"{kind}\0{text}".encode()).hexdigest() for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if new:
            rows = self.inner.embed(list(new.values()), kind)
            self._known |= dict(zip(new, rows, strict=True))
        return np.stack([self._known[key] for key in keys])

    def save(self) -> None:
        """Keep what was embedded for the next run."""
        keys = np.array(list(self._known))
        np.savez(self._path, keys=keys, rows=np.stack(list(self._known.values())))


def shipped_embedder() -> CachedEmbedder:
    """The default embedder on two threads, cached."""
    return CachedEmbedder(MiniLM(threads=2))


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table on standard output; floats with three digits."""
    table = Table(title=title, title_justify="left")
    for i, column in enumerate(columns):
        table.add_column(column, justify="left" if i == 0 else "right")
    for row in rows:
        table.add_row(*(f"{v:.3f}" if isinstance(v, float) else str(v) for v in row))
    console.print(table)

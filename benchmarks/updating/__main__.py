"""What is kept of exchanges without a model, against what should be.

Precision is the share of the extracted items that were expected, recall the share of the expected
ones that were extracted, by language. `dev.jsonl` and `more.jsonl` may be read by who writes the
patterns, `test.jsonl` may not.

    python -m benchmarks.updating [--split more] [--mistakes]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from benchmarks.common import console, print_table
from benchmarks.updating.material import (
    FOLDER,
    Exchange,
    Extracted,
    Score,
    Split,
    judge_all,
    load,
    score,
    total,
)
from seasoned.core.extracting import extract

SPLITS: tuple[Split, ...] = ("dev", "more", "test")
LANGUAGES = ("en", "de", "es", "zh")
CLAIMED = ("en", "de")  # the others are read as far as their patterns go
COLUMNS = (
    *("language", "exchanges", "expected", "extracted", "precision", "recall"),
    *("same kind: precision", "recall", "leaked"),
)
PRECISION, RECALL = 0.90, 0.60  # what a claimed language has to reach


def extracted(user: str, assistant: str) -> list[Extracted]:
    """Items of an exchange as the scorer takes them; its answer comes after what was said."""
    return [(item.kind, item.text) for item in extract(user)]


def row(name: str, found: Score) -> tuple[object, ...]:
    """A line of the table."""
    return (
        name,
        found.exchanges,
        found.expected,
        found.extracted,
        found.precision,
        found.recall,
        found.strict_precision,
        found.strict_recall,
        found.leaked,
    )


def show(split: Split, exchanges: Sequence[Exchange]) -> None:
    """Print the table of a split."""
    scores = score(extracted, exchanges)
    rows = [row(lang, scores[lang]) for lang in sorted(scores, key=LANGUAGES.index)]
    print_table(
        f"What is kept of exchanges, without a model: {split}",
        COLUMNS,
        [*rows, row("all", total(scores.values()))],
    )
    for lang in CLAIMED:
        found = scores.get(lang, Score())
        if found.precision < PRECISION or found.recall < RECALL:
            console.print(f"{lang} falls short of precision {PRECISION} and recall {RECALL}")


def mistakes(exchanges: Sequence[Exchange]) -> None:
    """Print what was missed, invented and leaked."""
    for each in judge_all(extracted, exchanges):
        wrong = [f"missed {item.kind}: {item.about}" for item in each.missed]
        wrong += [f"invented {kind}: {text}" for kind, text in each.invented]
        wrong += [f"leaked {kind}: {text}" for kind, text in each.leaked]
        for line in wrong:
            console.print(f"{each.exchange.id}  {line}", markup=False, highlight=False)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--split", choices=SPLITS, help="only this one")
    options.add_argument(
        "--mistakes", action="store_true", help="list the mistakes too, never those on test"
    )
    given = options.parse_args()
    for split in SPLITS:
        if given.split in (None, split):
            if not (FOLDER / f"{split}.jsonl").is_file():
                console.print(f"{split}.jsonl is not here, so it was not measured")
                continue
            exchanges = load(split)
            show(split, exchanges)
            if given.mistakes and split != "test":
                mistakes(exchanges)


if __name__ == "__main__":
    main()

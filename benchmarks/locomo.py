"""Retrieval quality on LoCoMo: is the evidence among the episodes recalled for a question?

Each turn of a conversation is the description of an episode, each conversation a namespace.
Metrics over the scorable questions: mean evidence recall at 5 and 10, share of questions with
any evidence in the first 10, and mean reciprocal rank. Defaults were chosen on conversations
1-3 (`--tune`); 4-10 are reported.

    python -m benchmarks.locomo --data FOLDER
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.common import data_file, parser, print_table, read_json, shipped_embedder
from seasoned import Episode, Memory, Options, RecallPolicy, Task

TUNED_ON = 3  # conversations
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "inference", 4: "single-hop", 5: "adversarial"}
_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")


@dataclass(frozen=True)
class Question:
    """A question, its category and the keys of the turns that answer it."""

    text: str
    category: int
    evidence: frozenset[str]


@dataclass(frozen=True)
class Score:
    """How one question went."""

    conversation: int
    category: int
    at_5: float
    at_10: float
    any_10: float
    reciprocal: float


def turns(conversation: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Key and text of each turn; a shared photo counts by its caption."""
    for session in conversation.values():
        if isinstance(session, list):
            for turn in session:
                caption = turn.get("blip_caption")
                photo = f" [shares a photo: {caption}]" if caption else ""
                yield turn["dia_id"], f"{turn['speaker']}: {turn['text']}{photo}"


def questions(asked: Iterable[dict[str, Any]], keys: set[str]) -> Iterator[Question]:
    """The scorable questions: those with evidence that exists, malformed ids read leniently."""
    for one in asked:
        found = {
            f"D{int(session)}:{int(turn)}"
            for text in one["evidence"]
            for session, turn in _EVIDENCE.findall(text)
        }
        if found & keys:
            yield Question(one["question"], one["category"], frozenset(found & keys))


def score(number: int, question: Question, ranked: Sequence[str]) -> Score:
    """The metrics of one ranking."""
    hits = [place for place, key in enumerate(ranked, start=1) if key in question.evidence]
    return Score(
        conversation=number,
        category=question.category,
        at_5=sum(place <= 5 for place in hits) / len(question.evidence),
        at_10=sum(place <= 10 for place in hits) / len(question.evidence),
        any_10=float(any(place <= 10 for place in hits)),
        reciprocal=1.0 / hits[0] if hits else 0.0,
    )


def run(data: Sequence[dict[str, Any]], policy: RecallPolicy, embedder: Any) -> list[Score]:
    """Scores of all questions under one policy."""
    scores = []
    for number, each in enumerate(data, start=1):
        with Memory.open("memory://", embedder=embedder, options=Options(policy=policy)) as memory:
            pairs = list(turns(each["conversation"]))
            memory.episodes.record_many(Episode(Task(text), key=key) for key, text in pairs)
            for question in questions(each["qa"], {key for key, _ in pairs}):
                found = memory.episodes.similar(question.text, k=10).results
                keys = [r.episode.key or "" for r in found]
                scores.append(score(number, question, keys))
    return scores


def row(name: str, scores: Sequence[Score]) -> list[object]:
    """A line of the table."""
    means = (
        statistics.fmean(getattr(s, field) for s in scores)
        for field in ("at_5", "at_10", "any_10", "reciprocal")
    )
    return [name, len(scores), *means]


def report(title: str, runs: dict[str, list[Score]]) -> None:
    """One table over all arms."""
    columns = ["arm", "n", "recall@5", "recall@10", "any hit@10", "MRR"]
    print_table(title, columns, [row(name, scores) for name, scores in runs.items()])


def tune(data: Sequence[dict[str, Any]], embedder: Any) -> None:
    """Shares of the lexical score on the tuning split."""
    runs = {
        f"lexical share {share:.2f}": run(data, RecallPolicy(lexical=share), embedder)
        for share in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
    }
    report("LoCoMo, conversations 1-3 (tuning split)", runs)


def main() -> None:
    """Run and print."""
    options = parser("Evidence recall on LoCoMo")
    options.add_argument("--tune", action="store_true", help="only compare on the tuning split")
    asked = options.parse_args()
    data = read_json(data_file(asked.data, "locomo10.json.gz"))
    embedder = shipped_embedder()
    if asked.tune:
        tune(data[:TUNED_ON], embedder)
    else:
        runs = {
            "lexical only": run(data, RecallPolicy(), False),
            "vector only": run(data, RecallPolicy(lexical=0.0), embedder),
            "hybrid (default)": run(data, RecallPolicy(), embedder),
        }
        held_out = {k: [s for s in v if s.conversation > TUNED_ON] for k, v in runs.items()}
        report("LoCoMo, conversations 4-10 (held out)", held_out)
        report("LoCoMo, all conversations", runs)
        for number, name in CATEGORIES.items():
            part = {k: [s for s in v if s.category == number] for k, v in held_out.items()}
            report(f"LoCoMo, conversations 4-10, {name}", part)
    embedder.save()


if __name__ == "__main__":
    main()

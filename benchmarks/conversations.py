"""Finding what was said: LoCoMo through long-term notes, documents and assembled contexts.

Each conversation is a namespace. As notes, each turn is a `Note` of kind ``turn`` with its speaker
and day in the text and what was said before it in `before`; as documents, each session is one, and
a turn counts as found if its line is in a chunk. Mean evidence recall over the scorable questions;
what decides was chosen on conversations 1-3 (`--tune`), 4-10 are reported.

    python -m benchmarks.conversations --data FOLDER
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from statistics import fmean
from typing import Any

from benchmarks.common import (
    CachedEmbedder,
    data_file,
    parser,
    print_table,
    read_json,
    shipped_embedder,
)
from benchmarks.locomo import CATEGORIES, TUNED_ON, Question, questions
from seasoned import Memory, Options
from seasoned.core.notes import Chunk, Note
from seasoned.core.tokens import estimate_tokens
from seasoned.memories.documents import Cutting
from seasoned.memories.passages import LookupPolicy

BUDGETS = (1_000, 2_000, 4_000)  # tokens of a context
DEPTHS = (5, 10)
_TIME = "%I:%M %p on %d %B, %Y"


@dataclass(frozen=True)
class Turn:
    """One turn.

    Attributes:
        session: Number of its session.
        day: As people say it.
        said: What was said, the caption of a shared photo included.
    """

    key: str
    session: str
    at: datetime
    day: str
    speaker: str
    said: str

    @property
    def line(self) -> str:
        """As it stands in a transcript of one day."""
        return f"{self.speaker}: {self.said}"

    @property
    def stamped(self) -> str:
        """As it stands in a transcript of several days."""
        return f"{self.speaker} ({self.day}): {self.said}"


@dataclass(frozen=True)
class Arm:
    """A way to keep a conversation as notes.

    Attributes:
        before: Turns before each that go along with it.
        stamped: Whether its text names the day.
        policy: By which notes are looked up.
        vectors: Whether there is an embedder.
    """

    before: int = 2
    stamped: bool = True
    policy: LookupPolicy = LookupPolicy()
    vectors: bool = True


ARMS = {
    "words, turn alone": Arm(0, False, vectors=False),
    "turn alone": Arm(0, False),
    "turn, one before": Arm(1, False),
    "turn, two before": Arm(2, False),
    "turn with day, one before": Arm(1),
    "turn with day, two before": Arm(2),
    "the same by words only": Arm(2, vectors=False),
}


CUTTINGS = {
    "sessions in chunks of 256 tokens": Cutting(),
    "sessions in chunks of 64 tokens": Cutting(64, 16),
}
Found = Mapping[int, tuple[float, int]]  # share of evidence and tokens, by depth or budget
Asked = Callable[[Question], Found]
Way = Callable[[Sequence[Turn]], AbstractContextManager[Asked]]


@dataclass(frozen=True)
class Result:
    """How one question went."""

    conversation: int
    category: int
    found: Found


def turns(conversation: Mapping[str, Any]) -> list[Turn]:
    """The turns of a conversation in order."""
    return [turn for name in conversation for turn in session(conversation, name)]


def session(conversation: Mapping[str, Any], name: str) -> Iterator[Turn]:
    """The turns of a session; none of what is no session."""
    if not isinstance(conversation[name], list):
        return
    at = datetime.strptime(conversation[f"{name}_date_time"], _TIME).replace(tzinfo=UTC)
    for turn in conversation[name]:
        caption = turn.get("blip_caption")
        said = turn["text"] + (f" [shares a photo: {caption}]" if caption else "")
        day = f"{at.day} {at:%B}, {at.year}"
        yield Turn(turn["dia_id"], name, at, day, turn["speaker"], said)


def notes(said: Sequence[Turn], arm: Arm) -> Iterator[Note]:
    """Each turn as a note."""
    texts = [turn.stamped if arm.stamped else turn.line for turn in said]
    for i, turn in enumerate(said):
        start = max(0, i - arm.before)
        before = [texts[j] for j in range(start, i) if said[j].session == turn.session]
        about = {"speaker": turn.speaker, "day": turn.day}
        yield Note(
            texts[i],
            "turn",
            about,
            "\n".join(before),
            session=turn.session,
            key=turn.key,
            at=turn.at,
        )


def opened(embedder: CachedEmbedder, vectors: bool = True, **options: Any) -> Memory:
    """An empty memory."""
    given = embedder if vectors else False
    return Memory.open("memory://", embedder=given, options=Options(**options))


def share(keys: Iterable[str], question: Question) -> float:
    """Of the evidence."""
    return len(question.evidence.intersection(keys)) / len(question.evidence)


@contextmanager
def by_notes(said: Sequence[Turn], arm: Arm, embedder: CachedEmbedder) -> Iterator[Asked]:
    """What a lookup of notes finds at each depth."""
    with opened(embedder, arm.vectors, lookup=arm.policy) as memory:
        memory.notes.remember_many(notes(said, arm))

        def ask(question: Question) -> Found:
            found = [hit.note for hit in memory.lookup(question.text, k=max(DEPTHS))]
            return {
                k: (share((note.key or "" for note in found[:k]), question), cost(found[:k]))
                for k in DEPTHS
            }

        yield ask


@contextmanager
def by_documents(
    said: Sequence[Turn], cutting: Cutting, embedder: CachedEmbedder
) -> Iterator[Asked]:
    """What a search of the sessions, each a document, finds at each depth."""
    lines = {turn.key: (turn.session, turn.line) for turn in said}
    with opened(embedder, cutting=cutting) as memory:
        for name, part in groupby(said, key=lambda turn: turn.session):
            held = list(part)
            text = "\n".join([f"# {held[0].day}", "", *(f"{turn.line}  " for turn in held)])
            memory.documents.add(text, name)

        def has(chunk: Chunk, key: str) -> bool:
            return chunk.source == lines[key][0] and lines[key][1] in chunk.text

        def ask(question: Question) -> Found:
            found = [hit.chunk for hit in memory.documents.search(question.text, max(DEPTHS))]
            return {
                k: (
                    share((e for e in question.evidence for c in found[:k] if has(c, e)), question),
                    cost(found[:k]),
                )
                for k in DEPTHS
            }

        yield ask


@contextmanager
def in_context(said: Sequence[Turn], arm: Arm, embedder: CachedEmbedder) -> Iterator[Asked]:
    """What an assembled context shows within each budget, of a memory that holds notes alone."""
    with opened(embedder, arm.vectors, lookup=arm.policy) as memory:
        receipts = memory.notes.remember_many(notes(said, arm))
        keys = {receipt.id: turn.key for receipt, turn in zip(receipts, said, strict=True)}

        def ask(question: Question) -> Found:
            made = {budget: memory.context(question.text, budget) for budget in BUDGETS}
            return {
                budget: (share((keys[item.id] for item in one.items()), question), one.tokens)
                for budget, one in made.items()
            }

        yield ask


def cost(records: Iterable[Note | Chunk]) -> int:
    """Tokens of their texts."""
    return sum(estimate_tokens(record.text) for record in records)


def run(data: Sequence[dict[str, Any]], way: Way) -> list[Result]:
    """What all questions find."""
    results = list[Result]()
    for number, each in enumerate(data, start=1):
        said = turns(each["conversation"])
        with way(said) as ask:
            results += [
                Result(number, question.category, ask(question))
                for question in questions(each["qa"], {turn.key for turn in said})
            ]
    return results


def row(name: str, results: Sequence[Result], sizes: Sequence[int], *, whole: bool) -> list[object]:
    """A line of a table: mean shares, of whole answers too, and tokens."""
    found = [[result.found[size] for result in results] for size in sizes]
    shares: list[object] = [fmean(share for share, _ in one) for one in found]
    if whole:
        shares += [fmean(share == 1.0 for share, _ in one) for one in found]
    return [name, len(results), *shares, round(fmean(tokens for _, tokens in found[-1]))]


def retrieval(title: str, runs: Mapping[str, Sequence[Result]]) -> None:
    """A table of recall."""
    columns = ["kept as", "n", *(f"recall@{k}" for k in DEPTHS), f"tokens of {DEPTHS[-1]}"]
    rows = [row(name, results, DEPTHS, whole=False) for name, results in runs.items() if results]
    print_table(title, columns, rows)


def tune(data: Sequence[dict[str, Any]], embedder: CachedEmbedder) -> None:
    """Compare on the tuning split."""
    arms = dict(ARMS)
    for lexical in (0.4, 0.5, 0.7):
        arms[f"share of words {lexical}"] = Arm(policy=LookupPolicy(lexical=lexical))
    for before in (3, 4):
        arms[f"turn with day, {before} before"] = Arm(before)
    retrieval("conversations 1-3 (tuning split)", all_runs(data, arms, CUTTINGS, embedder))


def all_runs(
    data: Sequence[dict[str, Any]],
    arms: Mapping[str, Arm],
    cuttings: Mapping[str, Cutting],
    embedder: CachedEmbedder,
) -> dict[str, list[Result]]:
    """The results of each way to keep and to find a conversation."""
    ways: dict[str, Way] = {
        name: partial(by_notes, arm=arm, embedder=embedder) for name, arm in arms.items()
    }
    ways |= {
        name: partial(by_documents, cutting=cutting, embedder=embedder)
        for name, cutting in cuttings.items()
    }
    return {name: run(data, way) for name, way in ways.items()}


def contexts(data: Sequence[dict[str, Any]], embedder: CachedEmbedder) -> None:
    """The table of assembled contexts."""
    way = partial(in_context, arm=Arm(), embedder=embedder)
    results = run(data, way)
    parts = {"conversations 1-3": [r for r in results if r.conversation <= TUNED_ON]}
    parts["conversations 4-10"] = held_out(results)
    columns = ["context", "n", *(f"share, {b}" for b in BUDGETS), *(f"all, {b}" for b in BUDGETS)]
    rows = [row(name, part, BUDGETS, whole=True) for name, part in parts.items() if part]
    print_table("Evidence inside the context", [*columns, f"tokens at {BUDGETS[-1]}"], rows)


def held_out(results: Sequence[Result]) -> list[Result]:
    """Those of the conversations that nothing was chosen on."""
    return [result for result in results if result.conversation > TUNED_ON]


def main() -> None:
    """Run and print."""
    options = parser("Finding what was said, on LoCoMo")
    options.add_argument("--tune", action="store_true", help="only compare on the tuning split")
    asked = options.parse_args()
    data = read_json(data_file(asked.data, "locomo10.json.gz"))
    embedder = shipped_embedder()
    if asked.tune:
        tune(data[:TUNED_ON], embedder)
        contexts(data[:TUNED_ON], embedder)
    else:
        runs = all_runs(data, ARMS, CUTTINGS, embedder)
        apart = {name: held_out(results) for name, results in runs.items()}
        retrieval("conversations 4-10 (held out)", apart)
        for number, name in CATEGORIES.items():
            part = {k: [r for r in v if r.category == number] for k, v in apart.items()}
            retrieval(f"conversations 4-10, {name}", part)
        contexts(data, embedder)
    embedder.save()


if __name__ == "__main__":
    main()

"""Forgetting safely on LoCoMo: what of a conversation is still there in a quarter of its tokens?

Each conversation goes through working memory, message by message, without a model; the budget is a
quarter of its tokens. A turn survives if one line of the context, a message or a note, has at
least four fifths of the turn's content words; the stricter measure wants them in one sentence.
Counted are the turns that are evidence for a question, which none of the arms sees. Weights and
rules were chosen on conversations 1-3 (`--tune`); 4-10 are reported.

    python -m benchmarks.forgetting --data FOLDER
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from benchmarks.common import data_file, parser, print_table, read_json
from benchmarks.locomo import TUNED_ON, questions
from seasoned.core.assembling import assemble
from seasoned.core.costs import Costs
from seasoned.core.importance import USUAL
from seasoned.core.messages import Message
from seasoned.core.sentences import sentences
from seasoned.core.summaries import Summary
from seasoned.core.summarizing import summarize
from seasoned.core.window import WindowRules, decide, weigh
from seasoned.core.wording import content, terms

SHARE = 0.25  # of a conversation's tokens
ENOUGH = 0.8  # of a turn's content words
PROTECTED = 10  # newest messages, in the source's rule
SEEDS = range(5)
SIGNALS = {  # of the source's rule
    **dict.fromkeys(("decided", "agreed"), 0.9),
    **dict.fromkeys(("confirmed", "deadline", "requirement"), 0.8),
    **dict.fromkeys(("error", "bug"), 0.7),
    "my name is": 0.95,
    "i prefer": 0.85,
}
COSTS = Costs()

Arm = Callable[[Sequence[Message], int], "Kept"]


@dataclass(frozen=True)
class Talk:
    """A conversation, and which of its turns are evidence for a question."""

    messages: tuple[Message, ...]
    evidence: frozenset[str]

    @property
    def tokens(self) -> int:
        return sum(map(COSTS.of, self.messages))


@dataclass(frozen=True)
class Kept:
    """The lines of a context, and what it costs."""

    lines: tuple[str, ...]
    tokens: int


def talk(record: dict[str, Any]) -> Talk:
    """A conversation of the data; a shared photo counts by its caption."""
    conversation = record["conversation"]
    messages = []
    for name, session in conversation.items():
        if isinstance(session, list):
            when = f"{conversation[f'{name}_date_time']} +0000"
            at = datetime.strptime(when, "%I:%M %p on %d %B, %Y %z").astimezone(UTC)
            messages += [message(turn, at) for turn in session]
    keys = {message.id for message in messages}
    evidence = {key for question in questions(record["qa"], keys) for key in question.evidence}
    return Talk(tuple(messages), frozenset(evidence))


def message(turn: dict[str, Any], at: datetime) -> Message:
    caption = turn.get("blip_caption")
    photo = f" [photo: {caption}]" if caption else ""
    return Message("user", turn["text"] + photo, name=turn["speaker"], at=at, id=turn["dia_id"])


def ours(messages: Sequence[Message], budget: int, **settings: Any) -> Kept:
    """Working memory, as its decisions make it."""
    rules = replace(WindowRules(max_tokens=budget), **settings)
    window: list[Any] = []
    summary: Summary | None = None
    said, total = 0, 0
    for one in weigh(messages, COSTS):
        window.append(one)
        total += one.tokens
        if rules.due(total, len(window), said):
            decision = decide(window, rules, summary_tokens=said)
            folded = [window[place].message for place in decision.folded]
            summary = summarize(summary, folded, decision.limit)
            window = [window[place] for place in decision.stays]
            said, total = COSTS.of(summary.message()), sum(w.tokens for w in window)
    context = assemble(window, summary, rules, COSTS)
    return Kept(tuple(lines(context.messages)), context.tokens)


def lines(context: Iterable[Message]) -> Iterator[str]:
    """A line for each message, of a summary for each note."""
    for one in context:
        if "summary" in one.metadata:
            yield from one.text.split("\n")
        else:
            yield one.text


def verbatim(messages: Sequence[Message]) -> Kept:
    return Kept(tuple(one.text for one in messages), sum(map(COSTS.of, messages)))


def drop_oldest(messages: Sequence[Message], budget: int) -> Kept:
    left = budget
    kept = []
    for one in reversed(messages):
        left -= COSTS.of(one)
        if left < 0:
            break
        kept.append(one)
    return verbatim(kept)


def source(messages: Sequence[Message], budget: int) -> Kept:
    """The source's rule: the least important outside the newest ten goes, the oldest of equals."""
    window: list[tuple[float, int, Message]] = []
    total = 0
    for number, one in enumerate(messages):
        window.append((source_importance(one.text), number, one))
        total += COSTS.of(one)
        while total > budget:
            least = min(window[:-PROTECTED], default=None, key=lambda each: each[:2])
            if least is None:
                break
            window.remove(least)
            total -= COSTS.of(least[2])
    return verbatim([one for _, _, one in window])


def source_importance(text: str) -> float:
    """As the source has it: a signal is found anywhere in the text."""
    low = text.lower()
    return max((score for signal, score in SIGNALS.items() if signal in low), default=USUAL)


def random_sentences(messages: Sequence[Message], budget: int, seed: int) -> Kept:
    """Sentences drawn at random, each a line with its speaker; those of one message on one."""
    drawn = [(i, said) for i, one in enumerate(messages) for said in sentences(one.text)]
    random.Random(seed).shuffle(drawn)
    left, chosen = budget, set()
    for pair in drawn:
        cost = COSTS.count(f"{messages[pair[0]].name}: {pair[1]}\n")
        if cost <= left:
            left -= cost
            chosen.add(pair)
    found: dict[int, list[str]] = {}
    for place, one in enumerate(messages):
        found[place] = [said for said in sentences(one.text) if (place, said) in chosen]
    return Kept(tuple(" ".join(said) for said in found.values() if said), budget - left)


def survival(talked: Talk, kept: Kept) -> tuple[float, float]:
    """Share of the evidence turns in one line, and in one sentence, of what was kept."""
    in_lines = [content(terms(line)) for line in kept.lines]
    in_sentences = [content(terms(s)) for line in kept.lines for s in sentences(line)]
    evidence = [content(terms(one.text)) for one in talked.messages if one.id in talked.evidence]
    return share(evidence, in_lines), share(evidence, in_sentences)


def share(evidence: Sequence[frozenset[str]], found: Sequence[frozenset[str]]) -> float:
    return statistics.fmean(
        any(len(turn & line) >= ENOUGH * len(turn) for line in found) for turn in evidence
    )


def run(talks: Sequence[Talk], arm: Arm) -> list[float]:
    """Survival by line and by sentence, share of the tokens, and seconds, means over the talks."""
    rows = []
    for talked in talks:
        budget = int(SHARE * talked.tokens)
        began = time.perf_counter()
        kept = arm(talked.messages, budget)
        seconds = time.perf_counter() - began
        if kept.tokens > budget:
            raise AssertionError(f"{kept.tokens} tokens of {budget}")
        rows.append((*survival(talked, kept), kept.tokens / talked.tokens, seconds))
    return [statistics.fmean(column) for column in zip(*rows, strict=True)]


def baselines(talks: Sequence[Talk]) -> dict[str, list[float]]:
    drawn = [run(talks, partial(random_sentences, seed=seed)) for seed in SEEDS]
    return {
        "drop the oldest": run(talks, drop_oldest),
        "source's rule": run(talks, source),
        "random sentences": [statistics.fmean(column) for column in zip(*drawn, strict=True)],
    }


def report(title: str, arms: dict[str, list[float]]) -> None:
    columns = ["arm", "in a line", "in a sentence", "tokens kept", "seconds"]
    print_table(title, columns, [[name, *row] for name, row in arms.items()])


def tune(talks: Sequence[Talk]) -> dict[str, list[float]]:
    """Shares of the budget for the summary, on the tuning split."""
    return {
        f"summary up to {part:.0%}": run(talks, partial(ours, summary_share=part))
        for part in (0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85)
    }


def main() -> None:
    """Run and print."""
    options = parser("What survives of LoCoMo in a quarter of its tokens")
    options.add_argument("--tune", action="store_true", help="only compare on the tuning split")
    asked = options.parse_args()
    talks = [talk(record) for record in read_json(data_file(asked.data, "locomo10.json.gz"))]
    if asked.tune:
        tuned = talks[:TUNED_ON]
        report("LoCoMo, conversations 1-3 (tuning split)", baselines(tuned) | tune(tuned))
        return
    held_out = talks[TUNED_ON:]
    arms = baselines(held_out) | {
        "working memory": run(held_out, ours),
    }
    report("LoCoMo, conversations 4-10 (held out), a quarter of the tokens", arms)


if __name__ == "__main__":
    main()

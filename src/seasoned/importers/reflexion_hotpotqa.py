"""Transcripts of Reflexion on HotpotQA: trials of the same questions, as text.

Knows the headings of a trial, and thought, action and observation. A question that was solved is
printed again in each later trial; the same transcript has the same key and is one episode, and
where the steps are no longer printed there is none. The reflections that an attempt was given
are its lessons. The correct answer, which the agent never saw, stands in the metadata alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from seasoned.core.records import Episode, Feedback, Outcome, Step, Task
from seasoned.errors import InvalidInput
from seasoned.importers.fields import text_of
from seasoned.importers.pieces import MOST, Piece, text_lines
from seasoned.importers.source import Input, Progress, Skipped, Source, shown

SOURCE: Final = "reflexion-hotpotqa"
CATEGORY: Final = "question_answering"
_TRIAL: Final = re.compile(r"BEGIN TRIAL (\d+)\s*$")
_HEADING: Final = re.compile(r"-{3,} BEGIN (CORRECT|INCORRECT|HALTED) AGENTS -{3,}\s*$")
_OUTCOMES: Final = {
    "CORRECT": Outcome.SUCCESS,
    "INCORRECT": Outcome.FAILURE,
    "HALTED": Outcome.FAILURE,
}
_HALTED: Final = "halted without an answer"
# What Reflexion puts behind a question that was tried before, at times twice.
_AGAIN: Final = re.compile(r"\s*You have attempted to answer (?:the )?following question before.*")
_PART: Final = re.compile(r"(Thought|Action|Observation) \d+: ?(.*)")
_ANSWER: Final = re.compile(r"Finish\[(.*)\]$", re.DOTALL)
_VERDICT: Final = re.compile(r"Answer is (\w+)")
_END: Final = "Correct answer:"


def read(origin: Input, progress: Progress | None = None) -> Iterator[Episode | Skipped]:
    """The attempts of a file, in order, and what was left out.

    Raises:
        InvalidInput: the file cannot be opened.
    """
    reader = _Reader()
    with Source(origin) as source:
        for line in text_lines(source):
            for item in [line] if isinstance(line, Skipped) else reader.take(line):
                yield item
                if progress:
                    progress(source.share)
    yield from reader.end()


def is_heading(line: str) -> bool:
    """Whether a line opens a trial, or a part of one, of such transcripts."""
    return bool(_TRIAL.match(line) or _HEADING.match(line))


@dataclass(slots=True)
class _Reader:
    """What was read so far: the trial, the heading, and the transcript that is open."""

    trial: int = 0
    heading: str = ""
    place: str = ""
    lines: list[str] = field(default_factory=list)
    size: int = 0  # of the lines, in bytes
    too_long: bool = False  # the transcript that goes on was given up
    solved: dict[bytes, int] = field(default_factory=dict)  # transcript to its first trial

    def take(self, piece: Piece) -> Iterator[Episode | Skipped]:
        """Take the next line; answers with what it ends."""
        line = piece.data.decode(errors="replace")
        if line[:1] in ("B", "-") and (found := _TRIAL.match(line) or _HEADING.match(line)):
            yield from self.end()
            self.too_long = False
            if found.re is _TRIAL:
                self.trial, self.heading = int(found[1]), ""
            else:
                self.heading = found[1]
        elif self.too_long:
            self.too_long = not line.startswith(_END)
        elif line.startswith("Question:") and not self._within_observation():
            yield from self.end()
            self.place, self.lines, self.size = piece.place, [line], len(piece.data)
        elif self.lines:
            self.lines.append(line)
            self.size += len(piece.data)
            if line.startswith(_END):
                yield self._close()
            elif self.size > MOST:
                self.lines.clear()
                self.too_long = True
                yield Skipped(self.place, f"longer than {MOST >> 20} MiB, the most for one record")

    def _within_observation(self) -> bool:
        """Whether the open transcript has not come to a blank line, which ends each of them."""
        return len(self.lines) > 1 and bool(self.lines[-1].strip())

    def end(self) -> Iterator[Skipped]:
        """Report the transcript that is open, if there is one."""
        if self.lines:
            self.lines.clear()
            yield Skipped(self.place, f"the transcript breaks off; it ends with {_END!r}")

    def _close(self) -> Episode | Skipped:
        lines, self.lines = [text_of(line) for line in self.lines], []
        try:
            return self._episode(lines)
        except InvalidInput as error:
            return Skipped(self.place, str(error))

    def _episode(self, lines: list[str]) -> Episode:
        outcome = _OUTCOMES.get(self.heading)
        if outcome is None:
            raise InvalidInput("no heading before it says how it ended; BEGIN … AGENTS is missing")
        talk = _Transcript.of(lines[:-1])
        if not talk.question or not talk.steps:
            raise InvalidInput("no step is printed; it was solved in an earlier trial")
        if talk.verdict not in ("", self.heading):
            raise InvalidInput(
                f"it stands under {self.heading}, but its own end says {shown(talk.verdict)}"
            )
        digest = blake2b("\n".join(lines).encode(), digest_size=16)
        trial = self.trial
        if outcome is Outcome.SUCCESS:
            trial = self.solved.setdefault(digest.digest(), trial)
        else:  # an attempt that failed was made anew, even if it reads the same
            digest.update(b"%d" % trial)
        return Episode(
            task=Task(talk.question, CATEGORY),
            steps=tuple(talk.steps),
            solution=talk.answer,
            outcome=outcome,
            outcome_detail=_HALTED if self.heading == "HALTED" else "",
            feedback=Feedback(
                reward=float(outcome is Outcome.SUCCESS),
                message=f"Answer is {talk.verdict}" if talk.verdict else "",
            ),
            lessons=tuple(dict.fromkeys(talk.reflections)),
            tags=(SOURCE,),
            source=SOURCE,
            metadata={"trial": trial, "correct_answer": lines[-1].removeprefix(_END).strip()},
            key=f"content-{digest.hexdigest()}",
        )


@dataclass(slots=True)
class _Transcript:
    """One attempt at one question."""

    question: str = ""
    reflections: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    answer: str = ""
    verdict: str = ""

    @classmethod
    def of(cls, lines: list[str]) -> _Transcript:
        """What the lines of an attempt say, the correct answer left out."""
        parts: list[tuple[str, str]] = [("Question", lines[0].removeprefix("Question:"))]
        for line in lines[1:]:
            name, text = parts[-1]
            if found := _PART.match(line):
                parts.append((found[1], found[2]))
            elif name == "Question" and line.strip() == "Reflections:":
                parts.append(("Reflections", ""))
            elif name in ("Reflections", "Reflection") and line.startswith("- "):
                parts.append(("Reflection", line[2:]))
            else:
                parts[-1] = (name, f"{text}\n{line}")
        transcript = cls()
        for name, text in parts:
            transcript._add(name, text.strip())
        return transcript

    def _add(self, name: str, text: str) -> None:
        if name == "Question":
            self.question = _AGAIN.sub("", text).strip()
        elif name == "Reflection" and text:
            self.reflections.append(text)
        elif name == "Thought" and text:
            self.steps.append(Step("reasoning", text))
        elif name == "Action":
            self.steps.append(Step("tool_call", text))
            if finish := _ANSWER.match(text):
                self.answer = finish[1]
        elif name == "Observation":
            self._observe(text)

    def _observe(self, text: str) -> None:
        action = self.steps.pop() if self.steps and self.steps[-1].action == "tool_call" else None
        detail = action.detail if action else ""
        self.steps.append(Step("tool_call", detail, result=text))
        if _ANSWER.match(detail) and (found := _VERDICT.match(text)):
            self.verdict = found[1]

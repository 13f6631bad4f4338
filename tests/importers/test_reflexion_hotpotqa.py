"""Transcripts of Reflexion on HotpotQA: who solved what, with which reflections."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from seasoned import Memory, Outcome, Task
from seasoned.importers import reflexion_hotpotqa
from seasoned.importers.reflexion_hotpotqa import read
from tests.importers.samples import BOM, apart, episodes, one, write

AGAIN = (
    "You have attempted to answer following question before and failed. The following "
    "reflection(s) give a plan to avoid failing to answer the question in the same way you did "
    "previously. Use them to improve your strategy of correctly answering the given question."
)
HEAD = """########################################
BEGIN TRIAL {}
Trial summary: Correct: 1, Incorrect: 1, Halted: 1
#######################################
"""
PART = "------------- BEGIN {} AGENTS -------------\n"
SOLVED = """
Question: Who wrote the desk manual?
Thought 1: I search the manual.
Action 1: Search[desk manual]
Observation 1: A manual of 1901.

Question: it asks nothing.
Thought 2: It is Ann.
Action 2: Finish[Ann]
Observation 2: Answer is CORRECT
Correct answer: Ann B.
""".replace("\n\nQuestion: it", "\nQuestion: it")
FAILED = f"""
Question:  In which year was it written?{AGAIN}{AGAIN}
Reflections:
- I looked in the wrong place.
It was no book.
- Look at the title page.
Thought 1: It says 1902.
Action 1: Finish[1902]
Observation 1: Answer is INCORRECT
Correct answer: 1901
"""
HALTED = """
Question: Where is it kept?
Thought 1: I search.
Action 1: Search[where]
Observation 1: Could not find [where].
Correct answer: in the cellar
"""
STEPLESS = "\nQuestion: Who wrote the desk manual?\nCorrect answer: Ann B.\n"


def trial(number: int, correct: str = "", incorrect: str = "", halted: str = "") -> str:
    parts = zip(("CORRECT", "INCORRECT", "HALTED"), (correct, incorrect, halted), strict=True)
    return HEAD.format(number) + "".join(PART.format(name) + text for name, text in parts) + "\n\n"


def test_attempts_become_episodes(tmp_path: Path) -> None:
    solved, failed, halted = episodes(read(write(tmp_path / "a", trial(1, SOLVED, FAILED, HALTED))))
    assert solved.task == Task("Who wrote the desk manual?", "question_answering")
    assert [(s.action, s.detail, s.result) for s in solved.steps] == [
        ("reasoning", "I search the manual.", None),
        ("tool_call", "Search[desk manual]", "A manual of 1901.\nQuestion: it asks nothing."),
        ("reasoning", "It is Ann.", None),
        ("tool_call", "Finish[Ann]", "Answer is CORRECT"),
    ]
    assert (solved.outcome, solved.feedback.reward, solved.solution) == (
        Outcome.SUCCESS,
        1.0,
        "Ann",
    )
    assert solved.metadata == {"trial": 1, "correct_answer": "Ann B."}
    assert failed.task.description == "In which year was it written?"
    assert failed.lessons == (
        "I looked in the wrong place.\nIt was no book.",
        "Look at the title page.",
    )
    assert (failed.outcome, failed.feedback.reward) == (Outcome.FAILURE, 0.0)
    assert (halted.outcome, halted.solution) == (Outcome.FAILURE, "")
    assert halted.outcome_detail == "halted without an answer"


def test_the_answer_that_the_agent_never_saw_is_not_shown(tmp_path: Path) -> None:
    episode = one(read(write(tmp_path / "a", trial(1, halted=HALTED))))
    with Memory.open("memory://", embedder=False) as memory:
        memory.record(episode)
        assert "cellar" not in str(memory.recall("where is it kept").prompt())


def test_what_was_solved_is_one_episode_and_each_failure_is_its_own(tmp_path: Path) -> None:
    text = trial(1, SOLVED, FAILED) + trial(2, SOLVED, FAILED) + trial(3, STEPLESS)
    found, skipped = apart(read(write(tmp_path / "a", text)))
    assert [e.metadata["trial"] for e in found] == [1, 1, 1, 2]
    assert len({e.key for e in found}) == 3 and found[0] == found[2]
    assert ["earlier trial" in s.reason for s in skipped] == [True]
    with Memory.open("memory://", embedder=False) as memory:
        assert [r.created for r in memory.episodes.record_many(found)] == [True, True, False, True]
        assert not any(r.created for r in memory.episodes.record_many(found))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SOLVED, "no heading"),
        (trial(1, FAILED), "stands under CORRECT.*INCORRECT"),
        (trial(1, SOLVED.replace("Correct answer: Ann B.\n", "")), "breaks off"),
        (HEAD.format(1) + PART.format("CORRECT") + SOLVED[:-30], "breaks off"),
        (trial(1, "\nQuestion: \nAction 1: x\nCorrect answer: b\n"), "no step"),
    ],
)
def test_a_broken_transcript_is_reported_and_the_rest_is_read(
    tmp_path: Path, text: str, said: str
) -> None:
    path = write(tmp_path / "a", text.rstrip("\n") + "\n\n\n" + trial(2, halted=HALTED))
    (found,), (skipped,) = apart(read(path))
    assert found.task.description == "Where is it kept?"
    with pytest.raises(ValueError, match=said):
        raise ValueError(skipped.reason)


def test_a_transcript_that_is_too_long_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reflexion_hotpotqa, "MOST", 300)
    long = SOLVED.replace("A manual of 1901.", "A manual.\n" * 40)
    found, (skipped,) = apart(read(write(tmp_path / "a", trial(1, long, "", HALTED))))
    assert len(found) == 1 and "longer than" in skipped.reason


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(tmp_path: Path) -> None:
    text = trial(1, SOLVED, FAILED, HALTED)
    plain = episodes(read(write(tmp_path / "a", text)))
    assert episodes(read(write(tmp_path / "b", BOM + text.replace("\n", "\r\n").encode()))) == plain


def test_an_empty_file_has_no_transcripts(tmp_path: Path) -> None:
    assert apart(read(write(tmp_path / "a", ""))) == ([], [])


def test_the_real_transcripts(data_dir: Path) -> None:
    found, skipped = apart(read(data_dir / "reflexion_hotpotqa_react_reflexion_7trials.txt.gz"))
    assert len(found) + len(skipped) == 695
    assert len(skipped) == 102 and all("earlier trial" in s.reason for s in skipped)
    own = {e.key: e for e in found}
    # 53 of the 100 questions were solved at last; Incorrect and Halted of the summaries add up
    # to 282 and 84.
    assert Counter(e.outcome for e in own.values()) == {Outcome.SUCCESS: 53, Outcome.FAILURE: 366}
    assert sum(e.outcome_detail != "" for e in own.values()) == 84
    assert all("attempted to answer" not in e.task.description for e in found)
    with Memory.open("memory://", embedder=False) as memory:
        assert sum(r.created for r in memory.episodes.record_many(found)) == 419
        assert not any(r.created for r in memory.episodes.record_many(found))

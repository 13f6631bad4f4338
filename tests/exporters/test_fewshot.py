"""A demonstration says what was asked and what solved it."""

from __future__ import annotations

from seasoned import Episode, Feedback, Outcome, Step, Task, Verdict
from seasoned.exporters.fewshot import demonstration

RUN = Episode(
    Task("Fix the login test", category="debugging", context={"error": "401", "line": 3}),
    steps=(
        Step("edit", "login.py", seconds=2.0),
        Step("check", "pytest", result="1 passed", feedback=Feedback(reward=1.0)),
        Step("edit", "login.py", error="denied"),
    ),
    solution="  wait for the cookie\n",
    outcome=Outcome.SUCCESS,
    feedback=Feedback(reward=1.0),
    lessons=("wait",),
    strategy="wait for the event",
    id="e1",
)


def test_it_has_what_is_known_and_nothing_else() -> None:
    assert demonstration(RUN) == {
        "input": "Fix the login test",
        "output": "  wait for the cookie\n",
        "context": {"error": "401", "line": 3},
        "strategy": "wait for the event",
        "lessons": ["wait"],
        "category": "debugging",
        "reward": 1.0,
        "id": "e1",
    }
    bare = Episode(Task("a"), solution="b", outcome=Outcome.SUCCESS, id="e2")
    assert demonstration(bare, steps=True) == {"input": "a", "output": "b", "id": "e2"}


def test_steps_are_part_of_it_if_asked_for() -> None:
    assert demonstration(RUN, steps=True)["steps"] == [
        {"action": "edit", "detail": "login.py"},
        {"action": "check", "detail": "pytest", "result": "1 passed"},
        {"action": "edit", "detail": "login.py", "error": "denied"},
    ]


def test_the_reward_is_the_effective_one() -> None:
    judged = RUN.with_verdicts([Verdict("e1", Outcome.SUCCESS, Feedback(reward=0.9))])
    assert demonstration(judged)["reward"] == 0.9


def test_without_a_solution_the_last_response_stands_for_it() -> None:
    said = Episode(Task("a"), steps=(Step("llm_response", "b"),), outcome=Outcome.SUCCESS)
    assert demonstration(said)["output"] == "b"

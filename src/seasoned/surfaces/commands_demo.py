"""The command that shows the verbs at work on a handful of made-up records: demo."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from seasoned.surfaces.settings import Settings, late_options

if TYPE_CHECKING:
    from seasoned.core.records import Episode
    from seasoned.memory import Memory

_TASK: Final = "The login test fails now and then in CI: fix it"
_CAVEAT: Final = (
    "These records were made up, to show how it works; they prove nothing. `make demo` in the "
    "repository measures whether memory helps: real bugs, tests that run, and a control group."
)


@click.command("demo", short_help="See it work, on a memory that is thrown away.")
@late_options
@click.pass_obj
def demo_command(settings: Settings) -> None:
    """Record, recall, judge and recall again, on a memory that is thrown away."""
    from seasoned.surfaces import render

    with tempfile.TemporaryDirectory(prefix="seasoned-demo-") as folder:
        temporary = replace(settings, url=str(Path(folder) / "demo.db"), user=None)
        with temporary.open(create=True, embed=True) as memory:
            if settings.json:
                render.emit(_as_data(memory))
            else:
                _walk(memory)


def _episodes() -> list[Episode]:
    from seasoned.core.records import Episode, Feedback, Outcome, Task

    def made(text: str, outcome: Outcome, **fields: Any) -> Episode:
        return Episode(Task(text, "debugging"), outcome=outcome, **fields)

    return [
        made(
            "Fix the checkout test that fails now and then in CI",
            Outcome.SUCCESS,
            strategy="wait for the event",
            feedback=Feedback(tests_passed=12, tests_total=12),
            lessons=("wait for the session cookie instead of sleeping",),
        ),
        made(
            "Make the login test pass that fails now and then",
            Outcome.SUCCESS,
            strategy="raise the timeout",
            feedback=Feedback(tests_passed=12, tests_total=12),
            solution="timeout=30 in the login fixture",
        ),
        made(
            "The login test fails in CI but not here: fix it",
            Outcome.FAILURE,
            strategy="retry the test",
            feedback=Feedback(tests_passed=11, tests_total=12, reward=0.0),
            outcome_detail="AssertionError: expected 200, got 401",
            lessons=("retrying hides the race between cookie and redirect",),
        ),
        made(
            "Rename a column in the orders table without downtime",
            Outcome.SUCCESS,
            strategy="add, copy, switch, drop",
        ),
    ]


def _later(memory: Memory, receipts: list[str]) -> None:
    """What became known afterwards: one of the successes was none."""
    from seasoned.core.records import Feedback

    verdict = Feedback(reward=0.0, message="failed again in the nightly run")
    memory.judge(receipts[1], "failure", feedback=verdict, by="ci")


def _as_data(memory: Memory) -> dict[str, Any]:
    from seasoned.surfaces import render

    ids = [receipt.id for receipt in memory.episodes.record_many(_episodes())]
    first = memory.recall(_TASK)
    _later(memory, ids)
    return {
        "caveat": _CAVEAT,
        "recorded": ids,
        "before": render.recall_data(first),
        "prompt": first.prompt(400),
        "after": render.recall_data(memory.recall(_TASK)),
    }


def _walk(memory: Memory) -> None:
    from seasoned.surfaces import render

    episodes = _episodes()
    render.put(f"1. Record {len(episodes)} finished tasks.\n")
    ids = [receipt.id for receipt in memory.episodes.record_many(episodes)]
    render.write(render.episodes_table(episodes))
    render.put(f"2. Before the next task, recall what is like it: {_TASK!r}\n")
    recall = memory.recall(_TASK)
    render.write(render.recall_table(recall), render.statistics_line(recall))
    render.put("\n3. What an agent would see in its prompt:\n")
    render.put(recall.prompt(400))
    render.put("\n4. Later the nightly run fails: CI judges the raised timeout a failure.")
    _later(memory, ids)
    render.put("   Recall the same task again; what was said to work is now a warning:\n")
    again = memory.recall(_TASK)
    render.write(render.recall_table(again), render.statistics_line(again))
    render.put(f"\n{_CAVEAT}")

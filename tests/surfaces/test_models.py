"""What models may cost on the command line, and how they are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.surfaces.commands import data, good, run


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("SEASONED_LLM", "SEASONED_CALLS_PER_DAY", "SEASONED_TOKENS_PER_DAY"):
        monkeypatch.delenv(name, raising=False)


def script(*answers: str) -> str:
    Path("script.txt").write_text("\n".join(answers))
    return "script:script.txt"


def test_chats_of_one_day_share_the_limit_of_calls() -> None:
    limited = ("--llm", script("One.", "Two.", "Three."), "--calls-per-day", "2")
    assert good("chat", "hello", *limited) == "One.\n"
    done = run("chat", *limited, input="hello\nand again\n")
    assert done.exit_code == 1 and done.stdout == "One.\n"
    assert "calls_per_day is 2, 2 are spent or in use" in done.stderr


def test_a_limit_may_stand_in_the_environment() -> None:
    done = run("chat", "hello", "--llm", script("One."), SEASONED_TOKENS_PER_DAY="5")
    assert done.exit_code == 1 and "tokens_per_day is 5" in done.stderr and done.stdout == ""


def test_consolidation_asks_no_more_than_it_may_and_takes_a_script() -> None:
    for outcome, step in (("failure", "guess(n=9)"), ("success", "measure(n=3)")):
        good(
            "record",
            "Tune the heater",
            "--outcome",
            outcome,
            "--category",
            "tuning",
            "--strategy",
            step,
        )
    model = ("--apply", "--model", "--llm", script("{}", "{}", "{}"))
    report = data("consolidate", *model, "--calls-per-day", "0")
    assert "calls_per_day is 0" in report["stopped"] and report["waiting"] == 1
    assert data("consolidate", *model)["asked"] == 1


@pytest.mark.parametrize("command", ["chat x", "context x", "session close x"])
def test_every_command_that_asks_a_model_takes_limits(command: str) -> None:
    assert "--calls-per-day" in good(*command.split(), "--help")


def test_a_line_that_can_be_no_request_leaves_the_others_answered() -> None:
    done = run("chat", "--llm", script("One.", "Two."), input="hello\na\x00b\nand again\n")
    assert (done.stdout, done.exit_code) == ("One.\nTwo.\n", 2)
    assert "No answer: request holds a NUL character" in done.stderr
    assert run("chat", "a\x00b", "--llm", script("One.")).exit_code == 2


def test_in_json_an_answer_that_failed_has_its_line() -> None:
    done = run("chat", "--llm", script("One."), "--json", input="hello\nand again\n")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["text"], second["text"], done.exit_code) == ("One.", None, 1)
    assert "no more answers" in second["error"]


def test_one_message_that_has_no_answer_is_an_error_on_a_terminal_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    assert run("chat", "hello", "--llm", script("", "One."), "--calls-per-day", "0").exit_code == 1


def test_a_closed_conversation_is_not_gone_on_with() -> None:
    good("chat", "hello", "--llm", script("One."), "--session", "monday")
    good("session", "close", "monday")
    done = run("chat", "and now?", "--llm", script("Two."), "--session", "monday")
    assert done.exit_code == 2 and "'monday' is closed; name another with --session" in done.stderr

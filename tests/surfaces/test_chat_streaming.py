"""A chat that writes its answer while it comes, and what is left of one that breaks off."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from seasoned import ModelError
from seasoned.surfaces import commands_chat
from seasoned.surfaces.speaking import Line
from seasoned.testing import ScriptedLLM
from tests.llms.wire import Server, openai_answer, openai_stream, serving
from tests.surfaces.commands import data, good, run


class Breaking(ScriptedLLM):
    """Says a few words and then ends in an error."""

    error: BaseException = ModelError("the line is dead")

    def stream(self, *args: Any, **more: Any) -> Iterator[str]:
        yield from list(super().stream(*args, **more))[:2]
        raise self.error


class Whole:
    """A model that does not stream."""

    model = "whole"

    def complete(self, *args: Any, **more: Any) -> Any:
        return ScriptedLLM("All at once.").complete(*args, **more)

    async def acomplete(self, *args: Any, **more: Any) -> Any:
        return self.complete(*args, **more)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SEASONED_LLM", raising=False)


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], Any]:
    """Make a model the one that ``script:`` stands for."""

    def install(llm: Any) -> Any:
        monkeypatch.setattr(commands_chat, "model_of", lambda _: llm)
        return llm

    return install


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each piece as it is written."""
    pieces: list[str] = []
    add = Line.add

    def noted(line: Line, piece: str) -> None:
        pieces.append(piece)
        add(line, piece)

    monkeypatch.setattr(Line, "add", noted)
    return pieces


def chat(*args: str, input: str | None = None) -> Any:
    return run("--user", "ann", "chat", *args, "--llm", "script:x", input=input)


def kept() -> list[tuple[str, str]]:
    """Role and text of what the conversation holds."""
    (session,) = data("--user", "ann", "session", "list")["sessions"]
    shown = data("--user", "ann", "session", "show", session["id"])
    return [(message["role"], message["content"]) for message in shown["messages"]]


def test_an_answer_is_written_piece_by_piece(
    answering: Callable[[Any], Any], written: list[str]
) -> None:
    answering(ScriptedLLM(["Hello dear Ann.", "You said\nhello."]))
    done = chat(input="Hello.\nWhat did I say?\n")
    assert (done.exit_code, done.stdout) == (0, "Hello dear Ann.\nYou said\nhello.\n")
    assert written == ["Hello", " dear", " Ann.", "You", " said", "\nhello."]
    assert [role for role, _ in kept()] == ["user", "assistant"] * 2


def test_json_is_told_when_it_is_whole(answering: Callable[[Any], Any], written: list[str]) -> None:
    answering(Breaking("Hello dear Ann."))  # it breaks off only where it is streamed
    done = chat("Hello.", "--json")
    assert json.loads(done.stdout)["text"] == "Hello dear Ann." and written == []


def test_a_model_that_does_not_stream_is_told_whole(
    answering: Callable[[Any], Any], written: list[str]
) -> None:
    answering(Whole())
    done = chat("Hello.")
    assert (done.exit_code, done.stdout, written) == (0, "All at once.\n", [])


def test_pieces_cannot_steer_the_terminal(answering: Callable[[Any], Any]) -> None:
    answering(ScriptedLLM("red \x1b[31m alert\u202e"))
    assert chat("Hello.").stdout == "red \ufffd[31m alert\ufffd\n"


def test_an_error_in_the_middle_ends_the_line_and_keeps_what_was_asked(
    answering: Callable[[Any], Any],
) -> None:
    answering(Breaking("Hello dear Ann."))
    done = chat("Hello.")
    assert (done.exit_code, done.stdout) == (1, "Hello dear\n")
    assert "the line is dead" in done.stderr
    assert kept() == [("user", "Hello.")]
    episode = data("--user", "ann", "list")
    assert (episode["outcome"], episode["solution"]) == ("failure", "")
    answering(ScriptedLLM("Yes?"))
    assert chat("Once more.").stdout == "Yes?\n"
    assert [text for _, text in kept()] == ["Hello.", "Once more.", "Yes?"]


def test_an_interrupted_answer_keeps_what_was_asked(answering: Callable[[Any], Any]) -> None:
    answering(Breaking("Hello dear Ann.")).error = KeyboardInterrupt()
    done = chat("Hello.")
    assert (done.exit_code, done.stdout) == (130, "Hello dear\n")
    assert "interrupted" in done.stderr
    assert kept() == [("user", "Hello.")]
    assert good("--user", "ann", "list", "--json") == ""  # its attempt is open, and no episode
    answering(ScriptedLLM("Yes?"))
    assert chat("Once more.").exit_code == 0


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as state:
        yield state


def talking(server: Server, *args: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[str]:
    """A process of its own whose answer goes into a pipe, or what is given."""
    model = f"openai:stub-1@{server.root}/v1"
    command = ["-m", "seasoned", "--no-embedder", "chat", "Hello.", "--llm", model, *args]
    return subprocess.Popen(
        [sys.executable, *command],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "OPENAI_API_KEY": "none"},
    )


def test_a_pipe_gets_the_first_words_while_the_others_are_to_come(server: Server) -> None:
    server.plan.append(openai_stream("Hello", server.stall, " Ann."))
    with talking(server, "--pattern", "session") as process:
        assert process.stdout is not None
        assert process.stdout.read(5) == "Hello"
        server.done.set()
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, " Ann.\n"), err
    messages = data("session", "show", data("session", "list")["sessions"][0]["id"])["messages"]
    assert [message["content"] for message in messages] == ["Hello.", "Hello Ann."]


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
def test_so_does_a_terminal(server: Server) -> None:
    ours, theirs = os.openpty()
    server.plan.append(openai_stream("Hello", server.stall, " Ann."))
    with talking(server, "--pattern", "session", stdout=theirs) as process:
        assert os.read(ours, 5) == b"Hello"
        server.done.set()
        assert process.wait(60) == 0
    os.close(theirs)
    assert os.read(ours, 100) == b" Ann.\r\n"
    os.close(ours)


@pytest.mark.skipif(os.name == "nt", reason="there is no such signal")
def test_control_c_leaves_the_conversation_as_before_the_answer(server: Server) -> None:
    server.plan.append(openai_stream("Hello", server.stall, " Ann."))
    with talking(server, "--pattern", "session") as process:
        assert process.stdout is not None
        assert process.stdout.read(5) == "Hello"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "\n"), err
    assert "interrupted" in err and "Traceback" not in err and "ignored" not in err
    messages = data("session", "show", data("session", "list")["sessions"][0]["id"])["messages"]
    assert [message["content"] for message in messages] == ["Hello."]


def test_json_of_a_server_is_asked_for_whole(server: Server) -> None:
    server.plan.append(openai_answer("Hello Ann."))
    with talking(server, "--pattern", "session", "--json") as process:
        out, err = process.communicate(timeout=60)
    assert json.loads(out)["text"] == "Hello Ann.", err
    assert "stream" not in server.asked[0]

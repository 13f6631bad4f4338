"""Notes, facts, documents, contexts, conversations and chat on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from seasoned.surfaces.cli import cli


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("SEASONED_LLM", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def run(*args: str, input: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["--no-embedder", *args], input=input)


def good(*args: str, input: str | None = None) -> str:
    result = run(*args, input=input)
    assert result.exit_code == 0, result.output
    return result.stdout


def data(*args: str, input: str | None = None) -> Any:
    return json.loads(good(*args, "--json", input=input))


def test_a_note_is_kept_once_and_found() -> None:
    id = good("remember", "Ann drinks green tea", "--kind", "preference", "--meta", "cups=2")
    again = run("remember", "ann drinks  GREEN tea", "--kind", "preference", "--meta", "cups=2")
    assert (again.stdout, again.exit_code) == (id, 0)
    assert "remembered before" in again.stderr
    good("remember", "Bob drinks coffee", "--key", "b")
    (hit,) = data("lookup", "green tea")["notes"]
    assert (hit["id"], hit["text"], hit["metadata"]) == (
        id.strip(),
        "Ann drinks green tea",
        {"cups": 2},
    )
    assert "Ann drinks green tea" in good("lookup", "tea")
    assert len(data("lookup", "drinks", "-k", "1")["notes"]) == 1
    assert [n["key"] for n in data("lookup", "drinks", "--kind", "note")["notes"]] == ["b"]
    assert data("lookup", "drinks", "--meta", "cups=3")["notes"] == []
    assert data("lookup", "what Ann eats", "--min-score", "0.9")["notes"] == []
    assert "No note" in run("lookup", "harbour").stderr


def test_secrets_are_replaced_in_all_that_is_written() -> None:
    secret = "password=hunter2secret"
    for args in (
        ("remember", f"login {secret}"),
        ("fact", "set", "user", "fact", "login", secret),
        ("doc", "add", "-", "--source", "a.txt"),
    ):
        done = run(*args, input=f"The login {secret}\n")
        assert done.exit_code == 0 and "1 secret replaced" in done.stderr
    whole = json.dumps(
        [data("lookup", "login"), data("fact", "list"), data("doc", "search", "login")]
    )
    assert "hunter2" not in whole and whole.count("[redacted:secret]") == 3
    good("remember", f"kept: {secret}", "--no-redact")
    assert "hunter2" in good("lookup", "kept", "--json")


def test_facts_are_set_replaced_contested_and_told() -> None:
    good("fact", "set", "user", "fact", "home", "Rome")
    set_again = data("fact", "set", "user", "fact", "home", '{"city": "Graz"}')
    assert (set_again["action"], set_again["fact"]["value"]) == ("supersede", {"city": "Graz"})
    weak = run("fact", "set", "user", "fact", "home", "Oslo", "--confidence", "0.3")
    assert weak.stdout.endswith(" contest\n") and "stands" in weak.stderr
    assert good("fact", "get", "user", "fact", "home") == '{"city": "Graz"}\n'
    listed = data("fact", "list", "--kind", "fact", "--subject", "user")["facts"]
    assert [(f["value"], f["state"]) for f in listed] == [
        ({"city": "Graz"}, "current"),
        ("Oslo", "contested"),
    ]
    assert "contested" in good("fact", "list")
    assert data("fact", "list", "--known", "2000-01-01", "--valid", "2000-01-01")["facts"] == []
    assert len(data("fact", "history", "user", "fact", "home")["facts"]) == 4
    assert "believed from" in good("fact", "history", "user", "fact", "home")
    assert good("fact", "set", "user", "fact", "home", "Oslo", "--force").endswith("supersede\n")
    assert good("fact", "get", "user", "fact", "home") == "Oslo\n"


def test_a_long_number_is_kept_to_its_last_digit() -> None:
    number = "123456789012345678901234567890"
    good("fact", "set", "user", "fact", "account", number)
    assert good("fact", "get", "user", "fact", "account").strip() == number
    id = good("remember", "my account", "--meta", f"number={number}").strip()
    (hit,) = data("lookup", "my account")["notes"]
    assert hit["id"] == id and str(hit["metadata"]["number"]) == number


def test_a_fact_of_the_future_is_not_so_yet() -> None:
    good("fact", "set", "user", "fact", "home", "Rome", "--valid-from", "2999-01-01")
    assert run("fact", "get", "user", "fact", "home").exit_code == 3
    assert data("fact", "list")["facts"] == []
    assert len(data("fact", "list", "--valid", "2999-02-01")["facts"]) == 1


def test_facts_are_forgotten_when_that_is_said_twice() -> None:
    good("fact", "set", "user", "fact", "home", "Rome")
    asked = run("fact", "forget", "user")
    assert asked.exit_code == 2 and "--yes" in asked.stderr
    assert run("fact", "forget").exit_code == 2
    assert run("fact", "forget", "user", "--everything", "--yes").exit_code == 2
    assert data("fact", "forget", "user", "fact", "home", "--yes") == {"removed": 1}
    assert run("fact", "history", "user", "fact", "home").exit_code == 3


def test_documents_are_kept_in_step_with_their_files(tmp_path: Path) -> None:
    path = tmp_path / "house.md"
    path.write_text("# Keys\n\nThe key is under the mat.\n\n# Heating\n\nTurn it left.\n")
    assert good("doc", "add", "house.md") == "house.md: 2 chunks, 2 new, 0 kept, 0 removed\n"
    assert good("doc", "add", "house.md") == "house.md: 2 chunks, nothing changed\n"
    path.write_text(path.read_text().replace("left", "right"))
    assert data("doc", "add", "house.md")["kept"] == 1
    (hit,) = data("doc", "search", "where is the key")["chunks"][:1]
    assert (hit["source"], hit["headings"]) == ("house.md", ["Keys"])
    assert "house.md, Keys" in good("doc", "search", "key")
    assert data("doc", "search", "key", "--source", "other.md")["chunks"] == []
    assert data("doc", "list") == {"documents": {"house.md": 2}}
    assert "house.md" in good("doc", "list")
    assert run("doc", "remove", "other.md", "--yes").exit_code == 3
    assert data("doc", "remove", "house.md", "--yes") == {"removed": 2}
    assert "There are no documents" in run("doc", "list").stderr


def test_of_a_folder_what_can_be_read_is_kept_and_the_rest_named(tmp_path: Path) -> None:
    for name in ("docs/a.md", "docs/deep/b.txt", "docs/.hidden/c.txt", "docs/empty.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("" if "empty" in name else f"text of {name}")
    (tmp_path / "docs/d.bin").write_bytes(bytes(range(256)))
    done = run("doc", "add", "docs", "--meta", "team=a")
    assert done.exit_code == 0
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == [
        str(Path("docs/a.md")),
        str(Path("docs/deep/b.txt")),
    ]
    assert "docs/d.bin" in done.stderr and "docs/empty.txt" in done.stderr
    assert run("doc", "add", "docs/d.bin").exit_code == 2
    assert run("doc", "add", "docs", "--source", "x").exit_code == 2
    assert run("doc", "add", "-", input="text").exit_code == 2
    assert len(data("doc", "search", "text", "--meta", "team=a")["chunks"]) == 2


def test_a_context_is_shown_with_what_speaks_for_it() -> None:
    good("remember", "the key is under the mat")
    good("fact", "set", "user", "preference", "answers", "short")
    told = run("context", "where is my key?")
    assert told.stdout.startswith("<recalled-memory>") and "under the mat" in told.stdout
    assert "Planned by rules" in told.stderr and "it speaks of the user" in told.stderr
    whole = data("context", "where is my key?", "--memory", "notes")
    assert [block["memory"] for block in whole["blocks"]] == ["notes"]
    assert [item["text"] for item in whole["blocks"][0]["items"]] == ["the key is under the mat"]
    assert whole["plan"]["by"] == "rules" and whole["failed"] == {}
    tight = run("context", "where is my key?", "--max-tokens", "50")
    assert "left out of" in tight.stderr and "no room" in tight.stderr
    assert run("context", "key", "--max-tokens", "0").exit_code == 2


def script(*answers: str) -> str:
    Path("script.txt").write_text("\n".join(answers))
    return "script:script.txt"


def test_a_chat_remembers_and_its_conversation_can_be_closed() -> None:
    model = script("Hello Ann.", "You live in Rome.")
    said = "I live in Rome.\n\nwhere do I live?\n"
    done = run("--user", "ann", "chat", "--llm", model, input=said)
    assert (done.exit_code, done.stdout) == (0, "Hello Ann.\nYou live in Rome.\n")
    assert "add fact" in done.stderr
    assert len(data("--user", "ann", "fact", "list")["facts"]) == 1
    assert data("--user", "bob", "fact", "list")["facts"] == []
    (session,) = data("--user", "ann", "session", "list")["sessions"]
    assert (session["state"], session["messages"]) == ("open", 4)
    shown = good("--user", "ann", "session", "show", session["id"])
    assert shown.splitlines()[-1] == "assistant: You live in Rome."
    short = data("--user", "ann", "session", "show", session["id"], "--max-tokens", "60")
    assert short["messages"]
    assert run("--user", "bob", "session", "show", session["id"]).exit_code == 3
    id = good("--user", "ann", "session", "close", session["id"], "--outcome", "success").strip()
    assert data("--user", "ann", "show", id)["outcome"] == "success"
    assert data("--user", "ann", "session", "list", "--state", "open")["sessions"] == []
    assert "closed" in good("--user", "ann", "session", "list")
    forget = ("--user", "ann", "session", "forget", session["id"])
    assert run(*forget).exit_code == 2
    assert good(*forget, "--yes").strip() == "4 messages removed"
    assert data("--user", "ann", "session", "list")["sessions"] == []
    assert (run(*forget, "--yes").exit_code, good("--user", "ann", "show", id)) != (0, "")


def test_a_chat_of_nobody_in_particular_says_once_that_all_share_it() -> None:
    said = "I live in Rome.\nHello.\n"
    done = run("chat", "--llm", script("Good.", "Hello."), input=said)
    assert done.exit_code == 0 and done.stderr.count("--user") == 1
    for other in (("--user", "ann"), ()):
        pattern = () if other else ("--pattern", "stateless")
        told = run(*other, "chat", "hi", "--llm", script("Good."), *pattern).stderr
        assert "--user" not in told


def test_one_message_is_answered_with_its_trace() -> None:
    whole = data("chat", "hello there", "--llm", script("Hi."), "--pattern", "stateless")
    assert (whole["text"], whole["trace"]["pattern"]) == ("Hi.", "stateless")
    assert [m["role"] for m in whole["trace"]["messages"]][-1] == "user"


def test_a_chat_without_a_model_or_an_answer_says_so() -> None:
    assert "--llm" in run("chat", "hello").stderr
    assert run("chat", "hello", "--llm", "script:nowhere.txt").exit_code == 2
    assert run("chat", "hello", "--llm", "parrot:1").exit_code == 2
    keyless = run("chat", "hello", "--llm", "openai:any")
    assert "OPENAI_API_KEY" in keyless.stderr and "=" not in keyless.stderr
    done = run("chat", "--llm", script("One."), input="a\nb\n")
    assert done.exit_code == 1 and done.stdout == "One.\n" and "no more answers" in done.stderr


@pytest.mark.parametrize(
    "args",
    [
        ("remember", " "),
        ("lookup", ""),
        ("lookup", "x", "--min-score", "2"),
        ("fact", "set", "user", "", "home", "x"),
        ("fact", "set", "user", "Big Kind", "home", "x"),
        ("fact", "set", "user", "fact", "home", "x", "--confidence", "nan"),
        ("fact", "list", "--valid", "yesterday"),
        ("doc", "add"),
        ("doc", "add", "nowhere.txt"),
        ("doc", "remove"),
        ("session", "list", "--state", "asleep"),
        ("fact", "sett"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_meant_is_refused(args: tuple[str, ...]) -> None:
    good("remember", "something")
    done = run(*args)
    assert done.exit_code in (1, 2) and done.stderr.strip()
    assert "Traceback" not in done.output


@pytest.mark.parametrize("command", ["lookup x", "fact list", "doc list", "context x"])
def test_what_only_looks_makes_no_file(command: str) -> None:
    done = run(*command.split())
    assert done.exit_code == 1 and "there is no memory" in done.stderr
    assert not Path("seasoned.db").exists()


def test_the_report_on_a_context_has_right_figures_and_no_escapes() -> None:
    text = "# Expenses\n\n" + "Keep the receipt of each lamp that you buy. " * 25
    Path("a.md").write_text(text)
    Path("b.md").write_text(text.replace("lamp", "chair"))
    good("doc", "add", "a.md", "b.md")
    told = run("context", "receipt of lamp and chair", "--max-tokens", "120").stderr
    cost, room = re.search(r"cut, (\d+) of (\d+) tokens", told).groups()  # type: ignore[union-attr]
    assert int(cost) <= int(room) <= 120
    assert "left out of documents: Keep the receipt" in told and "\\n" not in told

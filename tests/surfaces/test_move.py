"""`seasoned export` and `seasoned load` as one uses them to move and to back up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from seasoned.surfaces.cli import cli

TOOL = {"type": "function", "function": {"name": "loan", "description": "Looks a loan up"}}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*args: str, code: int = 0, input: bytes | None = None) -> Result:
    result = CliRunner().invoke(cli, ["--no-embedder", *args], input=input)
    assert result.exit_code == code, result.output
    return result


def data(*args: str, input: bytes | None = None) -> Any:
    return json.loads(run(*args, "--json", input=input).stdout)


def record(task: str, *args: str) -> None:
    run("record", task, "--outcome", "success", "--solution", f"how to {task}", *args)


def test_a_memory_goes_out_and_in_again_byte_for_byte() -> None:
    record("plant", "--key", "k", "--lesson", "water it")
    record("dig", "--user", "ann")
    run("judge", run("list", "--json").stdout[60:96], "failure", code=3)
    result = run("export", "out.jsonl", "--all-users")
    assert result.stdout == "2 records written to out.jsonl\n  2 episode\n"
    assert (
        run("load", "out.jsonl", "--url", "b.db").stdout == "2 records loaded\n  new: 2 episode\n"
    )
    again = run("load", "out.jsonl", "--url", "b.db").stdout
    assert again == "0 records loaded\n  there already: 2 episode\n"
    piped = run("export", "-", "--all-users", "--url", "b.db")
    assert piped.stdout_bytes == Path("out.jsonl").read_bytes()
    assert "2 records written to standard output" in piped.stderr
    assert data("load", "-", "--url", "c.db", input=piped.stdout_bytes) == {
        "added": {"episode": 2},
        "known": {},
        "conflicts": [],
        "refused": 0,
        "vectors_made": 0,
        "pending": 2,
    }


def test_an_existing_file_stays_unless_it_may_go() -> None:
    record("plant")
    Path("out.jsonl").write_text("mine")
    assert "exists; name another file, or give --force" in run("export", "out.jsonl", code=1).stderr
    assert Path("out.jsonl").read_text() == "mine"
    assert data("export", "out.jsonl", "--force")["written"] == 1
    assert (
        "is a memory or another database" in run("export", "seasoned.db", "--force", code=2).stderr
    )


def test_records_of_others_are_told_in_the_words_of_the_command_line() -> None:
    record("plant", "--user", "ann")
    result = run("export", "out.jsonl")
    assert "left out: 1; to have them, export with --all-users" in result.stderr
    assert "holds nothing" in result.stderr
    said = run("export", "other.jsonl", "--all-users", "--user", "bob", code=2).stderr
    assert "--all-users concerns what user 'bob' may not see; open the memory without" in said
    run("export", "all.jsonl", "--all-namespaces")
    said = run("load", "all.jsonl", "--url", "b.db", code=2).stderr
    assert "load it with --all-namespaces" in said
    assert data("load", "all.jsonl", "--url", "b.db", "--all-namespaces")["added"]["episode"] == 1


def test_input_that_cannot_be_used_makes_no_memory() -> None:
    Path("chat.jsonl").write_text('{"messages": []}\n')
    said = run("load", "chat.jsonl", "--url", "b.db", code=2).stderr
    assert "is of the format messages and no export; bring it in with `seasoned import`" in said
    assert "cannot read 'absent'" in run("load", "absent", "--url", "b.db", code=2).stderr
    assert "the stream is empty" in run("load", "-", "--url", "b.db", code=2, input=b"").stderr
    assert not Path("b.db").exists()
    run("export", "out.jsonl", "--url", "absent.db", code=1)
    assert not Path("out.jsonl").exists()


def test_import_sends_an_export_to_load() -> None:
    record("plant")
    run("export", "out.jsonl")
    said = run("import", "out.jsonl", "--url", "b.db", code=2).stderr
    assert "is an export with records of every kind; bring it in with `seasoned load`" in said
    assert not Path("b.db").exists()


@pytest.mark.parametrize("command", ["load", "import"])
def test_a_text_store_is_told_from_an_export(command: str) -> None:
    record("plant", "--url", "notes.jsonl")
    said = run(command, "notes.jsonl", "--url", "b.db", code=2).stderr
    assert "'notes.jsonl' is a memory in a text file and no export" in said
    assert "`seasoned --url 'notes.jsonl' export OUT`" in said
    assert not Path("b.db").exists()


def test_conflicts_are_named_and_the_rest_goes_in() -> None:
    for number in range(7):
        record(f"plant {number}", "--key", str(number))
        record(f"dig {number}", "--key", str(number), "--url", "b.db")
    record("water")
    run("export", "out.jsonl")
    result = run("load", "out.jsonl", "--url", "b.db")
    assert result.stdout.startswith("1 record loaded")
    assert result.stderr.count("line ") == 5 and "and 2 more" in result.stderr
    assert data("load", "out.jsonl", "--url", "b.db")["refused"] == 7


def test_vectors_are_made_where_none_came() -> None:
    def hybrid(*args: str) -> Result:
        result = CliRunner().invoke(cli, args)
        assert result.exit_code == 0, result.output
        return result

    hybrid("record", "plant a tree", "--outcome", "success")
    hybrid("export", "out.jsonl", "--without-vectors")
    assert '"kind":"vector"' not in Path("out.jsonl").read_text()
    result = hybrid("load", "out.jsonl", "--url", "b.db")
    assert result.stderr == "1 vector made\n"
    report = json.loads(hybrid("load", "out.jsonl", "--url", "c.db", "--json").stdout)
    assert (report["vectors_made"], report["pending"]) == (1, 0)
    hybrid("export", "with.jsonl")
    assert hybrid("load", "with.jsonl", "--url", "d.db").stderr == ""


def test_successes_as_demonstrations_and_conversations() -> None:
    record("plant", "--reward", "0.5", "--tag", "garden")
    record("dig", "--reward", "0.9", "--tag", "garden", "--strategy", "slow")
    record("Plant", "--reward", "0.4", "--tag", "garden")
    record("cook")
    run("record", "fail", "--outcome", "failure")
    result = run("export", "-", "--format", "fewshot", "--tag", "garden")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["input"], line["output"]) for line in lines] == [
        ("dig", "how to dig"),
        ("plant", "how to plant"),
    ]
    assert "2 demonstrations written to standard output" in result.stderr
    assert "Left out: 1 near-duplicate task" in result.stderr
    Path("tools.json").write_text(json.dumps([TOOL]))
    options = ("--system", "You dig.", "--tools", "tools.json", "--limit", "1", "--duplicates")
    result = run("export", "ft.jsonl", "--format", "openai-ft", *options)
    (line,) = map(json.loads, Path("ft.jsonl").read_text().splitlines())
    assert [m["role"] for m in line["messages"]] == ["system", "user", "assistant"]
    assert line["tools"] == [TOOL]
    assert "1 of the 10 that are needed at least" in result.stderr
    assert data("import", "ft.jsonl", "--url", "b.db")["files"][0]["recorded"] == 1


def test_what_looks_like_a_secret_is_counted() -> None:
    run("record", "log in", "--no-redact", "--solution", "password=hunter2hunter2", "--reward", "1")
    result = run("export", "-", "--format", "fewshot")
    assert "hunter2" not in result.stdout and "1 secret replaced" in result.stderr
    assert "hunter2" in run("export", "-", "--format", "fewshot", "--no-redact").stdout
    assert "hunter2" in run("export", "-").stdout  # a backup is the memory as it is


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--limit", "3"), "records are exported whole"),
        (("--tag", "x"), "records are exported whole"),
        (
            ("--format", "fewshot", "--all-users"),
            "--all-users says nothing to the format 'fewshot'",
        ),
        (("--format", "fewshot", "--outcome", "failure"), "shows nothing to follow"),
        (("--format", "openai-ft", "--tools", "no.json"), "--tools takes a file with a JSON list"),
        (("--format", "csv"), "Invalid value for '--format'"),
    ],
)
def test_a_wrong_argument_is_told(args: tuple[str, ...], said: str) -> None:
    record("plant")
    Path("no.json").write_text("[")
    assert said in run("export", "out.jsonl", *args, code=2).stderr
    assert not Path("out.jsonl").exists()


def test_a_reader_who_leaves_and_a_full_disk_are_told() -> None:
    for number in range(30):
        record(f"plant {number}", "--metadata", f"x={'x' * 20_000}")
    main = "from seasoned.surfaces.cli import main; main()"
    program = [sys.executable, "-c", main, "--no-embedder", "export"]
    with subprocess.Popen(
        [*program, "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stdout.read(10)
        process.stdout.close()
        assert process.wait() == 141
    if os.path.exists("/dev/full"):
        done = subprocess.run([*program, "/dev/full"], capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert "cannot write '/dev/full': No space left on device" in done.stderr

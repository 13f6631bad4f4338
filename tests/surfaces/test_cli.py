"""The command line as people and programs meet it."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from seasoned import Episode, Feedback, Memory, Outcome, Step, Task
from seasoned.codec import encode
from seasoned.ports import Model
from seasoned.stores.sqlite import open_sqlite
from seasoned.surfaces.cli import cli
from tests.embedders.graphs import folder
from tests.surfaces.commands import data, good, run

EVERY = ["record", "recall", "show", "list", "stats", "judge", "forget", "prune", "restore"]
EVERY += ["import", "doctor", "reembed", "demo"]
PROGRAM = [sys.executable, "-c", "from seasoned.surfaces.cli import main; main()"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def listed(*args: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in good("list", "--json", *args).splitlines()]


def record(task: str, *args: str) -> str:
    return good("record", task, *args).strip()


def program(
    *args: str, embedder: str | None = None, **more: Any
) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    chosen = ["--embedder", embedder] if embedder else ["--no-embedder"]
    command = [*PROGRAM, *chosen, *args]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, **more
    )


def test_an_episode_goes_in_and_comes_out(tmp_path: Path) -> None:
    id = record(
        "Fix the login test",
        *("--category", "debugging", "--complexity", "0.7", "--solution", "wait for the cookie"),
        *("--tests-passed", "3", "--tests-total", "4", "--strategy", "iterative"),
        *("--lesson", "a", "--lesson", "b", "--tag", "ci", "--tag", "web", "--key", "k1"),
        *("--error", "E1", "--message", "one left"),
        *("--metadata", "n=3", "--metadata", "s=a=b", "--metadata", "deep=[1]"),
    )
    with Memory.open(str(tmp_path / "seasoned.db"), embedder=False) as memory:
        episode = memory.get(id)
    assert episode.task == Task("Fix the login test", "debugging", 0.7)
    assert (episode.outcome, episode.feedback.reward) == (Outcome.PARTIAL, 0.75)
    assert (episode.lessons, episode.tags, episode.key) == (("a", "b"), ("ci", "web"), "k1")
    assert episode.metadata == {"n": 3, "s": "a=b", "deep": [1]}
    assert (episode.outcome_detail, episode.feedback.message) == ("E1", "one left")
    shown = good("show", id)
    assert all(part in shown for part in (id, "wait for the cookie", "partial", "3/4", "one left"))


def test_a_reward_alone_says_how_it_ended() -> None:
    id = record("bake bread", "--reward", "1.0")
    assert data("show", id)["outcome"] == "success"


@pytest.mark.parametrize("origin", ["-", "episode.json"])
def test_an_episode_is_recorded_from_json(tmp_path: Path, origin: str) -> None:
    text = json.dumps({"task": "add bags", "outcome": "success", "steps": [{"action": "call"}]})
    (tmp_path / "episode.json").write_text(text)
    id = good("record", "--from", origin, input=text).strip()
    assert data("show", id)["steps"][0]["action"] == "call"


def test_a_task_may_begin_with_a_dash() -> None:
    good("record", "--outcome", "success", "--", "-5 degrees in the server room")
    assert "-5 degrees" in good("recall", "--", "-5 degrees")


def test_the_same_key_is_recorded_once() -> None:
    first = record("a task", "--key", "k")
    again = run("record", "a task", "--key", "k")
    assert again.stdout.strip() == first and "before" in again.stderr
    assert run("record", "another", "--key", "k").exit_code == 4
    assert data("stats")["episodes"] == 1


def test_secrets_are_replaced_and_counted_unless_they_are_to_stay() -> None:
    secret = "password=hunter22"
    receipt = data("record", "log in", "--solution", secret, "--metadata", "api_key=abc")
    assert receipt["redacted"] == 2
    told = run("record", "--from", "-", input=json.dumps({"task": secret}))
    judged = run("judge", receipt["id"], "failure", "--message", secret)
    for result in (told, judged):
        assert "1 secret replaced" in result.stderr and "--no-redact" in result.stderr
    assert "hunter22" not in good("list", "--json")
    for words in (["record", secret], ["judge", receipt["id"], "failure", "--message", secret]):
        assert run(*words, "--no-redact").stderr == ""
    assert good("list", "--json").count("hunter22") == 2


def test_enough_of_an_id_stands_for_it(tmp_path: Path) -> None:
    with Memory.open(str(tmp_path / "seasoned.db"), embedder=False) as memory:
        for id in ("one-aaaaaa", "one-bbbbbb", "two-aaaaaa"):
            memory.record(Episode(Task(f"task {id}"), id=id))
    assert data("show", "two-aa")["id"] == "two-aaaaaa"
    assert data("show", "bbbbbb")["id"] == "one-bbbbbb"
    assert run("show", "one-b").exit_code == 3  # five characters are too few
    assert "two-aaaaaa failure" in good("judge", "two-aaa", "failure")
    for command in (["show", "aaaaaa"], ["judge", "aaaaaa", "success"]):
        result = run(*command)
        assert result.exit_code == 2 and "fits 2 ids: one-aaaaaa, two-aaaaaa" in result.stderr
    assert run("forget", "two-aaa", "--yes").exit_code == 3
    assert run("show", "one-bbb", "--namespace", "other").exit_code == 3


def test_numbers_and_nouns_agree() -> None:
    id = record("sort the list")
    assert "1 similar of 1 episode;" in good("recall", "sort the list")
    assert "among 1 episode." in good("recall", "zebra")
    assert "1 episode would be removed" in run("forget", id).stderr
    assert "1 episode removed" in good("forget", id, "--yes")
    assert "0 episodes removed" in good("forget", "--tag", "none")  # nothing to be asked about


def test_recall_shows_rank_outcome_and_what_it_rests_on() -> None:
    record("upgrade the cabin to business", "--outcome", "success", "--reward", "1")
    id = record("upgrade the cabin for free", "--outcome", "failure", "--error", "refused")
    record("bake bread")
    shown = good("recall", "upgrade cabin", "--explain")
    assert shown.index("business") < shown.index("for free")
    assert all(part in shown for part in (id, "success", "failure", "recency", "2 similar of 3"))
    assert "business" not in good("recall", "upgrade cabin", "--outcome", "failure")
    assert len(data("recall", "upgrade cabin", "--k", "1")["results"]) == 1
    assert "No similar experience" in good("recall", "zebra")


def test_recall_prints_the_block_of_an_agent_within_its_budget() -> None:
    record("upgrade the cabin", "--outcome", "success", "--lesson", "ask for the fare first")
    assert "ask for the fare first" in good("recall", "upgrade cabin", "--prompt")
    small = run("recall", "upgrade cabin", "--max-tokens", "5")
    assert small.stdout == "" and small.stderr.startswith("Nothing fits: ")
    assert "5 tokens" in small.stderr and len(small.stderr.splitlines()) == 1
    assert data("recall", "upgrade cabin", "--prompt")["left_out"] == []


def test_filters_narrow_lists_and_recalls() -> None:
    record("sort a", "--tag", "x", "--tag", "y", "--category", "testing", "--strategy", "s")
    record("sort b", "--tag", "x", "--outcome", "success")
    for options, number in (
        (["--tag", "x"], 2),
        (["--tag", "x", "--tag", "y"], 1),
        (["--category", "testing", "--category", "unknown"], 2),
        (["--outcome", "success"], 1),
        (["--strategy", "s"], 1),
        (["--source", "elsewhere"], 0),
    ):
        assert len(listed(*options)) == number
        assert len(data("recall", "sort", "--no-balance", *options)["results"]) == number


@pytest.fixture
def three(tmp_path: Path) -> list[str]:
    """Episodes that differ in who, where, when and how well."""
    with Memory.open(str(tmp_path / "seasoned.db"), embedder=False) as memory:
        return [
            memory.record(
                Episode(
                    Task(f"sort {n}"),
                    feedback=Feedback(reward=n / 2),
                    agent=f"agent-{n}",
                    session=f"session-{n}",
                    environment=f"world-{n}",
                    metadata={"n": n, "name": f"n{n}"},
                    finished_at=datetime(2026, 1, 10 + n, tzinfo=UTC),
                )
            ).id
            for n in range(3)
        ]


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        (["--agent", "agent-1"], [1]),
        (["--session", "session-0", "--session", "session-2"], [2, 0]),
        (["--environment", "world-2"], [2]),
        (["--reward-min", "0.5"], [2, 1]),
        (["--reward-max", "0.5", "--reward-min", "0.1"], [1]),
        (["--after", "2026-01-11"], [2, 1]),
        (["--before", "2026-01-11"], [0]),
        (["--after", "2026-01-10T00:30Z", "--before", "2026-01-12T00:00+01:00"], [1]),
        (["--metadata", "n=1"], [1]),
        (["--metadata", "n=1", "--metadata", "name=n1"], [1]),
        (["--metadata", 'n="1"'], []),
    ],
)
def test_whatever_a_filter_can_say_has_an_option(
    three: list[str], options: list[str], kept: list[int]
) -> None:
    assert [episode["id"] for episode in listed(*options)] == [three[n] for n in kept]
    found = data("recall", "sort", "--no-balance", *options)["results"]
    assert {result["id"] for result in found} == {three[n] for n in kept}
    good("forget", "--yes", *options)
    assert len(listed()) == 3 - len(kept)


def test_recall_tells_what_is_not_shown_and_why() -> None:
    record("upgrade the cabin to business class", "--outcome", "success", "--reward", "1")
    record(
        "upgrade the business plan of a shop for garden chairs",
        "--outcome",
        "failure",
        "--reward",
        "0",
    )
    asked = ("recall", "upgrade the cabin to business class")
    shown = run(*asked)
    assert "1 of 2 similar shown, out of 2 episodes; success rate 50%" in shown.stdout
    assert "1 was left out" in shown.stderr and "--no-balance" in shown.stderr
    all_of_them = run(*asked, "--no-balance")
    assert "2 similar of 2 episodes" in all_of_them.stdout and all_of_them.stderr == ""
    full = run(*asked, "--k", "1")  # there was room for one, whatever the other is like
    assert "1 of 2 similar shown" in full.stdout and full.stderr == ""


def test_an_empty_namespace_is_hinted_at_without_naming_others() -> None:
    record("a secret plan", "--namespace", "tenant-a")
    for words in (["stats"], ["list"], ["recall", "plan"], ["list", "--json"]):
        said = run(*words, "--namespace", "nope").stderr
        assert "Namespace 'nope' holds nothing" in said and "tenant-a" not in said
        assert "holds nothing" not in run(*words, "--namespace", "tenant-a").stderr
    elsewhere = run("list", "--tag", "none", "--namespace", "tenant-a")
    assert elsewhere.stderr == "No episodes match.\n"
    record("mine", "--user", "ann")
    assert "user 'bob'" in run("list", "--user", "bob").stderr


@pytest.mark.parametrize(
    ("said", "width"), [("60", 60), ("", 120), ("0", 120), ("wide", 120), ("9" * 50, 120)]
)
def test_tables_that_are_piped_are_as_wide_as_the_environment_says(said: str, width: int) -> None:
    record("word " * 100)
    shown = good("list", COLUMNS=said)
    assert max(map(len, shown.splitlines())) == width


def test_a_home_folder_is_found_where_no_shell_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    record("a task", "--url", "~/m.db")
    assert (tmp_path / "home" / "m.db").is_file() and not (tmp_path / "~").exists()
    assert data("stats", "--url", "sqlite:///~/m.db")["episodes"] == 1


def test_pages_follow_one_another() -> None:
    ids = [record(f"task {n}") for n in range(5)]
    found, cursor = list[str](), list[str]()
    for _ in range(3):
        page = run("list", "--limit", "2", "--json", *cursor)
        found += [json.loads(line)["id"] for line in page.stdout.splitlines()]
        cursor = page.stderr.removeprefix("More: ").split()
    assert found == ids[::-1] and cursor == []
    assert "--cursor " in run("list", "--limit", "2").stderr
    assert run("list", "--cursor", "nonsense").exit_code == 2


def test_a_verdict_changes_what_is_shown() -> None:
    id = record("deploy", "--outcome", "success")
    good("judge", id, "failure", "--by", "ci", "--message", "rolled back", "--tests-total", "4")
    assert data("stats")["success_rates"] == {"unknown": 0.0}
    shown = good("show", id)
    assert all(part in shown for part in ("by ci", "rolled back", "0/4"))
    assert data("show", id)["effective_outcome"] == "failure"


def test_forgetting_needs_a_yes_where_nobody_can_be_asked() -> None:
    ids = [record(f"task {n}", "--tag", "old") for n in range(3)]
    refused = run("forget", ids[0])
    assert refused.exit_code == 2 and "--yes" in refused.stderr
    some = run("forget", ids[0], "gone-before", "--yes")
    assert "1 episode removed" in some.stdout and "No such episode: gone-before" in some.stderr
    assert data("forget", "--tag", "old", "--yes")["episodes"] == 2
    assert run("forget", ids[0], "--yes").exit_code == 3
    bare, both = (run("forget", "--yes", *a) for a in ([], ["--everything", "--tag", "old"]))
    assert bare.exit_code == both.exit_code == 2
    assert "or pass --everything" in bare.stderr and "leave out" in both.stderr
    assert "leave out" not in bare.stderr
    record("last")
    assert "1 episode removed" in good("forget", "--everything", "--yes")


@pytest.mark.parametrize(
    ("reply", "left", "code"), [("n\n", 1, 0), ("y\n", 0, 0), ("\x04", 1, 130)]
)
def test_on_a_terminal_forget_asks(reply: str, left: int, code: int) -> None:
    record("task")
    ours, theirs = pty.openpty()
    os.write(ours, reply.encode())  # typed ahead; the terminal keeps it until it is read
    done = program("forget", "--everything", stdin=theirs, timeout=60)
    os.close(ours)
    os.close(theirs)
    assert "Remove 1 episode, all there is," in done.stderr
    assert (done.returncode, data("stats")["episodes"]) == (code, left)


def test_stats_count() -> None:
    record("a", "--outcome", "success", "--category", "testing")
    record("b", "--outcome", "failure", "--category", "testing")
    record("c")
    assert data("stats")["success_rates"] == {"testing": 0.5, "unknown": None}
    shown = good("stats")
    assert all(part in shown for part in ("testing", "50%", "0 scored of 0 closed", "MB"))


def jsonl(path: Path, *lines: str) -> str:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_files_are_imported_once_and_what_is_wrong_is_reported(tmp_path: Path) -> None:
    path = jsonl(
        tmp_path / "a.jsonl",
        '{"task": "log in", "solution": "password=hunter2"}',
        '{"task": "log out"}',
        '{"kind": "skill"}',
        '{"task": "log in", "key": "k"}',
        '{"task": "other content", "key": "k"}',
    )
    first = run("import", path)
    assert first.exit_code == 0 and "line 3" in first.stderr and "'skill'" in first.stderr
    assert "key k" in first.stderr
    (again,) = data("import", path)["files"]
    counts = ("read", "recorded", "present", "skipped", "redacted")
    assert [again[name] for name in counts] == [4, 0, 3, 2, 1]
    assert "hunter2" not in good("list", "--json")


def test_redaction_may_be_switched_off_and_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    path = jsonl(tmp_path / "a.jsonl", '{"task": "password=hunter2"}')
    dry = data("import", path, "--dry-run")["files"][0]
    assert (dry["read"], dry["recorded"], dry["redacted"]) == (1, 0, 1)
    assert not (tmp_path / "seasoned.db").exists()
    assert data("import", path, "--no-redact")["files"][0]["redacted"] == 0
    assert "hunter2" in good("list", "--json")


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "bad.bin").write_bytes(b"\x00\x01")
    result = run("import", "missing", "bad.bin", jsonl(tmp_path / "a.jsonl", '{"task": "x"}'))
    assert result.exit_code == 2
    assert "missing" in result.stderr and "binary data" in result.stderr
    assert data("stats")["episodes"] == 1


def test_what_list_prints_can_be_imported_as_it_is_with_verdicts(tmp_path: Path) -> None:
    ids = [record(f"task {n}", "--outcome", "success", "--tag", "t") for n in range(3)]
    good("judge", ids[0], "failure", "--by", "ci")
    command = ["bash", "-ec", '"$@" list --json | tac | "$@" import - --url other.db --json']
    done = subprocess.run([*command, "sh", *PROGRAM], capture_output=True, check=True)
    assert json.loads(done.stdout)["files"][0]["recorded"] == 3
    imported = [{**each, "source": "jsonl"} for each in listed()]
    assert listed("--url", "other.db") == imported
    assert data("--url", "other.db", "show", ids[0])["effective_outcome"] == "failure"
    assert data("--url", "other.db", "import", "-", input=good("show", ids[1], "--json"))
    path = jsonl(tmp_path / "out.jsonl", good("list", "--json"))
    assert data("import", path)["files"][0]["present"] == 3
    assert len(data("show", ids[0])["verdicts"]) == 1
    assert run("list", "--json", "--tag", "none").stdout == ""


def test_an_episode_is_never_imported_without_its_verdicts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdict = '{"episode": "elsewhere", "outcome": "failure", "by": "ci"}'
    path = jsonl(tmp_path / "a.jsonl", f'{{"task": "x", "verdicts": [{verdict}], "key": "k"}}')

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt  # as good as a crash between two transactions

    monkeypatch.setattr(Memory, "judge", killed)
    good("import", path)
    with Memory.open(str(tmp_path / "seasoned.db"), embedder=False) as memory:
        (episode,) = memory.episodes.page().episodes
    assert episode.effective_outcome is Outcome.FAILURE
    assert episode.verdicts[0].episode == episode.id and episode.verdicts[0].id
    good("import", path)  # nothing is new, so nobody judges


def test_a_verdict_that_came_after_the_first_import_comes_with_the_next(tmp_path: Path) -> None:
    id = record("a task", "--outcome", "success")
    other = ("--url", "other.db")
    for judged in ([], ["partial"], ["failure"]):
        for outcome in judged:
            good("judge", id, outcome, "--by", "ci")
        path = jsonl(tmp_path / "out.jsonl", good("list", "--json"))
        (report,) = data(*other, "import", path)["files"]
        assert report["judged"] == len(judged)
    assert data(*other, "import", path)["files"][0]["judged"] == 0
    assert [v["outcome"] for v in data(*other, "show", id)["verdicts"]] == ["partial", "failure"]


def test_import_reads_pipes_and_standard_input(tmp_path: Path) -> None:
    text = "".join(f'{{"task": "task {n}"}}\n' for n in range(200))
    (tmp_path / "a.jsonl").write_text(text)
    for origin in ("-", "/dev/stdin"):
        done = program("import", origin, "--url", f"{len(origin)}.db", "--json", input=text)
        assert json.loads(done.stdout)["files"][0]["recorded"] == 200, done.stderr
    os.mkfifo("fifo")
    with subprocess.Popen(["/bin/cp", "a.jsonl", "fifo"]):
        assert data("import", "fifo")["files"][0]["recorded"] == 200
    refused = program("import", "-", input="nothing of ours")
    assert refused.returncode == 2 and "standard input" in refused.stderr


def test_a_file_without_anything_usable_is_no_success(tmp_path: Path) -> None:
    bad = jsonl(tmp_path / "bad.jsonl", "5", '{"task": 3}')
    for more in ([], ["--dry-run"], ["--json"]):
        for name in ("jsonl", "tau-bench"):
            result = run("import", bad, "--format", name, *more)
            assert result.exit_code == 2 and f"can be used as {name}" in result.stderr
    told = run("import", bad, "--format", "jsonl").stderr
    assert (
        'line 1: a record is a JSON object such as {"task":' in told and "got a number: 5" in told
    )
    assert "line 2: an episode has a task" in told and "got a number: 3" in told
    assert not (tmp_path / "seasoned.db").exists()
    part = jsonl(tmp_path / "part.jsonl", '{"task": "x"}', "5")
    assert run("import", part).exit_code == run("import", part).exit_code == 0
    both = run("import", part, bad, "--format", "jsonl", "--json")
    assert both.exit_code == 2
    errors = [report["error"] for report in json.loads(both.stdout)["files"]]
    assert errors[0] is None and "bad.jsonl" in errors[1]


@pytest.mark.parametrize("content", [None, "", "neither episode nor run", '{"kind": "novel"}\n'])
def test_input_that_cannot_be_used_makes_no_file(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "a.jsonl").write_text(content)
    run("import", "a.jsonl")
    assert not (tmp_path / "seasoned.db").exists()


def test_doctor_calls_a_whole_memory_sound() -> None:
    record("a task")
    assert "sound" in good("doctor")
    assert data("doctor", "--repair") == {"sound": True, "repaired": 0, "findings": []}


def test_doctor_finds_and_repairs_what_is_derived(tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    record("a task about sorting")
    with closing(sqlite3.connect(tmp_path / "seasoned.db")) as db, db:
        db.execute("UPDATE item SET terms = x'', length = 0")
    broken = run("doctor")
    assert broken.exit_code == 5 and "--repair" in broken.stdout
    assert json.loads(run("doctor", "--json").stdout)["sound"] is False
    assert "sound" in good("doctor", "--repair")
    assert len(data("recall", "sorting")["results"]) == 1


def test_doctor_finds_a_damaged_model(monkeypatch: pytest.MonkeyPatch) -> None:
    from seasoned.errors import ModelError

    def damaged() -> None:
        raise ModelError("minilm.onnx is damaged; reinstall seasoned")

    record("a task")
    monkeypatch.setattr("seasoned.connect.verify_model", damaged)
    result = CliRunner().invoke(cli, ["doctor", "--json"])
    assert result.exit_code == 5
    assert [f["part"] for f in json.loads(result.stdout)["findings"]] == ["model"]


def test_demo_shows_the_mechanics_and_leaves_nothing(tmp_path: Path) -> None:
    shown = good("demo")
    assert "<recalled-experience>" in shown and "prove nothing" in shown and "make demo" in shown
    found = data("demo")
    before, after = ([r["outcome"] for r in found[t]["results"]] for t in ("before", "after"))
    assert before.count("failure") + 1 == after.count("failure")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["before", "after"])
def test_json_parses_for_every_command(tmp_path: Path, place: str) -> None:
    id = record("a task")
    record("an old task", "--tag", "old", "--outcome", "success")
    pruned = data("prune", "--tag", "old", "--apply")["batch"]
    path = jsonl(tmp_path / "a.jsonl", '{"task": "x"}')
    arguments = {
        "record": ["b"],
        "recall": ["a task"],
        "show": [id],
        "judge": [id, "success"],
        "forget": ["--outcome", "unknown", "--yes"],
        "prune": ["--list"],
        "restore": [pruned],
        "import": [path],
        "reembed": ["minilm"],
    }
    for name in EVERY:
        words = [name, *arguments.get(name, [])]
        result = run("--json", *words) if place == "before" else run(*words, "--json")
        assert result.exit_code == 0, result.output
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        assert all(isinstance(line, dict) for line in lines)
        assert len(lines) == 1 or name == "list"


@pytest.mark.parametrize("name", EVERY)
def test_every_command_has_help(name: str) -> None:
    shown = good(name, "--help")
    assert "Usage:" in shown and "--json" in shown
    assert name in good("--help")


def test_help_lists_the_exit_codes() -> None:
    shown = good("--help")
    assert all(f"  {code} " in shown for code in (0, 1, 2, 3, 4, 5, 130))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["recal", "x"], "Did you mean 'recall'"),
        (["zzz"], "record, recall"),
        (["recall", "x", "--outcom", "success"], "--outcome"),
        (["recall"], "TASK"),
        (["recall", "x", "--k", "many"], "many"),
        (["recall", "x", "--k", "0"], "k must be"),
        (["judge", "id", "succes"], "success"),
        (["record"], "TASK"),
        (["record", "--from", "-", "x"], "TASK"),
        (["record", "--from", "-", "--tests-total", "1"], "--tests-total"),
        (["record", ""], "empty"),
        (["record", " \n"], "empty"),
        (["recall", "\t"], "empty"),
        (["recall", "x", "--prompt", "--explain"], "--explain"),
        (["recall", "x", "--max-tokens", "9", "--explain"], "--explain"),
        (["record", "--from", "missing.json"], "missing.json"),
        (["record", "x", "--reward", "2"], "'--reward': 2.0 is not in the range 0<=x<=1"),
        (["record", "x", "--reward", "nan"], "'--reward': nan is not in the range"),
        (["judge", "x", "success", "--reward", "4"], "'--reward': 4.0 is not in the range"),
        (["record", "x", "--tests-passed", "3"], "--tests-total"),
        (["judge", "x", "success", "--tests-passed", "3"], "--tests-total"),
        (["list", "--after", "yesterday"], "2026-01-31T09:30Z"),
        (["list", "--metadata", "novalue"], "name=value"),
        (["list", "--metadata", "n=[1]"], "scalar"),
        (["record", "x", "--metadata", "novalue"], "name=value"),
        (["record", "x", "--metadata", f"k={'[' * 30_000}"], "--metadata k is nested too deeply"),
        (["record", "x", "--metadata", f"k={'[' * 300}{']' * 300}"], "64 levels"),
        (["record", "x", "--category", "Not a name"], "category"),
        (["--url", "postgres://x", "stats"], "memory://"),
        (["--namespace", " ", "record", "x"], "namespace"),
        (["import"], "PATH"),
        (["import", "x", "--format", "csv"], "tau-bench"),
    ],
)
def test_a_wrong_argument_is_explained(arguments: list[str], said: str) -> None:
    if arguments[:1] != ["record"]:
        record("a task")
    result = run(*arguments)
    assert result.exit_code == 2 and said in result.stderr and result.stdout == ""


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"kind": "x"}', "", "\ufffd", '{"task": " "}', "[" * 9000]
)
def test_json_that_is_no_episode_is_refused(text: str) -> None:
    result = run("record", "--from", "-", input=text)
    assert result.exit_code == 2 and "Error:" in result.stderr


@pytest.mark.parametrize("name", ["recall", "show", "list", "stats", "judge", "forget", "doctor"])
def test_only_what_writes_makes_a_file(tmp_path: Path, name: str) -> None:
    words = {"recall": ["x"], "show": ["x"], "judge": ["x", "success"], "forget": ["x"]}
    result = run(name, *words.get(name, []))
    assert result.exit_code == 1
    assert "seasoned.db" in result.stderr and "--url" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_does_not_exist_is_not_found() -> None:
    record("a task")
    for words in (["show", "nope"], ["judge", "nope", "success"], ["forget", "nope", "--yes"]):
        result = run(*words)
        assert result.exit_code == 3 and "nope" in result.stderr


def test_a_file_that_is_no_memory_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "seasoned.db").write_text("this is a text about something else entirely")
    result = run("stats")
    assert result.exit_code == 1 and "not a database" in result.stderr
    (tmp_path / "seasoned.db").write_bytes(b"")
    result = run("stats")
    assert result.exit_code == 1 and "is empty" in result.stderr


STRANGE = ["修复登录测试", "🛠🔥🦀", "x" * 100_000, "[bold]red[/bold] :smile:", "a\tb\nc"]


@pytest.mark.parametrize("text", STRANGE)
def test_strange_texts_go_through_every_command(text: str) -> None:
    id = record(text, "--solution", text, "--lesson", text, "--outcome", "success")
    assert data("show", id)["task"]["description"] == text
    asked = text if text.strip() else "anything"
    for words in (["show", id], ["list"], ["recall", asked], ["recall", asked, "--prompt"]):
        shown = good(*words)
    assert "[bold]" not in text or "[bold]red[/bold] :smile:" in shown


def test_a_blank_task_is_recalled_for_by_nobody() -> None:
    record("something")
    result = run("recall", "  ")
    assert result.exit_code == 2 and "say what is to be done" in result.stderr


STEERING = "clear \x1b[2J \x1b]0;x\x07 \x9b31m \x7f\r\x08 \u202e\u2067 screen"
STEERED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def steer(**fields: Any) -> Episode:
    """An episode every text of which would steer a terminal."""
    said: Any = {
        "id": f"{STEERING} {len(fields)}",
        "outcome": "failure",
        "strategy": STEERING,
        "solution": STEERING,
        "outcome_detail": STEERING,
        "lessons": (STEERING,),
        "tags": (STEERING,),
        "metadata": {STEERING: STEERING},
        "source": STEERING,
        "feedback": Feedback(message=STEERING),
        "steps": (Step(STEERING, STEERING, STEERING, STEERING),),
        **fields,
    }
    return Episode(Task(STEERING, context={STEERING: STEERING}), **said)


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_what_is_stored_cannot_steer_a_terminal(tmp_path: Path, flags: tuple[str, ...]) -> None:
    one, other = steer(), steer(key=STEERING)
    many = tmp_path / "many \x1b[2J.jsonl"
    many.write_bytes(encode(other) + b"\n" + encode(steer(key=STEERING, solution="other")))
    said = [run("record", "--from", "-", *flags, input=encode(one))]
    said += [run("import", str(many), "lost \x1b.jsonl", *flags)]
    for words in (
        ["show", one.id],
        ["list"],
        ["recall", STEERING, "--explain"],
        ["recall", STEERING, "--prompt"],
        ["recall", STEERING, "--max-tokens", "80"],
        ["stats"],
        ["doctor"],
        ["judge", one.id, "success", "--by", STEERING, "--message", STEERING],
        ["show", one.id],
        ["show", STEERING],
        ["show", f"nothing {STEERING}"],
        ["record", "x", "--category", STEERING],
        ["record", "x", "--outcome", STEERING],
        ["record", "x", "--key", STEERING],
        ["record", "x", "--key", STEERING, "--lesson", "y"],
        [STEERING],
        ["list", "--cursor", STEERING],
        ["stats", "--url", STEERING],
        ["--namespace", STEERING, "record", STEERING],
        ["forget", one.id, STEERING, "--yes"],
        ["forget", STEERING, "--yes"],
    ):
        said.append(run(*words, *flags))
    assert [result.output for result in said if STEERED.search(result.output)] == []
    assert {0, 1, 2, 3, 4} == {result.exit_code for result in said}


def test_where_and_who_come_from_the_environment_unless_given() -> None:
    env = {"SEASONED_URL": "env.db", "SEASONED_NAMESPACE": "team", "SEASONED_USER": "ann"}
    id = good("record", "x", **env).strip()
    shown = data("show", id, **env)
    assert (shown["namespace"], shown["user"]) == ("team", "ann")
    assert data("show", id, "--url", "env.db", "--namespace", "team", "--user", "ann") == shown
    assert run("show", id, "--url", "env.db", "--namespace", "other").exit_code == 3
    assert run("show", id, "--namespace", "other", **env).exit_code == 3


def test_a_warning_is_one_line_on_standard_error(tmp_path: Path) -> None:
    from seasoned.testing import HashEmbedder

    with Memory.open(str(tmp_path / "seasoned.db"), embedder=HashEmbedder()) as memory:
        memory.record(Episode(Task("paint the wall")))
    result = CliRunner().invoke(cli, ["recall", "paint the wall", "--json"])
    assert result.exit_code == 0 and len(json.loads(result.stdout)["results"]) == 1
    assert result.stderr.startswith("Warning: ") and ".py" not in result.stderr
    assert "with --no-embedder" in result.stderr and "embedder=" not in result.stderr


def test_an_interrupt_ends_with_its_own_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Memory, "record", interrupted)
    result = run("record", "x")
    assert (result.exit_code, result.stdout) == (130, "")


def test_the_program_reports_errors_without_a_traceback(tmp_path: Path) -> None:
    missing = program("stats")
    assert missing.returncode == 1 and missing.stderr.startswith("Error: there is no memory")
    assert program("--version").stdout.startswith("seasoned, version ")
    assert program("recal").returncode == 2
    done = program("record", "--from", "-", input=encode(Episode(Task("🛠"))).decode())
    assert done.returncode == 0 and len(done.stdout.strip()) == 36


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    with Memory.open(str(tmp_path / "seasoned.db"), embedder=False) as memory:
        memory.episodes.record_many(Episode(Task(f"{n} {'x' * 20_000}")) for n in range(50))
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    command = [*PROGRAM, "--no-embedder", "list", "--limit", "50", "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        assert isinstance(process.stdout, io.BufferedReader) and process.stderr
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141
    for words in (["list"], ["--help"]):
        command = ["bash", "-c", '"$@" | true; exit ${PIPESTATUS[0]}', "sh", *PROGRAM, *words]
        done = subprocess.run(command, capture_output=True, check=False)
        assert done.returncode in (0, 141) and done.stderr == b""


ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}


def test_a_terminal_that_knows_ascii_only_shows_a_mark_for_the_rest(tmp_path: Path) -> None:
    id = record("fix the caf\u00e9 \u2603 test", "--outcome", "success")
    environment = {**os.environ, **ASCII}
    for words in (["show", id], ["list"], ["recall", "fix test"], ["stats"], ["doctor"], ["demo"]):
        for more in ([], ["--prompt"] if words[0] == "recall" else ["--help"]):
            command = [*PROGRAM, "--no-embedder", *words, *more]
            done = subprocess.run(command, capture_output=True, check=False, env=environment)
            assert done.returncode == 0 and b"Traceback" not in done.stderr
            assert (done.stdout + done.stderr).isascii()
    done = subprocess.run(
        [*PROGRAM, "list", "--json"], capture_output=True, check=True, env=environment
    )
    assert "caf\u00e9" in done.stdout.decode()  # JSON is UTF-8, whatever the terminal


@pytest.mark.parametrize("words", [["list"], ["list", "--json"], ["--help"], ["list", "--help"]])
def test_output_that_cannot_be_written_is_an_error_of_one_line(words: list[str]) -> None:
    record("a task")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "Error: cannot use standard output: No space left on device\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_stream_that_is_closed_is_no_traceback(closed: str) -> None:
    record("a task")
    for words, code in (("list", 0), ("recall task", 0), ("forget --everything", 2)):
        command = ["bash", "-c", f'"$@" --no-embedder {words} {closed}', "sh", *PROGRAM]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == code and "Traceback" not in done.stderr


def test_asking_for_help_loads_no_library_but_click() -> None:
    code = (
        "import sys; from seasoned.surfaces.cli import cli; cli(['--help'], standalone_mode=False);"
        "print(sorted({'numpy', 'rich', 'msgspec', 'onnxruntime', 'sqlite3'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_memory_moves_to_another_model_and_is_opened_with_it(tmp_path: Path) -> None:
    model = folder(tmp_path / "model")
    id = record("fix the login test")
    assert data("reembed", f"folder:{model}") == {"added": 1}
    found = json.loads(
        program("recall", "login tests", "--json", embedder=f"folder:{model}").stdout
    )
    assert [r["episode"]["id"] for r in found["results"]] == [id]
    stats = data("stats")
    assert stats["model"].startswith("folder:") and stats["pending"] == 0
    assert data("reembed", "minilm") == {"added": 1}
    assert data("stats")["model"].startswith("all-MiniLM")


def test_a_move_that_broke_off_can_be_given_up(tmp_path: Path) -> None:
    record("fix the login test")
    store = open_sqlite(tmp_path / "seasoned.db")
    ((num, _),) = store.models.unembedded("other", 0, 1)
    store.models.begin(Model("other", 1))
    store.models.stage([(num, bytes(2))], Model("other", 1))
    store.close()
    result = run("reembed", "minilm")
    assert result.exit_code == 4 and "on its way to the model 'other'" in result.output
    assert "1 vector removed" in good("reembed", "--abort")
    assert data("reembed", "minilm") == {"added": 1}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "give the name of a model"),
        (("minilm", "--abort"), "give the name of a model"),
        (("gpt:x",), "there are minilm"),
        (("folder:nowhere",), "no model folder"),
    ],
)
def test_reembed_says_what_it_needs(args: tuple[str, ...], said: str) -> None:
    record("a task")
    result = run("reembed", *args)
    assert result.exit_code == 2 and said in result.output

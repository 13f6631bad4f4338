"""`seasoned consolidate`, `lessons` and `playbook` as a user of a memory sees them."""

from __future__ import annotations

from pathlib import Path

import pytest

from seasoned import Episode, Memory, Outcome, Step, Task
from tests.surfaces.commands import data, good, run


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Memory.open("seasoned.db", embedder=False) as memory:
        for name, worked in (("guess", False), ("measure", True)):
            outcome = Outcome.SUCCESS if worked else Outcome.FAILURE
            step = Step(name, error=None if worked else "ValueError: 3 is too much")
            memory.record(Episode(Task("size the buffer", "tuning"), (step,), outcome=outcome))
        for _ in range(2):
            memory.record(
                Episode(Task("warm the cache", "tuning"), solution="done", outcome=Outcome.SUCCESS)
            )


def test_a_dry_run_tells_and_changes_nothing() -> None:
    result = run("consolidate")
    assert "1 lesson would be added" in result.stdout
    assert "`measure`" in result.stdout
    assert "1 near-duplicate would be collapsed" in result.stdout
    assert "Nothing was changed; pass --apply" in result.stderr
    assert data("lessons") == {"lessons": [], "clusters": [], "hidden": {}}


def test_what_was_applied_is_seen_and_can_be_undone() -> None:
    report = data("consolidate", "--apply")
    assert (report["applied"], len(report["lessons"]), len(report["collapsed"])) == (True, 1, 1)
    (lesson,) = data("lessons", "--category", "tuning")["lessons"]
    assert "It failed with: ValueError: N is too much" in lesson["text"]
    assert lesson["id"] in good("lessons")
    (group,) = data("consolidate", "--list")["collapsed"]
    assert len(group["others"]) == 1
    assert group["id"] in good("consolidate", "--list")
    assert good("consolidate", "--expand", group["id"][-8:]) == "1 episode back in recalls\n"
    assert data("consolidate", "--expand-all") == {"expanded": 0}


def test_lessons_are_written_and_removed_by_hand() -> None:
    kept = data("lessons", "--add", "Measure first.", "--category", "tuning")
    assert kept["kind"] if "kind" in kept else kept["text"] == "Measure first."
    assert "Measure first." in good("playbook", "tuning")
    assert good("lessons", "--forget", kept["id"]) == "1 removed\n"
    assert "No lessons yet" in run("lessons").stderr


def test_a_banned_lesson_is_marked_where_it_is_listed() -> None:
    id = data("lessons", "--add", "Measure first.", "--category", "tuning")["id"]
    good("ban", id)
    assert f"{id}  stated, tuning, 0 attempts, banned\n" in good("lessons")
    assert data("lessons")["hidden"] == {id: "banned"}
    good("reinstate", id)
    assert "banned" not in good("lessons")


def test_a_playbook_goes_into_agents_md_beside_what_is_there() -> None:
    Path("AGENTS.md").write_text("# Mine\n\nAlways test.\n", encoding="utf-8")
    good("consolidate", "--apply")
    assert "1 playbook written to AGENTS.md" in run("playbook", "--out", "AGENTS.md").stderr
    text = Path("AGENTS.md").read_text(encoding="utf-8")
    assert text.startswith("# Mine\n\nAlways test.\n")
    assert "### tuning" in text
    good("playbook", "--out", "AGENTS.md")
    assert Path("AGENTS.md").read_text(encoding="utf-8") == text
    assert sorted(path.name for path in Path().glob("*.md")) == ["AGENTS.md"]
    assert list(Path().glob(".seasoned-*")) == []


def test_a_playbook_goes_into_a_skill_of_a_name() -> None:
    good("consolidate", "--apply")
    good("playbook", "tuning", "--out", "SKILL.md", "--name", "tuning-notes")
    assert Path("SKILL.md").read_text(encoding="utf-8").startswith("---\nname: tuning-notes\n")


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("--namespace", "mistyped", "playbook"), "namespace 'mistyped' has nothing"),
        (("playbook", "tuning", "mistyped"), "category 'mistyped'"),
        (("playbook", "mistyped"), "category 'mistyped'"),
    ],
)
def test_what_is_mistyped_leaves_the_file_as_it_was(args: tuple[str, ...], reason: str) -> None:
    good("lessons", "--add", "Measure first.")  # of no category, so that it stands in each
    good("playbook", "--out", "AGENTS.md")
    before = Path("AGENTS.md").read_bytes()
    for path in ("AGENTS.md", "new.md"):
        result = run(*args, "--out", path)
        assert result.exit_code == 3
        assert reason in result.stderr
    assert Path("AGENTS.md").read_bytes() == before
    assert not Path("new.md").exists()


def test_a_playbook_goes_to_standard_output() -> None:
    good("lessons", "--add", "Measure first.", "--category", "tuning")
    said = good("playbook", "--out", "-")
    good("playbook", "--out", "AGENTS.md")
    assert said == Path("AGENTS.md").read_text(encoding="utf-8")
    assert good("playbook", "--out", "-", "--name", "notes").startswith("---\nname: notes\n")
    assert not Path("-").exists()


def test_a_skill_that_is_there_keeps_its_name_and_renews_its_description() -> None:
    good("lessons", "--add", "Measure first.", "--category", "tuning")
    good("playbook", "--out", "SKILL.md")
    good("lessons", "--add", "Ask first.", "--category", "asking")
    good("playbook", "--out", "SKILL.md")
    assert 'description: "Use when working on tuning, asking:' in Path("SKILL.md").read_text("utf8")
    result = run("playbook", "--out", "SKILL.md", "--name", "other")
    assert result.exit_code == 2
    assert "is there; edit its name" in result.stderr


def test_lessons_of_no_category_stand_once_and_make_no_playbook_of_their_own() -> None:
    good("lessons", "--add", "Measure first.")
    assert [book["category"] for book in data("playbook")["playbooks"]] == ["tuning"]
    for category in ("tuning", "asking"):
        good("lessons", "--add", f"About {category}.", "--category", category)
    said = good("playbook", "--out", "-")
    assert said.count("Measure first.") == 1
    assert "### Every task" in said
    assert "### unknown" not in said


def test_a_lesson_is_the_same_in_whatever_case_and_with_whatever_stop() -> None:
    good("lessons", "--add", "measure first")
    good("lessons", "--add", "Measure  first.")
    (lesson,) = data("lessons")["lessons"]
    assert lesson["text"].endswith("first.")


def test_a_lesson_is_removed_by_a_part_of_its_id_and_an_unknown_one_is_an_error() -> None:
    kept = data("lessons", "--add", "Measure first.")
    result = run("lessons", "--forget", kept["id"], "--forget", "nothing-like-it")
    assert result.exit_code == 3
    assert "no lesson 'nothing-like-it' in namespace 'default'" in result.stderr
    assert good("lessons", "--forget", kept["id"][-8:]) == "1 removed\n"


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("playbook", "tuning", "--out", "AGENTS.md", "--name", "x"), 2),
        (("playbook", "tuning", "--out", "no/such/AGENTS.md"), 1),
        (("consolidate", "--apply", "--list"), 2),
        (("consolidate", "--expand", "nothing-like-it"), 3),
        (("lessons", "--add", "a", "--forget", "b"), 2),
        (("lessons", "--add", " "), 2),
    ],
)
def test_mistakes_are_told(args: tuple[str, ...], code: int) -> None:
    assert run(*args).exit_code == code


def test_a_playbook_in_json_is_all_there_is() -> None:
    good("consolidate", "--apply")
    (book,) = data("playbook")["playbooks"]
    assert (book["category"], book["known"], book["successes"]) == ("tuning", 4, 3)
    assert run("playbook", "unheard-of").stdout == "unheard-of: no attempt with a known outcome\n"


def test_a_lesson_is_explained_banned_and_shown_again_by_its_id_or_a_part_of_it() -> None:
    good("consolidate", "--apply")
    (lesson,) = data("lessons")["lessons"]
    assert data("why", lesson["id"])["state"] == "shown"
    assert good("ban", lesson["id"][-8:], "--by", "ann") == f"banned {lesson['id']}\n"
    assert data("why", lesson["id"])["state"] == "banned"
    assert "`measure`" not in good("playbook", "tuning")
    assert good("pin", lesson["id"]) == f"pinned {lesson['id']}\n"
    assert good("reinstate", lesson["id"]) == f"reinstated {lesson['id']}\n"
    assert "`measure`" in good("playbook", "tuning")


def test_a_cluster_and_a_playbook_are_banned_by_their_ids() -> None:
    with Memory.open("seasoned.db", embedder=False) as memory:
        for i in range(3):
            failed = (Step("open", error="KeyError: 'x'"),)
            memory.record(Episode(Task(f"read {i}", "tuning"), failed, outcome=Outcome.FAILURE))
    good("consolidate", "--apply")
    (cluster,) = data("lessons")["clusters"]
    assert "avoid: KeyError" in good("playbook", "tuning")
    assert good("ban", cluster["id"]) == f"banned {cluster['id']}\n"
    assert "avoid: KeyError" not in good("playbook", "tuning")
    assert good("ban", "playbook-tuning") == "banned playbook-tuning\n"
    assert "tuning" not in run("playbook").stdout
    assert run("ban", "playbook-none").exit_code == run("why", "lesson-none").exit_code == 3


def test_a_file_gets_the_categories_with_most_attempts_and_says_so() -> None:
    with Memory.open("seasoned.db", embedder=False) as memory:
        for n, category in enumerate(("alpha", "beta", "gamma")):
            memory.learning.remember(f"Ask {category}.", category=category)
            for _ in range(n):
                memory.record(Episode(Task("t", category), outcome=Outcome.FAILURE))
    result = run("playbook", "--out", "AGENTS.md", "--most", "2")
    assert "2 of 3 playbooks, those with most attempts (see --most)" in result.stderr
    text = Path("AGENTS.md").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("###")] == [
        *("### gamma", "### beta")
    ]
    assert "2 of 3 categories; `seasoned playbook CATEGORY` tells of any other." in text
    for more in (("--most", "0"), ()):
        good("playbook", "--out", "AGENTS.md", *more)
        text = Path("AGENTS.md").read_text(encoding="utf-8")
        assert text.count("### ") == 3 and "categories;" not in text
    good("playbook", "alpha", "beta", "--out", "AGENTS.md", "--most", "1")
    assert Path("AGENTS.md").read_text(encoding="utf-8").count("### ") == 2


def test_ids_can_be_left_out() -> None:
    good("consolidate", "--apply")
    ids = data("playbook")["playbooks"][0]["worked"]
    for out in ((), ("--out", "-")):
        assert ids[0] in good("playbook", *out)
        said = good("playbook", "--no-ids", *out)
        assert "`measure`" in said and "ids name" not in said and "examples" not in said
        assert all(id not in said for id in ids)


def test_a_model_is_asked_only_if_it_is_named_and_the_run_applied(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SEASONED_LLM", raising=False)
    assert "--llm" in run("consolidate", "--model").stderr
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("SEASONED_LLM", "openai:small@http://127.0.0.1:9/v1")  # nobody is there
    result = run("consolidate", "--model")
    assert "1 question would be put to the model, 0 left for the next run" in result.stdout
    assert "question" not in run("consolidate").stdout
    for output in ((), ("--json",)):
        result = run("consolidate", "--model", "--apply", *output)
        assert result.exit_code == 1 and result.stdout  # what was found without it is kept
        assert "the model answered none of 1 question" in result.stderr

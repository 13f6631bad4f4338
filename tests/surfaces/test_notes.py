"""Notes by their ids, facts by words, and ids that are no episode's, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.surfaces.commands import data, good, run


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def kept(text: str, *more: str) -> str:
    return good("remember", text, *more).strip()


def test_notes_are_listed_newest_first_page_by_page() -> None:
    ids = [kept("Ann drinks tea", "--kind", "preference", "--meta", "cups=2")]
    ids += [kept(f"Bob has {n} bags") for n in range(3)]
    assert [note["id"] for note in data("note", "list")["notes"]] == ids[::-1]
    first = data("note", "list", "--limit", "3")
    rest = data("note", "list", "--cursor", first["cursor"])
    assert [note["id"] for note in first["notes"] + rest["notes"]] == ids[::-1]
    assert rest["cursor"] is None
    assert "More: --cursor" in run("note", "list", "--limit", "1").stderr
    assert ids[0] in good("note", "list", "--kind", "Preference", "--meta", "cups=2")
    assert "No notes match." in run("note", "list", "--kind", "song").stderr


def test_a_note_is_shown_changed_and_forgotten() -> None:
    id = kept("The shed is blue\nand old", "--kind", "colour", "--meta", "room=garden")
    shown = good("note", "show", id[-8:])
    assert "The shed is blue\nand old" in shown and id in shown and "garden" in shown
    changed = run("note", "update", id, "-", input="The shed is green password=hunter2secret")
    assert changed.stdout.strip() == id and "1 secret replaced" in changed.stderr
    good("note", "update", id, "--kind", "paint")
    note = data("note", "show", id)
    assert note["text"] == "The shed is green password=[redacted:secret]"
    assert (note["kind"], note["metadata"]) == ("paint", {"room": "garden"})
    assert data("lookup", "green shed")["notes"][0]["id"] == id
    asked = run("note", "forget", id)
    assert asked.exit_code == 2 and "1 note would be removed; pass --yes" in asked.stderr
    assert good("note", "forget", id, "--yes") == "1 note removed\n"
    assert run("note", "show", id).exit_code == 3


def test_of_notes_only_ones_own_are_changed_and_removed() -> None:
    shared, own = kept("The door code is on the fridge"), kept("I sing", "--user", "ann")
    assert {n["id"] for n in data("note", "list", "--user", "ann")["notes"]} == {shared, own}
    assert run("--user", "ann", "note", "update", shared, "changed").exit_code == 3
    assert run("--user", "ann", "note", "forget", shared, "--yes").exit_code == 3
    assert run("--user", "bob", "note", "show", own).exit_code == 3
    assert data("--user", "ann", "note", "forget", "--everything", "--yes") == {"removed": 1}
    assert data("note", "forget", "--kind", "song", "--yes") == {"removed": 0}
    assert data("note", "list")["notes"][0]["id"] == shared


@pytest.mark.parametrize(
    "args",
    [
        ("note", "update", "some-id"),
        ("note", "forget"),
        ("note", "forget", "some-id", "--everything"),
    ],
)
def test_what_says_too_little_or_too_much_is_refused(args: tuple[str, ...]) -> None:
    kept("one")
    assert run(*args, "--yes" if "forget" in args else "--json").exit_code == 2


def test_an_id_that_is_no_episodes_says_where_to_look() -> None:
    note = kept("Ann drinks tea")
    fact = data("fact", "set", "Acme Ltd", "fact", "home", "Graz")["fact"]["id"]
    for args in (("show", note), ("show", note[-8:]), ("forget", note, "--yes")):
        result = run(*args)
        assert result.exit_code == 3
        assert f"it is a note: see seasoned note show {note}" in result.stderr
    assert "seasoned fact history 'Acme Ltd' fact home" in run("show", fact).stderr
    assert "it is" not in run("show", "nobody-knows").stderr
    assert "note list" in run("note", "show", "nobody-knows").stderr
    assert "6 or more" in run("note", "show", "no").stderr


def test_a_list_of_no_episodes_names_what_else_there_is() -> None:
    kept("Ann drinks tea", "--user", "ann")
    good("fact", "set", "user", "fact", "home", "Graz", "--user", "ann")
    said = run("--user", "ann", "list").stderr
    assert "holds no episode that user 'ann' may see, but 1 note (seasoned note list)" in said
    assert "1 fact (seasoned fact list)" in said
    assert "holds nothing that user 'bob' may see." in run("--user", "bob", "list").stderr


def test_facts_are_found_by_words() -> None:
    good("fact", "set", "user", "fact", "home", "Graz")
    good("fact", "set", "Acme", "fact", "address", "Harbour Street 7")
    (hit,) = data("fact", "search", "harbour street")["facts"]
    assert (hit["subject"], hit["value"]) == ("Acme", "Harbour Street 7") and hit["score"] > 0
    assert "Harbour Street 7" in good("fact", "search", "harbour street", "-k", "1")
    assert data("fact", "search", "harbour street", "--subject", "user")["facts"] == []
    assert "No fact" in run("fact", "search", "bicycles").stderr


def test_forgetting_what_is_not_known_is_said() -> None:
    good("fact", "set", "user", "fact", "home", "Graz", "--user", "ann")
    result = run("fact", "forget", "user", "--yes")
    assert result.exit_code == 3 and "see seasoned fact list" in result.stderr
    assert data("fact", "forget", "--everything", "--yes") == {"removed": 0}


def test_a_note_is_read_from_standard_input() -> None:
    id = good("remember", "-", input="I like tea\nand cake\n").strip()
    assert data("note", "show", id)["text"] == "I like tea\nand cake"
    assert run("remember", "-", input=" ").exit_code == 2


@pytest.mark.parametrize(
    "args",
    [("remember", "x"), ("lookup", "x"), ("doc", "search", "x"), ("note", "list")],
    ids=" ".join,
)
def test_an_option_is_called_as_it_was_typed(args: tuple[str, ...]) -> None:
    good("remember", "something")
    said = run(*args, "--meta", "bad").stderr
    assert "--meta takes name=value, got 'bad'" in said

"""The doctor and files that were damaged behind its back: what it says, and with which code."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from seasoned import Episode, Memory, Outcome, Task
from seasoned.embedders.function import FunctionEmbedder
from seasoned.surfaces.cli import cli

PAGE = 4096  # bytes


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "m.db"
    with Memory.open(str(path), embedder=False) as memory:
        memory.episodes.record_many(
            Episode(Task(f"task {n} {'word ' * 50}"), outcome=Outcome.SUCCESS, tags=(f"t{n}",))
            for n in range(60)
        )
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "m.db"))


def doctor(path: Path, *more: str) -> tuple[int, dict[str, Any]]:
    words = ["--no-embedder", "--url", str(path), "doctor", "--json", *more]
    result = CliRunner().invoke(cli, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.exit_code, json.loads(result.stdout) if result.stdout else {}


def unsound(path: Path) -> list[str]:
    """The parts that are said to be broken; none of it is mended or made worse."""
    before = path.read_bytes()
    code, said = doctor(path)
    assert code == 5 and not said["sound"] and said["findings"]
    assert doctor(path, "--repair") == (code, said) and said["repaired"] == 0
    assert path.read_bytes() == before
    assert all("seasoned doctor" not in finding["text"] for finding in said["findings"])
    return [finding["part"] for finding in said["findings"]]


@pytest.mark.parametrize("left", [0, 100, PAGE, 0.5, -PAGE])
def test_a_file_that_was_cut_is_unsound(path: Path, left: float) -> None:
    size = path.stat().st_size
    os.truncate(path, int(left * size) if isinstance(left, float) else left % (size + 1))
    assert set(unsound(path)) == {"file"}


@pytest.mark.parametrize("fill", [bytes(PAGE), random.Random(7).randbytes(PAGE)])
@pytest.mark.parametrize("place", [0, 1, 2, 3, 8, 15, -1])
def test_a_page_that_was_overwritten_is_found(path: Path, place: int, fill: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(place % (path.stat().st_size // PAGE) * PAGE)
        file.write(fill)
    assert set(unsound(path)) == {"file"}


def test_a_file_of_another_kind_is_unsound(path: Path) -> None:
    path.write_text("this is a text about something else entirely")
    assert unsound(path) == ["file"]


def test_a_body_that_is_no_record_any_more_is_unsound(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE body SET json = x'7b7b' WHERE num = 3")
    assert unsound(path) == ["rows"]


def test_what_is_out_of_reach_is_another_error_than_damage(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA user_version = 999")
    assert doctor(path)[0] == 1
    assert doctor(path.parent / "missing.db")[0] == 1


@pytest.fixture
def embedded(tmp_path: Path) -> Path:
    path = tmp_path / "e.db"
    with Memory.open(str(path)) as memory:
        memory.episodes.record_many(
            Episode(Task(text)) for text in ("bake bread", "fix the login test", "paint the wall")
        )
    return path


def test_the_doctor_finds_and_mends_vectors_that_were_swapped(embedded: Path) -> None:
    swapped = swap(embedded)
    result = CliRunner().invoke(cli, ["--url", str(embedded), "doctor"])
    assert result.exit_code == 5 and "vectors" in result.stdout and "--repair" in result.stdout
    words = ["--url", str(embedded), "doctor", "--repair", "--json"]
    repaired = json.loads(CliRunner().invoke(cli, words).stdout)
    assert repaired == {"sound": True, "repaired": 2, "findings": []}
    assert swap(embedded) == swapped  # each has its own again


def test_vectors_of_another_model_are_not_promised_to_be_made(tmp_path: Path) -> None:
    path = tmp_path / "own.db"

    def own() -> FunctionEmbedder:
        return FunctionEmbedder(lambda text: [1.0, float(len(text))], model="own-2", floor=0.5)

    with Memory.open(path, embedder=own()) as memory:
        memory.record(Episode(Task("bake bread")))
    words = ["--url", str(path)]
    assert CliRunner().invoke(cli, [*words, "record", "paint the wall"]).exit_code == 0
    for more in ([], ["--repair"]):
        shown = CliRunner().invoke(cli, [*words, "doctor", *more])
        assert shown.exit_code == 5 and "doctor --repair" not in shown.stdout
        assert "'own-2'" in shown.stdout and "memory.admin.heal()" in shown.stdout
        (said,) = json.loads(CliRunner().invoke(cli, [*words, "doctor", "--json"]).stdout)[
            "findings"
        ]
        assert said["derived"] is False and "memory.admin.heal()" in said["remedy"]
    with Memory.open(path, embedder=own()) as memory:
        assert memory.admin.heal() == 1  # as it was told to
    assert CliRunner().invoke(cli, [*words, "doctor"]).exit_code == 0


def test_vectors_of_the_shipped_model_need_only_the_embedder(embedded: Path) -> None:
    words = ["--url", str(embedded)]
    CliRunner().invoke(cli, [*words, "--no-embedder", "record", "x", "--namespace", "other"])
    without = CliRunner().invoke(cli, [*words, "--no-embedder", "doctor", "--repair"])
    assert without.exit_code == 5 and "without --no-embedder or --embedder" in without.stdout
    repaired = CliRunner().invoke(cli, [*words, "doctor", "--repair", "--json"])
    assert json.loads(repaired.stdout) == {"sound": True, "repaired": 1, "findings": []}


def swap(path: Path) -> list[bytes]:
    """Exchange the vectors of the first two items; what they are then."""
    with closing(sqlite3.connect(path)) as db, db:
        found = [data for (data,) in db.execute("SELECT data FROM vector ORDER BY item LIMIT 2")]
        for item, data in enumerate(reversed(found), start=1):
            db.execute("UPDATE vector SET data = ? WHERE item = ?", (data, item))
    return found[::-1]


def test_a_damaged_line_of_a_text_file_is_unsound(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with Memory.open(path, embedder=False) as memory:
        memory.episodes.record_many(Episode(Task(f"task {n}")) for n in range(3))
    path.write_bytes(path.read_bytes().replace(b'"task 1"', b'"task 1', 1))
    assert unsound(path) == ["file"]


@pytest.mark.filterwarnings("ignore:.*of a write that broke off")
def test_what_broke_off_at_the_end_of_a_text_file_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with Memory.open(path, embedder=False) as memory:
        memory.record(Episode(Task("kept")))
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"kind":"epis')
    code, said = doctor(path)
    assert (code, [finding["part"] for finding in said["findings"]]) == (5, ["lines"])
    assert doctor(path, "--repair")[0] == 0
    assert path.read_bytes() == whole

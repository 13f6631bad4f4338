"""Our own JSONL: what is read, what is left out, and what the reader is told about it."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seasoned import Episode, InvalidInput, Outcome, Task
from seasoned.codec import encode, to_plain
from seasoned.importers.jsonl import episode_of, read
from seasoned.importers.source import Skipped


def lines(path: Path, *records: Any) -> Path:
    texts = [r if isinstance(r, str) else json.dumps(r) for r in records]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def test_episodes_come_back_as_they_were(tmp_path: Path) -> None:
    episode = Episode(Task("fix it 🛠 修复"), outcome=Outcome.SUCCESS, key="k", lessons=("a",))
    marked = {"kind": "episode", "schema": 1, **to_plain(episode)}
    path = lines(tmp_path / "a.jsonl", marked, encode(episode).decode())
    assert list(read(path)) == [episode, episode]


def test_an_episode_without_key_and_id_gets_one_from_its_content(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "a.jsonl", {"task": "x"}, {"task": "x"}, {"task": "y"}, {"task": "x", "id": "1"}
    )
    keys = [e.key for e in read(path) if isinstance(e, Episode)]
    assert keys[0] == keys[1] != keys[2] and keys[3] is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "not JSON"),
        ("[1]", "JSON object"),
        ('{"kind": "skill", "schema": 1}', "kind 'skill' is not known.*upgrade"),
        ('{"kind": "episode", "schema": 99, "task": {"description": "x"}}', "schema 99.*upgrade"),
        ('{"kind": "episode", "schema": "1", "task": {"description": "x"}}', "schema must be"),
        ('{"kind": "episode", "schema": 1}', "has a task.*got none"),
        ('{"task": {"category": "x"}}', "has a task.*got an object"),
        ('{"task": 5}', "has a task.*got a number: 5"),
        ('{"task": "x", "score": 3}', "no field score.*metadata"),
        ('{"task": "x", "feedback": {"reward": 7}}', "reward must lie within"),
        ('{"task": "x", "outcome": "great"}', "great"),
        ('{"task": "x\\u0000"}', "NUL"),
        (f'{{"task": "x", "metadata": {"[" * 100_000}{"]" * 100_000}}}', "not JSON.*recursion"),
        (f'{{"task": "x", "metadata": {{"a": {"[" * 80}{"]" * 80}}}}}', "64 levels deep"),
    ],
)
def test_a_bad_line_is_reported_and_the_rest_is_read(tmp_path: Path, line: str, said: str) -> None:
    path = lines(tmp_path / "a.jsonl", {"task": "before"}, "", line, {"task": "after"})
    before, skipped, after = read(path)
    assert isinstance(before, Episode) and isinstance(after, Episode)
    assert isinstance(skipped, Skipped) and skipped.place == "line 3"
    with pytest.raises(InvalidInput, match=said):
        raise InvalidInput(skipped.reason)


def test_more_fields_than_are_known_are_no_reason_to_refuse_a_marked_record() -> None:
    record = {"kind": "episode", "schema": 1, "task": {"description": "x"}, "novel": 1}
    assert episode_of(json.dumps(record).encode()) == Episode(Task("x"))


def test_compressed_files_are_read_whatever_they_are_called(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(gzip.compress(b'\xef\xbb\xbf{"task": "x"}\r\n\r\n{"task": "y"}'))
    assert [e.task.description for e in read(path) if isinstance(e, Episode)] == ["x", "y"]


def test_a_truncated_file_gives_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    rows = b"".join(b'{"task": "task %d %d"}\n' % (n, n * 7919) for n in range(5000))
    path.write_bytes(gzip.compress(rows)[:-3000])
    *episodes, last = read(path)
    assert len(episodes) > 100 and all(isinstance(e, Episode) for e in episodes)
    assert isinstance(last, Skipped) and "cannot be read" in last.reason


def test_progress_rises_to_the_end(tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", *({"task": f"{n} {'x' * 500}"} for n in range(100)))
    shares: list[float] = []
    assert len(list(read(path, shares.append))) == 100
    assert shares == sorted(shares) and 0 < shares[0] < shares[-1] == 1.0


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "x" * 5000])
def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidInput, match=r"cannot read|is a folder"):
        next(read(tmp_path / name))


def test_ids_are_kept_so_that_references_hold(tmp_path: Path) -> None:
    child = replace(Episode(Task("x")), id="b", parent="a")
    assert list(read(lines(tmp_path / "a.jsonl", to_plain(child)))) == [child]

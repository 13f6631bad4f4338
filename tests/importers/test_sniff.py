"""The importer is chosen by what a file holds, and a file of no known format is described."""

from __future__ import annotations

import gzip
import json
import os
import threading
from pathlib import Path

import pytest

from seasoned import Episode, InvalidInput
from seasoned.importers.sniff import READERS, reader_for, sniff
from seasoned.importers.source import Skipped, Source

TAU = json.dumps(
    [{"task_id": 1, "reward": 0.0, "info": {"task": {"instruction": "x"}}, "traj": []}]
)
EPISODE = json.dumps({"task": {"description": "x"}, "outcome": "success"})
KNOWN = [
    (EPISODE, "jsonl"),
    ('{"kind": "episode", "schema": 1, "task": {}}\n', "jsonl"),
    (f"\n\ufeff{{broken\n{EPISODE}\n".replace("\n\ufeff", "\n"), "jsonl"),
    (json.dumps({"task": "x" * 200_000}), "jsonl"),
    (f'{{"kind": "episode", "metadata": {"[" * 5000}{"]" * 5000}}}\n{EPISODE}\n', "jsonl"),
    (f'{{"metadata": {"[" * 5000}{"]" * 5000}}}\n{EPISODE}\n', "jsonl"),
    (TAU, "tau-bench"),
    (f"\n  {json.dumps(json.loads(TAU), indent=2)}", "tau-bench"),
]
CHAT = {"messages": [{"role": "user", "content": "x"}], "reward": 1}
ATIF = {"schema_version": "ATIF-v1.7", "agent": {"name": "a", "version": "1"}, "steps": []}
TRAJ = {"environment": "e", "trajectory": [{"action": "ls"}], "history": [], "info": {}}
SOLVED = {"name": "n", "prompt": "p", "entry_point": "e", "is_solved": True, "solution": "s"}
TRANSCRIPT = "#####\nBEGIN TRIAL 1\nTrial summary: Correct: 1, Incorrect: 0, Halted: 0\n"
OTHERS = [
    (json.dumps(CHAT), "messages"),
    (f"{{broken\n{json.dumps(CHAT)}\n", "messages"),
    (json.dumps(CHAT, indent=2), "messages"),
    (json.dumps([CHAT, CHAT]), "messages"),
    (json.dumps({"messages": [{"role": "user", "content": "x" * 200_000}]}), "messages"),
    (json.dumps(ATIF), "atif"),
    (json.dumps(ATIF, indent=2), "atif"),
    (f"{json.dumps(ATIF)}\n{json.dumps(ATIF)}\n", "atif"),
    (json.dumps(TRAJ), "swe-agent"),
    (json.dumps(TRAJ, indent=4), "swe-agent"),
    (json.dumps({"trajectory": [{"observation": "x" * 200_000}]}), "swe-agent"),
    (json.dumps({"history": [{"role": "user"}]}), "swe-agent"),
    (json.dumps({"a/b.traj": TRAJ, "c.traj": TRAJ}), "swe-agent"),
    (json.dumps(SOLVED), "reflexion-programming"),
    (json.dumps({"run.jsonl": [SOLVED, SOLVED]}, indent=1), "reflexion-programming"),
    (TRANSCRIPT, "reflexion-hotpotqa"),
    # What an episode or a run holds inside says nothing about the file.
    (json.dumps({"task": "x", "metadata": {"messages": [], "trajectory": []}}), "jsonl"),
    (json.dumps([json.loads(TAU)[0] | {"info": {"messages": []}}]), "tau-bench"),
    (json.dumps(CHAT | {"metadata": {"trajectory": [], "steps": []}}), "messages"),
]
MIXED = [
    (f"{json.dumps(CHAT)}\n{EPISODE}\n", "jsonl, messages"),
    (json.dumps(CHAT | {"trajectory": []}), "messages, swe-agent"),
    (f"{json.dumps(ATIF)}\n{json.dumps(SOLVED)}\n", "atif, reflexion-programming"),
]
FOREIGN = [
    (f"Notes\n\n{json.dumps(CHAT)}\n".encode(), "text"),
    (json.dumps(json.loads(TAU)[0]).encode(), "task_id, reward"),
    (b"", "nothing"),
    (b"   \n", "nothing"),
    (b"\x00\x01\x02\xff", "binary data"),
    (b"task,reward\n1,2\n", "text"),
    (b"[1, 2]", "a JSON list without any keys"),
    (b'[{"question": "q", "answer": "a"}]', "question, answer"),
    (b'{"events": []}', "JSON objects with the keys events"),
]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(("text", "name"), KNOWN + OTHERS)
def test_a_format_is_found_whatever_the_file_is_called(
    tmp_path: Path, text: str, name: str, packed: bool
) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    assert reader_for(path) == (name, READERS[name])


def test_a_misspelt_field_of_an_episode_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"task": "x", "outcom": "success"}\n')
    with pytest.raises(InvalidInput, match=r"mine\.jsonl'.*an episode has no field outcom; rename"):
        reader_for(path)


@pytest.mark.parametrize(("content", "seen"), FOREIGN)
def test_an_unknown_format_is_described_with_what_is_supported(
    tmp_path: Path, content: bytes, seen: str
) -> None:
    path = tmp_path / "file.jsonl"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match=f"(?s)holds .*{seen}.*jsonl.*tau-bench"):
        sniff(path)


@pytest.mark.parametrize(("text", "names"), MIXED)
def test_a_file_that_may_be_of_several_formats_is_refused_with_their_names(
    tmp_path: Path, text: str, names: str
) -> None:
    path = tmp_path / "file.jsonl"
    path.write_text(text)
    with pytest.raises(InvalidInput, match=f"may be any of {names}; name its format"):
        sniff(path)
    assert reader_for(path, "messages")[0] == "messages"


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file.gz"
    path.write_bytes(gzip.compress(EPISODE.encode())[:15])
    with pytest.raises(InvalidInput, match="cannot read"):
        sniff(path)


@pytest.mark.parametrize("damage", ["cut", "trailing"])
@pytest.mark.parametrize("name", ["messages", "jsonl", "tau-bench"])
def test_what_comes_before_a_damage_is_read(tmp_path: Path, name: str, damage: str) -> None:
    rows = {
        "messages": '{"messages": [{"role": "user", "content": "do it"}]}\n' * 3,
        "jsonl": f"{EPISODE}\n" * 3,
        "tau-bench": TAU,
    }
    path, packed = tmp_path / "file.gz", gzip.compress(rows[name].encode())
    path.write_bytes(packed[:-8] if damage == "cut" else packed + b"behind the end")
    found, read = reader_for(path)
    items = list(read(path, None))
    assert found == name and isinstance(items[0], Episode)
    assert isinstance(items[-1], Skipped) and "cannot be read" in items[-1].reason


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(("text", "name"), [(f"{EPISODE}\n" * 3000, "jsonl"), (TAU, "tau-bench")])
def test_what_can_be_read_only_once_is_read_whole(text: str, name: str, packed: bool) -> None:
    content = gzip.compress(text.encode()) if packed else text.encode()
    reading, writing = os.pipe()

    def write() -> None:
        with open(writing, "wb") as pipe:
            pipe.write(content)

    writer = threading.Thread(target=write)
    writer.start()
    with open(reading, "rb") as pipe, Source(pipe) as source:
        found, read = reader_for(source)
        assert source.name == "standard input" and source.path is None
        assert (found, len(list(read(source, None)))) == (name, text.count("task_id") or 3000)
        assert source.share == 0.0
    writer.join()


def test_a_format_may_be_named(tmp_path: Path) -> None:
    assert reader_for(tmp_path / "any", "jsonl")[0] == "jsonl"
    with pytest.raises(InvalidInput, match=r"no format 'csv'.*tau-bench"):
        reader_for(tmp_path / "any", "csv")

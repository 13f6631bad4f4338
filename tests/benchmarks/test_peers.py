"""The comparison with other libraries: what it says, and that no peer can make it fail."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.dom import minidom

import numpy as np
import pytest

from benchmarks.peers import report, runs
from benchmarks.peers.environments import PEERS, Peer, Unavailable, last_line, prepare
from benchmarks.peers.figure import svg
from benchmarks.peers.runs import Cell, Figures, Plan, Results
from benchmarks.peers.workload import DIM, Embedding, Workload

PEER = Peer("there", ("there==1.0",), "There")
SIZE = 1_000


class Commands:
    """Runs nothing; fails the commands that name `broken`, and has no SQLite extensions."""

    def __init__(self, broken: str = "no such word") -> None:
        self.ran: list[str] = []
        self._broken = broken

    def __call__(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        line = " ".join(command)
        self.ran.append(line)
        if "venv" in command:
            Path(command[-1]).mkdir(parents=True)
        failed = self._broken in line or "enable_load_extension" in line
        said = "looking at https://index.example/there\nERROR: no such release in /srv/mirror\n"
        return subprocess.CompletedProcess(command, int(failed), "", said if failed else "")


def figures(single: float, tenant: float = 1.0, **more: float) -> Figures:
    return {
        "single p50": single,
        "single p99": 2 * single,
        "of the disk": 0.2 / single,
        "tenant recall p50": tenant,
        "tenant recall p99": 2 * tenant,
        **more,
    }


def parsed(text: str) -> minidom.Document:
    return minidom.parseString(text)  # noqa: S318 (written by ourselves a moment ago)


@pytest.fixture
def results() -> Results:
    found = Results((SIZE,), skipped={"lancedb": "cannot be installed: no wheel"})
    found.syncs = {"seasoned": 1.0, "chromadb": 8.0, "mimir": 0.0}
    found.cells = {
        # The machine was slow in the second round, for both alike.
        ("seasoned", SIZE): Cell([figures(1.0), figures(4.0, 2.0)]),
        ("chromadb", SIZE): Cell([figures(20.0, 3.0), figures(100.0, 6.0)]),
        ("langgraph", SIZE): Cell([figures(3.0, 0.5), figures(12.0, 1.0)]),
        ("mimir", SIZE): Cell([figures(0.5, 5.0)], "stopped after 9 s while loading"),
    }
    return found


def test_an_environment_is_made_once(tmp_path: Path) -> None:
    run = Commands()
    first = prepare(PEER, tmp_path, run)
    made = len(run.ran)
    assert made == 2
    assert "there==1.0" in run.ran[-1]
    assert prepare(PEER, tmp_path, run) == first
    assert len(run.ran) == made
    prepare(Peer("there", ("there==1.1",), "There"), tmp_path, run)
    assert len(run.ran) == 2 * made


def test_a_peer_that_cannot_be_installed_says_why_without_addresses(tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as caught:
        prepare(PEER, tmp_path, Commands(broken="pip"))
    assert str(caught.value) == "cannot be installed: ERROR: no such release in …"
    assert last_line("see https://index.example/x\n\n") == "see …"


def test_a_peer_without_a_fitting_python_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="loads extensions"):
        prepare(Peer("there", ("there==1.0",), "There", extensions=True), tmp_path, Commands())


def test_a_run_without_any_peer_skips_them_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(peer: Peer, folder: Path) -> str:
        raise Unavailable("cannot be installed: no index")

    monkeypatch.setattr(runs, "prepare", refuse)
    said = list[str]()
    names = tuple(peer.name for peer in PEERS)
    results = runs.compare(Plan(names, (SIZE,), 1, 1.0), tmp_path, said.append)
    assert results.skipped == dict.fromkeys(names, "cannot be installed: no index")
    assert len(said) == len(names)
    (table,) = report.tables(results)
    assert [row[0] for row in table.rows] == list(names)
    assert report.losses(results) == report.aims(results) == []
    parsed(svg(results))


def test_seasoned_itself_is_measured(tmp_path: Path) -> None:
    results = runs.compare(Plan(("seasoned",), (50,), 1, 60.0), tmp_path, lambda line: None)
    cell = results.cells["seasoned", 50]
    assert cell.note == ""
    for name in ("recall found", "tenant recall found", "first recall found"):
        assert cell.median(name) == 1.0
    for name, _, _ in report.COMPARED:
        assert (cell.median(name) or 0) > 0, name
    assert results.syncs.get("seasoned", 1) >= 1


def test_a_worker_that_fails_says_where(tmp_path: Path) -> None:
    found, note = runs.work([sys.executable], ("nobody", "whole", "9"), tmp_path / "a", 60.0)
    assert found == {}
    assert note == "failed in open: KeyError: 'nobody'"


def test_what_was_measured_before_the_limit_is_kept(tmp_path: Path) -> None:
    says = 'echo \'{"loaded": 5, "phase": "loading"}\'; exec tail -f /dev/null'
    found, note = runs.work(["sh", "-c", says], ("x", "whole", "9"), tmp_path / "a", 1.0)
    assert found == {"loaded": 5}
    assert note == "stopped after 1 s while loading"


def test_a_peer_that_was_too_slow_is_not_tried_with_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure(name: str, python: str, size: int, limit: float) -> tuple[Figures, str]:
        tried.append(size)
        return figures(1.0), "stopped after 9 s while loading" if size > SIZE else ""

    tried = list[int]()
    monkeypatch.setattr(runs, "measure", measure)
    monkeypatch.setattr(runs, "count_syncs", lambda *_: None)
    sizes = (SIZE, 10 * SIZE, 100 * SIZE)
    results = runs.compare(Plan(("seasoned",), sizes, 2, 9.0), tmp_path, lambda line: None)
    assert tried == [SIZE, SIZE, 10 * SIZE]
    assert results.cells["seasoned", sizes[2]].note == "not tried: too slow at 10,000"


def test_an_interrupted_run_shows_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure(name: str, python: str, size: int, limit: float) -> tuple[Figures, str]:
        if size > SIZE:
            raise KeyboardInterrupt
        return figures(1.0), ""

    monkeypatch.setattr(runs, "measure", measure)
    monkeypatch.setattr(runs, "count_syncs", lambda *_: None)
    plan = Plan(("seasoned",), (SIZE, 10 * SIZE), 1, 9.0)
    results = runs.compare(plan, tmp_path, lambda line: None)
    assert results.cells["seasoned", SIZE].median("single p50") == 1.0
    assert len(list(report.tables(results))) == 4


def test_a_line_that_was_cut_off_is_left_out() -> None:
    assert runs.collect(['{"a": 1}', "warning: hello", '{"a": 2, "b": 3}', '{"c": 4']) == {
        "a": 2,
        "b": 3,
    }


def test_syncs_are_counted_between_the_marks() -> None:
    calls = ["7 fsync(3) = 0", "7 kill(7, 0) = 0"]
    calls += ["7 fdatasync(4) = 0", "8 fsync(5 <unfinished ...>", "8 <... fsync resumed>) = 0"]
    calls += ["7 kill(7, 0) = 0", "7 fsync(3) = 0"]
    assert runs.syncs_between_marks("\n".join(calls), {"counted": 2}) == 1.0
    assert runs.syncs_between_marks("\n".join(calls[:3]), {"counted": 2}) is None


def test_ratios_are_taken_within_rounds(results: Results) -> None:
    assert report.aims(results) == [
        "1,000: one durable record: 3.0 × the fastest durable peer (LangGraph SqliteStore), "
        "22.5 × chromadb",
        "1,000: tenant recall: 0.50 × the fastest peer (LangGraph SqliteStore)",
    ]


def test_rates_are_not_compared_across_two_paces_of_the_disk() -> None:
    one = Cell([{"of the disk": 0.2, "disk /s": 4_000.0}, {"of the disk": 0.6, "disk /s": 250.0}])
    two = Cell([{"of the disk": 0.1, "disk /s": 5_000.0}, {"of the disk": 0.1, "disk /s": 4_000.0}])
    assert one.times(two, "of the disk") == 2.0


def test_losses_are_told(results: Results) -> None:
    assert report.losses(results) == [
        "1,000: one durable record: mimir-learn does 2.0 × as well, without a sync",
        "1,000: recall in one of fifty tenants: LangGraph SqliteStore does 2.0 × as well",
    ]


def test_tables_show_what_there_is(results: Results) -> None:
    writing, reading, skipped = report.tables(results)
    rows = {row[0].split()[0]: row for row in writing.rows}
    assert list(rows) == ["seasoned", "chromadb", "LangGraph", "mimir-learn"]
    assert rows["chromadb"][1:4] == ["8.00", "60 / 120", "0.01"]
    assert rows["LangGraph"][1] == "yes, as documented"
    assert rows["mimir-learn"][1] == "none"
    assert rows["mimir-learn"][-1] == "stopped after 9 s while loading"
    assert all(len(row) == len(writing.columns) for row in writing.rows)
    assert all(len(row) == len(reading.columns) for row in reading.rows)
    assert skipped.rows == [["lancedb", "cannot be installed: no wheel"]]
    assert "| lancedb | cannot be installed: no wheel |" in report.markdown(skipped)


def test_results_can_be_kept_and_drawn(results: Results) -> None:
    kept = json.loads(json.dumps(report.as_json(results)))
    assert kept["versions"]["seasoned"]
    assert len(kept["runs"]) == len(results.cells)
    again = report.from_json(kept)
    assert list(report.tables(again)) == list(report.tables(results))
    assert report.losses(again) == report.losses(results)
    picture = parsed(svg(results))
    assert len(picture.getElementsByTagName("circle")) == 2 * len(results.cells)


def test_everyone_gets_the_same_work() -> None:
    one, other, embed = Workload(100, 50), Workload(100, 50), Embedding()
    records = [one.record(i) for i in range(100)]
    assert records == [other.record(i) for i in range(100)]
    assert len({record.tenant for record in records}) == 50
    vectors = np.stack([embed(record.task) for record in records])
    assert vectors.shape == (100, DIM)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0)
    for record in other.sample(20):
        nearest = records[int((vectors @ Embedding()(one.question(record))).argmax())]
        assert nearest == record

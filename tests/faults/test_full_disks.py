"""A disk that is full at any write: a verb is done whole or not at all, and says what to do.

A process that may not let a file grow beyond a size finds the disk full there. The size goes in
steps of half a page through all that a verb writes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from seasoned import Filter, Memory, StoreError
from seasoned.core.pruning import PrunePolicy
from seasoned.testing import HashEmbedder
from tests.faults.deeds import NOW, episode, later, live, names, opened
from tests.faults.dying import Say, room, told

HALF_PAGE = 2_060  # bytes; a page and its header in the journal are two of them
MOST = 60  # sizes that a verb is tried with
LEFT = range(0, 400, 40)  # KB of a small disk that is full but for these
FREE = 10**9  # bytes that are always enough
ROOT = Path(__file__).parents[2]

Act = Callable[[], object]


def verbs(memory: Memory) -> dict[str, Act]:
    """What may hit the end of the disk; whatever it needs is made here."""
    ids = [r.id for r in memory.episodes.record_many(map(episode, names("kept", 30)))]
    pruned = memory.admin.prune(PrunePolicy(filter=Filter(ids=ids[25:])), apply=True)
    attempt, asked = memory.begin("open", key="open"), memory.begin("kept-1 water")
    attempt.prompt()
    return {
        "record": lambda: memory.record(episode("new")),
        "record_many": lambda: memory.episodes.record_many(map(episode, names("new", 60))),
        "judge": lambda: memory.judge(ids[3], "success", by="ci"),
        "begin": lambda: memory.begin("one more"),
        "show": lambda: asked.recall,
        "step": lambda: attempt.step("act", result="x" * 20_000),
        "finish": lambda: attempt.finish("x" * 20_000, outcome="success", lesson="learned"),
        "expire": lambda: memory.admin.expire(timedelta(0)),
        "forget": lambda: memory.forget(*ids[:20]),
        "prune": lambda: memory.admin.prune(PrunePolicy(keep=5), apply=True),
        "restore": lambda: memory.admin.restore(pruned.batch),
        "reembed": lambda: memory.admin.reembed(HashEmbedder(24)),
        "repair": memory.admin.repair,
    }


VERBS = (
    *("record", "record_many", "judge", "begin", "show", "step", "finish", "expire"),
    *("forget", "prune", "restore", "reembed", "repair"),
)
BIT_BY_BIT = ("expire", "reembed")  # an attempt, or a batch, to a transaction


def state(memory: Memory) -> object:
    """All that can be read of a memory."""
    page = memory.episodes.page(limit=1_000).episodes
    found = memory.recall("kept-1 water the plants", k=50, balance=False)
    attempt = memory.begin("open", key="open").record
    shown = sorted(r.episode.id for r in found.results)
    return page, shown, attempt, replace(memory.admin.stats(), bytes=0), memory.admin.pruned()


def tried(act: Act, path: Path) -> bool:
    """Whether it was done; if not, a text that names the file and a remedy says why not."""
    try:
        act()
    except StoreError as error:
        said = str(error)
    else:
        return True
    assert str(path) in said and "; " in said
    assert "disk is full" in said or "disk I/O" in said
    return False


def steps(low: int, high: int) -> list[int]:
    """Sizes from one to the other, at most so many, the last one with room for all."""
    step = max(HALF_PAGE, (high - low) // MOST)
    return [*range(low, high, step), FREE]


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


@pytest.mark.slow
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_is_done_whole_or_not_at_all(tmp_path: Path, verb: str) -> None:
    def measure(say: Say) -> None:
        path = tmp_path / "measured.db"
        with opened(path) as memory:
            act, before = verbs(memory)[verb], size(Path(f"{path}-wal"))
            act()
            say(before, size(Path(f"{path}-wal")))

    def work(say: Say) -> None:
        path = tmp_path / "m.db"
        with opened(path) as memory:
            act, before = verbs(memory)[verb], state(memory)
            for limit in steps(low, high):
                with room(limit):
                    done = tried(act, path)
                    assert done or verb in BIT_BY_BIT or state(memory) == before
                say(done)
                if done:
                    break
            assert verb in ("repair", "reembed", "show") or state(memory) != before
            memory.record(episode("after"))
            assert memory.admin.check() == []
        with Memory.open(path, embedder=False) as memory:
            assert memory.admin.check() == []
            assert memory.recall("after water the plants", k=1).results

    ((low, high),) = told(measure)
    outcomes = [done for (done,) in told(work)]
    assert outcomes[-1] is True
    assert outcomes.count(False) == len(outcomes) - 1 >= (high - low) // HALF_PAGE // 8


@pytest.mark.slow
@pytest.mark.parametrize("each", [True, False], ids=["after each write", "when closed"])
def test_what_cannot_be_moved_out_of_the_journal_stays_in_it(tmp_path: Path, each: bool) -> None:
    def fill(path: Path, limit: int) -> int:
        """Write as much as there is room for; the size of the journal before it is emptied."""
        if each:  # the journal of the rest is smaller than the file then
            with opened(path) as memory:
                memory.episodes.record_many(map(episode, names("kept", 20)))
        with opened(path) as memory:
            memory.episodes.record_many(map(episode, [] if each else names("kept", 20)))
            if each:
                here: Any = memory._parts.store
                here._connections._here().execute("PRAGMA wal_autocheckpoint = 1")
            with room(limit):
                if each:
                    memory.record(episode("new-0"))
                    memory.record(episode("new-1"))
                journal = size(path.with_name(f"{path.name}-wal"))
                memory.close()
        return journal

    def attempted(path: Path, limit: int, say: Say) -> None:
        say(fill(path, limit))

    path = tmp_path / "measured.db"
    ((journal,),) = told(partial(attempted, path, FREE))
    # Room for both writes in the journal, which grows where it cannot be emptied after the first.
    low = 2 * journal if each else 4_096
    limits = steps(low, size(path))[:: 1 if each else 3]
    assert len(limits) > 10
    for limit in limits:
        path = tmp_path / f"{limit}.db"
        told(partial(attempted, path, limit))
        with opened(path) as memory:
            new = names("new", 2) if each else []
            assert set(live(memory)) == {*names("kept", 20), *new}
            assert memory.admin.check() == []


@pytest.mark.slow
def test_a_backup_that_has_no_room_leaves_nothing_behind(tmp_path: Path) -> None:
    path, target = tmp_path / "m.db", tmp_path / "copies" / "copy.db"
    target.parent.mkdir()

    def work(say: Say) -> None:
        with opened(path) as memory:
            memory.episodes.record_many(map(episode, names("kept", 40)))
        for limit in steps(0, size(path)):
            with opened(path) as memory, room(max(limit, 40_000)):
                done = tried(lambda: memory.admin.backup(target), target)
            assert done or not os.listdir(target.parent)
            say(done)

    outcomes = [done for (done,) in told(work)]
    assert outcomes.count(True) == 1 and outcomes[-1]
    with opened(target) as memory:
        assert set(live(memory)) == set(names("kept", 40)) and memory.admin.check() == []


@pytest.mark.slow
def test_a_file_that_could_not_be_made_can_be_made_later(tmp_path: Path) -> None:
    path = tmp_path / "m.db"

    def work(say: Say) -> None:
        for limit in steps(0, 400_000):
            with room(limit):
                done = tried(lambda: opened(path).close(), path)
            say(done)
            if done:
                break

    outcomes = [done for (done,) in told(work)]
    assert outcomes.count(False) > 20 and outcomes[-1]
    with opened(path) as memory:
        assert memory.episodes.count() == 0 and memory.admin.check() == []


@pytest.mark.slow
def test_a_file_that_could_not_be_upgraded_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with opened(path) as memory:
        memory.episodes.record_many(map(episode, names("kept", 40)))
    outcomes = list[bool]()
    for limit in steps(0, size(path) + 300_000):

        def work(say: Say, limit: int = limit) -> None:
            with pytest.MonkeyPatch.context() as patch, room(limit):
                later(patch)
                say(tried(lambda: opened(path).close(), path))

        ((done,),) = told(work)
        outcomes.append(done)
        if done:
            break
        if not path.with_name(f"m.db.v{NOW}.backup").exists():  # nothing was changed yet
            with opened(path) as memory:
                assert set(live(memory)) == set(names("kept", 40))
    assert outcomes.count(False) > 20 and outcomes[-1]
    with pytest.MonkeyPatch.context() as patch:
        later(patch)
        with opened(path) as memory:
            assert set(live(memory)) == set(names("kept", 40)) and memory.admin.check() == []


@pytest.mark.slow
def test_a_small_disk_that_is_really_full(tmp_path: Path) -> None:
    """A file system in memory, in a name space of its own, gone with the process that made it."""
    as_root = ["unshare", "--mount"] if os.getuid() == 0 else ["unshare", "--mount", "-r"]
    try:
        subprocess.run([*as_root, "mount", "-t", "tmpfs", "none", str(tmp_path)], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"this machine lets nobody make a small disk: {error}")
    command = [*as_root, sys.executable, "-m", "tests.faults.small_disk", str(tmp_path)]
    said = subprocess.run(
        [*command, *map(str, LEFT)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr
    assert said.stdout.count("refused") > 10 and said.stdout.count("done") > 10

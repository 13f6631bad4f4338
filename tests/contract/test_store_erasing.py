"""Erasing as every store must do it: its files are named, and hold nothing that was removed."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from seasoned import Episode, Feedback, Filter, Step, Task
from seasoned.core.filters import EVERYTHING
from seasoned.ports import Scope, Store
from tests.contract.stores import HERE, Filler, sound

THERE = Scope("there", "ann")


def telling(name: str) -> Episode:
    """An episode that says its name in many fields."""
    return Episode(
        Task(f"{name}task", context={"c": f"{name}context"}),
        steps=(Step("act", f"{name}step"),),
        solution=f"{name}solution " * 2_000,
        feedback=Feedback(reward=0.5, message=f"{name}message"),
        lessons=(f"{name}lesson",),
        tags=(f"{name}tag",),
        strategy=f"{name}strategy",
        key=f"{name}key",
    )


def on_disk(store: Store) -> bytes:
    return b"".join(b"".join(file.blocks()) for file in store.maintenance.files())


def test_what_is_removed_is_in_no_file_after_scrubbing(store: Store, filler: Filler) -> None:
    (gone, kept) = filler.with_vectors().add(telling("zebra"), telling("camel"))
    if store.maintenance.files():
        assert b"zebratask" in on_disk(store)
    store.episodes.delete(HERE, Filter(ids=gone.id))
    assert store.maintenance.scrub() == ""
    assert b"zebra" not in on_disk(store) and gone.id.encode() not in on_disk(store)
    assert set(store.episodes.get(HERE, [gone.id, kept.id])) == {kept.id}
    assert sound(store)


def test_writing_anew_changes_nothing_that_is_kept(store: Store, filler: Filler) -> None:
    filler = filler.with_vectors()
    filler.add(telling("zebra"), telling("camel"))
    filler.add(telling("zebra"), scope=THERE)
    before = {s: store.episodes.page(s, EVERYTHING, 9, None).episodes for s in (HERE, THERE)}
    store.episodes.delete(THERE, EVERYTHING)
    filler.add(telling("mouse"), scope=THERE)
    assert store.maintenance.scrub(thorough=True) == ""
    assert store.episodes.page(HERE, EVERYTHING, 9, None).episodes == before[HERE]
    assert store.episodes.count(THERE, EVERYTHING) == 1
    assert len(store.search.follow("here", "episode", None, None).puts) == 2
    assert sound(store)


def test_all_that_is_kept_is_told_with_whose_it_is(store: Store, filler: Filler) -> None:
    here, there = filler.add(telling("zebra")), filler.add(telling("camel"), scope=THERE)
    told = defaultdict[str, bytes](bytes)
    store.maintenance.scan(lambda name, data: told.__setitem__(name, told[name] + data))
    for name, (receipt,) in (("zebra", here), ("camel", there)):
        said = told[f"episode {receipt.id}"]
        parts = ("task", "context", "step", "solution", "message", "lesson", "tag", "strategy")
        assert [p for p in (*parts, "key") if f"{name}{p}".encode() not in said] == []


def test_a_backup_is_named_among_the_files(store: Store, filler: Filler, tmp_path: Path) -> None:
    filler.add(telling("zebra"))
    copy = str(tmp_path / ("copy.jsonl" if store.url.endswith(".jsonl") else "copy.db"))
    store.maintenance.backup(copy)
    backups = [file for file in store.maintenance.files() if file.part == "backup"]
    if store.maintenance.files():
        assert [file.path for file in backups] == [copy]
        assert backups[0].made is not None
        assert b"zebratask" in b"".join(backups[0].blocks())


def test_who_followed_a_namespace_that_was_emptied_starts_afresh(
    store: Store, filler: Filler
) -> None:
    filler.add(*map(telling, ("zebra", "camel")))
    followed = store.search.follow("here", "episode", None, None).seq
    store.episodes.delete(HERE, EVERYTHING)
    for text in ("mouse", "horse", "sheep", "snail", "whale"):
        filler.add(telling(text))
    feed = store.search.follow("here", "episode", followed, None)
    gone = feed.complete or len(feed.deletes) == 2
    assert gone and len(feed.puts) == 5

"""What every store promises about giving and taking all that it keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned import Episode, Feedback, InvalidInput, Outcome, StoreError, Task
from seasoned.core.filters import EVERYTHING
from seasoned.core.portable import KeptVector, Loaded
from seasoned.core.pruning import PrunePolicy
from seasoned.core.records import Verdict
from seasoned.memories.transfer import Loader
from seasoned.ports import Model, Scope, Store
from seasoned.testing import HashEmbedder, ManualClock
from tests.contract.histories import HISTORIES, SCOPES, Life, dump, kinds, load, memory_over
from tests.contract.stores import HERE, NOW, STORES, Filler, fresh, good, sound

ANN, BOB, THERE = Scope("here", "ann"), Scope("here", "bob"), Scope("there")
Act = tuple[str, Scope, str, int]


@settings(max_examples=25, deadline=None)
@given(HISTORIES, st.sampled_from(list(STORES)), st.sampled_from(list(STORES)), st.booleans())
def test_a_store_comes_back_byte_for_byte(
    history: list[Act], kind: str, other: str, hybrid: bool
) -> None:
    with fresh(kind) as first, fresh(other) as second, fresh(kind) as third:
        Life(first, HashEmbedder(16) if hybrid else None).live(history)
        lines = dump(first)
        assert load(second, lines, batch=2).refused == 0
        assert dump(second) == lines
        load(third, dump(second))
        assert dump(third) == lines
        for scope in SCOPES:
            assert seen(second, scope) == seen(first, scope)
            assert dump(second, scope) == dump(first, scope)
        assert findings(second) == findings(first)
        again = load(second, lines)
        assert (again.added, again.refused, dump(second)) == ({}, 0, lines)


def test_what_others_have_in_the_namespace_is_counted(store: Store) -> None:
    for scope in (HERE, ANN, ANN, BOB, Scope("there", "ann")):
        memory_over(store, scope).record(good("x"))
    assert [store.transfer.unseen(scope) for scope in (HERE, ANN, BOB)] == [3, 1, 2]
    assert [store.transfer.unseen(scope) for scope in (THERE, Scope("nowhere"))] == [1, 0]


def seen(store: Store, scope: Scope) -> list[object]:
    """What a scope's user finds in a store."""
    memory = memory_over(store, scope)
    return [
        replace(memory.admin.stats(), bytes=0),
        memory.episodes.page(limit=100).episodes,
        store.attempts.page(scope, None, 100),
        memory.admin.pruned(),
        [replace(memory.recall(text), id="") for text in ("fix the login", "東京")],
    ]


def findings(store: Store) -> list[str]:
    """What the check finds, without names: missing vectors stay missing."""
    return [finding.text.split(",")[0] for finding in memory_over(store, HERE).admin.check()]


def test_every_kind_is_given(store: Store) -> None:
    fill(store)
    assert set(kinds(store)) == {
        *("model", "episode", "verdict", "vector", "lesson", "attempt", "recall", "copy"),
        *("exposure", "decision"),
    }


def fill(store: Store) -> None:
    """Something of each kind, some of it shared and some of others."""
    acts = ("record", "judge", "finish", "open", "recalled", "mined", "banned")
    history = [(act, scope, "fix the login", 1) for scope in SCOPES for act in acts]
    history += [("prune", scope, "", 2) for scope in SCOPES[:4]]
    Life(store, HashEmbedder(16)).live(history)


def test_a_scope_gives_what_it_sees(store: Store) -> None:
    fill(store)
    given = list(store.transfer.dump(ANN))
    ids = [record.id for record in given if isinstance(record, Episode)]
    assert set(ids) == {e.id for e in memory_over(store, ANN).episodes.page(limit=99).episodes}
    said = b"".join(dump(store, ANN))
    assert b'"user":"ann"' in said
    assert b'"user":"bob"' not in said
    assert b'"user"' not in b"".join(dump(store, HERE))
    everyone = b"".join(dump(store, HERE, everyone=True))
    assert b'"user":"ann"' in everyone
    assert b'"user":"bob"' in everyone
    assert "été*".encode() not in everyone
    assert "été*".encode() in b"".join(dump(store))


def test_a_namespace_that_holds_nothing_gives_nothing(store: Store) -> None:
    assert [msgspec.json.decode(line)["kind"] for line in dump(store, HERE)] == ["seasoned", "end"]


def test_lines_begin_with_their_kind_and_say_it_in_order(store: Store) -> None:
    fill(store)
    lines = dump(store, HERE)
    assert lines[0] == b'{"kind":"seasoned","schema":1,"format":"export","namespace":"here"}\n'
    assert all(line.startswith(b'{"kind":"') and line.endswith(b"}\n") for line in lines)
    assert lines[-1] == b'{"kind":"end","schema":1,"lines":%d}\n' % (len(lines) - 1)


def test_a_namespace_goes_into_another_one(store: Store) -> None:
    fill(store)
    of_here, there = dump(store, HERE, everyone=True), Scope("elsewhere")
    assert load(store, of_here, there).refused == 0
    moved = dump(store, there, everyone=True)
    assert len(moved) == len(of_here)
    assert b'"here"' not in b"".join(moved)
    assert dump(store, HERE, everyone=True) == of_here
    back = [line.replace(b'"elsewhere"', b'"here"') for line in moved]
    assert back == of_here


def test_several_namespaces_do_not_go_into_one(store: Store) -> None:
    fill(store)
    with fresh("memory") as target, pytest.raises(InvalidInput, match="several namespaces"):
        load(target, dump(store), HERE)


def test_a_user_takes_no_records_of_others(store: Store) -> None:
    fill(store)
    with fresh("memory") as target:
        with pytest.raises(InvalidInput, match=r"line \d+: .*user 'bob'"):
            load(target, dump(store, HERE, everyone=True), ANN)
        load(target, dump(store, ANN), ANN)
        assert dump(target, ANN) == dump(store, ANN)


def test_what_stands_for_something_else_is_told_and_stays(store: Store) -> None:
    with fresh("memory") as source:
        Filler(source).add(replace(good("one"), id="a"), replace(good("two"), id="b"))
        Filler(source).add(replace(good("three"), id="c", key="k"))
        source.episodes.judge(HERE, Verdict("a", Outcome.FAILURE, at=NOW, id="v"))
        lines = dump(source)
    Filler(store).add(replace(good("other"), id="a"), replace(good("other"), id="x", key="k"))
    loaded = load(store, lines)
    assert loaded.added == {"episode": 1}
    assert loaded.refused == 3
    assert [said.split(":")[0] for said in loaded.conflicts] == ["line 2", "line 3", "line 5"]
    assert "already stands for another episode" in loaded.conflicts[0]
    assert "'a' that it belongs to was not kept" in loaded.conflicts[1]
    assert [e.verdicts for e in store.episodes.get(HERE, ["a"]).values()] == [()]
    assert sound(store)


def test_a_verdict_that_says_something_else_is_told(store: Store) -> None:
    Filler(store).add(replace(good("one"), id="a"))
    store.episodes.judge(HERE, Verdict("a", Outcome.FAILURE, at=NOW, id="v"))
    lines = [line.replace(b'"failure"', b'"partial"') for line in dump(store)]
    assert "the verdict 'v'" in load(store, lines).conflicts[0]


def test_what_is_known_by_its_key_takes_the_new_verdicts(store: Store) -> None:
    with fresh("memory") as source:
        Filler(source).add(replace(good("one"), id="theirs", key="k"))
        source.episodes.judge(HERE, Verdict("theirs", Outcome.FAILURE, at=NOW, id="v"))
        lines = dump(source)
    Filler(store).add(replace(good("one"), id="mine", key="k"))
    assert load(store, lines) == Loaded({"verdict": 1}, {"episode": 1})
    (kept,) = store.episodes.get(HERE, ["mine"])
    assert store.episodes.get(HERE, [kept])[kept].effective_outcome is Outcome.FAILURE
    assert load(store, lines) == Loaded({}, {"episode": 1, "verdict": 1})


def test_an_attempt_that_went_on_here_is_told_and_stays(store: Store) -> None:
    memory = memory_over(store, HERE)
    attempt = memory.begin("task")
    lines = dump(store)
    attempt.finish("done")
    assert "the attempt" in load(store, lines).conflicts[0]
    assert attempt.state == "finished"


def test_a_key_of_another_attempt_is_told(store: Store) -> None:
    with fresh("memory") as source:
        memory_over(source, HERE).begin("task", key="k")
        lines = dump(source)
    mine = memory_over(store, HERE).begin("task", key="k")
    assert "the key 'k'" in load(store, lines).conflicts[0]
    assert [a.id for a in store.attempts.page(HERE, None, 9)] == [mine.id]


def test_a_copy_of_what_lives_here_is_told(store: Store) -> None:
    memory = memory_over(store, HERE)
    memory.record(good("one"))
    batch = memory.admin.prune(PrunePolicy(keep=0), apply=True).batch
    lines = dump(store)
    memory.admin.restore(batch)
    assert "lives here" in load(store, lines).conflicts[0]
    assert memory.admin.pruned() == []


def test_a_copy_goes_beside_another_episode_that_got_its_id(store: Store) -> None:
    memory = memory_over(store, HERE)
    memory.record(replace(good("one"), id="a"))
    memory.admin.prune(PrunePolicy(keep=0), apply=True)
    memory.record(replace(good("two"), id="a"))
    lines = dump(store)
    with fresh("memory") as target:
        assert load(target, lines).refused == 0
        assert dump(target) == lines


def test_a_copy_can_be_restored_where_it_went(store: Store) -> None:
    memory = memory_over(store, ANN, HashEmbedder(16))
    id = memory.record(good("one")).id
    memory.judge(id, "failure")
    episode, batch = memory.get(id), memory.admin.prune(PrunePolicy(keep=0), apply=True).batch
    with fresh("memory") as target:
        load(target, dump(store))
        there = memory_over(target, ANN, HashEmbedder(16))
        assert there.admin.restore(batch).ids == (id,)
        assert there.get(id) == episode
        assert sound(target)


def test_an_open_attempt_goes_on_where_it_went(store: Store) -> None:
    memory = memory_over(store, HERE)
    memory.record(good("task"))
    begun = memory.begin("task", key="k")
    begun.step("act", "one")
    text = begun.prompt()
    with fresh("memory") as target:
        load(target, dump(store))
        attempt = memory_over(target, HERE).resume(begun.id)
        assert (attempt.record, attempt.prompt()) == (begun.record, text)
        attempt.step("act", "two")
        receipt = attempt.finish("done", outcome="success")
        assert len(target.episodes.get(HERE, [receipt.id])[receipt.id].steps) == 2


def test_without_vectors_the_episodes_wait_for_them(store: Store) -> None:
    memory_over(store, HERE, HashEmbedder(16)).record(good("one"))
    with fresh("memory") as target:
        load(target, dump(store, vectors=False))
        assert memory_over(target, HERE).admin.stats().pending == 1
        assert memory_over(target, HERE, HashEmbedder(16)).admin.heal() == 1
        assert dump(target) == dump(store)


def test_vectors_of_another_model_are_left_out(store: Store) -> None:
    memory_over(store, HERE, HashEmbedder(16)).record(good("one"))
    with fresh("memory") as target:
        target.search.adopt(Model("other", 8))
        loaded = load(target, dump(store))
        assert (loaded.added, loaded.known, loaded.refused) == ({"episode": 1}, {"vector": 1}, 1)
        assert "vectors of 'other'" in loaded.conflicts[0]
        assert memory_over(target, HERE).admin.stats().pending == 1


def test_a_missing_vector_is_added_to_what_is_here_and_searched(store: Store) -> None:
    memory = memory_over(store, HERE, HashEmbedder(16))
    memory.record(good("one"))
    lines = dump(store)
    memory.recall("one")
    (num,) = store.search.select(HERE, "episode", EVERYTHING)
    store.maintenance.drop_vectors([int(num)])
    assert load(store, lines).added == {"vector": 1}
    assert memory.admin.check() == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda v: v[:-2], "bytes"),
        (lambda v: b"\x00\x7e" + v[2:], "not finite"),
    ],
)
def test_a_vector_that_is_none_is_refused(
    store: Store, change: Callable[[bytes], bytes], said: str
) -> None:
    memory_over(store, HERE, HashEmbedder(16)).record(good("one"))
    _, episode, vector = store.transfer.dump(None)
    assert isinstance(episode, Episode)
    assert isinstance(vector, KeptVector)
    bad = replace(vector, data=change(vector.data))
    with fresh("memory") as target:
        target.search.adopt(Model(HashEmbedder(16).model, 16))
        with pytest.raises(InvalidInput, match=said):
            target.transfer.load([*Filler(target).writes([episode]), bad])
        assert list(kinds(target)) == ["model"]


def test_a_dump_is_of_one_moment_whatever_is_written_meanwhile(store: Store) -> None:
    filler = Filler(store)
    ids = filler.add_texts(*(f"number {i}" for i in range(600)))
    before = dump(store)
    records = store.transfer.dump(None)
    found = [next(records) for _ in range(3)]
    filler.add_texts("later")
    store.episodes.delete(HERE, replace(EVERYTHING, ids=tuple(ids[-9:])))
    found += records
    assert len(found) == 600
    assert len(before) == 602
    assert store.episodes.count(HERE, EVERYTHING) == 592


def test_a_dump_ends_with_its_store(tmp_path_factory: pytest.TempPathFactory) -> None:
    for kind, make in STORES.items():
        store = make(tmp_path_factory.mktemp(kind))
        Filler(store).add_texts("a", "b")
        records = store.transfer.dump(None)
        next(records)
        store.close()
        with pytest.raises(StoreError, match="closed"):
            list(records)
        with pytest.raises(StoreError, match="closed"):
            next(store.transfer.dump(None))


def test_a_dump_that_is_left_holds_nobody_up(store: Store) -> None:
    Filler(store).add_texts("a", "b")
    records = store.transfer.dump(None)
    next(records)
    Filler(store).add_texts("c")
    del records
    assert store.episodes.count(HERE, EVERYTHING) == 3


@pytest.fixture
def lines(store: Store) -> list[bytes]:
    Filler(store).add(*(replace(good(f"text {i}"), id=f"e{i}") for i in range(9)))
    return dump(store)


def test_a_batch_is_kept_whole_or_not_at_all(store: Store, lines: list[bytes]) -> None:
    bad = [*lines[:6], lines[6].replace(b'"success"', b'"splendid"'), *lines[7:]]
    with fresh("memory") as target:
        with pytest.raises(InvalidInput, match=r"line 7: .*splendid.*lines up to 4 were kept"):
            load(target, bad, batch=3)
        assert target.episodes.count(HERE, EVERYTHING) == 3
        assert load(target, lines, batch=3).known == {"episode": 3}
        assert dump(target) == lines


def test_no_more_is_read_than_a_batch(store: Store, lines: list[bytes]) -> None:
    read = 0

    def counted() -> Iterator[bytes]:
        nonlocal read
        for line in lines:
            read += 1
            yield line

    ahead = []
    with fresh("memory") as target:
        writer = memory_over(target, HERE)._parts.writer
        loader = Loader(target, writer, None, batch=2)
        loader.load(counted(), lambda n: ahead.append(read - n))
    assert max(ahead) <= 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda v: v[:-1], "line 10 without its last line.*cut off"),
        (lambda v: [*v[:-3], v[-1]], "says that 10 lines stand before it, and there are 8"),
        (lambda v: [*v, v[1]], "after the last one, which is line 11"),
        (lambda v: v[1:], "no export of seasoned"),
        (lambda v: [], "no export of seasoned"),
        (lambda v: [v[0], v[1][:40], *v[2:]], "line 2: the line is damaged"),
        (lambda v: [v[0], b"\xff\xfe\n", *v[2:]], "line 2"),
        (lambda v: [v[0], v[1].replace(b'"episode"', b'"fable"'), *v[2:]], "'fable'; upgrade"),
        (lambda v: [v[0], v[1].replace(b'"schema":1', b'"schema":2'), *v[2:]], "schema 2 of kind"),
        (lambda v: [v[0].replace(b"export", b"store"), *v[1:]], "format 'store'"),
        (lambda v: [v[0], v[1].replace(b'"e0"', b'""'), *v[2:]], "line 2: id is empty"),
        (lambda v: [v[0].replace(b"null", b'"x"'), *v[1:]], None),
    ],
)
def test_what_is_no_whole_export_is_told(
    lines: list[bytes], change: Callable[[list[bytes]], list[bytes]], said: str | None
) -> None:
    with fresh("memory") as target:
        if said is None:
            load(target, change(lines))
            return
        with pytest.raises(InvalidInput, match=said):
            load(target, change(lines))


def test_a_record_of_another_namespace_than_the_file_says_is_refused(lines: list[bytes]) -> None:
    said = lines[0].replace(b'"export"', b'"export","namespace":"x"')
    with fresh("memory") as target, pytest.raises(InvalidInput, match=r"line 2: .*first line says"):
        load(target, [said, *lines[1:]])


def test_what_is_loaded_passes_the_redact_hook(store: Store) -> None:
    memory = memory_over(store, HERE, HashEmbedder(16))
    one = replace(good("the secret one"), lessons=("secret",), strategy="a secret way")
    id = memory.record(one).id
    memory.record(replace(good("the secret two"), strategy="a secret way"))
    memory.judge(id, "failure", feedback=Feedback(message="secret"))
    attempt = memory.begin("secret", strategy="secret")
    attempt.step("act", "secret")
    attempt.prompt()
    memory.record(good("secret three"))
    memory.admin.prune(PrunePolicy(keep=1), apply=True)
    lines = dump(store)
    with fresh("memory") as target:
        clean = memory_over(
            target, HERE, HashEmbedder(16), redact=lambda text: text.replace("secret", "[-]")
        )
        writer = clean._parts.writer
        Loader(target, writer, HERE).load(one_namespace(lines))
        said = b"".join(dump(target))
        assert b"[-]" in said
        assert b"secret" not in said
        assert clean.admin.heal() > 0
        assert sound(target)


def one_namespace(lines: Sequence[bytes]) -> list[bytes]:
    return [lines[0].replace(b'"export"', b'"export","namespace":"here"'), *lines[1:]]


def test_terms_are_derived_anew(store: Store) -> None:
    """Nothing that a file says is searched by, but what its texts say."""
    lines = one_namespace(dump_of("the login page"))
    load(store, [line.replace(b"login", b"harbour") for line in lines], HERE)
    memory = memory_over(store, HERE)
    assert [r.episode.task.description for r in memory.recall("harbour").results] == [
        "the harbour page"
    ]
    assert memory.recall("login").results == ()
    assert memory.admin.check() == []


def dump_of(*texts: str) -> list[bytes]:
    with fresh("memory") as source:
        Filler(source).add_texts(*texts)
        return dump(source)


def test_expired_attempts_and_their_episodes_move(store: Store) -> None:
    clock = ManualClock(NOW)
    memory = memory_over(store, HERE, clock=clock)
    memory.begin("slow")
    clock.advance(days=2)
    memory.admin.expire(timedelta(days=1))
    with fresh("memory") as target:
        load(target, dump(store))
        assert memory_over(target, HERE).admin.stats().attempts == {"abandoned": 1}


def test_a_bare_file_of_episodes_is_told_how_to_be_imported(store: Store) -> None:
    with pytest.raises(InvalidInput, match="seasoned import"):
        load(store, [b'{"task": "Fix it", "outcome": "success"}\n'])


def test_texts_survive_in_any_script(store: Store) -> None:
    Filler(store).add(Episode(Task("東京 \u2028 \u0085 naïve \ufeff"), outcome=Outcome.SUCCESS))
    with fresh("memory") as target:
        load(target, dump(store))
        assert dump(target) == dump(store)
        assert all(line.count(b"\n") == 1 for line in dump(store))

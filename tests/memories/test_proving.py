"""What a proof seeks, seen by what it finds in a backup that was made before."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from seasoned import Episode, Memory, Options, Outcome, Task
from seasoned.core.proof import Proof
from seasoned.embedders.function import FunctionEmbedder
from seasoned.testing import HashEmbedder, ManualClock

BEGUN = "first by the narrow stairs of the tower"
DONE = "then by the wide road along the river"


def proof_with_backup(folder: Path) -> tuple[Proof, bytes]:
    with Memory.open(str(folder / "m.db"), embedder=HashEmbedder()) as memory:
        attempt = memory.begin(Task("carry the piano upstairs"), strategy=BEGUN)
        attempt.prompt()
        receipt = attempt.finish("carried", outcome=Outcome.SUCCESS, strategy=DONE)
        memory.admin.backup(str(folder / "before.db"))
        proof = memory.forget(receipt.id, prove=True).proof
    assert proof is not None and not proof.complete
    return proof, (folder / "before.db").read_bytes()


def test_what_an_attempt_says_beside_its_episode_is_sought(tmp_path: Path) -> None:
    proof, data = proof_with_backup(tmp_path)
    found = {data[place.offset :][:16].decode(errors="replace") for place in proof.remnants}
    for text in (BEGUN, DONE):
        assert {text[:16], text[16:32], text[-16:]} <= found


def test_what_a_store_derives_is_sought(tmp_path: Path) -> None:
    proof, _ = proof_with_backup(tmp_path)
    assert {"digest", "word", "words", "vector"} <= {place.field for place in proof.remnants}


def numbers(text: str, *, turned: bool) -> list[float]:
    """Thirty-two that differ, so that a piece of them tells something."""
    return [(-1.0 if turned else 1.0) / (1 + n + len(text)) for n in range(32)]


def test_the_vectors_of_both_models_are_sought_while_one_is_replaced(tmp_path: Path) -> None:
    old = FunctionEmbedder(partial(numbers, turned=False), model="old", floor=0.3)
    new = FunctionEmbedder(partial(numbers, turned=True), model="new", floor=0.3)
    sought: list[int] = []
    with Memory.open(str(tmp_path / "m.db"), embedder=old) as memory:
        ids = [memory.record(Episode(Task(f"task {'x' * n}"))).id for n in range(80)]

        def forget_one(*_: object) -> None:
            proof = memory.forget(ids[len(sought)], prove=True).proof
            assert proof is not None and proof.complete
            sought.append(proof.fields["vector"])

        forget_one()
        memory.admin.reembed(new, progress=forget_one)
    assert sought == [2, 2, 4]  # before, when it has begun, and with the first batch there


class Busy(ManualClock):
    """A clock at whose next look something else happens."""

    then: Callable[[], object] | None = None

    def now(self) -> datetime:
        act, self.then = self.then, None
        if act is not None:
            act()
        return super().now()


def test_what_is_recorded_meanwhile_stays(tmp_path: Path) -> None:
    """It was not read, so nobody would seek it."""
    clock = Busy()
    with Memory.open(
        str(tmp_path / "m.db"), embedder=False, options=Options(clock=clock)
    ) as memory:
        memory.record(Episode(Task("an old one")))
        clock.then = lambda: memory.record(Episode(Task("one that comes meanwhile")))
        removed = memory.forget(everything=True, prove=True)
        assert removed.episodes == 1 and removed.proof is not None and removed.proof.complete
        assert [e.task.description for e in memory.episodes.page().episodes] == [
            "one that comes meanwhile"
        ]

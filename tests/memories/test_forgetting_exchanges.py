"""What was learned from exchanges is forgotten with all it says, however little it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from seasoned import Memory
from seasoned.memories.updater import Updater
from seasoned.testing import HashEmbedder


@pytest.mark.parametrize("name", ["m.db", "m.jsonl"])
@pytest.mark.parametrize("others", [False, True])
def test_exchanges_and_what_was_learned_of_them_are_proved_gone(
    tmp_path: Path, name: str, others: bool
) -> None:
    with Memory.open(tmp_path / name, user="ann", embedder=HashEmbedder(16)) as memory:
        bob = memory.for_user("bob")
        for one in (memory, bob) if others else (memory,):
            updater = Updater(
                one.notes,
                one.facts,
                one._parts.store.knowledge.exchanges,
                one._parts.writer,
                one._scope,
            )
            for said in ("I live in Graz.", "I prefer tea.", "I moved to Linz.", "Nice day, no?"):
                updater.update(said, "Noted.", session="chat")
        removed = memory.forget(everything=True, prove=True)
        assert removed.exchanges == 4 and removed.proof is not None
        assert removed.proof.complete, removed.proof.remnants
        assert memory.admin.stats().facts == 0
        assert bob.admin.stats().facts == (bob.facts.count() if others else 0)
        assert memory.admin.check() == []

"""The benchmark of conversations: how turns become notes, and what counts as found."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.common import CachedEmbedder
from benchmarks.conversations import Arm, by_documents, by_notes, in_context, notes, run, turns
from seasoned.memories.documents import Cutting
from seasoned.testing import HashEmbedder

TALK: dict[str, Any] = {
    "speaker_a": "Ann",
    "session_1_date_time": "1:56 pm on 8 May, 2023",
    "session_1": [
        {"speaker": "Ann", "dia_id": "D1:1", "text": "Did you adopt the puppy?"},
        {"speaker": "Ben", "dia_id": "D1:2", "text": "Yes!", "blip_caption": "a brown dog"},
        {"speaker": "Ann", "dia_id": "D1:3", "text": "Lovely, what is its name?"},
    ],
    "session_2_date_time": "9:05 am on 9 June, 2023",
    "session_2": [
        {"speaker": "Ben", "dia_id": "D2:1", "text": "We hiked up the red mountain."},
        {"speaker": "Ann", "dia_id": "D2:2", "text": "How was the weather?"},
    ],
}
DATA = [
    {
        "conversation": TALK,
        "qa": [{"question": "Who hiked the red mountain?", "category": 4, "evidence": ["D2:1"]}],
    }
]


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> CachedEmbedder:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return CachedEmbedder(HashEmbedder(64))


def test_a_turn_carries_its_speaker_its_day_and_what_was_said_before_it_that_day() -> None:
    made = list(notes(turns(TALK), Arm(before=2)))
    assert made[1].text == "Ben (8 May, 2023): Yes! [shares a photo: a brown dog]"
    assert made[2].before == f"{made[0].text}\n{made[1].text}"
    assert made[3].before == ""  # another session
    assert [note.key for note in made] == ["D1:1", "D1:2", "D1:3", "D2:1", "D2:2"]
    assert made[1].at is not None and made[1].at.day == 8 and made[1].session == "session_1"
    assert next(notes(turns(TALK), Arm(0, stamped=False))).text == "Ann: Did you adopt the puppy?"


def test_each_way_finds_the_evidence(embedder: CachedEmbedder) -> None:
    for way in (
        lambda said: by_notes(said, Arm(), embedder),
        lambda said: by_documents(said, Cutting(), embedder),
        lambda said: in_context(said, Arm(), embedder),
    ):
        (result,) = run(DATA, way)
        assert result.category == 4 and result.conversation == 1
        assert {share for share, _ in result.found.values()} == {1.0}
        assert all(tokens > 0 for _, tokens in result.found.values())

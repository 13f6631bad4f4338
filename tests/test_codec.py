"""Records to JSON and back."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seasoned.codec import decode, encode, encode_episode, from_plain, to_plain
from seasoned.core.records import Episode, Feedback, Outcome, Step, Task, Verdict
from seasoned.errors import InvalidInput

NOW = datetime(2026, 5, 1, 12, 30, 15, 123456, tzinfo=UTC)

texts = st.text(st.characters(exclude_characters="\x00"), max_size=12)
units = st.floats(0, 1)
moments = st.datetimes(timezones=st.just(UTC)).map(lambda moment: moment.replace(fold=0))
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**80), 2**80)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
objects = st.dictionaries(
    texts,
    st.recursive(
        scalars, lambda x: st.lists(x, max_size=3) | st.dictionaries(texts, x, max_size=3)
    ),
    max_size=3,
)
tasks = st.builds(Task, texts, st.just("debugging"), units, objects)
steps = st.builds(
    Step,
    texts,
    texts,
    st.none() | texts,
    st.none() | texts,
    st.none() | moments,
    st.none() | st.floats(0, 1e9),
)
feedbacks = st.builds(
    Feedback, st.none() | units, texts, st.integers(0, 5), st.integers(5, 9), st.none() | units
)
verdicts = st.builds(
    Verdict, texts, st.sampled_from(Outcome), feedbacks, texts, st.none() | moments
)
episodes = st.builds(
    Episode,
    task=tasks,
    steps=st.lists(steps, max_size=3).map(tuple),
    solution=texts,
    outcome=st.none() | st.sampled_from(Outcome),
    outcome_detail=texts,
    feedback=feedbacks,
    lessons=st.lists(texts, max_size=3).map(tuple),
    tags=st.lists(texts, max_size=3).map(tuple),
    strategy=texts,
    iterations=st.integers(1, 99),
    finished_at=st.none() | moments,
    source=texts,
    metadata=objects,
    key=st.none() | texts,
    user=st.none() | texts,
    usage=objects,
    verdicts=st.lists(verdicts, max_size=2).map(tuple),
)


@settings(max_examples=40)
@given(episodes)
def test_an_episode_comes_back_as_it_was(episode: Episode) -> None:
    again = decode(encode(episode), Episode)
    assert again == episode
    assert repr(again) == repr(episode), "types too: 1 is not 1.0 is not True"
    assert encode(again) == encode(episode)


@settings(max_examples=40)
@given(episodes)
def test_the_plain_form_is_json(episode: Episode) -> None:
    assert json.loads(encode(episode)) == json.loads(encode(to_plain(episode)))
    assert from_plain(to_plain(episode), Episode) == episode


def test_defaults_are_left_out() -> None:
    plain = to_plain(Episode(Task("t"), outcome=Outcome.SUCCESS))
    assert plain == {"task": {"description": "t"}, "outcome": "success"}


def test_times_keep_their_microseconds() -> None:
    episode = Episode(Task("t"), finished_at=NOW)
    assert decode(encode(episode), Episode).finished_at == NOW
    assert b"2026-05-01T12:30:15.123456Z" in encode(episode)


def test_a_megabyte_of_text_comes_back() -> None:
    episode = Episode(Task('日本🎉\u2028\x7f\\"' * 100_000))
    assert decode(encode(episode), Episode) == episode


def test_unknown_fields_of_later_versions_are_passed_over() -> None:
    assert decode(b'{"task": {"description": "t", "mood": 1}, "new": []}', Episode) == Episode(
        Task("t")
    )


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'"task"',
        b'{"task": 5}',
        b'{"task": {"description": 5}}',
        b'{"task": {"description": "t"}, "outcome": "won"}',
        b'{"task": {"description": "t", "complexity": 7}}',
        b'{"task": {"description": "t"}, "feedback": {"reward": 2}}',
        b'{"task": {"description": "t"}, "feedback": {"tests_passed": 2, "tests_total": 1}}',
        b'{"task": {"description": "t"}, "finished_at": "2026-05-01T12:00:00"}',
        b'{"task": {"description": "a\\u0000b"}}',
        b'{"task": {"description": "\xff"}}',
    ],
)
def test_what_is_not_an_episode_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidInput, match="this is no Episode"):
        decode(data, Episode)


@pytest.mark.parametrize("data", [None, [], {}, {"task": {}}, {"task": {"description": None}}])
def test_plain_data_that_is_not_an_episode_is_refused(data: Any) -> None:
    with pytest.raises(InvalidInput, match="this is no Episode"):
        from_plain(data, Episode)


EPISODE = Episode(
    Task("t", context={"a": 1, "b": 2}), outcome=Outcome.SUCCESS, metadata={"x": 1, "y": 2}
)


def content_digest(episode: Episode) -> str:
    return encode_episode(episode)[1]


@settings(max_examples=40)
@given(episodes)
def test_the_stored_form_leaves_verdicts_out(episode: Episode) -> None:
    data, _ = encode_episode(episode)
    assert decode(data, Episode) == replace(episode, verdicts=())


def test_a_digest_ignores_what_recording_fills_in() -> None:
    filled = replace(
        EPISODE,
        id="e1",
        namespace="n",
        agent="a",
        session="s",
        started_at=NOW - timedelta(minutes=1),
        finished_at=NOW,
        verdicts=(Verdict("e1", Outcome.FAILURE, at=NOW),),
    )
    assert content_digest(filled) == content_digest(EPISODE)


def test_a_digest_ignores_the_order_of_keys() -> None:
    other = replace(EPISODE, task=Task("t", context={"b": 2, "a": 1}), metadata={"y": 2, "x": 1})
    assert content_digest(other) == content_digest(EPISODE)


@pytest.mark.parametrize(
    "change",
    [
        {"task": Task("u")},
        {"solution": "s"},
        {"outcome": Outcome.FAILURE},
        {"lessons": ("l",)},
        {"tags": ("a", "b")},
        {"metadata": {"x": 1, "y": 3}},
        {"user": "ann"},
        {"feedback": Feedback(reward=0.5)},
    ],
)
def test_a_digest_tells_other_content(change: dict[str, Any]) -> None:
    assert content_digest(replace(EPISODE, **change)) != content_digest(EPISODE)

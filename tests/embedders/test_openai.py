"""The OpenAI adapter against a server that speaks the wire, well and badly."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seasoned import Episode, InvalidInput, Memory, MissingExtra, ModelError, Outcome, Task
from seasoned.embedders.openai import OpenAIEmbedder, Requests
from seasoned.testing import HashEmbedder
from tests.embedders.wire import Answer, Server, encoded, listing, refusal, serving

pytest.importorskip("openai", reason='the SDK is not installed: pip install ".[openai]"')

TEXTS = ["fix the login test", "book a flight", "boil an egg"]
WANTED = HashEmbedder(16).embed(TEXTS)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with serving() as state:
        yield state


@pytest.fixture
def made(server: Server) -> Iterator[Any]:
    """Makes embedders that talk to the server, and closes them."""
    open_ones: list[OpenAIEmbedder] = []

    def make(name: str = "small", **options: Any) -> OpenAIEmbedder:
        options = {"base_url": server.url, "api_key": "key", **options}
        open_ones.append(OpenAIEmbedder(name, **options))
        return open_ones[-1]

    yield make
    for embedder in open_ones:
        embedder.close()


@pytest.mark.parametrize("encoding", ["base64", "float"])
def test_vectors_arrive_in_either_encoding(server: Server, made: Any, encoding: Any) -> None:
    embedder = made(requests=Requests(encoding=encoding))
    vectors = embedder.embed(TEXTS)
    assert vectors.dtype == np.float32
    assert embedder.dim == 16
    np.testing.assert_allclose(vectors, WANTED, atol=1e-6)
    assert server.asked == [{"input": TEXTS, "model": "small", "encoding_format": encoding}]
    assert server.headers["authorization"] == "Bearer key"


def test_a_server_that_ignores_the_encoding_is_understood(server: Server, made: Any) -> None:
    server.always = lambda body: server.work({**body, "encoding_format": "float"})
    np.testing.assert_allclose(made().embed(TEXTS), WANTED, atol=1e-6)


def test_lengths_are_brought_to_one(server: Server, made: Any) -> None:
    server.plan.append(Answer(listing([[3.0, 4.0], [0.0, 0.0], [1e30, 0.0]])))
    assert made().embed(TEXTS).tolist() == [pytest.approx([0.6, 0.8]), [0, 0], [1, 0]]


def test_dimensions_are_asked_for_and_part_of_the_id(server: Server, made: Any) -> None:
    embedder = made(dimensions=8)
    assert (embedder.model, embedder.dim) == ("openai:small@8", 8)
    assert embedder.embed(TEXTS).shape == (3, 8)
    assert server.asked[0]["dimensions"] == 8


def test_a_server_that_ignores_the_dimensions_is_found_out(server: Server, made: Any) -> None:
    server.always = lambda body: server.work({k: v for k, v in body.items() if k != "dimensions"})
    with pytest.raises(ModelError, match="16 numbers, not 8"):
        made(dimensions=8).embed(TEXTS)


def test_a_length_that_changes_is_found_out(server: Server, made: Any) -> None:
    embedder = made()
    embedder.embed(TEXTS)
    server.dim = 24
    with pytest.raises(ModelError, match=r"24 numbers, not 16.*another model id"):
        embedder.embed(TEXTS)


def test_prefixes_follow_the_kind_and_the_id_the_documents(server: Server, made: Any) -> None:
    embedder = made("intfloat/e5-small-v2")
    embedder.embed(["a"], kind="query")
    embedder.embed(["a"])
    made("other", prefixes=("find: ", "")).embed(["b"], kind="query")
    assert server.texts == [["query: a"], ["passage: a"], ["find: b"]]
    assert embedder.model == "openai:intfloat/e5-small-v2+passage:"
    assert made("other", prefixes=("find: ", "")).model == "openai:other"


def test_no_texts_and_blank_texts_are_not_sent(server: Server, made: Any) -> None:
    embedder = made(dimensions=4)
    assert embedder.embed([]).shape == (0, 4)
    assert embedder.embed(["", " \n"]).tolist() == [[0] * 4] * 2
    assert server.asked == []
    vectors = embedder.embed(["", "word", " "])
    assert vectors.any(axis=1).tolist() == [False, True, False]
    assert server.texts == [["word"]]


def test_requests_hold_no_more_texts_than_allowed(server: Server, made: Any) -> None:
    texts = [f"word{i}" for i in range(7)]
    vectors = made(requests=Requests(texts=3)).embed(texts)
    assert [len(batch) for batch in server.texts] == [3, 3, 1]
    np.testing.assert_allclose(vectors, HashEmbedder(16).embed(texts), atol=1e-6)


def test_requests_hold_no_more_tokens_than_allowed(server: Server, made: Any) -> None:
    made(requests=Requests(tokens=30)).embed(["ten words " * 5] * 5)
    assert [len(batch) for batch in server.texts] == [2, 2, 1]


def test_a_long_text_is_cut_to_what_a_model_reads(server: Server, made: Any) -> None:
    made(requests=Requests(text_tokens=100)).embed(["many words " * 100_000, "\U0001f9ff" * 5000])
    long, wide = server.texts[0]
    assert "many words " * 30 < long < "many words " * 51
    assert 20 <= len(wide) <= 50


def test_half_a_character_does_not_break_a_request(server: Server, made: Any) -> None:
    assert made().embed(["half \ud83d of one"]).any()
    assert server.texts == [["half ? of one"]]


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503])
def test_what_passes_is_tried_again(server: Server, made: Any, status: int) -> None:
    server.plan += [refusal(status), refusal(status)]
    np.testing.assert_allclose(made().embed(TEXTS), WANTED, atol=1e-6)
    assert len(server.asked) == 3


def test_the_pause_that_a_server_asks_for_is_kept(
    server: Server, made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    server.plan.append(refusal(429, **{"Retry-After": "7"}))
    made().embed(TEXTS)
    assert 7.0 in pauses


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (refusal(429, "slow down"), "RateLimitError.*slow down"),
        (refusal(500, "on fire"), "InternalServerError.*on fire"),
        (refusal(401, "wrong key"), "AuthenticationError.*wrong key"),
        (refusal(404, "no such model"), "NotFoundError.*no such model"),
        (refusal(400, "bad argument"), "BadRequestError.*bad argument"),
        (Answer(b"{ broken"), "openai:small"),
        (Answer(b""), "openai:small"),
        (Answer([1, 2]), "openai:small"),
        (Answer({"data": None}), "openai:small"),
        (Answer({"object": "list"}), "openai:small"),
        (Answer({"data": [{"index": 0}] * 3}), "openai:small"),
        (Answer(listing([])), "0 vectors"),
        (Answer(listing([[1.0]] * 2)), "2 vectors.*3 text"),
        (Answer(listing([[1.0]] * 4)), "4 vectors.*3 text"),
        (Answer(listing([[1.0]] * 3, [0, 1, 1])), "3 vectors numbered"),
        (Answer(listing([[1.0]] * 3, [1, 2, 3])), "3 vectors numbered"),
        (Answer(listing([[1.0]] * 3, ["a", None, {}])), "openai:small"),
        (Answer(listing([[1.0, 2.0], [1.0], [1.0]])), "no set of vectors"),
        (Answer(listing([[]] * 3)), "shape"),
        (Answer(listing(["!not base64"] * 3)), "openai:small"),
        (Answer(listing(["QUJD"] * 3)), "openai:small"),
        (Answer(listing([None] * 3)), "no set of vectors|shape"),
        (Answer(listing([{"a": 1}] * 3)), "no set of vectors"),
        (Answer(json.dumps(listing([[float("nan")]] * 3)).encode()), "nan at position 0"),
        (Answer(listing([encoded([np.inf], "base64")] * 3)), "inf at position 0"),
    ],
)
def test_every_failure_is_a_model_error(
    server: Server, made: Any, answer: Answer, said: str
) -> None:
    server.always = lambda body: answer
    with pytest.raises(ModelError, match=said) as failed:
        made(requests=Requests(retries=1)).embed(TEXTS)
    assert "\n" not in str(failed.value)
    assert len(str(failed.value)) < 500


def test_a_server_that_hangs_or_is_not_there_is_a_model_error(server: Server, made: Any) -> None:
    server.always = server.hang
    quick = Requests(timeout=0.1, retries=0)
    with pytest.raises(ModelError, match="APITimeoutError"):
        made(requests=quick).embed(TEXTS)
    with pytest.raises(ModelError, match="APIConnectionError"):
        made(base_url="http://127.0.0.1:9/v1", requests=quick).embed(TEXTS)


def test_vectors_in_another_order_are_put_in_theirs(server: Server, made: Any) -> None:
    rows = [encoded(WANTED[i], "float") for i in (2, 0, 1)]
    server.plan.append(Answer(listing(rows, [2, 0, 1])))
    np.testing.assert_allclose(made().embed(TEXTS), WANTED, atol=1e-6)


def picky(server: Server, *bad: str, status: int = 400) -> None:
    """Make the server refuse every request that holds one of these texts."""

    def act(body: dict[str, Any]) -> Answer:
        refused = set(bad) & set(body["input"])
        return refusal(status, f"refused {refused}") if refused else server.work(body)

    server.always = act


@pytest.mark.parametrize("status", [400, 413, 422])
def test_one_refused_text_costs_the_others_nothing(
    server: Server, made: Any, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    texts = [f"word{i}" for i in range(64)]
    picky(server, "word0", "word40", status=status)
    vectors = made().embed(texts)
    lost = np.isnan(vectors).all(axis=1)
    assert np.flatnonzero(lost).tolist() == [0, 40]
    np.testing.assert_allclose(vectors[~lost], HashEmbedder(16).embed(texts)[~lost], atol=1e-6)
    assert len(server.asked) < 2 * 2 * 7
    assert "2 of 64 texts" in caplog.text and "refused" in caplog.text


def test_a_server_that_refuses_everything_is_not_asked_for_each_text(
    server: Server, made: Any
) -> None:
    texts = [f"word{i}" for i in range(64)]
    picky(server, *texts)
    with pytest.raises(ModelError, match="refused"):
        made().embed(texts)
    assert len(server.asked) < 12


def test_what_was_embedded_before_a_failure_is_kept(server: Server, made: Any) -> None:
    server.plan += [server.work, refusal(401), server.work]
    vectors = made(requests=Requests(texts=1)).embed(TEXTS)
    np.testing.assert_allclose(vectors[0], WANTED[0], atol=1e-6)
    assert np.isnan(vectors[1:]).all()
    assert len(server.asked) == 2


def test_the_key_and_the_server_may_come_from_the_environment(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InvalidInput, match=r"OPENAI_API_KEY.*api_key="):
        OpenAIEmbedder("small")
    monkeypatch.setenv("OPENAI_API_KEY", "from outside")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    embedder = OpenAIEmbedder("small")
    embedder.embed(TEXTS)
    embedder.close()
    assert server.headers["authorization"] == "Bearer from outside"


@pytest.mark.parametrize("place", ["repr", "error", "log"])
def test_the_key_is_never_shown(
    server: Server, made: Any, caplog: pytest.LogCaptureFixture, place: str
) -> None:
    server.always = lambda body: refusal(401, "wrong key")
    embedder = made(api_key="sk-secret")
    with pytest.raises(ModelError) as failed:
        embedder.embed(TEXTS)
    shown = {"repr": repr(embedder), "error": str(failed.value), "log": caplog.text}[place]
    assert "sk-secret" not in shown


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"name": " "}, "blank"),
        ({"dimensions": 0}, "dimensions=0"),
        ({"floor": 2.0}, "floor=2.0"),
        ({"floor": "high"}, "floor='high'"),
        ({"prefixes": "query: "}, "prefixes='query: '"),
        ({"prefixes": ("a",)}, "pair"),
    ],
)
def test_wrong_arguments_are_refused(made: Any, options: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        made(**options)


@pytest.mark.parametrize(
    "options",
    [
        {"texts": 0},
        {"tokens": 0},
        {"text_tokens": 0},
        {"timeout": 0},
        {"retries": -1},
        {"encoding": "hex"},
    ],
)
def test_wrong_ways_of_asking_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=next(iter(options))):
        Requests(**options)


def test_one_string_instead_of_a_list_is_refused(made: Any) -> None:
    with pytest.raises(InvalidInput, match="'fix it' is one string"):
        made().embed("fix it")
    with pytest.raises(InvalidInput, match=r"texts\[1\] is a int"):
        made().embed(["a", 1])


def test_without_the_sdk_the_install_line_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(MissingExtra, match=r'pip install "\.\[openai\]"'):
        Memory.open("memory://", embedder="openai:text-embedding-3-small")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_talks_through_connections_of_its_own(
    server: Server, made: Any, tmp_path: Path
) -> None:
    embedder = made()
    embedder.embed(TEXTS)
    child = os.fork()
    if child == 0:
        np.save(tmp_path / "child.npy", embedder.embed(TEXTS))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    np.testing.assert_allclose(np.load(tmp_path / "child.npy"), WANTED, atol=1e-6)
    np.testing.assert_allclose(embedder.embed(TEXTS), WANTED, atol=1e-6)
    first, of_child, after = server.ports
    assert first == after != of_child


def good(text: str) -> Episode:
    return Episode(Task(text), outcome=Outcome.SUCCESS)


@pytest.mark.parametrize(
    "trouble", [refusal(503, "down"), refusal(401, "key"), Answer(b"{"), Answer(listing([]))]
)
def test_a_failing_server_loses_no_episode_and_healing_catches_up(
    server: Server, made: Any, tmp_path: Path, trouble: Answer
) -> None:
    embedder = made(requests=Requests(retries=0))
    with Memory.open(tmp_path / "m.db", embedder=embedder) as memory:
        assert memory.record(good("fix the login test")).indexed == "done"
        server.always = lambda body: trouble
        with pytest.warns(UserWarning, match="embedding failed, going on by words only"):
            receipt = memory.record(good("repair the checkout page"))
        assert (receipt.created, receipt.indexed) == (True, "pending")
        found = memory.recall("checkout page broken")
        assert [r.episode.id for r in found.results] == [receipt.id]
        assert memory.admin.heal() == 0
        assert memory.admin.stats().pending == 1
        server.always = None
        assert memory.admin.heal() == 1
        assert memory.admin.stats().pending == 0
        assert memory.admin.check() == []


def test_a_refused_text_stays_pending_alone(server: Server, made: Any, tmp_path: Path) -> None:
    picky(server, "poison")
    with Memory.open(tmp_path / "m.db", embedder=made()) as memory:
        with pytest.warns(UserWarning, match="no vector for 1 of 8 text"):
            receipts = memory.episodes.record_many(
                good("poison" if i == 3 else f"task number{i}") for i in range(8)
            )
        assert len({r.id for r in receipts}) == 8
        assert memory.admin.stats().pending == 1
        server.always = None
        assert memory.admin.heal() == 1
        assert memory.admin.check() == []

"""A small server that speaks the wire of OpenAI's embeddings, well or badly as it is told."""

from __future__ import annotations

import base64
import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

from seasoned.testing import HashEmbedder


@dataclass
class Answer:
    """What goes out: a status, headers, and a body that is JSON unless it is bytes."""

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


def refusal(status: int, text: str = "no", **headers: str) -> Answer:
    """An error as OpenAI words it. The pause is a thousandth of a second unless told."""
    error = {"error": {"message": text, "type": "test", "code": None}}
    return Answer(error, status, headers or {"retry-after-ms": "1"})


Act = Callable[[dict[str, Any]], Answer]


@dataclass
class Server:
    """The state of a stub: what it was asked, and what it is to do next instead of its work.

    Attributes:
        url: For `base_url`.
        dim: Length of vectors unless a request names one.
        asked: Bodies of the requests so far.
        headers: Headers of the last request.
        ports: From which the requests came.
        plan: Answers to the next requests; a function makes one from the body.
        always: Answers every request that the plan has nothing for.
        done: Set when the server is to stop; what hangs waits for it.
    """

    url: str = ""
    dim: int = 16
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    ports: list[int] = field(default_factory=list)
    plan: deque[Answer | Act] = field(default_factory=deque)
    always: Act | None = None
    done: threading.Event = field(default_factory=threading.Event)

    def answer(self, body: dict[str, Any]) -> Answer:
        self.asked.append(body)
        act = self.plan.popleft() if self.plan else self.always or self.work
        return act if isinstance(act, Answer) else act(body)

    def work(self, body: dict[str, Any]) -> Answer:
        """The vectors of the texts, in the encoding that was asked for."""
        vectors = HashEmbedder(body.get("dimensions", self.dim)).embed(body["input"])
        rows = [encoded(row, body.get("encoding_format")) for row in vectors]
        return Answer(listing(rows))

    def hang(self, body: dict[str, Any]) -> Answer:
        self.done.wait(10)
        return self.work(body)

    @property
    def texts(self) -> list[list[str]]:
        return [body["input"] for body in self.asked]


def encoded(row: Any, encoding: str | None) -> Any:
    if encoding == "base64":
        return base64.b64encode(np.asarray(row, "<f4").tobytes()).decode()
    return [float(number) for number in row]


def listing(rows: list[Any], numbers: list[Any] | None = None) -> dict[str, Any]:
    """An answer with these vectors, numbered in order unless told."""
    data = [
        {"object": "embedding", "index": number, "embedding": row}
        for number, row in zip(numbers or range(len(rows)), rows, strict=True)
    ]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    return {"object": "list", "data": data, "model": "stub", "usage": usage}


@contextmanager
def serving() -> Iterator[Server]:
    """A server on a free port of this machine."""
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.headers = {name.lower(): value for name, value in self.headers.items()}
            state.ports.append(self.client_address[1])
            answer = state.answer(body) if self.path == "/v1/embeddings" else refusal(404)
            raw = (
                answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
            )
            try:
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)
            except OSError:
                self.close_connection = True  # the client had enough

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield state
    finally:
        state.done.set()
        server.shutdown()
        thread.join()
        server.server_close()

"""A small server that speaks the wires of OpenAI and Anthropic, well or badly as it is told."""

from __future__ import annotations

import json
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]


@dataclass
class Answer:
    """What goes out: a status, headers, and a body: JSON, bytes, or the parts of a stream.

    A part is bytes, or a function that is called in its place, such as `Server.stall`, whose
    parts follow.
    """

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    parts: list[bytes | Callable[[], Iterator[bytes]]] | None = None


Act = Callable[[Body], Answer]


def refusal(status: int, text: str = "no", **headers: str) -> Answer:
    """An error that both SDKs can read. The pause is a thousandth of a second unless told."""
    error = {"type": "error", "error": {"message": text, "type": "test", "code": None}}
    return Answer(error, status, headers or {"retry-after-ms": "1"})


@dataclass
class Server:
    """The state of a stub: what it was asked, and what it does next.

    Attributes:
        root: Its address, without a path.
        asked: Bodies of the requests so far.
        headers: Headers of the last request.
        plan: Answers to the next requests; a function makes one from the body.
        always: Answers each request that the plan has nothing for.
        done: Set when the server is to stop; what hangs waits for it.
    """

    root: str = ""
    asked: list[Body] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    plan: deque[Answer | Act] = field(default_factory=deque)
    always: Act | None = None
    done: threading.Event = field(default_factory=threading.Event)

    def answer(self, body: Body) -> Answer:
        self.asked.append(body)
        act = self.plan.popleft() if self.plan else self.always
        if act is None:
            return refusal(404, "nothing planned")
        return act if isinstance(act, Answer) else act(body)

    def hang(self, body: Body) -> Answer:
        """Answer nothing for longer than any test takes."""
        self.done.wait(10)
        return refusal(503, "too late")

    def stall(self) -> Iterator[bytes]:
        """Send nothing more."""
        yield b""
        self.done.wait(10)

    def dripping(self, drop: bytes) -> Callable[[], Iterator[bytes]]:
        """Send a drop again and again."""

        def drops() -> Iterator[bytes]:
            while not self.done.wait(0.02):
                yield drop

        return drops


def openai_answer(
    text: str | None = "Hello.",
    *,
    finish: str = "stop",
    refused: str | None = None,
    usage: tuple[int, int] | None = (11, 7),
) -> Answer:
    message = {"role": "assistant", "content": text, "refusal": refused}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    body: Body = {"id": "1", "object": "chat.completion", "created": 1, "model": "stub-1"}
    body["choices"] = [choice]
    if usage:
        body["usage"] = _openai_usage(usage)
    return Answer(body)


def openai_stream(
    *pieces: Any,
    finish: str = "stop",
    usage: tuple[int, int] | None = (11, 7),
    refused: str | None = None,
) -> Answer:
    """Pieces of text as events; what is callable stands between them."""
    parts: list[Any] = [
        p if callable(p) else _openai_event([{"index": 0, "delta": {"content": p}}]) for p in pieces
    ]
    last = {"refusal": refused} if refused else {}
    parts.append(_openai_event([{"index": 0, "delta": last, "finish_reason": finish}]))
    if usage:
        parts.append(_openai_event([], usage=_openai_usage(usage)))
    return Answer(parts=[*parts, b"data: [DONE]\n\n"])


def _openai_usage(usage: tuple[int, int]) -> Body:
    return {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}


def _openai_event(choices: list[Body], **more: Any) -> bytes:
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "stub-1"}
    return f"data: {json.dumps({**chunk, 'choices': choices, **more})}\n\n".encode()


def anthropic_answer(
    text: str | None = "Hello.",
    *,
    finish: str = "end_turn",
    usage: tuple[int, int] | None = (11, 7),
) -> Answer:
    body: Body = {"id": "1", "type": "message", "role": "assistant", "model": "stub-1"}
    body["content"] = [{"type": "text", "text": text}] if text is not None else []
    body |= {"stop_reason": finish, "stop_sequence": None}
    if usage:
        body["usage"] = {"input_tokens": usage[0], "output_tokens": usage[1]}
    return Answer(body)


def anthropic_stream(
    *pieces: Any, finish: str = "end_turn", usage: tuple[int, int] | None = (11, 7)
) -> Answer:
    start = anthropic_answer(None, usage=(usage[0], 1) if usage else None).body
    start |= {"stop_reason": None}
    end: Body = {"delta": {"stop_reason": finish, "stop_sequence": None}}
    if usage:
        end["usage"] = {"output_tokens": usage[1]}
    parts: list[Any] = [
        _anthropic_event("message_start", message=start),
        _anthropic_event(
            "content_block_start", index=0, content_block={"type": "text", "text": ""}
        ),
    ]
    for piece in pieces:
        delta = {"type": "text_delta", "text": piece}
        parts.append(
            piece
            if callable(piece)
            else _anthropic_event("content_block_delta", index=0, delta=delta)
        )
    parts += [
        _anthropic_event("content_block_stop", index=0),
        _anthropic_event("message_delta", **end),
        _anthropic_event("message_stop"),
    ]
    return Answer(parts=parts)


PING = b'event: ping\ndata: {"type": "ping"}\n\n'


def _anthropic_event(kind: str, **data: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n".encode()


class Handler(BaseHTTPRequestHandler):
    """Hands requests to the state, and sends what it answers."""

    state: Server
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16  # headers and body go out together, or the body waits for a slow receipt

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.state.headers = {name.lower(): value for name, value in self.headers.items()}
        known = self.path in ("/v1/chat/completions", "/v1/messages")
        answer = self.state.answer(body) if known else refusal(404, self.path)
        try:
            self.answer(answer)
            self.wfile.flush()
        except OSError:
            self.close_connection = True  # the client had enough

    def answer(self, answer: Answer) -> None:
        if answer.status == 0:  # hang up without a word
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.parts is not None:
            self.stream(answer.parts)
            return
        body = answer.body
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        if "Content-Type" not in answer.headers:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def stream(self, parts: list[Any]) -> None:
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for part in parts:
            for piece in part() if callable(part) else (part,):
                if piece:
                    self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
                self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


class Quiet(ThreadingHTTPServer):
    """Says nothing of clients that hang up."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing to say."""


@contextmanager
def serving() -> Iterator[Server]:
    """A server on a free port of this machine."""
    state = Server()
    bound = type("Bound", (Handler,), {"state": state})
    server = Quiet(("127.0.0.1", 0), bound)
    state.root = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield state
    finally:
        state.done.set()
        server.shutdown()
        thread.join()
        server.server_close()

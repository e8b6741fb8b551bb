# SPDX-License-Identifier: Apache-2.0
"""Real HTTP(S) servers on loopback, in a thread, and the certificates that they show."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

import trustme

__all__ = ["Answering", "Exchange", "Server", "answer", "server_context", "status"]

Answering = Callable[["Exchange"], None]


class Exchange(BaseHTTPRequestHandler):
    """One request. A test's function answers it with `reply`, or writes to the socket what it likes."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        self.body = self.rfile.read(length)
        self.server.seen.append(self)
        self.server.answering(self)

    do_POST = do_PATCH = do_PUT = do_DELETE = do_CONNECT = do_GET

    def reply(self, code: int, body: bytes = b"{}", **headers: str) -> None:
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def hang_up(self) -> None:
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    """Listens on a free port while it is entered; `seen` has every exchange."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, answering: Answering, context: ssl.SSLContext | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Exchange)
        self.answering = answering
        self.seen: list[Exchange] = []
        self._context = context

    @property
    def url(self) -> str:
        return f"{'http' if self._context is None else 'https'}://127.0.0.1:{self.server_port}"

    def finish_request(self, request: object, client_address: object) -> None:
        # The handshake belongs into the connection's own thread, and one that fails is what a test is about.
        if self._context is None:
            super().finish_request(request, client_address)  # type: ignore[arg-type]
            return
        try:
            with self._context.wrap_socket(request, server_side=True) as wrapped:  # type: ignore[arg-type]
                super().finish_request(wrapped, client_address)
        except OSError:
            pass

    def handle_error(self, request: object, client_address: object) -> None:
        pass

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.shutdown()
        self.server_close()


def answer(*answers: tuple[int, bytes] | tuple[int, bytes, dict[str, str]]) -> Answering:
    """Answers one after another; the last one from then on."""
    left = list(answers)

    def answering(exchange: Exchange) -> None:
        code, body, *headers = left.pop(0) if len(left) > 1 else left[0]
        exchange.reply(code, body, **(headers[0] if headers else {}))

    return answering


def status(code: int, reason: str, message: str) -> bytes:
    """The body of a Status object as an API server writes it."""
    return (
        f'{{"kind":"Status","apiVersion":"v1","metadata":{{}},"status":"Failure","message":"{message}",'
        f'"reason":"{reason}","code":{code}}}'
    ).encode()


def server_context(certificate: trustme.LeafCert, clients: trustme.CA | None = None) -> ssl.SSLContext:
    """The server's side of TLS; with `clients` it asks for a client certificate of that authority."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    if clients is not None:
        clients.configure_trust(context)
        context.verify_mode = ssl.CERT_OPTIONAL
    return context

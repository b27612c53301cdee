"""A real HTTP server to which webhooks are sent, and which checks every signature."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks.webhooks import Webhook


class Receiver:
    """What has come in, and how it is answered: with the statuses in turn, then with 204."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}/hook"
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.statuses: list[int] = []
        self.always = 204
        self.headers: dict[str, str] = {}
        self.answer = b""
        self.lock = threading.Lock()
        self.hold: threading.Event | None = None

    def verified(self, secret: str) -> list[dict[str, Any]]:
        """The bodies of all that came in, once the library has found their signatures right."""
        return [Webhook(secret).verify(body, headers) for headers, body in self.requests]

    @property
    def ids(self) -> list[str]:
        """The ids of all that came in, in order."""
        return [headers["webhook-id"] for headers, _ in self.requests]

    def take(self, headers: dict[str, str], body: bytes) -> int:
        """Note a request; the status that it gets."""
        with self.lock:
            self.requests.append((headers, body))
            status = self.statuses.pop(0) if self.statuses else self.always
        if self.hold is not None:
            self.hold.wait(20)
        return status


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver on a port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status = receiver.take(headers | {"path": self.path}, body)
            self.send_response(status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(0 if status == 204 else len(receiver.answer)))
            self.end_headers()
            if status != 204:
                self.wfile.write(receiver.answer)

        def log_request(self, *_: object) -> None:
            """The test's own output is enough."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """A client that hangs up is one of the things that are tested."""

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver = Receiver(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

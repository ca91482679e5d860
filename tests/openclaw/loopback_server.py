"""A small HTTP server inside the test, on the loopback address; what it answers is up to its handler."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Answering(BaseHTTPRequestHandler):
    """Answers documents, and says nothing about it."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments: object) -> None:
        pass

    def do_GET(self) -> None:
        self.answer()

    def do_POST(self) -> None:
        self.answer()

    def answer(self) -> None:
        """What a request is answered with; see `command` and `path`."""
        raise NotImplementedError

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("content-length", 0)))

    def document(self, document: object, status: int = 200) -> None:
        data = json.dumps(document).encode()
        with contextlib.suppress(ConnectionError):
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)


@contextlib.contextmanager
def serving(handler: type[Answering]) -> Iterator[str]:
    """Its address, without a path, while it runs."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name=handler.__qualname__, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

"""A hub that misbehaves on demand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler


@dataclass
class Request:
    path: str
    range: str
    if_range: str


Answer = Callable[[BaseHTTPRequestHandler, bytes], None]


@dataclass
class Hub:
    """A local server in the layout of a hub.

    Attributes:
        files: path (`/owner/name/resolve/main/file`) to content.
        script: how to answer the next requests, one each; afterwards as a good hub does.
        requests: what was asked, in order.
    """

    url: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    script: list[Answer] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        asked = Request(handler.path, handler.headers.get("Range", ""), handler.headers.get("If-Range", ""))
        self.requests.append(asked)
        content = self.files.get(handler.path)
        if content is None:
            handler.send_error(404)
        elif self.script:
            self.script.pop(0)(handler, content)
        else:
            serve(handler, content)


def serve(
    handler: BaseHTTPRequestHandler,
    content: bytes,
    *,
    stop_after: int | None = None,
    ranges: bool = True,
    etag: str = '"v1"',
    headers: dict[str, str] | None = None,
) -> None:
    """Answer with a file, honouring Range; `stop_after` bytes of the body the connection breaks."""
    start = 0
    asked = handler.headers.get("Range", "")
    fresh = handler.headers.get("If-Range", etag) == etag
    if asked and ranges and fresh:
        start = int(asked.removeprefix("bytes=").rstrip("-"))
        if start >= len(content):
            handler.send_response(416)
            handler.send_header("Content-Range", f"bytes */{len(content)}")
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        handler.send_response(206)
        handler.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
    else:
        handler.send_response(200)
    body = content[start:]
    handler.send_header("Content-Length", str(len(body)))
    handler.send_header("ETag", etag)
    for name, value in (headers or {}).items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body if stop_after is None else body[:stop_after])
    handler.close_connection = True

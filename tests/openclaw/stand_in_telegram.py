"""A stand-in for Telegram's Bot API: people write to the bot, and what it answers is kept. Loopback only.

It gives turns that carry a sender, through the channel that OpenClaw itself brings.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

BOT_TOKEN = "123456:stand-in"
_BOT = {"id": 123456, "is_bot": True, "first_name": "Bot", "username": "stand_in_bot"}


@dataclass
class StandInTelegram:
    """Attributes:
    url: for `channels.telegram.apiRoot`.
    sent: chat id and text of what the bot wrote.
    """

    url: str = ""
    sent: list[tuple[int, str]] = field(default_factory=list)
    waiting: queue.Queue[dict[str, Any]] = field(default_factory=queue.Queue)
    number: int = 1000

    def write(self, sender: int, text: str) -> None:
        """A private message to the bot."""
        self.number += 1
        person = {"id": sender, "is_bot": False, "first_name": f"Person {sender}"}
        message = {
            "message_id": self.number,
            "date": int(time.time()),
            "chat": {"id": sender, "type": "private", "first_name": person["first_name"]},
            "from": person,
            "text": text,
        }
        self.waiting.put({"update_id": self.number, "message": message})

    def answers(self, sender: int) -> list[str]:
        return [text for chat, text in self.sent if chat == sender]

    def updates(self, seconds: float) -> list[dict[str, Any]]:
        with contextlib.suppress(queue.Empty):
            return [self.waiting.get(timeout=max(0.05, seconds))]
        return []


@contextlib.contextmanager
def stand_in_telegram() -> Iterator[StandInTelegram]:
    telegram = StandInTelegram()

    class Answering(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *arguments: object) -> None:
            pass

        def do_GET(self) -> None:
            self.do_POST()

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length", 0)))
            result = self._result(urlsplit(self.path).path.rsplit("/", 1)[-1], self._parameters(raw))
            data = json.dumps({"ok": True, "result": result}).encode()
            with contextlib.suppress(ConnectionError):
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        def _parameters(self, raw: bytes) -> dict[str, Any]:
            query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
            with contextlib.suppress(ValueError):
                return {**query, **json.loads(raw or b"{}")}
            return {**query, **{name: values[0] for name, values in parse_qs(raw.decode()).items()}}

        def _result(self, method: str, given: dict[str, Any]) -> Any:
            if method == "getMe":
                return _BOT
            if method == "getUpdates":
                return telegram.updates(min(2.0, float(given.get("timeout") or 0)))
            if method in ("sendMessage", "editMessageText"):
                chat, text = int(given["chat_id"]), str(given.get("text", ""))
                telegram.sent.append((chat, text))
                telegram.number += 1
                return {
                    "message_id": telegram.number,
                    "date": int(time.time()),
                    "chat": {"id": chat, "type": "private"},
                    "text": text,
                }
            if method == "getWebhookInfo":
                return {"url": "", "pending_update_count": 0, "has_custom_certificate": False}
            if method == "getMyCommands":
                return []
            return True

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="telegram", daemon=True)
    thread.start()
    telegram.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield telegram
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

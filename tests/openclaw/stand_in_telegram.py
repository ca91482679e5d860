"""A stand-in for Telegram's Bot API: people write to the bot, and what it answers is kept. Loopback only.

It gives turns that carry a sender, through the channel that OpenClaw itself brings.
"""

from __future__ import annotations

import contextlib
import json
import queue
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.openclaw.loopback_server import Answering, serving

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

    class Bot(Answering):
        def answer(self) -> None:
            result = self._result(urlsplit(self.path).path.rsplit("/", 1)[-1], self._parameters(self.body()))
            self.document({"ok": True, "result": result})

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

    with serving(Bot) as url:
        telegram.url = url
        yield telegram

"""A conversation, and a plugin that asks about it without waiting between tries."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from memvault_llm_extract.budget import Budget
from memvault_llm_extract.endpoint import Endpoint
from memvault_llm_extract.plugin import LlmExtract
from memvault_llm_extract.settings import DECLARED, LlmSettings

from vault.model.turn import Role, Turn
from vault.plugin_api.setting_check import check_settings
from vault.plugin_api.values import Conversation, Extractor

NOW = datetime(2026, 11, 26, 4, tzinfo=timezone.utc)


def talk(*said: str, new: int | None = None, roles: str = "") -> Conversation:
    """Messages a minute apart; of `new` the last so many are to be learned from. Roles: `u` and `a`."""
    turns = []
    for number, text in enumerate(said):
        role: Role = "assistant" if roles[number : number + 1] == "a" else "user"
        turns.append(Turn("s", number + 10, role, text, NOW + timedelta(minutes=number), "lin"))
    first = 0 if new is None else len(said) - new
    return Conversation(
        tuple(turns), frozenset(range(first, len(said))), "lin", timezone=ZoneInfo("Asia/Shanghai"), now=NOW
    )


class Plugged:
    """The plugin, its extractor, and the pauses it would have made."""

    def __init__(self, folder: Path, url: str, **values: Any) -> None:
        self.pauses: list[float] = []
        plugin = LlmExtract(self._endpoint)
        given = {"url": url, "model": "tiny", "timeout_seconds": 20.0, **values}
        plugin.configure(check_settings(DECLARED, given), folder)
        (self.extractor,) = plugin.provide_extractors()

    def _endpoint(self, settings: LlmSettings, budget: Budget) -> Endpoint:
        return Endpoint(settings, budget, sleep=self.pauses.append, chance=lambda: 0.5)

    def extract(self, conversation: Conversation) -> list[str]:
        extractor: Extractor = self.extractor
        assert extractor.extract is not None
        return [each.memory.content for each in extractor.extract(conversation) or ()]

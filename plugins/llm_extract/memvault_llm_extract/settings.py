"""The settings of `llm_extract`, declared and typed."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from vault.plugin_api.values import PluginSetting

DECLARED = (
    PluginSetting("url", "", "address of the endpoint up to `/v1`, e.g. http://127.0.0.1:11434/v1"),
    PluginSetting("model", "", "name of the model there"),
    PluginSetting("key", "", "key of the endpoint, if it wants one", secret=True),
    PluginSetting("key_variable", "", "environment variable that holds the key, instead of `key`"),
    PluginSetting("extract", default=True, explanation="learn facts from conversations"),
    PluginSetting("summarise", default=True, explanation="write the summaries of sessions"),
    PluginSetting("reflect", default=True, explanation="choose the most weighty facts of a day"),
    PluginSetting("timeout_seconds", 60.0, "how long one answer may take, all in all"),
    PluginSetting("attempts", 3, "how often a call is tried"),
    PluginSetting("pause_seconds", 300.0, "after a failure, how long the rules do the work"),
    PluginSetting("tokens_a_day", 200_000, "tokens spent a day at most, questions and answers; 0: no limit"),
    PluginSetting("calls_a_day", 1_000, "calls a day at most; 0: no limit"),
    PluginSetting("answer_tokens", 2_000, "length of one answer at most"),
    PluginSetting("batch_characters", 12_000, "of conversation in one call at most"),
)


class UnusableSettings(ValueError):
    """They do not say whom to ask, or would send a key in the open."""


@dataclass(frozen=True, slots=True)
class LlmSettings:
    """The declared settings; see `DECLARED`."""

    url: str
    model: str
    key: str
    extract: bool
    summarise: bool
    reflect: bool
    timeout_seconds: float
    attempts: int
    pause_seconds: float
    tokens_a_day: int
    calls_a_day: int
    answer_tokens: int
    batch_characters: int


def read_settings(values: Mapping[str, object], environ: Mapping[str, str] = os.environ) -> LlmSettings:
    """The settings as typed values.

    Raises:
        UnusableSettings: no address or model, a number out of range, or a key that would travel unencrypted.
    """
    known = dict(values)
    variable = str(known.pop("key_variable"))
    key = (environ.get(variable, "") if variable else str(known["key"])).strip()
    settings = LlmSettings(**{**known, "url": str(known["url"]).strip().rstrip("/"), "key": key})  # type: ignore[arg-type]
    _check_place(settings)
    for name in ("timeout_seconds", "attempts", "answer_tokens", "batch_characters"):
        if getattr(settings, name) <= 0:
            raise UnusableSettings(f"{name} must be more than 0")
    for name in ("pause_seconds", "tokens_a_day", "calls_a_day"):
        if getattr(settings, name) < 0:
            raise UnusableSettings(f"{name} must not be less than 0")
    if variable and not key:
        raise UnusableSettings(f"the environment variable {variable} holds no key")
    return settings


def _check_place(settings: LlmSettings) -> None:
    place = urlsplit(settings.url)
    if not settings.model or place.scheme not in ("http", "https") or not place.hostname:
        raise UnusableSettings("url (http:// or https://, up to /v1) and model must be set")
    if place.username or place.password:
        raise UnusableSettings("the key belongs into `key`, not into the address")
    if settings.key and not (settings.key.isascii() and settings.key.isprintable()):
        raise UnusableSettings("the key holds characters that no key has")
    if settings.key and place.scheme == "http" and not is_near(place.hostname):
        raise UnusableSettings("a key is sent to other machines by https only")


def is_near(host: str) -> bool:
    """This machine or one of the same private network."""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".internal"))

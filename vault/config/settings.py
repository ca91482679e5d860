"""All settings: name, type, default, and where each may be set. Reading them is `vault.config.load`.

A setting is a dataclass field made by `setting(...)`; its dotted name (`recall.limit`) is the path of
fields that leads to it, and the key in the YAML files.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from vault.config.plugin_section import PluginSection, plugin_sections
from vault.config.values import (
    Parser,
    T,
    choice,
    number,
    text,
    time_zone,
    web_address,
    whole_number,
    yes_or_no,
)
from vault.model.memory import RECORD_TYPES, RecordType

DEFAULT_MODEL = "multilingual-e5-small"

Language = Literal["zh", "en"]
Polling = Literal["auto", "always", "never"]


def setting(
    default: T, parse: Parser[T], explanation: str, *, variable: str = "", in_vault: bool = False
) -> T:
    """A settings field.

    Args:
        default: used when nobody sets it.
        parse: checks a value and gives it its type.
        explanation: one line for `memvault doctor` and the docs.
        variable: the environment variable that sets it; empty when there is none.
        in_vault: whether `vault.yaml` may set it. Vaults are synced and shared, so only what is
            harmless in foreign hands: never a path, an address, a model or a command.
    """
    facts = {"parse": parse, "explanation": explanation, "variable": variable, "in_vault": in_vault}
    made: T = field(default=default, metadata=facts)
    return made


@dataclass(frozen=True, slots=True)
class HalfLifeSettings:
    """How fast memories of each type age."""

    fact: float = setting(
        365.0, number(1, 36_500), "days after which half of what age can do to a fact is done", in_vault=True
    )
    preference: float = setting(730.0, number(1, 36_500), "likewise of preferences", in_vault=True)
    event: float = setting(90.0, number(1, 36_500), "likewise of events", in_vault=True)
    task: float = setting(90.0, number(1, 36_500), "likewise of tasks", in_vault=True)
    procedure: float = setting(365.0, number(1, 36_500), "likewise of procedures", in_vault=True)
    summary: float = setting(180.0, number(1, 36_500), "likewise of summaries", in_vault=True)
    note: float = setting(365.0, number(1, 36_500), "likewise of notes", in_vault=True)
    message: float = setting(90.0, number(1, 36_500), "likewise of conversations", in_vault=True)

    @property
    def by_type(self) -> Mapping[RecordType, float]:
        """All of them, by the type of the record."""
        return {name: getattr(self, name) for name in RECORD_TYPES}


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """How much recall returns."""

    limit: int = setting(5, whole_number(1, 100), "memories returned at most", in_vault=True)
    threshold: float | None = setting(
        None,
        cast("Parser[float | None]", number(0, 1)),
        "relevance below which nothing is returned; unset: the model's own",
        in_vault=True,
    )
    budget_tokens: int = setting(
        800, whole_number(200, 20_000), "size of the prompt block, in tokens", in_vault=True
    )
    plugin_limit_ms: int = setting(
        100, whole_number(1, 60_000), "how long a plugin may keep an answer waiting, in milliseconds"
    )
    half_life_days: HalfLifeSettings = field(default_factory=HalfLifeSettings)


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """How changes of the vault are noticed."""

    polling: Polling = setting(
        "auto",
        cast("Parser[Polling]", choice("auto", "always", "never")),
        "look for changes instead of being told; auto: on network drives",
        variable="MEMVAULT_POLLING",
    )


@dataclass(frozen=True, slots=True)
class MaskSettings:
    """Which personal data is masked before anything is written."""

    phone: bool = setting(True, yes_or_no, "mask telephone numbers", in_vault=True)
    id_card: bool = setting(True, yes_or_no, "mask numbers of identity cards", in_vault=True)
    bank_card: bool = setting(True, yes_or_no, "mask numbers of bank cards", in_vault=True)
    email: bool = setting(True, yes_or_no, "mask e-mail addresses", in_vault=True)
    secret: bool = setting(True, yes_or_no, "mask API keys, tokens and private keys", in_vault=True)
    password: bool = setting(False, yes_or_no, "mask passwords said in passing", in_vault=True)


@dataclass(frozen=True, slots=True)
class LifecycleSettings:
    """What becomes of memories."""

    inactive_after_days: int = setting(
        180, whole_number(1, 36_500), "days without use after which a memory rests", in_vault=True
    )
    journal_retention_days: int = setting(
        0, whole_number(0, 36_500), "days for which conversations are kept; 0: for ever", in_vault=True
    )
    record_usage: bool = setting(
        True,
        yes_or_no,
        "count which memories are recalled, on this device",
        variable="MEMVAULT_RECORD_USAGE",
        in_vault=True,
    )
    summary_idle_seconds: int = setting(
        120, whole_number(10, 86_400), "seconds of silence after which a session is summed up", in_vault=True
    )
    summary_messages: int = setting(
        30, whole_number(2, 1_000), "messages after which a session is summed up", in_vault=True
    )
    summarise_after_days: int = setting(
        30, whole_number(1, 36_500), "days after which a day of conversation is summed up", in_vault=True
    )
    keep_profile: bool = setting(
        True, yes_or_no, "keep a section of what is known in profile.md", in_vault=True
    )
    mask: MaskSettings = field(default_factory=MaskSettings)


@dataclass(frozen=True, slots=True)
class HistorySettings:
    """What is kept of how the vault came to be."""

    auto_commit: bool = setting(
        False,
        yes_or_no,
        "commit what memvault writes, in the vault's git repository",
        variable="MEMVAULT_AUTO_COMMIT",
    )
    auto_resolve: bool = setting(
        False, yes_or_no, "settle conflict copies from which nothing can be lost, while serving"
    )


@dataclass(frozen=True, slots=True)
class BackupSettings:
    """Backups that a running service makes by itself, one a day."""

    folder: str = setting("", text, "where `memvault serve` puts a backup each day; unset: nowhere")
    keep: int = setting(7, whole_number(1, 36_500), "days of which such a backup is kept")
    recipient: str = setting("", text, "key of age for which they are encrypted; unset: they are not")


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting, typed and checked."""

    user: str = setting(
        "", text, "whose memories; in vault.yaml: default_user", variable="MEMVAULT_USER", in_vault=True
    )
    language: Language = setting(
        "zh",
        cast("Parser[Language]", choice("zh", "en")),
        "language of messages and of the prompt block",
        variable="MEMVAULT_LANGUAGE",
        in_vault=True,
    )
    timezone: str = setting("UTC", time_zone, "in which dates are read and shown", in_vault=True)
    model: str = setting(DEFAULT_MODEL, text, "embedding model", variable="MEMVAULT_MODEL")
    threads: int = setting(
        0,
        whole_number(0, 64),
        "threads of the embedding model; 0: one a core, at most 4",
        variable="MEMVAULT_THREADS",
    )
    hub: str = setting("", web_address, "where models are downloaded from", variable="MEMVAULT_HUB")
    plugins: tuple[PluginSection, ...] = setting(
        (), plugin_sections, "plugins to load, each with its settings below its name"
    )
    recall: RecallSettings = field(default_factory=RecallSettings)
    watch: WatchSettings = field(default_factory=WatchSettings)
    lifecycle: LifecycleSettings = field(default_factory=LifecycleSettings)
    history: HistorySettings = field(default_factory=HistorySettings)
    backup: BackupSettings = field(default_factory=BackupSettings)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as described by its field.

    Attributes:
        name: dotted, as in the YAML files.
        parse: from a raw value to the typed one.
        explanation: one line for people.
        variable: environment variable, or empty.
        in_vault: whether `vault.yaml` may set it.
    """

    name: str
    parse: Parser[Any]
    explanation: str
    variable: str
    in_vault: bool


def _settings_of(group: type[Any], prefix: str) -> Iterator[Setting]:
    for each in dataclasses.fields(group):
        if each.metadata:
            yield Setting(prefix + each.name, **each.metadata)
        else:
            yield from _settings_of(cast("type[Any]", each.default_factory), f"{prefix}{each.name}.")


SETTINGS: tuple[Setting, ...] = tuple(_settings_of(Settings, ""))
"""All settings, in the order in which they are shown."""

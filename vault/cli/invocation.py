"""The global options of one command line, and the vault they lead to."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, cast

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.output import Output

if TYPE_CHECKING:
    from vault.api.vault import Vault
    from vault.config.settings import Settings


@dataclass(slots=True)
class Invocation:
    """What was asked for before the command's own options.

    Attributes:
        vault: a path, or empty: `MEMVAULT_DIR`, else the nearest folder above with a `vault.yaml`.
        user: an id, or empty.
        output: where results and messages go.
        may_ask_service: whether a running service may do it.
    """

    output: Output
    vault: str = ""
    user: str = ""
    may_ask_service: bool = True

    def settings(self) -> Settings:
        """The person's own settings, whether or not there is a vault.

        Raises:
            ConfigError: one of them is wrong.
        """
        from vault.api.locate import settings_for

        return settings_for(None).settings

    def locate_vault(self) -> Path:
        """The folder that is meant, unopened; messages are in its language if it says one.

        Raises:
            VaultNotFound: none was named, and there is none here or above.
        """
        from vault.api.locate import language_there, locate_vault

        root = locate_vault(self.vault or None)
        self.output.language = language_there(root) or self.output.language
        return root

    def open_vault(self, *, model: str | None = None, use_model: bool = True) -> Vault:
        """The vault, opened; from here on messages are in its language.

        Args:
            model: instead of the configured one.
            use_model: False for words only.
        """
        from vault.api.open import open_vault

        opened = open_vault(self.vault or None, user=self.user or None, model=model, use_model=use_model)
        self.output.language = opened.settings.language
        self.output.at_end.append(lambda: (each.message for each in opened.late_plugin_problems))
        return opened


def as_known(vault: Vault, output: Output) -> ExitCode:
    """The exit code of an answer that was read from the index; says when that is behind the files."""
    for notice in vault.out_of_step:
        output.remark(notice)
    return ExitCode.DEGRADED if vault.out_of_step else ExitCode.OK


def invocation_of(context: typer.Context) -> Invocation:
    """The global options, as the application's callback left them."""
    return cast(Invocation, context.obj)


def chosen_now() -> datetime | None:
    """The instant in `MEMVAULT_NOW` (ISO 8601; UTC unless it says otherwise); None: the clock.

    Raises:
        ConfigError: it is no such instant.
    """
    text = os.environ.get("MEMVAULT_NOW", "").strip()
    if not text:
        return None
    from vault.api.period import begin_of

    return begin_of(text, timezone.utc, "MEMVAULT_NOW")

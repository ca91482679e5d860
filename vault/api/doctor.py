"""`doctor`: the whole installation, and one vault if there is one. It reports and repairs nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vault.api.finding import Finding
from vault.api.locate import settings_for
from vault.api.machine import inspect_machine
from vault.api.open import open_vault
from vault.api.plugins import load_plugins
from vault.api.vault_health import inspect_vault
from vault.config.load import LoadedSettings
from vault.config.settings import SETTINGS
from vault.errors import MemvaultError, VaultNotFound


@dataclass(frozen=True, slots=True)
class SettingInForce:
    """A setting as it applies, and where it comes from."""

    name: str
    value: object
    origin: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Everything that was looked at.

    Attributes:
        findings: in the order in which they are shown.
        settings: empty when they cannot be read; a finding says why.
    """

    findings: tuple[Finding, ...]
    settings: tuple[SettingInForce, ...]

    @property
    def healthy(self) -> bool:
        """Whether everything works, if not always at its best."""
        return all(finding.level != "fail" for finding in self.findings)


def doctor(path: str | Path | None, *, user: str | None, now: datetime) -> Diagnosis:
    """Look at everything that memvault needs.

    Args:
        path: as in `open_vault`; without any vault the machine alone is looked at.
        user: as in `open_vault`.
        now: aware.
    """
    findings = list(inspect_machine())
    settings: tuple[SettingInForce, ...] = ()
    try:
        with open_vault(path, user=user) as vault:
            settings = _in_force(vault.loaded_settings)
            findings += _plugins(vault.loaded_settings)
            findings += inspect_vault(vault, now)
    except VaultNotFound as error:
        # A machine without a vault is no fault, unless one was named.
        findings.append(Finding("vault", "warn" if error.path is None else "fail", str(error), error.hint))
        findings += _own_settings()
    except MemvaultError as error:
        findings.append(Finding("vault", "fail", str(error), error.hint))
    return Diagnosis(tuple(findings), settings)


def _own_settings() -> list[Finding]:
    try:
        settings_for(None)
    except MemvaultError as error:
        return [Finding("settings", "fail", str(error), error.hint)]
    return []


def _in_force(loaded: LoadedSettings) -> tuple[SettingInForce, ...]:
    return tuple(
        SettingInForce(each.name, _shown(loaded, each.name), loaded.origins[each.name], each.explanation)
        for each in SETTINGS
    )


def _shown(loaded: LoadedSettings, name: str) -> object:
    """Of plugins their names only: keys of theirs may stand among their settings."""
    if name == "plugins":
        return ", ".join(each.name for each in loaded.settings.plugins if each.enabled)
    return loaded.value(name)


def _plugins(loaded: LoadedSettings) -> list[Finding]:
    """One line for those that work, and one for each fault."""
    plugins = load_plugins(loaded)
    faults = [Finding("plugins", "warn", each.message, each.hint) for each in plugins.problems]
    works = ", ".join(each.name for each in plugins.own)
    return [Finding("plugins", "ok", works), *faults] if works else faults

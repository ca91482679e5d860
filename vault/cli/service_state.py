"""Whether a service answers for a vault, and how it is: for `status` and `doctor`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PATIENCE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class ServiceState:
    """A service that has announced itself.

    Attributes:
        url: where it listens.
        pid: of its process.
        since: ISO 8601, UTC.
        version: of memvault.
        told: what it says of itself (see `vault.service.served_vault.ServedVault.shape`); empty when it does
            not answer.
    """

    url: str
    pid: int
    since: str
    version: str
    told: Mapping[str, Any] = field(default_factory=dict)

    @property
    def answers(self) -> bool:
        """Whether it has said anything."""
        return bool(self.told)

    @property
    def model(self) -> str:
        """`ready`, `loading`, `missing` or `off`."""
        return str(self.told.get("model", ""))

    @property
    def restart(self) -> tuple[str, ...]:
        """Settings that count for it only after a restart."""
        return tuple(self._settings.get("restart", ()))

    @property
    def settings_fault(self) -> str:
        """Why it goes on with the settings that it had."""
        return str(self._settings.get("fault", ""))

    @property
    def files_read(self) -> str:
        """How far its first index is, `12/340`; empty when that is made."""
        index: Mapping[str, Any] = self.told.get("index", {})
        return "" if index.get("built", True) else f"{index.get('read', 0)}/{index.get('files') or '?'}"

    @property
    def shape(self) -> dict[str, object]:
        """For JSON."""
        known = {"url": self.url, "pid": self.pid, "since": self.since, "version": self.version}
        return {**known, "answers": self.answers, **self.told}

    @property
    def _settings(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.told.get("settings", {})
        return found


def service_state(root: Path) -> ServiceState | None:
    """The service of the vault at `root`; None: none has announced itself, or it is dead."""
    from vault.service.client import ServiceFailed, find
    from vault.service.endpoint import find_endpoint

    client = find(root)
    found = find_endpoint(root)
    if found is None:
        return None
    endpoint = found[1]
    told: Mapping[str, Any] = {}
    if client is not None:
        with client:
            try:
                told = client.get("/v1/status", {}, seconds=PATIENCE_SECONDS).get("service", {})
            except ServiceFailed:
                told = {}
    return ServiceState(endpoint.url, endpoint.pid, endpoint.started_at, endpoint.version, told)

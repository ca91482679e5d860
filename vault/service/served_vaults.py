"""The vaults of a service, found by what a request names."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from pathlib import Path

from vault.service.problem_json import Refusal
from vault.service.served_vault import ModelState, ServedVault


class ServedVaults:
    """All vaults of a service.

    Args:
        vaults: at least one.
    """

    def __init__(self, vaults: Sequence[ServedVault]) -> None:
        self._vaults = tuple(vaults)

    def __iter__(self) -> Iterator[ServedVault]:
        return iter(self._vaults)

    @property
    def ready(self) -> bool:
        """Whether the models are loaded."""
        return self.model_state == "ready"

    @property
    def model_state(self) -> ModelState:
        """How the models stand; they are the same one where that is possible."""
        states = {vault.model_state for vault in self._vaults}
        return next(state for state in ("loading", "missing", "ready", "off") if state in states)

    def find(self, named: str | None) -> ServedVault:
        """The vault with this id or at this path; None: the only one.

        Raises:
            Refusal: there is none such, or there are several.
        """
        if named is None:
            found = list(self._vaults)
        else:
            found = [vault for vault in self._vaults if named == vault.id]
            found = found or [vault for vault in self._vaults if is_at(vault, named)]
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(sorted(str(vault.root) for vault in found))
            raise Refusal(
                HTTPStatus.CONFLICT,
                "vault-required",
                f"this service has {len(found)} vaults and it is not clear which one is meant",
                f"name one as `vault`: {ids}",
            )
        raise Refusal(
            HTTPStatus.NOT_FOUND,
            "vault-not-found",
            "this service has no such vault",
            "name a vault by its id or its path, or start a service for it",
        )


def is_at(vault: ServedVault, path: str) -> bool:
    """Whether `path` leads to the vault."""
    if "\x00" in path or not Path(path).is_absolute():
        return False
    return os.path.realpath(path) == os.path.realpath(vault.root)

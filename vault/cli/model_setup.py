"""The model on first use: converted with a progress bar when its weights are on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault.cli.progress import Bar

if TYPE_CHECKING:
    from vault.api.vault import Vault
    from vault.cli.output import Output


def ready_model(vault: Vault, output: Output) -> tuple[str, ...]:
    """Have the vault's model ready to load; says on stderr what is missing when there is none.

    Returns:
        Why recall goes by words only; empty when it does not, or when that was asked for.
    """
    with Bar(output) as bar:
        notices = vault.prepare_model(bar.install_step)
    for notice in notices:
        output.remark(notice)
    return notices

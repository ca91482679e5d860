"""Where the OpenClaw plugin is: in the wheel, or in a checkout."""

from __future__ import annotations

from pathlib import Path

from vault.errors import ReadFailed

PLUGIN_ID = "memvault"
_HERE = Path(__file__).parent.parent


def plugin_folder() -> Path:
    """The folder to link.

    Raises:
        ReadFailed: neither is there; the installation is incomplete.
    """
    for folder in (_HERE / "_openclaw_plugin", _HERE.parent / "plugins" / "openclaw"):
        if (folder / "openclaw.plugin.json").is_file():
            return folder
    raise ReadFailed(_HERE / "_openclaw_plugin", "the OpenClaw plugin is not there", "install memvault again")

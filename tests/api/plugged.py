"""A vault of a person who has plugins of their own."""

from __future__ import annotations

from pathlib import Path

import yaml

from tests.conftest import Isolated
from tests.plugin_modules import WritePlugin


def name_plugins(isolated: Isolated, *names: str, **settings: object) -> Path:
    """Write the person's `config.yaml` with these plugins."""
    isolated.config.mkdir(parents=True, exist_ok=True)
    path = isolated.config / "config.yaml"
    path.write_text(yaml.safe_dump({**settings, "plugins": list(names)}, sort_keys=False), encoding="utf-8")
    return path


def plug(write: WritePlugin, isolated: Isolated, body: str, **settings: object) -> None:
    """Write one plugin, `own_plugin`, and name it."""
    write("own_plugin", body)
    name_plugins(isolated, "own_plugin", **settings)

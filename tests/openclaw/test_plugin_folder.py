from __future__ import annotations

from tests.openclaw.gateway import PLUGIN
from vault.openclaw.plugin_folder import plugin_folder


def test_of_a_checkout_it_is_the_one_in_it() -> None:
    assert plugin_folder() in (PLUGIN, PLUGIN.parent.parent / "vault" / "_openclaw_plugin")
    assert (plugin_folder() / "index.js").is_file()

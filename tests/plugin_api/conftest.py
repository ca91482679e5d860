"""Plugins of a test's own, loaded as those of a person are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.plugin_modules import WritePlugin, plugin_modules
from vault.plugin_api.discover import Wanted
from vault.plugin_api.hookspecs import hookimpl
from vault.plugin_api.loading import open_plugins
from vault.plugin_api.run_hooks import Plugins
from vault.plugin_api.values import Conversation, Extractor, Mask, OfferedModel, Proposed


class Own:
    """Stands for what memvault itself provides: a mask that hides stars, and whatever `rules` give."""

    def __init__(self, rules: Callable[[Conversation], list[Proposed]]) -> None:
        self._rules = rules

    @hookimpl
    def provide_masks(self) -> list[Mask]:
        return [Mask("stars", lambda text: text.replace("*", "·"))]

    @hookimpl
    def provide_extractors(self) -> list[Extractor]:
        return [Extractor("rules", extract=self._rules)]

    @hookimpl
    def provide_models(self) -> list[OfferedModel]:
        return [OfferedModel("own", lambda: "own model")]


@pytest.fixture
def write_plugin(tmp_path: Path) -> Iterator[WritePlugin]:
    with plugin_modules(tmp_path / "modules") as write:
        yield write


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., Plugins]:
    """Loads modules by their names, in this order; values of settings behind them."""

    def load(
        *names: str, rules: Callable[[Conversation], list[Proposed]] = lambda _: [], **values: object
    ) -> Plugins:
        wanted = [Wanted(name, values=values, origin="/home/config.yaml:3") for name in names]
        return open_plugins(wanted, built_in=lambda: Own(rules), folder=tmp_path / "state")

    return load

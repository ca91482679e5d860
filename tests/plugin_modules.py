"""Plugins that tests write as modules of their own, and take away again."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

HEAD = """
from dataclasses import replace
from vault.plugin_api.hookspecs import hookimpl
from vault.plugin_api.values import *
"""

WritePlugin = Callable[[str, str], str]


@contextmanager
def plugin_modules(folder: Path) -> Iterator[WritePlugin]:
    """Gives a function that writes a module into `folder`, which Python looks into meanwhile."""
    folder.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(folder))
    written: list[str] = []

    def write(name: str, body: str) -> str:
        (folder / f"{name}.py").write_text(HEAD + textwrap.dedent(body), encoding="utf-8")
        written.append(name)
        return name

    try:
        yield write
    finally:
        sys.path.remove(str(folder))
        for name in written:
            sys.modules.pop(name, None)

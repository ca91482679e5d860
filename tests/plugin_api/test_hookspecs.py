from __future__ import annotations

import inspect
from pathlib import Path

from vault.plugin_api import hookspecs, values

README = (Path(__file__).parents[2] / "plugins" / "README.md").read_text(encoding="utf-8")
HOOKS = {name: each for name, each in vars(hookspecs).items() if hasattr(each, f"{hookspecs.PROJECT}_spec")}


def test_all_hooks_stand_on_one_page() -> None:
    assert len(inspect.getsource(hookspecs).splitlines()) < 120
    assert len(HOOKS) == 12
    assert all(hook.__doc__ for hook in HOOKS.values())


def test_every_hook_and_every_value_is_documented() -> None:
    assert [name for name in HOOKS if f"`{name}" not in README] == []
    made_here = [
        name
        for name, each in vars(values).items()
        if inspect.isclass(each) and each.__module__ == values.__name__
    ]
    assert [name for name in made_here if f"`{name}" not in README] == []

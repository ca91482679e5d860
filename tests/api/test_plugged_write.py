from __future__ import annotations

import sys

from tests.api.conftest import NOW, Place
from tests.api.plugged import plug
from tests.conftest import Isolated
from tests.plugin_modules import WritePlugin
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.model.memory import Memory


def test_what_a_plugin_changes_is_checked_and_masked_like_anything_else(
    place: Place, isolated: Isolated, write_plugin: WritePlugin, model: StandInModel
) -> None:
    body = """
        seen, written_ones = [], []
        @hookimpl
        def before_write(memory):
            seen.append(memory.content)
            return replace(memory, content=memory.content + "，电话13812345678", user_id="mei", tags=("新",))
        @hookimpl
        def after_write(written): written_ones.append(written)
        @hookimpl
        def provide_masks(): return [Mask("names", lambda text: text.replace("小王", "某人"))]
    """
    plug(write_plugin, isolated, body)
    with open_vault(place.root, model=model) as vault:
        told = vault.remember("小王的邮箱是 wang@example.com", now=NOW)
        (record,) = vault.show(told.id)
    assert (told.action, record.user_id, record.tags) == ("added", "lin", ("新",))
    assert record.text == told.content == "某人的邮箱是 w****@example.com，电话138****5678"
    module = sys.modules["own_plugin"]
    assert module.seen == ["某人的邮箱是 w****@example.com"]
    (heard,) = module.written_ones
    assert (heard.action, heard.memory.id, heard.path, heard.line) == ("added", told.id, told.path, told.line)
    assert any("遮盖" in warning for warning in told.warnings)


def test_a_refusal_is_told_and_nothing_is_written(
    place: Place, isolated: Isolated, write_plugin: WritePlugin, model: StandInModel
) -> None:
    body = "@hookimpl\ndef before_write(memory):\n    if '秘密' in memory.content: return Refused('不写秘密')"
    plug(write_plugin, isolated, body)
    with open_vault(place.root, model=model) as vault:
        memories = [
            Memory("prov_1", "这是秘密", provisional=True),
            Memory("prov_2", "在学吉他", provisional=True),
        ]
        refused, added = vault.remember_all(memories, now=NOW)
    assert (refused.action, refused.reason) == ("refused", "plugin")
    assert refused.warnings == ("插件不允许写入：own_plugin: 不写秘密",)
    assert added.action == "added"


def test_what_a_plugin_makes_of_it_may_be_refused_as_well(
    place: Place, isolated: Isolated, write_plugin: WritePlugin, model: StandInModel
) -> None:
    plug(
        write_plugin,
        isolated,
        "@hookimpl\ndef before_write(memory): return replace(memory, content='长' * 9999)",
    )
    with open_vault(place.root, model=model) as vault:
        told = vault.remember("在学吉他", now=NOW)
    assert (told.action, told.reason) == ("refused", "too-long")


def test_faults_are_warnings_and_the_memory_is_written(
    place: Place, isolated: Isolated, write_plugin: WritePlugin, model: StandInModel
) -> None:
    body = """
        @hookimpl
        def before_write(memory): raise SystemExit("bye")
        @hookimpl
        def provide_masks(): return [Mask("bad", lambda text: 1 // 0)]
    """
    plug(write_plugin, isolated, body)
    with open_vault(place.root, model=model) as vault:
        told = vault.remember("在学吉他", now=NOW)
    assert told.action == "added"
    assert [each.split(": ")[1] for each in told.warnings] == ["mask bad", "before_write"]

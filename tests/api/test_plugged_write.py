from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from tests.api.plugged import name_plugins, plug
from tests.conftest import Isolated
from tests.plugin_modules import WritePlugin
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.errors import MaskFailed
from vault.model.memory import Memory
from vault.model.turn import Turn


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
    plug(write_plugin, isolated, "@hookimpl\ndef before_write(memory): raise SystemExit('bye')")
    with open_vault(place.root, model=model) as vault:
        told = vault.remember("在学吉他", now=NOW)
    assert told.action == "added"
    assert [each.split(": ")[1] for each in told.warnings] == ["before_write"]


BAD = """
    def hide(text):
        if "秘密" in text: raise OSError("no answer")
        return text
    @hookimpl
    def provide_masks(): return [Mask("secrets", hide)]
"""


def test_nothing_is_written_that_a_mask_could_not_see(
    place: Place, isolated: Isolated, write_plugin: WritePlugin, model: StandInModel, tmp_path: Path
) -> None:
    plug(write_plugin, isolated, BAD)
    old = tmp_path / "old.jsonl"
    old.write_text('{"content": "在学吉他"}\n{"content": "一个秘密"}\n', encoding="utf-8")
    with open_vault(place.root, model=model) as vault:
        before = place.tree()
        for write in (
            lambda: vault.remember("一个秘密", now=NOW),
            lambda: vault.remember_all([Memory("", "在学吉他"), Memory("", "又一个秘密")], now=NOW),
            lambda: vault.import_file(old, now=NOW),
        ):
            with pytest.raises(MaskFailed, match="no answer") as failed:
                write()
            assert "own_plugin: off" in failed.value.hint
        assert place.tree() == before
        assert vault.remember("在学吉他", now=NOW).action == "added"


def test_a_message_that_cannot_be_masked_is_held_back_and_the_others_are_not(
    place: Place, isolated: Isolated, write_plugin: WritePlugin, model: StandInModel
) -> None:
    plug(write_plugin, isolated, BAD)
    said = [Turn("s", at, "user", text, NOW) for at, text in enumerate(["我叫阿杰", "这是秘密", "我爱喝茶"])]
    with open_vault(place.root, model=model) as vault:
        with pytest.raises(MaskFailed):
            vault.capture(said, extract="off", now=NOW)
        journals = "".join(path.read_text("utf-8") for path in place.root.glob("journal/**/*.jsonl"))
        assert ("阿杰" in journals, "秘密" in journals, "爱喝茶" in journals) == (True, False, True)
        assert vault.extract_pending(now=NOW).turns == 2
    name_plugins(isolated)
    with open_vault(place.root, model=model) as vault:
        assert vault.capture(said, extract="off", now=NOW).journalled == 1


def test_asking_goes_on_when_a_mask_fails(
    place: Place, isolated: Isolated, write_plugin: WritePlugin, model: StandInModel
) -> None:
    plug(write_plugin, isolated, "@hookimpl\ndef provide_masks(): return [Mask('bad', lambda text: 1 // 0)]")
    place.remember("facts/more.jsonl", {"id": "mem_t", "content": "周六去爬山", "tags": ["周末"]})
    with open_vault(place.root, model=model) as vault:
        assert [hit.id for hit in vault.recall("爬山", tags=["周末"], now=NOW).hits] == ["mem_t"]
        assert [each.id for each in vault.list(tags=["周末"], now=NOW)] == ["mem_t"]
        assert "爬山" in vault.prompt("爬山", session="s", now=NOW).text

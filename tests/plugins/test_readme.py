"""The example in `plugins/README.md` does what the page says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import yaml

from tests.api.conftest import Place, make_place
from tests.conftest import Isolated
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault

README = (Path(__file__).parents[2] / "plugins" / "README.md").read_text(encoding="utf-8")


def block(language: str, containing: str = "") -> str:
    found = re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.DOTALL | re.MULTILINE)
    return next(each for each in found if containing in each)


@pytest.fixture
def place(tmp_path: Path, isolated: Isolated, monkeypatch: pytest.MonkeyPatch) -> Place:
    """The vault of a person who has saved the example and named it, to work at every hour."""
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "quiet_evenings.py").write_text(block("python"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "modules"))
    monkeypatch.delitem(sys.modules, "quiet_evenings", raising=False)
    named = yaml.safe_load(block("yaml", "quiet_evenings"))["plugins"]["quiet_evenings"]
    assert named.pop("from_hour") == 21
    isolated.config.mkdir(parents=True)
    config = {"plugins": {"quiet_evenings": {**named, "from_hour": 0}}}
    (isolated.config / "config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    return make_place(tmp_path / "vault")


def test_the_example_runs(place: Place) -> None:
    place.remember("facts/task.jsonl", {"id": "mem_task", "content": "下午要去买龙井", "type": "task"})
    with open_vault(place.root, model=StandInModel()) as vault:
        told = vault.remember("妈妈的生日惊喜是旅行")
        assert (told.action, told.warnings) == (
            "refused",
            ("插件不允许写入：quiet_evenings: surprises are not written down",),
        )
        written = vault.remember("用户在学吉他")
        (record,) = vault.show(written.id)
        assert record.tags == ("seen",)
        ids = [hit.id for hit in vault.recall("龙井", gate=False).hits]
        assert "mem_tea" in ids
        assert "mem_task" not in ids
    sys.modules.pop("quiet_evenings", None)


def test_what_the_page_says_of_bundled_plugins_is_so() -> None:
    """Every setting with its default."""
    from memvault_llm_extract.settings import DECLARED
    from memvault_obsidian_links.plugin import ObsidianLinks

    rows = dict(re.findall(r"^\| (`.*?`) \| (.*?) \|", README, flags=re.MULTILINE))
    for each in (*DECLARED, *ObsidianLinks().declare_settings()):
        cells = next((value for names, value in rows.items() if f"`{each.name}`" in names), None)
        assert cells is not None, each.name
        default = str(each.default).removesuffix(".0").lower()
        assert default in cells.lower().replace(",", " ").split() or default == "", each.name


@pytest.mark.parametrize("containing", ["obsidian_links: on", "key_variable"])
def test_the_settings_shown_are_accepted(containing: str) -> None:
    from vault.config.plugin_section import plugin_sections

    assert plugin_sections(yaml.safe_load(block("yaml", containing))["plugins"])

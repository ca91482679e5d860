from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.conftest import Place, make_place
from tests.conftest import Isolated
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.model.memory import Relation

NOTE = "---\ntags: [游记]\nrelated: ['[[西溪]]']\n---\n# 看[[西湖]]\n\n和年糕去的 #旅行/杭州，见![[照片]]。\n"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    made = make_place(tmp_path / "vault")
    made.write("notes/杭州.md", NOTE)
    return made


def switched(isolated: Isolated, text: str) -> None:
    isolated.config.mkdir(parents=True, exist_ok=True)
    (isolated.config / "config.yaml").write_text(text, encoding="utf-8")


def opened(place: Place) -> Vault:
    return open_vault(place.root, model=StandInModel())


def test_tags_can_be_asked_for_and_links_are_relations(place: Place, isolated: Isolated) -> None:
    """Switched on and off again: the index reads its notes anew each time, the file stays as it is."""
    with opened(place) as vault:
        assert [each.tags for each in vault.list(types=["note"])] == [("游记",)]
    switched(isolated, "plugins: [obsidian_links]\n")
    with opened(place) as vault:
        (note,) = vault.list(tags=["旅行"])
        assert note.tags == ("游记", "旅行/杭州", "旅行")
        assert note.relations == (
            Relation("links_to", "西溪"),
            Relation("links_to", "西湖"),
            Relation("embeds", "照片"),
        )
        assert [hit.id for hit in vault.recall("去哪里玩", tags=["旅行/杭州"], gate=False).hits] == [note.id]
    switched(isolated, "plugins:\n  obsidian_links:\n    links: false\n    parent_tags: false\n")
    with opened(place) as vault:
        (note,) = vault.list(types=["note"])
        assert (note.tags, note.relations) == (("游记", "旅行/杭州"), ())
    switched(isolated, "plugins:\n  obsidian_links: off\n")
    with opened(place) as vault:
        assert [each.tags for each in vault.list(types=["note"])] == [("游记",)]
    assert (place.root / "notes/杭州.md").read_text(encoding="utf-8") == NOTE

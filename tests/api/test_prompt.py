from __future__ import annotations

from tests.api.conftest import NOW, Place
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.recall.prompt_block import CLOSING, OPENING, strip_block


def test_the_block_holds_what_recall_finds(opened: Vault) -> None:
    hits = opened.recall("下午爱喝龙井吗", now=NOW).hits
    block = opened.prompt("下午爱喝龙井吗", now=NOW)
    assert hits
    assert block.ids == tuple(hit.id for hit in hits)
    assert str(block) == block.text
    assert block.text.startswith(OPENING)
    assert block.text.rstrip().endswith(CLOSING)
    assert "2026-05-02 · 偏好] 下午爱喝龙井" in block.text
    assert strip_block(f"前{block}后").strip() in ("前后", "前\n后")


def test_nothing_relevant_is_no_block(opened: Vault) -> None:
    block = opened.prompt("zzz", now=NOW)
    assert (block.text, block.ids) == ("", ())


def test_the_budget_is_kept(opened: Vault) -> None:
    whole = opened.prompt("下午爱喝龙井吗", now=NOW, budget_tokens=800)
    small = opened.prompt("下午爱喝龙井吗", now=NOW, budget_tokens=10)
    assert 0 < whole.tokens <= 800
    assert small.text == ""


def test_it_is_in_the_language_of_the_vault(place: Place, model) -> None:
    text = (place.root / "vault.yaml").read_text(encoding="utf-8")
    place.write("vault.yaml", text.replace("language: zh", "language: en"))
    with open_vault(place.root, model=model) as vault:
        assert "preference] 下午爱喝龙井" in vault.prompt("下午爱喝龙井吗", now=NOW).text

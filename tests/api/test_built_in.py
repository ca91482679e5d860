"""What memvault provides goes through the hooks that plugins use, and nothing is lost on the way."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import yaml

from vault.api.built_in import BuiltIn, built_in_mask, candidates_of, extract_by_rules
from vault.api.locate import settings_for
from vault.api.plugins import load_plugins
from vault.config.settings import LifecycleSettings, MaskSettings, Settings
from vault.embedding.models import DEFAULT_MODEL
from vault.model.turn import Turn
from vault.plugin_api.proposal_check import sound_proposals
from vault.plugin_api.values import Conversation

AT = datetime(2026, 11, 30, 2, tzinfo=timezone.utc)
UTTERANCES = Path(__file__).parents[1] / "lifecycle" / "utterances"


def talk(*texts: str, new: int = 0) -> Conversation:
    turns = tuple(Turn("s", number, "user", text, AT, "lin") for number, text in enumerate(texts))
    return Conversation(
        turns, frozenset(range(new, len(texts))), "lin", timezone=ZoneInfo("Asia/Shanghai"), now=AT
    )


def test_the_rules_come_through_the_hook_of_extractors() -> None:
    proposed = load_plugins(settings_for(None)).extract(talk("我叫阿杰", "我养了一只猫，叫年糕", new=1))
    assert [each.memory.content for each in proposed] == ["用户养了一只猫，叫年糕"]
    assert proposed[0].memory.user_id == "lin"


def test_days_are_those_of_the_vault() -> None:
    (proposed,) = extract_by_rules(talk("我下周二要体检"))
    assert proposed.memory.occurred_at == datetime(2026, 12, 7, 16, tzinfo=timezone.utc)


def said(entry: Any) -> list[str]:
    """The user's messages of a labelled utterance."""
    text = entry.get("text", entry.get("say", ""))
    return [text] if isinstance(text, str) else [str(each) for each in text]


@pytest.mark.parametrize("name", ["building_zh.yaml", "building_en.yaml", "held_back.yaml"])
def test_the_check_of_evidence_drops_nothing_that_the_rules_find(name: str) -> None:
    document = yaml.safe_load((UTTERANCES / name).read_text(encoding="utf-8"))
    entries = document if isinstance(document, list) else next(iter(document.values()))
    found = 0
    for entry in entries:
        conversation = talk(*filter(None, said(entry)))
        if conversation.turns:
            proposed = extract_by_rules(conversation)
            found += len(proposed)
            assert len(sound_proposals(proposed, conversation)) == len(proposed), entry
            assert len(candidates_of(conversation)) == len(proposed)
    assert found > 20


def test_masks_follow_the_settings() -> None:
    text = "电话13812345678，邮箱 a@example.com"
    assert built_in_mask(Settings())(text) == "电话138****5678，邮箱 a****@example.com"
    settings = Settings(lifecycle=LifecycleSettings(mask=MaskSettings(phone=False)))
    assert built_in_mask(settings)(text) == "电话13812345678，邮箱 a****@example.com"
    assert load_plugins(settings_for(None)).mask(text) == built_in_mask(Settings())(text)


def test_the_default_model_is_offered() -> None:
    offers = BuiltIn(Settings()).provide_models()
    assert DEFAULT_MODEL in [offer.name for offer in offers]
    found = load_plugins(settings_for(None)).model(DEFAULT_MODEL)
    assert found is not None
    assert found[0].trusted

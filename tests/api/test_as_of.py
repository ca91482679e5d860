"""What was known then."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from tests.api.under_git import put_under_git
from tests.history.repositories import Copy
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.vault import Vault

DAY = timedelta(days=1)


@pytest.fixture
def copy(place: Place, monkeypatch: pytest.MonkeyPatch) -> Copy:
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    return put_under_git(place, monkeypatch)


@pytest.fixture
def under_git(copy: Copy, model: StandInModel) -> Iterator[Vault]:
    with open_vault(copy.root, model=model) as vault:
        yield vault


def told(vault: Vault, query: str, at: datetime, **options: object) -> list[str]:
    return [each.content for each in vault.recall_as_of(query, at, **options).hits]


def test_the_home_before_it_changed(under_git: Vault) -> None:
    for number, home in enumerate(("阳光小区", "西湖区")):
        under_git.remember(f"住在{home}", key="住址", value=home, now=NOW + number * DAY)
    assert told(under_git, "住址", NOW + DAY / 2) == ["住在阳光小区"]
    assert told(under_git, "住址", NOW + 2 * DAY) == ["住在西湖区"]
    assert under_git.recall("住址", now=NOW + 2 * DAY).hits[0].content == "住在西湖区"


def test_an_edit_by_hand_and_its_wording_before(copy: Copy, under_git: Vault) -> None:
    copy.write("facts/all.jsonl", copy.read("facts/all.jsonl").replace("龙井", "碧螺春"))
    copy.commit("tea", date="2026-12-01T00:00:00Z")
    assert told(under_git, "下午爱喝什么", NOW) == ["下午爱喝龙井"]
    assert told(under_git, "下午爱喝什么", NOW + 3 * DAY) == ["下午爱喝碧螺春"]


def test_a_memory_that_was_forgotten_since(under_git: Vault) -> None:
    under_git.forget("mem_cat", now=NOW)
    assert told(under_git, "年糕", NOW - DAY) == ["养了一只叫年糕的猫"]
    assert told(under_git, "年糕", NOW + DAY) == []


def test_what_was_written_after_the_last_commit_of_then(
    copy: Copy, model: StandInModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Committed by hand once a week: what the program wrote in between carries its date."""
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "false")
    with open_vault(copy.root, model=model) as vault:
        vault.remember("会弹吉他", now=NOW)
        copy.commit("week", date="2026-12-06T00:00:00Z")
        assert told(vault, "会弹吉他", NOW + DAY) == ["会弹吉他"]
        assert told(vault, "会弹吉他", NOW - DAY) == []


def test_what_ended_after_the_last_commit_of_then(
    copy: Copy, model: StandInModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "false")
    with open_vault(copy.root, model=model) as vault:
        vault.forget("mem_cat", now=NOW)
        assert told(vault, "年糕", NOW + DAY) == []
        assert told(vault, "年糕", NOW - DAY) == ["养了一只叫年糕的猫"]


def test_the_answer_says_where_it_is_from(under_git: Vault, copy: Copy) -> None:
    commit = copy.git("rev-parse", "HEAD")[:12]
    assert commit in under_git.recall_as_of("年糕", NOW).notices[0]
    assert "日期" in under_git.recall_as_of("年糕", datetime(2026, 5, 1, tzinfo=timezone.utc)).notices[0]


def test_without_git_the_dates_tell(place: Place, opened: Vault) -> None:
    old = opened.remember("住在阳光小区", key="住址", value="阳光小区", now=NOW).id
    opened.remember("住在西湖区", key="住址", value="西湖区", now=NOW + DAY)
    opened.forget("mem_cat", now=NOW + DAY)
    place.remember("facts/undated.jsonl", {"content": "会弹吉他"})
    assert told(opened, "住址", NOW + DAY / 2) == ["住在阳光小区"]
    assert told(opened, "住址", NOW + 2 * DAY) == ["住在西湖区"]
    assert told(opened, "年糕", NOW) == ["养了一只叫年糕的猫"]
    assert told(opened, "年糕", NOW + 2 * DAY) == []
    assert told(opened, "年糕", datetime(2026, 3, 20, tzinfo=timezone.utc)) == []
    assert told(opened, "会弹吉他", datetime(2020, 1, 1, tzinfo=timezone.utc)) == ["会弹吉他"]
    assert [each.status for each in opened.show(old, now=NOW)] == ["superseded"]


def test_notes_and_conversations_of_later_are_left_out(place: Place, opened: Vault) -> None:
    place.write("notes/plan.md", "---\ncreated: 2026-06-01\n---\n# 大理行程\n\n去大理骑车\n")
    turns = [
        {"session_id": "s", "turn": 1, "role": "user", "content": "想学陶艺", "at": "2026-03-01T00:00:00Z"},
        {"session_id": "s", "turn": 2, "role": "user", "content": "想学木工", "at": "2026-09-01T00:00:00Z"},
    ]
    place.write("journal/x/2026/2026-03-01.jsonl", "".join(json.dumps(each) + "\n" for each in turns))
    at = datetime(2026, 5, 1, tzinfo=timezone.utc)
    assert not [each for each in told(opened, "大理骑车", at, gate=False) if "大理" in each]
    texts = "".join(told(opened, "想学", at, gate=False))
    assert "陶艺" in texts
    assert "木工" not in texts


def test_another_person_sees_only_their_own(under_git: Vault) -> None:
    assert told(under_git, "年糕", NOW, user="mei") == []
    assert told(under_git, "钢琴", NOW, user="mei") == ["每周四练钢琴"]


def test_a_person_of_whom_nothing_was_known_yet(under_git: Vault) -> None:
    answer = under_git.recall_as_of("钢琴", datetime(2020, 1, 1, tzinfo=timezone.utc), user="mei")
    assert answer.hits == ()


def test_nothing_is_written(copy: Copy, under_git: Vault, isolated: object) -> None:
    under_git.recall("年糕", now=NOW)
    before = {each: each.read_bytes() for each in copy.root.rglob("*") if each.is_file()}
    state = sorted(Path(isolated.state).rglob("*"))  # type: ignore[attr-defined]
    told(under_git, "年糕", NOW)
    assert {each: each.read_bytes() for each in copy.root.rglob("*") if each.is_file()} == before
    assert sorted(Path(isolated.state).rglob("*")) == state  # type: ignore[attr-defined]


def test_texts_that_are_known_are_not_embedded_again(under_git: Vault, model: StandInModel) -> None:
    under_git.recall("年糕", now=NOW)
    embedded = model.passages_embedded
    told(under_git, "年糕", NOW)
    assert model.passages_embedded == embedded

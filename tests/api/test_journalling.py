from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import NOW, Place
from vault.api.journalling import MOST_CHARACTERS, Journalled, journal
from vault.api.open import open_vault
from vault.api.resources import Resources
from vault.errors import VaultVanished
from vault.model.tombstone import ERASED
from vault.model.turn import Turn
from vault.recall.prompt_block import CLOSING, OPENING

AT = datetime(2026, 11, 29, 10, tzinfo=timezone.utc)


@pytest.fixture
def resources(place: Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[Resources]:
    monkeypatch.setenv("MEMVAULT_DEVICE", "pi")
    with open_vault(place.root, use_model=False) as vault:
        yield vault._resources


def turn(number: int, content: str = "", **fields: Any) -> Turn:
    made = Turn("s", number, "user", content or f"第 {number} 句", AT + timedelta(minutes=number), "lin")
    return replace(made, **fields)


def lines(root: Path) -> list[dict[str, Any]]:
    paths = sorted(root.glob("journal/**/*.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


def put(resources: Resources, *turns: Turn) -> Journalled:
    return journal(resources, turns, now=NOW)


def test_turns_go_to_the_file_of_this_device_and_their_day(resources: Resources, place: Place) -> None:
    late = turn(3, at=datetime(2026, 11, 29, 16, 30, tzinfo=timezone.utc))
    done = put(resources, turn(1), turn(2, role="assistant", agent_id="claw", channel="cli"), late)
    assert [(each.path, each.first_line, each.count) for each in done.written] == [
        ("journal/pi/2026/2026-11-29.jsonl", 1, 2),
        ("journal/pi/2026/2026-11-30.jsonl", 1, 1),
    ]
    assert (done.count, done.known, done.skipped) == (3, 0, 0)
    assert lines(place.root)[1] == {
        "session_id": "s",
        "turn": 2,
        "role": "assistant",
        "content": "第 2 句",
        "at": "2026-11-29T10:02:00Z",
        "user_id": "lin",
        "agent_id": "claw",
        "channel": "cli",
    }


def test_a_replay_writes_nothing(resources: Resources, place: Place) -> None:
    put(resources, turn(1), turn(2))
    before = lines(place.root)
    again = put(resources, turn(1, at=None), turn(2))
    assert (again.written, again.known, again.skipped) == ((), 2, 0)
    assert lines(place.root) == before


def test_a_conversation_played_again_with_something_new_adds_that(resources: Resources, place: Place) -> None:
    put(resources, turn(1), turn(2))
    done = put(resources, turn(1), turn(2), turn(3), turn(3))
    assert (done.count, done.known) == (1, 3)
    assert [line["turn"] for line in lines(place.root)] == [1, 2, 3]


def test_what_was_erased_is_not_written_again(resources: Resources, place: Place) -> None:
    (path,) = (each.path for each in put(resources, turn(1)).written)
    text = (place.root / path).read_text(encoding="utf-8")
    (place.root / path).write_text(text.replace("第 1 句", ERASED["zh"]), encoding="utf-8")
    assert put(resources, turn(1)).known == 1
    assert "第 1 句" not in (place.root / path).read_text(encoding="utf-8")


def test_what_another_device_has_is_not_written_again(resources: Resources, place: Place) -> None:
    place.remember(
        "journal/phone/2026/2026-11-29.jsonl",
        {"session_id": "s", "turn": 1, "role": "user", "content": "第 1 句", "user_id": "lin"},
    )
    assert put(resources, turn(1)).known == 1


def test_recalled_memories_are_taken_out(resources: Resources, place: Place) -> None:
    block = f"{OPENING}\n- [2026-01-05 · 偏好] 用户喜欢喝美式\n{CLOSING}"
    done = put(resources, turn(1, f"{block}\n今天吃什么"), turn(2, block), turn(3, "  \n"))
    assert (done.count, done.skipped) == (1, 2)
    assert [line["content"] for line in lines(place.root)] == ["今天吃什么"]
    assert put(resources, turn(1, f"{block}\n今天吃什么")).known == 1


def test_personal_data_is_masked_before_it_is_written(resources: Resources, place: Place) -> None:
    said = turn(1, "我的手机号是13812345678，邮箱 zhang@example.com")
    put(resources, said)
    data = b"".join(path.read_bytes() for path in place.root.glob("journal/**/*.jsonl"))
    assert b"13812345678" not in data
    assert b"zhang@" not in data
    assert put(resources, said).known == 1


def test_names_of_a_conversation_are_masked_and_stay_names(resources: Resources, place: Place) -> None:
    one = turn(1, session_id="whatsapp:+8613812345678", channel="sms:13812345678", agent_id="a@example.com")
    other = replace(one, session_id="whatsapp:+8613912345678")
    assert put(resources, one, other).count == 2
    data = b"".join(path.read_bytes() for path in place.root.glob("journal/**/*.jsonl"))
    for secret in (b"13812345678", b"13912345678", b"a@example.com"):
        assert secret not in data
    first, second = lines(place.root)
    assert first["session_id"] != second["session_id"]
    assert first["channel"] == second["channel"]
    assert put(resources, one, other).known == 2


def test_a_turn_without_a_time_or_with_an_absurd_one_was_said_now(resources: Resources, place: Place) -> None:
    far = datetime(2199, 1, 1, tzinfo=timezone.utc)
    put(resources, turn(1, at=None), turn(2, at=far), turn(3, at=datetime(1, 1, 1, tzinfo=timezone.utc)))
    assert {line["at"] for line in lines(place.root)} == {"2026-11-30T04:00:00Z"}


def test_a_turn_without_a_time_was_said_when_the_one_before_was(resources: Resources, place: Place) -> None:
    put(resources, turn(1, at=None), turn(2), turn(3, at=None), turn(9, at=None, session_id="other"))
    assert [line["at"] for line in lines(place.root) if line["session_id"] == "s"] == [
        "2026-11-29T10:02:00Z"
    ] * 3
    assert lines(place.root)[-1]["at"] == "2026-11-30T04:00:00Z"


def test_a_time_without_a_zone_is_the_vaults(resources: Resources, place: Place) -> None:
    put(resources, turn(1, at=datetime(2026, 11, 29, 18)))
    assert lines(place.root)[0]["at"] == "2026-11-29T10:00:00Z"


def test_a_message_without_end_is_cut_and_still_known(resources: Resources, place: Place) -> None:
    endless = turn(1, "长" * 3 * MOST_CHARACTERS)
    put(resources, endless)
    assert len(lines(place.root)[0]["content"]) < MOST_CHARACTERS + 10
    assert put(resources, endless).known == 1


def test_odd_characters_are_written_as_they_are_read_and_known_again(resources: Resources) -> None:
    odd = turn(1, "a\x00b\ud83dc\u2028d\r\ne\x1b[31m", session_id=" s ")
    assert put(resources, odd).count == 1
    assert put(resources, odd).known == 1


def test_an_empty_mount_point_is_not_written_into(resources: Resources, place: Place) -> None:
    away = place.root.rename(place.root.with_name("unmounted"))
    place.root.mkdir()
    with pytest.raises(VaultVanished):
        put(resources, turn(1))
    assert list(place.root.iterdir()) == []
    assert away.exists()


def test_what_a_crash_cut_short_is_written_whole_the_next_time(resources: Resources, place: Place) -> None:
    (path,) = (each.path for each in put(resources, turn(1)).written)
    with (place.root / path).open("ab") as file:
        file.write(b'{"session_id": "s", "turn": 2, "role": "user", "con')
    done = put(resources, turn(1), turn(2))
    assert (done.count, done.known) == (1, 1)
    texts = (place.root / path).read_text(encoding="utf-8").splitlines()
    assert [json.loads(texts[0])["turn"], json.loads(texts[2])["turn"]] == [1, 2]

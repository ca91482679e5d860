"""Names of sessions, senders, groups and tags that hold personal data: masked where they are written, still names."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.model.memory import Memory, Source
from vault.model.turn import Turn

PHONE, OTHER = "13812345678", "13899995678"
SESSION = f"agent:main:whatsapp:direct:+86{PHONE}"


@pytest.fixture
def vault(place: Place) -> Iterator[Vault]:
    with open_vault(place.root, use_model=False) as opened:
        yield opened


def written(root: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in root.rglob("*.jsonl"))


def said(number: int, content: str, session: str = SESSION) -> Turn:
    return Turn(session, number, "user", content, NOW + timedelta(minutes=number), "lin")


def test_memories_are_found_by_the_name_that_was_given(place: Place, vault: Vault) -> None:
    place.remember("facts/hand.jsonl", {"id": "mem_hand", "content": "手写的一条", "tags": [PHONE]})
    source = Source("agent", session_id=SESSION, channel=f"sms:{PHONE}", agent_id=PHONE)
    given = Memory("", "喜欢喝普洱", namespace=f"group:{PHONE}", tags=(PHONE,), source=source)
    (done,) = vault.remember_all([given], user="lin", arrived="agent", now=NOW)
    assert PHONE not in written(place.root / "facts").replace(f'"{PHONE}"', "")  # but for the line by hand
    assert [each.id for each in vault.list(user="lin", namespaces=[f"group:{PHONE}"], now=NOW)] == [done.id]
    assert {each.id for each in vault.list(user="lin", tags=[PHONE], now=NOW)} == {done.id, "mem_hand"}
    assert vault.list(user="lin", tags=[OTHER], now=NOW) == ()
    (hit,) = vault.recall(
        "喜欢喝什么茶", user="lin", tags=[PHONE], namespaces=[f"group:{PHONE}"], now=NOW
    ).hits
    assert hit.id == done.id


def test_two_numbers_are_two_exact_facts(place: Place, vault: Vault) -> None:
    for key, value in ((PHONE, "房东"), (OTHER, "快递柜")):
        vault.remember_all([Memory("", f"{value}的号码", key=key, value=value)], user="lin", now=NOW)
    assert {"房东", "快递柜"} <= {each.value for each in vault.list(user="lin", now=NOW)}


def test_a_conversation_is_one_by_its_name(place: Place, vault: Vault) -> None:
    turns = [
        said(1, "我叫阿杰，在学吉他"),
        said(2, "下周二体检"),
        said(1, "我住在杭州", SESSION.replace(PHONE, OTHER)),
    ]
    assert vault.capture(turns, user="lin", extract="now", now=NOW).journalled == 3
    assert vault.capture(turns, user="lin", extract="now", now=NOW).known == 3
    vault.flush(SESSION, user="lin", now=NOW + timedelta(minutes=5))
    text = written(place.root)
    assert PHONE not in text
    assert OTHER not in text
    sessions = {
        each.session_id for each in vault.list(user="lin", everything=True, now=NOW) if each.session_id
    }
    assert len(sessions) == 2
    assert len(vault.list(user="lin", types=["summary"], now=NOW)) == 1
    block = vault.prompt("下周二要做什么", user="lin", session=SESSION, now=NOW)
    assert not any(each.startswith("msg") for each in block.ids)

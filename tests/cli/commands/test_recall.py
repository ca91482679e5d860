from __future__ import annotations

import pytest

from tests.api.conftest import Place


def test_for_people(cli, place: Place) -> None:
    ran = cli("recall", "下午爱喝龙井吗", "--no-model", "--all", "--limit", "1")
    assert ran.code == 0
    first, text, where = ran.out.splitlines()
    assert first.startswith(("1. 2026-05-02 · 偏好 · 0.", "1. 2026-05-02 · 偏好 · 1."))
    assert (text, where) == ("   下午爱喝龙井", "   facts/all.jsonl:3")
    assert ran.err == ""


def test_explained(cli, place: Place) -> None:
    out = cli("recall", "下午爱喝龙井吗", "--no-model", "--all", "--explain").out
    assert "   原因：" in out


def test_the_shape_of_the_contract(cli, place: Place) -> None:
    ran = cli("recall", "下午爱喝龙井吗", "--no-model", "--all", "--json")
    assert ran.code == 0
    assert ran.err == ""
    document = ran.document
    assert document["query"] == "下午爱喝龙井吗"
    assert isinstance(document["took_ms"], float)
    hit = document["hits"][0]
    assert {"id", "type", "content", "relevance", "score", "created_at", "path", "line", "why"} <= set(hit)
    assert (hit["id"], hit["type"], hit["path"], hit["line"]) == (
        "mem_tea",
        "preference",
        "facts/all.jsonl",
        3,
    )
    assert hit["created_at"] == "2026-05-01T16:00:00Z"
    assert 0 <= hit["relevance"] <= 1
    assert isinstance(hit["why"], dict)


def test_nothing_relevant_is_no_fault(cli, place: Place) -> None:
    ran = cli("recall", "zzz", "--no-model")
    assert ran.code == 0
    assert ran.out == ""
    assert ran.err.strip() == "没有相关的记忆"
    assert cli("recall", "zzz", "--no-model", "--json").document["hits"] == []


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--type", "event"], ["mem_trip"]),
        (["--tag", "家"], ["mem_home"]),
        (["--since", "2026-10-01"], ["mem_trip"]),
        (["--namespace", "work"], []),
        (["--user", "mei"], []),
    ],
)
def test_conditions(cli, place: Place, options: list[str], expected: list[str]) -> None:
    question = "国庆去过泉州 家住梧桐路"
    hits = cli("recall", question, "--no-model", "--all", "--json", *options).document["hits"]
    assert [hit["id"] for hit in hits if hit["id"] != "mem_piano"] == expected


def test_a_hand_edit_is_recalled_by_the_next_call(cli, place: Place) -> None:
    cli("recall", "爱喝什么", "--no-model")
    path = place.root / "facts" / "all.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("龙井", "普洱"), encoding="utf-8")
    assert "下午爱喝普洱" in cli("recall", "爱喝普洱", "--no-model", "--all").out


def test_without_the_model_once_and_degraded(cli, place: Place, monkeypatch) -> None:
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")
    ran = cli("recall", "下午爱喝龙井吗", "--all")
    assert ran.code == 3
    assert "下午爱喝龙井" in ran.out
    assert ran.err.count("memvault model install bge-small-zh-v1.5") == 1
    ran = cli("recall", "下午爱喝龙井吗", "--all", "--json")
    assert ran.code == 3
    assert len(ran.document["notices"]) == 1


def test_with_the_real_model(cli, place: Place, with_model) -> None:
    ran = cli("recall", "我家的地址是什么", "--json")
    assert ran.code == 0, ran.err
    assert ran.document["hits"][0]["id"] == "mem_home"


def test_sensitive_values_only_when_asked_for(cli, place: Place) -> None:
    assert "4471#" not in cli("recall", "车库", "--no-model", "--all").out
    assert "4471#" in cli("recall", "车库的门禁密码是什么", "--no-model").out


def test_nobody_named(cli, place: Place) -> None:
    place.write("vault.yaml", "format: 1\nid: vault_family\nlanguage: en\ntimezone: UTC\n")
    place.remember("facts/all.jsonl", {"content": "a", "user_id": "lin"}, {"content": "b", "user_id": "mei"})
    ran = cli("recall", "a", "--no-model")
    assert ran.code == 2
    assert "users: lin, mei" in ran.err
    assert cli("recall", "a", "--no-model", "--user", "lin").code == 0
    ran = cli("recall", "a", "--no-model", "--user", "me", "--json")
    assert ran.code == 2
    assert ran.document["error"]["code"] == "unknown-user"


def test_chinese_on_any_terminal(process, place: Place) -> None:
    for env in ({"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}):
        ran = process("recall", "下午爱喝龙井吗", "--no-model", "--all", env=env)
        assert ran.code == 0, ran.err
        assert "下午爱喝龙井" in ran.out

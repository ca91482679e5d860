from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.conftest import Place, make_place
from tests.service.running_service import Start


@pytest.fixture
def other(tmp_path: Path) -> Place:
    other = make_place(tmp_path / "other")
    other.write("vault.yaml", "format: 1\nid: vault_other\ndefault_user: lin\n")
    other.remember("facts/all.jsonl", {"id": "mem_far", "content": "在火星上种龙井"})
    return other


def test_several_vaults_are_told_apart_by_id_and_by_path(start: Start, place: Place, other: Place) -> None:
    both = start(place.root, other.root)
    for named in ("vault_other", str(other.root), f"{other.root}/"):
        assert [each["id"] for each in both.post("/v1/recall", query="龙井", vault=named).json["hits"]] == [
            "mem_far"
        ]
    assert [
        each["id"] for each in both.post("/v1/recall", query="龙井", vault="vault_small").json["hits"]
    ] == ["mem_tea"]
    assert both.get("/v1/memories/mem_far?vault=vault_small").status == 404


def test_with_several_one_has_to_be_named(start: Start, place: Place, other: Place) -> None:
    reply = start(place.root, other.root).post("/v1/recall", query="龙井")
    assert (reply.status, reply.json["code"]) == (409, "vault-required")


@pytest.mark.parametrize("named", ["nothing", "/etc", "../vault", "\x00", "/\x00"])
def test_a_vault_that_is_not_served(start: Start, place: Place, named: str) -> None:
    reply = start(place.root).post("/v1/recall", query="龙井", vault=named)
    assert (reply.status, reply.json["code"]) == (404, "vault-not-found")


def test_two_copies_are_told_apart_by_their_paths_only(start: Start, place: Place, tmp_path: Path) -> None:
    copy = make_place(tmp_path / "copy")
    both = start(place.root, copy.root)
    assert both.post("/v1/recall", query="龙井", vault="vault_small").status == 409
    assert both.post("/v1/recall", query="龙井", vault=str(copy.root)).status == 200

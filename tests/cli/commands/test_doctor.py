from __future__ import annotations

from pathlib import Path

from tests.api.conftest import Place


def findings(document: dict) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in document["findings"]:
        found.setdefault(each["topic"], []).append(each["level"])
    return found


def test_a_vault_in_order(cli, place: Place, with_model) -> None:
    cli("index")
    ran = cli("doctor", "--json")
    assert ran.code == 0, ran.out
    assert ran.document["healthy"] is True
    found = findings(ran.document)
    assert found["model"] == ["ok"]
    assert found["index"] == ["ok"]
    assert found["text"] == ["ok"]


def test_each_setting_tells_where_it_comes_from(cli, place: Place, isolated, monkeypatch) -> None:
    isolated.config.mkdir()
    (isolated.config / "config.yaml").write_text("threads: 2\n")
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")
    origins = {each["name"]: each["origin"] for each in cli("doctor", "--json").document["settings"]}
    assert origins["threads"] == f"{isolated.config / 'config.yaml'}:1"
    assert origins["model"] == "MEMVAULT_MODEL"
    assert origins["user"] == "vault.yaml"
    assert origins["hub"] == "default"
    text = cli("doctor").out
    assert "model = bge-small-zh-v1.5  (MEMVAULT_MODEL)" in text


def test_without_a_vault_the_machine_is_looked_at(cli, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = cli("doctor", "--json")
    assert ran.code == 0
    found = findings(ran.document)
    assert found["vault"] == ["warn"]
    assert found["python"] == ["ok"]
    assert cli("--vault", str(tmp_path / "none"), "doctor").code == 1


def test_what_is_wrong_comes_with_the_next_step(cli, place: Place, isolated, monkeypatch) -> None:
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")
    place.write("facts/bad.jsonl", "{broken\n")
    document = cli("doctor", "--json").document
    found = findings(document)
    assert found["model"] == found["text"] == found["index"] == ["warn"]
    assert all(each["hint"] for each in document["findings"] if each["topic"] in ("model", "text", "index"))
    monkeypatch.setenv("MEMVAULT_MODEL", "no-such-model")
    ran = cli("doctor", "--json")
    assert ran.code == 1
    assert findings(ran.document)["model"] == ["fail"]


def test_settings_that_are_wrong(cli, place: Place, isolated, monkeypatch) -> None:
    isolated.config.mkdir()
    (isolated.config / "config.yaml").write_text("threads: lots\n")
    ran = cli("doctor")
    assert ran.code == 1
    assert "config.yaml:1" in ran.out
    (isolated.config / "config.yaml").unlink()
    place.write(
        "vault.yaml", "format: 1\nid: vault_x\ndefault_user: lin\nlanguage: zh\ntimezone: UTC\nmodel: /evil\n"
    )
    text = findings(cli("doctor", "--json").document)["text"]
    assert text == ["warn"]

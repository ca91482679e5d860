from __future__ import annotations

from pathlib import Path

from tests.api.conftest import Place


def test_a_file_is_read_and_told(cli, place: Place, tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    path.write_text(
        '{"content": "在学吉他"}\n{"content": "下午爱喝龙井", "type": "preference"}\n', encoding="utf-8"
    )
    ran = cli("import", str(path), "--json")
    assert ran.code == 0
    assert [each["action"] for each in ran.document["results"]] == ["added", "unchanged"]
    assert "在学吉他" in cli("import", str(path)).out


def test_what_nothing_reads(cli, place: Place, tmp_path: Path) -> None:
    path = tmp_path / "old.xyz"
    path.write_text("x")
    ran = cli("import", str(path))
    assert ran.code == 2
    assert ".xyz" in ran.err
    assert "jsonl" in ran.err

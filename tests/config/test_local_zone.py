from __future__ import annotations

from pathlib import Path

from vault.config.local_zone import local_zone


def test_the_variable_wins(tmp_path: Path) -> None:
    (tmp_path / "timezone").write_text("Europe/Berlin\n")
    assert local_zone({"TZ": ":Asia/Shanghai"}, tmp_path) == "Asia/Shanghai"
    assert local_zone({"TZ": "CST-8"}, tmp_path) == "Europe/Berlin"


def test_the_link_comes_before_the_file(tmp_path: Path) -> None:
    (tmp_path / "timezone").write_text("Europe/Berlin\n")
    (tmp_path / "localtime").symlink_to("/usr/share/zoneinfo/Asia/Tokyo")
    assert local_zone({}, tmp_path) == "Asia/Tokyo"


def test_nothing_is_known(tmp_path: Path) -> None:
    (tmp_path / "timezone").write_bytes(b"\xff\xfe")
    (tmp_path / "localtime").write_bytes(b"TZif2")
    assert local_zone({}, tmp_path) == "UTC"

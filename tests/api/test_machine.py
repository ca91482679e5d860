from __future__ import annotations

import sys
from pathlib import Path

import pytest

from vault.api.finding import Finding
from vault.api.machine import inspect_machine


def found(topic: str, proc: Path = Path("/proc")) -> Finding:
    (finding,) = (each for each in inspect_machine(proc) if each.topic == topic)
    return finding


def test_this_machine_runs_the_tests_so_nothing_fails() -> None:
    findings = list(inspect_machine())
    assert [each for each in findings if each.level == "fail"] == []
    assert {"python", "memvault", "onnxruntime", "jieba", "sqlite", "cache folder"} <= {
        each.topic for each in findings
    }


def test_folders_that_are_not_there_yet_are_not_made(isolated) -> None:
    assert found("cache folder").message == str(isolated.cache)
    assert not isolated.cache.exists()


def test_a_folder_that_cannot_be_made(isolated, monkeypatch: pytest.MonkeyPatch) -> None:
    isolated.cache.parent.mkdir(exist_ok=True)
    isolated.cache.write_text("a file where a folder should be")
    finding = found("cache folder")
    assert finding.level == "fail"
    assert finding.hint


def test_hnswlib_that_cannot_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hnswlib", None)
    finding = found("hnswlib")
    assert finding.level == "warn"
    assert "searched exactly" in finding.message
    assert "compiler" in finding.hint


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="inotify is Linux's")
@pytest.mark.parametrize(("watches", "level"), [("1024", "warn"), ("65536", "ok"), ("many", "warn")])
def test_limits_of_inotify(tmp_path: Path, watches: str, level: str) -> None:
    limits = tmp_path / "sys" / "fs" / "inotify"
    limits.mkdir(parents=True)
    (limits / "max_user_watches").write_text(watches)
    (limits / "max_user_instances").write_text("128\n")
    assert found("inotify", tmp_path).level == level


def test_a_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name, *rest: None if name == "jieba" else real(name, *rest)
    )
    finding = found("jieba")
    assert finding.level == "fail"
    assert "pip install" in finding.hint

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from vault.cli import main as entry
from vault.errors import WriteFailed


def test_the_version(cli) -> None:
    ran = cli("--version")
    assert ran.code == 0
    assert ran.out.startswith("memvault ")


def test_without_arguments_the_help_is_shown(cli) -> None:
    ran = cli()
    assert "Usage: memvault" in ran.out + ran.err
    assert "recall" in ran.out + ran.err


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["recall"], ["recall", "q", "--limit", "many"], ["--vault"], ["index", "--what"]],
)
def test_usage_errors(cli, arguments: list[str]) -> None:
    ran = cli(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("memvault: ")
    assert "--help" in ran.err


@pytest.mark.parametrize("arguments", [["nonsense"], ["recall", "q", "--limit", "many"], ["status"]])
def test_usage_errors_as_json(cli, tmp_path: Path, monkeypatch, arguments: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    ran = cli(*arguments, "--json")
    assert ran.code == 2
    assert ran.err == ""
    assert set(ran.document) == {"error"}
    assert set(ran.document["error"]) == {"code", "message", "hint"}


def test_no_vault_is_a_usage_error_with_the_next_step(cli, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEMVAULT_LANGUAGE", "en")
    ran = cli("status")
    assert ran.code == 2
    assert ran.err == (
        "memvault: no vault here or in any folder above\n"
        "  pass --vault DIR, set MEMVAULT_DIR, or run `memvault init DIR`\n"
    )
    assert cli("--json", "status").document["error"]["code"] == "vault-not-found"


def failing_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("vault.api.check.check", fail)


@pytest.fixture
def vault_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "vault.yaml").write_text("format: 1\nid: vault_x\nlanguage: en\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_fault_of_the_world_ends_with_3(cli, vault_here: Path, monkeypatch) -> None:
    failing_with(WriteFailed(Path("/full"), "No space left on device"), monkeypatch)
    ran = cli("check")
    assert ran.code == 3
    assert "No space left on device" in ran.err
    assert "Traceback" not in ran.err


def test_a_fault_of_ours_says_where_but_quotes_nothing(cli, vault_here: Path, monkeypatch) -> None:
    failing_with(ValueError("秘密的内容"), monkeypatch)
    ran = cli("check")
    assert ran.code == 70
    assert "ValueError in" in ran.err
    assert "秘密的内容" not in ran.err
    assert "MEMVAULT_DEBUG=1" in ran.err
    assert cli("check", "--json").document["error"]["code"] == "internal"
    monkeypatch.setenv("MEMVAULT_DEBUG", "1")
    assert "Traceback" in cli("check").err


def test_ctrl_c(cli, vault_here: Path, monkeypatch) -> None:
    failing_with(KeyboardInterrupt(), monkeypatch)
    ran = cli("check")
    assert ran.code == 130
    assert "Traceback" not in ran.err


def test_the_codes_of_faults() -> None:
    assert entry._code(WriteFailed(Path("x"), "y")) == "write-failed"


def test_both_ways_to_start_it() -> None:
    for command in ([sys.executable, "-m", "vault"], [str(Path(sys.executable).parent / "memvault")]):
        ran = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
        assert ran.stdout.startswith("memvault ")


@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "POSIX", "LANG": "", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
    ],
)
def test_chinese_in_any_locale(process, tmp_path: Path, locale: dict[str, str]) -> None:
    """In the arguments, in the folder's name, on stdout and on stderr."""
    root = tmp_path / "我的记忆"
    made = process("init", str(root), "--user", "小明", "--timezone", "Asia/Shanghai", env=locale)
    assert made.code == 0, made.err
    assert "小明" in made.out
    assert "我的记忆" in made.out
    assert (root / "vault.yaml").is_file()
    missing = process("--vault", str(root / "没有"), "status", env=locale)
    assert missing.code == 2
    assert "没有" in missing.err


def test_the_reader_goes_away(process, tmp_path: Path) -> None:
    """`memvault check | head -1` ends quietly."""
    (tmp_path / "vault.yaml").write_text("format: 1\nid: vault_x\n")
    (tmp_path / "facts").mkdir()
    (tmp_path / "facts" / "bad.jsonl").write_text("{broken\n" * 5000)
    running = subprocess.Popen(
        [sys.executable, "-m", "vault", "--vault", str(tmp_path), "check"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    assert b"broken-json" in running.stdout.readline()
    running.stdout.close()
    assert running.stderr is not None
    said = running.stderr.read()
    running.stderr.close()
    assert running.wait(timeout=60) == 141
    assert said == b""


def test_a_stdout_that_is_closed_from_the_start(tmp_path: Path) -> None:
    ran = subprocess.run(
        f"{sys.executable} -m vault --json nonsense >&-",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in ran.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupted_process_leaves_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "vault.yaml").write_text("format: 1\nid: vault_x\n")
    (tmp_path / "facts").mkdir()
    for number in range(300):
        (tmp_path / "facts" / f"{number}.jsonl").write_text('{"content": "x"}\n' * 300)
    running = subprocess.Popen(
        [sys.executable, "-m", "vault", "--vault", str(tmp_path), "--json", "check"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with pytest.raises(subprocess.TimeoutExpired):
        running.wait(timeout=0.7)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in err
    assert out == "" or json.loads(out)

from __future__ import annotations

import plistlib
import shutil
import subprocess
from pathlib import Path

import pytest

from vault.errors import WriteFailed
from vault.service.unit_file import UnitFile, remove_unit, unit_file, write_unit

COMMAND = ["/opt/my env/bin/memvault", "serve", '/home/me/50% "记忆" $HOME\\x', "--port", "7700"]
ENVIRON = {"MEMVAULT_CACHE": "/tmp/a b%c", "MEMVAULT_DEBUG": "1", "PATH": "/bin", "MEMVAULT_USER": " "}


def made(platform: str, home: Path) -> UnitFile:
    return unit_file("vault_1/ü", COMMAND, environ=ENVIRON, home=home, platform=platform)


def test_a_unit_of_systemd(tmp_path: Path) -> None:
    unit = made("linux", tmp_path)
    assert unit.path == tmp_path / ".config/systemd/user/memvault-vault_1.service"
    assert '"/home/me/50%% \\"记忆\\" $$HOME\\\\x"' in unit.text
    assert 'Environment="MEMVAULT_CACHE=/tmp/a b%%c"' in unit.text
    assert "MEMVAULT_DEBUG" not in unit.text
    assert "enable --now memvault-vault_1.service" in unit.enable


def test_systemd_understands_it(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd-analyze here")
    program = tmp_path / "my env" / "memvault"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = unit_file("v", [str(program), *COMMAND[1:]], environ=ENVIRON, home=tmp_path, platform="linux")
    write_unit(unit)
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--user", "--man=no", unit.path],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in ran.stderr.splitlines() if unit.path.name in line]
    assert complaints == []


def test_an_agent_of_launchd(tmp_path: Path) -> None:
    unit = made("darwin", tmp_path)
    assert unit.path == tmp_path / "Library/LaunchAgents/org.memvault.vault_1.plist"
    read = plistlib.loads(unit.text.encode())
    assert read["Label"] == "org.memvault.vault_1"
    assert read["ProgramArguments"] == COMMAND
    assert read["EnvironmentVariables"] == {"MEMVAULT_CACHE": "/tmp/a b%c"}


def test_the_folder_that_the_person_chose(tmp_path: Path) -> None:
    unit = unit_file("v", COMMAND, environ={"XDG_CONFIG_HOME": "/x"}, home=tmp_path, platform="linux")
    assert unit.path == Path("/x/systemd/user/memvault-v.service")


def test_written_once_and_removed_once(tmp_path: Path) -> None:
    unit = made("linux", tmp_path)
    assert write_unit(unit)
    assert not write_unit(unit)
    assert unit.path.read_text(encoding="utf-8") == unit.text
    assert remove_unit(unit)
    assert not remove_unit(unit)
    assert list(unit.path.parent.iterdir()) == []


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / ".config").write_text("")
    with pytest.raises(WriteFailed):
        write_unit(made("linux", tmp_path))
    with pytest.raises(WriteFailed):
        remove_unit(made("linux", tmp_path))

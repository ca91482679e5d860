"""What `doctor` asks of this machine: Python, packages, SQLite, folders, limits. No vault is needed."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from vault.api.finding import Finding
from vault.config import locations

_PACKAGES = {
    "onnxruntime": "recall by meaning needs it",
    "tokenizers": "recall by meaning needs it",
    "jieba": "Chinese words are found by it",
    "opencc": "Traditional Chinese is found by it",
    "watchdog": "without it changes are noticed by looking",
}
_DISTRIBUTIONS = {"opencc": "opencc-python-reimplemented"}
_LOW_SPACE = 500 * 2**20
_FEW_WATCHES = 8192


def inspect_machine(proc: Path = Path("/proc")) -> Iterator[Finding]:
    """Findings about this machine, in the order in which they are shown."""
    yield Finding("python", "ok", f"{platform.python_version()} on {platform.platform()}")
    yield Finding("memvault", "ok", f"{_version('memvault')} in {Path(__file__).parent.parent}")
    for name, need in _PACKAGES.items():
        yield _package(name, need)
    yield _hnswlib()
    yield _fts5()
    for topic, folder in (
        ("cache folder", locations.cache_dir()),
        ("config folder", locations.config_dir()),
        ("state folder", locations.state_dir()),
    ):
        yield _writable(topic, folder)
    yield from _inotify(proc / "sys" / "fs" / "inotify")
    yield _encoding()


def _version(name: str) -> str:
    try:
        return version(_DISTRIBUTIONS.get(name, name))
    except PackageNotFoundError:
        return "of unknown version"


def _package(name: str, need: str) -> Finding:
    if importlib.util.find_spec(name) is None:
        return Finding(
            name, "fail", f"is not installed; {need}", "run `pip install --force-reinstall memvault`"
        )
    return Finding(name, "ok", _version(name))


def _hnswlib() -> Finding:
    """Imported for real: it ships as source, and a build can be there and not fit the machine."""
    try:
        import hnswlib  # noqa: F401
    except ImportError as error:
        return Finding(
            "hnswlib",
            "warn",
            f"cannot be imported ({error}); vectors are searched exactly, slower from some thousands on",
            "install a C++ compiler and the Python headers, then `pip install --force-reinstall hnswlib`",
        )
    return Finding("hnswlib", "ok", _version("hnswlib"))


def _fts5() -> Finding:
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
    except sqlite3.OperationalError as error:
        return Finding(
            "sqlite", "fail", f"{sqlite3.sqlite_version} lacks FTS5: {error}", "use another Python"
        )
    finally:
        connection.close()
    return Finding("sqlite", "ok", f"{sqlite3.sqlite_version} with FTS5")


def _writable(topic: str, folder: Path) -> Finding:
    existing = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        with tempfile.TemporaryFile(dir=existing):
            free = shutil.disk_usage(existing).free
    except OSError as error:
        return Finding(
            topic, "fail", f"{folder} cannot be written: {error.strerror}", "change its permissions"
        )
    if free < _LOW_SPACE:
        return Finding(topic, "warn", f"{folder}: only {free // 2**20} MB are free", "free some space")
    return Finding(topic, "ok", str(folder))


def _inotify(limits: Path) -> Iterator[Finding]:
    if not sys.platform.startswith("linux"):
        return
    try:
        watches = int((limits / "max_user_watches").read_text())
        instances = int((limits / "max_user_instances").read_text())
    except (OSError, ValueError):
        yield Finding(
            "inotify", "warn", "its limits cannot be read", "changes may be noticed by looking only"
        )
        return
    message = f"{watches} watches, {instances} instances for each user"
    if watches < _FEW_WATCHES:
        hint = "raise fs.inotify.max_user_watches with sysctl; until then changes are noticed by looking"
        yield Finding("inotify", "warn", message, hint)
    else:
        yield Finding("inotify", "ok", message)


def _encoding() -> Finding:
    encoding = sys.getfilesystemencoding()
    if encoding.lower().replace("-", "") != "utf8":
        return Finding("file names", "warn", f"are {encoding} here", "set LANG=C.UTF-8 or PYTHONUTF8=1")
    return Finding(
        "file names", "ok", f"{encoding}, locale {os.environ.get('LC_ALL') or os.environ.get('LANG') or 'C'}"
    )

"""The real OpenClaw and a Node that runs it, installed once into the test cache.

Nothing of the person's own installation is used or touched. `MEMVAULT_REQUIRE_OPENCLAW` makes a missing npm or a
failed installation a failure instead of a skip.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import filelock
import platformdirs

NODE = "node@24"
OPENCLAW = "openclaw@2026.9.6"
REQUIRE = "MEMVAULT_REQUIRE_OPENCLAW"
SECONDS = 900
_QUIET = ("--no-fund", "--no-audit", "--loglevel=error", "--fetch-retries=5")


class Unavailable(Exception):
    """Why OpenClaw cannot be had here."""


@dataclass(frozen=True)
class Installation:
    """Where both are.

    Attributes:
        node: the program.
        openclaw: the program; needs `node` first on PATH.
    """

    node: Path
    openclaw: Path


def folder() -> Path:
    return Path(platformdirs.user_cache_dir("memvault-tests", appauthor=False)) / "openclaw"


def install(root: Path | None = None) -> Installation:
    """Both, from the cache or from the npm registry.

    Raises:
        Unavailable: there is no npm, or it could not install them.
    """
    root = root or folder()
    found = Installation(
        root / "node_modules" / "node" / "bin" / "node", root / "node_modules" / ".bin" / "openclaw"
    )
    stamp = root / f"{OPENCLAW}.installed"
    root.mkdir(parents=True, exist_ok=True)
    with filelock.FileLock(root.with_name("openclaw.lock"), timeout=SECONDS):
        if stamp.exists() and found.node.exists() and found.openclaw.exists():
            return found
        npm = shutil.which("npm")
        if npm is None:
            raise Unavailable("there is no npm")
        (root / "package.json").write_text('{"private": true}\n', encoding="utf-8")
        # Node first: the installer of OpenClaw wants to run on a Node that OpenClaw can run on.
        _npm(npm, root, NODE)
        path = f"{found.node.parent}{os.pathsep}{os.environ['PATH']}"
        _npm(npm, root, OPENCLAW, "--ignore-scripts", path=path)
        if not (found.node.exists() and found.openclaw.exists()):
            raise Unavailable("npm installed something else than expected")
        stamp.touch()
    return found


def _npm(npm: str, root: Path, package: str, *options: str, path: str = "") -> None:
    environment = {**os.environ, "npm_config_update_notifier": "false"}
    if path:
        environment["PATH"] = path
    command = [npm, "install", package, *_QUIET, *options]
    try:
        subprocess.run(
            command,
            cwd=root,
            env=environment,
            check=True,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
        )
    except subprocess.CalledProcessError as error:
        raise Unavailable(f"npm could not install {package}: {error.stderr[-600:]}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"npm could not install {package}: {error}") from error

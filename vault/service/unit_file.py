"""Starting the service with the person's session: a unit for systemd, an agent for launchd."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from vault.config.whole_file import put_whole
from vault.errors import WriteFailed

KEPT_VARIABLES = (
    "MEMVAULT_CACHE",
    "MEMVAULT_CONFIG_DIR",
    "MEMVAULT_STATE_DIR",
    "MEMVAULT_DEVICE",
    "MEMVAULT_USER",
    "MEMVAULT_MODEL",
    "MEMVAULT_THREADS",
    "MEMVAULT_POLLING",
    "MEMVAULT_LANGUAGE",
    "MEMVAULT_RECORD_USAGE",
)
"""What is set while the unit is written holds for the service, too."""


@dataclass(frozen=True, slots=True)
class UnitFile:
    """A file that makes the system start the service.

    Attributes:
        path: where it belongs.
        text: all of it.
        enable: the command that starts it, now and with each session.
        disable: the command that ends that.
    """

    path: Path
    text: str
    enable: str
    disable: str


def unit_file(
    name: str,
    command: Sequence[str],
    *,
    environ: Mapping[str, str] = os.environ,
    home: Path | None = None,
    platform: str = sys.platform,
) -> UnitFile:
    """The file for this system.

    Args:
        name: tells the services of several vaults apart, e.g. the vault's id.
        command: that serves, its program first, with an absolute path.
        environ: variables of memvault in it are kept.
        home: of the person; None: as the system says.
        platform: as `sys.platform`.
    """
    kept = {each: environ[each] for each in KEPT_VARIABLES if environ.get(each, "").strip()}
    label = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[:60] or "vault"
    root = home or Path.home()
    if platform == "darwin":
        path = root / "Library" / "LaunchAgents" / f"org.memvault.{label}.plist"
        quoted = shlex.quote(str(path))
        return UnitFile(
            path,
            _launchd(f"org.memvault.{label}", command, kept),
            f"launchctl load -w {quoted}",
            f"launchctl unload -w {quoted}",
        )
    config = Path(environ.get("XDG_CONFIG_HOME", "").strip() or root / ".config")
    unit = f"memvault-{label}.service"
    return UnitFile(
        config / "systemd" / "user" / unit,
        _systemd(name, command, kept),
        f"systemctl --user daemon-reload && systemctl --user enable --now {unit}",
        f"systemctl --user disable --now {unit}",
    )


def write_unit(unit: UnitFile) -> bool:
    """Write the file; whether it changed.

    Raises:
        WriteFailed: it cannot be written.
    """
    try:
        if unit.path.is_file() and unit.path.read_text(encoding="utf-8") == unit.text:
            return False
        put_whole(unit.path, unit.text)
    except OSError as error:
        raise WriteFailed(unit.path, error.strerror or str(error)) from error
    return True


def remove_unit(unit: UnitFile) -> bool:
    """Remove the file; whether there was one.

    Raises:
        WriteFailed: it cannot be removed.
    """
    try:
        unit.path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise WriteFailed(unit.path, error.strerror or str(error)) from error
    return True


def _systemd(name: str, command: Sequence[str], environment: Mapping[str, str]) -> str:
    described = re.sub(r"[^\w .,:/-]", "", name)
    lines = [
        "[Unit]",
        f"Description=memvault, the memory of an assistant ({described})",
        "",
        "[Service]",
        f"ExecStart={' '.join(_quoted(word).replace('$', '$$') for word in command)}",
        *(f"Environment={_quoted(f'{key}={value}')}" for key, value in environment.items()),
        "Restart=on-failure",
        "RestartSec=5",
        "NoNewPrivileges=true",
        "",
        "[Install]",
        "WantedBy=default.target",
        "",
    ]
    return "\n".join(lines)


def _quoted(word: str) -> str:
    """A word of a unit: quoted as in C, with `%` doubled."""
    for plain, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("%", "%%")):
        word = word.replace(plain, written)
    return f'"{word}"'


def _launchd(label: str, command: Sequence[str], environment: Mapping[str, str]) -> str:
    words = "\n".join(f"    <string>{escape(word)}</string>" for word in command)
    variables = "\n".join(
        f"    <key>{key}</key>\n    <string>{escape(value)}</string>" for key, value in environment.items()
    )
    return f"""\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>{escape(label)}</string>
  <key>ProgramArguments</key>
  <array>
{words}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
{variables}
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
"""

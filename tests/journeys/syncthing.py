"""Two real Syncthing programs on the loopback address that share one folder, driven over their HTTP interface.

Nothing leaves this machine: discovery, relays, NAT traversal, reports and upgrades are off.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BOUND = 120.0
"""Seconds after which waiting is given up; a fault is then reported, not a slow machine."""
FOLDER = "vault"
_KEY = "memvault-tests"
_OFF = {
    "globalAnnounceEnabled": "false",
    "localAnnounceEnabled": "false",
    "relaysEnabled": "false",
    "natEnabled": "false",
    "startBrowser": "false",
    "urAccepted": "-1",
    "crashReportingEnabled": "false",
    "autoUpgradeIntervalH": "0",
    "reconnectionIntervalS": "5",
    "setLowPriority": "false",
}


def find_syncthing() -> str | None:
    """The program, if it is installed."""
    return shutil.which("syncthing")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def until(what: str, true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + BOUND
    while not true():
        assert time.monotonic() < end, f"not within {BOUND:.0f} s: {what}"
        time.sleep(0.2)


@dataclass
class Peer:
    """One Syncthing with its copy of the folder."""

    name: str
    home: Path
    root: Path
    id: str
    web: int
    wire: int
    process: subprocess.Popen[bytes] | None = None

    def ask(self, path: str, *, method: str = "GET") -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.web}/rest/{path}",
            method=method,
            headers={"X-API-Key": _KEY},
            data=b"" if method == "POST" else None,
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text.strip() else None

    def start(self, log: Path) -> None:
        program = find_syncthing()
        assert program is not None
        environment = {**os.environ, "STNOUPGRADE": "1", "HOME": str(self.home)}
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [program, "serve", f"--home={self.home}", "--no-browser", "--no-restart", "--no-upgrade"],
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment,
            )
        until(f"{self.name} answers", self.answers)

    def answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, "syncthing ended"
        try:
            return bool(self.ask("system/ping"))
        except (urllib.error.URLError, OSError):
            return False

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(30)

    def scan(self) -> None:
        self.ask(f"db/scan?folder={FOLDER}", method="POST")

    def settled(self) -> tuple[bool, int]:
        """Whether it has nothing to do, and how many bytes the whole folder has."""
        status = self.ask(f"db/status?folder={FOLDER}")
        idle = status["state"] == "idle" and status["needTotalItems"] == 0
        return idle, status["globalBytes"] + status["globalFiles"] * 10**9


@dataclass
class Pair:
    """Both of them."""

    one: Peer
    other: Peer

    def part(self) -> None:
        """From now on neither hears of the other one."""
        self.one.ask(f"system/pause?device={self.other.id}", method="POST")
        until("they are apart", lambda: not self._connected())

    def join(self) -> None:
        """Connect them again and wait until both have everything."""
        self.one.ask(f"system/resume?device={self.other.id}", method="POST")
        until("they are connected", self._connected)
        self.meet()

    def meet(self) -> None:
        """Both look at their files, and wait until both hold the same."""
        calm = 0

        def same() -> bool:
            nonlocal calm
            for peer in (self.one, self.other):
                peer.scan()
            states = [peer.settled() for peer in (self.one, self.other)]
            equal = states[0] == states[1] and states[0][0] and tree(self.one.root) == tree(self.other.root)
            calm = calm + 1 if equal else 0
            return calm >= 3

        until("both hold the same", same)

    def _connected(self) -> bool:
        found = self.one.ask("system/connections")["connections"].get(self.other.id, {})
        return bool(found.get("connected"))


def tree(root: Path) -> dict[str, bytes]:
    """What is in a folder, without what Syncthing keeps there for itself."""
    found = {}
    for path in root.rglob("*"):
        name = path.relative_to(root).as_posix()
        if path.is_file() and not name.startswith((".stfolder", ".stignore")) and ".syncthing." not in name:
            found[name] = path.read_bytes()
    return found


@contextmanager
def pair(place: Path) -> Iterator[Pair]:
    """Two that know each other, started; stopped on leaving.

    Args:
        place: an empty folder; the shared folder is `one/vault` and `other/vault` in it.
    """
    peers = [_prepared(place / name, name) for name in ("one", "other")]
    for peer in peers:
        _configure(peer, peers)
    try:
        for peer in peers:
            peer.start(place / f"{peer.name}.log")
        both = Pair(*peers)
        until("they are connected", both._connected)
        yield both
    finally:
        for peer in peers:
            peer.stop()


def _prepared(place: Path, name: str) -> Peer:
    program = find_syncthing()
    assert program is not None
    home, root = place / "home", place / "vault"
    (root / ".stfolder").mkdir(parents=True)
    subprocess.run(
        [program, "generate", f"--home={home}", "--no-default-folder", "--skip-port-probing"],
        check=True,
        capture_output=True,
        timeout=120,
        env={**os.environ, "HOME": str(place)},
    )
    shown = subprocess.run(
        [program, f"--home={home}", "--device-id"], check=True, capture_output=True, timeout=60
    )
    return Peer(name, home, root, shown.stdout.decode().strip(), free_port(), free_port())


def _configure(peer: Peer, peers: list[Peer]) -> None:
    file = peer.home / "config.xml"
    tree = ET.parse(file)
    config = tree.getroot()
    for old in [*config.findall("device"), *config.findall("folder")]:
        config.remove(old)
    folder = ET.SubElement(
        config,
        "folder",
        id=FOLDER,
        label=FOLDER,
        path=str(peer.root),
        type="sendreceive",
        rescanIntervalS="3600",
        fsWatcherEnabled="true",
        fsWatcherDelayS="1",
    )
    ET.SubElement(folder, "maxConflicts").text = "-1"
    for each in peers:
        ET.SubElement(folder, "device", id=each.id)
        device = ET.SubElement(config, "device", id=each.id, name=each.name, compression="metadata")
        ET.SubElement(device, "address").text = f"tcp://127.0.0.1:{each.wire}"
    gui = config.find("gui")
    options = config.find("options")
    assert gui is not None
    assert options is not None
    _put(gui, "address", f"127.0.0.1:{peer.web}")
    _put(gui, "apikey", _KEY)
    _put(options, "listenAddress", f"tcp://127.0.0.1:{peer.wire}")
    for name, value in _OFF.items():
        _put(options, name, value)
    tree.write(file, encoding="utf-8")


def _put(parent: ET.Element, name: str, text: str) -> None:
    for old in parent.findall(name):
        parent.remove(old)
    ET.SubElement(parent, name).text = text

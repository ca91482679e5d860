"""A real OpenClaw with everything of its own: home, state, configuration, workspace; loopback only, no updates."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.openclaw.installation import Installation

ROOT = Path(__file__).parent.parent.parent
PLUGIN = ROOT / "plugins" / "openclaw"
TOKEN = "only-for-tests-on-loopback"
BOUND = 90.0
"""Seconds after which waiting is given up; a fault is then reported, not a slow machine."""


def until(happens: Callable[[], Any], what: str, *, seconds: float = BOUND) -> Any:
    """Look again and again until something is so; returns what was seen."""
    started = time.monotonic()
    while True:
        seen = happens()
        if seen:
            return seen
        assert time.monotonic() - started < seconds, f"not within {seconds:.0f} s: {what}"
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Host:
    """One person's OpenClaw.

    Attributes:
        installation: the programs.
        folder: everything it keeps.
        environment: for its commands and the gateway.
    """

    installation: Installation
    folder: Path
    environment: Mapping[str, str]
    port: int = field(default_factory=free_port)

    @property
    def state(self) -> Path:
        return self.folder / "home" / ".openclaw"

    @property
    def config_file(self) -> Path:
        return self.state / "openclaw.json"

    @property
    def config(self) -> dict[str, Any]:
        read: dict[str, Any] = json.loads(self.config_file.read_text(encoding="utf-8"))
        return read

    def write_config(self, config: Mapping[str, Any]) -> None:
        self.config_file.parent.mkdir(parents=True, exist_ok=True)
        beside = self.config_file.with_suffix(".new")
        beside.write_text(json.dumps(config, ensure_ascii=False, indent=2), encoding="utf-8")
        beside.replace(self.config_file)

    def run(self, *words: str, seconds: float = 180) -> subprocess.CompletedProcess[str]:
        """One `openclaw` command."""
        return subprocess.run(
            [str(self.installation.openclaw), *words],
            env=dict(self.environment),
            cwd=self.folder,
            capture_output=True,
            encoding="utf-8",
            timeout=seconds,
            check=False,
        )

    def must_set(self, path: str, value: str) -> None:
        """Change the configuration by the host's own command."""
        done = self.run("config", "set", path, value)
        assert done.returncode == 0, done.stdout + done.stderr

    def workspace(self, agent: str = "main") -> Path:
        return self.folder / f"workspace-{agent}"


def make_host(installation: Installation, folder: Path, variables: Mapping[str, str] = os.environ) -> Host:
    """The folders and the environment; no configuration yet."""
    home = folder / "home"
    state = home / ".openclaw"
    state.mkdir(parents=True)
    ours = {
        "PATH": f"{installation.node.parent}{os.pathsep}{variables['PATH']}",
        "HOME": str(home),
        "OPENCLAW_HOME": str(home),
        "OPENCLAW_STATE_DIR": str(state),
        "OPENCLAW_CONFIG_PATH": str(state / "openclaw.json"),
        "OPENCLAW_NO_AUTO_UPDATE": "1",
        "DO_NOT_TRACK": "1",
        "CLAWHUB_DISABLE_TELEMETRY": "1",
        "OPENCLAW_DISABLE_BONJOUR": "1",
        "NO_COLOR": "1",
        "TMPDIR": str(folder / "tmp"),
    }
    (folder / "tmp").mkdir()
    kept = {name: value for name, value in variables.items() if not name.startswith("OPENCLAW_")}
    return Host(installation, folder, {**kept, **ours})


def base_config(host: Host, model_url: str, agents: tuple[str, ...] = ("main",)) -> dict[str, Any]:
    """A configuration without memvault: one mock model, no network."""
    model = {
        "id": "mock-1",
        "name": "Mock 1",
        "reasoning": False,
        "input": ["text"],
        "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
        "contextWindow": 128_000,
        "maxTokens": 4096,
    }
    provider = {"baseUrl": model_url, "apiKey": "mock", "api": "openai-completions", "models": [model]}
    return {
        "gateway": {
            "mode": "local",
            "port": host.port,
            "bind": "loopback",
            "auth": {"mode": "token", "token": TOKEN},
            "http": {"endpoints": {"chatCompletions": {"enabled": True}}},
        },
        "update": {"checkOnStart": False},
        "telemetry": {"enabled": False},
        "models": {
            "mode": "replace",
            "providers": {"mock": provider},
            "catalogRefresh": {"enabled": False},
        },
        "agents": {
            "defaults": {
                "model": {"primary": "mock/mock-1"},
                "workspace": str(host.workspace()),
                "skipBootstrap": True,
                "heartbeat": {"agentId": "main"},
                "systemAgent": {"agentId": "main"},
            },
            "entries": {agent: {"workspace": str(host.workspace(agent))} for agent in agents},
            "ownership": "explicit",
        },
        "plugins": {"allow": ["memvault"]},
        "session": {"dmScope": "per-channel-peer"},
        "logging": {"file": str(host.folder / "openclaw.log")},
    }


def with_memvault(
    config: dict[str, Any], settings: Mapping[str, Any], plugins: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The same as `memvault openclaw install` leaves it."""
    plugin_settings = {
        "allow": ["memvault", *plugins],
        "load": {"paths": [str(PLUGIN)]},
        "slots": {"memory": "memvault"},
        "entries": {
            "memvault": {
                "enabled": True,
                "hooks": {"allowConversationAccess": True},
                "config": dict(settings),
            },
            "memory-core": {"enabled": False},
            **{name: {"enabled": True} for name in plugins},
        },
    }
    return {**config, "plugins": plugin_settings}


class Gateway:
    """A running gateway; turns go in over its HTTP endpoint."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._log = (host.folder / "gateway.out").open("ab")
        self.process = subprocess.Popen(
            [str(host.installation.openclaw), "gateway", "run"],
            env=dict(host.environment),
            cwd=host.folder,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    @property
    def said(self) -> str:
        return (self.host.folder / "gateway.out").read_text(encoding="utf-8", errors="replace")

    def wait(self) -> None:
        """Until turns are answered."""

        def answers() -> bool:
            assert self.process.poll() is None, self.said[-3000:]
            with contextlib.suppress(OSError, http.client.HTTPException):
                return self._get("/v1/models")[0] == 200
            return False

        until(answers, "the gateway answers", seconds=180)

    def say(
        self, text: str, session: str, *, agent: str = "main", channel: str = "", seconds: float = 110
    ) -> str:
        """One turn of a conversation; the answer's text."""
        headers = {"x-openclaw-session-key": f"agent:{agent}:{session}"}
        if channel:
            headers["x-openclaw-message-channel"] = channel
        body = {"model": f"openclaw/{agent}", "messages": [{"role": "user", "content": text}]}
        status, answer = self._send("POST", "/v1/chat/completions", body, headers, seconds)
        assert status == 200, answer
        content: str = json.loads(answer)["choices"][0]["message"]["content"]
        return content

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """A gateway method, by the host's own command."""
        done = self.host.run("gateway", "call", method, "--json", "--params", json.dumps(parameters))
        assert done.returncode == 0, done.stdout + done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer

    def stop(self, signal_number: int = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal_number)
        try:
            self.process.wait(timeout=60)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)  # our own session: what it may have left behind
            self.process.wait(timeout=30)
            self._log.close()

    def _get(self, path: str) -> tuple[int, str]:
        return self._send("GET", path, None, {}, 10)

    def _send(
        self, method: str, path: str, body: object, headers: Mapping[str, str], seconds: float
    ) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.host.port, timeout=seconds)
        try:
            sent = None if body is None else json.dumps(body).encode()
            fields = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json", **headers}
            connection.request(method, path, sent, fields)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()


@contextlib.contextmanager
def running_gateway(host: Host) -> Iterator[Gateway]:
    gateway = Gateway(host)
    try:
        gateway.wait()
        yield gateway
    finally:
        gateway.stop()

"""Whether memvault works inside OpenClaw: asked there, not guessed from the configuration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from vault.openclaw.host import Host

Level = Literal["ok", "warn", "bad"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        level: how it is.
        code: stable name.
        message: in the person's language.
        fix: a command that mends it, or empty.
    """

    level: Level
    code: str
    message: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class OpenClawReport:
    """How memvault does in OpenClaw.

    Attributes:
        version: of OpenClaw.
        vault: that the plugin is set to, or empty.
        findings: the plugin's own, and of the round trip.
        gateway: what the plugin says in the running gateway, or None when none runs.
    """

    version: str
    vault: str
    findings: tuple[Finding, ...]
    gateway: Mapping[str, Any] | None

    @property
    def works(self) -> bool:
        """Whether nothing essential is missing."""
        return all(each.level != "bad" for each in self.findings)


def verify(
    host: Host, *, root: Path | None = None, query: str = "", expected: str = "", language: str = "en"
) -> OpenClawReport:
    """Ask the plugin in OpenClaw: what it finds missing, and whether a memory comes back through it.

    Args:
        host: OpenClaw.
        root: the vault that it should use; None: whichever it does.
        query: what to recall; empty: only whether it is answered.
        expected: id of a memory that should then come back, or empty.
        language: `zh` or `en`, of what is found here; the plugin speaks that of its vault.

    Raises:
        OpenClawFailed: OpenClaw cannot be run.
    """
    version = host.version()
    words = ["memvault", "doctor", "--json", "--recall", query or "memvault"]
    done = host.run(*words)
    document = done.document
    if not isinstance(document, dict) or "findings" not in document:
        said = {"en": "OpenClaw does not run the plugin: ", "zh": "OpenClaw 没有运行插件："}[language]
        missing = Finding("bad", "plugin", f"{said}{done.reason}", "memvault openclaw install")
        return OpenClawReport(version, "", (missing,), None)
    used = str(document.get("vault") or "")
    findings = [_finding(each) for each in document["findings"]]
    if root is not None and used and Path(used).resolve() != root.resolve():
        said = {"en": "OpenClaw uses another vault: ", "zh": "OpenClaw 用的是另一个记忆库："}[language]
        findings.append(
            Finding("bad", "other-vault", f"{said}{used}", f"memvault --vault {root} openclaw install")
        )
    findings.append(_round_trip(document.get("roundTrip"), expected, language))
    live = host.live_status()
    if live is not None:
        findings += _only_live(live, findings)
    return OpenClawReport(version, used, tuple(findings), live)


_TRIP: Mapping[str, Mapping[str, str]] = {
    "en": {
        "not made": "it was not made",
        "failed": "a question through OpenClaw was not answered: {reason}",
        "answered": "a question through OpenClaw was answered in {took} ms",
        "back": "a question through OpenClaw was answered in {took} ms, and brought the memory back",
        "without": "a question through OpenClaw was answered in {took} ms, without the memory in question",
    },
    "zh": {
        "not made": "没有问成",
        "failed": "通过 OpenClaw 的提问没有得到回答：{reason}",
        "answered": "通过 OpenClaw 的提问用 {took} 毫秒得到回答",
        "back": "通过 OpenClaw 的提问用 {took} 毫秒得到回答，找回了那条记忆",
        "without": "通过 OpenClaw 的提问用 {took} 毫秒得到回答，但没有要找的那条记忆",
    },
}


def _round_trip(trip: object, expected: str, language: str) -> Finding:
    texts = _TRIP[language]
    if not isinstance(trip, dict) or trip.get("error"):
        reason = trip.get("error") if isinstance(trip, dict) else texts["not made"]
        return Finding("bad", "round-trip", texts["failed"].format(reason=reason), "memvault status")
    came = "answered" if not expected else "back" if expected in trip.get("ids", ()) else "without"
    message = texts[came].format(took=trip.get("tookMs", "?"))
    return Finding("warn" if came == "without" else "ok", "round-trip", message)


def _only_live(live: Mapping[str, Any], known: list[Finding]) -> list[Finding]:
    """What only a running gateway can know."""
    codes = {each.code for each in known}
    return [_finding(each) for each in live["findings"] if each.get("code") not in codes]


def _finding(given: Mapping[str, Any]) -> Finding:
    level: Level = given["level"] if given.get("level") in ("ok", "warn", "bad") else "warn"
    return Finding(
        level, str(given.get("code", "")), str(given.get("message", "")), str(given.get("fix", ""))
    )

"""What happened to memories, as lines for people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from rich.text import Text

from vault.cli.visible_text import on_one_line

if TYPE_CHECKING:
    from vault.api.git_origin import Origin
    from vault.api.git_words import Deed
    from vault.cli.output import Output

_STYLES = {
    "learned": "green",
    "restored": "green",
    "woken": "green",
    "replaced": "yellow",
    "changed": "yellow",
    "forgotten": "red",
    "superseded": "red",
    "erased": "red",
    "removed": "red",
}


def day_and_time(instant: datetime | None, zone: tzinfo) -> str:
    """`2026-01-05 13:20` in the vault's time zone, or blanks of the same width."""
    return instant.astimezone(zone).strftime("%Y-%m-%d %H:%M") if instant else " " * 16


def tale_text(output: Output, deed: Deed, text: str, fields: Sequence[str] = (), when: str = "") -> Text:
    """What became of a memory: `learned  养了一只猫`."""
    from vault.api.git_words import DEEDS

    told = [each for each in fields if each not in ("content", "value")] if " → " in text else list(fields)
    return Text.assemble(
        f"{when}  " if when else "",
        (DEEDS[deed][output.language != "zh"], _STYLES.get(deed, "cyan")),
        "  ",
        on_one_line(text),
        (f"  ({', '.join(told)})" if told and deed == "changed" else "", "dim"),
    )


def origin_text(output: Output, origin: Origin) -> str:
    """By whom, on which device, in which conversation."""
    by = output.text(f"by-{origin.by}", author=origin.author)
    parts = [by, origin.action if origin.by == "program" else ""]
    parts += [output.text("by-device", device=origin.device)] if origin.device else []
    parts += [output.text("by-agent", agent=origin.agent)] if origin.agent else []
    parts += [output.text("by-session", session=origin.session)] if origin.session else []
    return on_one_line("  ".join(filter(None, parts)))

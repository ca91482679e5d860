"""Building blocks of help texts."""

from __future__ import annotations


def examples(*lines: str) -> str:
    """The end of a help text: commands to copy, one a line."""
    return "\b\n" + "\n".join(["Examples:", *(f"  {line}" for line in lines)])

"""The version of the vault format and the named extensions this program understands."""

from __future__ import annotations

FORMAT_VERSION = 1
"""The only value of `format` in `vault.yaml` that is read and written."""

KNOWN_EXTENSIONS: frozenset[str] = frozenset()
"""Names that `extensions` in `vault.yaml` may hold; a vault with any other is refused."""

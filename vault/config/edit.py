"""Change one top-level setting in the user's own file, leaving every other line as it is."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from vault.config.whole_file import put_whole
from vault.errors import WriteFailed


def set_user_setting(path: Path, name: str, value: str) -> None:
    """Write `name: value` into the YAML file at `path`, replacing the line that sets it, if any.

    Args:
        path: created, with its folder, when missing.
        name: a top-level key.
        value: a single-line text.

    Raises:
        WriteFailed: the file is as it was.
    """
    line = yaml.safe_dump({name: value}, allow_unicode=True).strip()
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        pattern = re.compile(rf"^{re.escape(name)}[ \t]*:.*$", re.MULTILINE)
        if pattern.search(before):
            after = pattern.sub(lambda _: line, before, count=1)
        else:
            after = before + ("\n" if before and not before.endswith("\n") else "") + line + "\n"
        put_whole(path, after)
    except OSError as error:
        raise WriteFailed(path, error.strerror or str(error)) from error

from __future__ import annotations

import re
import stat
import threading
from pathlib import Path

import pytest

from vault.errors import WriteFailed
from vault.service.access_token import keep_token, read_token, token_path


def test_it_is_made_once_and_only_its_owner_can_read_it() -> None:
    assert read_token() is None
    token = keep_token()
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", token)
    assert keep_token() == token == read_token()
    assert stat.S_IMODE(token_path().stat().st_mode) == 0o600
    assert [path.name for path in token_path().parent.iterdir()] == ["token"]


def test_permissions_that_became_too_wide_are_narrowed() -> None:
    keep_token()
    token_path().chmod(0o644)
    keep_token()
    assert stat.S_IMODE(token_path().stat().st_mode) == 0o600


@pytest.mark.parametrize("broken", ["", "short\n", "ä" * 43, "x" * 100])
def test_what_is_no_token_is_replaced(broken: str) -> None:
    token_path().parent.mkdir(parents=True)
    token_path().write_text(broken, encoding="utf-8")
    assert read_token() is None
    token = keep_token()
    assert len(token) == 43
    assert read_token() == token


def test_several_that_begin_at_once_agree() -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(keep_token())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteFailed):
        keep_token(tmp_path / "file" / "token")

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from vault import errors
from vault.errors import MemvaultError
from vault.service.problem_json import Refusal, refusal_of


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (errors.UserRequired(("a", "b")), 409, "user-required"),
        (errors.UnknownUser("x", ("a",)), 404, "unknown-user"),
        (errors.UnknownMemory("mem_1"), 404, "unknown-memory"),
        (errors.UnknownMemory("mem_1", ("mem_12", "mem_13")), 409, "unknown-memory"),
        (errors.NotAMemory("note_1", "a.md"), 409, "not-a-memory"),
        (errors.VaultVanished(Path("/v"), 3), 503, "vault-vanished"),
        (errors.LockTimeout(Path("/v"), 3), 503, "lock-timeout"),
        (errors.WriteFailed(Path("/v"), "disk full"), 503, "write-failed"),
        (errors.MemvaultError("something new"), 503, "memvault-error"),
    ],
)
def test_each_fault_has_a_status_and_a_word(error: MemvaultError, status: int, code: str) -> None:
    refusal = refusal_of(error)
    assert (refusal.status, refusal.code) == (status, code)
    assert refusal.detail == str(error)
    assert refusal.hint == error.hint


def test_what_is_soon_over_says_so() -> None:
    assert refusal_of(errors.LockTimeout(Path("/v"), 3)).retry_after == 1
    assert refusal_of(errors.VaultVanished(Path("/v"), 3)).retry_after is None


def test_the_document() -> None:
    assert Refusal(404, "unknown-memory", "no memory mem_1", "look").shape == {
        "type": "urn:memvault:problem:unknown-memory",
        "title": "Not Found",
        "status": 404,
        "detail": "no memory mem_1",
        "code": "unknown-memory",
        "hint": "look",
    }


def test_it_passes_through_whatever_is_closed_on_the_way() -> None:
    @contextmanager
    def opened() -> Iterator[None]:
        yield

    with pytest.raises(Refusal, match="no date"), opened():
        raise Refusal(422, "bad-request", "since is no date")

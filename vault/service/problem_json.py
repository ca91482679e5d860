"""What went wrong with a request, as `application/problem+json` (RFC 9457) with a code and a next step."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus

from vault.api.telling import telling
from vault.errors import (
    ChangedOnDisk,
    EditRefused,
    LockTimeout,
    MemoryErased,
    MemvaultError,
    NoConflict,
    NotAMemory,
    UnknownMemory,
    UnknownUser,
    UnparsedFile,
    UserRequired,
    VaultNotFound,
)

MEDIA_TYPE = "application/problem+json"

_CONFLICTS = (UserRequired, NotAMemory, MemoryErased, NoConflict, UnparsedFile, EditRefused)
_NOT_THERE = (UnknownMemory, UnknownUser, VaultNotFound)
_SOON_OVER = (LockTimeout, ChangedOnDisk)


@dataclass(eq=False)  # not frozen: Python sets where an exception was raised
class Refusal(Exception):
    """A request that is not answered.

    Attributes:
        status: of HTTP.
        code: a stable word for programs.
        detail: what is wrong, for people; never what a memory or a message says.
        hint: the next step; may be empty.
        retry_after: seconds after which it may go better; None: it is not known.
    """

    status: int
    code: str
    detail: str
    hint: str = ""
    retry_after: int | None = None

    @property
    def shape(self) -> dict[str, object]:
        """The JSON document."""
        return {
            "type": f"urn:memvault:problem:{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": telling(self.detail),
            "code": self.code,
            "hint": telling(self.hint),
        }


def refusal_of(error: MemvaultError) -> Refusal:
    """The answer to a request whose operation raised `error`."""
    code = re.sub(r"(?<!^)(?=[A-Z])", "-", type(error).__name__).lower()
    several = isinstance(error, UnknownMemory) and error.candidates
    if several or isinstance(error, _CONFLICTS):
        return Refusal(HTTPStatus.CONFLICT, code, str(error), error.hint)
    if isinstance(error, _NOT_THERE):
        return Refusal(HTTPStatus.NOT_FOUND, code, str(error), error.hint)
    retry = 1 if isinstance(error, _SOON_OVER) else None
    return Refusal(HTTPStatus.SERVICE_UNAVAILABLE, code, str(error), error.hint, retry)

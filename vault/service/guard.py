"""Who may speak to the service: programs of this user that name this address, show the token, and are brief.

A page in a browser can reach the loopback address, also under a name of its own (DNS rebinding); so the Host
must be ours, and a request that a page has made is refused.
"""

from __future__ import annotations

import hmac
from http import HTTPStatus
from typing import TYPE_CHECKING

from vault.service.problem_json import Refusal

if TYPE_CHECKING:
    from starlette.requests import Request

OPEN_PATHS = frozenset(("/health",))
"""Without a token."""
_NAMES = ("127.0.0.1", "localhost", "[::1]")
_SCHEME = "bearer "
_NOT_A_PAGE = frozenset(("none", "same-origin"))
"""What a browser says of a request that a person made, or one of our own answers. A picture on a page is
fetched without an Origin."""


class Guard:
    """Refuses whoever may not speak to the service.

    Args:
        token: that clients show.
        port: on which the service listens.
    """

    def __init__(self, token: str, port: int) -> None:
        self._token = token.encode()
        self._hosts = frozenset(f"{name}:{port}" for name in _NAMES)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)

    def check(self, request: Request) -> None:
        """Let the request pass.

        Raises:
            Refusal: it must not.
        """
        headers = request.headers
        if [host.lower() for host in headers.getlist("host")] not in [[host] for host in self._hosts]:
            raise Refusal(
                HTTPStatus.MISDIRECTED_REQUEST, "wrong-host", "this is not an address of the service"
            )
        for origin in headers.getlist("origin"):
            if origin.lower() not in self._origins:
                raise Refusal(HTTPStatus.FORBIDDEN, "wrong-origin", "pages of browsers are not answered")
        if not _NOT_A_PAGE.issuperset(headers.getlist("sec-fetch-site")):
            raise Refusal(HTTPStatus.FORBIDDEN, "wrong-origin", "pages of browsers are not answered")
        if request.url.path not in OPEN_PATHS:
            self._check_token(headers.getlist("authorization"))

    def proof(self, challenge: str) -> str:
        """By which a client knows, before it shows the token, that it speaks to one who knows it, too."""
        return prove(self._token.decode(), challenge)

    def _check_token(self, given: list[str]) -> None:
        shown = given[0].encode("utf-8", "replace") if len(given) == 1 else b""
        scheme, secret = shown[: len(_SCHEME)], shown[len(_SCHEME) :].strip()
        if scheme.lower() != _SCHEME.encode() or not hmac.compare_digest(secret, self._token):
            raise Refusal(
                HTTPStatus.UNAUTHORIZED,
                "unauthorized",
                "the token is missing or wrong",
                "send `Authorization: Bearer TOKEN`; the token is in the file `service/token` of memvault's "
                "state folder",
            )


def prove(token: str, challenge: str) -> str:
    """HMAC-SHA256 of the challenge under the token, in hex."""
    return hmac.new(token.encode(), challenge.encode("utf-8", "replace"), "sha256").hexdigest()

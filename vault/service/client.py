"""Speaks to a running service: finds it, makes sure that it is one, asks it. Loads nothing heavy."""

from __future__ import annotations

import hmac
import http.client
import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from vault.service.access_token import read_token
from vault.service.endpoint import Endpoint, find_endpoint, withdraw_endpoint
from vault.service.guard import prove

GREETING_SECONDS = 0.5
"""How long a service may take to say that it is there; a busy one is left alone then."""
PATIENCE_SECONDS = 30.0


class ServiceFailed(Exception):
    """The service gave no answer, or refused.

    Attributes:
        status: of HTTP; 0 without an answer.
        code: of the problem; empty without an answer.
    """

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code


class Client:
    """A connection to the service of one vault. For one thread; close it, or use it in `with`.

    Args:
        endpoint: of the service.
        token: to be shown.
    """

    def __init__(self, endpoint: Endpoint, token: str) -> None:
        self.endpoint = endpoint
        self._token = token
        self._connection = http.client.HTTPConnection("127.0.0.1", endpoint.port, timeout=GREETING_SECONDS)

    def is_ours(self) -> bool:
        """Whether a service of ours answers: it has to know the token, before it is shown to it.

        Raises:
            OSError: nobody answers.
        """
        challenge = secrets.token_urlsafe(16)
        self._connection.request("GET", f"/health?challenge={challenge}")
        try:
            data: Any = json.loads(self._connection.getresponse().read())
            proof = str(data["proof"])
        except (http.client.HTTPException, ValueError, TypeError, KeyError):
            return False
        return hmac.compare_digest(proof.encode(), prove(self._token, challenge).encode())

    def post(
        self, path: str, fields: Mapping[str, object], *, seconds: float = PATIENCE_SECONDS
    ) -> dict[str, Any]:
        """What the service answers to a POST, e.g. to `/v1/recall`; the vault need not be named.

        Args:
            path: of the route.
            fields: of the request; those that are None are left out.
            seconds: in which an answer is of use.

        Raises:
            ServiceFailed: there was none, or the service refused.
        """
        body = {"vault": self.endpoint.vault, **fields}
        text = json.dumps({name: value for name, value in body.items() if value is not None})
        return self._ask("POST", path, text.encode("utf-8", "replace"), seconds)

    def get(
        self, path: str, fields: Mapping[str, object], *, seconds: float = PATIENCE_SECONDS
    ) -> dict[str, Any]:
        """What the service answers to a GET; as `post`."""
        asked = {"vault": self.endpoint.vault, **fields}
        named = {name: value for name, value in asked.items() if value is not None}
        return self._ask("GET", f"{quote(path)}?{urlencode(named, doseq=True)}", None, seconds)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def __enter__(self) -> Client:  # noqa: PYI034 - `Self` came with Python 3.11
        return self

    def __exit__(self, *about: object) -> None:
        self.close()

    def _ask(self, method: str, target: str, body: bytes | None, seconds: float) -> dict[str, Any]:
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/json",
            "X-Memvault-Deadline-Ms": str(int(1000 * seconds)),
        }
        self._connection.timeout = seconds + GREETING_SECONDS
        if self._connection.sock is not None:
            self._connection.sock.settimeout(seconds + GREETING_SECONDS)
        try:
            self._connection.request(method, target, body, headers)
            response = self._connection.getresponse()
            answer: dict[str, Any] = json.loads(response.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            raise ServiceFailed(0, "", type(error).__name__) from error
        if response.status != http.client.OK:
            raise ServiceFailed(response.status, str(answer.get("code", "")), str(answer.get("detail", "")))
        return answer


def find(root: Path) -> Client | None:
    """The service of the vault at `root`, if one runs; what a dead one has left behind is removed.

    Costs a look into one folder when there is none.
    """
    found = find_endpoint(root)
    token = read_token() if found else None
    if found is None or token is None:
        return None
    path, endpoint = found
    client = Client(endpoint, token)
    try:
        if client.is_ours():
            return client
    except TimeoutError:  # it is there, and busy
        client.close()
        return None
    except OSError:
        pass
    client.close()
    withdraw_endpoint(path, endpoint.pid)
    return None

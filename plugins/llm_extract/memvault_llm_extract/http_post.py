"""One POST of JSON, by the standard library, with limits on everything the other side decides.

urllib is enough for one POST and follows the proxies of the environment, where it leads out of the house;
httpx would be one more dependency for everybody who only wants the rules.
"""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO
from urllib.parse import urlsplit

from memvault_llm_extract.settings import is_near
from vault.plugin_api.time_limit import TimeLimit, TooSlow

LARGEST_ANSWER = 4_000_000
_PIECE = 65_536


class NoAnswer(Exception):
    """The endpoint could not be reached, took too long, or sent something that is no HTTP answer."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What came back; `retry_after` is in seconds, 0 when nothing was said."""

    status: int
    body: bytes
    retry_after: float = 0.0


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """An endpoint that sends elsewhere would get the key sent elsewhere."""

    def redirect_request(self, *_: object) -> None:
        """Follow nothing: the answer is the redirect itself."""


def post_json(url: str, document: object, headers: Mapping[str, str], seconds: float) -> HttpAnswer:
    """Send a document and read the answer, whatever its status.

    Args:
        url: http or https.
        document: sent as JSON.
        headers: besides those of JSON.
        seconds: for everything together, however slowly bytes come.

    Raises:
        NoAnswer: see there.
    """
    try:
        return TimeLimit("memvault-llm-extract-post").call(
            lambda: _post(url, document, headers, seconds), seconds
        )
    except TooSlow:
        raise NoAnswer(f"no complete answer within {seconds:g} s") from None


def _post(url: str, document: object, headers: Mapping[str, str], seconds: float) -> HttpAnswer:
    ends = time.monotonic() + seconds
    body = json.dumps(document, ensure_ascii=False).encode("utf-8", "replace")
    request = urllib.request.Request(  # noqa: S310 - the settings allow http and https only
        url,
        data=body,
        headers={"Content-Type": "application/json", "User-Agent": "memvault", **headers},
        method="POST",
    )
    # a proxy of the environment leads out, never to what is near
    near = is_near(urlsplit(url).hostname or "")
    proxies = [urllib.request.ProxyHandler({})] if near else []
    opener = urllib.request.build_opener(_NoRedirect, *proxies)
    try:
        with opener.open(request, timeout=seconds) as response:
            return HttpAnswer(response.status, _read(response, ends))
    except urllib.error.HTTPError as error:
        with error:
            said = _seconds(error.headers.get("Retry-After", ""))
            return HttpAnswer(error.code, _read(error, ends), said)
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        raise NoAnswer(f"{type(reason).__name__}: {reason}"[:200]) from error


def _read(response: IO[bytes], ends: float) -> bytes:
    """The body, piece by piece: a slow one must not outlast the call by more than a piece."""
    pieces: list[bytes] = []
    size = 0
    read_piece = getattr(response, "read1", response.read)
    while piece := read_piece(_PIECE):
        size += len(piece)
        if size > LARGEST_ANSWER or time.monotonic() > ends:
            raise NoAnswer("the answer does not end")
        pieces.append(piece)
    return b"".join(pieces)


def _seconds(text: str) -> float:
    try:
        return min(max(float(text), 0.0), 3600.0)
    except ValueError:
        return 0.0

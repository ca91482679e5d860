"""One file over HTTP: resumed where it stopped, tried again, checked.

What has arrived waits beside the target as `<name>.part` and survives a broken connection or a killed
process. urllib, not a client library: one GET with a Range header needs no dependency, and proxies and
certificates are those of the system.
"""

from __future__ import annotations

import http
import http.client
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from vault.embedding.checksum import sha256_of
from vault.errors import ChecksumMismatch, DownloadFailed, WriteFailed

ATTEMPTS = 5
"""Tries in a row that bring nothing new before giving up."""
TIMEOUT = 30.0
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds; doubled with each try that brings nothing."""
_CHUNK = 1 << 18
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_SHA256 = re.compile(r'^(?:W/)?"?([0-9a-f]{64})"?$')
_CONTENT_RANGE = re.compile(r"^bytes (?:(\d+)-\d+|\*)/(\d+|\*)$")

Received = Callable[[int, int], None]
"""Called with the bytes there are and the bytes there will be (0: unknown)."""


def download(
    url: str,
    target: Path,
    *,
    sha256: str = "",
    received: Received | None = None,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """Fetch `url` into `target`, whose folder exists.

    Args:
        url: http or https.
        target: written at the end, whole and checked, or not at all.
        sha256: of the file; when unknown, the one that a hub announces for large files (`X-Linked-Etag`).
        received: told of progress, if given.
        pause: waits between tries; seconds.

    Raises:
        DownloadFailed: refused, or the connection broke too often; the part is kept for the next time.
        ChecksumMismatch: the bytes are not those announced; they were removed.
        WriteFailed: the disk is full.
    """
    if not url.startswith(("https://", "http://")):
        raise DownloadFailed(url, "not an http address")
    part = _Part(target)
    announced, failures = "", 0
    while True:
        before = part.size
        try:
            announced = _fetch(url, part, received) or announced
            break
        except urllib.error.HTTPError as error:
            error.close()
            if error.code not in _PASSING:
                raise DownloadFailed(url, f"HTTP {error.code} {error.reason}") from error
            reason: Exception = error
        except (OSError, http.client.HTTPException) as error:
            reason = error
        failures = 0 if part.size > before else failures + 1
        if failures == ATTEMPTS:
            raise DownloadFailed(url, str(reason) or type(reason).__name__) from reason
        pause(min(FIRST_PAUSE * 2**failures, LONGEST_PAUSE))
    part.finish(url, sha256 or announced)


@dataclass(frozen=True, slots=True)
class _Part:
    """What has arrived of a file, and of which version of it (its ETag)."""

    target: Path

    @property
    def path(self) -> Path:
        return self.target.with_name(self.target.name + ".part")

    @property
    def size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    @property
    def version(self) -> str:
        return self._version.read_text("utf-8") if self._version.exists() else ""

    @property
    def _version(self) -> Path:
        return self.target.with_name(self.target.name + ".part-of")

    def restart(self, version: str) -> None:
        self.path.write_bytes(b"")
        self._version.write_text("" if version.startswith("W/") else version, "utf-8")

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)
        self._version.unlink(missing_ok=True)

    def finish(self, url: str, sha256: str) -> None:
        actual = sha256_of(self.path) if sha256 else ""
        if actual != sha256:
            self.remove()
            raise ChecksumMismatch(url, sha256, actual)
        self.path.replace(self.target)
        self.remove()


def _fetch(url: str, part: _Part, received: Received | None) -> str:
    """Get what is missing in one request.

    Returns:
        the sha256 that the server announced, or nothing.

    Raises:
        OSError, http.client.HTTPException: refused or broken off.
    """
    have, headers = part.size, {"User-Agent": "memvault", "Accept-Encoding": "identity"}
    request = urllib.request.Request(url, headers=headers)  # noqa: S310 - `download` let only http through
    if have:
        request.add_header("Range", f"bytes={have}-")
    if have and part.version:
        request.add_header("If-Range", part.version)
    redirects = _Redirects()
    opener = urllib.request.build_opener(redirects)
    try:
        response: http.client.HTTPResponse = opener.open(request, timeout=TIMEOUT)
    except urllib.error.HTTPError as error:
        if error.code != http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            raise
        _take_as_complete(error, part)
        return redirects.announced
    with response:
        start, total = _span(response)
        if start == 0:
            part.restart(response.headers.get("ETag") or "")
        elif start != have:
            part.remove()
            raise http.client.HTTPException(f"asked for bytes from {have}, got them from {start}")
        _append(response, part, total, received)
        return redirects.announced or _announced(response.headers)


def _append(response: http.client.HTTPResponse, part: _Part, total: int, received: Received | None) -> None:
    done = part.size
    with part.path.open("ab", buffering=0) as file:
        while chunk := response.read(_CHUNK):
            try:
                file.write(chunk)
            except OSError as error:
                raise WriteFailed(part.path, error.strerror or str(error)) from error
            done += len(chunk)
            if received is not None:
                received(done, total)
    if total and done != total:
        raise http.client.HTTPException(f"the connection ended at byte {done} of {total}")


def _span(response: http.client.HTTPResponse) -> tuple[int, int]:
    """Where the body starts in the file, and the size of the whole file (0: unknown)."""
    ranged = _CONTENT_RANGE.match(response.headers.get("Content-Range") or "")
    if response.status == http.HTTPStatus.PARTIAL_CONTENT and ranged:
        start, total = ranged.groups()
        return int(start or 0), 0 if total == "*" else int(total)
    return 0, int(response.headers.get("Content-Length") or 0)


def _take_as_complete(error: urllib.error.HTTPError, part: _Part) -> None:
    """Nothing lies beyond what we have: either that is the whole file, or it is of another version."""
    with error:
        ranged = _CONTENT_RANGE.match(error.headers.get("Content-Range") or "")
    if ranged is None or ranged[2] != str(part.size):
        part.remove()
        raise http.client.HTTPException("the file is shorter than what was there of it")


def _announced(headers: http.client.HTTPMessage) -> str:
    """The sha256 in the headers with which a hub answers for a large file, if any."""
    match = _SHA256.match(headers.get("X-Linked-Etag") or "")
    return match[1] if match else ""


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects, never out of https, and keeps what a hub says of the file on the way."""

    def __init__(self) -> None:
        self.announced = ""

    def redirect_request(  # noqa: PLR0917 - the signature is urllib's
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """See the base class."""
        self.announced = self.announced or _announced(headers)
        if req.full_url.startswith("https:") and not newurl.startswith("https:"):
            raise DownloadFailed(req.full_url, f"it redirects to {newurl}, which is not https")
        return super().redirect_request(req, fp, code, msg, headers, newurl)

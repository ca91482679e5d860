from __future__ import annotations

import hashlib
from functools import partial
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.embedding.hub_server import Hub, serve
from vault.embedding.download import ATTEMPTS, download
from vault.errors import ChecksumMismatch, DownloadFailed, WriteFailed

CONTENT = bytes(range(256)) * 4000
SHA256 = hashlib.sha256(CONTENT).hexdigest()
FILE = "/file.bin"


def broken_after(count: int) -> object:
    return partial(serve, stop_after=count)


def status(code: int) -> object:
    def answer(handler: BaseHTTPRequestHandler, content: bytes) -> None:
        del content
        handler.send_error(code)

    return answer


@pytest.fixture
def url(hub: Hub) -> str:
    hub.files[FILE] = CONTENT
    return hub.url + FILE


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "file.bin"


def leftovers(target: Path) -> list[str]:
    return sorted(path.name for path in target.parent.iterdir() if path != target)


class Pauses(list[float]):
    def __call__(self, seconds: float) -> None:
        self.append(seconds)


def test_a_file_arrives_whole(hub: Hub, url: str, target: Path) -> None:
    seen: list[tuple[int, int]] = []
    download(url, target, sha256=SHA256, received=lambda done, total: seen.append((done, total)))
    assert target.read_bytes() == CONTENT
    assert leftovers(target) == []
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert len(hub.requests) == 1


def test_a_broken_connection_is_taken_up_where_it_broke(hub: Hub, url: str, target: Path) -> None:
    hub.script = [broken_after(300_000), broken_after(200_000)]
    pauses = Pauses()
    download(url, target, sha256=SHA256, pause=pauses)
    assert target.read_bytes() == CONTENT
    assert [request.range for request in hub.requests] == ["", "bytes=300000-", "bytes=500000-"]
    assert len(pauses) == 2


def test_an_interrupted_download_is_kept_and_resumed_by_the_next_call(
    hub: Hub, url: str, target: Path
) -> None:
    hub.script = [broken_after(300_000)] + [broken_after(0)] * ATTEMPTS
    with pytest.raises(DownloadFailed, match="ended at byte 300000"):
        download(url, target, sha256=SHA256, pause=Pauses())
    assert not target.exists()
    assert (target.parent / "file.bin.part").stat().st_size == 300_000
    hub.requests.clear()
    download(url, target, sha256=SHA256)
    assert target.read_bytes() == CONTENT
    assert hub.requests[0].range == "bytes=300000-"
    assert leftovers(target) == []


def test_a_server_that_ignores_ranges_starts_over(hub: Hub, url: str, target: Path) -> None:
    hub.script = [broken_after(300_000), partial(serve, ranges=False)]
    download(url, target, sha256=SHA256, pause=Pauses())
    assert target.read_bytes() == CONTENT


def test_a_server_that_answers_with_another_range_starts_over(hub: Hub, url: str, target: Path) -> None:
    def from_somewhere(handler: BaseHTTPRequestHandler, content: bytes) -> None:
        handler.send_response(206)
        handler.send_header("Content-Range", f"bytes 5-{len(content) - 1}/{len(content)}")
        handler.send_header("Content-Length", str(len(content) - 5))
        handler.end_headers()
        handler.wfile.write(content[5:])

    hub.script = [broken_after(300_000), from_somewhere]
    download(url, target, sha256=SHA256, pause=Pauses())
    assert target.read_bytes() == CONTENT


def test_a_file_that_changed_meanwhile_starts_over(hub: Hub, url: str, target: Path) -> None:
    hub.script = [partial(serve, stop_after=300_000, etag='"v0"')]
    download(url, target, pause=Pauses())
    assert target.read_bytes() == CONTENT
    assert hub.requests[1].if_range == '"v0"'


def test_a_part_that_is_the_whole_file_is_taken(hub: Hub, url: str, target: Path) -> None:
    (target.parent / "file.bin.part").write_bytes(CONTENT)
    download(url, target, sha256=SHA256)
    assert target.read_bytes() == CONTENT
    assert len(hub.requests) == 1


def test_a_part_longer_than_the_file_is_thrown_away(hub: Hub, url: str, target: Path) -> None:
    (target.parent / "file.bin.part").write_bytes(CONTENT + b"more")
    download(url, target, sha256=SHA256, pause=Pauses())
    assert target.read_bytes() == CONTENT


def test_corrupted_bytes_are_removed(hub: Hub, url: str, target: Path) -> None:
    def corrupted(handler: BaseHTTPRequestHandler, content: bytes) -> None:
        serve(handler, content[:-1] + b"!")

    hub.script = [corrupted]
    with pytest.raises(ChecksumMismatch) as caught:
        download(url, target, sha256=SHA256)
    assert caught.value.expected == SHA256
    assert not target.exists()
    assert leftovers(target) == []
    download(url, target, sha256=SHA256)
    assert target.read_bytes() == CONTENT


def test_a_corrupted_part_is_found_at_the_end(hub: Hub, url: str, target: Path) -> None:
    (target.parent / "file.bin.part").write_bytes(b"\0" * 1000)
    with pytest.raises(ChecksumMismatch):
        download(url, target, sha256=SHA256)
    assert leftovers(target) == []


def test_the_checksum_a_hub_announces_is_used_when_none_is_known(hub: Hub, url: str, target: Path) -> None:
    hub.script = [partial(serve, headers={"X-Linked-Etag": f'"{"0" * 64}"'})]
    with pytest.raises(ChecksumMismatch):
        download(url, target)
    hub.script = [partial(serve, headers={"X-Linked-Etag": f'"{SHA256}"'})]
    download(url, target)
    assert target.read_bytes() == CONTENT


def test_redirects_are_followed_with_the_range_and_the_announced_checksum(hub: Hub, target: Path) -> None:
    hub.files["/moved.bin"] = hub.files[FILE] = CONTENT

    def redirect(handler: BaseHTTPRequestHandler, content: bytes) -> None:
        del content
        handler.send_response(302)
        handler.send_header("Location", FILE)
        handler.send_header("X-Linked-Etag", f'"{"0" * 64}"')
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    hub.script = [redirect, broken_after(300_000), redirect]
    with pytest.raises(ChecksumMismatch):
        download(hub.url + "/moved.bin", target, pause=Pauses())
    asked = [(request.path, request.range) for request in hub.requests]
    assert asked == [
        ("/moved.bin", ""),
        (FILE, ""),
        ("/moved.bin", "bytes=300000-"),
        (FILE, "bytes=300000-"),
    ]


def test_a_redirect_to_another_kind_of_address_is_refused(hub: Hub, url: str, target: Path) -> None:
    def to_a_file(handler: BaseHTTPRequestHandler, content: bytes) -> None:
        del content
        handler.send_response(302)
        handler.send_header("Location", "file:///etc/passwd")
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    hub.script = [to_a_file]
    with pytest.raises(DownloadFailed):
        download(url, target, pause=Pauses())
    assert not target.exists()


@pytest.mark.parametrize("code", [401, 403, 404, 410])
def test_a_refusal_is_final(hub: Hub, url: str, target: Path, code: int) -> None:
    hub.script = [status(code)]
    with pytest.raises(DownloadFailed, match=f"HTTP {code}"):
        download(url, target, pause=Pauses())
    assert len(hub.requests) == 1


@pytest.mark.parametrize("code", [429, 500, 503])
def test_a_passing_fault_is_tried_again(hub: Hub, url: str, target: Path, code: int) -> None:
    hub.script = [status(code), status(code)]
    pauses = Pauses()
    download(url, target, sha256=SHA256, pause=pauses)
    assert target.read_bytes() == CONTENT
    assert pauses == sorted(pauses)
    assert len(pauses) == 2


def test_a_lasting_fault_is_given_up(hub: Hub, url: str, target: Path) -> None:
    hub.script = [status(500)] * 20
    with pytest.raises(DownloadFailed, match="HTTP Error 500"):
        download(url, target, pause=Pauses())
    assert len(hub.requests) == ATTEMPTS


def test_nobody_listening_is_a_failed_download(target: Path) -> None:
    with pytest.raises(DownloadFailed, match="refused"):
        download("http://127.0.0.1:9/file", target, pause=Pauses())


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://example.com/x", "model.onnx", ""])
def test_only_http_is_spoken(address: str, target: Path) -> None:
    with pytest.raises(DownloadFailed):
        download(address, target)


def test_an_empty_file_is_a_file(hub: Hub, url: str, target: Path) -> None:
    hub.files[FILE] = b""
    download(url, target)
    assert target.read_bytes() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_said_at_once(hub: Hub, url: str, target: Path) -> None:
    (target.parent / "file.bin.part").symlink_to("/dev/full")
    with pytest.raises(WriteFailed, match="No space left"):
        download(url, target, pause=Pauses())
    assert len(hub.requests) == 1

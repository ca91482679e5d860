from __future__ import annotations

from pathlib import Path

import pytest

from tests.embedding.hub_server import Hub
from vault.embedding.hub import HubFile, HubSource, fetch_files
from vault.errors import DownloadFailed

SOURCE = HubSource(
    "owner/模型",
    "v1.0/x",
    (HubFile("onnx/model.onnx", "model.onnx"), HubFile("tokenizer.json", "tokenizer.json")),
)


def ignore(name: str, done: int, total: int) -> None:
    del name, done, total


def test_addresses_have_the_layout_of_a_hub() -> None:
    expected = "https://hub.example/owner/%E6%A8%A1%E5%9E%8B/resolve/v1.0%2Fx/onnx/model.onnx"
    assert SOURCE.url("https://hub.example/", SOURCE.files[0]) == expected


def test_each_file_is_fetched_under_its_local_name(hub: Hub, tmp_path: Path) -> None:
    base = "/owner/%E6%A8%A1%E5%9E%8B/resolve/v1.0%2Fx/"
    hub.files = {base + "onnx/model.onnx": b"graph", base + "tokenizer.json": b"{}"}
    seen: list[tuple[str, int, int]] = []
    fetch_files(SOURCE, hub.url, tmp_path, lambda *step: seen.append(step))
    assert (tmp_path / "model.onnx").read_bytes() == b"graph"
    assert (tmp_path / "tokenizer.json").read_bytes() == b"{}"
    assert seen == [("model.onnx", 5, 5), ("tokenizer.json", 2, 2)]


def test_what_is_there_is_not_fetched_again(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"graph")
    hub.files = {"/owner/%E6%A8%A1%E5%9E%8B/resolve/v1.0%2Fx/tokenizer.json": b"{}"}
    fetch_files(SOURCE, hub.url, tmp_path, ignore)
    assert len(hub.requests) == 1


@pytest.mark.parametrize("address", ["", "hub.example", "ftp://hub.example"])
def test_a_hub_has_an_http_address(tmp_path: Path, address: str) -> None:
    with pytest.raises(DownloadFailed, match="starts with https"):
        fetch_files(SOURCE, address, tmp_path, ignore)

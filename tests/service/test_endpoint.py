from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest

from vault.config import locations
from vault.index.location import index_folder
from vault.service.endpoint import (
    Endpoint,
    find_endpoint,
    is_alive,
    read_endpoint,
    service_dir,
    withdraw_endpoint,
    write_endpoint,
)

FIELDS = [each.name for each in fields(Endpoint)]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    return folder


@pytest.fixture
def name(root: Path) -> str:
    return index_folder(locations.cache_dir(), "vault_é/x", root).name


@pytest.fixture
def endpoint(root: Path) -> Endpoint:
    return Endpoint("http://127.0.0.1:7700", os.getpid(), str(root), "v", "1", "2026-11-30", "zh", "UTC")


def dead_pid() -> int:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


def test_what_is_written_is_found_by_the_path_alone(root: Path, name: str, endpoint: Endpoint) -> None:
    path = write_endpoint(name, endpoint)
    assert find_endpoint(root) == (path, endpoint)
    assert endpoint.port == 7700
    assert path.stat().st_mode & 0o077 == 0


def test_through_a_symbolic_link_too(root: Path, name: str, endpoint: Endpoint, tmp_path: Path) -> None:
    write_endpoint(name, endpoint)
    (tmp_path / "link").symlink_to(root)
    assert find_endpoint(tmp_path / "link") is not None


def test_a_copy_of_the_vault_is_another_one(
    root: Path, name: str, endpoint: Endpoint, tmp_path: Path
) -> None:
    write_endpoint(name, endpoint)
    assert find_endpoint(tmp_path / "copy") is None


def test_what_a_dead_process_left_is_removed(root: Path, name: str, endpoint: Endpoint) -> None:
    path = write_endpoint(name, replace(endpoint, pid=dead_pid()))
    assert find_endpoint(root) is None
    assert not path.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"url": "http://127.0.0.1:1"}',
        json.dumps(dict.fromkeys(FIELDS, "") | {"url": "http://evil.example:80", "pid": 1}),
        json.dumps(dict.fromkeys(FIELDS, "") | {"url": "http://127.0.0.1:x", "pid": 1}),
        json.dumps(dict.fromkeys(FIELDS, "") | {"url": "http://127.0.0.1:80", "pid": 0}),
    ],
)
def test_what_cannot_be_used_is_left_alone(root: Path, name: str, text: str) -> None:
    path = service_dir() / name / "endpoint.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert read_endpoint(path) is None
    assert find_endpoint(root) is None
    assert path.exists()


def test_one_takes_away_only_its_own(name: str, endpoint: Endpoint) -> None:
    path = write_endpoint(name, endpoint)
    withdraw_endpoint(path, endpoint.pid + 1)
    assert path.exists()
    withdraw_endpoint(path, endpoint.pid)
    assert not path.exists()
    withdraw_endpoint(path, endpoint.pid)


def test_what_a_newer_version_adds_is_ignored(name: str, endpoint: Endpoint) -> None:
    path = write_endpoint(name, endpoint)
    path.write_text(json.dumps({**json.loads(path.read_text()), "more": 1}))
    assert read_endpoint(path) == endpoint


def test_whether_a_process_lives() -> None:
    assert is_alive(os.getpid())
    assert is_alive(1)
    assert not is_alive(dead_pid())
    assert not is_alive(2**200)

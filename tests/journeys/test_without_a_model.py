"""The embedding model is not installed: words answer, and one notice says so."""

from __future__ import annotations

import json

import pytest

import vault
from tests.journeys.conftest import Home


@pytest.fixture
def home(home: Home) -> Home:
    home.write("facts/a.jsonl", '{"content": "周末常去骑车"}\n{"content": "养了一只乌龟"}\n')
    return home


def test_the_command_answers_by_words_and_ends_with_3(home: Home) -> None:
    result = home.run("recall", "我周末常去骑车吗")
    assert result.returncode == 3
    assert "周末常去骑车" in result.stdout
    assert result.stderr.count("bge-small-zh-v1.5") >= 1
    assert result.stderr.count("memvault model install") == 1
    assert "Traceback" not in result.stderr


def test_json_on_stdout_stays_one_document(home: Home) -> None:
    result = home.run("--json", "recall", "我周末常去骑车吗")
    assert [hit["content"] for hit in json.loads(result.stdout)["hits"]] == ["周末常去骑车"]


def test_the_python_interface_gives_a_notice(home: Home) -> None:
    with vault.open(home.root) as memory:
        result = memory.recall("我周末常去骑车吗")
        assert [hit.content for hit in result.hits] == ["周末常去骑车"]
        assert len(result.notices) == 1


def test_doctor_and_status_say_so(home: Home) -> None:
    assert home.answer("status")["model"]["installed"] is False
    result = home.run("doctor")
    assert "bge-small-zh-v1.5" in result.stdout

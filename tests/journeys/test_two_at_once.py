"""Several processes bring one index in step at the same time, while files change."""

from __future__ import annotations

import subprocess

from tests.journeys.conftest import BOUND, Home, command


def test_processes_that_index_at_once_agree(home: Home) -> None:
    for part in range(4):
        home.write(
            f"facts/{part}.jsonl",
            "".join(f'{{"content": "第 {part}-{n} 号茶罐装着白茶"}}\n' for n in range(200)),
        )
    processes = [
        subprocess.Popen(
            command(home.root, "index"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
        )
        for _ in range(4)
    ]
    for number in range(5):
        home.write(f"facts/late-{number}.jsonl", f'{{"content": "迟到的第 {number} 只茶壶"}}\n')
    for process in processes:
        _, said = process.communicate(timeout=3 * BOUND)
        assert process.returncode in {0, 3}, said
        assert "Traceback" not in said

    assert home.run("index").returncode in {0, 3}
    assert home.answer("status")["behind"] == 0
    memories = home.answer("list", "--limit", "10000")["memories"]
    assert len(memories) == 4 * 200 + 5
    assert len({memory["id"] for memory in memories}) == len(memories)


def test_readers_are_answered_while_another_process_indexes(home: Home) -> None:
    home.write("facts/a.jsonl", '{"content": "周末常去骑车"}\n')
    assert home.recall("我周末常去骑车吗") == ["周末常去骑车"]
    home.write("facts/many.jsonl", "".join(f'{{"content": "第 {n} 号茶罐装着白茶"}}\n' for n in range(2000)))
    indexing = subprocess.Popen(
        command(home.root, "index"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        assert home.recall("我周末常去骑车吗") == ["周末常去骑车"]
    finally:
        assert indexing.wait(timeout=3 * BOUND) in {0, 3}

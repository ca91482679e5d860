from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from vault.api.remembered import Remembered
from vault.errors import LockTimeout, UnknownUser
from vault.model.memory import Memory, SourceKind
from vault.service.write_queue import MOST, WriteQueue


def memory(content: str) -> Memory:
    return Memory(id=content, content=content)


class Gate:
    """Writes nothing; the first run waits until it may go on."""

    def __init__(self) -> None:
        self.runs: list[tuple[list[str], SourceKind]] = []
        self.begun = threading.Event()
        self.go = threading.Event()

    def __call__(self, memories: Sequence[Memory], arrived: SourceKind) -> Sequence[Remembered]:
        self.runs.append(([each.content for each in memories], arrived))
        self.begun.set()
        assert self.go.wait(10)
        if any(each.content == "bad" for each in memories):
            raise UnknownUser("bad", ())
        return [Remembered("added", each.content) for each in memories]


def put_all(gate: Gate, said: Sequence[tuple[str, SourceKind]]) -> list[object]:
    """The first begins; the others come while it is at work."""
    queue = WriteQueue(gate)

    def put(content: str, arrived: SourceKind) -> object:
        try:
            return queue.put(memory(content), arrived).id
        except UnknownUser as fault:
            return type(fault)

    with ThreadPoolExecutor(len(said)) as pool:
        first = pool.submit(put, *said[0])
        assert gate.begun.wait(10)
        others = []
        for number, each in enumerate(said[1:], 1):
            others.append(pool.submit(put, *each))
            while len(queue._waiting) < number:
                pass
        gate.go.set()
        return [first.result(), *(each.result() for each in others)]


def test_those_who_come_meanwhile_are_written_together() -> None:
    gate = Gate()
    assert put_all(gate, [(name, "agent") for name in "abcde"]) == list("abcde")
    assert gate.runs == [(["a"], "agent"), (["b", "c", "d", "e"], "agent")]


def test_what_arrived_by_another_way_is_another_run() -> None:
    gate = Gate()
    said: list[tuple[str, SourceKind]] = [("a", "agent"), ("b", "agent"), ("c", "owner"), ("d", "agent")]
    assert put_all(gate, said) == list("abcd")
    assert gate.runs[1:] == [(["b"], "agent"), (["c"], "owner"), (["d"], "agent")]


def test_the_fault_of_one_is_nobody_elses() -> None:
    gate = Gate()
    assert put_all(gate, [(name, "agent") for name in ("a", "b", "bad", "c")]) == ["a", "b", UnknownUser, "c"]


def test_a_run_is_not_endless() -> None:
    gate = Gate()
    names = [f"m{number}" for number in range(MOST + 6)]
    assert put_all(gate, [(name, "agent") for name in names]) == names
    assert max(len(run) for run, _ in gate.runs) == MOST


def test_after_a_fault_it_goes_on() -> None:
    def locked(memories: Sequence[Memory], arrived: SourceKind) -> Sequence[Remembered]:
        raise LockTimeout(__file__, 1)  # type: ignore[arg-type]

    queue = WriteQueue(locked)
    for _ in range(2):
        with pytest.raises(LockTimeout):
            queue.put(memory("a"), "agent")

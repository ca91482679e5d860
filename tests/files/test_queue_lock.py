from __future__ import annotations

import threading

from vault.files.queue_lock import QueueLock


def test_it_is_given_in_the_order_of_coming() -> None:
    lock, order, threads = QueueLock(), list[int](), list[threading.Thread]()
    assert lock.acquire(0)

    def work(number: int) -> None:
        assert lock.acquire(10)
        order.append(number)
        lock.release()

    for number in range(5):
        thread = threading.Thread(target=work, args=(number,))
        thread.start()
        threads.append(thread)
        while len(lock._waiting) <= number:
            pass
    lock.release()
    for thread in threads:
        thread.join()
    assert order == list(range(5))
    assert lock.acquire(0)


def test_who_takes_it_again_and_again_stands_behind_those_who_wait() -> None:
    lock, had_it = QueueLock(), threading.Event()
    assert lock.acquire(0)

    def wait() -> None:
        assert lock.acquire(10)
        had_it.set()
        lock.release()

    thread = threading.Thread(target=wait)
    thread.start()
    while not lock._waiting:
        pass
    lock.release()
    assert lock.acquire(10)
    assert had_it.is_set()
    lock.release()
    thread.join()


def test_who_gave_up_is_passed_over() -> None:
    lock = QueueLock()
    assert lock.acquire(0)
    assert not lock.acquire(0)
    assert not lock.acquire(-1)
    assert not lock.acquire(0.01)
    lock.release()
    assert lock.acquire(0)
    lock.release()

"""The database file: made anew when it is of another version or damaged, replaced under other processes."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from vault.errors import IndexBroken
from vault.index.database import FILE_NAME, Database, is_damage, read_meta, write_meta


def put(database: Database, key: str, value: str) -> None:
    with database.transaction() as connection:
        write_meta(connection, key, value)


def get(database: Database, key: str) -> str:
    with database.reading() as connection:
        return read_meta(connection, key)


def test_what_was_committed_is_there_next_time(tmp_path: Path) -> None:
    first = Database(tmp_path / "index")
    put(first, "colour", "blue")
    first.close()
    second = Database(tmp_path / "index")
    assert get(second, "colour") == "blue"
    assert second.notices == ()
    second.close()


def test_an_exception_rolls_everything_back(tmp_path: Path) -> None:
    database = Database(tmp_path)

    def interrupted() -> None:
        with database.transaction() as connection:
            write_meta(connection, "colour", "blue")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert get(database, "colour") == ""
    put(database, "colour", "red")
    assert get(database, "colour") == "red"
    database.close()


def test_another_version_is_made_anew(tmp_path: Path) -> None:
    first = Database(tmp_path)
    put(first, "index_version", "0")
    put(first, "colour", "blue")
    first.close()
    second = Database(tmp_path)
    assert get(second, "colour") == ""
    assert "another version" in second.notices[0]
    second.close()


@pytest.mark.parametrize("content", [b"this is no database, but a text " * 200, b"\0" * 8192, b""])
def test_a_damaged_file_is_made_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    database = Database(tmp_path)
    put(database, "colour", "blue")
    assert get(database, "colour") == "blue"
    assert database.notices
    database.close()


def test_a_database_of_something_else_is_made_anew(tmp_path: Path) -> None:
    stranger = sqlite3.connect(tmp_path / FILE_NAME)
    stranger.execute("CREATE TABLE other (x)")
    stranger.commit()
    stranger.close()
    database = Database(tmp_path)
    assert get(database, "generation") != ""
    database.close()


def test_generations_go_on_after_a_reset(tmp_path: Path) -> None:
    database = Database(tmp_path)
    put(database, "generation", "41")
    database.reset()
    assert get(database, "generation") == "42"
    database.close()


def test_two_databases_never_have_one_identity(tmp_path: Path) -> None:
    database = Database(tmp_path)
    before = get(database, "identity")
    database.reset()
    assert before != get(database, "identity") != ""
    database.close()


def test_others_notice_that_the_file_was_replaced(tmp_path: Path) -> None:
    one, other = Database(tmp_path), Database(tmp_path)
    put(one, "colour", "blue")
    assert get(other, "colour") == "blue"
    one.reset()
    put(one, "colour", "green")
    assert get(other, "colour") == "green"
    one.close()
    other.close()


def test_others_notice_that_the_file_was_deleted(tmp_path: Path) -> None:
    database = Database(tmp_path)
    put(database, "colour", "blue")
    for path in tmp_path.iterdir():
        path.unlink()
    assert get(database, "colour") == ""
    database.close()


def test_readers_are_not_blocked_and_see_one_state(tmp_path: Path) -> None:
    writer, reader = Database(tmp_path), Database(tmp_path)
    put(writer, "colour", "blue")
    with reader.reading() as connection:
        assert read_meta(connection, "colour") == "blue"
        put(writer, "colour", "green")
        assert read_meta(connection, "colour") == "blue"
    assert get(reader, "colour") == "green"
    with writer.transaction() as connection:
        write_meta(connection, "colour", "red")
        assert get(reader, "colour") == "green"
    assert get(reader, "colour") == "red"
    writer.close()
    reader.close()


def test_every_thread_has_its_own_connection(tmp_path: Path) -> None:
    database = Database(tmp_path)
    found = []
    thread = threading.Thread(target=lambda: found.append(database.connection()))
    thread.start()
    thread.join()
    assert found[0] is not database.connection()
    assert database.connection() is database.connection()
    database.close()


def test_connections_of_ended_threads_are_closed(tmp_path: Path) -> None:
    database = Database(tmp_path)
    database.connection()
    for _ in range(20):
        thread = threading.Thread(target=database.connection)
        thread.start()
        thread.join()
    assert len(database._all) <= 2
    database.close()


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(IndexBroken):
        Database(tmp_path / "file" / "index")


def test_the_damage_mark_stays_until_the_file_is_made_anew(tmp_path: Path) -> None:
    database = Database(tmp_path)
    assert not database.damaged
    database.mark_damaged()
    assert Database(tmp_path).damaged
    database.reset()
    assert not database.damaged
    database.close()


def test_a_full_disk_is_no_damage() -> None:
    assert not is_damage(sqlite3.OperationalError("database or disk is full"))
    assert is_damage(sqlite3.DatabaseError("database disk image is malformed"))

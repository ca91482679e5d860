"""Every way in which files get saved, with real files and the real index: afterwards index == files.

What has not changed is not embedded again, however it was saved.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path

import pytest
from watchdog.observers.api import BaseObserver

from tests.journeys.in_step import InStep, built_anew, comparable_records, said_by_files, said_by_index, until
from tests.watch.conftest import ends_thread_once
from vault.watch.heartbeat import read_heartbeat

WATCHDOG = int(version("watchdog").partition(".")[0])
HOME = "用户住在北京阳光小区。"
MOVED = "用户住在上海静安区。"


def line(content: str) -> str:
    return json.dumps({"content": content}, ensure_ascii=False) + "\n"


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[InStep]:
    made = InStep(tmp_path / "vault", tmp_path / "state")
    facts, notes = made.root / "facts", made.root / "notes"
    (facts / "home.jsonl").write_text(line(HOME) + line("用户养了一只叫年糕的猫。"), encoding="utf-8")
    (facts / "work").mkdir()
    (facts / "work" / "job.jsonl").write_text(line("用户在写 Excel 脚本。"), encoding="utf-8")
    (notes / "trips").mkdir(parents=True)
    (notes / "trips" / "plan.md").write_text("# 旅行\n\n十月去云南。\n", encoding="utf-8")
    yield made
    made.close()


@pytest.fixture
def watched(vault: InStep) -> Iterator[InStep]:
    with vault.watched():
        yield vault
        vault.settle()
    assert comparable_records(vault.index) == built_anew(vault.root, vault.state / "anew")


@pytest.fixture
def home(watched: InStep) -> Path:
    return watched.root / "facts" / "home.jsonl"


def embedded_by(vault: InStep) -> int:
    """How many texts went through the model since this was last asked."""
    vault.settle()
    count = vault.model.passages_embedded
    before, vault.model.passages_embedded = count, 0
    return before


def texts(vault: InStep) -> set[str]:
    return {record.text for record in vault.index.records()}


def edited(path: Path) -> str:
    return path.read_text(encoding="utf-8").replace(HOME, MOVED)


class TestEdits:
    """One text is new, and one only goes through the model."""

    @pytest.fixture(autouse=True)
    def _one_new_text(self, watched: InStep) -> Iterator[None]:
        embedded_by(watched)
        yield
        watched.settle()
        assert MOVED in texts(watched)
        assert embedded_by(watched) == 1

    def test_plain_write(self, home: Path) -> None:
        home.write_text(edited(home), encoding="utf-8")

    def test_write_in_small_steps(self, home: Path) -> None:
        """Characters torn in the middle; the half-written line is no memory yet."""
        data = edited(home).encode()
        with home.open("wb", buffering=0) as file:
            for start in range(0, len(data), 7):
                file.write(data[start : start + 7])

    def test_temporary_file_and_rename(self, home: Path) -> None:
        temporary = home.with_name(".home.jsonl.tmp-1")
        temporary.write_text(edited(home), encoding="utf-8")
        temporary.replace(home)

    def test_temporary_file_elsewhere_and_rename(self, home: Path, tmp_path: Path) -> None:
        (tmp_path / "draft").write_text(edited(home), encoding="utf-8")
        (tmp_path / "draft").replace(home)

    def test_as_vim_does(self, home: Path) -> None:
        """Probe file, backup by renaming, new file, backup removed; a swap file beside it meanwhile."""
        swap, probe, backup = (
            home.with_name(".home.jsonl.swp"),
            home.with_name("4913"),
            home.with_name("home.jsonl~"),
        )
        text = edited(home)
        swap.write_bytes(b"b0VIM 9.0")
        probe.touch()
        probe.unlink()
        home.rename(backup)
        home.write_text(text, encoding="utf-8")
        backup.unlink()
        swap.unlink()

    @pytest.mark.skipif(shutil.which("vim") is None, reason="vim is not installed")
    @pytest.mark.parametrize("backup", ["nobackup nowritebackup", "backup backupcopy=no", "backupcopy=yes"])
    def test_with_vim(self, home: Path, backup: str) -> None:
        command = [
            "vim",
            "-u",
            "NONE",
            "-es",
            "-c",
            "set encoding=utf-8",
            "-c",
            f"set {backup} swapfile directory=.",
        ]
        change = ["-c", f"%s/{HOME}/{MOVED}/", "-c", "wq"]
        subprocess.run([*command, *change, home.name], cwd=home.parent, check=True, timeout=60)

    def test_as_vs_code_does(self, home: Path) -> None:
        """Truncated and written in place; with `files.atomicSave` written beside and renamed."""
        with home.open("r+", encoding="utf-8") as file:
            text = file.read().replace(HOME, MOVED)
            file.seek(0)
            file.truncate()
            file.flush()
            file.write(text)

    def test_as_vs_code_does_atomically(self, home: Path) -> None:
        temporary = home.with_name("home.jsonl.vsctmp")
        temporary.write_text(edited(home), encoding="utf-8")
        temporary.replace(home)

    def test_as_emacs_does(self, home: Path) -> None:
        lock = home.with_name(".#home.jsonl")
        lock.symlink_to("me@host.1234:1700000000")
        home.with_name("#home.jsonl#").write_text("auto-saved", encoding="utf-8")
        text = edited(home)
        home.rename(home.with_name("home.jsonl~"))
        home.write_text(text, encoding="utf-8")
        home.with_name("#home.jsonl#").unlink()
        lock.unlink()

    def test_as_libreoffice_and_jetbrains_do(self, home: Path) -> None:
        home.with_name(".~lock.home.jsonl#").write_text(",me,host", encoding="utf-8")
        text = edited(home)
        home.with_name("home.jsonl___jb_tmp___").write_text(text, encoding="utf-8")
        home.rename(home.with_name("home.jsonl___jb_old___"))
        home.with_name("home.jsonl___jb_tmp___").rename(home)
        home.with_name("home.jsonl___jb_old___").unlink()

    def test_deleted_and_made_again(self, home: Path) -> None:
        text = edited(home)
        home.unlink()
        home.write_text(text, encoding="utf-8")

    def test_append(self, home: Path) -> None:
        with home.open("a", encoding="utf-8") as file:
            file.write(line(MOVED))

    def test_append_without_a_final_newline(self, home: Path) -> None:
        with home.open("a", encoding="utf-8") as file:
            file.write(line(MOVED).rstrip())

    def test_a_file_in_new_folders(self, watched: InStep) -> None:
        folder = watched.root / "facts" / "2026" / "11" / "30"
        folder.mkdir(parents=True)
        (folder / "new.jsonl").write_text(line(MOVED), encoding="utf-8")

    def test_a_note(self, watched: InStep) -> None:
        (watched.root / "notes" / "home.md").write_text(MOVED, encoding="utf-8")

    def test_directory_replaced_by_file(self, watched: InStep) -> None:
        shutil.rmtree(watched.root / "facts" / "work")
        (watched.root / "facts" / "work").write_text("now a file", encoding="utf-8")
        shutil.rmtree(watched.root / "notes" / "trips")
        (watched.root / "notes" / "trips.md").write_text(MOVED, encoding="utf-8")

    def test_file_replaced_by_directory(self, watched: InStep, home: Path) -> None:
        home.unlink()
        home.mkdir()
        (home / "inside.jsonl").write_text(line(MOVED), encoding="utf-8")


class TestNothingNew:
    """The texts are the same: none goes through the model again."""

    @pytest.fixture(autouse=True)
    def _no_new_text(self, watched: InStep) -> Iterator[None]:
        assert embedded_by(watched) > 0
        yield
        assert embedded_by(watched) == 0

    def test_touch(self, watched: InStep) -> None:
        for path in watched.root.rglob("*"):
            path.touch()

    def test_chmod(self, home: Path) -> None:
        home.chmod(0o600)

    def test_saved_unchanged(self, home: Path) -> None:
        data = home.read_bytes()
        home.unlink()
        home.write_bytes(data)

    def test_time_set_back(self, home: Path) -> None:
        os.utime(home, (0, 0))

    def test_move_of_a_file(self, home: Path) -> None:
        home.rename(home.with_name("house.jsonl"))

    def test_move_of_a_file_to_another_folder(self, watched: InStep, home: Path) -> None:
        home.rename(watched.root / "facts" / "work" / "home.jsonl")

    def test_move_to_the_archive(self, watched: InStep, home: Path) -> None:
        """Back again too, so that the files tell what they did."""
        home.rename(watched.root / "archive" / "home.jsonl")
        until(
            lambda: all(record.archived for record in watched.index.records() if "home" in record.path),
            "archived",
        )
        (watched.root / "archive" / "home.jsonl").rename(home)

    def test_move_of_a_folder(self, watched: InStep) -> None:
        (watched.root / "facts" / "work").rename(watched.root / "facts" / "office")

    def test_move_of_a_folder_into_another(self, watched: InStep) -> None:
        (watched.root / "notes" / "later").mkdir()
        (watched.root / "notes" / "trips").rename(watched.root / "notes" / "later" / "trips")

    def test_move_out_of_the_vault_and_back(self, watched: InStep, tmp_path: Path) -> None:
        (watched.root / "facts" / "work").rename(tmp_path / "work")
        until(lambda: "用户在写 Excel 脚本。" not in texts(watched), "gone from the index")
        (tmp_path / "work").rename(watched.root / "facts" / "work")

    def test_swap_of_two_files(self, watched: InStep, home: Path) -> None:
        job = watched.root / "facts" / "work" / "job.jsonl"
        aside = home.with_name(".aside")
        home.rename(aside)
        job.rename(home)
        aside.rename(job)

    def test_copy_of_a_folder(self, watched: InStep) -> None:
        subprocess.run(
            ["cp", "-a", watched.root / "notes" / "trips", watched.root / "notes" / "copy"],
            check=True,
            timeout=60,
        )

    def test_case_only_rename(self, home: Path) -> None:
        home.rename(home.with_name("Home.jsonl"))

    def test_editor_locks_and_droppings(self, watched: InStep, home: Path) -> None:
        sets = len(watched.sets)
        for name in (".home.jsonl.swp", "home.jsonl~", "4913", "#home.jsonl#", ".~lock.home.jsonl#", "x.tmp"):
            home.with_name(name).write_text("dropping", encoding="utf-8")
            home.with_name(name).unlink()
        home.touch()
        until(lambda: len(watched.sets) > sets, "the touch was told of")
        assert {path for changes in watched.sets[sets:] for path in changes.paths} == {"facts/home.jsonl"}


def test_deleted(watched: InStep, home: Path) -> None:
    home.unlink()
    watched.settle()
    assert HOME not in texts(watched)
    shutil.rmtree(watched.root / "notes" / "trips")
    watched.settle()
    assert texts(watched) == {"用户在写 Excel 脚本。"}


def test_a_delete_is_provisional(watched: InStep, home: Path) -> None:
    """Between deleting and making again the index is never without the memories: nobody loses an answer."""
    stop, missing = threading.Event(), []

    def ask() -> None:
        while not stop.is_set():
            if HOME not in texts(watched):
                missing.append(True)

    asking = threading.Thread(target=ask)
    asking.start()
    text = home.read_text(encoding="utf-8")
    for number in range(5):
        home.unlink()
        home.write_text(text + line(f"第{number}次"), encoding="utf-8")
        watched.settle()
    stop.set()
    asking.join()
    assert missing == []


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "gc.auto=0"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, timeout=300, capture_output=True)


@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_checkout_of_ten_thousand_files(vault: InStep) -> None:
    """Every file changes, some go, some come; then back again, for which nothing is embedded."""

    def write(version: str, numbers: range) -> None:
        for number in numbers:
            place = vault.root / "facts" / f"{number % 100:02}" / f"{number}.jsonl"
            place.parent.mkdir(exist_ok=True)
            place.write_text(line(f"{version} 第{number}件事"), encoding="utf-8")

    git(vault.root, "init", "-q", "-b", "old")
    write("旧", range(9000))
    git(vault.root, "add", "-A")
    git(vault.root, "commit", "-qm", "old")
    git(vault.root, "checkout", "-qb", "new")
    for number in range(500):
        (vault.root / "facts" / f"{number % 100:02}" / f"{number}.jsonl").unlink()
    write("新", range(500, 10000))
    git(vault.root, "add", "-A")
    git(vault.root, "commit", "-qm", "new")
    with vault.watched():
        embedded_by(vault)
        git(vault.root, "checkout", "-q", "old")
        vault.settle(200)
        assert len([text for text in texts(vault) if text.startswith("旧")]) == 9000
        assert embedded_by(vault) == 9000
        git(vault.root, "checkout", "-q", "new")
        vault.settle(200)
        assert embedded_by(vault) == 0
    assert comparable_records(vault.index) == built_anew(vault.root, vault.state / "anew")


@pytest.mark.parametrize("polling", ["auto", "always"])
def test_unmounted_and_mounted_again(vault: InStep, polling: str) -> None:
    """A drive by another name: away, an empty mount point, back with a change made elsewhere."""
    with vault.watched(polling=polling) as watcher:
        before = said_by_index(vault.index)
        away = vault.root.with_name("away")
        vault.root.rename(away)
        vault.root.mkdir()
        until(lambda: watcher.heartbeat.state == "vault missing", "noticed")
        assert said_by_index(vault.index) == before
        (away / "facts" / "home.jsonl").write_text(line(MOVED), encoding="utf-8")
        vault.root.rmdir()
        away.rename(vault.root)
        vault.settle()
        assert MOVED in texts(vault)
        assert watcher.heartbeat.restarts == 0
    assert comparable_records(vault.index) == built_anew(vault.root, vault.state / "anew")


def mount(*arguments: str | Path) -> None:
    subprocess.run(["mount", *map(str, arguments)], check=True, capture_output=True, timeout=60)


def test_really_unmounted(tmp_path: Path) -> None:
    """A bind mount, if this user may make one."""
    drive, root = tmp_path / "drive", tmp_path / "vault"
    made = InStep(drive, tmp_path / "state")
    (drive / "facts" / "home.jsonl").write_text(line(HOME), encoding="utf-8")
    root.mkdir()
    try:
        mount("--bind", drive, root)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"cannot mount here: {error}")
    made.root = root
    mounted = True
    try:
        with made.watched() as watcher:
            subprocess.run(["umount", root], check=True, timeout=60)
            mounted = False
            until(lambda: watcher.heartbeat.state == "vault missing", "noticed")
            assert texts(made) == {HOME}
            (drive / "facts" / "home.jsonl").write_text(line(MOVED), encoding="utf-8")
            mount("--bind", drive, root)
            mounted = True
            made.settle()
            assert texts(made) == {MOVED}
            (root / "facts" / "later.jsonl").write_text(line(HOME), encoding="utf-8")
            made.settle()
    finally:
        if mounted:
            subprocess.run(["umount", root], check=True, timeout=60)
        made.close()


class Apart:
    """A watcher in a process of its own, which can be stopped and killed."""

    def __init__(self, vault: InStep) -> None:
        self.vault = vault
        command = [sys.executable, "-m", "tests.journeys.in_step", str(vault.root), str(vault.state)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def finish(self) -> dict[str, object]:
        output, _ = self.process.communicate(timeout=60)
        told: dict[str, object] = json.loads(output)
        return told


@pytest.fixture
def apart(vault: InStep) -> Iterator[Apart]:
    made = Apart(vault)
    yield made
    if made.process.poll() is None:
        made.process.kill()
        made.process.communicate()


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "T"


@pytest.mark.timeout(300)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the queue is Linux's")
def test_the_queue_of_events_overflows(apart: Apart) -> None:
    """While the watcher does not run, more happens than the system remembers for it."""
    vault = apart.vault
    limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text(encoding="ascii"))
    if limit > 70_000:
        pytest.skip(f"this system remembers {limit} events")
    apart.process.send_signal(signal.SIGSTOP)
    until(lambda: is_stopped(apart.process.pid), "the watcher stands still")
    for number in range(limit // 2 + 1000):  # each is at least two events: written, closed
        name = f"{number % 4000}.jsonl"
        (vault.root / "facts" / name).write_text(line(f"第{number % 4000}件事"), encoding="utf-8")
    (vault.root / "facts" / "home.jsonl").unlink()
    (vault.root / "notes" / "last.md").write_text(MOVED, encoding="utf-8")
    apart.process.send_signal(signal.SIGCONT)
    vault.settle(120)
    assert len(said_by_files(vault.root)) > 4000
    if WATCHDOG >= 7:  # earlier versions do not tell: there the number of changes makes it look at everything
        until(lambda: shown_restarts(vault) == 1, "the overflow was noticed")
        assert "more changed at once" in str(apart.finish()["reason"])
    assert comparable_records(vault.index) == built_anew(vault.root, vault.state / "anew")


def test_the_watcher_is_killed(apart: Apart) -> None:
    """Its death shows, and the next one catches up."""
    vault = apart.vault

    def status() -> bool:
        return read_heartbeat(vault.heartbeat, datetime.now(timezone.utc)).alive

    until(status, "alive")
    apart.process.kill()
    apart.process.communicate()
    until(lambda: not status(), "death is noticed", seconds=10)
    (vault.root / "facts" / "meanwhile.jsonl").write_text(line(MOVED), encoding="utf-8")
    with vault.watched():
        assert MOVED in texts(vault)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_of_the_watcher_ends(vault: InStep, monkeypatch: pytest.MonkeyPatch) -> None:
    """The status says so within ten seconds, and changes are noticed again."""
    with vault.watched() as watcher:
        monkeypatch.setattr(BaseObserver, "dispatch_events", ends_thread_once(BaseObserver.dispatch_events))
        (vault.root / "facts" / "a.jsonl").write_text(line(MOVED), encoding="utf-8")
        until(lambda: shown_restarts(vault) > 0, "the status says so", seconds=10)
        vault.settle()
        (vault.root / "facts" / "b.jsonl").write_text(line("之后"), encoding="utf-8")
        vault.settle()
        assert watcher.heartbeat.mode != "polling"


def shown_restarts(vault: InStep) -> int:
    heartbeat = read_heartbeat(vault.heartbeat, datetime.now(timezone.utc)).heartbeat
    return heartbeat.restarts if heartbeat else 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit is Linux's")
def test_the_limit_of_watches_is_reached(vault: InStep) -> None:
    """In a user namespace of its own, in which only five folders may be watched."""
    for number in range(20):
        (vault.root / "facts" / str(number)).mkdir()
    script = f"""
import sys; from pathlib import Path
Path("/proc/sys/user/max_inotify_watches").write_text("5")
from tests.journeys.in_step import InStep
vault = InStep(Path({str(vault.root)!r}), Path({str(vault.state)!r}))
with vault.watched() as watcher:
    print(watcher.heartbeat.mode, "|", watcher.heartbeat.mode_reason)
    (vault.root / "facts" / "19" / "new.jsonl").write_text({line(MOVED)!r}, encoding="utf-8")
    vault.settle()
"""
    command = ["unshare", "--user", "--map-root-user", sys.executable, "-c", script]
    with suppress(OSError):
        made = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
        if "unshare" not in made.stderr and "PermissionError" not in made.stderr:
            assert made.returncode == 0, made.stderr
            assert made.stdout.startswith("polling | ")
            assert "max_user_watches" in made.stdout
            assert made.stderr.count("changes are noticed by looking") == 1
            return
    pytest.skip("no user namespace can be made here")


def test_many_writers_at_once(watched: InStep) -> None:
    """Programs that save while the index is busy with what the others saved."""

    def save(name: str) -> None:
        for number in range(30):
            with (watched.root / "facts" / f"{name}.jsonl").open("a", encoding="utf-8") as file:
                file.write(line(f"{name} {number}"))

    writers = [threading.Thread(target=save, args=(name,)) for name in "abcd"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    watched.settle()
    assert len([text for text in texts(watched) if text[0] in "abcd"]) == 120

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from vault.api.journal_reading import JournalReading
from vault.api.turn_ledger import LedgerTurn, Stage
from vault.files.vault_folder import VaultFolder, open_folder
from vault.format.turn_line import format_turn
from vault.model.turn import Turn, session_digest, turn_digest

PATH = "journal/pi/2026/2026-11-29.jsonl"


def turn(number: int) -> Turn:
    return Turn("s", number, "user", f"第 {number} 句", None, "lin")


def named(turn: Turn, path: str = PATH) -> LedgerTurn:
    return LedgerTurn(turn_digest(turn), session_digest(turn), path, turn.turn, None, Stage.JOURNALLED)


def folder_with(root: Path, *turns: Turn) -> VaultFolder:
    (root / PATH).parent.mkdir(parents=True, exist_ok=True)
    (root / "vault.yaml").write_text("format: 1\nid: vault_j\ndefault_user: lin\n", encoding="utf-8")
    (root / PATH).write_text("".join(f"{format_turn(each)}\n" for each in turns), encoding="utf-8")
    return open_folder(root)


def test_turns_are_found_by_what_they_say_and_not_by_their_line(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, turn(3), turn(2), turn(1))
    assert JournalReading(folder).turns([named(turn(1)), named(turn(3))]) == [turn(1), turn(3)]


def test_a_file_that_has_grown_is_read_again(tmp_path: Path) -> None:
    reading = JournalReading(folder_with(tmp_path, turn(1)))
    assert reading.turns([named(turn(1)), named(turn(2))]) == [turn(1)]
    folder_with(tmp_path, turn(1), turn(2))
    assert reading.turns([named(turn(2))]) == [turn(2)]


def test_what_is_gone_is_left_out(tmp_path: Path) -> None:
    reading = JournalReading(folder_with(tmp_path, turn(1)))
    assert reading.turns([named(turn(1), "journal/pi/2026/2026-11-30.jsonl")]) == []
    assert reading.turns([named(replace(turn(1), content="别的"))]) == []

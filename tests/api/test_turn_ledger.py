from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from vault.api import ledger_file
from vault.api.ledger_file import ledger_path
from vault.api.turn_ledger import LedgerTurn, Stage, TurnLedger
from vault.errors import VaultVanished, WriteFailed
from vault.files.vault_folder import open_folder
from vault.format.turn_line import format_turn
from vault.model.tombstone import ERASED
from vault.model.turn import Turn, turn_digest

AT = datetime(2026, 11, 29, 10, tzinfo=timezone.utc)
OWN = "journal/pi/2026/2026-11-29.jsonl"
NEXT = "journal/pi/2026/2026-11-30.jsonl"
OTHER = "journal/phone/2026/2026-11-29.jsonl"


def turn(number: int, session: str = "s", content: str = "") -> Turn:
    return Turn(session, number, "user", content or f"第 {number} 句", AT + timedelta(minutes=number), "lin")


class Journal:
    """A vault with journals, and its ledger."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()
        (root / "vault.yaml").write_text("format: 1\nid: vault_j\ndefault_user: lin\n", encoding="utf-8")

    def write(self, path: str, *turns: Turn, end: str = "\n") -> None:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("\n".join(map(format_turn, turns)) + end, encoding="utf-8")

    def open(self) -> TurnLedger:
        folder = open_folder(self.root)
        ledger = TurnLedger(ledger_path("vault_j", self.root), folder, "pi")
        ledger.refresh()
        return ledger

    def pending(self) -> list[bytes]:
        with self.open() as ledger:
            return [each.digest for each in ledger.pending()]

    def known(self, *turns: Turn) -> list[bool]:
        with self.open() as ledger:
            return ledger.known(turns)

    def advance(self, stage: Stage, *turns: Turn) -> None:
        digests = {turn_digest(each) for each in turns}
        with self.open() as ledger:
            found = (*ledger.pending(), *ledger.not_summed_up())
            ledger.advance([each for each in found if each.digest in digests], stage)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "vault")


def digests(*turns: Turn) -> list[bytes]:
    return [turn_digest(each) for each in turns]


def test_what_is_journalled_is_pending_in_the_order_of_the_journal(journal: Journal) -> None:
    journal.write(NEXT, turn(9))
    journal.write(OWN, turn(2), turn(1), turn(1, "other"))
    assert journal.pending() == digests(turn(2), turn(1), turn(1, "other"), turn(9))
    with journal.open() as ledger:
        assert ledger.pending_count() == 4
        assert [each.digest for each in ledger.pending(1)] == digests(turn(2))
        first = ledger.pending(1)[0]
        assert (first.path, first.line, first.at, first.stage) == (OWN, 1, turn(2).at, Stage.JOURNALLED)


def test_what_is_extracted_stays_so_while_the_file_grows(journal: Journal) -> None:
    journal.write(OWN, turn(1), turn(2))
    journal.advance(Stage.EXTRACTED, turn(1), turn(2))
    journal.write(OWN, turn(1), turn(2), turn(3))
    assert journal.pending() == digests(turn(3))


@pytest.mark.parametrize(
    "edited",
    [
        lambda journal: journal.write(OWN, turn(3), turn(1), turn(2)),
        lambda journal: journal.write(OWN, turn(2), turn(3)),
        lambda journal: (journal.root / OWN).rename(journal.root / "journal/pi/all.jsonl"),
    ],
    ids=["turned around", "a line taken out", "renamed"],
)
def test_an_edited_journal_brings_nothing_done_back(
    journal: Journal, edited: Callable[[Journal], object]
) -> None:
    journal.write(OWN, turn(1), turn(2), turn(3))
    journal.advance(Stage.EXTRACTED, turn(1), turn(2))
    edited(journal)
    assert journal.pending() == digests(turn(3))


def test_what_was_taken_out_is_not_known_and_comes_back_as_it_was(journal: Journal) -> None:
    journal.write(OWN, turn(1), turn(2))
    journal.advance(Stage.DONE, turn(1))
    journal.write(OWN, turn(2))
    assert journal.known(turn(1), turn(2)) == [False, True]
    journal.write(OWN, turn(2), turn(1))
    assert journal.known(turn(1)) == [True]
    assert journal.pending() == digests(turn(2))


def test_a_turn_is_known_whatever_its_time(journal: Journal) -> None:
    journal.write(OWN, turn(1))
    assert journal.known(replace(turn(1), at=None), turn(2), turn(1, "other")) == [True, False, False]


def test_an_erased_turn_is_known_whatever_it_said(journal: Journal) -> None:
    journal.write(OWN, turn(1, content=ERASED["zh"]))
    assert journal.known(turn(1), turn(1, content="别的"), turn(2)) == [True, True, False]


def test_the_journal_of_another_device_is_known_and_left_to_it(journal: Journal) -> None:
    journal.write(OTHER, turn(1))
    assert journal.known(turn(1)) == [True]
    assert journal.pending() == []
    journal.write(OWN, turn(1))
    assert journal.pending() == digests(turn(1))


def test_a_half_written_line_is_read_when_it_is_whole(journal: Journal) -> None:
    journal.write(OWN, turn(1), end="\n" + format_turn(turn(2))[:30])
    assert journal.pending() == digests(turn(1))
    journal.write(OWN, turn(1), turn(2))
    assert journal.pending() == digests(turn(1), turn(2))


def test_a_last_line_without_a_line_end_counts(journal: Journal) -> None:
    journal.write(OWN, turn(1), turn(2), end="")
    assert journal.pending() == digests(turn(1), turn(2))
    journal.write(OWN, turn(1), turn(2), turn(3))
    assert journal.pending() == digests(turn(1), turn(2), turn(3))


def test_broken_lines_hide_nothing(journal: Journal) -> None:
    journal.write(OWN, turn(1))
    with (journal.root / OWN).open("ab") as file:
        file.write(b'{"role": "us\n\xff\xfe\n' + format_turn(turn(2)).encode() + b"\n")
    assert journal.pending() == digests(turn(1), turn(2))


def before(ledger: TurnLedger, turn: Turn, limit: int = 10) -> list[bytes]:
    found: list[LedgerTurn] = [each for each in ledger.pending() if each.digest == turn_digest(turn)]
    return [each.digest for each in ledger.before(found[0], limit)]


def test_the_turns_before_are_those_of_the_session(journal: Journal) -> None:
    journal.write(OWN, turn(1), turn(2), turn(1, "other"), turn(3))
    journal.write(NEXT, turn(4), turn(5))
    journal.advance(Stage.EXTRACTED, turn(1), turn(2), turn(1, "other"), turn(3))
    with journal.open() as ledger:
        assert before(ledger, turn(4)) == digests(turn(1), turn(2), turn(3))
        assert before(ledger, turn(4), 2) == digests(turn(2), turn(3))


def test_what_is_not_summed_up_goes_from_extraction_to_the_end(journal: Journal) -> None:
    journal.write(OWN, turn(1), turn(2), turn(3), turn(4))
    journal.advance(Stage.EXTRACTED, turn(1), turn(2), turn(3))
    journal.advance(Stage.CLOSING, turn(2))
    journal.advance(Stage.DONE, turn(1))
    with journal.open() as ledger:
        left = ledger.not_summed_up()
    assert [each.digest for each in left] == digests(turn(2), turn(3))
    assert [each.stage for each in left] == [Stage.CLOSING, Stage.EXTRACTED]


def test_a_vault_that_is_gone_loses_nothing(journal: Journal) -> None:
    journal.write(OWN, turn(1), turn(2))
    journal.advance(Stage.DONE, turn(1))
    away = journal.root.rename(journal.root.with_name("unmounted"))
    folder = open_folder(away)
    gone = replace(folder, root=journal.root)
    with TurnLedger(ledger_path("vault_j", gone.root), gone, "pi") as ledger, pytest.raises(VaultVanished):
        ledger.refresh()
    away.rename(journal.root)
    assert journal.pending() == digests(turn(2))


def test_a_damaged_ledger_is_set_aside_and_made_again(journal: Journal) -> None:
    journal.write(OWN, turn(1), turn(2))
    journal.advance(Stage.EXTRACTED, turn(1))
    path = ledger_path("vault_j", journal.root)
    data = path.read_bytes()
    intact = 3 * 4096  # what is looked at when it is opened
    path.write_bytes(data[:intact] + b"\x99" * (len(data) - intact))
    with pytest.raises(WriteFailed):
        journal.pending()
    assert path.with_suffix(".broken").exists()
    assert journal.pending() == digests(turn(1), turn(2))


def test_a_ledger_that_cannot_be_written_loses_nothing(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.write(OWN, turn(1))
    monkeypatch.setattr(ledger_file, "LOCK_SECONDS", 0.01)
    with journal.open() as ledger, closing(sqlite3.connect(ledger_path("vault_j", journal.root))) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(WriteFailed):
            ledger.advance(ledger.pending(), Stage.EXTRACTED)
        other.rollback()
    assert journal.pending() == digests(turn(1))

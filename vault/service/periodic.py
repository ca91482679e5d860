"""What a service does unasked for each vault: extraction, tidying, reflection at night, backups, being found.

Everything goes by the clock on the wall and by what was done last, so that a machine that slept catches up.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

from vault.config.whole_file import put_whole
from vault.errors import MemvaultError
from vault.service.endpoint import service_dir
from vault.service.served_vault import ServedVault

EVERY_SECONDS = 30.0
BACKUP_EVERY = timedelta(hours=1)
"""How often it is looked whether a backup is due: a drive may be mounted by then."""
NIGHT = time(3, 30)
"""In the vault's time zone: from then on the day before is reflected upon."""
STATE = "periodic.json"

_log = logging.getLogger(__name__)


def _clock() -> datetime:
    return datetime.now(timezone.utc)


@dataclass(frozen=True, slots=True)
class Done:
    """On which day (of the vault's zone) something was done last.

    Attributes:
        tidied: None: never.
        reflected: likewise; set also when nothing was due.
    """

    tidied: date | None = None
    reflected: date | None = None


class Periodic:
    """Looks every half minute whether something is due, from a thread of its own.

    Args:
        vaults: of the service.
        clock: an aware instant.
    """

    def __init__(self, vaults: Sequence[ServedVault], clock: Callable[[], datetime] = _clock) -> None:
        self._vaults = tuple(vaults)
        self._clock = clock
        self._backup_tried: dict[str, datetime] = {}
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, name="memvault-periodic", daemon=True)

    def start(self) -> None:
        """Begin, with loading the models. Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Let what is being done come to its end."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def look(self) -> None:
        """Do what is due now. Never raises."""
        for vault in self._vaults:
            for duty in (self._keep_up, self._resolve, self._tidy, self._reflect, self._back_up):
                if self._stopped.is_set():
                    return
                try:
                    duty(vault)
                except (MemvaultError, OSError) as error:
                    _log.warning("%s: %s did not succeed: %s", vault.id, duty.__name__, type(error).__name__)
                except Exception as error:  # noqa: BLE001 - tomorrow is another day
                    _log.error("%s: %s: %s", vault.id, duty.__name__, type(error).__name__)

    def _work(self) -> None:
        for vault in self._vaults:
            if not self._stopped.is_set():
                vault.prepare()
        while not self._stopped.wait(EVERY_SECONDS):
            self.look()

    def _keep_up(self, vault: ServedVault) -> None:
        vault.announce_again()
        vault.watch()
        vault.keep_settings()
        vault.extract()

    def _resolve(self, vault: ServedVault) -> None:
        """Only what nothing can be lost by; all else waits for a person."""
        if vault.vault.settings.history.auto_resolve and vault.vault.has_conflict_copies():
            vault.vault.resolve(only_safe=True, now=self._clock())

    def _tidy(self, vault: ServedVault) -> None:
        today, is_night_over = self._day(vault)
        if is_night_over and read_done(vault).tidied != today:
            vault.vault.tidy(all_users=True, now=self._clock())
            write_done(vault, Done(today, read_done(vault).reflected))

    def _reflect(self, vault: ServedVault) -> None:
        today, is_night_over = self._day(vault)
        if is_night_over and read_done(vault).reflected != today:
            if vault.vault.reflect_due(self._clock()):
                vault.vault.reflect(all_users=True, now=self._clock())
            write_done(vault, Done(read_done(vault).tidied, today))

    def _back_up(self, vault: ServedVault) -> None:
        now = self._clock()
        tried = self._backup_tried.get(vault.id)
        if tried is not None and tried <= now < tried + BACKUP_EVERY:
            return
        self._backup_tried[vault.id] = now
        vault.vault.back_up_if_due(now=now)

    def _day(self, vault: ServedVault) -> tuple[date, bool]:
        local = self._clock().astimezone(ZoneInfo(vault.vault.settings.timezone))
        return local.date(), local.time() >= NIGHT


def state_path(vault: ServedVault) -> Path:
    """Where it is kept what was done last."""
    return service_dir() / vault.index_folder.name / STATE


def read_done(vault: ServedVault) -> Done:
    """What was done last; what cannot be read was never done."""
    try:
        data = json.loads(state_path(vault).read_text(encoding="utf-8"))
        days = [
            date.fromisoformat(data[name]) if data.get(name) else None for name in ("tidied", "reflected")
        ]
    except (OSError, ValueError, TypeError, AttributeError):
        return Done()
    return Done(*days)


def write_done(vault: ServedVault, done: Done) -> None:
    """Keep what was done last."""
    path = state_path(vault)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    days = {"tidied": done.tidied, "reflected": done.reflected}
    put_whole(path, json.dumps({name: day.isoformat() for name, day in days.items() if day}))

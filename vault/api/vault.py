"""An open vault: one method a verb, explained in the module of its name; the others: `life_cycle`, `past`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from vault.api.life_cycle import moment
from vault.api.past import Past
from vault.config.load import LoadedSettings
from vault.config.settings import Settings
from vault.errors import MemvaultError

if TYPE_CHECKING:
    from vault.api.check import CheckReport
    from vault.api.courtesy import Courtesy
    from vault.api.doctor import Diagnosis
    from vault.api.prompt import Prompt
    from vault.api.recall import Answer
    from vault.api.settings_reading import SettingsRead
    from vault.api.status import Status
    from vault.api.watch import WatchEvent, Watching
    from vault.embedding.installation import InstallProgress
    from vault.embedding.provider import EmbeddingModel
    from vault.files.repair import Applied, Repairs
    from vault.index.progress import Step
    from vault.index.record import StoredRecord
    from vault.index.report import IndexReport
    from vault.model.memory import RecordType
    from vault.model.memory import Status as MemoryStatus
    from vault.problem import Problem
    from vault.recall.lexical import Floats
    from vault.recall.query import Mode, RecallRequest


class Vault(Past):
    """A vault that is open. Made by `vault.open`; safe to use from several threads.

    Every verb takes `now`, an aware datetime; None means the clock. Verbs that ask for memories take
    `user`; None means the user with whom the vault was opened, else its default user.
    """

    @property
    def root(self) -> Path:
        """The vault's folder, absolute."""
        return self._resources.folder.root

    @property
    def id(self) -> str:
        """The vault's id; two copies of a vault have the same."""
        return self._resources.folder.settings.id

    @property
    def settings(self) -> Settings:
        """The settings that apply here."""
        return self._resources.settings

    @property
    def loaded_settings(self) -> LoadedSettings:
        """The same with the origin of each."""
        return self._resources.loaded

    def prepare_model(self, progress: InstallProgress | None = None) -> tuple[str, ...]:
        """Convert the model when its weights are on this machine, and begin to load it.

        Without this call a model that is not installed is done without. Nothing is downloaded.

        Returns:
            Why recall goes by words only; empty when it does not, or when that was asked for.
        """
        self._resources.models.prepare(progress)
        return self._resources.model_notices

    @property
    def shortcomings(self) -> tuple[str, ...]:
        """Why recall goes by words only, as far as is known; empty when it does not."""
        return self._resources.model_notices

    @property
    def out_of_step(self) -> tuple[str, ...]:
        """Why the last answer may be older than the disk; empty when it was not."""
        return self._resources.in_step.notices

    @property
    def courtesy(self) -> Courtesy:
        """By which work in the background lets answers go first."""
        return self._resources.courtesy

    @property
    def is_indexed(self) -> bool:
        """Whether there is an index; before the first one is made little or nothing is found."""
        return self._resources.index.is_filled

    def built_meanwhile(self) -> bool:
        """Wait a moment for a first index that is being made here; False when it takes longer."""
        return self._resources.in_step.built_meanwhile()

    @property
    def files_read(self) -> tuple[int, int]:
        """How many files the run under way, or the last one, has read, and of how many."""
        return self._resources.in_step.files_read

    @property
    def plugin_problems(self) -> tuple[Problem, ...]:
        """What is wrong with plugins as things stand; they are passed over meanwhile."""
        return self._resources.plugins.problems

    @property
    def late_plugin_problems(self) -> tuple[Problem, ...]:
        """What went wrong in plugins that nobody waited for; all of it is known once the vault is closed."""
        return self._resources.late_plugin_problems

    @property
    def embedding_model(self) -> EmbeddingModel | None:
        """The model in use; it may still have to be loaded. None for words only.

        Raises:
            UnknownModel: there is none of the name in the settings.
        """
        return self._resources.model

    @property
    def index_folder(self) -> Path:
        """Where the derived state of this vault is kept: outside of it."""
        return self._resources.index_folder

    def recall(
        self,
        query: str,
        *,
        user: str | None = None,
        limit: int | None = None,
        types: Sequence[RecordType] = (),
        tags: Sequence[str] = (),
        namespaces: Sequence[str] = (),
        since: datetime | None = None,
        until: datetime | None = None,
        gate: bool = True,
        mode: Mode = "hybrid",
        counted: bool = True,
        now: datetime | None = None,
        progress: Step | None = None,
    ) -> Answer:
        """The memories that answer a question; see `vault.api.recall.recall`."""
        from vault.api.recall import recall

        return recall(
            self._resources,
            query,
            user=user,
            limit=limit,
            types=types,
            tags=tags,
            namespaces=namespaces,
            since=since,
            until=until,
            gate=gate,
            mode=mode,
            counted=counted,
            now=moment(now),
            progress=progress,
        )

    def evidence(self, request: RecallRequest, now: datetime) -> tuple[Floats, tuple[str, ...]]:
        """What relevance is judged by, for fitting it; see `vault.api.recall.evidence`."""
        from vault.api.recall import evidence

        return evidence(self._resources, request, now)

    def prompt(
        self,
        query: str,
        *,
        user: str | None = None,
        limit: int | None = None,
        budget_tokens: int | None = None,
        session: str = "",
        opening: bool = False,
        mode: Mode = "hybrid",
        counted: bool = True,
        now: datetime | None = None,
        progress: Step | None = None,
    ) -> Prompt:
        """The block of memories for a system prompt; see `vault.api.prompt.prompt`."""
        from vault.api.prompt import prompt

        return prompt(
            self._resources,
            query,
            user=user,
            limit=limit,
            budget_tokens=budget_tokens,
            session=session,
            opening=opening,
            mode=mode,
            counted=counted,
            now=moment(now),
            progress=progress,
        )

    def show(
        self, *ids: str, user: str | None = None, now: datetime | None = None
    ) -> tuple[StoredRecord, ...]:
        """Memories by id, or by the beginning of one; see `vault.api.records.show`."""
        from vault.api.records import show

        return show(self._resources, ids, user=user, now=moment(now))

    def list(
        self,
        *,
        user: str | None = None,
        types: Sequence[RecordType] = (),
        tags: Sequence[str] = (),
        namespaces: Sequence[str] = (),
        since: datetime | None = None,
        until: datetime | None = None,
        everything: bool = False,
        statuses: Sequence[MemoryStatus] = (),
        limit: int | None = None,
        now: datetime | None = None,
    ) -> tuple[StoredRecord, ...]:
        """Memories, newest first; see `vault.api.records.list_records`."""
        from vault.api.records import list_records

        return list_records(
            self._resources,
            user=user,
            types=types,
            tags=tags,
            namespaces=namespaces,
            since=since,
            until=until,
            everything=everything,
            statuses=statuses,
            limit=limit,
            now=moment(now),
        )

    def check(self) -> CheckReport:
        """Everything that is wrong in the vault's text, read afresh."""
        from vault.api.check import check

        return check(self.root)

    def plan_repairs(self, *, now: datetime | None = None) -> Repairs:
        """The repairs that are safe, as differences to look at."""
        from vault.api.check import repairs

        return repairs(self.root, moment(now))

    def apply_repairs(self, planned: Repairs) -> Applied:
        """Make planned repairs; see `vault.api.check.apply`."""
        from vault.api.check import apply

        done = apply(self.root, planned, self._resources.write_lock)
        self._resources.in_step.wrote()
        return done

    def index(
        self, *, rebuild: bool = False, now: datetime | None = None, progress: Step | None = None
    ) -> IndexReport:
        """Bring the index in step, or build it anew; see `vault.api.index.bring_in_step`."""
        from vault.api.index import bring_in_step

        return bring_in_step(self._resources, rebuild=rebuild, now=moment(now), progress=progress)

    def status(self, *, now: datetime | None = None) -> Status:
        """How index, watcher and model stand against the disk; see `vault.api.status.status`."""
        from vault.api.status import status

        return status(self._resources, moment(now))

    def doctor(self, *, now: datetime | None = None) -> Diagnosis:
        """The whole installation and this vault; see `vault.api.doctor.doctor`."""
        from vault.api.doctor import doctor

        return doctor(self.root, user=self.settings.user or None, now=moment(now))

    def read_settings_again(self) -> SettingsRead:
        """Take up a changed `vault.yaml`; see `vault.api.settings_reading`. Who watches need not call it."""
        from vault.api.settings_reading import read_settings_again

        return read_settings_again(self._resources)

    @property
    def settings_read(self) -> SettingsRead:
        """How reading the settings again went the last time."""
        return self._resources.settings_read

    def prove_model(self) -> MemvaultError | None:
        """Load the model and embed a sentence; returns why that fails, or None."""
        return self._resources.models.prove()

    def watch(self, on_event: Callable[[WatchEvent], None], *, role: str = "watch") -> Watching:
        """Keep the index in step for as long as the returned value is used in `with`."""
        from vault.api.watch import Watching

        return Watching(self._resources, on_event, role)

    def close(self) -> None:
        """Write down what was counted and close the index; the vault cannot be used afterwards."""
        self._resources.close()

    def __enter__(self) -> Vault:  # noqa: PYI034 - `Self` came with Python 3.11
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

"""The one gate through which memories are written: checked, masked, judged beside what is known, appended.

A batch is one lock and one transaction of the index. Judged here; put on disk by `vault.api.batch`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from vault.api.batch import Batch
from vault.api.concerns import concern_text
from vault.api.neighbours import Neighbourhood, in_simplified, passage_texts
from vault.api.plugged_write import past_plugins, tell_written
from vault.api.remembered import Remembered
from vault.api.submission import Submission, submitted
from vault.api.writing import writing
from vault.lifecycle.admission import Admission, admit
from vault.lifecycle.trust import may_revise, trust_of
from vault.lifecycle.wording import same_text_form
from vault.model.identifier import new_id, permanent_id
from vault.model.memory import CONFLICT, DEFAULT_NAMESPACE, Memory, Relation, SourceKind
from vault.model.validity import is_expired

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.embedding.provider import Vectors
    from vault.index.progress import Step
    from vault.index.record import StoredRecord

SAID_AGAIN = timedelta(days=1)
"""Said again so much later, a memory gets a new `updated_at`; sooner, only a count."""
NOTHING_KNOWN = "nothing-known"
"""Why a memory was refused that says something only beside one that it ends."""


def remember(
    resources: Resources,
    memories: Sequence[Memory],
    *,
    arrived: SourceKind,
    user: str | None,
    now: datetime,
    progress: Step | None = None,
    action: str = "remember",
    known_only: Collection[str] = (),
) -> tuple[Remembered, ...]:
    """Write what is new in `memories`; bring up to date, or replace, what is known.

    Args:
        resources: of the open vault.
        memories: in the order in which they were said; `created_at` is when (None: now). Ids that are
            provisional or taken are replaced.
        arrived: by which way they come: the person's own command, the assistant, a tool, an import.
        user: whose they are where they do not say.
        now: aware.
        progress: told how far bringing the index in step is.
        action: for the commit that is made of it.
        known_only: ids, as given, of those that are refused where they neither end nor contradict anything.

    Returns:
        What became of each, in order, as found on disk afterwards.

    Raises:
        UserRequired, UnknownUser: it is not clear whose memories these are; nothing was written.
        MaskFailed: a plugin could not mask one of them; nothing was written.
        LockTimeout, VaultVanished, ChangedOnDisk, UnparsedFile, WriteFailed: nothing was written.
    """
    if not memories:
        return ()
    with writing(resources, now, action=action, progress=progress) as session:
        owned = [replace(each, user_id=resources.user(each.user_id or user)) for each in memories]
        plugins = resources.plugins
        masking = resources.masking
        submit = partial(submitted, arrived=arrived, device=session.device, masking=masking, now=now)
        taken_in = [past_plugins(submit(each), plugins, submit) for each in owned]
        vectors = resources.embed(passage_texts(each.memory for each in taken_in))
        gate = _Gate(resources, Batch(session))
        judged = [
            gate.judge(
                each,
                None if vectors is None else vectors[place],
                now,
                known_only=owned[place].id in known_only,
            )
            for place, each in enumerate(taken_in)
        ]
        gate.batch.write()
        for each in judged:
            session.because(each.id, each.reason)
    return tell_written(resources, tuple(gate.batch.settled(each) for each in judged))


@dataclass(slots=True)
class _Gate:
    """Judges one memory after the other; each sees what has become of those before."""

    resources: Resources
    batch: Batch

    def judge(
        self, given: Submission, vector: Vectors | None, now: datetime, *, known_only: bool = False
    ) -> Remembered:
        if given.refusal:
            why = (self._text(given.refusal, given.told),)
            return Remembered("refused", reason=given.refusal, warnings=why, user_id=given.memory.user_id)
        memory = self._named(given.memory, now)
        known = self._said_before(memory)
        if known is not None:
            return Remembered("unchanged", known.id, known.text, reason="replayed")
        hood = self.batch.neighbourhood(memory.user_id)
        same_slot = hood.same_slot(memory)
        if same_slot:
            key, scene = same_slot[0].key, same_slot[0].scene
            memory = replace(memory, key=key, scene=scene)
            same_slot = [replace(each, key=key, scene=scene) for each in same_slot]
        admission = admit(
            in_simplified(memory),
            same_slot=same_slot,
            neighbours=hood.near(memory, vector),
            level=hood.level,
            related=hood.related,
            now=now,
        )
        if known_only and admission.outcome == "add":
            return Remembered("refused", reason=NOTHING_KNOWN)
        concerns = [*given.concerns, *(["expired"] if is_expired(memory, now) else [])]
        result = self._carry_out(memory, admission, hood, vector)
        return replace(result, warnings=(*(self._text(code) for code in concerns), *result.warnings))

    def _carry_out(
        self, memory: Memory, admission: Admission, hood: Neighbourhood, vector: Vectors | None
    ) -> Remembered:
        olds = [self.batch.current(old.id, hood) for old in admission.olds]
        ids = tuple(old.id for old in olds)
        if admission.outcome == "confirm":
            return self._confirm(memory, olds[0], admission.reason)
        if admission.outcome == "extend":
            fields = {**_added_by(memory, olds[0]), "content": memory.content}
            fields["updated_at"] = memory.created_at
            self.batch.change(olds[0], fields, by=memory, vector=vector)
            return Remembered("merged", ids[0], memory.content, reason=admission.reason)
        if admission.outcome == "outdated":
            self.batch.add_as_history(memory, by=olds[0])
            why = (self._text("older"),)
            return Remembered("unchanged", ids[0], olds[0].content, warnings=why, reason=admission.reason)
        if admission.outcome == "replace":
            if admission.reason == "more-trusted":
                memory = replace(memory, **_added_by(olds[0], memory))  # type: ignore[arg-type]
            self.batch.add(replace(memory, supersedes=tuple(map(permanent_id, ids))), vector)
            for old in olds:
                self.batch.archive(old, by=memory)
            return Remembered("superseded", memory.id, memory.content, ids, reason=admission.reason)
        marks = tuple(Relation(CONFLICT, permanent_id(each)) for each in ids)
        self.batch.add(replace(memory, relations=(*memory.relations, *marks)), vector)
        for old in olds:
            self.batch.mark(old, memory)
        warnings = (self._text("contradicts", ", ".join(ids)),) if ids else ()
        return Remembered("added", memory.id, memory.content, (), "", 0, warnings, admission.reason, ids)

    def _confirm(self, memory: Memory, old: Memory, reason: str) -> Remembered:
        """Bring the old memory up to date with what the new one adds.

        What is less trusted only wakes it and counts; what a tool, a web page or an import repeats does
        nothing to what a person said.
        """
        said, known = memory.created_at, old.updated_at or old.created_at
        is_news = said is not None and (known is None or said > known)
        wakes = old.status == "inactive"
        changes: dict[str, object] = {}
        if may_revise(memory, old):
            changes = {**_added_by(memory, old), **({"status": "active"} if wakes else {})}
            if changes or (is_news and (known is None or said - known >= SAID_AGAIN)):  # type: ignore[operator]
                changes["updated_at"] = said if is_news else self.batch.now
                self.batch.change(old, changes, by=memory)
        elif trust_of(memory.source) == "untrusted":
            return Remembered("unchanged", old.id, old.content, reason=reason)
        elif wakes:
            self.batch.wake(old)
        if is_news:
            self.batch.count(old.id)
        return Remembered("merged" if changes or wakes else "unchanged", old.id, old.content, reason=reason)

    def _said_before(self, memory: Memory) -> StoredRecord | None:
        """The same words of the same session, not said later: a replay, whatever became of the first one."""
        session = memory.source.session_id if memory.source else ""
        if not session or memory.created_at is None:
            return None
        form = same_text_form(memory.content)
        for record in self.resources.index.of_session(memory.user_id, session, since=memory.created_at):
            if record.value == memory.value and same_text_form(record.text) == form:
                return record
        return None

    def _named(self, memory: Memory, now: datetime) -> Memory:
        """With an id that nothing else has, and the state of something new."""
        taken = memory.provisional or not memory.id or self.batch.is_taken(memory.id)
        return replace(
            memory,
            id=new_id("mem", now) if taken else memory.id,
            provisional=False,
            namespace=memory.namespace or DEFAULT_NAMESPACE,
            status="active",
            supersedes=(),
            superseded_by=(),
        )

    def _text(self, code: str, what: object = "") -> str:
        return concern_text(self.resources.settings.language, code, what)  # type: ignore[arg-type]


def _added_by(memory: Memory, old: Memory) -> dict[str, object]:
    """Fields of `old`, but for its words, that change because `memory` says the same or more."""
    changes: dict[str, object] = {}
    if not set(memory.tags) <= set(old.tags):
        changes["tags"] = tuple(dict.fromkeys((*old.tags, *memory.tags)))
    for name in ("importance", "confidence", "pinned", "sensitive"):
        if getattr(memory, name) > getattr(old, name):
            changes[name] = getattr(memory, name)
    if memory.expires_at and memory.expires_at != old.expires_at:
        changes["expires_at"] = memory.expires_at
    return changes

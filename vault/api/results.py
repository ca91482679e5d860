"""The values that verbs take and return, gathered for whoever calls the API."""

from __future__ import annotations

from vault.api.capture import Captured
from vault.api.check import CheckReport
from vault.api.conflicts import Conflict, Settled
from vault.api.create import Created
from vault.api.devices import Device
from vault.api.erasure import Erasure, ErasurePlan
from vault.api.extraction import Extracted
from vault.api.feedback import Judged
from vault.api.finding import Finding
from vault.api.forget import Moved
from vault.api.pin import Pinning
from vault.api.reflection import Reflection, ReflectReport
from vault.api.resolving import Resolved
from vault.api.sync_conflicts import FoundCopy, FoundLoser, FoundMarked, FoundTwin, SyncConflicts
from vault.api.tidy import Tidied
from vault.embedding.installation import InstallStep
from vault.files.erasing import Cut
from vault.files.file_change import FileChange
from vault.files.repair import Applied, Repairs
from vault.history.conflict_copies import Way
from vault.history.difference import Difference, FieldDifference
from vault.index.progress import Step
from vault.index.record import StoredRecord
from vault.index.report import IndexReport
from vault.recall.result import Hit

__all__ = [
    "Applied",
    "Captured",
    "CheckReport",
    "Conflict",
    "Created",
    "Cut",
    "Device",
    "Difference",
    "Erasure",
    "ErasurePlan",
    "Extracted",
    "FieldDifference",
    "FileChange",
    "Finding",
    "FoundCopy",
    "FoundLoser",
    "FoundMarked",
    "FoundTwin",
    "Hit",
    "IndexReport",
    "InstallStep",
    "Judged",
    "Moved",
    "Pinning",
    "ReflectReport",
    "Reflection",
    "Repairs",
    "Resolved",
    "Settled",
    "Step",
    "StoredRecord",
    "SyncConflicts",
    "Tidied",
    "Way",
]

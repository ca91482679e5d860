"""The values that verbs take and return, gathered for whoever calls the API."""

from __future__ import annotations

from vault.api.check import CheckReport
from vault.api.create import Created
from vault.api.feedback import Judged
from vault.api.finding import Finding
from vault.api.pin import Pinning
from vault.api.reflection import Reflection, ReflectReport
from vault.api.tidy import Tidied
from vault.embedding.installation import InstallStep
from vault.files.file_change import FileChange
from vault.files.repair import Applied, Repairs
from vault.index.progress import Step
from vault.index.record import StoredRecord
from vault.index.report import IndexReport
from vault.recall.result import Hit

__all__ = [
    "Applied",
    "CheckReport",
    "Created",
    "FileChange",
    "Finding",
    "Hit",
    "IndexReport",
    "InstallStep",
    "Judged",
    "Pinning",
    "ReflectReport",
    "Reflection",
    "Repairs",
    "Step",
    "StoredRecord",
    "Tidied",
]

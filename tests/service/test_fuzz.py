"""Odd requests, made by schemathesis from the service's own document: fitting ones and broken ones."""

from __future__ import annotations

from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode

from tests.service.running_service import Running
from vault.service.openapi import document

SCHEMA = schemathesis.openapi.from_dict(document())
OPERATIONS = {
    operation.label: operation
    for operation in (result.ok() for result in SCHEMA.get_all_operations())
    if operation.path != "/v1/events"  # has no end
}
EXAMPLES = 25


@pytest.mark.parametrize(
    "mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["fitting", "broken"]
)
@pytest.mark.parametrize("label", OPERATIONS)
def test_whatever_is_asked_the_answer_is_as_described(
    running: Running, label: str, mode: GenerationMode
) -> None:
    operation = OPERATIONS[label]

    @hypothesis.given(operation.as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, derandomize=True, suppress_health_check=list(HealthCheck))
    def ask(case: Any) -> None:
        headers = {"Authorization": f"Bearer {running.token}"}
        if mode is GenerationMode.POSITIVE:
            headers["X-Memvault-Deadline-Ms"] = "30000"  # else 1 is tried, and rightly answered by 504
        case.call_and_validate(base_url=running.url, headers=headers)

    ask()
    assert running.get("/v1/status").status == 200

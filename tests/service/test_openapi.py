from __future__ import annotations

import json
from pathlib import Path

from vault.service.openapi import document
from vault.service.routes import ROUTES

KEPT = Path(__file__).parent.parent.parent / "schema" / "openapi.json"


def test_the_kept_copy_is_the_document() -> None:
    """Made anew by: python -m vault.service.openapi > schema/openapi.json."""
    assert json.loads(KEPT.read_text(encoding="utf-8")) == document()


def test_every_route_and_every_status_is_described() -> None:
    described = document()["paths"]
    for route in ROUTES:
        operation = described[route.path][route.method.lower()]
        assert operation["summary"]
        assert {"200", "401", "403", "409", "422", "503", "504"} <= set(operation["responses"])
    assert set(described) == {route.path for route in ROUTES} | {"/health", "/openapi.json", "/v1/events"}


def test_every_reference_leads_somewhere() -> None:
    whole = document()

    def look(value: object) -> None:
        if isinstance(value, dict):
            target = value.get("$ref")
            if isinstance(target, str):
                found = whole
                for part in target.removeprefix("#/").split("/"):
                    found = found[part]
            for each in value.values():
                look(each)
        elif isinstance(value, list):
            for each in value:
                look(each)

    look(whole)

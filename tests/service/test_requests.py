from __future__ import annotations

import msgspec
import pytest

from vault.service.requests import Addressed, CaptureRequest, RecallRequest, RememberRequest
from vault.service.routes import ROUTES


@pytest.mark.parametrize("kind", {route.request for route in ROUTES}, ids=lambda kind: kind.__name__)
def test_a_misspelt_field_never_goes_by(kind: type[Addressed]) -> None:
    """Else `user_id` in place of `user` would answer with the memories of the default user."""
    assert kind.__struct_config__.forbid_unknown_fields
    assert {"user", "vault"} <= set(kind.__struct_fields__)


def test_what_is_left_out() -> None:
    request = msgspec.convert({"query": "茶"}, RecallRequest)
    assert (bool(request.user), request.types, request.gate) == (False, [], True)
    assert msgspec.convert({"content": "茶"}, RememberRequest).arrived == "agent"


@pytest.mark.parametrize("at", ["2026-11-30T12:00:00+08:00", "2026-11-30", 1_790_000_000, 1_790_000_000.5])
def test_times_of_turns(at: object) -> None:
    turn = {"session_id": "s", "role": "user", "content": "x", "at": at}
    assert msgspec.convert({"turns": [turn]}, CaptureRequest).turns[0].at == at


@pytest.mark.parametrize("change", [{"role": "tool"}, {"session_id": ""}, {"turn": -1}, {"at": -1}])
def test_turns_that_are_none(change: dict[str, object]) -> None:
    turn = {"session_id": "s", "role": "user", "content": "x", **change}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"turns": [turn]}, CaptureRequest)

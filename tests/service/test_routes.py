from __future__ import annotations

import re

from vault.service.routes import ROUTES


def test_each_route_is_there_once_and_takes_what_its_path_names() -> None:
    assert len({(route.method, route.path) for route in ROUTES}) == len(ROUTES)
    for route in ROUTES:
        assert set(re.findall(r"{(\w+)}", route.path)) <= set(route.request.__struct_fields__)
        assert route.summary.endswith(".") or route.summary.endswith(",")


def test_what_writes_never_waits_among_what_asks() -> None:
    asking = {route.name for route in ROUTES if route.pool == "asking"}
    assert asking == {"recall", "prompt", "list_memories", "show"}

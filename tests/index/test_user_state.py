"""A state that follows every change is the state that is loaded anew."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.index.conftest import LONG_AGO, Workbench
from vault.index.columns import _ARRAYS
from vault.index.user_state import NOBODY, UserState, follow_user, load_user

LINES = [
    {"id": f"m{number}", "content": f"第{number}件事", "namespace": name, "status": status, "user_id": user}
    for number, name, status, user in [
        (0, "default", "active", "u"), (1, "work", "active", "u"), (2, "家", "inactive", "u"), (3, "default", "active", "v"),
        (4, "work", "active", "u"), (0, "work", "active", "u"), (1, "work", "inactive", "v"),
    ]
]  # fmt: skip
FILES = st.lists(st.sampled_from(LINES), max_size=5)
HISTORIES = st.lists(st.tuples(st.sampled_from(["a", "b"]), FILES, st.booleans()), min_size=1, max_size=6)


def assert_same(followed: UserState, loaded: UserState) -> None:
    assert (followed.number, followed.generation, followed.model) == (
        loaded.number,
        loaded.generation,
        loaded.model,
    )
    names = [followed.columns.namespace_names[code] for code in followed.columns.namespaces]
    assert names == [loaded.columns.namespace_names[code] for code in loaded.columns.namespaces]
    for name in _ARRAYS:
        if name != "namespaces":
            np.testing.assert_array_equal(
                getattr(followed.columns, name), getattr(loaded.columns, name), name
            )
    ids = loaded.columns.ids
    assert len(followed.vectors) == len(loaded.vectors)
    np.testing.assert_array_equal(followed.vectors.known(ids), loaded.vectors.known(ids))
    np.testing.assert_array_equal(followed.vectors.vectors(ids), loaded.vectors.vectors(ids))


@settings(max_examples=40)
@given(HISTORIES)
def test_following_is_loading(tmp_path_factory, history) -> None:  # type: ignore[no-untyped-def]
    bench = Workbench(tmp_path_factory.mktemp("history"))
    bench.memories("facts/first.jsonl", {"id": "first", "content": "最先的一句"})
    bench.reconcile()

    def states(user: str, held: UserState | None) -> tuple[UserState, UserState]:
        with bench.index._reading() as connection:
            loaded = load_user(connection, bench.folder, user)
            followed = follow_user(connection, bench.folder, user, held) if held else loaded
        return followed, loaded

    held = {user: states(user, None)[0] for user in ("u", "v")}
    for number, (name, lines, with_model) in enumerate(history):
        bench.memories(f"facts/{name}.jsonl", *lines, at=LONG_AGO + timedelta(hours=number))
        bench.reconcile(model="own" if with_model else None)
        for user in ("u", "v"):
            held[user], loaded = states(user, held[user])
            assert_same(held[user], loaded)
    bench.index.close()
    bench.cache.close()


def test_nobody_is_nobody(bench: Workbench) -> None:
    with bench.index._reading() as connection:
        state = load_user(connection, bench.folder, "nobody")
        assert state.number == NOBODY
        assert len(state.columns) == len(state.vectors) == 0
        again = follow_user(connection, bench.folder, "nobody", state)
    assert again.generation == state.generation

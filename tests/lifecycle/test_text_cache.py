from __future__ import annotations

from vault.lifecycle.text_cache import LONGEST, kept_by_text


def test_a_text_is_looked_at_once() -> None:
    seen: list[str] = []

    @kept_by_text
    def length(text: str) -> int:
        """Counts."""
        seen.append(text)
        return len(text)

    assert [length("茶"), length("咖啡"), length("茶")] == [1, 2, 1]
    assert seen == ["茶", "咖啡"]
    assert length.__doc__ == "Counts."


def test_what_is_too_long_for_a_memory_is_not_kept() -> None:
    seen: list[int] = []

    @kept_by_text
    def length(text: str) -> int:
        seen.append(len(text))
        return len(text)

    for size in (LONGEST, LONGEST, LONGEST + 1, LONGEST + 1):
        assert length("x" * size) == size
    assert seen == [LONGEST, LONGEST + 1, LONGEST + 1]

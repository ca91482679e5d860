"""Keys that are spelled almost like known ones: `contnet`, `createdAt`, `tag`."""

from __future__ import annotations

from functools import lru_cache

_SHORTEST = 4


_LONGEST = 40


def near_miss(key: str, known: tuple[str, ...]) -> str | None:
    """The known key that was probably meant, or None.

    Near are: the same letters in another case or with other separators, and one letter that is missing,
    too many, wrong, or in its neighbour's place.
    """
    return _near_miss(key, known) if len(key) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _near_miss(key: str, known: tuple[str, ...]) -> str | None:
    plain = _letters(key)
    for name in known:
        letters = _letters(name)
        if plain == letters or (
            min(len(plain), len(letters)) >= _SHORTEST and _one_edit_apart(plain, letters)
        ):
            return name
    return None


def _letters(key: str) -> str:
    return "".join(character for character in key.lower() if character.isalnum())


def _one_edit_apart(first: str, second: str) -> bool:
    shorter, longer = sorted((first, second), key=len)
    if len(longer) - len(shorter) > 1:
        return False
    start = next(
        (i for i, pair in enumerate(zip(shorter, longer, strict=False)) if pair[0] != pair[1]), len(shorter)
    )
    if len(shorter) < len(longer):
        return shorter[start:] == longer[start + 1 :]
    swapped = longer[:start] + longer[start + 1 : start + 2] + longer[start : start + 1] + longer[start + 2 :]
    return shorter[start + 1 :] == longer[start + 1 :] or shorter == swapped

"""Global options are accepted behind the command too: they are moved to its front before parsing."""

from __future__ import annotations

from collections.abc import Sequence

WITH_VALUE = ("--vault", "--user")
FLAGS = ("--json", "--no-service")


def with_globals_first(arguments: Sequence[str]) -> list[str]:
    """The same command line with global options in front; nothing behind `--` moves.

    >>> with_globals_first(["recall", "where", "--json", "--vault", "v"])
    ['--json', '--vault', 'v', 'recall', 'where']
    """
    front: list[str] = []
    rest: list[str] = []
    remaining = list(arguments)
    while remaining:
        word = remaining.pop(0)
        if word == "--":
            rest += [word, *remaining]
            break
        if word in FLAGS or word.startswith(tuple(f"{name}=" for name in WITH_VALUE)):
            front.append(word)
        elif word in WITH_VALUE:
            front += [word, *remaining[:1]]
            remaining = remaining[1:]
        else:
            rest.append(word)
    return front + rest


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether `--json` was given, known before anything is parsed so that usage errors are JSON too."""
    before_text = list(arguments)
    if "--" in before_text:
        before_text = before_text[: before_text.index("--")]
    return "--json" in before_text


def readable(argument: str) -> str:
    """An argument as UTF-8 text, whatever the locale made of its bytes.

    Bytes that are no UTF-8 become U+FFFD, so that nothing behind has to fear lone surrogates.
    """
    try:
        data = argument.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = argument.encode("utf-8", "replace")
    return data.decode("utf-8", "replace")

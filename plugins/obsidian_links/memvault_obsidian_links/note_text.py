"""Links and tags in Markdown as Obsidian reads it. Pure.

What stands in code, in comments or in HTML is neither: it is blanked out first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_HIDDEN = re.compile(
    r"^(?P<fence> {0,3}(?:`{3,}|~{3,}))[^\n]*\n.*?(?:^(?P=fence)[`~]*[ \t]*$|\Z)"  # fenced code
    r"|(?<!`)(?P<ticks>`{1,9})(?!`).+?(?<!`)(?P=ticks)(?!`)"  # code in a line
    r"|%%.*?%%"  # an Obsidian comment
    r"|<!--.*?(?:-->|\Z)"
    r"|\$\$.*?\$\$",  # a formula
    re.DOTALL | re.MULTILINE,
)
_LINK = re.compile(r"(?P<embedded>!?)(?<!\\)\[\[(?P<target>[^\[\]|#^\n]*)[^\[\]\n]*\]\]")
_TAG = re.compile(r"(?<![^\s(\[{,;:，。；：、！？（【「])#(?P<tag>[\w/-]*[^\W\d][\w/-]*)")
_LEAVES = re.compile(r"https?://\S+|\[\[[^\[\]\n]*\]\]|\]\([^)\n]*\)")


@dataclass(frozen=True, slots=True)
class Link:
    """A link as written: the name or path of a note without `.md`, heading and alias."""

    target: str
    embedded: bool = False


def find_links(text: str) -> Iterator[Link]:
    """`[[note]]`, `[[folder/note#heading|alias]]` and `![[embedded]]`, in order.

    Links to a place in the same note (`[[#heading]]`) lead nowhere else and are left out.
    """
    for match in _LINK.finditer(_visible(text)):
        target = match["target"].strip().removesuffix(".md").rstrip("\\").strip()
        if target:
            yield Link(target, bool(match["embedded"]))


def find_tags(text: str) -> Iterator[str]:
    """`#tag` and `#nested/tag`, without the `#`, in order; a tag is not a number alone."""
    for match in _TAG.finditer(_LEAVES.sub(" ", _visible(text))):
        tag = match["tag"].strip("/-")
        if tag:
            yield re.sub(r"/{2,}", "/", tag)


def with_parents(tags: Iterable[str]) -> list[str]:
    """The tags, and for `a/b/c` also `a/b` and `a`, each once."""
    found: dict[str, None] = {}
    for tag in tags:
        parts = tag.split("/")
        found.update(("/".join(parts[:depth]), None) for depth in range(len(parts), 0, -1))
    return list(found)


def _visible(text: str) -> str:
    return _HIDDEN.sub(" ", text)

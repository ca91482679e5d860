"""The hooks of `obsidian_links`. What counts as a link or a tag is in `note_text`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from memvault_obsidian_links.note_text import find_links, find_tags, with_parents
from vault.model.memory import Relation
from vault.model.note import Note
from vault.plugin_api.hookspecs import hookimpl
from vault.plugin_api.values import PluginSetting

LINKS_TO, EMBEDS = "links_to", "embeds"


class ObsidianLinks:
    """Finds links and tags in notes; the files stay as they are."""

    def __init__(self) -> None:
        self._settings: Mapping[str, object] = {"links": True, "tags": True, "parent_tags": True}

    @hookimpl
    def declare_settings(self) -> list[PluginSetting]:
        """Three switches."""
        return [
            PluginSetting(
                "links",
                default=True,
                explanation="`[[links]]` become relations",
            ),
            PluginSetting("tags", default=True, explanation="`#tags` in the text become tags"),
            PluginSetting("parent_tags", default=True, explanation="`#a/b` is also the tag `a`"),
        ]

    @hookimpl
    def configure(self, settings: Mapping[str, object]) -> None:
        """Keep them."""
        self._settings = settings

    @hookimpl
    def read_note(self, note: Note) -> Note | None:
        """The note with the relations and tags of its text and of its front matter."""
        texts = [*_front_matter(note.extra), *_body(note)]
        tags, relations = list(note.tags), list(note.relations)
        if self._settings["tags"]:
            found = [tag for text in _body(note) for tag in find_tags(text)]
            tags += with_parents([*note.tags, *found]) if self._settings["parent_tags"] else found
        if self._settings["links"]:
            for text in texts:
                relations += (
                    Relation(EMBEDS if link.embedded else LINKS_TO, link.target) for link in find_links(text)
                )
        return replace(note, tags=tuple(dict.fromkeys(tags)), relations=tuple(dict.fromkeys(relations)))


def _body(note: Note) -> Iterator[str]:
    for section in note.sections:
        yield from section.headings[-1:]
        yield section.text


def _front_matter(value: object) -> Iterator[str]:
    """Texts in properties, however deep: `related: ["[[西湖]]"]`."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _front_matter(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _front_matter(each)

"""What one value of a note's front matter means. Pure, like `vault.format.field_value`.

YAML values are text here (see `vault.format.yaml_text`). Notes come from Obsidian and other editors: a
value may be a `[[link]]`, and a template's placeholders (`<% … %>`, `{{…}}`) stand for nothing yet.
"""

from __future__ import annotations

import re
from datetime import datetime, tzinfo

from vault.format.field_value import FALSE_WORDS, IGNORE, TRUE_WORDS, FieldFault, read_instant, read_tags
from vault.format.report import quoted
from vault.format.yaml_text import COLLECTION_KEY, NULL_WORDS

_PLACEHOLDER = re.compile(r"<%|\{\{")
_LINK = re.compile(r"\[\[(?P<target>[^\[\]|#]*)(?:[|#][^\[\]]*)?\]\]")


def read_yaml_title(value: object, _zone: tzinfo) -> object:
    """Text without blanks around it; nothing where a placeholder stands."""
    text = _text(value)
    return IGNORE if text is None else text.strip()


def read_yaml_text(value: object, zone: tzinfo) -> object:
    """The same, but YAML's words for nothing mean nothing."""
    return IGNORE if value in NULL_WORDS else read_yaml_title(value, zone)


def read_yaml_user(value: object, zone: tzinfo) -> object:
    """A user id. One that cannot be read must not fall back to the default user."""
    try:
        return read_yaml_text(value, zone)
    except FieldFault as fault:
        hint = "without it, it is not known whose note this is"
        raise FieldFault(fault.code, fault.message, hint, fatal=True) from None


def read_yaml_instant(value: object, zone: tzinfo) -> datetime | object:
    """A point in time, in UTC, also as a link to a daily note."""
    text = _text(value)
    if text is None or text in NULL_WORDS:
        return IGNORE
    return read_instant(_LINK.sub(lambda link: link["target"], text), zone)


def read_yaml_flag(value: object, _zone: tzinfo) -> object:
    """True or false, in YAML's many words and in Chinese."""
    text = _text(value)
    if text is None or text in NULL_WORDS:
        return IGNORE
    word = text.strip().lower()
    if word not in TRUE_WORDS + FALSE_WORDS:
        raise FieldFault("wrong-type", f"{quoted(word)} is not true or false", "write true or false")
    return word in TRUE_WORDS


def read_yaml_tags(value: object, zone: tzinfo) -> object:
    """Tags: a list, or one text with commas, or one with `#a #b`."""
    if not isinstance(value, list):
        text = _text(value)
        if text is None or text in NULL_WORDS:
            return IGNORE
        value = text.split() if text.lstrip().startswith("#") else text
    return read_tags(value, zone)


def _text(value: object) -> str | None:
    """The text of a value; None for a placeholder. `[[x]]` is a list in a list to YAML."""
    if isinstance(value, dict) and COLLECTION_KEY in value:
        return None
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, str):
        raise FieldFault("wrong-type", f"{quoted(value)} is not text", "write one text here")
    return None if _PLACEHOLDER.search(value) else value

r"""What a text says beneath its spelling: entities, tags, `%20`, `\u0020` and base64 are taken away."""

from __future__ import annotations

import base64
import html
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

_TAG = re.compile(r"<!--|-->|</?[A-Za-z][^<>]{0,300}>")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{20,}={0,2}(?:\s[A-Za-z0-9+/_-]{20,}={0,2})*")
_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff]")
_MOST_LAYERS = 3


def readings(text: str) -> tuple[str, ...]:
    """The text, and everything that it says once it is decoded; work is linear in the text."""
    found = {text: None}
    newest = [text]
    for _ in range(_MOST_LAYERS):
        newest = [each for one in newest for each in _decoded(one) if each not in found]
        found.update(dict.fromkeys(newest))
    return tuple(found)


def decoded_base64(encoded: str) -> bytes:
    """What base64 of either alphabet, with blanks in it or without its end, says; empty when it is none."""
    letters = re.sub(r"\s", "", encoded).rstrip("=").replace("-", "+").replace("_", "/")
    letters = letters[:-1] if len(letters) % 4 == 1 else letters
    try:
        return base64.b64decode(letters + "=" * (-len(letters) % 4))
    except ValueError:
        return b""


def _decoded(text: str) -> Iterator[str]:
    if "&" in text:
        yield html.unescape(text)
    if "<" in text or "-->" in text:
        yield _TAG.sub(" ", text)
    if _PERCENT.search(text):
        yield unquote(text, errors="ignore")
    if "\\" in text:
        yield _ESCAPE.sub(lambda escape: chr(int(escape[1] or escape[2], 16)), text)
    if _ACCENTED.search(text):
        apart = unicodedata.normalize("NFD", text)
        yield "".join(each for each in apart if unicodedata.category(each) != "Mn")
    for match in _BASE64.finditer(text):
        said = decoded_base64(match[0]).decode("utf-8", "ignore")
        if len(said) > 6 and sum(map(str.isprintable, said)) > len(said) * 0.9:
            yield said

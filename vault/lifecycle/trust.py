"""How far a memory is trusted, and whether its text gives orders to the model.

The trust class follows from `source.kind`, and that field is set by the gate from the way the write came in
(`written_by`), never from what the text or the caller's line says of itself: text from a tool that calls
itself the owner's stays a tool's. A line without a source was written by hand, in the person's own files: the
owner's. No field says "this gives orders": it is judged anew whenever a line is read, so that neither a hand
edit nor a synced line can switch it off.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal, get_args

from vault.lifecycle.folded_text import fold
from vault.lifecycle.hidden_text import readings
from vault.lifecycle.order_words import MARKS, SIMPLIFIED, SPACED, SQUEEZED
from vault.lifecycle.text_cache import kept_by_text
from vault.model.memory import Memory, Source, SourceKind

Trust = Literal["owner", "agent", "summary", "untrusted"]
TRUST_CLASSES: tuple[Trust, ...] = get_args(Trust)
"""Most trusted first."""
OrderReason = Literal[
    "chat-template", "tool-call", "override", "role", "system-prompt", "secrecy", "action", "memory"
]

_TRUST: dict[SourceKind, Trust] = {
    "owner": "owner",
    "agent": "agent",
    "summary": "summary",
    "tool": "untrusted",
    "import": "untrusted",
}
_TO_THE_READER = re.compile(
    r"你(?:都|就)?(?:必须|务必|只能|一律|应该|应当|要|不要|不得|不能|不许|需要)|(?:回答|回复|答复)(?:时|的时候|中|里)"
    r"|\byou (?:must|should|shall|have to|need to|are to|ought to|will)\b"
    r"|\b(?:always|never) (?:recommend|mention|answer|reply|say|respond|tell)\b"
    r"|(?:^|[\s>/])(?:系统|system) ?:"
)
_LEET = str.maketrans("013457@$", "oieastas")
_EMPHASIS = re.compile(r"(?<!\w)[*_~\"'`‘“”]+(?=\w)|(?<=\w)[*_~\"'`“”]+(?!\w)")
_LATIN_WORD = re.compile(r"[a-z0-9@$']*[a-z][a-z0-9@$']*")


def trust_of(source: Source | None) -> Trust:
    """The trust class of what came from `source`; web pages and imported files are `untrusted`."""
    return _TRUST[source.kind] if source else "owner"


def at_least(trust: Trust, other: Trust) -> bool:
    """Whether `trust` is as much as `other` or more."""
    return TRUST_CLASSES.index(trust) <= TRUST_CLASSES.index(other)


def may_revise(candidate: Memory, old: Memory) -> bool:
    """Whether `old` may be changed, replaced or archived because `candidate` says so.

    Not by something less trusted: its words, tags and dates would be the owner's from then on. What is pinned
    is changed by its owner only.
    """
    trust = trust_of(candidate.source)
    return at_least(trust, trust_of(old.source)) and not (old.pinned and trust != "owner")


def written_by(claimed: Source | None, arrived: SourceKind) -> Source:
    """The source to write: what is claimed, but never more trusted than the way by which it came.

    Args:
        claimed: by the caller or by an imported line.
        arrived: what the gate knows: the person's own command, the agent, a tool, an import.
    """
    source = claimed or Source(kind=arrived)
    return source if at_least(_TRUST[arrived], trust_of(source)) else replace(source, kind=arrived)


def may_be_injected(memory: Memory) -> bool:
    """Whether recall may put it into a prompt unasked: the owner's own words, or no orders in its texts.

    What a person tells an assistant may say how it is to answer; what tools and imports bring may not.
    """
    trust = trust_of(memory.source)
    if trust == "owner":
        return True
    texts = (memory.content, memory.key, memory.scene, memory.value, *memory.tags)
    return not any(gives_orders(text) or (trust == "untrusted" and _tells_you(text)) for text in texts)


def _tells_you(text: str) -> bool:
    """Whether a text tells its reader what to do."""
    return any(
        _TO_THE_READER.search(fold(each).text.casefold().translate(SIMPLIFIED)) for each in readings(text)
    )


@kept_by_text
def gives_orders(text: str) -> OrderReason | None:
    """Why `text` counts as orders to a model rather than as a record, or None. Never raises.

    Seen through full width, look-alike and invisible characters, blanks and punctuation between letters,
    digits for letters, markup and encodings. A quoted order counts as well: to the model it reads the same.
    """
    return next(filter(None, map(_orders_in, readings(text))), None)


def _orders_in(text: str) -> OrderReason | None:
    folded = fold(text).text.casefold().translate(SIMPLIFIED)
    spaced = " ".join(_EMPHASIS.sub("", folded.replace("’", "'")).split())
    squeezed = "".join(filter(str.isalnum, folded))
    tried = (
        (MARKS, (folded,)),
        (SPACED, (spaced, _LATIN_WORD.sub(_without_leet, spaced))),
        (SQUEEZED, (squeezed, squeezed.translate(_LEET))),
    )
    for patterns, forms in tried:
        for reason, pattern in patterns.items():
            if any(pattern.search(form) for form in forms):
                return reason  # type: ignore[return-value]
    return None


def _without_leet(word: re.Match[str]) -> str:
    return word[0].translate(_LEET)

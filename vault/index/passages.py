"""Records to passages: the pieces that are embedded, tokenised and found as a whole."""

from __future__ import annotations

from dataclasses import dataclass

from vault.index.record import StoredRecord


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a record.

    Attributes:
        text: what is shown.
        line: 1-based line of its first character in the file.
        context: put before the text for embedding and tokenising: a note's title and headings.
        keywords: further words to find it by, not embedded: key, scene and tags of a memory.
    """

    text: str
    line: int
    context: str = ""
    keywords: str = ""

    @property
    def embedded(self) -> str:
        """The text that is turned into a vector."""
        return f"{self.context}\n{self.text}" if self.context else self.text

    @property
    def searched(self) -> str:
        """The text that is cut into tokens."""
        return "\n".join(part for part in (self.context, self.text, self.keywords) if part)


def memory_passages(record: StoredRecord) -> tuple[Passage, ...]:
    """Passages of a memory: one, unless it is long."""
    keywords = " ".join((record.key, record.scene, *record.tags)).strip()
    return (Passage(record.text, record.line, keywords=keywords),)

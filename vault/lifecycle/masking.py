"""The one place where what is about to be written is masked: texts, and the names that things go by.

In a text a mask leaves what its owner recognises. A name – of a session, a sender, a slot – must stay one
that is told from others, so what is masked in it becomes `masked-` and ten letters that follow from it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import cast

from vault.model.memory import Memory, Relation, Source
from vault.model.turn import Turn

_LETTERS = "bcdfghjkmnpqrstvwxyz"
"""No vowels and no digits: ten of them make neither a word nor a number."""
_LENGTH = 10
_COST = 2**12
"""Of scrypt: to try all telephone numbers of a country, for the one that a name stood for, takes long."""
_CUT_WORD_BEHIND = re.compile(r"[A-Za-z0-9+._%@*-]*\Z")
_CUT_WORD_BEFORE = re.compile(r"[A-Za-z0-9+._%@*-]*")


@dataclass(frozen=True, slots=True)
class Masking:
    """Masks for one vault.

    Attributes:
        text: masks a text; of a masked text: the same again.
        salt: of the names, the same on every device of the vault.
    """

    text: Callable[[str], str]
    salt: str

    def name(self, given: str) -> str:
        """`whatsapp:masked-kdrbwqzmtf` for `whatsapp:+8613812345678`; what holds nothing to mask as it is.

        Two names that differ stay different; the same name always becomes the same one.
        """
        return self._name(given, self.text)

    def spellings(self, names: Iterable[str]) -> tuple[str, ...]:
        """How names may stand in a vault: as given, by hand, and as this program writes them."""
        return tuple(dict.fromkeys(each for name in names for each in (name, self.name(name))))

    def turn(self, turn: Turn) -> Turn:
        """A message with its text and its names masked. Whose it is stays: people are named by settings."""
        return replace(
            turn,
            content=self.text(turn.content),
            session_id=self.name(turn.session_id),
            agent_id=self.name(turn.agent_id),
            channel=self.name(turn.channel),
        )

    def memory(self, memory: Memory) -> Memory:
        """With texts and names masked; the value of a sensitive exact fact stays, wherever it stands."""
        kept = memory.value if memory.sensitive and memory.key else ""

        def text(given: str) -> str:
            whole = self.text(given)
            if not kept or kept in whole or kept not in given:
                return whole  # cut at a value as short as `1`, a number in the text would be none any more
            return kept.join(self.text(part) for part in given.split(kept))

        def name(given: str) -> str:
            return self._name(given, text)

        return replace(
            memory,
            id=self.name(memory.id),
            namespace=self.name(memory.namespace),
            content=text(memory.content),
            key=name(memory.key),
            scene=name(memory.scene),
            value=text(memory.value),
            tags=tuple(dict.fromkeys(map(name, memory.tags))),
            relations=tuple(Relation(name(each.type), name(each.target)) for each in memory.relations),
            source=self._source(memory.source) if memory.source else None,
            vector_id=self.name(memory.vector_id),
            extra=cast("Mapping[str, object]", _masked_in(memory.extra, text, name)),
        )

    def _source(self, source: Source) -> Source:
        return replace(
            source,
            session_id=self.name(source.session_id),
            message_ids=tuple(map(self.name, source.message_ids)),
            agent_id=self.name(source.agent_id),
            channel=self.name(source.channel),
        )

    def _name(self, given: str, mask: Callable[[str], str]) -> str:
        masked = mask(given)
        if masked == given:
            return given
        before = _CUT_WORD_BEHIND.sub("", _common_start(given, masked))
        behind = _common_start(given[len(before) :][::-1], masked[len(before) :][::-1])[::-1]
        behind = _CUT_WORD_BEFORE.sub("", behind, count=1)
        hidden = given[len(before) : len(given) - len(behind)]
        for shown, inside in (((before, behind), hidden), (("", ""), given)):
            name = _stand_in(inside, self.salt).join(shown)
            if mask(name) == name:
                break
        return name


def _common_start(one: str, other: str) -> str:
    pairs = zip(one, other, strict=False)
    return one[: sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))]


@lru_cache(maxsize=4096)
def _stand_in(hidden: str, salt: str) -> str:
    data = hidden.encode("utf-8", "surrogatepass")
    number = int.from_bytes(
        hashlib.scrypt(data, salt=salt.encode("utf-8", "surrogatepass"), n=_COST, r=8, p=1, dklen=16), "big"
    )
    letters = []
    for _ in range(_LENGTH):
        number, place = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[place])
    return "masked-" + "".join(letters)


def _masked_in(value: object, text: Callable[[str], str], name: Callable[[str], str]) -> object:
    """The same with every text in it masked, and every number that is one of a telephone or a card."""
    if isinstance(value, Mapping):
        return {name(str(key)): _masked_in(each, text, name) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_masked_in(each, text, name) for each in value)
    if isinstance(value, str):
        return text(value)
    masked = text(str(value))
    return value if masked == str(value) else masked

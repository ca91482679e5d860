"""Whether two texts tell of the same new state, in whatever words of change: `开始喝美式了`, `改喝美式了`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from vault.lifecycle.change import changes_in
from vault.lifecycle.negation import negated_parts
from vault.lifecycle.outdated import subjects_in
from vault.lifecycle.text_cache import kept_by_text
from vault.lifecycle.wording import content_words, folded

_AROUND = re.compile(r"^(?:用户|我|the user|user|i)(?:'ve| have| has)?|了$|\binstead$|[ ,.。!]+")
_VERB = re.compile(
    r"^(?:(?:the )?user |用户|i |我)?(?P<verb>[喝吃用坐乘搭骑开看玩穿学练打听读写]"
    r"|(?:drink|eat|us|tak|rid|driv|play|read|learn)(?=(?:e|es|s|ing)? ))?(?:e|es|s|ing)?"
    r"(?P<what>.*?)(?: instead)?了?$"
)
_TURNED_TO = re.compile(r"[改换](?P<verb>[喝吃用坐骑学])")


@dataclass(frozen=True, slots=True)
class _News:
    """Whose state is new, and what it is; `verb` is empty where the words of change say no more."""

    subjects: frozenset[str]
    verb: str
    what: tuple[str, ...]


def is_same_news(ours: str, theirs: str) -> bool:
    """Whether both say nothing but that something is so by now, and it is the same."""
    our, their = _news_in(ours), _news_in(theirs)
    if our is None or their is None or (our.subjects, our.what) != (their.subjects, their.what):
        return False
    return our.verb == their.verb or not (our.verb and their.verb)


@kept_by_text
def _news_in(text: str) -> _News | None:
    changes = changes_in(text)
    plain = folded(text)
    if len(changes) != 1 or changes[0].kind not in ("now", "switch") or negated_parts(plain):
        return None
    change = changes[0]
    new, turned = _VERB.search(folded(change.new)), _TURNED_TO.search(change.cue)
    if change.old or change.topic or new is None or _AROUND.sub("", plain.replace(change.cue, "")):
        return None
    what = content_words(new["what"])
    verb = new["verb"] or (turned["verb"] if turned else "")
    return _News(subjects_in(text), verb, what) if what else None

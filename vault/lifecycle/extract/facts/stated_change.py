"""That a state is over or has become another one, in whatever words (see `vault.lifecycle.change`).

Where the speaker says it of their own work, studies or love, it is a memory by itself. Of a thing, a name or
a habit (`团子去世了`, `sold the Toyota`) it is one only if something is known that ends by it.
"""

from __future__ import annotations

import re

from vault.lifecycle.change import Change, changes_in, is_of_one_day
from vault.lifecycle.extract.rule import ANYTHING, LIVING, ME, Hit, Rule, maker

_OF_ONESELF = frozenset({"work", "calling", "study", "partner", "single"})
_SENTENCE_END = re.compile(r"[。!?;\n]|\. ")
_LEAVING = ("离开", "left")


def _of_oneself(hit: Hit) -> bool:
    return any(
        each.sphere in _OF_ONESELF and not any(word in each.cue for word in _LEAVING)
        for each in changes_in(hit.clause.body)
    )


def _of_a_thing(hit: Hit) -> bool:
    """The clause begins with what has changed: nobody is to be put in front of it."""
    clause = hit.clause
    if clause.subject.kind != "none":
        return False
    said = clause.plain.text[clause.core : clause.behind]
    said = re.sub(r"^(?:(?:the|my|our|both|all|poor|old) )+", "", said)
    return _any_change(hit) and any(_begins(said, each) for each in changes_in(clause.body))


def _begins(said: str, change: Change) -> bool:
    named = change.topic or change.old
    return bool(named) and said.startswith(named[:2])


def _any_change(hit: Hit) -> bool:
    """A change for good: `今天下雨，不跑了` is none."""
    changes = changes_in(hit.clause.body)
    sentence = _SENTENCE_END.split(hit.clause.plain.text[: hit.clause.behind])[-1]
    return any(each.sphere or not is_of_one_day(sentence) for each in changes)


_event = maker(
    Rule("life event", "event", ANYTHING, about=ME, where="start", accept=_of_oneself, importance=0.7)
)
_change = maker(
    Rule("change", "fact", ANYTHING, about=LIVING, where="start", known_only=True, importance=0.6)
)

RULES = (_event(""), _change("", thing=True, accept=_of_a_thing), _change("", accept=_any_change))
ZH = EN = RULES

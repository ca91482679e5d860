"""Pronouns for things: `对它过敏` says nothing without what `它` is. Who `he` is, clauses know themselves."""

from __future__ import annotations

import re

from vault.lifecycle.extract.clause import Clause

_IT_ZH = re.compile(r"(?<!其)它们?|那[里儿](?!的)")
_THIS_ZH = re.compile(r"(?:这个?|那个?|这些|那些)(?=我|不|就|很|最|$)")
_IT_EN = re.compile(r"\b(?:it|them|there|this|that)\b")
_MOST_WORDS_BEFORE = 3
"""In English: further behind there is a noun in the clause itself (`loves jazz and listens to it`)."""
_SAYING_EN = re.compile(
    r"\b(?:make it a|take it easy|it (?:rains|snows|is)|used to it|there (?:is"
    r"|are))\b|\bthis \w+|\bthat \w+"
)
_THING_ZH = re.compile(
    r"(?:吃|喝|碰|闻|摸|用|涂|抹|尝|试|喜欢|爱)(?:了|到|过|完)?(?P<thing>[^,。了就会都嘴身吃喝]{1,6}?)"
    r"(?=就|嘴|身|脸|会|都|以后|之后|后|,|$)"
)
_THING_EN = re.compile(
    r"\b(?:ate|eat|eating|tried|had|drank|drink|drinking|touch(?:ed)?|love|like|smell(?:ed)?)\s+(?:an? "
    r"|the |some |my )?"
    r"(?P<thing>[a-z]+(?: (?!once|twice|and|for|yesterday|last)[a-z]+)?)(?= once| twice| and| for"
    r"| yesterday| last|,|$)"
)


def open_pronoun(clause: Clause) -> re.Match[str] | None:
    """The pronoun in `clause` that stands for a thing named somewhere else."""
    said = clause.plain.text[clause.rest : clause.behind]
    if clause.language == "zh":
        return _IT_ZH.search(said) or _THIS_ZH.match(clause.body)
    found = _IT_EN.search(said)
    if found is None or _SAYING_EN.search(said) or len(said[: found.start()].split()) > _MOST_WORDS_BEFORE:
        return None
    return found


def named_before(said: str, *, chinese: bool) -> str:
    """What the clauses before speak of, if that can be told: `芒果` in `一吃芒果嘴就肿`."""
    found = list((_THING_ZH if chinese else _THING_EN).finditer(said))
    return found[-1]["thing"].strip() if found else ""

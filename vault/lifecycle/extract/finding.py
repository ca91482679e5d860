"""Reads the clauses of a message one after another and collects what they state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vault.lifecycle.extract import clause_en, clause_zh
from vault.lifecycle.extract.candidate import Kind
from vault.lifecycle.extract.clause import NOBODY, Clause, Subject
from vault.lifecycle.extract.detail import is_detail
from vault.lifecycle.extract.facts.exact_value import key_of
from vault.lifecycle.extract.facts.rules import first_fit
from vault.lifecycle.extract.plain_text import PlainText, is_chinese
from vault.lifecycle.extract.pronoun import named_before, open_pronoun
from vault.lifecycle.extract.refusal import Reason
from vault.lifecycle.extract.rule import Hit, Rule
from vault.lifecycle.extract.sentence import Piece
from vault.lifecycle.extract.statement import in_third_person, statement_of

MOST_CHARACTERS = 120
"""A longer clause is no plain statement of a fact."""
_TURNED_DOWN: frozenset[Reason] = frozenset({"reported", "fiction", "quote", "about the assistant"})


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact in a message.

    Attributes:
        first, behind: the clauses it was taken from, as numbers in the list of clauses.
        start, end: the same as a piece of the written message.
        sure: the clause names its subject and has no `可能`.
        introduces: who the text goes on about.
        who: the person or pet it is about.
        continues: it adds to what was said in the message before.
    """

    rule: Rule
    content: str
    first: int
    behind: int
    start: int
    end: int
    key: str = ""
    scene: str = ""
    value: str = ""
    sure: bool = True
    correction: bool = False
    introduces: Subject = NOBODY
    who: Subject = NOBODY
    continues: bool = False

    @property
    def kind(self) -> Kind:
        """Of its rule."""
        return self.rule.kind


@dataclass(frozen=True, slots=True)
class _State:
    """What the text has been about so far.

    Attributes:
        topic: who the next clause is about when it names nobody.
        named: the person or pet that a pronoun stands for.
    """

    topic: Subject = NOBODY
    named: Subject = NOBODY
    sentence: int = -1
    correction: bool = False


def find(
    plain: PlainText,
    pieces: Sequence[Piece],
    refused: Sequence[Reason | None],
    before: Finding | None = None,
) -> list[Finding]:
    """What the clauses state that are not refused.

    Args:
        plain: the message.
        pieces: its clauses.
        refused: for each clause why it is not listened to.
        before: what the user said just before this message; its first clause may add to that, and then the
            whole is found once more.
    """
    found: list[Finding] = []
    state = _State(named=before.who if before else NOBODY)
    for number, (piece, reason) in enumerate(zip(pieces, refused, strict=True)):
        last = _just_before(found, number, before)
        state = _entering(state, piece, last)
        clause = read_clause(plain, piece, state.topic, state.named)
        state = _hearing(state, clause)
        if reason is not None or clause.behind - clause.first > MOST_CHARACTERS:
            state = replace(state, topic=Subject("other")) if reason in _TURNED_DOWN else state
        elif last and is_detail(clause, last.kind, last.who.words):
            found[-1:] = [_with_detail(last, clause, number)]
        elif hit := first_fit(clause):
            finding = _finding(hit, number, state, last)
            state = _having_found(state, clause, finding)
            if open_pronoun(clause):
                _add_with_antecedent(found, finding, clause, pieces, refused)
            else:
                found.append(finding)
        else:
            state = replace(state, topic=_topic_without_fact(clause))
    return found


def read_clause(plain: PlainText, piece: Piece, topic: Subject = NOBODY, named: Subject = NOBODY) -> Clause:
    """The clause at `piece`, in its language."""
    text = plain.text[piece.first : piece.behind]
    if is_chinese(text) or _continues_chinese(topic, text):
        return clause_zh.read_clause(plain, piece, topic, named)
    return clause_en.read_clause(plain, piece, topic, named)


def _continues_chinese(topic: Subject, text: str) -> bool:
    """Whether a clause without letters, such as a number, stands in a Chinese text."""
    return is_chinese(topic.words) and not any(character.isalpha() for character in text)


def _just_before(found: Sequence[Finding], number: int, before: Finding | None) -> Finding | None:
    if found:
        return found[-1] if found[-1].behind == number else None
    return before if number == 0 else None


def _entering(state: _State, piece: Piece, last: Finding | None) -> _State:
    """A new sentence begins afresh, unless the one before it introduced somebody."""
    if piece.sentence == state.sentence:
        return state
    topic = last.introduces if last else NOBODY
    return replace(state, topic=topic, sentence=piece.sentence)


def _hearing(state: _State, clause: Clause) -> _State:
    named = clause.subject if clause.subject.kind in ("person", "pet") else state.named
    return replace(state, named=named, correction=state.correction or clause.correction)


def _having_found(state: _State, clause: Clause, finding: Finding) -> _State:
    if finding.introduces.kind != "none":
        return replace(state, topic=finding.introduces, named=finding.introduces)
    return replace(state, topic=replace(clause.subject, stated=False))


def _topic_without_fact(clause: Clause) -> Subject:
    """Whom the next clause is about when nobody is named there."""
    if clause.subject.kind != "none":
        return replace(clause.subject, stated=False)
    names_other = any(word in clause.body for word in ("叫", "是", "说")) or " is " in clause.body
    return Subject("other") if names_other else NOBODY


def _finding(hit: Hit, number: int, state: _State, last: Finding | None) -> Finding:
    rule, clause = hit.rule, hit.clause
    start, end = clause.plain.span(clause.piece.first, clause.piece.behind)
    key, scene = key_of(hit) or rule.key, hit.written("scene")
    if key and clause.subject.kind in ("person", "pet") and not scene:
        scene = clause.subject.words
    if rule.kind == "exact value" and last and last.kind == "exact value" and not scene:
        scene = last.scene or (last.key if len(last.key) > len(key) else "")
    introduces = Subject(rule.introduces, hit.written("value") or "宠物") if rule.introduces else NOBODY
    value = hit.written("value") if key else ""
    return Finding(
        rule,
        statement_of(hit, scene),
        number,
        number + 1,
        start,
        end,
        key=key,
        scene=scene if key else "",
        value=value,
        sure=clause.subject.stated and not clause.unsure,
        correction=state.correction or clause.correction,
        introduces=introduces,
        who=introduces if rule.introduces else replace(clause.subject, stated=False),
    )


def _add_with_antecedent(
    found: list[Finding],
    finding: Finding,
    clause: Clause,
    pieces: Sequence[Piece],
    refused: Sequence[Reason | None],
) -> None:
    """`finding` with what its pronoun stands for, or with the sentence so far; not at all without either."""
    number, pronoun = finding.first, open_pronoun(clause)
    first = number
    while first and pieces[first - 1].sentence == clause.piece.sentence:
        first -= 1
    if pronoun is None or first == number or any(refused[first:number]):
        return
    chinese, plain = clause.language == "zh", clause.plain
    thing = named_before(plain.text[pieces[first].first : clause.piece.first], chinese=chinese)
    if thing and finding.content.count(pronoun[0]) == 1:
        named = finding.value.replace(pronoun[0], thing)
        finding = replace(finding, content=finding.content.replace(pronoun[0], thing), value=named)
        found.append(replace(finding, start=plain.span(pieces[first].first, pieces[first].behind)[0]))
    elif found and found[-1].behind == number:
        found[-1:] = [_with_detail(found[-1], clause, number)]
    else:
        start, end = plain.span(pieces[first].first, clause.behind)
        whole = in_third_person(plain.written[start:end], chinese=chinese)
        known = not chinese or whole.startswith(("用户", "用戶"))
        whole = whole if known else finding.content[:2] + whole
        found.append(replace(finding, content=whole, start=start, end=end, key="", scene="", value=""))


def _with_detail(last: Finding, clause: Clause, number: int) -> Finding:
    """`last` with what the clause adds; found anew in this message when `last` is of the one before."""
    chinese = clause.language == "zh"
    more = in_third_person(clause.written, chinese=chinese)
    if not chinese and not clause.written[:1].isupper():
        more = more[:1].lower() + more[1:]
    start, end = clause.plain.span(clause.piece.first, clause.piece.behind)
    same_message = last.behind == number and number > 0
    return replace(
        last,
        content=last.content + ("，" if chinese else ", ") + more,
        first=last.first if same_message else number,
        behind=number + 1,
        start=last.start if same_message else start,
        end=end,
        continues=last.continues or not same_message,
    )

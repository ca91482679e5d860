"""Where the user, or somebody of theirs, lives and comes from."""

from __future__ import annotations

import re
from collections.abc import Callable

from vault.lifecycle.extract.pattern import word_set
from vault.lifecycle.extract.rule import ANYTHING, ME, ME_ALOUD, SOMEBODY, Hit, Rule, maker
from vault.lifecycle.extract.words.places import ADDRESS_ZH, NOT_A_HOME_ZH, NOT_PEOPLE_OF_ZH, PLACE_ZH

_YEARS = r"(?:了|快|有|已经|差不多|\d+|[一二两三四五六七八九十几半多])*(?:年|个月)(?:多)?了?"
_PLACE = rf"(?P<value>(?!{NOT_A_HOME_ZH})[^,。]{{2,24}}?)(?:了?{_YEARS})?(?:了|的|这边|那边)*$"
_LIVES = (
    r"(?:住在|居住在|定居在?|生活在|常住|暂住|租住在?|租在|合租在|借住在?|蜗居在?|落户在?|安家在?|现居|住)"
)
_MOVES = rf"(?:(?:搬家?|迁居?|搬迁|移居)(?:到|去|来|回|进)|回(?:到|去|来)?(?={PLACE_ZH}|老家))(?:了)?"
_ADDRESS = re.compile(ADDRESS_ZH)
_AGAIN = re.compile(r"每|常|总|都|偶尔|有时")
_WITHOUT_PLACE = re.compile(
    r"[一二两三四五六七八九十\d]+[楼层]|公园|地铁|学校|父母|爸妈|朋友|宿舍|一起|附近|单位|公司|旁边|对面|边上"
)
_PEOPLE_OF = re.compile(r"(?:地地道道|土生土长|地道|老|正宗)的?")
_NO_PLACE_EN = word_set("it this that there here same love peace fear hope hotel the_moment past present")


def _names_place(hit: Hit) -> bool:
    """A place, and no stay of a night."""
    value = hit.plain("value")
    return bool(value) and not re.search(r"[吗什么哪]|几天$|一晚|酒店|宾馆", value)


def _is_address(hit: Hit) -> bool:
    return _names_place(hit) and bool(_ADDRESS.search(hit.plain("value")))


def _is_area(hit: Hit) -> bool:
    return _names_place(hit) and not _WITHOUT_PLACE.search(hit.plain("value"))


def _is_people_of(hit: Hit) -> bool:
    value = _PEOPLE_OF.sub("", hit.plain("value"))
    looks = re.fullmatch(rf"{PLACE_ZH}.{{0,4}}|[\u4e00-\u9fff]{{2,5}}", value)
    return (
        looks is not None and value not in NOT_PEOPLE_OF_ZH and not re.search("的|个|^[名位]|[员职]$", value)
    )


def _is_place_en(hit: Hit) -> bool:
    return hit.plain("value").replace(" ", "_") not in _NO_PLACE_EN and not hit.plain("value").startswith(
        ("a hotel", "the same")
    )


_home = maker(Rule("home", "fact", ANYTHING, about=SOMEBODY, importance=0.7))


def _graded(text: str, *, once: bool = False) -> tuple[Rule, ...]:
    """An address, an area, or just somewhere: the first two fill different slots.

    Args:
        text: the pattern.
        once: what is done again and again (`每逢周末都回老家`) is none.
    """

    def accept(fits: Callable[[Hit], bool]) -> Callable[[Hit], bool]:
        return lambda hit: fits(hit) and not (once and _AGAIN.search(hit.clause.body))

    return (
        _home(text, key="住址", accept=accept(_is_address)),
        _home(text, key="居住地", accept=accept(_is_area)),
        _home(text, accept=accept(_names_place)),
    )


ZH = (
    _home(r"不(?:再)?住(?:在)?(?P<place>[^,。]{2,12})了$"),
    *_graded(rf"(?:从[^,。]{{2,8}})?{_MOVES}(?:老家)?{_PLACE}", once=True),
    *_graded(
        rf"(?:的)?(?:家|房子|新家|住处|租的房子|租的房|公司宿舍)(?:就)?(?:住|在|住在|租在|买在){_PLACE}"
    ),
    *_graded(rf"(?:家)?(?:[和跟与][^,。]{{1,6}}?)?(?:一起)?{_LIVES}{_PLACE}"),
    *_graded(rf"(?:的)?(?:家庭住址|住址|家庭地址)(?:是|在|:)?{_PLACE}"),
    *_graded(rf"在(?P<value>[^,。]{{2,10}}?)(?:待|呆|生活|住|定居|漂)(?:了|过)?(?:{_YEARS}|着)?了?$"),
    *_graded(
        r"在(?P<value>[^,。]{2,10}?)租了?(?:一?个|间|套)?[^,。]{0,4}(?:房|公寓|单间|一居|两居"
        r"|开间|房子)[^,。]{0,4}$"
    ),
    _home(
        r"(?:的)?(?:老家|家乡|籍贯)(?:就)?(?:是|在|住)?(?P<value>(?!有|没|的)[^,。]{2,12}?)(?:的|那边|人)?$",
        key="老家",
    ),
    _home(
        rf"(?:他们|她们)(?:家)?(?:是|在|住在?|是在)(?P<value>{PLACE_ZH}[^,。]{{0,8}}?)(?:的)?$", key="居住地"
    ),
    _home(r"来自于?(?P<value>[^,。]{2,12}?)(?:的)?$", key="老家"),
    _home(r"(?:是)(?P<value>[^,。]{2,8}?)人$", key="老家", where="core", accept=_is_people_of),
    _home(rf"(?P<value>{PLACE_ZH}[^,。是]{{0,4}}?)人$", key="老家", about=ME),
    _home(rf"(?:是)?(?:出生|生|长大)(?:在|于)(?P<value>{PLACE_ZH}[^,。]{{0,8}})$"),
    _home(
        r"(?:一个人|独自|和[^,。]{1,6}|跟[^,。]{1,6}|与[^,。]{1,6})(?:一起|合)?(?:住|合租)$|独居$",
        where="core",
    ),
    _home(r"租的[^,。]{0,3}(?:室|居|房|公寓|单间)[^,。]{0,4}$"),
    _home(
        rf"在(?P<value>{PLACE_ZH}(?:[\u4e00-\u9fff]{{1,3}}[区县镇])?)$",
        key="居住地",
        about=ME_ALOUD,
        where="rest",
        accept=lambda hit: "出差" not in hit.clause.body,
    ),
)

_LIVES_EN = r"(?:lives?|living|resides?|residing|stay(?:ing)? long-term)"
_PLACE_EN = (
    r"(?P<value>[a-z0-9][^,]{1,40}?)(?: (?:now|right now|these days|currently|at the moment|since .*"
    r"|for .*|with .*|not .*|last .*|in (?:\d+|january|february|march|april|may|june|july|august"
    r"|september|october|november|december|spring|summer|autumn|fall|winter)|from .*|and .*|again))*$"
)
EN = (
    _home(r"(?:do not|does not|no longer) live[^,]*? (?:in|at) (?P<place>[^,]+)$", where="rest"),
    _home(
        rf"{_LIVES_EN} in (?:the city of )?{_PLACE_EN}",
        key="home",
        accept=lambda hit: _is_place_en(hit) and not hit.plain("value").startswith(("a ", "an ", "the ")),
    ),
    _home(rf"{_LIVES_EN} (?:in|at|on|near|by|with|alone|outside) ?{_PLACE_EN}", accept=_is_place_en),
    _home(
        rf"(?:have |has )?(?:just |recently |finally )*(?:moved|relocated)(?: back| over)? to {_PLACE_EN}",
        key="home",
        accept=lambda hit: not re.match(r"an? |the ", hit.plain("value")),
    ),
    _home(r"(?:have |has )?(?:moved|relocated)(?: back)? to (?P<value>[^,]+)$"),
    _home(
        r"rents? (?:an? |the )?(?P<value>(?:[a-z-]+ ){0,3}(?:studio|flat|apartment|room|house"
        r"|place) (?:in|near|at|on) [^,]+)$"
    ),
    _home(rf"based (?:out of|in) {_PLACE_EN}", key="home"),
    _home(
        r"(?:originally )?from (?P<value>[a-z][^,]{1,30}?)(?: originally)?$",
        key="hometown",
        accept=lambda hit: hit.written("value")[:1].isupper(),
    ),
    _home(r"(?:come|comes) from (?P<value>[a-z][^,]{1,30})$", key="hometown"),
    _home(r"(?:grew up|was born|born|raised) in (?P<value>[a-z][^,]{1,30})$"),
    _home(r"(?:my|our) (?:flat|apartment|house|home|place) is (?:in|on|at|near) (?P<value>[^,]+)$"),
)

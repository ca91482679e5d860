"""What the user is called."""

from __future__ import annotations

from vault.lifecycle.extract.pattern import any_of, word_set
from vault.lifecycle.extract.plain_text import is_chinese
from vault.lifecycle.extract.rule import ANY, ANYTHING, ME_ALOUD, Hit, Rule, maker
from vault.lifecycle.extract.words.people import NOT_NAME_ENDINGS, NOT_NAMES, SURNAMES

_ZH_OR_LATIN = (
    r"(?P<value>[\u4e00-\u9fff·]{1,5}?|[\u4e00-\u9fff]{1,2}[a-z]+|[a-z][a-z.'-]*(?: [a-z][a-z.'-]*){0,2})"
)
_DONE = r"(?:(?:就|也)?(?:行|好|可以|吧|即可|够)了?|了)*$"
_OTHER_NAMES = any_of("英文名 中文名 小名 乳名 笔名 网名 外号 绰号 昵称 曾用名 艺名 法名 日文名")
_CALLERS = any_of("大家 大伙 朋友 朋友们 别人 同事 同事们 家人 家里人 同学 他们 人家 爸妈")
_NICKNAME_FIRST = "小老阿大"
_NOT_BEHIND_NICKNAME = frozenset("白孩子学偷三时师板婆公人家外乡实大二")
_CALLED_FOR = ("车", "外卖", "醒", "快递", "号", "跑腿", "代驾", "滴滴", "救护车", "停", "起床")
_LATIN_NOT_NAMES = word_set(
    "later tomorrow tonight when if maybe anytime soon by asap sometime again "
    "a an the not so very just really happy sad sorry fine good ok okay back here there done ready"
    " sure glad tired hungry late busy sick home afraid aware able going trying looking wondering"
    " interested curious new old from in on at with married single engaged retired vegan vegetarian"
    " allergic pregnant it this that what who why how also still now confused lost stuck bored"
    " excited lactose all only always never usually based originally learning working studying living"
    " planning moving using writing building getting thinking feeling using doing having being coming"
    " leaving hoping done off out up down over about into free alone awake asleep human lazy shy"
    " left-handed right-handed colorblind colourblind introverted extroverted dyslexic diabetic deaf"
    " blind unemployed divorced widowed"
)


def _is_name(hit: Hit) -> bool:
    value = hit.plain("value")
    if not value or value in NOT_NAMES:
        return False
    if value.startswith(_CALLED_FOR):
        return False
    if not is_chinese(value):
        return value.split()[0] not in _LATIN_NOT_NAMES
    return value[-1] not in "的了" and not any(
        word in value for word in ("什么", "这", "那", "个", "不", "我", "你", "他", "她")
    )


def _looks_like_name(hit: Hit) -> bool:
    """For `我是…`, which says much else besides: surname and one or two characters, 小…, 阿…, Latin."""
    value = hit.plain("value")
    if not _is_name(hit):
        return False
    if not is_chinese(value):
        return hit.written("value")[:1].isupper()
    if value[-1] in NOT_NAME_ENDINGS or value[:2] in NOT_NAMES:
        return False
    if value[0] in _NICKNAME_FIRST:
        return 2 <= len(value) <= 3 and value[1] not in _NOT_BEHIND_NICKNAME
    return value[0] in SURNAMES and 2 <= len(value) <= 3


def _capitalised(hit: Hit) -> bool:
    return _is_name(hit) and all(part[:1].isupper() for part in hit.written("value").split())


_name = maker(Rule("name", "fact", ANYTHING, importance=0.8))


ZH = (
    _name(
        rf"(?:的)?(?P<key>{_OTHER_NAMES})(?:叫做|叫|是|:)?{_ZH_OR_LATIN}$",
        key="",
        says="{who}的{key}叫{value}",
        about=ME_ALOUD,
        accept=_is_name,
    ),
    _name(
        rf"(?:的)?(?:大名|本名|全名|真名|名字)?(?:叫做|叫|名叫|名为)(?:做)?{_ZH_OR_LATIN}{_DONE}",
        key="姓名",
        says="{who}叫{value}",
        about=ME_ALOUD,
        accept=_is_name,
    ),
    _name(
        rf"(?:的)?(?:大名|本名|全名|真名|名字|姓名)(?:就)?(?:是|:)?{_ZH_OR_LATIN}$",
        key="姓名",
        says="{who}叫{value}",
        about=ME_ALOUD,
        accept=_is_name,
    ),
    _name(
        rf"是{_ZH_OR_LATIN}$",
        key="姓名",
        says="{who}叫{value}",
        about=ME_ALOUD,
        where="rest",
        accept=_looks_like_name,
    ),
    _name(r"(?:是)?姓(?P<value>[\u4e00-\u9fff]{1,2})$", key="姓", says="{who}姓{value}", about=ME_ALOUD),
    _name(
        rf"{_CALLERS}(?:都|一般|平时|也|还|常|习惯)*(?:叫|喊|称呼|管)我(?:做|为|叫)?{_ZH_OR_LATIN}{_DONE}",
        key="称呼",
        says="",
        about=ANY,
        where="body",
        accept=_is_name,
    ),
    _name(
        r"(?:以后|下次|今后|你|觉得)*(?:可以|直接|就|请|也|还|都)*(?:叫|喊|称呼)我(?:做"
        rf"|为)?{_ZH_OR_LATIN}{_DONE}",
        key="称呼",
        says="{who}希望被称为{value}",
        about=ANY,
        where="start",
        accept=_is_name,
    ),
)

_LATIN = r"(?P<value>[a-z][a-z'-]*\.?(?: [a-z][a-z'-]*){0,2})"
EN = (
    _name(
        rf"my (?:full |real |first )?name is {_LATIN}$",
        key="name",
        says="{who} is called {value}",
        accept=_is_name,
    ),
    _name(rf"the name's {_LATIN}", key="name", says="{who} is called {value}", accept=_is_name),
    _name(
        rf"am {_LATIN}$",
        key="name",
        says="{who} is called {value}",
        about=ME_ALOUD,
        where="rest",
        accept=_capitalised,
    ),
    _name(
        rf"(?:please )?call me {_LATIN}$",
        key="preferred name",
        says="{who} wants to be called {value}",
        about=ANY,
        where="body",
        accept=_is_name,
    ),
    _name(
        rf"(?:everyone|everybody|people|my friends|friends|they|folks) (?:just |all )?calls? me {_LATIN}$",
        key="preferred name",
        says="{who} is called {value} by others",
        about=ANY,
        where="body",
        accept=_is_name,
    ),
    _name(
        rf"go by {_LATIN}$",
        key="preferred name",
        says="{who} goes by {value}",
        about=ME_ALOUD,
        accept=_capitalised,
    ),
)

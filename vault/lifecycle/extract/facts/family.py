"""The user's family and people: who they are, their names and ages; whether the user is married."""

from __future__ import annotations

from vault.lifecycle.extract.pattern import MEASURE, NUMBER, any_of
from vault.lifecycle.extract.rule import ANYTHING, ME, ME_ALOUD, PEOPLE, SOMEBODY, Hit, Rule, maker
from vault.lifecycle.extract.words.people import CHILD_ZH, PERSON_EN, PERSON_ZH

_STATUS = any_of(
    "单身 已婚 未婚 离异 离婚 离婚了 结婚了 订婚了 丁克 独生子 独生女 独生子女 独子 独女 单亲 单亲家庭"
    " 单亲妈妈 单亲爸爸 新婚 异地恋 丧偶 当爸爸了 当妈妈了 双职工 没结婚 还没结婚 没孩子 没有孩子"
    " 没对象"
)
_STILL_AT = any_of("做饭 睡觉 看电视 洗澡 忙 家 上班 开会 旁边 吃饭 等我 医院 外面 路上 楼下 叫我 催我")
_PLACE_TAIL = any_of(
    "市场 菜市场 学校 医院 公司 工厂 厂 店 超市 部队 国外 外地 乡下 农村 老家 县城 城里 银行 机关 单位"
    " 村里 镇上 读书 念书 留学 上学 打工 当兵 工地 餐厅 饭店 大学 中学 小学 幼儿园 海外 海军 陆军 空军"
    " 铁路 国企"
)
_YEARS = rf"{NUMBER}(?:岁半?|周岁|个月大|个多月)"


def _lasting_place(hit: Hit) -> bool:
    return not hit.plain("value").startswith(tuple(_STILL_AT[3:-1].split("|")))


def _is_name(hit: Hit) -> bool:
    value = hit.plain("value")
    return value not in ("什么", "啥", "我", "你", "他", "她", "醒我", "外卖") and not value.startswith(
        ("我", "你", "什么", "不")
    )


_family = maker(Rule("family", "fact", ANYTHING, about=PEOPLE, importance=0.7))


ZH = (
    _family(rf"是?(?:{_STATUS})(?:的|了)*$", about=SOMEBODY),
    _family(
        rf"(?:[和跟与][^,。]{{1,6}})?(?:结婚|在一起|离婚|分居|恋爱|交往|谈恋爱"
        rf"|异地)(?:了)?{NUMBER}(?:多)?(?:年|个月|周年)(?:多)?了?$",
        about=SOMEBODY,
    ),
    _family(r"(?:[和跟与][^,。]{1,6}在一起|在?异地恋|在?谈恋爱)(?:了)?$", about=ME_ALOUD),
    _family(
        rf"(?:家)?(?:只)?有(?:了)?(?:{NUMBER}|几|一对|俩|仨)?(?:{MEASURE})?(?:亲|双胞胎|很好的"
        rf"|特别好的|[^,。]{{1,5}}的)?(?P<value>{CHILD_ZH}|{PERSON_ZH})(?P<more>[^,。]{{0,20}})$",
        about=ME_ALOUD,
        introduces="person",
        accept=lambda hit: not hit.plain("more").startswith(("说", "问", "告诉", "要", "想", "推荐", "跟我")),
    ),
    _family(
        rf"(?:家)?有(?P<value>[^,。]{{0,6}}(?:{NUMBER}岁)[^,。]{{0,3}}(?:{CHILD_ZH}))$",
        about=ME,
        introduces="person",
    ),
    _family(
        r"(?:的)?(?:名字|大名|小名|全名)?(?:叫做?|名叫|是叫|名字是)(?P<value>[\u4e00-\u9fff]{1,4}"
        r"|[\u4e00-\u9fff]{1,2}[a-z]+|[a-z][a-z .]{0,20})$",
        accept=_is_name,
        where="core",
    ),
    _family(
        rf"(?:名)?叫做?(?P<value>[\u4e00-\u9fff]{{1,4}}?)(?:,)?(?:今年|已经|都|快|才|刚"
        rf"|满)*{_YEARS}了?$",
        where="core",
    ),
    _family(
        rf"(?:已经|都|快|才|刚)*(?:满)?(?:是)?(?P<value>{_YEARS}|{NUMBER})(?:了)?(?:不是{_YEARS})?$",
        where="core",
    ),
    _family(rf"(?:是)?{NUMBER}(?:岁|年级|年)[^,。]{{0,8}}$", where="core"),
    _family(rf"(?:也|才|就|刚|今年|已经)*{NUMBER}岁(?:了|多)?$"),
    _family(
        r"(?:今年|都|已经|快|刚|满)*(?:[一二三四五六七八九]?十[一二三四五六七八九]?|[1-9]\d)了?$",
        where="core",
    ),
    _family(rf"(?:比我(?:大|小)|[大小]我){NUMBER}岁(?:多)?$"),
    _family(
        r"是(?P<value>(?:中国|美国|日本|韩国|法国|德国|英国)人|华裔|混血|独生子女?|家里老[大二三]"
        r"|残疾人|聋哑人|左撇子|军人|党员|退休[^,。]{0,6})$",
        where="rest",
    ),
    _family(
        rf"(?:常年|长期|一直|都)?(?:在)(?P<value>[^,。]{{0,8}}{_PLACE_TAIL}[^,。]{{0,8}})$",
        accept=_lasting_place,
        where="rest",
    ),
    _family(r"(?:常年|长期)[^,。]{2,14}$", where="rest"),
    _family(r"(?:去世|过世|走了|不在了|出国了|退休了|毕业了|参军了)[^,。]{0,6}$"),
    _family(
        r"(?:话少|话多|脾气|性格|性子|为人|人很|人挺|很)(?P<value>[^,。]{1,10})$",
        where="rest",
        accept=lambda hit: hit.clause.body.find("性") >= 0 or hit.clause.body.find("脾气") >= 0,
    ),
)

_AGES_EN = any_of(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)
_COUNT_EN = r"(?:an?|one|two|three|four|five|six|\d+|some|twin|no|several)"
EN = (
    _family(
        r"(?:married|single|engaged|divorced|widowed|an only child|separated|in a relationship"
        r"|a single (?:mom|dad|mother|father|parent)|the (?:oldest|youngest|middle)[^,]*)(?: .*)?$",
        about=SOMEBODY,
    ),
    _family(r"got (?:married|engaged|divorced)(?: .*)?$", about=SOMEBODY),
    _family(
        rf"(?:have|has|got) (?:got )?{_COUNT_EN} (?:[a-z-]+ )?(?P<value>{PERSON_EN})(?P<more>\b[^,]*)?$",
        about=SOMEBODY,
        introduces="person",
        accept=lambda hit: not hit.plain("more").startswith(("who ask", "that ask")),
    ),
    _family(r"(?:name )?(?:is )?(?:called|named) (?P<value>[a-z][a-z .'-]{0,30})$", where="core"),
    _family(r"(?:'s )?names? (?:is|are) (?P<value>[a-z][a-z ,'-]{0,30})$", where="core"),
    _family(
        r"(?:is )?(?P<value>[a-z]{2,20})$",
        where="rest",
        accept=lambda hit: hit.match[0].startswith("is ") and hit.written("value")[:1].isupper(),
    ),
    _family(
        r"(?:is |turned |are |will be )?(?P<value>\d{1,3}|[a-z]+(?:-[a-z]+)?) (?:years?|months?"
        r"|weeks?)(?: old)?(?: now)?$",
        where="core",
    ),
    _family(rf"(?:turned |turning |turns )?(?P<value>\d{{1,2}}|{_AGES_EN})(?: now| today)?$", where="core"),
    _family(
        r"(?:had|gave birth to|is expecting|expecting|is having) (?:an? |twins)(?P<value>[^,]*)$",
        where="core",
    ),
    _family(
        r"(?:an? )(?P<value>(?:vegan|vegetarian|veteran|twin|widow|widower|pensioner|diabetic|smoker)[^,]*)$"
    ),
    _family(r"(?:passed away|died|emigrated|retired|graduated)(?P<value>[^,]*)$"),
    _family(
        r"(?:pregnant|expecting|deaf|blind|autistic|disabled|retired|vegan|vegetarian|coeliac|celiac"
        r"|diabetic|left-handed)(?P<value>[^,]*)$"
    ),
)

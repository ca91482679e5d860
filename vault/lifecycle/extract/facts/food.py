"""What the user, or somebody of theirs, does not eat or drink; allergies."""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.rule import ANYTHING, LIVING, SOMEBODY, Hit, Rule, maker

_EVER = (
    r"(?:完全|从来|一点|一点儿|根本|也|都|一直|向来|基本|绝对|平时|已经|早就|可|真的|是|一般|现在|,|几乎)*"
)
_NOT = (
    r"(?:不能|不可以|不敢|不太能|不太会|不太|不怎么能|不怎么|不爱|不想|不会|不再|不|吃不|没法|无法|忌"
    r"|戒|很少|少|只|只能|只会)"
)
_EATS = r"(?:吃|喝|碰|沾|食用|加|放|摄入|进食)"
_DIETS = any_of(
    "吃素 吃全素 素食 素食者 素食主义者 素食主义 纯素 纯素食 清真 清真饮食 生酮 生酮饮食 低碳饮食 控糖"
    " 戒糖 忌口 无麸质饮食 蛋奶素 吃斋 轻断食 间歇性断食 清真餐"
)
_TODAY = re.compile(r"今天|今晚|今早|中午|待会|等会|一会儿|刚才|现在不想|这顿|下午不|先不|明天|昨天|昨晚")
_NO_FOOD = re.compile(
    r"^(?:了|饭了?|什么|啥|东西了?|完|饱|到|下|得|苦|亏|惊|醋|力|香|药了|过|着|你|我|这|那|上|不|一点"
    r"|就|晚饭了?)?$|吗$|^(?:这|那|什么|过)"
)
_INTOLERANT = any_of("乳糖不耐受 乳糖不耐 乳糖不耐症 麸质不耐受 果糖不耐受 酒精不耐受 蚕豆病 不耐受")


def _is_lasting(hit: Hit) -> bool:
    body = hit.clause.body
    return not _NO_FOOD.match(hit.plain("value")) and not (_TODAY.search(body) and "以后" not in body)


_food = maker(Rule("food", "preference", ANYTHING, about=LIVING, importance=0.8))


_TRULY = r"(?:其实|原来|真的|已经|早就|现在|好像|也|都|是|并|压根)*"
_allergy = maker(Rule("health", "fact", ANYTHING, about=LIVING, importance=0.9))


ZH = (
    _allergy(
        r"(?:好像|也|严重|都|有点|会|是|对)*(?:对)(?P<value>[^,。我]{1,14}?)(?:严重|也|都|会|轻度|有点"
        r"|重度|特别)?过敏(?:的|体质|了)?[^,。]{0,6}$",
        where="core",
    ),
    _allergy(
        r"(?P<value>[^,。我对不]{1,8}?)(?:严重)?过敏(?:的|患者|体质)?$",
        where="core",
        accept=lambda hit: hit.plain("value") not in ("没", "没有", "会", "容易"),
    ),
    _allergy(rf"{_TRULY}(?:不再|不|没有?)对(?P<value>[^,。我]{{1,14}}?)过敏(?:了|的)?$", where="core"),
    _allergy(
        rf"{_TRULY}对(?P<value>[^,。我不]{{1,14}}?){_TRULY}(?:不再|不|没有?)过敏(?:了|的)?$", where="core"
    ),
    _allergy(r"(?:对)?(?:什么都不|没有?(?:什么|任何|食物|药物)*)过敏(?:史|的|源)?$", where="rest"),
    _allergy(rf"(?:是|有)?(?P<value>{_INTOLERANT})(?:的)?$"),
    _food(rf"(?:是|在|吃|坚持)?(?:一?[个名])?(?P<value>{_DIETS})(?:的|了)?[^,。]{{0,6}}$", where="core"),
    _food(
        r"[^,。我不]{0,8}?(?:只|只能|只认|就认)(?:吃|喝)(?P<value>[^,。]{1,12})$",
        where="rest",
        accept=_is_lasting,
    ),
    _food(rf"{_EVER}{_NOT}{_EATS}(?P<value>[^,。]{{1,14}}?)(?:的|了)*$", where="rest", accept=_is_lasting),
    _food(
        rf"(?P<value>[^,。我不]{{1,8}}?)(?:我)?{_EVER}(?:都|也|一概|一律|基本|是|一点都"
        r"|一口)*(?:不(?:能|可以|敢|太能|爱|会)?)(?:吃|喝|碰|沾)(?:的|了)?$",
        where="body",
        about=SOMEBODY,
        accept=lambda hit: (
            not _TODAY.search(hit.clause.body)
            and hit.plain("value") not in ("什么", "怎么", "谁", "就", "他", "还")
            and not hit.plain("value").endswith(("说", "就", "所以"))
        ),
    ),
    _food(rf"{_EVER}(?:吃|喝)不了(?P<value>[^,。]{{1,10}}?)(?:的)?$", where="rest", accept=_is_lasting),
    _food(
        rf"{_EVER}(?:能|会|爱|很能|特别能|可以)吃(?P<value>辣|酸|苦|甜|咸|生的?|麻)(?:的)?$",
        where="core",
        accept=_is_lasting,
    ),
    _food(
        r"(?:的)?(?:口味|饮食|吃得|吃的|吃东西)(?:上)?(?:都|比较|一直|偏|很|挺|喜欢|习惯|要"
        r"|得)*(?P<value>清淡|重|淡|咸|甜|辣|酸|油|健康|[^,。]{1,6}为主)(?:一点|一些|的)?$",
        where="core",
    ),
    _food(
        r"(?:一般|平时|从来|都|喝咖啡|喝茶|点奶茶)*(?:不加|不放|少加|不要)(?P<value>糖|盐|冰|葱|香菜"
        r"|蒜|辣椒|味精|姜|奶|酱油|醋)(?:的)?$",
        where="core",
        about=SOMEBODY,
    ),
    _food(
        r"(?P<value>[^,。我]{1,10}?)(?:和[^,。]{1,6})?(?:都|也)?(?:要|得|需要)?(?:忌口|少吃|戒掉了"
        r"|(?:都|全|只)?(?:换|改)(?:喝|吃)|(?:都|全|只)?换成(?=[^,。]{1,6}[奶茶水糖油])|(?:都"
        r"|全)换(?=[^,。]{1,6}[奶茶水]))(?P<instead>[^,。]{0,8})$",
        where="body",
        about=SOMEBODY,
        accept=lambda hit: (
            (not re.search("不用|想|建议|时间", hit.clause.body) and bool(hit.plain("instead")))
            or hit.match[0].endswith("忌口")
        ),
    ),
)

_NEVER_EN = (
    r"(?:do not|does not|never|can not|could not|will not|no longer|rarely|only|avoid|avoids|stopped"
    r"|gave up|quit)"
)
EN = (
    _allergy(
        r"(?:a bit |slightly |severely |very |badly |mildly |also |deathly "
        r"|quite )*allergic to(?P<value> [^,]+)$"
    ),
    _allergy(r"(?:have|has) (?:an? )?(?:[a-z]+ )?(?P<value>[a-z]+ (?:allergy|allergies|intolerance))[^,]*$"),
    _allergy(r"(?:do not|does not) have any (?:known |food )?allergies[^,]*$", where="rest"),
    _allergy(r"(?P<value>(?:lactose|gluten|fructose|histamine)[ -]intolerant|coeliac|celiac)[^,]*$"),
    _food(
        r"(?:an? )?(?:strict |mostly |lifelong )?(?P<value>vegetarian|vegan|pescatarian|teetotal(?:er"
        r"|ler)?|on a [a-z-]+ diet|keto|halal|kosher)\b[^,]*$"
    ),
    _food(
        rf"{_NEVER_EN} (?:really )?(?:eat|drink|have|touch|do|consume|eating|drinking"
        r"|tolerate)(?P<value> [^,]+)$",
        where="rest",
        accept=lambda hit: (
            not re.match(
                r"(?:it|that|this|any idea|time|to|a clue|an? (?:question|idea|problem|car|job|dog"
                r"|cat)|much|anything|any |the time|access|enough|you|one|not|have)\b",
                hit.plain("value"),
            )
            and (
                ("have" not in hit.match[0] and " do " not in hit.match[0])
                or bool(
                    re.search(
                        r"dairy|gluten|sugar|meat|milk|nuts|spicy|caffeine|alcohol|bread|eggs|wheat|soy",
                        hit.plain("value"),
                    )
                )
            )
        ),
    ),
    _food(
        r"(?:avoid|avoids|cut out|skip)(?P<value> (?:sugar|gluten|dairy|meat|alcohol|caffeine|salt"
        r"|carbs|red meat|nuts|eggs|wheat|soy|seafood|pork|beef|spicy)[^,]*)$"
    ),
    _food(
        r"(?:like|likes|take|takes|drink|drinks) (?:my|his|her) (?P<value>(?:coffee|tea|steak|eggs"
        r"|whisky|toast)[^,]*)$",
        where="rest",
    ),
)

"""Requests for advice, and the statements that advice must not run against.

推荐今天的晚饭 shares no word with 不能吃香菜, and yet cannot be answered well without it. A few
topics, each with how advice is asked for and which statements limit it; wording only, in Chinese and English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing that people ask advice on.

    Attributes:
        name: stable; a reason of hits.
        asked: of a request for advice.
        limits: of a statement that limits it.
        strict: of those, the ones that harm is done by forgetting.
        apart: what is taken out of a statement before it is looked at: it only looks like a limit.
        probe: words of such statements, by which they are found.
        shared: who lives with a person has a part in it.
    """

    name: str
    asked: re.Pattern[str]
    limits: re.Pattern[str]
    strict: re.Pattern[str]
    apart: re.Pattern[str]
    probe: str
    shared: bool = False


def topics_of(question: str) -> tuple[Topic, ...]:
    """What a question asks advice on; for most questions nothing.

    Args:
        question: see `vault.recall.question.plain`.
    """
    clauses = [each for each in _CLAUSE_END.split(question) if each and not _NO_REQUEST.search(each)]
    return tuple(topic for topic in TOPICS if any(topic.asked.search(each) for each in clauses))


def limits(topic: Topic, statement: str) -> bool:
    """Whether a statement limits what may be advised on a topic."""
    return topic.limits.search(topic.apart.sub("", statement)) is not None


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_CLAUSE_END = re.compile(r"[,，。;；?？!！\n]+\s*|\.\s+")
_NO_REQUEST = _any(
    r"昨[天晚]|前[天晚]|上(?:次|周|回|个?月)|去年|刚才|刚刚|(?:了没有?|了吗|过吗|过没有?)$",
    r"(?:喜欢|爱|讨厌|平时|一般|经常|常常?|每[天周]|不能|不可以?|不"
    r"|正?在)[吃喝做玩练用服][^,，]{0,2}(?:什么|啥|哪)|[什哪][么些种].{0,6}过敏$",
    r"系统|软件|小程序|程序|代码|网[站页]|页面|文案|作文|文章|论文|翻译|英[语文]|日[语文]|怎么[读写念说]"
    r"|什么意思",
    r"电影|电视剧|纪录片|综艺|小说|游戏|歌曲?(?!厅)|股票|基金|视频|博主|数据|历史|由来|起源",
    r"\b(?:yesterday|last (?:night|week|time|month|year)|did|used to|ago|have i|had|was"
    r"|were|has (?!anyone|anybody|someone)\w+)\b|^when\b(?!.*\b(?:should|can|could|shall)\b)",
    r"\b(?:code|websites?|apps?|software|movies?|films?|novels?|songs?|essays?|translate|stocks?|history"
    r"|script)\b",
)
"""Of the past, or about making and watching things: no advice for the person is asked."""

_ASK = (
    r"(?:推荐|建议|安排|搭配|介绍|规划|计划|设计|制定|策划|列|挑|选|找|想|帮我[想做弄看出订定点买叫找选挑])"
)
_ASK_EN = (
    r"\b(?:recommend|suggest|advise|pick|choose|find|plan|ideas?|options?|book|order|make|need|want|help"
    r"|propose|give|show|tell|let'?s|get"
    r"|(?:'d|would) like|what(?:'s| is) an? (?:good|nice|great|quick|healthy|cheap|easy))\b"
)
_MEAL = (
    r"(?:早饭|早餐|早点|午饭|午餐|中饭|晚饭|晚餐|夜宵|宵夜|下午茶|三餐|正餐|外卖|餐厅|饭店|饭馆|馆子|菜馆"
    r"|酒楼|大排档|美食"
    r"|菜谱|食谱|菜单|菜品|点心|甜品|甜点|零食|小吃|火锅|烧烤|烤肉|自助餐|聚餐|便当|盒饭|减[脂肥]餐|营养餐"
    r"|健身餐|年夜饭|早茶"
    r"|[川粤湘鲁浙徽闽苏]菜|日料|西餐|中餐|家常菜|下饭菜|下酒菜|[道个样桌]菜|炒菜|凉菜|煲?汤|蛋糕|奶茶|饮料"
    r"|咖啡|好吃的|好喝的"
    r"|吃的|喝的|辅食|饮食|(?:吃饭|用餐|请客|宴客)的?地方)"
)
_MEAL_EN = (
    r"\b(?:breakfast|brunch|lunch|dinner|supper|meals?|snacks?|take-?away|take-?out|restaurants?|caf[eé]"
    r"|bistro"
    r"|recipes?|desserts?|menu|dish(?:es)?|food|grocer(?:y|ies)|cook|bake|some(?:thing"
    r"|where)(?: \w+)? to (?:eat|drink)|places? to eat|cake|eat out"
    r"|picnic|barbecue|bbq|pizza|sushi|curry|soup|pasta|burgers?|noodles|salad)\b"
)
_WHEN = (
    r"(?:今天|今晚|今儿|今早|明天|明晚|明早|后天|周末|中午|早上|晚上|下午|待会儿?|等会儿?|一会儿?|等下|这顿"
    r"|该|应该|我们?|咱们?|大家|要)"
)
_FOOD_END = (
    r"(?:肉|排骨|鱼|鸡|鸭|虾|蟹|牛腩|汤|菜|面|饭|粥|饼|饺子|馄饨|豆腐|蛋|羹|糕|茄子|土豆|火锅|鸡翅|翅"
    r"|[鸡牛羊]腿|爪|蹄|蹄髈|串|酱|蘸料|馅|辅食|沙拉|寿司|丸子?|卷|粽子?|包子|馒头|披萨|布丁|意面|三明治)"
)
_MEALS = _any(
    rf"{_ASK}[^,，。;；]{{0,12}}{_MEAL}",
    rf"{_MEAL}[^,，。;；]{{0,8}}(?:推荐|建议|安排|去哪|[吃喝做点选](?:点|些)?(?:什么|啥|哪)|怎么(?:安排"
    rf"|搭配|选|点|吃)|哪家|帮我)",
    rf"{_MEAL}[^,，。;；]{{0,10}}(?:有没有|还是|怎么[定做弄选]|如何(?:搭配|安排|做)|做法)"
    rf"|有没有[^,，。;；]{{0,8}}{_MEAL}",
    rf"(?<!是)(?:什么|啥|哪些)(?!时候|时间|意思|人)[^,，。;；]{{0,3}}{_MEAL}|(?:准备|买)(?:些|点)?(?:什么"
    rf"|啥|哪些)[^,，。;；]{{0,2}}食材",
    rf"(?:{_WHEN}[^,，。;；]{{0,8}})(?:[吃喝](?:点|些|顿|杯)?(?:什么|啥)|吃哪|去哪里?儿?吃)(?!了|药|补|亏)",
    r"^(?:[吃喝](?:点|些)?(?:什么|啥)(?!了|药|亏)|去哪里?儿?吃|吃哪家)|[吃喝](?:点|些)?(?:什么|啥)(?:好|呢"
    r"|比较好|合适)",
    r"哪[里儿家个]?(?:附近)?[^,，。;；]{0,6}(?:好吃|吃饭|餐厅|馆子|饭店|火锅|烧烤)|有(?:什么|啥"
    r"|没有)好[吃喝]的?",
    r"[点叫订](?:点|些)?(?:什么|啥)(?:外卖|菜|[快]?餐|好?[吃喝]的)|叫什么好|(?:点|叫|订)(?:个|份|一份|一个"
    r"|点儿?|些|一些|几[个道样份])?(?:外卖|餐|菜|吃的|喝的|奶茶|咖啡|披萨|炸鸡|快餐)"
    r"(?!的|员|号|码|机|平台|花|到|了|多少)",
    r"[做煮烧弄](?:点儿?|些|个|一?[道顿份桌]|几[道个样])?(?:什么|啥)?(?:菜|饭|吃|汤|便当|晚饭|晚餐|午饭"
    r"|早饭|早餐|蛋糕|甜品)"
    r"(?:好|呢|吧|给|吃)?[?？!！。]?$",
    rf"怎么[炒煮炖蒸煎烧腌]|{_FOOD_END}的?做法|{_FOOD_END}(?:要|该|应该|到底|是)?怎么(?:做|烧|炒|煮|炖|蒸"
    rf"|煎|烤|红烧|调|拌|腌|腌制|搭配|包)|教我[做烧炒煮炖包]",
    r"想(?:吃|喝)(?!过|了)|[肚我](?:子)?(?:好|有点|都)?饿了|[做弄备](?:点|些)?(?:什么|啥)招待|(?:请|带|约"
    r"|招待)[^,，。;；]{1,8}吃(?:饭|点|顿"
    r"|什么)|买(?:点|些)?(?:什么|啥)?菜",
    rf"{_ASK_EN}.{{0,40}}{_MEAL_EN}|\b(?:which|any|what)(?: (?!time|is|was|are)\w+){{0,2}} {_MEAL_EN}",
    rf"{_MEAL_EN}.{{0,12}}\b(?:ideas?|recommendations?|suggestions?|options?|plan|tips)\b",
    r"\bwhat (?:should|can|could|shall|do|to|would) (?:i |we |you )?(?:\w+ )?(?:eat|drink|cook|bake|order"
    r"|make with|have (?:for|with))\b",
    r"\border in\b|\bwhat goes (?:well |best )?with\b|\bwhat (?:can|should|could) i bring to (?:a"
    r"|the) (?:potluck|party|picnic|dinner)\b",
    r"\bwhere (?:should|can|could|shall|to) (?:i |we )?eat\b|\bi(?:'m| am) (?:\w+ )?hungry\b"
    r"|\bwhat'?s for (?:dinner|lunch|breakfast)\b",
    r"\b(?:cook|bake|prepare) (?:me|us|him|her|them|my \w+|our \w+)\b|\bhow (?:do|can|should|to) (?:i "
    r"|we )?(?:cook|bake)\b",
)
_NO_FOOD = (
    r"(?:花粉|尘螨|粉尘|灰尘|螨虫|[猫狗]毛|毛发|皮毛|柳絮|紫外线|日光|阳光|冷空气|蚊虫|蜂毒|乳胶|金属|镍"
    r"|化妆品|香水|洗衣粉"
    r"|青霉素|头孢\w{0,2}|磺胺|阿司匹林|布洛芬|抗生素|麻药|药物?|造影剂)"
)
_NO_FOOD_EN = (
    r"(?:pollen|dust(?: mites?)?|mites|cats?|dogs?|fur|hay|grass|bees?|bee stings?|latex|nickel|perfume"
    r"|sunlight|mou?ld"
    r"|penicillin|aspirin|ibuprofen|sulfa|antibiotics?|medication|codeine)"
)
_NOT_EATEN = (
    r"(?:不(?:能|可以?|要|宜|敢|爱|喜欢|会|再|太能|太|怎么|大能)?|别|没法|无法|忌|戒|禁|少|只能?|从来?不"
    r"|拒绝|避免?)"
    r"(?:吃|喝|碰|沾|食用?|放|加|摄入|饮酒|生冷|辛辣|油腻)(?!药|亏|惊|力|香(?:$|[,，。的了吗])|苦|醋|得消"
    r"|完|到|过|了)"
)
_DIET = (
    r"吃[全蛋奶]*素|素食|纯素|清真|生酮|低碳|[控戒低少无减]糖|[低少控]盐|少油|无麸质|忌口|忌食|吃斋|断食"
    r"|减[脂肥]|节食|乳糖|麸质"
    r"|不耐受?|痛风|糖尿病|血糖|尿酸|高血[压脂]|胃[病炎]|胃溃疡|怀孕|孕[期妇]|备孕|哺乳|[不没]沾酒"
    r"|[戒忌禁]酒"
)
_MEAL_LIMITS = (
    rf"过敏|{_NOT_EATEN}|(?:吃|喝|碰)不了|{_DIET}"
    r"|\ballerg\w*|\bintoleran\w*|\b(?:vegans?|vegetarians?|pescatarians?|halal|kosher|gluten|lactose"
    r"|coeliac|celiac|keto"
    r"|low-?carb|diabet\w+|pregnant|gout|teetotal\w*)\b"
    r"|\b(?:can(?:no|')t|can not|do(?:es)?(?: not|n't)|never|won't|must not|no longer|avoids?|stopped"
    r"|gave up|off)"
    r" (?:\w+ )?(?:eat(?:ing)?|drink(?:ing)?|touch|have|stand|dairy|meat|pork|beef|alcohol|sugar|seafood"
    r"|nuts)\b"
    r"|\bavoids? \w+"
)
_STRICT = (
    r"过敏|不耐|不能|不可|不宜|吃不了|喝不了|碰不得|清真|素|糖尿病|痛风|孕|乳糖|麸质|病"
    r"|\ballerg|\bintoleran|\bcan(?:no|')t\b|\bcan not\b|\bmust not\b|\b(?:vegan|vegetarian|halal|kosher"
    r"|coeliac|celiac|diabet"
    r"|pregnan)"
)

_MEDICINE = _any(
    r"[吃用买开拿](?:点|些)?(?:什么|啥|哪种)药|(?:什么|啥|哪[种个])(?:感冒|止痛|退烧|消炎|止咳|胃|过敏)?药",
    rf"{_ASK}[^,，。;；]{{0,12}}(?:药|止痛片|抗生素|消炎)|(?:可以|能|能不能|可不可以)(?:吃|用|服"
    rf"|打)[^,，。;；]{{1,10}}(?:药|头孢|青霉素"
    r"|阿莫西林|布洛芬|阿司匹林|疫苗|抗生素)|药[^,，。;；]{0,6}(?:推荐|建议)",
    r"(?:感冒|发烧|头[疼痛]|咳嗽|牙[疼痛]|胃[疼痛]|肚子[疼痛]|拉肚子|失眠|嗓子[疼痛]"
    r"|发炎)[^,，。;；]{0,6}(?:怎么办|吃什么|用什么)",
    rf"{_ASK_EN}.{{0,40}}\b(?:medicines?|medications?|painkillers?|antibiotics?|pills?|remed(?:y|ies)"
    rf"|drugs? for)\b",
    r"\b(?:can|should|may|could) i (?:take|use) (?!the (?:bus|train|car|day|metro)|a (?:bus|train|taxi|cab"
    r"|day|break|walk))\w+"
    r".{0,30}\b(?:for|with|pill|tablets?|medicine|ibuprofen|aspirin|paracetamol|penicillin|antibiotics?)\b",
    r"\bwhat (?:should|can|could) i take for\b",
)
_MEDICINE_LIMITS = (
    r"过敏|蚕豆病|[在长]期?(?:吃|服)[^,，。;；]{0,10}药|服用|怀孕|孕[期妇]|备孕|哺乳|高血压|糖尿病|溃疡"
    r"|哮喘|心脏|肝[病炎功]|肾|青光眼|癫痫"
    r"|\ballerg\w*|\bintoleran\w*|\btak(?:e|es|ing) (?:\w+ )*(?:medication|medicine|pills?|mg)\b"
    r"|\bpregnan\w*|\bbreastfeed\w*|\bulcers?\b"
    r"|\basthma\w*|\bhypertension\b|\bblood thinners?\b|\bdiabet\w+|\bheart (?:condition|disease)\b"
)

_EXERCISE = _any(
    rf"{_ASK}[^,，。;；]{{0,12}}(?:运动|健身|锻炼|训练|跑步|瑜伽|拉伸|减肥|增肌)",
    r"(?:运动|健身|锻炼|训练|跑步|减肥|增肌)(?:计划|方案|项目|动作)?[^,，。;；]{0,6}(?:推荐|建议"
    r"|怎么(?:安排|练|做)|[练做](?:点|些)?(?:什么|啥))",
    r"(?:怎么|如何)(?:锻炼|健身|减肥|增肌|练)|适合[^,，。;；]{0,6}(?:运动|锻炼|健身)|(?:做|练)(?:点"
    r"|些)?(?:什么|啥)(?:运动|锻炼|项目)",
    rf"{_ASK_EN}.{{0,40}}\b(?:workouts?|exercis(?:e|es)|training (?:plan|program(?:me)?)|fitness|sports?"
    rf"|stretch(?:es|ing)?)\b",
    r"\b(?:workout|exercise|training|running|fitness) (?:plan|routine|program(?:me)?|ideas?|schedule)\b"
    r"|\bhow (?:should|can|do) i (?:exercise|work ?out|train|get fit|lose weight)\b",
)
_EXERCISE_LIMITS = (
    r"(?:拉|扭|摔|撕|挫|损|受|烫|劳)伤|骨折|半月板|韧带|腰[椎突]|椎间盘|颈椎|膝盖|关节|滑膜|心脏|高血压"
    r"|哮喘|怀孕|孕[期妇]|手术|脱臼"
    r"|不(?:能|宜|可以?|要|适合)(?:再|做)?(?:跑|跳|剧烈|运动|久站|负重|深蹲|爬|游)"
    r"|\binjur\w*|\bsprain\w*|\btorn\b|\btore\b|\bfractur\w*|\bherniat\w*|\bslipped disc\b|\b(?:bad|weak"
    r"|sore|knee|back) (?:knees?|back|pain)\b"
    r"|\bheart (?:condition|disease)\b|\basthma\w*|\bpregnan\w*|\bsurgery\b|\barthritis\b|\b(?:can(?:no|')t"
    r"|must not|should not|shouldn't)"
    r" (?:\w+ )?(?:run|jump|lift|squat|swim|jog)\b"
)

_TRAVEL = _any(
    rf"{_ASK}[^,，。;；]{{0,12}}(?:旅[行游]|行程|机票|车票|出行|景点|路线|自驾|邮轮|游乐[园场]|过山车|度假"
    rf"|出游|玩的|周边游|目的地)",
    r"(?:订|买|抢)(?:一?张|个|好)?[^,，。;；]{0,6}(?:机票|车票|火车票|高铁票|船票)(?!多少|了|价)"
    r"|去哪里?儿?(?:玩|旅[行游]|度假|走走)",
    r"(?:旅[行游]|行程|自驾|度假|出游)[^,，。;；]{0,6}(?:推荐|建议|怎么(?:安排|规划|去)|去哪)",
    rf"{_ASK_EN}.{{0,40}}\b(?:trips?|vacation|holiday|flights?|itinerary|destinations?|cruise|tours?"
    rf"|road ?trip|amusement park"
    r"|theme park)\b",
)
_TRAVEL_LIMITS = (
    r"晕[车船机]|恐高|恐飞|恐水|幽闭|轮椅|高反|高原反应|(?:怕|害怕|恐惧|不敢|不能|不宜)(?:再)?(?:坐|乘|搭"
    r"|去|开)?(?:飞机|船|过山车|电梯|高原|长途|高)"
    r"|\b(?:car|sea|motion|travel|air|altitude)[ -]?sick\w*|\b(?:afraid|scared|fear|terrified) of (?:flying"
    r"|heights|boats?|planes?)\b"
    r"|\bwheelchair\b|\bclaustrophob\w*|\bcan(?:no|')t (?:fly|drive)\b"
)
_NOTHING = re.compile(r"(?!)")

TOPICS = (
    Topic(
        name="meals",
        asked=_MEALS,
        limits=_any(_MEAL_LIMITS),
        strict=_any(_STRICT),
        apart=_any(
            rf"对(?:{_NO_FOOD}[和跟与、及或,，]?)+(?:都|也|有点|有些|严重|轻微|会)*过敏"
            rf"|(?<![和跟与、及或]){_NO_FOOD}过敏"
            rf"|皮肤过敏|过敏性?(?:鼻炎|皮炎|哮喘)",
            rf"\ballergic to (?:{_NO_FOOD_EN}(?:,? and |,? or |, )?)+(?=[.;,!)]|$| since| so| but)"
            rf"|\b{_NO_FOOD_EN} allerg\w+",
        ),
        probe="过敏 忌口 忌 不能吃 不吃 吃不了 不喝 戒 不可以吃 吃素 素食 清真 不耐受 乳糖 麸质 痛风 糖尿病"
        " 怀孕 控糖 减脂"
        " allergy allergic intolerant vegetarian vegan halal kosher gluten lactose eat drink avoid diet"
        " pregnant diabetic",
        shared=True,
    ),
    Topic(
        name="medicine",
        asked=_MEDICINE,
        limits=_any(_MEDICINE_LIMITS),
        strict=_any(_STRICT),
        apart=_NOTHING,
        probe="过敏 青霉素 头孢 服用 在吃 长期吃药 降压药 降糖药 药 怀孕 哺乳 高血压 糖尿病 溃疡 哮喘 心脏病"
        " 肝 肾 蚕豆病 allergic allergy medication pills pregnant asthma ulcer hypertension diabetes",
    ),
    Topic(
        name="exercise",
        asked=_EXERCISE,
        limits=_any(_EXERCISE_LIMITS),
        strict=_any(_STRICT, _EXERCISE_LIMITS),
        apart=_NOTHING,
        probe="受伤 拉伤 扭伤 骨折 半月板 韧带 腰椎 椎间盘 膝盖 关节 手术 心脏病 高血压 哮喘 不能跑步"
        " 不能剧烈运动"
        " injury injured sprained torn knee back surgery asthma heart condition pregnant arthritis",
    ),
    Topic(
        name="travel",
        asked=_TRAVEL,
        limits=_any(_TRAVEL_LIMITS),
        strict=_any(_TRAVEL_LIMITS),
        apart=_NOTHING,
        probe="晕车 晕船 晕机 恐高 恐飞 轮椅 高原反应 怕坐飞机 不能坐飞机 car sick seasick motion sickness"
        " afraid flying heights wheelchair",
    ),
)

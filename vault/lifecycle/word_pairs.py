"""Words that mean the same, words that mean the opposite, and words that carry no fact of their own."""

from __future__ import annotations

import re

SYNONYMS: tuple[tuple[str, ...], ...] = (
    ("用户",),
    ("喜欢", "喜爱", "爱好", "热爱", "偏爱", "钟爱", "很爱", "最爱", "爱"),
    ("讨厌", "厌恶", "反感"), ("害怕", "惧怕", "恐惧", "怕"),
    ("妈妈", "母亲", "老妈", "妈"), ("爸爸", "父亲", "老爸", "爸"), ("爷爷", "祖父"), ("奶奶", "祖母"),
    ("外公", "姥爷"), ("外婆", "姥姥"),
    ("妻子", "老婆", "太太", "媳妇", "爱人"), ("丈夫", "老公", "先生"), ("孩子", "小孩", "娃"), ("女儿",
    "闺女"), ("伙伴", "搭档"),
    ("工作", "上班", "任职", "供职", "就职", "干活"), ("公司", "单位"), ("老板", "上司", "领导"), ("同事",
    "同僚"),
    ("居住", "住在", "住", "家在", "定居"), ("房子", "住房", "屋子"), ("叫", "名叫", "名字是", "名字叫",
    "名为", "取名", "起名", "名字"),
    ("买", "购买", "购入", "入手"), ("会", "能", "可以", "能够"), ("开会", "例会", "会议"), ("吃", "食用"),
    ("喝", "饮用", "饮"),
    ("饭", "餐"), ("是", "用的是", "用的"), ("跑步", "慢跑"), ("健身", "锻炼", "运动"), ("读书", "看书",
    "阅读"), ("电影", "影片"), ("音乐", "歌曲"),
    ("电脑", "计算机", "笔记本"), ("手机", "移动电话"), ("汽车", "车子", "车"), ("自行车", "单车", "脚踏车"),
    ("地铁", "轨道交通"),
    ("飞机", "航班"), ("坐", "乘", "乘坐", "搭"), ("土豆", "马铃薯"), ("番茄", "西红柿"), ("香菜", "芫荽"),
    ("咖啡", "coffee"), ("茶", "tea"),
    ("早餐", "早饭"), ("午餐", "午饭", "中饭"), ("晚餐", "晚饭"), ("睡觉", "入睡", "就寝", "睡"), ("起床",
    "起身"), ("周末", "双休日"),
    ("体检", "身体检查"), ("医生", "大夫"), ("医院", "诊所"), ("过敏", "过敏体质"), ("生日", "出生日期",
    "诞辰"), ("结婚", "成婚"),
    ("毕业", "结业"), ("需要", "必须", "得"), ("经常", "常常", "常", "时常", "总是", "老是"),
    ("通勤", "上下班"), ("约", "大约", "大概", "左右", "差不多"), ("宠物", "毛孩子"), ("猫咪", "猫", "小猫"),
    ("狗狗", "狗", "小狗"),
    ("送", "赠"), ("使用", "用", "在用"), ("密码", "口令"), ("聚会", "聚餐"), ("旅行", "旅游"), ("养", "养了",
    "有"),
)  # fmt: skip
SYNONYMS_EN: tuple[tuple[str, ...], ...] = (
    ("like", "love", "enjoy", "adore", "prefer", "fond", "fan", "favourite", "favorite"), ("mother", "mom",
    "mum", "mommy"),
    ("father", "dad", "daddy"), ("live", "reside", "based"), ("work", "job", "employed"), ("wife", "spouse"),
    ("buy", "bought", "purchase"),
    ("kid", "child", "children"), ("movie", "film"), ("use", "using"), ("begin", "start"), ("doctor",
    "physician"), ("phone", "cellphone", "mobile"),
    ("big", "large"), ("name", "named", "call"), ("run", "jog"), ("study", "learn"), ("have", "has", "own",
    "keep"), ("meet", "meeting"),
    ("usual", "usually", "normally", "typically"), ("go", "goes", "going", "went"), ("bike", "bicycle",
    "cycle"), ("flat", "apartment"), ("vet", "veterinarian"),
    ("eat", "ate", "eats"), ("drink", "drank"), ("drive", "drove"), ("take", "took"), ("cook", "cooking"),
    ("allergic", "allergy", "allergies"),
)  # fmt: skip
ANTONYMS: tuple[tuple[str, str], ...] = (
    ("早", "晚"), ("左", "右"), ("去", "来"), ("上", "下"), ("前", "后"), ("大", "小"), ("多", "少"), ("高",
    "低"), ("长", "短"), ("冷", "热"),
    ("冰", "热"), ("甜", "咸"), ("甜", "苦"), ("浓", "淡"), ("深", "浅"), ("新", "旧"), ("快", "慢"), ("贵",
    "便宜"), ("远", "近"), ("胖", "瘦"), ("内", "外"),
    ("东", "西"), ("南", "北"), ("男", "女"), ("公", "母"), ("开", "关"), ("买", "卖"), ("借", "还"), ("进",
    "出"), ("有", "无"), ("真", "假"), ("对", "错"),
    ("赢", "输"), ("涨", "跌"), ("增", "减"), ("软", "硬"), ("干", "湿"), ("胜", "败"), ("收", "发"), ("喜欢",
    "讨厌"), ("喜欢", "害怕"), ("开始", "停止"),
    ("开始", "结束"), ("同意", "反对"), ("接受", "拒绝"), ("单身", "结婚"), ("结婚", "离婚"), ("入职",
    "离职"), ("支持", "反对"), ("安静", "吵"), ("哥", "弟"),
    ("姐", "妹"), ("爸", "妈"), ("儿", "女"), ("夫", "妻"), ("爷", "奶"), ("生", "熟"), ("明", "昨"), ("升",
    "降"), ("加", "减"), ("白", "黑"), ("阴", "阳"),
    ("首", "末"), ("提前", "推迟"), ("记", "忘"), ("允许", "禁止"), ("荤", "素"), ("无糖", "加糖"), ("清淡",
    "重口"), ("怕", "爱"),
)  # fmt: skip
ANTONYMS_EN: tuple[tuple[str, str], ...] = (
    ("left", "right"), ("morning", "evening"), ("early", "late"), ("hot", "cold"), ("iced", "hot"), ("like",
    "hate"), ("before", "after"), ("start", "stop"),
    ("begin", "quit"), ("open", "close"), ("buy", "sell"), ("up", "down"), ("in", "out"), ("with", "without"),
    ("more", "less"), ("old", "new"), ("big", "small"),
    ("long", "short"), ("brother", "sister"), ("mother", "father"), ("son", "daughter"), ("husband", "wife"),
    ("always", "never"), ("single", "married"),
    ("upstairs", "downstairs"), ("dark", "light"), ("sweet", "bitter"), ("inside", "outside"), ("first",
    "last"), ("from", "to"), ("true", "false"),
    ("male", "female"), ("north", "south"), ("east", "west"), ("high", "low"), ("fast", "slow"), ("can",
    "cannot"), ("accept", "refuse"),
)  # fmt: skip
EMPTY_WORDS = re.compile(
    r"用户|非常|特别|十分|超级|超(?!市)|挺|蛮|比较|最|正在|本人|自己|咱们|我们|我|他们|其实|平时|平常|一般"
    r"|通常|目前|现在|如今|最近|已经|一直|仍然|可能|的话|一下|这个|那个|一只|一个|一家|一名|一位|一条|一种"
    r"|一些|一台|一部"
    r"|的|了|着|过|是|在|也|都|就|还(?![了给钱清款])|又|很|把|被|和|跟|与|及|并|而|呢|啊|吧|呀|哦|嘛|哈|啦|噢"
    r"|地|得|之|于|到|个|只|位|名|条|为|那|这|它|时候|时|里|里面|上面|事情|东西|方面|来说|总|只要|"
    r"点(?!心)|种|家里|(?<!开)会(?!议)|要|才|让|给|(?<!反)对|从|将|想|做|打|每次"
)
EMPTY_WORDS_EN = frozenset(
    [
        "a",
        "an",
        "the",
        "i",
        "i'm",
        "im",
        "my",
        "me",
        "mine",
        "we",
        "our",
        "us",
        "user",
        "user's",
        "he",
        "she",
        "his",
        "her",
        "they",
        "their",
        "it",
        "its",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "am",
        "of",
        "to",
        "at",
        "in",
        "on",
        "with",
        "and",
        "or",
        "that",
        "this",
        "these",
        "those",
        "as",
        "from",
        "so",
        "very",
        "really",
        "just",
        "also",
        "do",
        "does",
        "did",
        "have",
        "has",
        "had",
        "will",
        "would",
        "can",
        "could",
        "there",
        "here",
        "about",
        "some",
        "any",
        "one",
        "who",
        "which",
        "currently",
        "now",
        "usually",
        "often",
        "always",
        "up",
        "too",
        "most",
        "much",
        "quite",
        "s",
        "m",
        "re",
        "ve",
        "ll",
        "d",
        "t",
        "every",
        "each",
        "then",
        "when",
        "while",
        "because",
        "but",
        "if",
        "usual",
        "person",
        "name",
        "called",
    ]
)
PEOPLE = re.compile(
    r"妈|爸|爹|父亲|母亲|爷爷|奶奶|外公|外婆|姥爷|姥姥|妻子|老婆|太太|丈夫|老公|女朋友|男朋友|女友|男友|对象"
    r"|儿子|女儿|孩子|哥哥?|弟弟?|姐姐?|妹妹?|表[哥弟姐妹]|堂[哥弟姐妹]|叔叔?|舅舅?|姑姑?|姨|侄|岳父|岳母"
    r"|公公|婆婆"
    r"|同事|老板|领导|上司|朋友|闺蜜|室友|邻居|房东|同学|老师|客户|猫|狗"
    r"|\b(?:mother|mom|mum|father|dad|wife|husband|girlfriend|boyfriend|partner|son|daughter|kids?"
    r"|child(?:ren)?|brother|sister|uncle|aunt|cousin|grand(?:ma|pa|mother|father)|boss|colleague"
    r"|friend|roommate|neighbou?r|landlord|teacher|client|cat|dog)\b"
)
PLANS = re.compile(
    r"打算|准备(?!好)|计划|考虑|希望|可能|也许|或许|如果|假如|要是|万一|想要"
    r"|想(?=[去买学换养搬吃喝做看试找要])|将要|要不要|是不是|有没有|吗|[?？]|什么|多少|哪|谁|怎么(?!也)"
    r"|\b(?:plans? to|planning|wants? to|might|maybe|perhaps|if|would like|hopes? to|considering"
    r"|thinking (?:of|about)|going to|wish)\b"
)
PAST = re.compile(
    r"以前|曾经|从前|过去|小时候|原来|原先|当年|那时候?|之前|\bused to\b|\bformerly\b"
    r"|\bonce (?:lived|worked)\b|\bas a (?:child|kid)\b|\bprevious(?:ly)?\b"
)

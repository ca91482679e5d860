"""General words for things, and words for things of that sort: a `Toyota` is a car, a `柯基` is a dog."""

from __future__ import annotations

import re
from functools import cache

from vault.lifecycle.wording import folded

PHONES: tuple[str, ...] = (
    "iphone", "samsung", "huawei", "xiaomi", "小米", "华为", "oppo", "vivo", "荣耀", "三星", "pixel",
    "galaxy", "红米", "安卓",
    "android", "一加",
    "oneplus", "realme", "redmi", "mate#", "pura#", "nova#", "magic#", "find x#", "nokia", "motorola",
    "诺基亚", "魅族",
)  # fmt: skip
COMPUTERS: tuple[str, ...] = (
    "macbook", "thinkpad", "mac mini", "imac", "surface", "thinkbook", "xps", "chromebook", "拯救者",
    "小新", "戴尔",
    "联想", "惠普", "dell", "lenovo",
)  # fmt: skip
CARS: tuple[str, ...] = (
    "丰田", "本田", "大众", "高尔夫", "特斯拉", "比亚迪", "宝马", "奔驰", "奥迪", "别克", "福特", "日产",
    "卡罗拉",
    "思域", "凯美瑞", "雅阁", "朗逸", "帕萨特", "蔚来", "理想l#", "小鹏", "问界", "吉利", "长安", "哈弗",
    "五菱",
    "马自达", "沃尔沃", "现代", "起亚", "斯巴鲁", "雷克萨斯", "保时捷", "toyota", "corolla", "honda",
    "civic", "tesla",
    "model#", "model y", "bmw", "mercedes", "audi", "volkswagen", "golf", "ford", "mazda", "subaru",
    "volvo", "nissan",
    "hyundai", "kia", "prius", "camry", "byd", "skoda", "fiat", "renault", "peugeot", "jeep", "lexus",
    "porsche",
)  # fmt: skip
_SCOOTERS = ("电动车", "电瓶车", "雅迪", "小牛", "爱玛", "scooter", "vespa")
_MOTORBIKES = ("摩托", "motorbike", "motorcycle")
_BIKES = ("自行车", "单车", "bike", "bicycle")
_DOGS = (
    "狗", "犬", "金毛", "柯基", "柴犬", "泰迪", "边牧", "哈士奇", "拉布拉多", "萨摩耶", "比熊", "博美",
    "法斗", "雪纳瑞",
    "贵宾", "德牧", "阿拉斯加", "吉娃娃", "dog", "puppy", "labrador", "retriever", "poodle", "beagle",
    "corgi", "husky",
    "terrier", "shepherd", "spaniel", "dachshund", "bulldog", "collie", "greyhound",
)  # fmt: skip
_CATS = (
    "猫", "英短", "美短", "布偶", "三花", "狸花", "暹罗", "缅因", "加菲", "金渐层", "银渐层", "cat",
    "kitten", "tabby",
    "ragdoll", "siamese",
)  # fmt: skip
_PETS = (
    *_DOGS, *_CATS, "鹦鹉", "仓鼠", "兔", "乌龟", "金鱼", "鱼", "鸟", "龙猫", "刺猬", "蜥蜴", "守宫",
    "荷兰猪", "貂", "宠物",
    "毛孩子", "rabbit", "bunny", "hamster", "parrot", "budgie", "goldfish", "fish", "turtle", "tortoise",
    "lizard",
    "gecko", "hedgehog", "ferret", "guinea pig", "bird", "pony", "horse", "pet",
)  # fmt: skip
_ALCOHOL = (
    "酒",
    "白酒",
    "啤酒",
    "红酒",
    "alcohol",
    "beer",
    "wine",
    "whisky",
    "whiskey",
    "gin",
    "cocktail",
)
_TOBACCO = ("烟", "香烟", "smoke", "smoking", "cigarette", "vape")
_MEAT = ("肉", "荤", "meat")

_SORTS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("手机", "phone", "cellphone"), PHONES),
    (("电脑", "笔记本", "笔记本电脑", "laptop", "computer"), COMPUTERS),
    (("车", "汽车", "车子", "小车", "爱车", "座驾", "car"), CARS),
    (("电动车", "电瓶车", "小电驴", "scooter"), _SCOOTERS),
    (("摩托车", "摩托", "motorbike", "motorcycle"), _MOTORBIKES),
    (("自行车", "单车", "bike", "bicycle"), _BIKES),
    (("狗", "狗狗", "小狗", "狗子", "dog", "puppy"), _DOGS),
    (("猫", "猫咪", "小猫", "猫主子", "cat", "kitty", "kitten"), _CATS),
    (("宠物", "毛孩子", "pet"), _PETS),
    (("酒", "alcohol", "drinking"), _ALCOHOL),
    (("wine", "beer", "白酒", "啤酒", "红酒"), ("酒", "alcohol")),
    (("烟", "smoking", "cigarettes"), _TOBACCO),
    (("肉", "荤", "荤菜", "meat"), _MEAT),
)


def is_of_sort(general: str, text: str) -> bool:
    """Whether `general` (`车`, `my dog`) is a general word and `text` names something of that sort."""
    word = folded(general)
    return any(
        word in words and any(stands_in(member, folded(text)) for member in members)
        for words, members in _SORTS
    )


def names_living(text: str) -> bool:
    """Whether `text` speaks of a pet."""
    plain = folded(text)
    return "养" in plain or any(stands_in(word, plain) for word in _PETS)


def stands_in(word: str, plain: str) -> bool:
    """Whether `word` (`#` stands for a number) stands in a folded text; Latin words as a whole."""
    return _pattern(word).search(plain) is not None


@cache
def _pattern(word: str) -> re.Pattern[str]:
    pattern = re.escape(word).replace(r"\#", r"\s?\d")
    whole = word.isascii() and not word.endswith("#")
    return re.compile(rf"(?<![a-z]){pattern}s?(?![a-z])" if whole else pattern)

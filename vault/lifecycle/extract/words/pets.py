"""Words for pets, Chinese and English."""

from __future__ import annotations

from vault.lifecycle.extract.pattern import any_of

_ANIMALS = (
    "猫 狗 猫咪 狗狗 小猫 小狗 喵 汪 毛孩子 主子 猫主子 鱼 金鱼 锦鲤 兔子 仓鼠 乌龟 龟 鹦鹉 鸟 龙猫"
    " 刺猬 蜥蜴 守宫 荷兰猪 豚鼠 貂 蛇 鸡 鸭 鹅 蜘蛛 老狗 老猫"
)
_BREEDS = (
    "英短 美短 布偶 橘猫 三花 狸花 狸花猫 奶牛猫 暹罗 缅因 加菲 无毛猫 蓝猫 田园猫 金渐层 银渐层 金毛"
    " 柯基 柴犬 泰迪 边牧 哈士奇 拉布拉多 萨摩耶 比熊 博美"
    " 法斗 雪纳瑞 贵宾 德牧 阿拉斯加 吉娃娃 田园犬 土狗 虎皮 玄凤 布偶猫 贵宾犬 柯基犬 边境牧羊犬"
)
PET_ZH = any_of(f"{_ANIMALS} {_BREEDS}")
PET_EN = any_of(
    "dog cat puppy kitten pup kitty rabbit bunny hamster parrot budgie fish goldfish turtle tortoise"
    " lizard gecko snake horse pony hedgehog ferret"
    " greyhound labrador retriever poodle beagle corgi husky terrier shepherd spaniel dachshund"
    " bulldog collie tabby ragdoll siamese bird"
    " dogs cats puppies kittens rabbits hamsters chickens hens guinea_pig guinea_pigs"
)

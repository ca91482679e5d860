"""Kinds of things and what belongs to them: who asks for the dog means the corgi, never the other way."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from vault.index.tokens import latin_words

_KINDS = """
宠物 狗 狗狗 dog puppy pet: 金毛 哈士奇 拉布拉多 牧羊犬 贵宾犬 小狗
dog puppy pet 狗: corgi beagle poodle labrador husky greyhound terrier spaniel retriever
宠物 猫 猫咪 cat kitten pet: 黑猫 白猫 波斯猫 小猫 tabby siamese
宠物 动物 养 pet animal: 猫 狗 鱼 金鱼 乌龟 兔子 仓鼠 鹦鹉 鸟 cat dog fish rabbit hamster parrot turtle
运动 锻炼 健身 sport exercise: 游泳 羽毛球 篮球 足球 网球 乒乓球 瑜伽 爬山 登山
运动 锻炼 健身 sport exercise: 骑车 骑行 滑雪 拳击 攀岩 太极 散步
sport exercise workout 运动: swimming badminton tennis football basketball yoga cycling
sport exercise workout 运动: climbing boxing running
乐器 instrument: 吉他 钢琴 古筝 小提琴 大提琴 二胡 琵琶 笛子 萨克斯 架子鼓
instrument 乐器: guitar piano violin cello drums flute
药 药物 medicine medication antibiotic: 青霉素 头孢 阿司匹林 胰岛素 降压药 维生素 抗生素 止痛药
medicine medication antibiotic 药: penicillin aspirin ibuprofen insulin
工作 职业 行业 job work occupation living: 老师 教师 医生 护士 律师 会计 工程师 程序员 设计师 司机 厨师
工作 职业 行业 job work occupation living: 记者 编辑 警察 公务员 销售 经理 研究员 翻译
job work occupation living 工作 职业: teacher doctor nurse lawyer engineer designer driver chef
job work occupation living 工作 职业: accountant programmer developer analyst pharmacist
语言 外语 language: 英语 日语 法语 德语 韩语 俄语 西班牙语 葡萄牙语 意大利语 粤语
language 语言: english french german spanish italian portuguese dutch japanese korean chinese
颜色 color colour: 红色 蓝色 绿色 黑色 白色 黄色 紫色 粉色 灰色
color colour 颜色: red blue green black white yellow purple grey
水果 fruit: 苹果 香蕉 西瓜 葡萄 草莓 芒果 榴莲 桃子 apple banana grape mango peach
喝 饮料 drink: 茶 咖啡 豆浆 牛奶 可乐 啤酒 白酒 红酒 tea coffee milk beer wine
相机 camera: 富士 尼康 佳能 索尼 fujifilm nikon canon
电脑 笔记本 笔记本电脑 computer laptop: 联想 华为 苹果 macbook thinkpad
手机 phone: 小米 华为 苹果 iphone pixel samsung
车 汽车 car: 比亚迪 大众 丰田 本田 特斯拉 沃尔沃 奔驰 宝马 奥迪 volvo toyota honda tesla bmw audi ford
编辑器 editor: vim neovim emacs vscode sublime
受伤 伤 injured hurt: 摔伤 扭伤 骨折 烫伤 摔 扭 broke sprained
亲戚 家人 family: 爸爸 妈妈 哥哥 姐姐 弟弟 妹妹 爷爷 奶奶 外公 外婆 叔叔 姑姑 阿姨 表弟 表妹 堂弟
孩子 小孩 child kid: 儿子 女儿 son daughter
考试 考 exam: 六级 四级 雅思 托福 高考 考研 ielts toefl
通勤 上班 commute: 地铁 公交 骑车 自行车 subway bus bike train
节日 圣诞节 圣诞 christmas: december
"""


@cache
def members() -> Mapping[str, tuple[str, ...]]:
    """For each word of a kind what belongs to it, as search tokens."""
    found: dict[str, dict[str, None]] = {}
    for line in _KINDS.strip().splitlines():
        kinds, _, belonging = line.partition(":")
        for kind in kinds.split():
            found.setdefault(_token(kind), {}).update(dict.fromkeys(map(_token, belonging.split())))
    return {kind: tuple(belonging) for kind, belonging in found.items()}


def _token(word: str) -> str:
    return latin_words(word)[-1] if word.isascii() else word

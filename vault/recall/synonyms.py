"""Everyday words that stand for one another in questions and memories, Chinese and English.

Whoever asks 我的领导是谁 means the memory that says 上司. Vectors often see that; for short questions, and
without a model, these groups do. They are broad on purpose: a synonym counts for less than the word itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from vault.index.tokens import latin_words
from vault.recall.kinds import members

_GROUPS = """
住 家 住址 地址 家住 住在 住处 租住 居住 居住地 搬家 搬到 搬去 搬 小区 公寓 live home address reside move rent
老家 故乡 家乡 籍贯 hometown
出生 长大 毕业 grow
公司 上班 工作 单位 入职 任职 就职 职业 职位 岗位 work job office company employer career occupation
领导 上司 老板 主管 经理 boss manager supervisor lead
说话 回答 回复 沟通 交流 reply answer
聊 谈 谈话 面谈 开会 talk chat one-to-one one-on-one 1:1 meeting
同事 搭档 colleague coworker teammate
名字 姓名 叫 name
生日 出生 诞辰 birthday born birth
年龄 岁 几岁 多大 出生 age old born
宠物 猫 狗 猫咪 狗狗 仓鼠 兔子 鹦鹉 养 pet cat dog puppy kitten
妈妈 母亲 妈 mother mom mum
爸爸 父亲 爸 father dad
爸妈 父母 双亲 parent
妻子 老婆 太太 爱人 媳妇 wife
丈夫 老公 先生 爱人 husband
女朋友 女友 对象 girlfriend partner
男朋友 男友 对象 boyfriend partner
孩子 儿子 女儿 宝宝 小孩 child kid son daughter
女儿 闺女 daughter
儿子 娃 son
室友 合租 舍友 roommate flatmate
寝室 宿舍 dorm dormitory
爷爷 grandfather grandpa
奶奶 grandmother grandma
外公 姥爷 grandfather
外婆 姥姥 grandmother
岳母 丈母娘 mother-in-law
婆婆 mother-in-law
哥哥 哥 大哥 brother
弟弟 弟 brother
姐姐 姐 sister
妹妹 妹 sister
朋友 好友 friend
读书 上学 学校 大学 念书 在读 读 专业 school university college study student
医院 看病 医生 大夫 就诊 挂号 hospital doctor clinic
体检 检查 checkup check-up examination
牙 牙医 看牙 洗牙 teeth tooth dentist
过敏 过敏源 忌口 避开 allergy allergic avoid
忌口 不吃 吃 避开 禁忌 素食 vegetarian avoid dislike hate eat
药 吃药 服药 用药 medicine medication pill
喜欢 爱 最爱 偏爱 喜爱 like love favorite favourite prefer enjoy
讨厌 反感 受不了 dislike hate
怕 害怕 afraid scared fear
爱好 兴趣 业余 hobby interest
电影 影片 片子 movie film
书 读 看书 阅读 看 book read
剧 电视剧 追 追剧 show series
音乐 歌 歌曲 听 歌手 music song singer band
播客 podcast
游戏 game
运动 锻炼 健身 跑步 exercise sport workout gym run
咖啡 手冲 拿铁 美式 coffee
茶 tea
酒 喝酒 啤酒 alcohol beer wine drink
吃饭 饭 晚饭 晚餐 午饭 午餐 早饭 早餐 dinner lunch breakfast meal eat food
辣 吃辣 spicy
脚本 程序 代码 script code program
项目 project
业余 副业 side
密码 口令 暗号 password passcode code pin
接入 登录 access login
设备 device
客厅 living
书房 study
网络 wifi 无线 上网 network internet
车 汽车 开车 car drive
车位 停车 停车位 parking park
楼 层 几楼 楼层 floor
栋 号楼 building
眼镜 近视 度数 视力 隐形眼镜 eyesight glasses lenses
鞋 鞋子 shoe
衣服 尺码 尺寸 size
到期 过期 续费 续 有效期 expire renew
截止 交 提交 期限 deadline due submit
上线 发布 部署 deploy release launch
春节 过年 新年
圣诞 圣诞节 christmas december
左撇子 左手 右手 左利手 left-handed hand
体重 公斤 斤 weight weigh
身高 height tall
护照 passport
驾照 驾驶证 licence license
工号 编号 号 number
密码锁 门锁 lock
放 存放 keep
兼职 打工 part-time
品种 breed
电话 手机号 号码 手机 phone number mobile
邮箱 邮件 电邮 email mail
周 星期 礼拜 week
吉他 guitar
课 课程 上课 lesson class course
会 会议 开会 例会 meeting
旅行 旅游 出游 度假 行程 玩 自驾 travel trip vacation holiday fly
出差 去 travel trip
机票 航班 飞机 flight ticket plane fly
座位 靠窗 过道 靠过道 seat aisle window
酒店 民宿 宾馆 hotel
房租 租金 rent
房东 landlord
通勤 上下班 commute
保险 insurance
工资 薪水 收入 salary income pay
计划 打算 安排 plan schedule
目标 goal target
待办 任务 todo task
婚礼 结婚 领证 证 wedding marry married
语言 英语 日语 language english
时间 几点 time
备份 backup
会员 membership member
"""


@cache
def _by_word() -> Mapping[str, tuple[str, ...]]:
    others: dict[str, dict[str, None]] = {}
    for line in _GROUPS.strip().splitlines():
        group = dict.fromkeys(token for word in line.split() for token in _tokens(word))
        for word in group:
            others.setdefault(word, {}).update(dict.fromkeys(other for other in group if other != word))
    return {word: tuple(rest) for word, rest in others.items()}


def _tokens(word: str) -> list[str]:
    return latin_words(word)[-1:] if word.isascii() else [word]


def everyday(word: str) -> bool:
    """Whether a word stands in one of the groups, so that it is known what it means."""
    return word in _by_word()


def synonyms(words: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What may stand for each of the words, other words of the question left out.

    Args:
        words: search tokens, see `vault.index.tokens`.

    Returns:
        For each synonym the words it may stand for, in their order.
    """
    asked = tuple(dict.fromkeys(words))
    found: dict[str, tuple[str, ...]] = {}
    for word in asked:
        for other in (*_by_word().get(word, ()), *members().get(word, ())):
            if other not in asked:
                found[other] = tuple(dict.fromkeys((*found.get(other, ()), word)))
    return found

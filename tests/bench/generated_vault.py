"""Vaults of any size for benchmarks: generated memories, and a fast stand-in for the model where only the
search structures are measured."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from vault.embedding.provider import ModelFacts, Progress, Vectors
from vault.files.vault_folder import VaultFolder, open_folder

# ruff: noqa: SIM905 - word lists are easier to read as sentences
RELATIONS = "妈妈 爸爸 妻子 表弟 堂姐 外公 房东 教练 邻居 同事 导师 室友 老板 客户 同学 表嫂 舅舅 钢琴老师 理发师 牙医".split()
SURNAMES = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"
GIVEN = "宇轩子涵欣怡浩然梓萱诗雨思远雅婷俊杰晓明文博佳琪志强美玲建国春燕海涛丽娜天佑若曦一鸣可心"
ENGLISH_NAMES = "Kevin Lucy Tom Grace Peter Nina Oscar Helen Victor Alice Simon Rita".split()
PLACE_STARTS = (
    "阳光 城西 古墩 玄武 三里 静安 大理 武康 深圳湾 鼓浪 西溪 老城 春熙 洪崖 岳麓 崂山 梧桐 翠湖 金鸡湖 龙井 望江 松江 朝阳 南锣 北固 东湖 "
    "钱塘 紫金 天目 莫干 石门 白塔 青石 万柳 双井 五角 七宝 九溪 十里 百草"
).split()
PLACE_ENDS = (
    "小区 路 公园 广场 大厦 医院 书店 咖啡馆 菜市场 健身房 图书馆 地铁站 美术馆 码头 民宿 古镇".split()
)
FOODS = (
    "香菜 海鲜 牛肉面 豆腐煲 小笼包 火锅 寿司 提拉米苏 拿铁 乌龙茶 榴莲 芒果 花生 羊肉串 酸辣粉 臭豆腐 全麦面包 冰美式 米线 咖喱 烤鸭 凉皮 汤圆 "
    "粽子 月饼 腊肠 螺蛳粉 肠粉 煎饼 豆浆 杨枝甘露 糖醋排骨 鱼香肉丝 番茄炒蛋 红烧茄子 清蒸鲈鱼 佛跳墙 白灼虾 蒜蓉西兰花 土豆泥"
).split()
THINGS = (
    "投影仪 NAS 路由器 咖啡机 折叠车 钢笔 相机 耳机 护照 门禁卡 热水器 显示器 键盘 帐篷 滑雪板 吉他 iPad Switch 扫地机 空气净化器 行车记录仪 "
    "电饭煲 投影幕 望远镜 保温杯 登山杖 缝纫机 除湿机 体重秤 血压计 猫爬架 鱼缸 充电宝 雨伞 手表 戒指 球拍 泳镜 打印机 台灯"
).split()
HOBBIES = (
    "跑步 攀岩 摄影 弹吉他 看科幻小说 做木工 骑行 游泳 听播客 下围棋 养多肉 写毛笔字 滑雪 露营 学日语 练瑜伽 打羽毛球 拼乐高 烤面包 钓鱼 "
    "看展 唱歌 画水彩 做陶艺 观鸟 潜水 打太极 学编程 集邮 种菜 煮咖啡 写日记 看话剧 玩桌游 修旧物 徒步 冲浪 射箭 剪纸 编织"
).split()
WORK_STARTS = "周报 门店 季度 用户 数据 合同 招聘 部门 接口 绘本 仓库 发票 会员 供应商 海报 直播 客服 物流 课程 专利".split()
WORK_ENDS = "合并脚本 退货率 预算 访谈 看板 续签 面试 团建 迁移 分镜 盘点 审核 方案 报表 复盘 测试 排期 培训 清单 申请".split()
TEMPLATES = (
    "{person}住在{place}附近，走路{n}分钟", "{person}不吃{food}，{food2}可以", "{day}在{place}和{person}吃了{food}",
    "{thing}放在{place}的第{n}格柜子里", "{person}最近开始{hobby}，每周{n}次", "给{thing}换了第{n}次电池，下次{day}",
    "{day}要和{person}讨论{work}", "{work}还差{n}处没有改完，{person}负责", "喜欢在{place}{hobby}，讨厌{food}的味道",
    "{person}的生日是{day}，想要{thing}", "{thing}的保修到{day}，发票编号 {code}", "{place}的会员卡号 {code}，{person}也能用",
    "去{place}的路上丢了{thing}，{day}找回来了", "{person} told me the {code} form is due on {day}",
    "Prefers {hobby} to meetings about {work}; {n} hours a week", "体检报告第{n}项偏高，{person}建议少吃{food}",
    "{day}从{place}出发，{n}点的车，和{person}一起", "家里的{thing}每{n}个月清洗一次", "{hobby}用的装备寄存在{place}，密码 {code}",
    "{person}推荐了{place}的{food}，人均{n}元",
)  # fmt: skip


def sentences(count: int, seed: int = 1) -> list[str]:
    """Statements of everyday life, Chinese with some English; frequent words are frequent."""
    chance = random.Random(seed)
    return [_sentence(chance) for _ in range(count)]


def _sentence(chance: random.Random) -> str:
    food, food2 = chance.sample(FOODS, 2)
    return chance.choice(TEMPLATES).format(
        person=_person(chance),
        place=chance.choice(PLACE_STARTS) + chance.choice(PLACE_ENDS),
        food=food,
        food2=food2,
        thing=chance.choice(THINGS),
        hobby=chance.choice(HOBBIES),
        work=chance.choice(WORK_STARTS) + chance.choice(WORK_ENDS),
        n=chance.randint(2, 90),
        day=f"{chance.randint(2024, 2026)} 年 {chance.randint(1, 12)} 月 {chance.randint(1, 28)} 日",
        code=f"{chance.choice('ABCDEFGH')}{chance.randint(1000, 99999)}",
    )


def _person(chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.1:
        return chance.choice(ENGLISH_NAMES)
    name = chance.choice(SURNAMES) + "".join(chance.sample(GIVEN, chance.randint(1, 2)))
    return chance.choice(RELATIONS) + (name if kind < 0.6 else "")


def write_vault(root: Path, texts: Sequence[str], *, per_file: int = 500) -> VaultFolder:
    """A vault of one user with a memory for each text."""
    (root / "facts").mkdir(parents=True)
    (root / "vault.yaml").write_text(
        "format: 1\nid: vault_bench\ndefault_user: u\nlanguage: zh\ntimezone: Asia/Shanghai\n", "utf-8"
    )
    for number, lines in enumerate(_lines(texts, per_file)):
        (root / "facts" / f"{number:04}.jsonl").write_text(lines, "utf-8")
    return open_folder(root)


def _lines(texts: Sequence[str], per_file: int) -> Iterator[str]:
    types = ("fact", "fact", "preference", "event", "task")
    for start in range(0, len(texts), per_file):
        rows = []
        for number, text in enumerate(texts[start : start + per_file], start):
            when = f"202{4 + number % 3}-{number % 12 + 1:02}-{number % 28 + 1:02}T08:00:00Z"
            row = {"id": f"mem_{number:08}", "type": types[number % 5], "content": text, "created_at": when}
            if number % 10 == 0:
                row["tags"] = ["家"] if number % 20 else ["工作"]
            rows.append(json.dumps(row, ensure_ascii=False))
        yield "\n".join(rows) + "\n"


class HashedModel:
    """384-dimensional vectors without a model: sums of one random vector a bigram, plus a common direction,
    so that texts that share bigrams are near and all cosines are high, as with the default model."""

    def __init__(self, dimension: int = 384) -> None:
        self.facts = ModelFacts("hashed", "ab" * 32, dimension, 512)
        self.reference_mean: Vectors = np.zeros(dimension, dtype=np.float32)
        self.language_direction: Vectors = np.zeros(dimension, dtype=np.float32)
        self.ready = True
        chance = np.random.default_rng(7)
        self._table = chance.standard_normal((16384, dimension)).astype(np.float32)
        self._common = chance.standard_normal(dimension).astype(np.float32) * 12

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        vectors = np.stack([self.embed_query(text) for text in texts])
        if progress is not None:
            progress(len(texts))
        return vectors

    def embed_query(self, text: str) -> Vectors:
        codes = [zlib.crc32(text[start : start + 2].encode()) % 16384 for start in range(len(text))]
        vector = self._table[codes].sum(axis=0) + self._common
        return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)

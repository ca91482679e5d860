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
PEOPLE = "妈妈 爸爸 妻子 表弟 堂姐 外公 思远 许婷 小雨 周岚 老赵 阿May 房东 教练 邻居陈阿姨 同事小吴 Kevin Lucy 高中同学大刘 导师".split()
PLACES = (
    "阳光小区 城西银泰 古墩路 玄武湖 三里屯 静安寺 大理古城 武康路 深圳湾 鼓浪屿 西溪湿地 老城根 春熙路 洪崖洞 岳麓山 崂山 "
    "Berlin Kyoto 曼谷 台北 首尔 巴塞罗那 机场 高铁站 图书馆 菜市场 健身房 公司楼下 社区医院 宠物医院"
).split()
FOODS = "香菜 海鲜 牛肉面 豆腐煲 小笼包 火锅 寿司 提拉米苏 拿铁 乌龙茶 榴莲 芒果 花生 羊肉串 酸辣粉 臭豆腐 全麦面包 冰美式 米线 咖喱".split()
THINGS = "投影仪 NAS 路由器 咖啡机 折叠车 钢笔 相机 耳机 护照 门禁卡 热水器 显示器 键盘 帐篷 滑雪板 吉他 iPad Switch 扫地机 空气净化器".split()
HOBBIES = "跑步 攀岩 摄影 弹吉他 看科幻小说 做木工 骑行 游泳 听播客 下围棋 养多肉 写毛笔字 滑雪 露营 学日语 练瑜伽 打羽毛球 拼乐高 烤面包 钓鱼".split()
WORK = "周报合并脚本 门店退货率 季度预算 openpyxl报表 用户访谈 数据看板 合同续签 招聘面试 部门团建 Kubernetes迁移 A/B测试 潮汐数据接口 绘本分镜 审稿".split()
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
        person=chance.choice(PEOPLE),
        place=chance.choice(PLACES),
        food=food,
        food2=food2,
        thing=chance.choice(THINGS),
        hobby=chance.choice(HOBBIES),
        work=chance.choice(WORK),
        n=chance.randint(2, 90),
        day=f"{chance.randint(2024, 2026)} 年 {chance.randint(1, 12)} 月 {chance.randint(1, 28)} 日",
        code=f"{chance.choice('ABCDEFGH')}{chance.randint(1000, 99999)}",
    )


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

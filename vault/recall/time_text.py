"""Makes a text ready for finding times in it, and keeps the way back to the text as it was."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_TRADITIONAL = (
    "來個們傑備兒內兩剛劃劇劉動勞吳呂單國圍團報場壽夠婦孫學將專層嵗師帶幾廳張強後從復慣慶戀數於時書會"
    "條楊業樂樓標樣樹機歡歲氣淩準牀現當發盧禮箇節紀級經網線總纔羅習聖聯聰聲腳臘臨臺與莊華萬葉蔣蕭藥蘇"
    "處號裏裝裡親計記許誕說説調謝證豐貴賈趙車輕輩輯轉辦迴這週遊運過遠邊鄧鄭鄰醫銀鋒鍾鐘長門間陣陳陽隊"
    "隻雙雜韓預頭頻颱飯餅養餘餡館馬馮鳴麵黃點齡"
)
_SIMPLIFIED = (
    "来个们杰备儿内两刚划剧刘动劳吴吕单国围团报场寿够妇孙学将专层岁师带几厅张强后从复惯庆恋数于时书会"
    "条杨业乐楼标样树机欢岁气凌准床现当发卢礼个节纪级经网线总才罗习圣联聪声脚腊临台与庄华万叶蒋萧药苏"
    "处号里装里亲计记许诞说说调谢证丰贵贾赵车轻辈辑转办回这周游运过远边邓郑邻医银锋钟钟长门间阵陈阳队"
    "只双杂韩预头频台饭饼养余馅馆马冯鸣面黄点龄"
)
_TO_SIMPLIFIED = str.maketrans(_TRADITIONAL, _SIMPLIFIED)
"""Only characters of time phrases and their neighbours; whole texts are simplified in `vault.index`."""

_TITLE = re.compile(r"《[^》]*》|〈[^〉]*〉")
_OPENING, _CLOSING = "\"'“‘「『", "\"'”’」』"
_SENTENCE_END = re.compile(r"[。！？!?；;\n]|\.(?=\s|$)")


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text in lower-case, simplified, half-width characters.

    Invisible characters are left out, and spaces beside Chinese ones (`2025 年 10 月`).

    Attributes:
        text: the plain characters.
        places: where each of them was in the text as it came.
    """

    text: str
    places: tuple[int, ...]

    def original(self, first: int, behind: int) -> tuple[int, int]:
        """Where `text[first:behind]` was in the text as it came."""
        return self.places[first], self.places[behind - 1] + 1

    def is_title(self, first: int, behind: int) -> bool:
        """Whether the phrase is in title marks, or is all that quotation marks enclose."""
        titles = (match.span() for match in _TITLE.finditer(self.text))
        if any(begin < behind and first < end for begin, end in titles):
            return True
        before, after = self.text[first - 1 : first], self.text[behind : behind + 1]
        return bool(before and after) and before in _OPENING and after in _CLOSING

    def sentence(self, place: int) -> int:
        """The number of the sentence, from 0, in which a character lies."""
        return sum(1 for match in _SENTENCE_END.finditer(self.text) if match.end() <= place)


def plain_text(text: str) -> PlainText:
    """Brings a text into plain characters, one for one."""
    characters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        folded = unicodedata.normalize("NFKC", character).lower()
        if len(folded) != 1:
            folded = character
        if unicodedata.category(folded) == "Cf" or (folded == " " and _beside_chinese(text, place)):
            continue
        characters.append(folded)
        places.append(place)
    return PlainText("".join(characters).translate(_TO_SIMPLIFIED), tuple(places))


def _beside_chinese(text: str, place: int) -> bool:
    neighbours = text[max(place - 1, 0) : place + 2]
    return any("\u3400" <= neighbour <= "\u9fff" for neighbour in neighbours)

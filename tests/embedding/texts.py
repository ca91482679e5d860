"""Texts of every kind that a tokenizer meets."""

from __future__ import annotations

TEXTS = {
    "chinese": "你记得我住哪吗？我家在阳光小区三号楼，楼下有一家便利店。",
    "traditional": "請問我上次說的那本書叫什麼名字？我記得是紅色封面的。",
    "english": "My sister is getting married in October, and I still need a suit.",
    "mixed": "帮我 review 一下 PR #42，CI 上的 pytest 又 fail 了……",
    "full width": "ＡＢＣ　１２３，（全角）～～！＠＃",
    "half-width kana": "ｶﾞｷﾞｸﾞ パソコン",
    "emoji": "哈哈😂😂 👍🏽 👨‍👩‍👧 🇨🇳 ❤️",
    "control characters": "a\x00b\x01c\x07d\x1be\x7ff\x85g",
    "spaces": "  多个   空格\t制表符\n换行\r\n\u3000全角\u00a0不换行\u200b零宽 ",
    "zero-width marks": "\ufeffBOM 在前\u200d\u200c\u200e\u2060",
    "compatibility": "①②③ ㈱ ㎏ ½ ﬁ ⅷ ℃ № ™",
    "combining": "e\u0301 cafe\u0301 n\u0303 Å\u030a",
    "numbers": "2026-11-30 08:05, 3.14159, 1,234,567.89, +86 138-0013-8000",
    "url": "https://example.com/a/b?q=%E4%BD%A0&x=1#top",
    "code": "def f(x: int) -> str:\n    return f'{x!r}'  # 注释",
    "rare characters": "龘靐齉𠮷𪚥 㐀䶵",
    "other scripts": "Привет мир, مرحبا بالعالم, नमस्ते, สวัสดี, 안녕하세요, こんにちは",
    "word mark in the text": "a▁b ▁▁ c▁",
    "replacement character": "坏\ufffd字\ufffd\ufffd节",
    "only unknown": "\ue000\ue001\ue002",
    "unknown beside known": "我\ue000\ue001你 \ue002 住",
    "empty": "",
    "only spaces": " \t\u3000\n",
    "markup": "<b>粗体</b> <!-- 注释 --> &amp;",
    "long": "春天的时候我们去爬山，看到满山的杜鹃花都开了。" * 60,
}

"""Finds keys and tokens by what their issuers begin them with, also when blanks or line breaks cut them."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BEGIN = r"(?<![A-Za-z0-9_/+*-])"
ISSUED: tuple[tuple[str, str], ...] = (
    ("sk-ant-", r"[\w-]{16,}"),  # Anthropic
    ("sk-or-", r"[\w-]{16,}"),  # OpenRouter
    ("sk-proj-", r"[\w-]{16,}"),
    ("sk-svcacct-", r"[\w-]{16,}"),
    ("sk-", r"[A-Za-z0-9]{20,}"),  # OpenAI, DeepSeek, Moonshot, DashScope
    ("gsk_", r"[A-Za-z0-9]{32,}"),  # Groq
    ("xai-", r"[A-Za-z0-9]{32,}"),
    ("pplx-", r"[A-Za-z0-9]{32,}"),  # Perplexity
    ("r8_", r"[A-Za-z0-9]{32,}"),  # Replicate
    ("ghp_", r"[A-Za-z0-9]{30,}"),
    ("gho_", r"[A-Za-z0-9]{30,}"),
    ("ghu_", r"[A-Za-z0-9]{30,}"),
    ("ghs_", r"[A-Za-z0-9]{30,}"),
    ("ghr_", r"[A-Za-z0-9]{30,}"),
    ("github_pat_", r"\w{22,}"),
    ("glpat-", r"[\w-]{18,}"),
    ("AKIA", r"[A-Z0-9]{16}(?![A-Za-z0-9])"),  # AWS
    ("ASIA", r"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("LTAI", r"[A-Za-z0-9]{12,26}(?![A-Za-z0-9])"),  # Alibaba Cloud
    ("AKID", r"[A-Za-z0-9]{28,36}(?![A-Za-z0-9])"),  # Tencent Cloud
    ("AKLT", r"[A-Za-z0-9]{30,60}(?![A-Za-z0-9])"),  # Volcano Engine
    ("bce-v3/ALTAK-", r"[\w/-]{20,}"),  # Baidu
    ("xoxb-", r"[\w-]{10,}"),  # Slack
    ("xoxp-", r"[\w-]{10,}"),
    ("xoxa-", r"[\w-]{10,}"),
    ("xoxs-", r"[\w-]{10,}"),
    ("xoxe-", r"[\w-]{10,}"),
    ("xoxr-", r"[\w-]{10,}"),
    ("xapp-", r"[\w-]{10,}"),
    ("https://hooks.slack.com/services/", r"T\w+/B\w+/\w+"),
    ("https://open.feishu.cn/open-apis/bot/v2/hook/", r"[\w-]{20,}"),
    ("AIza", r"[\w-]{35}"),  # Google
    ("ya29.", r"[\w-]{20,}"),
    ("GOCSPX-", r"[\w-]{20,}"),
    ("sk_live_", r"[A-Za-z0-9]{16,}"),  # Stripe
    ("sk_test_", r"[A-Za-z0-9]{16,}"),
    ("rk_live_", r"[A-Za-z0-9]{16,}"),
    ("whsec_", r"[A-Za-z0-9]{24,}"),
    ("hf_", r"[A-Za-z0-9]{30,}"),
    ("npm_", r"[A-Za-z0-9]{36}"),
    ("pypi-", r"[\w-]{50,}"),
    ("dckr_pat_", r"[\w-]{20,}"),
    ("dop_v1_", r"[a-f0-9]{48,}"),  # DigitalOcean
    ("shpat_", r"[a-fA-F0-9]{32}"),  # Shopify
    ("lin_api_", r"[A-Za-z0-9]{32,}"),  # Linear
    ("ntn_", r"[A-Za-z0-9]{40,}"),  # Notion
    ("ATATT3", r"[\w=-]{40,}"),  # Atlassian
    ("SG.", r"[\w-]{16,}\.[\w-]{16,}"),  # SendGrid
    ("eyJ", r"[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?"),  # JSON web token
)
"""What a key begins with, and a pattern for the rest."""
_KEY = re.compile(
    "|".join(f"(?:{re.escape(prefix)}{rest})" for prefix, rest in ISSUED).join((f"{_BEGIN}(?:", ")"))
)
_PREFIX = re.compile(
    "|".join(f"(?P<k{place}>{re.escape(prefix)})" for place, (prefix, _) in enumerate(ISSUED)).join(
        (f"{_BEGIN}(?:", ")")
    )
)
_RESTS = tuple(re.compile(rest) for _, rest in ISSUED)
_CHUNK = re.compile(r"[\w.=-]{1,400}", re.ASCII)
_GAP = re.compile(r"(?:[ \t]{1,2}|\\?[ \t]{0,2}\r?\n[ \t]{0,4}|\\n)(?=[A-Za-z0-9])")
_MOST_CHUNKS = 24


def issued_keys(text: str) -> Iterator[tuple[int, int]]:
    """Spans of keys in folded `text`; they may overlap."""
    yield from (match.span() for match in _KEY.finditer(text))
    for match in _PREFIX.finditer(text):
        end = _end_of_cut_key(text, match.end(), _RESTS[int((match.lastgroup or "k0")[1:])])
        if end:
            yield match.start(), end


def _end_of_cut_key(text: str, start: int, rest: re.Pattern[str]) -> int:
    """Where a key ends whose rest is cut in pieces; 0 when the pieces are no key."""
    joined = previous = ""
    end = place = start
    whole = False
    for number in range(_MOST_CHUNKS):
        gap = _GAP.match(text, place)
        chunk = _CHUNK.match(text, gap.end() if gap else place)
        if not chunk or (number and not gap):
            break
        broken = gap is not None and "\n" in gap[0]
        if number and _PREFIX.match(text, chunk.start()):
            break
        if number and not _goes_on(chunk[0], previous, lenient=broken or not whole or number > 1):
            break
        previous = chunk[0]
        joined += previous
        place = chunk.end()
        if rest.match(joined):
            whole, end = True, place
        elif whole:
            break
    return end if whole and any(map(str.isdigit, joined)) else 0


def _goes_on(chunk: str, previous: str, *, lenient: bool) -> bool:
    """Whether a piece looks like more of the same key, and not like the next word."""
    digits, letters = any(map(str.isdigit, chunk)), any(map(str.isalpha, chunk))
    random = len(chunk) >= 3 and ((digits and letters) or bool(re.search(r"[a-z][A-Z]|[A-Z]{2}[a-z]", chunk)))
    if random:
        return lenient or len(chunk) >= 12
    return lenient and len(chunk) == len(previous) >= 4 and not chunk.istitle()

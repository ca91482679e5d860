"""Finds what opens doors: API keys, tokens, private keys, passwords in addresses.

Also random-looking values that are introduced as one. Ordinary passwords (`密码是 niangao2612`) are the
separate kind `password`, since people ask for them to be remembered.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

_BEGIN = r"(?<![A-Za-z0-9_/+*-])"
_ISSUED = (
    ("sk-ant-", r"[\w-]{16,}"),  # Anthropic
    ("sk-or-", r"[\w-]{16,}"),  # OpenRouter
    ("sk-proj-", r"[\w-]{16,}"),
    ("sk-svcacct-", r"[\w-]{16,}"),
    ("sk-", r"[A-Za-z0-9]{20,}"),  # OpenAI, DeepSeek, Moonshot
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
    ("xoxb-", r"[\w-]{10,}"),  # Slack
    ("xoxp-", r"[\w-]{10,}"),
    ("xoxa-", r"[\w-]{10,}"),
    ("xoxs-", r"[\w-]{10,}"),
    ("xoxe-", r"[\w-]{10,}"),
    ("xoxr-", r"[\w-]{10,}"),
    ("xapp-", r"[\w-]{10,}"),
    ("https://hooks.slack.com/services/", r"T\w+/B\w+/\w+"),
    ("AIza", r"[\w-]{35}"),  # Google
    ("ya29.", r"[\w-]{20,}"),
    ("GOCSPX-", r"[\w-]{20,}"),
    ("sk_live_", r"[A-Za-z0-9]{16,}"),  # Stripe
    ("sk_test_", r"[A-Za-z0-9]{16,}"),
    ("rk_live_", r"[A-Za-z0-9]{16,}"),
    ("hf_", r"[A-Za-z0-9]{30,}"),
    ("npm_", r"[A-Za-z0-9]{36}"),
    ("pypi-", r"[\w-]{50,}"),
    ("SG.", r"[\w-]{16,}\.[\w-]{16,}"),  # SendGrid
    ("eyJ", r"[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?"),  # JSON web token
)
_KEY = re.compile(
    "|".join(f"(?:{re.escape(prefix)}{rest})" for prefix, rest in _ISSUED).join((f"{_BEGIN}(?:", ")"))
)
_TELEGRAM = re.compile(rf"{_BEGIN}\d{{8,10}}:AA[\w-]{{33}}(?![\w-])")
_PRIVATE_KEY = re.compile(
    r"-{3,5} ?BEGIN (?P<name>[A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?) ?-{3,5}"
    r"(?:.*?-{3,5} ?END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)? ?-{3,5}|(?:(?:\s|\\n)*[A-Za-z0-9+/=:,-]{16,})*"
    r"(?:\s*[A-Za-z0-9+/=]{1,64}(?=\s*$))?)",
    re.DOTALL,
)
_URL_PASSWORD = re.compile(r"://[^\s/:@*]{0,64}:(?P<value>[^\s/@]{1,128})@")
_AUTHORIZATION = re.compile(
    r"(?i:authorization[\"']?\s?[:=]\s?[\"']?(?:bearer|basic|token)"
    r"|\bbearer)\s(?P<value>[\w.~+/=-]{16,})"
)
_LINK = (
    r"""["'”』」]?\s{0,2}(?:是|为|：|:|=>|=|->|\bis\b|\bwas\b|设成|设为|改成|改为|换成)\s{0,2}["'“『「`]?"""
)
_NAMED = re.compile(
    r"(?i:(?<![a-z])(?:api|access|secret|private|auth|app|client|session|refresh|bot)?[ _-]?(?:key|token"
    r"|secret|credential|passwd|password"
    r"|passphrase|pwd|密钥|秘钥|密匙|令牌|口令|密码|凭证|access_token|appsecret)(?:[ _-]?(?:id|key))?)"
    rf"{_LINK}(?P<value>[A-Za-z0-9+/_.~!@#$%^&*=-]{{8,}})"
)
_PASSWORD = re.compile(
    rf"(?:密码|口令|(?i:passwd|password|passphrase|passcode"
    rf"|pwd)){_LINK}(?P<value>[A-Za-z0-9+/_.~!@#$%^&*=-]{{4,64}})"
)
_SHORTEST_RANDOM_TOKEN = 16


def secrets(text: str) -> Iterator[tuple[int, int]]:
    """Spans of keys, tokens and other secrets in folded `text`; they may overlap."""
    for pattern in (_PRIVATE_KEY, _KEY, _TELEGRAM):
        yield from (match.span() for match in pattern.finditer(text))
    for pattern in (_URL_PASSWORD, _AUTHORIZATION):
        yield from (match.span("value") for match in pattern.finditer(text) if not _hidden(match["value"]))
    for match in _NAMED.finditer(text):
        if _looks_random(match["value"]):
            yield match.span("value")


def passwords(text: str) -> Iterator[tuple[int, int]]:
    """Spans of values that are introduced as a password, random or not, in folded `text`."""
    for match in _PASSWORD.finditer(text):
        value = match["value"]
        if not _hidden(value) and (len(value) >= 6 or not value.isalpha()) and any(map(str.isdigit, value)):
            yield match.span("value")


def masked_secret(secret: str) -> str:
    """`ghp_****`: the issuer's prefix and nothing else; of a private key only that it is one."""
    if match := _PRIVATE_KEY.match(secret):
        return f"[{match['name']} ****]"
    for prefix, _ in _ISSUED:
        if secret.startswith(prefix):
            return f"{prefix}****"
    return "****"


def _hidden(value: str) -> bool:
    return "**" in value or value.startswith(("$", "<", "{"))


def _looks_random(value: str) -> bool:
    """Whether letters, digits and cases alternate as in generated text, not as in `user_settings_v2`.

    Long values: at least 2 changes between letters and digits and 4 changes of class in all. Short ones, from
    8 characters on, must also hold a symbol and 3 other classes (`xK9#mQ2$`).
    """
    if _hidden(value):
        return False
    classes = [_character_class(character) for character in value]
    changes = [pair for pair in itertools.pairwise(classes) if pair[0] != pair[1]]
    if len(value) < _SHORTEST_RANDOM_TOKEN:
        return len(set(classes)) == 4 and len(changes) >= 5
    digit_changes = sum(("digit" in pair and "symbol" not in pair) for pair in changes)
    return digit_changes >= 2 and len(changes) - sum("symbol" in pair for pair in changes) >= 4


def _character_class(character: str) -> str:
    if character.isdigit():
        return "digit"
    if character.isalpha():
        return "upper" if character.isupper() else "lower"
    return "symbol"

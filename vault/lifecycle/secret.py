"""Finds what opens doors: API keys, tokens, private keys, passwords in addresses.

Also random-looking values that are introduced as one. Ordinary passwords (`密码是 niangao2612`) are the
separate kind `password`, since people ask for them to be remembered.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterator

from vault.lifecycle.hidden_text import decoded_base64
from vault.lifecycle.issued_key import ISSUED, issued_keys

_TELEGRAM = re.compile(r"(?<![A-Za-z0-9_/+*-])\d{8,10}:AA[\w-]{33}(?![\w-])")
_PRIVATE_KEY = re.compile(r"-{3,5} ?BEGIN\s+(?P<name>[A-Z0-9 ]{0,30}PRIVATE\s+KEY(?: BLOCK)?)\s?-{3,5}")
_END_OF_KEY = re.compile(r"-{3,5} ?END\s[A-Z0-9 ]{0,30}PRIVATE\s+KEY(?: BLOCK)?\s?-{3,5}")
_KEY_LINES = re.compile(r"(?:(?:\s|\\n)*[A-Za-z0-9+/=:,-]{16,})*(?:(?:\s|\\n)*[A-Za-z0-9+/=]{1,64}(?=\s*$))?")
_LONGEST_KEY = 20_000
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{28,}={0,2}(?:\r?\n[A-Za-z0-9+/_-]{4,}={0,2})*")
_URL_PASSWORD = re.compile(r"://[^\s/:@*]{0,64}:(?P<value>[^\s/]{1,128})@(?=[\w\[])")
_URL_TOKEN = re.compile(r"://(?P<value>[^\s/:@*]{16,128})@(?=\w)")
_AUTHORIZATION = re.compile(
    r"(?i:authorization[\"']?\s?[:=]\s?[\"']?(?:bearer|basic|token|digest)"
    r"|\bbearer)\s{1,3}(?P<value>[\w.~+/=-]{16,})"
)
_HEADER = re.compile(
    r"(?i:\bx-(?:api-?key|auth-token|access-token|csrf-token|amz-security-token))[\"']?\s?[:=]\s?[\"']?"
    r"(?P<value>[^\s\"',;]{8,256})"
)
_COOKIE = re.compile(
    r"(?i:\b(?:set-)?cookie)[\"']?\s?[:=]\s?[\"']?(?P<value>[\w.-]{1,64}=[^\s;,\"']{6,512}"
    r"(?:; ?[\w.-]{1,64}=[^\s;,\"']{1,512}){0,40})"
)
_ADDRESS_FIELD = re.compile(
    r"(?i:[?&](?:access_?token|auth_?token|token|api_?key|key|secret|sig|signature|password|passwd|pwd"
    r"|client_secret|x-amz-signature|sid|session|ticket)=)(?P<value>[^\s&#\"'<>]{8,512})"
)
_ASSIGNED = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z][A-Z0-9]{0,20}_){0,5}(?:PASSWORD|PASSWD|PASS|PWD|SECRET|TOKEN|API_?KEY"
    r"|SECRET_KEY|ACCESS_KEY|PRIVATE_KEY)=(?P<value>\"[^\"\n]{4,256}\"|'[^'\n]{4,256}'|[^\s\"';&]{6,256})"
)
_CONNECTION = re.compile(
    r"(?i:;\s?(?:password|pwd)\s?=\s?|(?<![\w-])--(?:password|passwd|token|secret|api-key)[= ])"
    r"[\"']?(?P<value>[^\s\"';]{4,128})"
)
_LINK = (
    r"""["'”』」]?\s{0,2}(?:是|为|：|:|=>|=|->|\bis\b|\bwas\b"""
    r"""|(?:设成|设为|改成|改为|换成)了?)\s{0,2}["'“『「`]?"""
)
_NAMED = re.compile(
    r"(?i:(?<![a-z])(?:api|access|secret|private|auth|app|client|session|refresh|bot)?[ _-]?(?:key|token"
    r"|secret|credential|passwd|password"
    r"|passphrase|pwd|密钥|秘钥|密匙|令牌|口令|密码|凭证|access_token|appsecret)(?:[ _-]?(?:id|key))?)"
    rf"{_LINK}(?P<value>[A-Za-z0-9+/_.~!@#$%^&*=-]{{8,}})"
)
_PASSWORD = re.compile(
    rf"(?:密 ?码|口 ?令|(?i:passwd|pass ?word|passphrase|passcode|\bpwd))(?P<link>{_LINK}|\s{{0,2}})"
    r"(?P<value>[A-Za-z0-9+/_.~!@#$%^&*=-]{4,64})"
)
_NO_PASSWORD = frozenset(
    ("required", "optional", "forgotten", "missing", "string", "hidden", "unknown", "changed")
)
_CARRIERS = (
    _URL_PASSWORD, _AUTHORIZATION, _HEADER, _COOKIE, _ADDRESS_FIELD, _ASSIGNED, _CONNECTION,
)  # fmt: skip
"""What carries a secret by its form, random or not."""
_SHORTEST_RANDOM_TOKEN = 16


def secrets(text: str) -> Iterator[tuple[int, int]]:
    """Spans of keys, tokens and other secrets in folded `text`; they may overlap."""
    yield from _private_keys(text)
    yield from issued_keys(text)
    yield from (match.span() for match in _TELEGRAM.finditer(text))
    yield from (match.span() for match in _BASE64.finditer(text) if _wraps_secret(match[0]))
    for pattern in _CARRIERS:
        yield from (match.span("value") for match in pattern.finditer(text) if not _hidden(match["value"]))
    for pattern in (_NAMED, _URL_TOKEN):
        yield from (match.span("value") for match in pattern.finditer(text) if _looks_random(match["value"]))


def _private_keys(text: str) -> Iterator[tuple[int, int]]:
    """From BEGIN to END; without an END as far as lines look like a key."""
    ends = [match.end() for match in _END_OF_KEY.finditer(text)]
    done = 0
    for begin in _PRIVATE_KEY.finditer(text):
        if begin.start() < done:
            continue
        place = bisect_right(ends, begin.end())
        done = ends[place] if place < len(ends) else 0
        if not begin.end() < done < begin.end() + _LONGEST_KEY:
            lines = _KEY_LINES.match(text, begin.end())
            done = lines.end() if lines else begin.end()
        yield begin.start(), done


def _wraps_secret(encoded: str) -> bool:
    """Whether what is written in base64 is a private key, an issued key or an address with a password."""
    text = decoded_base64(encoded).decode("latin-1")
    found = _PRIVATE_KEY.search(text) or _URL_PASSWORD.search(text)
    return bool(found) or next(issued_keys(text), None) is not None


def passwords(text: str) -> Iterator[tuple[int, int]]:
    """Spans of values that are introduced as a password, random or not, in folded `text`."""
    for match in _PASSWORD.finditer(text):
        value, link = match["value"], match["link"].strip()
        letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
        said = digits and (letters or bool(link)) if len(value) >= 6 else digits and bool(link)
        written = bool(set(link) & set(":=")) and len(value) >= 6 and value.lower() not in _NO_PASSWORD
        if not _hidden(value) and (said or written):
            yield match.span("value")


def masked_secret(secret: str) -> str:
    """`ghp_****`: the issuer's prefix and nothing else; of a private key only that it is one."""
    if match := _PRIVATE_KEY.match(secret):
        return f"[{' '.join(match['name'].split())} ****]"
    for prefix, _ in ISSUED:
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

"""Finds e-mail addresses, also those written to escape notice: `a [at] b [dot] com`, `a＠b。com`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LOCAL = r"(?<![A-Za-z0-9._%+*/-])(?P<local>[A-Za-z0-9][A-Za-z0-9._%+-]{0,63})"
_BEHIND = r"(?![A-Za-z0-9_-])"
_COMMON_TOP = (
    r"(?:com|cn|net|org|edu|gov|io|co|me|cc|info|biz|xyz|top|vip|hk|tw|jp|uk|us|de|fr|eu|ai|app|dev|ru|kr|au"
    r"|ca|sg)"
)
_IS_COMMON_TOP = re.compile(_COMMON_TOP)
_DOMAIN = (
    r"(?P<domain>(?:[A-Za-z0-9-]{1,63}(?:\.| \. )){1,4}(?P<top>[A-Za-z]{2,18})"
    rf"|(?:[A-Za-z0-9-]{{1,63}}[.。、,·•・]){{1,4}}{_COMMON_TOP})"
)
_ADDRESS = re.compile(rf"{_LOCAL}\s?@\s?{_DOMAIN}{_BEHIND}")
_SPELLED_OUT = re.compile(
    r"(?<![A-Za-z0-9])(?P<local>[A-Za-z0-9](?: [A-Za-z0-9._-]){1,63}) ?@"
    rf"(?P<domain>(?: ?[A-Za-z0-9-]){{2,40}} ?\.(?: ?[A-Za-z]){{2,6}}){_BEHIND}"
)
_DOT = r"(?:\.|。|\s?[\[({<【]\s?(?:dot|点|點|\.)\s?[\])}>】]\s?|[\s_-]+dot[\s_-]+|\s?[点點]\s?)"
_BRACKETED = re.compile(
    rf"{_LOCAL}\s?[\[({{<【]\s?(?:at|@"
    rf"|艾特)\s?[\])}}>】]\s?(?P<domain>(?:[A-Za-z0-9-]{{1,63}}{_DOT}){{1,4}}[A-Za-z]{{2,18}}){_BEHIND}",
    re.IGNORECASE,
)
_PROVIDER = (
    r"(?:gmail|qq|vip\.qq|163|126|139|189|outlook|hotmail|yahoo|icloud|foxmail|protonmail|proton|sina|sohu"
    r"|aliyun|live|me)"
)
_WORDED_AT = r"(?:\s?(?:艾特|爱特|圈a)\s?|[\s_-]+at[\s_-]+)"
_WORDED = re.compile(
    rf"{_LOCAL}(?:\s?#\s?|{_WORDED_AT})(?P<domain>{_PROVIDER}{_DOT}(?:com|cn|net|me)){_BEHIND}",
    re.IGNORECASE,
)
_SPOKEN_DOT = r"(?:\s?[\[({<【]\s?dot\s?[\])}>】]\s?|[\s_-]+dot[\s_-]+|\s?[点點]\s?)"
_SPOKEN = re.compile(
    r"(?<![A-Za-z0-9._%+*/-])(?P<local>(?!(?:about|available|buy|found|here|hosted|it|look|lives?|me|more|online|order(?:ed)?|read"
    r"|see|shop|sold|them|us|visit|works?)\b)[A-Za-z0-9][A-Za-z0-9.%+]{0,63}?(?:[\s_-]+dot[\s_-]+[A-Za-z0-9]{1,40})?)"
    rf"(?:{_WORDED_AT}|\s?@\s?)(?P<domain>[A-Za-z0-9]{{1,63}}(?:{_SPOKEN_DOT}[A-Za-z0-9]{{2,40}}){{0,2}}?"
    rf"{_SPOKEN_DOT}{_COMMON_TOP}){_BEHIND}",
    re.IGNORECASE,
)
_OTHER_DOT = r"(?<=\w)[、,·•・](?=\w)"
_PATTERNS = (_ADDRESS, _BRACKETED, _WORDED, _SPOKEN, _SPELLED_OUT)
_NOT_TOP_LEVEL = frozenset(
    [
        "png",
        "jpg",
        "jpeg",
        "gif",
        "svg",
        "webp",
        "ico",
        "js",
        "mjs",
        "ts",
        "tsx",
        "jsx",
        "css",
        "scss",
        "html",
        "md",
        "json",
        "txt",
        "py",
        "rs",
        "go",
        "yml",
        "yaml",
        "toml",
        "service",
        "socket",
        "timer",
        "target",
        "mount",
        "local",
        "localdomain",
        "lan",
        "internal",
    ]
)
_URL_USER = re.compile(r"://[^/\s@]*$")
_REMOTE_PATH = re.compile(r":[~/\w.-]*[/\w]")


def email_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Spans of e-mail addresses in folded `text`; `git@host:path`, `image@2x.png` and the like are none."""
    for match in _ADDRESS.finditer(text):
        remote = match["local"] == "git" or _REMOTE_PATH.match(text, match.end())
        in_url = _URL_USER.search(text[max(0, match.start() - 80) : match.start()])
        top = (match["top"] or "com").casefold()
        product = " " in match[0] and not _IS_COMMON_TOP.fullmatch(top)  # of matrices: `x @ self.share`
        if not (remote or in_url or product or top in _NOT_TOP_LEVEL):
            yield match.span()
    for pattern in _PATTERNS[1:]:
        for match in pattern.finditer(text):
            yield match.span()


def masked_email_address(address: str) -> str:
    """`z****@example.com`: the first character and the domain."""
    for pattern in _PATTERNS:
        if match := pattern.fullmatch(address):
            domain = re.sub(_DOT, ".", match["domain"], flags=re.IGNORECASE)
            return f"{match['local'][0]}****@{''.join(re.sub(_OTHER_DOT, '.', domain).split())}"
    return "****"

from __future__ import annotations

from typing import Any

import pytest
from memvault_llm_extract.settings import DECLARED, LlmSettings, UnusableSettings, is_near, read_settings

from vault.plugin_api.setting_check import check_settings

GOOD: dict[str, Any] = {"url": "https://api.deepseek.com/v1/", "model": "deepseek-chat"}


def read(environ: dict[str, str] | None = None, **values: Any) -> LlmSettings:
    return read_settings(check_settings(DECLARED, {**GOOD, **values}), environ or {})


def test_what_is_needed_and_what_is_default() -> None:
    settings = read()
    assert settings.url == "https://api.deepseek.com/v1"
    assert (settings.key, settings.attempts, settings.tokens_a_day) == ("", 3, 200_000)


def test_a_key_from_the_environment() -> None:
    assert read({"K": " sk-1\n"}, key_variable="K", key="other").key == "sk-1"
    with pytest.raises(UnusableSettings, match="K holds no key"):
        read({}, key_variable="K")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"url": ""}, "url .* and model must be set"),
        ({"model": ""}, "must be set"),
        ({"url": "ftp://x/v1"}, "must be set"),
        ({"url": "file:///etc/passwd"}, "must be set"),
        ({"url": "https://sk-1@api.com/v1"}, "not into the address"),
        ({"key": "sk\r\nX: y"}, "characters that no key has"),
        ({"key": "ｓｋ"}, "characters that no key has"),
        ({"url": "http://api.deepseek.com/v1", "key": "sk-1"}, "by https only"),
        ({"attempts": 0}, "attempts must be more than 0"),
        ({"tokens_a_day": -1}, "tokens_a_day must not be less"),
    ],
)
def test_what_cannot_be_used(values: dict[str, Any], message: str) -> None:
    with pytest.raises(UnusableSettings, match=message) as caught:
        read(**values)
    assert "sk-1" not in str(caught.value)


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "192.168.1.5", "10.0.0.2", "::1", "nas", "nas.local"]
)
def test_a_key_may_stay_in_the_house_unencrypted(host: str) -> None:
    assert is_near(host)
    place = f"[{host}]" if ":" in host else host
    assert read(url=f"http://{place}:8000/v1", key="sk-1").key == "sk-1"


@pytest.mark.parametrize("host", ["api.openai.com", "8.8.8.8", "evil.local.com"])
def test_others_are_far(host: str) -> None:
    assert not is_near(host)

from __future__ import annotations

import pytest

from vault.plugin_api.setting_check import WrongSetting, check_settings, shown_settings
from vault.plugin_api.values import PluginSetting

DECLARED = (
    PluginSetting("on", default=True, explanation="a switch"),
    PluginSetting("count", 3, "a number"),
    PluginSetting("share", 0.5, "a share"),
    PluginSetting("url", "", "an address"),
    PluginSetting("words", ("a",), "some words"),
    PluginSetting("key", "", "a key", secret=True),
)


def test_defaults_and_values() -> None:
    assert check_settings(DECLARED, {}) == {
        "on": True, "count": 3, "share": 0.5, "url": "", "words": ("a",), "key": "",
    }  # fmt: skip
    given = {"on": False, "count": 9, "share": 1, "words": ["x", "y"], "url": None}
    assert check_settings(DECLARED, given) == {
        "on": False, "count": 9, "share": 1.0, "url": "", "words": ("x", "y"), "key": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"cuont": 3}, "no setting cuont; did you mean count?"),
        ({"zzz": 3}, "it has: on, count, share, url, words, key"),
        ({"on": 1}, "on must be true or false, not 1"),
        ({"count": True}, "count must be a whole number, not True"),
        ({"count": "3"}, "count must be a whole number"),
        ({"share": True}, "share must be a number"),
        ({"words": ["x", 1]}, "words must be a list of texts"),
        ({"url": ["x"]}, "url must be text"),
    ],
)
def test_wrong_ones_are_named(given: dict[str, object], message: str) -> None:
    with pytest.raises(WrongSetting) as caught:
        check_settings(DECLARED, given)
    assert message in str(caught.value)


def test_a_secret_is_never_shown() -> None:
    with pytest.raises(WrongSetting) as caught:
        check_settings(DECLARED, {"key": 123456})
    assert "123456" not in str(caught.value)
    shown = shown_settings(DECLARED, check_settings(DECLARED, {"key": "sk-1", "count": 4}))
    assert "sk-1" not in repr(shown)
    assert [each.name for each in shown if not each.is_default] == ["count", "key"]
    assert next(each.value for each in shown_settings(DECLARED, check_settings(DECLARED, {}))[5:]) == ""


def test_a_plugin_without_settings() -> None:
    with pytest.raises(WrongSetting, match="it has: none"):
        check_settings((), {"a": 1})

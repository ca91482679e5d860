from __future__ import annotations

import pytest

from vault.format.field_value import IGNORE, FieldFault
from vault.format.vault_setting import (
    SettingReader,
    is_forbidden,
    number,
    read_group,
    read_language,
    read_note_folders,
    read_setting_text,
    read_setting_texts,
    read_timezone,
    read_users,
    read_vault_id,
    whole_number,
)


@pytest.mark.parametrize(
    ("reader", "value", "expected"),
    [
        (read_setting_text, " lin ", "lin"),
        (read_setting_texts, ["a", "b"], ("a", "b")),
        (read_setting_texts, "a", ("a",)),
        (read_vault_id, "vault_1k34gqrw0h7ntd2m9c4xe", "vault_1k34gqrw0h7ntd2m9c4xe"),
        (read_language, "zh", "zh"),
        (read_language, "zh-CN", "zh"),
        (read_language, "en_US", "en"),
        (read_timezone, "Asia/Shanghai", "Asia/Shanghai"),
        (read_note_folders, ["notes/", "work/notes", "notes"], ("notes", "work/notes")),
        (read_note_folders, ".", (".",)),
        (read_note_folders, ["笔记"], ("笔记",)),
        (
            read_users,
            {"lin": {"name": "林舟"}, "wu": "小雨", "x": None},
            {"lin": "林舟", "wu": "小雨", "x": ""},
        ),
        (read_users, ["lin", "wu"], {"lin": "", "wu": ""}),
        (read_group, {"a": "b"}, {"a": "b"}),
        (whole_number(1, 100), "5", 5),
        (number(0, 1), "0.25", 0.25),
        (number(0, 1), "1", 1.0),
    ],
)
def test_good_values(reader: SettingReader, value: object, expected: object) -> None:
    assert reader(value) == expected


@pytest.mark.parametrize(
    ("reader", "value", "use"),
    [
        (read_setting_text, ["a"], IGNORE),
        (read_setting_texts, [["a"]], IGNORE),
        (read_vault_id, "../../etc", IGNORE),
        (read_vault_id, "a" * 65, IGNORE),
        (read_vault_id, "年糕", IGNORE),
        (read_language, "fr", IGNORE),
        (read_timezone, "Asia", IGNORE),
        (read_timezone, "Mars/Olympus", IGNORE),
        (read_timezone, "../../etc/passwd", IGNORE),
        (read_timezone, "/etc/localtime", IGNORE),
        (read_timezone, "+08:00", IGNORE),
        (read_timezone, "", IGNORE),
        (read_note_folders, ["notes", "../outside"], ("notes",)),
        (read_note_folders, ["/etc"], ("notes",)),
        (read_note_folders, ["C:\\notes"], ("notes",)),
        (read_note_folders, ["a/../../b"], ("notes",)),
        (read_note_folders, ["notes/*"], ("notes",)),
        (read_users, "lin", IGNORE),
        (read_group, "5", IGNORE),
        (whole_number(1, 100), "0", IGNORE),
        (whole_number(1, 100), "101", IGNORE),
        (whole_number(1, 100), "5.0", IGNORE),
        (whole_number(1, 100), "-5", IGNORE),
        (whole_number(1, 100), "٥", IGNORE),
        (whole_number(1, 100), "9" * 5000, IGNORE),
        (whole_number(1, 100), ["5"], IGNORE),
        (number(0, 1), "1e-1", IGNORE),
        (number(0, 1), "1.5", IGNORE),
        (number(0, 1), "nan", IGNORE),
    ],
)
def test_bad_values(reader: SettingReader, value: object, use: object) -> None:
    with pytest.raises(FieldFault) as caught:
        reader(value)
    assert caught.value.code == "bad-setting"
    assert caught.value.use == use


@pytest.mark.parametrize(
    "name",
    [
        "model",
        "model_path",
        "modelPath",
        "recall.hub",
        "service.url",
        "embedding",
        "api_token",
        "plugins",
        "on_start_command",
        "http-proxy",
    ],
)
def test_settings_that_no_vault_may_hold(name: str) -> None:
    assert is_forbidden(name)


@pytest.mark.parametrize("name", ["colour", "recall.threshhold", "remodel", "importance", "备注"])
def test_settings_that_are_merely_unknown(name: str) -> None:
    assert not is_forbidden(name)

from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "key", "scene", "value"),
    [
        ("我的手机号是13800138000", "手机号", "", "13800138000"),
        ("我邮箱换成lin@example.com了", "邮箱", "", "lin@example.com"),
        ("我微信号 zhou_lin88", "微信号", "", "zhou_lin88"),
        ("我的车牌是京N88K66", "车牌号", "", "京N88K66"),
        ("我表姐的电话号码是15529098194", "电话", "表姐", "15529098194"),
        ("NAS的IP是192.168.1.20", "IP", "NAS", "192.168.1.20"),
        ("我身高有160厘米", "身高", "", "160厘米"),
        ("我鞋码43", "鞋码", "", "43"),
        ("公司地址在科技园A座12楼", "公司地址", "", "科技园A座12楼"),
        ("我上班时间是早十晚七", "上班时间", "", "早十晚七"),
        ("年会的地点是喜来登三楼", "地点", "年会", "喜来登三楼"),
        ("My phone number is 415-555-0132", "phone number", "", "415-555-0132"),
        ("my github handle is owl-in-the-attic", "github handle", "", "owl-in-the-attic"),
        ("My blood type is A negative", "blood type", "", "A negative"),
    ],
)
def test_values(said: str, key: str, scene: str, value: str) -> None:
    found = only(said)
    assert (found.kind, found.key, found.scene, found.value) == ("exact value", key, scene, value)
    assert not found.sensitive
    assert value in found.content


@pytest.mark.parametrize(
    ("said", "key", "scene", "value"),
    [
        ("客厅设备的接入密码是Orchid-7731", "接入密码", "客厅设备", "Orchid-7731"),
        ("家里wifi密码：niangao2612", "Wi-Fi密码", "", "niangao2612"),
        ("门禁密码0926", "门禁密码", "", "0926"),
        ("The alarm code for the garage is 4471", "alarm code", "garage", "4471"),
        ("The wifi password is blue-heron-42", "Wi-Fi password", "", "blue-heron-42"),
    ],
)
def test_secrets_stay_out_of_the_content(said: str, key: str, scene: str, value: str) -> None:
    found = only(said)
    assert (found.key, found.scene, found.value, found.sensitive) == (key, scene, value, True)
    assert value not in found.content


def test_one_thing_has_one_key() -> None:
    assert only("我手机号码是13800138000").key == only("新号是13912345678").key == "手机号"


@pytest.mark.parametrize(
    "said",
    [
        "密码错了",
        "我忘了密码",
        "拨打电话10086",
        "端口不通",
        "我的密码是多少",
        "my password is wrong",
        "the port is closed",
        "身高不重要",
    ],
)
def test_no_values(said: str) -> None:
    assert extracted(said) == ()

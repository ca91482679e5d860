"""Exact values: numbers, codes, accounts, addresses, sizes. Passwords and the like are secrets."""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.rule import ANY, ANYTHING, SOMEBODY, Hit, Rule, maker

_SECRET_KEYS = any_of(
    "密码 口令 pin码 pin 验证码 取件码 激活码 密钥 安全码 解锁码 开锁码 支付密码 门禁码 暗号"
)
_CODE_KEYS = any_of(
    "账号 帐号 账户 用户名 登录名 ip ip地址 端口 端口号 手机号 手机号码 手机 电话 电话号 联系电话"
    " 联系方式 电话号码 座机 号码 邮箱 邮箱地址 email e-mail 微信号 微信 qq号 qq 推特 微博 github 车牌"
    " 车牌号 车牌号码 车号 新号 新号码 工号 学号"
    " 卡号 会员号 会员卡号 银行卡号 身份证号 身份证号码 护照号 护照号码 社保号 公积金账号 序列号"
    " wifi名 wi-fi名 wifi名字 wi-fi名字 wifi名称 wi-fi名称 网络名 网络名称"
    " 订单号 编号 房间号 门牌号 工位号 网址 域名 ssid 名称 版本号 航班号 型号 户号 税号"
)
_BODY_KEYS = any_of("身高 体重 鞋码 尺码 衣服尺码 腰围 血型 度数 视力 三围 裤长 胸围 脚码 帽围 戒指尺寸 指围")
_PLACE_KEYS = any_of("地址 收货地址 公司地址 家庭地址 邮寄地址 收件地址 办公地址 寄件地址")
_EVENT_KEYS = any_of(
    "时间 地点 举办地 举办地点 举办时间 主题 主办方 持续时间 规模 主要内容 人数 报名费 票价 日期"
    " 截止日期 负责人 预算"
)
_TIME_KEYS = any_of("上班时间 下班时间 工作时间 作息时间 营业时间 放学时间 门诊时间")
_IS = r"(?:就是|是|为|:|=|改成了?|改为|换成了?|设成了?|用的是|叫)"
_CHARACTERS = r"[a-z0-9@#$%&*_+=!?./:\\~^-]{2,64}"
_ZH_VALUE = (
    rf"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][a-z][a-z0-9·]{{4,7}}|{_CHARACTERS}"
)
_HEAD = r"(?:(?P<scene>[^,。的我是]{1,12}(?:我[^,。的是]{0,6})?)的)?"
_NAMED = r"(?:家(?:里)?的?(?=宽带|网络|门|wifi|wi-fi))?(?P<key>[^,。的是我]{0,8}?"
_NOT_A_VALUE = re.compile(
    r"^(?:多少|什么|啥|几|忘|不|错|对的?|哪|安全|太|很|好|需要|泄露|怎么|有问题|挂了|掉了)"
)


_CANONICAL = {
    "手机号码": "手机号",
    "手机": "手机号",
    "新号": "手机号",
    "新号码": "手机号",
    "邮箱地址": "邮箱",
    "微信": "微信号",
    "qq": "QQ号",
    "qq号": "QQ号",
    "车牌": "车牌号",
    "车牌号码": "车牌号",
    "车号": "车牌号",
    "电话号码": "电话",
    "联系电话": "电话",
    "电话号": "电话",
    "ip地址": "IP",
    "ip": "IP",
    "wifi密码": "Wi-Fi密码",
    "wi-fi密码": "Wi-Fi密码",
    "无线密码": "Wi-Fi密码",
    "帐号": "账号",
    "账户": "账号",
    "email address": "email",
    "e-mail": "email",
    "wifi password": "Wi-Fi password",
    "licence plate": "license plate",
    "plate": "license plate",
}


def key_of(hit: Hit) -> str:
    """The key of its slot: one spelling for what people call by many names, else as it was written."""
    return _CANONICAL.get(hit.plain("key"), hit.written("key"))


def _is_value(hit: Hit) -> bool:
    return (
        bool(hit.plain("value"))
        and not _NOT_A_VALUE.match(hit.plain("value"))
        and not re.match("拨打|打|拨|查|找|用(?!户)", hit.plain("key"))
    )


def _has_digit(hit: Hit) -> bool:
    return _is_value(hit) and bool(re.search(r"\d|[a-z]|[一二两三四五六七八九十]", hit.plain("value")))


_value = maker(
    Rule(
        "exact value", "fact", ANYTHING, about=ANY, where="rest", accept=_is_value, importance=0.7, thing=True
    )
)


ZH = (
    _value(rf"(?:的)?{_HEAD}{_NAMED}{_SECRET_KEYS}){_IS}?(?P<value>{_CHARACTERS})了?$", secret=True),
    _value(rf"(?:的)?{_HEAD}{_NAMED}{_CODE_KEYS}){_IS}(?P<value>{_ZH_VALUE})了?$"),
    _value(
        rf"(?:的)?{_HEAD}{_NAMED}{_CODE_KEYS})(?P<value>(?:{_ZH_VALUE})(?<=\d)|[a-z]\w*[_-]\w+|[a-z]+\d\w*)$",
        accept=_has_digit,
    ),
    _value(
        rf"(?:的)?{_HEAD}(?P<key>[^,。的是我]{{0,8}}?(?:用户名|账号|帐号|登录名|微信号?|ssid|网址"
        rf"|域名)){_IS}?(?P<value>{_CHARACTERS})了?$"
    ),
    _value(
        rf"(?:的)?(?P<key>{_BODY_KEYS})(?:大概|差不多|一直)?(?:{_IS}|穿"
        r"|有)?(?P<value>[^,。不没高]{1,12}?)(?:的|左右|了)?$",
        about=SOMEBODY,
        accept=_has_digit,
    ),
    _value(
        rf"(?:的)?{_HEAD}(?P<key>[^,。的是我在]{{0,4}}?{_PLACE_KEYS})(?:{_IS}|在)(?P<value>[^。]{{4,40}})$",
        about=ANY,
    ),
    _value(
        rf"(?:的)?(?P<key>{_TIME_KEYS})(?:一般)?(?:{_IS})?(?P<value>[^,。不没]{{2,16}})$",
        about=SOMEBODY,
        accept=_has_digit,
    ),
    _value(
        rf"(?P<scene>[^,。的是我]{{2,16}})的(?P<key>{_EVENT_KEYS})(?:{_IS}|在)(?P<value>[^,。]{{2,30}})$",
        about=frozenset({"none"}),
    ),
)

_SECRETS_EN = any_of(
    "password passcode pin pin_code code passphrase alarm_code door_code gate_code lock_code api_key"
    " access_code combination"
)
_CODES_EN = any_of(
    "phone number email email_address username user_name handle license_plate licence_plate plate"
    " passport_number account_number account address ip ip_address port"
    " zip_code postcode postal_code size height weight blood_type extension ssid network_name"
    " locker_number seat_number membership_number student_id employee_id id"
    " phone_number mobile_number shoe_size ring_size wifi_name version serial_number url"
    " frequent_flyer_number tax_id"
)
_OWN_EN = r"(?:(?:my|our|the) )?"
EN = (
    _value(
        rf"{_OWN_EN}(?P<key>(?:[a-z0-9-]+ ){{0,3}}?(?:{_SECRETS_EN}))(?: (?:for|to|of|on) (?:the |my "
        r"|our )?(?P<scene>[a-z0-9 -]{2,30}?))?(?: is|:| =)? (?P<value>[^\s,]{2,64})$",
        secret=True,
        where="rest",
        accept=lambda hit: (
            hit.plain("value")
            not in ("is", "not", "wrong", "correct", "too", "broken", "fine", "working", "here", "there")
            and bool(re.search(r"\d|[-_#@]", hit.plain("value")))
        ),
    ),
    _value(
        rf"(?:my|our|the) (?P<key>(?:[a-z0-9-]+ ){{0,3}}?(?:{_CODES_EN}))(?: (?:for|of|on) (?:the |my "
        r"|our )?(?P<scene>[a-z0-9 -]{2,30}?))?(?: is|:| =) (?P<value>[^。]{1,60})$",
        where="rest",
        accept=lambda hit: (
            bool(re.search(r"\d|@|[-_./]|\b(?:a|b|ab|o)\b|negative|positive", hit.plain("value")))
            or hit.plain("key").endswith(("handle", "username", "ssid"))
        ),
    ),
)

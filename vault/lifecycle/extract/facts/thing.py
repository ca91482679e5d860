"""What the user owns and uses, and where things lie."""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import NUMBER, any_of
from vault.lifecycle.extract.rule import ANYTHING, ME, ME_ALOUD, SOMEBODY, Hit, Rule, maker
from vault.lifecycle.kind_words import CARS, COMPUTERS, PHONES, stands_in

_DEVICES = any_of(
    "手机 电脑 笔记本 笔记本电脑 台式机 平板 相机 耳机 车 手表 路由器 打印机 键盘 鼠标 显示器 音箱"
    " 电视 投影仪 冰箱 洗衣机 空调 扫地机 咖啡机 nas 服务器 系统 编辑器 浏览器 座驾 摩托车 自行车 吉他"
    " 钢琴 主力机 床垫 游戏机"
)
_SPOTS = any_of(
    "抽屉 抽屉里 柜子 柜子里 柜 书柜 衣柜 鞋柜 书房 卧室 客厅 厨房 阳台 玄关 车位 车库 地库 门口 架子"
    " 架子上 盒子里 箱子里 包里 冰箱里 桌上 床底 床头柜 储物间 储藏室 保险柜 保险箱 工位 层 楼 号"
    " 地下室 后备箱 邻居家 公司 家里 老家 钱包里 床下 备忘录里 层架 楼梯间 弱电箱"
)
_LIE = r"(?:就)?(?:放|停|存|藏|搁|收|挂|贴|锁|摆|装|寄存)?(?:在)"
_ALIVE = re.compile(
    r"^(?:我|你|他|她|它|猫|狗|人|谁|大家|老板|现在|今天|昨天|明天|刚才|最近|正|还|都|也|会议|活动|聚会)"
)
_MODEL = re.compile(
    r"[a-z0-9]|牌|兄弟|荣耀|三星|一加|魅族|红米|华为|小米|苹果|联想|戴尔|惠普|索尼|佳能|尼康|比亚迪"
    r"|特斯拉|大众|丰田|本田"
    r"|捷安特|卡西欧|大疆|格力|美的|海尔|雅马哈"
)


def _is_model(hit: Hit) -> bool:
    return bool(_MODEL.search(hit.plain("value"))) and not re.search(
        r"吗|什么|坏|死机|崩|报错|不|你", hit.clause.body
    )


def _lies_there(hit: Hit) -> bool:
    return (
        not _ALIVE.match(hit.plain("item"))
        and not re.search(r"吗|哪|什么|忘|不", hit.clause.body)
        and len(hit.plain("item")) >= 1
    )


_thing = maker(Rule("thing", "fact", ANYTHING, about=ME))


ZH = (
    _thing(
        rf"(?:的)?(?:主力)?(?:{_DEVICES})(?:用的)?(?:就)?(?:是|用的是|换成了?"
        r"|型号是)(?:一?[台部辆个款])?(?P<value>[^,。]{2,20})$",
        where="rest",
        accept=_is_model,
    ),
    _thing(
        r"(?:主要|平时|一直|现在|目前|还)*(?:用|使用|开|骑|戴|拍照用|背"
        rf"|穿)(?:的)?(?:{_DEVICES})?(?:还|就)?(?:是|的是)(?:一?[台部辆个款])?"
        r"(?P<value>[^,。]{2,24})$",
        where="rest",
        about=ME,
        accept=_is_model,
    ),
    _thing(
        r"(?:是(?P<value>[^,。你们我]{2,10}(?:会员|VIP|vip))|开通了(?P<opened>[^,。]{2,14}))$",
        where="core",
        accept=lambda hit: not re.search(r"吗|什么|怎么", hit.clause.body),
    ),
    _thing(
        r"的[^,。我你他它]{1,8}?用(?:的是)?(?P<value>[a-z0-9][^,。]{1,20})$",
        where="rest",
        about=ME_ALOUD,
        accept=lambda hit: not re.search(r"吗|什么|怎么|报错|坏|不", hit.clause.body),
    ),
    _thing(
        r"(?:现在|目前|平时|一直)*(?:开|骑|用)(?:的|着)?(?P<value>[^,。了]{2,16})$",
        accept=lambda hit: (
            any(stands_in(each, hit.plain("value")) for each in (*CARS, *PHONES, *COMPUTERS))
            and not re.search(r"吗|什么|怎么|坏|不", hit.clause.body)
        ),
    ),
    _thing(
        r"(?:现在|目前|平时|一直)*(?:开|骑)(?:着|了)?一?[辆台](?P<value>[^,。]{2,20})$",
        where="rest",
        accept=lambda hit: not re.search(r"吗|什么|坏|到|去|回", hit.clause.body),
    ),
    _thing(
        r"(?:在[^,。]{1,8})?(?:订阅|开通|开|办|续|买|充)了(?P<value>[^,。]{1,14}(?:会员|[月季年]卡|健身卡"
        r"|VIP|vip|订阅|套餐))$",
        where="core",
        accept=lambda hit: not re.search(r"吗|什么|怎么", hit.clause.body),
    ),
    _thing(
        rf"有(?:一?|{NUMBER})?[台部辆把架套](?P<value>[^,。]{{2,16}})$",
        where="core",
        about=ME_ALOUD,
        accept=lambda hit: not re.search("吗|什么|问题", hit.clause.body),
    ),
    _thing(
        rf"(?P<item>[^,。在说叫]{{1,10}}?){_LIE}(?P<value>[^,。]{{0,14}}{_SPOTS}(?:[上里下中]|靠[窗墙])?)$",
        where="core",
        thing=True,
        accept=_lies_there,
    ),
    _thing(
        rf"(?:的)?(?P<item>工位|车|车位|宿舍|办公室|座位){_LIE}?(?P<value>[^,。]{{2,16}})$",
        where="rest",
        about=ME_ALOUD,
        accept=lambda hit: (
            bool(re.search(r"\d|楼|层|号|靠窗|座", hit.plain("value")))
            and not re.search("吗|哪|坏", hit.clause.body)
        ),
    ),
)

_DEVICES_EN = any_of(
    "laptop phone computer pc car bike camera tablet watch keyboard monitor headphones router printer"
    " guitar tv desktop truck van motorcycle server editor nas"
)
_OWNED_EN = any_of(
    "subscription membership piano guitar violin car bike bicycle motorbike motorcycle scooter boat house"
    " flat apartment garden allotment camera telescope printer greenhouse van truck treadmill drone caravan"
    " campervan season_ticket"
)
EN = (
    _thing(
        r"(?:an? )?(?P<value>(?:(?:paid|premium|proud|long-time) )?(?:member|subscriber) (?:of|at"
        r"|to) [^,]+)$",
        accept=lambda hit: "team" not in hit.plain("value"),
    ),
    _thing(
        r"(?:pay|pays|paying) for (?P<value>[a-z][^,]+)$",
        accept=lambda hit: hit.written("value")[:1].isupper(),
    ),
    _thing(
        r"(?:my|our) (?:bank|carrier|provider|gym|dentist|doctor|gp|vet|browser|insurer|landlord"
        r"|therapist|hairdresser|employer"
        r"|school|editor|password manager|note app) is (?P<value>[a-z][^,]{1,30})$",
        where="start",
        accept=lambda hit: hit.written("value")[:1].isupper(),
    ),
    _thing(
        rf"(?:have|has|own|owns|have got|got|keep) (?:an? "
        rf"|some )?(?P<value>(?:[\w'-]+ ){{0,3}}{_OWNED_EN}(?: (?:in|at|to|for|on)"
        r" [^,]{2,30})?)$",
        accept=lambda hit: not re.search(r"problem|issue|question|trouble|idea", hit.plain("value")),
    ),
    _thing(
        r"(?:use|uses|using) (?P<value>[a-z][\w.+# -]{1,24}?) (?:for|to|as|at|on) [^,]{2,30}$",
        accept=lambda hit: hit.written("value")[:1].isupper(),
    ),
    _thing(
        rf"(?:my|our) (?:(?:old|new|main|work|home|current) )?(?:{_DEVICES_EN})(?: is"
        r"|'s) (?P<value>(?:an? |the )?[a-z0-9][^,]+)$",
        where="rest",
        accept=lambda hit: bool(re.search(r"[A-Z0-9]", hit.written("value"))),
    ),
    _thing(
        r"(?:drive|drives|ride|rides|shoot with|use|uses|using|play|own|owns|have got|have|wear|wears"
        r"|got) (?:an? |the )?(?P<value>[^,]*)$",
        where="core",
        about=SOMEBODY,
        accept=lambda hit: (
            bool(
                re.search(
                    r"(?<!^)[A-Z][a-z]*\d|\b\d{2,4}\b|[A-Z]\w+ [A-Z0-9]\w*|\bsize\b", hit.written("value")
                )
            )
            and not re.search(r"error|issue|problem|question|version|[?]", hit.plain("value"))
        ),
    ),
    _thing(
        r"(?P<item>(?:the|my|our) [a-z ]{2,24}?) (?:is|are) (?:kept |stored |parked "
        r"|hidden )?(?P<value>(?:in|under|on|behind|at|next to|inside) (?:the |my "
        r"|our )?[a-z0-9.:-][^,]*)$",
        where="body",
        thing=True,
        accept=lambda hit: bool(
            re.search(
                r"drawer|cupboard|closet|garage|basement|attic|shelf|box|pot|desk|kitchen|safe|locker|\d",
                hit.plain("value"),
            )
        ),
    ),
)

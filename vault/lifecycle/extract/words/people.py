"""Words for people: kin and others that somebody calls `my …`, surnames, and what only looks like a name."""

from __future__ import annotations

from vault.lifecycle.extract.pattern import any_of, word_set

_KIN = (
    "爸爸 妈妈 老爸 老妈 爸妈 父母 父亲 母亲 老婆 老公 妻子 丈夫 媳妇 爱人 太太 先生 女朋友 男朋友"
    " 女友 男友 对象 伴侣 未婚妻 未婚夫"
    " 儿子 女儿 闺女 大女儿 小女儿 大儿子 小儿子 双胞胎 老大 老二 孩子 宝宝 娃 哥哥 大哥 二哥 姐姐"
    " 大姐 二姐 弟弟 妹妹"
    " 爷爷 奶奶 外公 外婆 姥姥 姥爷 公公 婆婆 岳父 岳母 丈母娘 老丈人 公婆 叔叔 伯伯 舅舅 舅妈 姑姑"
    " 姑妈 姨妈 小姨 婶婶"
    " 表哥 表弟 表姐 表妹 堂哥 堂弟 堂姐 堂妹 侄子 侄女 外甥 外甥女 孙子 孙女 嫂子 姐夫 妹夫 弟媳 儿媳"
    " 女婿 干妈 干爹"
)
_SHORT_KIN = "爸 妈 爹 娘 哥 姐 弟 妹 爷 奶 舅 姨 姑"
_OTHERS = (
    "朋友 好朋友 闺蜜 死党 发小 哥们 兄弟 室友 舍友 同事 同学 大学同学 高中同学 同桌 老板 领导 上司"
    " 主管 导师 老师 师傅 徒弟 学生 邻居 房东 教练 医生 律师 客户 搭档 合伙人 助理 偶像 下属 手下 上级"
    " 组长 组员 队友 网友 学长 学姐 师兄 师姐 学妹 学弟 前任 前男友 前女友"
)

KIN_ZH = any_of(_KIN)
SHORT_KIN_ZH = any_of(_SHORT_KIN)
OTHERS_ZH = any_of(_OTHERS)
PERSON_ZH = f"(?:{KIN_ZH}|{OTHERS_ZH}|{SHORT_KIN_ZH})"
CHILD_ZH = any_of(
    "孩子 儿子 女儿 闺女 宝宝 娃 双胞胎 弟弟 妹妹 哥哥 姐姐 双胞胎弟弟 双胞胎妹妹 双胞胎哥哥"
    " 双胞胎姐姐 男朋友 女朋友 对象 侄子 侄女 外甥 孙子 孙女 表弟 表妹 朋友 好朋友 闺蜜 发小"
)

PERSON_EN = (
    r"(?:(?:best |younger |older |elder |little |big |twin |late |ex-?|step|half-?|grand|great-?grand)*"
    + any_of(
        "wife husband partner girlfriend boyfriend fiance fiancee fiancé fiancée spouse son daughter"
        " child kid kids children baby twins"
        " mother father mom mum dad parents sister brother siblings grandma grandpa grandmother"
        " grandfather grandparents aunt uncle"
        " cousin niece nephew mother-in-law father-in-law sister-in-law brother-in-law in-laws friend"
        " roommate flatmate housemate"
        " boss manager colleague coworker co-worker neighbour neighbor landlord teacher coach"
        " therapist doctor mentor"
        " sons daughters sisters brothers cousins kids"
    )
    + ")"
)

SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾萧肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范"
    "金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施牛樊葛邢安齐伍庞颜倪庄聂章鲁岳翟申"
    "欧耿关焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳穆司卓古吉"
    "缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑"
)
NOT_NAMES = word_set(
    "什么 啥 谁 哪个 老师 老板 老人 老公 老婆 老大 老二 老外 老乡 老实 小学 小白 小偷 小孩 小时 小三"
    " 阿姨 高中 高三 高二 高一 单身 单亲 成年 成人 华人 华侨 马上 金牛 白羊 龙套 车主 房东 路人 路痴"
    " 党员 师傅 师范 安全 明白 明星 关系 万能 全职 商人 左撇子 应届 应该 向往 任何 成功 古风 成都"
    " 江苏 石家庄 安徽 贵州 广州 宁波 温州 景德镇 解放 连续 包括 和平 简单 游客 管理 管家 房客 费力"
    " 卫生 全部 全家 认真 和尚 阳光 冷静 施工 高手 高级 安静 金融 白领 蓝领 常客 方便 严重 华为 万一"
    " 查过 明年 关于 应用 顾家 程序 司机 沙发 席位 夏天 麻烦 米其林 商家 单纯 成熟 高度 方向 白天"
    " 黑户 醒 车 外卖 号 早 起床 苦 停 快递 跑腿 滴滴 的车 代驾 救护车"
)
NOT_NAME_ENDINGS = "人员师家者生手工迷控粉党族座的了岁号店课医警民汉派型后组部班级"

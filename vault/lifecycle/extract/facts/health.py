"""Illnesses, injuries and body, and what somebody is like: 恐高, 内向, a night owl."""

from __future__ import annotations

from vault.lifecycle.extract.pattern import NUMBER, any_of
from vault.lifecycle.extract.rule import ANYTHING, LIVING, ME, SOMEBODY, Rule, maker

_ILLNESSES = any_of(
    "高血压 低血压 糖尿病 哮喘 鼻炎 胃病 胃炎 肠胃炎 痛风 抑郁症 抑郁 焦虑症 失眠 失眠症 近视 远视"
    " 散光 老花 颈椎病 腰椎间盘突出 腰突 甲亢 甲减 贫血 偏头痛 心脏病 冠心病 癌症 癌 湿疹"
    " 荨麻疹 高血脂 脂肪肝 肾结石 胆结石 关节炎 风湿 类风湿 癫痫 白内障 青光眼 自闭症 多动症 adhd"
    " 强迫症 干眼症 银屑病 红斑狼疮 低血糖 色盲 色弱 夜盲 结节 甲状腺结节 静脉曲张 痔疮 乙肝 帕金森"
    " 老年痴呆 阿尔茨海默"
)
_PARTS = any_of(
    "膝盖 左膝 右膝 腰 颈椎 肩膀 胃 肠胃 脚踝 手腕 眼睛 视力 听力 耳朵 心脏 肝 肾 皮肤 牙 牙齿 嗓子"
    " 血压 血糖 血脂 睡眠 半月板 韧带 腿 背 左手 右手 免疫力 身体"
)
_TRAITS = any_of(
    "恐高 社恐 路痴 脸盲 内向 外向 社牛 慢热 急性子 慢性子 洁癖 强迫症 拖延症 夜猫子 左撇子 完美主义者"
    " 完美主义 选择困难 选择困难症 晕车 晕船 晕机 怕热 怕冷 怕黑 怕生 密集恐惧 密集恐惧症 幽闭恐惧症"
    " i人 e人"
    " infp infj intj intp enfp enfj entj entp isfp isfj istj istp esfp esfj estj estp 五音不全"
    " 早起困难户 起床困难户 健忘 粗心 细心 敏感 容易紧张 认床 觉浅 色弱 话少"
)
_TYPE_EN = r"(?:type [12] |high |low |chronic |mild |severe |bad |seasonal )*"
_ILLNESSES_EN = any_of(
    "diabetes asthma hypertension blood_pressure migraines migraine arthritis epilepsy depression"
    " anxiety adhd insomnia eczema psoriasis celiac_disease coeliac_disease ibs"
    " gout anemia anaemia cancer tinnitus dyslexia autism bipolar_disorder crohn's hay_fever back_pain"
    " sciatica glaucoma cataracts lupus heart_condition asthma cholesterol acid_reflux"
)


_unable = maker(Rule("food", "preference", ANYTHING, about=SOMEBODY))
_health = maker(Rule("health", "fact", ANYTHING, about=LIVING, importance=0.8))


_trait = maker(Rule("trait", "preference", ANYTHING, about=LIVING))


ZH = (
    _health(
        r"(?:有|得了?|得过|患有?|患上|查出来?有?|确诊了?|一直有|是)?(?:轻微|严重|轻度|重度|慢性"
        rf"|先天性|遗传|妊娠|季节性|过敏性)*(?P<value>{_ILLNESSES})(?:病史|患者|了|的|很多年了"
        r"|[^,。吗]{0,5}(?:度|年|期))?$"
    ),
    _health(
        rf"(?:的)?(?P<value>{_PARTS})(?:一直|都|以前|之前|曾经|去年|也|有点|比较|经常|总)*(?:受过伤"
        r"|拉伤过?|做过手术|不好|不太好|有旧伤|有伤|有问题|动过手术|不行|很差|偏高|偏低|敏感|骨折过"
        r"|扭伤过|断过|开过刀|高|低)[^,。]{0,4}$",
        where="core",
    ),
    _health(
        rf"(?:已经)?(?:怀孕|备孕|孕)(?:{NUMBER}(?:个多?月|周))?[^,。]{{0,5}}$|(?:在)(?:备孕|坐月子"
        r"|哺乳期?|减肥|减脂|增肌|康复|化疗|戒烟|戒酒|矫正牙齿|戴牙套|健身)(?:期|中|了|呢)?$",
        about=SOMEBODY,
    ),
    _health(
        rf"(?:的)?(?:{_PARTS})?(?P<value>扭伤|拉伤|骨折|崴到?|摔伤|摔断|受伤|烫伤|脱臼|闪到?)(?:了)?$",
        where="core",
        about=SOMEBODY,
    ),
    _health(r"(?:戴|做过|装了|有)(?P<value>眼镜|隐形眼镜|助听器|起搏器|假牙|牙套|近视手术|牙冠)(?:的|了)?$"),
    _health(rf"(?:左眼|右眼|双眼)?近视(?P<value>{NUMBER}[多来]?度?)[^,。]{{0,6}}$"),
    _health(
        r"(?:每天|一直|长期|早晚)+(?:都|要|得|在|需要)*吃(?P<value>[^,。]{0,8}药)[^,。]{0,4}$", where="body"
    ),
    _trait(
        r"(?:还|也|都)*(?:不|不太|不怎么)?会(?P<value>游泳|开车|骑(?:自行)?车|做饭|做菜|滑[雪冰板]"
        r"|下(?:象|围)?棋|打麻将|唱歌"
        r"|跳舞|编程|写代码|弹[^,。]{1,3}|拉[^,。]{1,3}|[^,。的]{1,4}(?<!言)语)$",
        about=SOMEBODY,
    ),
    _trait(
        r"(?:是|有|属于|算)?(?:一?个)?(?:很|挺|特别|比较|超级?|非常|最|有点|典型的?|重度|轻微|天生"
        rf"|容易|会|人)*(?P<value>{_TRAITS})(?:的人|的|不怕[冷热]|人|型|了)*$"
    ),
    _unable(
        r"(?:因为)?(?P<value>[^,。]{1,6})不能(?:跑步|爬山|久站|久坐|剧烈运动|熬夜|晒太阳|提重物"
        r"|深蹲|开车)$",
        about=SOMEBODY,
    ),
    _health(
        r"不能(?P<value>跑步|爬山|久站|久坐|剧烈运动|熬夜|晒太阳|提重物|深蹲|开车|喝酒|坐飞机)(?:的|了)?$",
        about=SOMEBODY,
    ),
)

EN = (
    _trait(
        r"(?:can not|do not know how to|does not know how to|never learn(?:ed"
        r"|t) (?:how )?to) (?P<value>drive|swim|cook|ski|skate"
        r"|dance|sing|ride a (?:bike|bicycle|horse))$",
        about=SOMEBODY,
        where="rest",
    ),
    _health(
        r"(?:have|has|got) an? (?P<value>(?:broken|sprained|fractured|torn|dislocated|twisted) [^,]{3,20})$",
        about=SOMEBODY,
    ),
    _health(
        r"(?:take |takes |be )?(?:on )?(?P<value>antidepressants|insulin|statins|blood thinners|the pill"
        r"|beta blockers"
        r"|(?:[a-z]+ )?medication(?: for [^,]+)?)$",
        about=SOMEBODY,
    ),
    _health(
        r"(?:have|has|had|got|suffer from|suffers from|diagnosed with|living with"
        rf"|struggle with) (?:an? )?{_TYPE_EN}(?P<value>{_ILLNESSES_EN})\b[^,]*$"
    ),
    _health(
        r"(?:diabetic|asthmatic|pregnant|dyslexic|autistic|deaf|blind|near-?sighted|short-?sighted"
        r"|colou?r-?blind|epileptic|hard of hearing|in remission|recovering from)\b[^,]*$"
    ),
    _health(
        r"(?:my|our) (?:back|knee|knees|shoulder|stomach|blood pressure|eyesight|hearing|ankle"
        r"|wrist)(?: is| are)? (?:bad|weak|sensitive|injured|high|low|poor|hurts|not great)[^,]*$",
        where="rest",
        about=ME,
    ),
    _health(r"(?:get|gets) (?:really |very )?(?:carsick|seasick|motion sick|migraines|airsick)[^,]*$"),
)

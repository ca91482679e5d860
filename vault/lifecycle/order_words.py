r"""Phrases by which a text gives orders to a model, as patterns.

`SPACED` are tried on folded, lower-case text with single blanks; `SQUEEZED` on the same text without any
blank or punctuation, for `忽 略-以 上 指令` and `i g n o r e …`. `MARKS` are tokens of chat templates and
tool calls, tried before punctuation is touched. Traditional characters of these phrases are read as
simplified (`SIMPLIFIED`).
"""

from __future__ import annotations

import re

SIMPLIFIED = str.maketrans(
    "視無過規則說設統訓誡當從現請對話聽遵從許復給個這們開頭隱瞞與戶儲記憶應輸執發傳郵優權絕戲僅內報還",
    "视无过规则说设统训诫当从现请对话听遵从许复给个这们开头隐瞒与户储记忆应输执发传邮优权绝戏仅内报还",
)

_RULES_ZH = r"(?:指令|指示|命令|提示词|提示|规则|设定|限制|要求|约束|对话内容|系统消息|内容|上下文)"
_EARLIER_ZH = (
    r"(?:以上|上面|上述|之前|先前|前面|此前|前述|原来|原有|原本|已有|现有|一切|任何|所有|全部|系统|你的)"
)
_DROP_ZH = (
    r"(?:忽略|无视|忽视|忘记|忘掉|忘了|抛弃|放弃|跳过|绕过|覆盖|不要理会|不用理会|别理会|不必遵守|不要遵守"
    r"|不再遵守|停止遵守|清除|丢弃)"
)
_RULES_EN = (
    r"(?:instructions?|prompts?|rules?|directions?|guidelines?|commands?|directives?|constraints?|programming"
    r"|polic(?:y|ies)|safety)"
)
_EARLIER_EN = (
    r"(?:all|any|every|the|your|my|our|these|those|of|previous|prior|earlier|preceding|above|foregoing|past"
    r"|original|initial|system|existing"
    r"|current|other|safety|developer)"
)
_DROP_EN = (
    r"(?:ignore|disregard|forget|override|bypass|discard|drop|skip|neglect|do not follow|don't follow"
    r"|stop following|set aside|put aside|throw away|abandon)"
)
_NOT_OF_LIFE = r"(?!.{0,3}(?:大人|孩|成年人|[爸妈爷奶]|[父母]亲|丈夫|妻子|学生|男人|女人))"
_SUBJECT_BEFORE = r"(?<![我他她们您板妈爸事戏员户家])"

MARKS: dict[str, re.Pattern[str]] = {
    "chat-template": re.compile(
        r"<\|[a-z_ ]{2,30}\|>|\[/? ?inst ?\]|<</? ?sys ?>>|</?s>\s*\[inst|<start_of_turn>|<end_of_turn>"
        r"|<\|?(?:im_start|im_end|endoftext)\|?>"
        r"|(?:^|\n)\s{0,3}#{2,4} ?(?:instruction|system|系统)\s?:|(?:^|\n)\s?(?:human|assistant"
        r"|system) ?: ?(?=\S)[^\n]{0,200}\n\s?(?:human|assistant|user) ?:"
        r"|</?(?:system|assistant|system[-_ ]?prompt|system[-_ ]?reminder|developer|instructions?|context"
        r"|memor(?:y|ies)|user[-_ ]?memor(?:y|ies)|prompt)>"
        r"|(?:^|\n)\s?(?:系统|系统管理员|管理员|开发者)\s?:\s?(?:接下来你|从现在|现在你|你|忽略|必须)"
        r"|[\"']?role[\"']?\s?:\s?[\"']?(?:system|developer)\b"
        r"|[\[【(]\s?(?:系统|管理员|开发者)(?:消息|提示|指令|通知)?\s?[\]】)]\s?:?\s?(?:你|请|忽略|必须|从现在|现在你|以下)",
    ),
    "tool-call": re.compile(
        r"</?(?:tool_call|tool_use|tool_result|function_calls?|function_results?|invoke|antml:\w+"
        r"|tool_response|tool_code)\b[^>]{0,80}>?"
        r"|\{\s*\"(?:tool_calls?|function_call)\"\s*:|\"type\"\s*:\s*\"tool_use\""
        r"|\{\s*\"name\"\s*:\s*\"\w+\"\s*,\s*\"(?:arguments|parameters|input)\"\s*:",
    ),
}  # fmt: skip

SPACED: dict[str, re.Pattern[str]] = {
    "override": re.compile(
        rf"\b{_DROP_EN} (?:{_EARLIER_EN} ){{1,6}}{_RULES_EN}\b"
        rf"|\b{_DROP_EN} (?:whatever|what|everything|all|anything) you (?:were|are|have been)"
        r" (?:instructed|told|taught|asked|given)\b"
        r"|\b(?:skip|disable|turn off|switch off) (?:all |any |your |the )*(?:safety|security|content"
        r"|ethical) (?:checks?|filters?|rules?|guidelines?|polic(?:y|ies))\b"
        r"|\bnew (?:system )?prompt ?:"
        r"|\bas (?:the|your) (?:developer|admin|administrator|owner|operator|creator),?"
        r" i (?:authori[sz]e|order|command|instruct|permit|allow)\b"
        rf"|\b{_DROP_EN} (?:everything|anything|all)(?: that)?(?: came| comes| was| is| has been"
        rf"| you(?: were| have been|'ve been| are)?)? ?(?:said |written |told |taught |instructed )?(?:above"
        rf"|before|so far|earlier|previously|until now)\b"
        r"|\b(?:new|updated|real|actual|true) (?:system )?instructions? ?(?::|from (?:the |your )?(?:admin"
        r"|developer|system|owner|operator))"
        r"|\byour (?:new|real|true|actual|only) (?:task|goal|job|purpose|mission|objective"
        r"|instructions?) (?:is|are)\b"
        r"|\b(?:previous|prior|above|earlier) (?:instructions?|rules?|prompts?) (?:are|is"
        r"|were) (?:now )?(?:void|invalid|cancell?ed|obsolete|superseded|no longer)"
        r"|\bdisregard (?:all |any )?(?:of )?your (?:guidelines|rules|instructions|programming|policies)\b"
        r"|\bthis (?:message|instruction|text) (?:overrides|supersedes|takes precedence over"
        r"|has priority over)\b",
    ),
    "role": re.compile(
        r"\b(?:from now on,? |henceforth,? |starting now,? )?you are (?:now )(?:a |an |the |in |my |dan\b"
        r"|called |named |free|no longer|an? unrestricted|operating)"
        r"|\b(?:from now on|henceforth|starting now),? (?:you (?:are|will|must|should|shall|only)|always"
        r"|never|act|respond|reply|answer|pretend)\b"
        r"|\byou (?:will|shall|must) now (?:act|behave|respond|operate|speak|be) (?:as|like)\b"
        r"|\bstop being (?:claude|chatgpt|gpt|openclaw|an? (?:ai|assistant|model))\b|\byou are dan\b"
        r"|\bfrom this (?:point|moment)(?: forward| on(?:wards?)?)?,? (?:you|always|never|only|act|respond"
        r"|reply|answer)\b"
        r"|\b(?:pretend|imagine) (?:that )?you(?: are|'re) (?:a |an |the |not |no )"
        r"|\bact as (?:if you|an? (?:unrestricted|uncensored|different|evil|system|admin|root|dan))"
        r"|\b(?:developer|dan|jailbreak|god|debug|admin|sudo|root) mode (?:is )?(?:now )?(?:enabled|activated"
        r"|on\b|unlocked)"
        r"|\b(?:enter|enable|activate|switch to) (?:developer|dan|jailbreak|god|debug|unrestricted) mode\b",
    ),
    "system-prompt": re.compile(
        r"\b(?:reveal|print|show|repeat|output|leak|disclose|display|tell me|give me|dump|recite|expose"
        r"|summarize|translate)\b[^.\n]{0,30}\b(?:your|the|this|hidden|initial|entire"
        r"|full) (?:[a-z]+ ){0,2}(?:system prompt|system message|initial prompt|instructions above"
        r"|hidden instructions|system instructions|prompt above)"
        r"|\bwhat (?:are|were|is|was) your (?:exact|original|initial|hidden|system|full|secret) (?:\w+ )?"
        r"(?:prompt|instructions?|rules)\b"
        r"|\b(?:repeat|print|output|show|reveal) (?:the words|everything|the text|all text|all of the text)"
        r" (?:above|before this)\b"
        r"|\b(?:system|developer) (?:message|prompt|note|override|instruction|notice|alert) ?: ?\S|^(?:system"
        r"|developer|admin) ?: ?(?:you|the user|ignore|new|override|please|all|do|do not|from now|execute"
        r"|comply|always|never|grant|assistant)\b|\[(?:system|admin|developer)(?: (?:message|note|override"
        r"|instruction))?\] ?:? ?\S",
    ),
    "secrecy": re.compile(
        r"\b(?:do not|don't|never|without) (?:tell|inform|telling|informing|reveal(?:ing)? (?:this|it)? ?to"
        r"|mention(?:ing)? (?:this|it)? ?to|notify|notifying|alert|alerting|let|letting) (?:the "
        r"|your )?(?:user|human|owner|operator)\b"
        r"|\b(?:hide|conceal|keep) (?:this|it|these)(?: \w+){0,3} (?:from|secret from) (?:the |your )?(?:user"
        r"|human|owner)\b"
        r"|\bwithout the user(?:'s)? (?:knowing|noticing|knowledge|consent|permission)\b",
    ),
    "action": re.compile(
        r"\b(?:send|forward|upload|post|exfiltrate|leak|email|transmit)\b[^.\n]{0,60}\b(?:api keys?"
        r"|passwords?|credentials|tokens?|secrets?|private keys?|memor(?:y|ies)|conversation|chat (?:history"
        r"|log)|contacts|files|user(?:'s)? data)\b[^.\n]{0,40}\b(?:to|at) (?:https?://|[\w.+-]+@|this (?:url"
        r"|address|server)|attacker)"
        r"|\b(?:(?:ai|llm|chatbot|claude|chatgpt|gpt|openclaw|language model|ai assistant|ai agent)s?"
        r"|(?:assistant|agent|model)s?(?= (?:reading|processing|seeing|parsing|that reads?) )"
        r"|(?<![^.!?:] )(?<![^.!?: ])(?:assistant|agent)s?)(?: (?:reading|processing|seeing|parsing"
        r"|that reads?) (?:this|the)(?: \w+)?)?,? ?:? ?(?:must|should|shall|please|has to|is required to"
        r"|are instructed to|you must)\b"
        r"|\b(?:attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|dear)"
        r" (?:the |any |all )?(?:ai|llm|assistant|model|language model|agent|chatbot)s?\b"
        r"|\b(?:(?:call|invoke|run|execute) (?:the |your )?(?:\w+ )?(?:tool|function|shell|exec|bash)s?"
        r"|use your (?:\w+ )?(?:tool|function)s?|use (?:the |your )?(?:shell|exec|bash|terminal)"
        r"|use (?:the )?(?:browser|code|e?mail|exec|fetch|file|http|memory|message|python|search|shell"
        r"|terminal|web) (?:tool|function)s?) (?:to|with|and|now|immediately)\b"
        r"|\b(?:when|if|whenever|every time) (?:the )?user (?:asks?|mentions?|says?"
        r"|wants?)\b[^.\n]{0,60}\b(?:always|you (?:must|should)|respond|reply|answer|recommend|say|tell"
        r"|instead|execute|run|call)\b"
        r"|\bas an? (?:ai|language model|assistant),? you (?:must|should|will|are required)\b",
    ),
    "memory": re.compile(
        r"\b(?:save|store|add|write|record|update|remember|memori[sz]e)\b[^.\n]{0,30}\b(?:to|in"
        r"|into) (?:your |the |long-term |permanent ){1,3}memor(?:y|ies)\b"
        r"|\b(?:remember|memori[sz]e) (?:permanently|forever|for all future (?:chats|sessions"
        r"|conversations))\b"
        r"|\b(?:delete|erase|wipe|clear|forget) (?:all |every |your |the )+(?:user(?:'s)? )?memor(?:y|ies)\b",
    ),
}  # fmt: skip

SQUEEZED: dict[str, re.Pattern[str]] = {
    "override": re.compile(
        rf"{_SUBJECT_BEFORE}(?:请|你|立即|马上|必须|应该|需要|务必|现在|并|把|将)*{_DROP_ZH}(?:掉|(?<=忘)了"
        rf"|你|的|之|前|到|收到|给|过)*(?:{_EARLIER_ZH}(?:的|所有|一切|全部|任何|系统|安全|对话|其他"
        rf"|内置)*){{1,3}}{_RULES_ZH}"
        r"|(?:以上|上述|之前|前面|先前)(?:的)?(?:所有|一切|全部)?(?:指令|指示|提示词|规则|设定)(?:全部|都|均"
        r"|一律|已经|现在|已|通通)*(?:作废|无效|失效|取消|不算|不作数|不再有效|不再适用|不用管)"
        r"|(?:把|将)(?:以上|上面|上述|之前|先前|前面)的?(?:所有|全部|一切)?的?(?:指令|指示|规则|提示词|设定|要求|限制)"
        r"(?:全部|全都|都|统统|通通|给我)*(?:忘|忽略|无视|抛|作废|丢|清)"
        r"|(?:关闭|解除|停用|去掉)(?:掉)?(?:你的|所有|全部|一切|任何)*(?:安全|内容|道德)(?:过滤|限制|审查|检查|策略|机制)"
        r"|(?:本|此|这条|这个|以下)(?:消息|指令|文本|页面?|内容|说明)的?优先级?(?:高于|大于|优先于)"
        r"|你的(?:新的?|最新的?|真正的?|唯一的?)(?:系统)?(?:指令|指示|任务|身份|目标)(?:是|为|如下)"
        r"|新的?系统(?:指令|指示|规则)(?:是|为|如下)"
        r"|(?:ignore|disregard|forget|override|bypass)(?:all|any|the|your|of|my)*(?:previous|prior|earlier"
        r"|preceding|above|system)(?:the|system)*(?:instruction|prompt|rule|direct|guideline|command|constraint|polic|safety)",
    ),
    "role": re.compile(
        r"(?<![我他她说问像])(?:从现在开始|从现在起|从今以后|现在|接下来|此刻起)你(?:就)?(?:是|扮演|充当"
        r"|进入)(?:一个|一名|一位|我的|不受|没有|无限制|开发者模式|dan|越狱|系统|管理员|超级)"
        r"|(?<![我他她说问像以到为跟和给让叫请道看问祝])你(?:现在|从现在起|从现在开始|今后|已经"
        rf"|将)(?:就)?(?:是|扮演|充当|成为|变成|进入)(?:了)?(?:(?:一个|一名|一位){_NOT_OF_LIFE}|我的|不受|没有|无限制|开发者|dan"
        r"|越狱|系统|管理员|超级|黑客|猫娘)"
        r"|(?:如果|假如|倘若|若)你是(?:一个|一名)?(?:ai|人工智能|大?模型|语言模型|智能助手|机器人)"
        r"|(?:假装|假设|想象)(?:你(?:现在)?是(?:一个|一名)|(?:你|自己)(?:现在)?是?(?:没有|不受)(?:任何|一切)?[限约规])|(?:开启|启用|进入|切换到"
        r"|激活)(?:开发者|越狱|无限制|上帝|调试|dan)模式"
        r"|(?:不受|没有)(?:任何)?(?:限制|约束|道德|审查)的?(?:ai|人工智能|模型|助手)",
    ),
    "system-prompt": re.compile(
        r"(?:输出|打印|显示|重复|泄露|透露|告诉我|说出|公开|复述|展示|翻译)(?:一下|出|给我|你)*(?:(?:收到|得到|接到|拿到|看到)的)?(?:你的"
        r"|完整的?|全部的?|初始的?|隐藏的?)*(?:系统提示词|系统提示|系统指令|初始指令|初始提示|隐藏指令"
        r"|系统消息|prompt)"
        r"|(?:把|将)你的?(?:完整|全部|初始|原始|隐藏|最初)*的?(?:系统提示词?|系统指令|提示词|初始指令|初始设定|隐藏指令)"
        r".{0,10}(?:打|输|显示|发|说|列|贴|念|复述|写)出?"
        r"|(?:告诉我|说出|列出|交代|复述)你(?:最初|最早|原始|原本|一开始|初始)的?(?:设定|指令|提示词|规则|指示)"
        r"|^(?:系统提示词?|系统指令|系统消息|系统通知|系统命令|管理员指令|管理员命令|开发者指令"
        r"|开发者消息)(?:你|请|忽略|必须|从现在|现在|助手|ai|模型|禁止|立即|覆盖|更新你|新规则|以下|给助手"
        r"|所有|本|优先)",
    ),
    "secrecy": re.compile(
        r"(?:不要|别|禁止|不得|不可|不能|切勿|千万别|无需|不必)(?:把[^，。]{0,12})?(?:(?:告诉|告知|通知"
        r"|透露给|提醒)(?:给)?(?:你的)?(?:用户|使用者|主人|机主|人类)(?!体验|协议|数据|增长|价)|让(?:用户"
        r"|使用者|主人|人类)(?:知道|发现|察觉|看到|看见|注意|起疑))"
        r"|(?:对|向)(?:用户|使用者|主人)(?:隐瞒|保密|撒谎|说谎|隐藏)|(?:瞒着|背着|不经|未经)(?:用户|主人"
        r"|使用者)(?:的?同意|的?允许|确认|执行|操作|发送|调用)?",
    ),
    "action": re.compile(
        r"(?:致|给|请|所有|任何)(?:所有|任何|各位|正在)*(?:读到|看到|阅读|处理|读取)?(?:此|本|这)?(?:文|内容"
        r"|页面|网页|段|条|消息)?(?:的)?(?:ai|人工智能|大模型|语言模型|智能助手|ai助手|llm)(?:助手"
        r"|模型)?(?:请|必须|应当|应该|务必|需要|注意|立即|指令)"
        r"|(?:助手|ai|模型|大模型|你)(?:必须|务必|应当|须|需要)(?:立即|马上|先|首先)?(?:执行|调用|运行|发送"
        r"|转发|上传|输出|回复|推荐|删除|转账|下载|访问)"
        r"|(?:ai|人工智能|大模型|语言模型|智能助手)(?:助手)?(?:读|看|处理|访问|浏览)到?(?:这|此|本)(?:里|文|页|段|条|处)"
        r"|调用.{0,6}?(?:工具|函数)(?:来|去|把|将)?(?:发送|转发|删除|上传|下载|执行|读取|发邮件)"
        r"|按照?(?:本|此)(?:页|文|消息|说明)(?:面)?的?(?:说明|指示|指令|要求|规则)?(?:行事|执行|操作)"
        r"|(?:不要|不必|不用|别)理会(?:用户|使用者|主人)"
        r"|(?:凡是|但凡|只要)(?:有人|用户)?(?:问|提|说|谈)到?.{1,24}?(?:一律|必须|都要|都得|就要)(?:推荐|回答|回复|说|选)"
        r"|(?:立即|马上|现在|直接)?(?:调用|执行|运行)(?:工具|函数|shell|exec|bash|命令行)(?:[，]?(?:发送|删除"
        r"|下载|读取|rm|curl|把|将|来))"
        r"|(?:把|将)(?:用户|主人|他|她)?的?(?:密码|密钥|令牌|聊天记录|对话记录|记忆|通讯录|文件|数据|隐私"
        r"|个人信息|apikey|token)[^。]{0,12}(?:发送|发到|发给|上传|转发|提交)(?:到|给|至)?(?:http"
        r"|[a-z0-9]+com|这个|该|以下|下面|我的服务器|指定)"
        r"|(?:当|如果|只要|每当|每次)用户(?:问|说|提|要|询问|提到|想)[^。]{0,24}(?:你?(?:必须|务必|一律|都要"
        r"|就要|就)(?:回答|回复|说|推荐|告诉|执行|调用)|回答说|回复说)",
    ),
    "memory": re.compile(
        r"(?:永久|永远|一直|务必|必须)(?:记住|保存|写入|存储)(?:此|这|以下|下面|本)(?:条|段|个|内容|指令|规则"
        r"|信息)"
        r"|请你?在你?的?(?:长期)?记忆(?:里|中)(?:永久|永远)?(?:写入|存入|保存|记录|添加)"
        r"|(?:删|清空|抹|清除)(?:掉|除|去)?你(?:关于|对|有关)?(?:用户|主人|我|他|她|的)*(?:所有|全部|一切)?的?记忆"
        r"|(?:写入|存入|保存到|加入|记录到|更新到)(?:你的|永久|长期)+记忆|(?:清空|删除|抹掉|清除)(?:你的|所有"
        r"|全部|一切|用户的?|长期)+记忆",
    ),
}  # fmt: skip

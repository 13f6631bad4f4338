"""The patterns of `seasoned.core.demands` for English and for shells: attacks, by kind.

They are matched against one sentence in lower case. Gaps between words are bounded, so that no
text takes more than linear time.
"""

from __future__ import annotations

from typing import Final

from seasoned.core.imperatives_abroad import ABROAD
from seasoned.core.patterns import PLACE, Given

# Where an order begins: at the start, after a comma or colon, or after a word that leads it in.
_LED: Final = (
    r"(?:^|[,;:>({\[*-]\s*|\b(?:and|then|please|always|must|should|shall|will|to|first|now|next"
    r"|finally|also|just|or)\s+)"
)
_RULES: Final = (
    r"(?:instructions?|prompts?|guidelines?|directives?|rules|polic(?:y|ies)|restrictions?"
    r"|guardrails?|constraints|commands|orders|programming|filters?|protocols?|context"
    r"|(?:security|safety) checks)\b"
)
_EARLIER: Final = (
    r"(?:previous(?:ly)?|prior|preceding|above|earlier|before|existing|original|initial|all|any"
    r"|every|everything|your|system|safety|security|content|developer|given|so far)\b"
)
_SECRET: Final = (
    r"(?:api[ _-]?keys?\b|secrets?\b|passwords?\b|passphrase|credentials?\b|private keys?\b"
    r"|(?:ssh|access|signing|the|your) keys?\b|tokens?\b|\.env\b|id_rsa|\.ssh/|\.aws/"
    r"|environment variables|env vars|cookies?\b|system prompt|seed phrase|customer (?:list|data"
    r"|records)"
    r"|all (?:\w+ ){0,2}(?:data|files|contacts|records|documents|e-?mails"
    r"|messages)\b|(?:user|personal)(?:'s)? data|conversation|chat history|/etc/(?:passwd|shadow))"
)
_SEND: Final = (
    r"(?:send|post|upload|e-?mail|mail|forward|exfiltrate|leak|transmit|submit|paste|append|copy"
    r"|publish|share|deliver|export|report)"
)
_FETCH: Final = r"\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b"
_SHELL: Final = (
    r"(?:sudo\s+(?:-\w+\s+)?)?(?:(?:/usr)?/bin/)?(?:(?:ba|z|da|k)?sh|python[\d.]*|perl|ruby|node|iex"
    r"|invoke-expression)\b"
)
_WHO: Final = r"(?:users?|humans?|operators?|owners?|customers?|developers?|anyone|anybody)\b"
_GUARDS: Final = (
    r"(?:approvals?|sandbox(?:ing)?|guard ?rails?|safety|security (?:checks?|controls?|polic\w+)"
    r"|content filters?|moderation"
    r"|(?:permission|confirmation) (?:checks?|prompts?|requirements?|steps?)"
    r"|user confirmations?|human review|audit logs?)\b"
)
_LATER: Final = (
    r"\b(?:all|every|each|any)\s+(?:of\s+your\s+)?(?:future|subsequent|later)\s+(?:\w+\s+)?"
    r"(?:answers?|repl(?:y|ies)|responses?|tasks?|conversations?|sessions?|chats?|requests?"
    r"|messages?)\b"
)

_OVERRIDE: Final[tuple[Given, ...]] = (
    (
        r"\b(?:ignore|disregard|override|overrule|bypass|forget|(?:do not|don't|stop)"
        r" (?:follow|obey)(?:ing)?|pay no attention to)\b"
        rf"(?=.{{0,60}}\b{_EARLIER}).{{0,60}}?\b(?:{_RULES}|(?:were|been) (?:told|given|taught))",
        "ignore|disregard|override|overrule|bypass|forget|follow|following|obey|obeying|attention",
        "instruction|prompt|guideline|directive|rules|polic|restriction|guardrail|constraint"
        "|commands|orders|programming|filter|told|given|taught|protocol|context|checks",
    ),
    (
        r"\b(?:previous|prior|earlier|old|original|current|above) "
        r"(?:instructions|guidelines|rules|prompts?)\b.{0,30}\b"
        r"(?:no longer|do not apply|void\b|invalid|outdated|cancel\w+|suspended)",
        "longer|apply|void|invalid|outdated|cancelled|canceled|suspended",
        "instructions|guidelines|rules|prompt",
    ),
    (
        r"\bsystem prompt (?:is|was) (?:outdated|wrong|void|replaced|cancel\w+)",
        "prompt",
        "system prompt",
    ),
    (
        r"\b(?:follow|obey|here are|these are)\b.{0,20}\bnew (?:\w+ )?(?:instructions|orders)\b",
        "instructions|orders",
        "new ",
    ),
    (
        r"^(?:\W{0,4}\w+ ){0,3}\W{0,4}new (?:system |priority |urgent )?"
        r"(?:instructions|directives?)\s*(?::|from\b)",
        "instructions|instruction|directive|directives",
        "new ",
    ),
    (
        r"\byou(?:'re| are)\b(?: \w+){0,3} (?:developer|debug|god|admin|dan|maintenance) mode\b",
        "mode",
        "you",
    ),
    (
        r"\byou(?:'re| are) (?:now )?(?:in )?(?:an? )?(?:dan\b|jailbroken|unrestricted|unfiltered"
        r"|uncensored|(?:\w+ )?agent (?:with root|that (?:must|will))|no longer (?:bound|restricted"
        r"|limited))",
        "dan|jailbroken|unrestricted|unfiltered|uncensored|longer|agent",
        "you",
    ),
    (
        r"\b(?:act|behave|respond|answer|reply|work|operate)\b.{0,60}\b(?:without|no|free of)"
        r" (?:any )?(?:restrictions|limits|limitations|filters|censorship)",
        "restrictions|limits|limitations|filters|censorship",
    ),
    (
        r"\byou have no (?:restrictions|limits|limitations|rules|filters)",
        "restrictions|limits|limitations|rules|filters",
        "you have no",
    ),
    (r"\b(?:you (?:must|will|shall)|always) (?:now )?obey\b", "obey"),
    (r"\bfollow (?:my|these|the following) (?:\w+ )?instructions instead\b", "instead"),
    (
        r"<(?:system|admin)>\s*(?:you\b|new\b|ignore|override|disregard|secret|from now)"
        r"|\[(?:from: ?)?(?:system|admin)[^\]]{0,20}\]\s*(?:override|new\b|you\b|ignore)",
        "system|admin",
        "<|[",
    ),
    (
        r"\bfrom now on\b.{0,20}\byou(?:'ll| will| must| are| shall)\b(?: \w+){0,2}"
        r" (?:act|obey|ignore|be|answer|respond|do as|serve|dan|only)\b",
        "now",
        "from now on",
    ),
    (
        r"(?:^|[>\]#*] ?|\. )(?:system|administrator|developer)(?: message| override)?\s*[:>]\s*"
        r"(?:you (?:must|will|are|have)|ignore|override|from now|disregard|obey|always|never"
        r"|new)\b",
        "system|administrator|developer",
    ),
)
_EXFILTRATE: Final[tuple[Given, ...]] = (
    (
        rf"{_LED}{_SEND}\b(?=.{{0,160}}{_SECRET})(?=.{{0,240}}{PLACE})",
        "key|keys|apikey|api_key|secret|secrets|password|passwords|passphrase|credential|credentials"
        "|token|tokens|env|id_rsa|ssh|aws|cookie|cookies|prompt|phrase|customer|data|conversation"
        "|history|passwd|shadow|variables|vars|files|contacts|records|documents|emails|messages",
        "://|@|webhook|pastebin|server|address|endpoint|url|channel|attacker|.",
        "send|post|upload|mail|forward|exfiltrate|leak|transmit|submit|paste|append|copy|publish"
        "|share|deliver|export|report",
    ),
    (
        rf"{_LED}(?:reveal|disclose|dump|print|output|repeat|show|tell me)\b.{{0,30}}"
        r"(?:(?:your|the|hidden) (?:system|hidden|initial) (?:prompt|instructions)"
        r"|\byour (?:own )?instructions\b|^system prompt"
        rf"|(?:all )?environment variables\b.{{0,80}}{PLACE})",
        "prompt|instructions|variables",
        "reveal|disclose|dump|print|output|repeat|show|tell me",
    ),
    (
        r"\b(?:include|add|put|insert|write|embed)\b.{0,40}\b(?:passwords?|api[ _-]?keys?|secrets?"
        r"|credit card\w*|credentials?)\b.{0,40}\b(?:in|into|to|with) (?:the|your|every|each)"
        r" (?:final )?(?:answer|reply|response|output|message)",
        "password|passwords|key|keys|secret|secrets|credit|credential|credentials",
        "answer|reply|response|output|message",
    ),
    (
        r"!\[[^\]]{0,80}\]\(https?://[^)\s]{0,200}[?&][^)\s]{0,80}"
        r"(?:secret|token|data|key|conversation|password|\{|\$)",
        "http|https",
        "](http",
    ),
    (
        r"\b(?:cat|type|read|open)\b.{0,40}(?:\.aws/|\.ssh/|/etc/shadow|\.env\b|id_rsa).{0,80}"
        rf"\b(?:{_SEND}|curl|webhook)\b",
        "aws|ssh|shadow|env|id_rsa",
    ),
)
_EXECUTE: Final[tuple[Given, ...]] = (
    (rf"{_FETCH}[^|]{{0,200}}\|\s*{_SHELL}", "curl|wget|iwr|irm|invoke"),
    (
        r"\b(?:curl|wget)\b.{0,200}(?:&&|;)\s*(?:sudo )?chmod\s+(?:\+x|[0-7]*7[0-7]*)\s",
        "chmod",
        "curl|wget",
    ),
    (
        r"\b(?:cat|find|tar|env|printenv|grep)\b.{0,160}(?:\||&&)\s*curl\b.{0,80}\s"
        r"(?:-d|--data\S*|-f|--form|-t|--upload-file)\b",
        "curl",
        "cat|find|tar|env|grep",
    ),
    (r"\b(?:add|modify|append|write|edit|echo)\b.{0,100}(?:sudoers|nopasswd)", "sudoers|nopasswd"),
    (rf"\b(?:ba|z|da|k)?sh\s+<\(\s*{_FETCH}", "sh|bash|zsh|dash|ksh", "<("),
    (
        rf"\b(?:(?:ba|z|da|k)?sh\s+-\w{{0,3}}c|eval|exec|source|python[\d.]*\s+-c)\s*[\"']?"
        rf"(?:\$\(|`)\s*{_FETCH}",
        "curl|wget|iwr|irm",
        "$(|`",
    ),
    (r"\bexec\(.{0,80}(?:urlopen|requests\.get|urllib)", "exec", "exec("),
    (
        r"\bpowershell(?:\.exe)?\b.{0,80}\s-e(?:nc|c|ncodedcommand)?\s+\S{6}",
        "powershell",
    ),
    (rf"\bbase64\s+(?:-d|--decode)\b.{{0,60}}\|\s*{_SHELL}", "base64"),
    (
        r"\brm\s+(?:-\S+\s+)*-\w*r\w*\s+(?:-\S+\s+)*[\"']?"
        r"(?:/|~|\$home|/(?:etc|usr|var|home|boot|root|bin|lib))/?\*?(?=[\s;&|\"'`.,]|$)",
        "rm",
    ),
    (
        r"\bmkfs(?:\.\w+)?\s+/dev/|\bdd\b.{0,60}\bof=/dev/(?:sd|nvme|hd)",
        "mkfs|dd",
        "/dev/",
    ),
    (
        r"\bchmod\s+-r\s+777\s+/(?:\s|$)|\bformat c:|\bdel\s+/[sfq]\b.{0,20}c:\\",
        "chmod|format|del",
    ),
    (
        r"\bpip[\d.]*\s+install\b.{0,120}--(?:extra-)?index-url[ =]\S+",
        "pip|pip3",
        "index-url",
    ),
    (r"\bnpm\s+(?:i|install)\b.{0,120}--registry[ =]\S+", "npm", "--registry"),
    (
        r"(?:>>|\b(?:append|add|write|put|copy|insert)\b).{0,80}authorized_keys",
        "authorized_keys",
    ),
    (
        r"\b(?:nc|ncat|netcat)\b.{0,40}\s-e\s|/dev/tcp/\S|\bmkfifo\b.{0,80}\bnc\b",
        "nc|ncat|netcat|tcp|mkfifo",
    ),
    (
        r"\bdrop\s+(?:database|schema)\s+(?!if\b)\w|\bdrop\s+table\s+(?:users?|customers?"
        r"|accounts?|orders?|payments?)\b",
        "drop",
    ),
)
_CONCEAL: Final[tuple[Given, ...]] = (
    (
        r"(?:\bdo not|\bdon't|\bnever|\bwithout)\s+(?:tell|inform|alert|notify|warn|show)(?:ing)?\b"
        rf".{{0,20}}\b{_WHO}.{{0,12}}\b(?:(?:about|of|that) (?:this|these|it\b|the (?:step|change"
        r"|instruction|note|transfer))|anything)",
        "tell|telling|inform|informing|alert|alerting|notify|notifying|warn|warning|show|showing",
        "not |n't |never|without",
    ),
    (
        r"(?:\bdo not|\bdon't|\bnever)\s+(?:tell|mention|reveal|report|disclose)\b.{0,12}\b(?:this"
        rf"|these|it|the (?:instructions?|notes?))\b.{{0,40}}\bto\b.{{0,10}}\b{_WHO}",
        "tell|mention|reveal|report|disclose",
        "not |n't |never",
    ),
    (
        r"(?:^|\b(?:do (?:this|it|so)|always|must|please|proceed|go on|continue|go ahead|just)\b)"
        rf".{{0,60}}\bwithout (?:asking|telling|informing|notifying|prompting|alerting).{{0,10}}"
        rf"\b{_WHO}",
        "without",
        "asking|telling|informing|notifying|prompting|alerting",
    ),
    (
        r"\b(?:execute|run|install|delete|remove|send|upload|transfer|post|forward|buy|grant)\b"
        r".{0,80}\bwithout (?:(?:any|user|human|further|the user's|asking for|their) )*"
        rf"(?:confirmation|approval|permission|consent|(?:notifying|telling|asking)"
        rf" (?:the )?{_WHO})",
        "without",
        "confirmation|approval|permission|consent|notifying|telling|asking",
    ),
    (
        r"(?:\bdo not|\bdon't|\bnever)\s+(?:mention|acknowledge|disclose|reveal|report)\b.{0,16}"
        r"\b(?:you (?:did|were told)|this (?:instruction|rule|note|message|step|action))",
        "mention|acknowledge|disclose|reveal|report",
        "you did|you were|this ",
    ),
    (
        r"\b(?:hide|conceal)\b (?:this|it|these|the (?:change|instruction|fact|step)).{0,40}"
        rf"\bfrom\b.{{0,10}}\b{_WHO}",
        "hide|conceal",
    ),
    (
        r"\bkeep (?:this|these|the) (?:instructions?|notes?|rules?|steps?|change)?.{0,12}"
        r"\b(?:secret|hidden|confidential)",
        "secret|hidden|confidential",
        "keep ",
    ),
    (
        r"\b(?:auto-?approve|always approve|approve automatically)\b.{0,20}\b(?:all|every|any"
        r"|each)\b",
        "approve|autoapprove",
    ),
    (
        rf"{_LED}(?:skip|bypass|disable|turn off|switch off|deactivate|circumvent)\b.{{0,30}}"
        rf"\b{_GUARDS}",
        "skip|bypass|disable|turn|switch|deactivate|circumvent",
        "approv|sandbox|guard|safety|security|content filter|moderation|permission|confirmation"
        "|review|audit",
    ),
)
_PERSIST: Final[tuple[Given, ...]] = (
    (
        r"\b(?:recommend|include|mention|add|insert|always|must|use|send|transfer|answer|run"
        rf"|approve|append|say|prefer|apply|follow)\b.{{0,100}}{_LATER}|{_LATER}.{{0,100}}\b"
        r"(?:recommend|include|mention|add|insert|must|send|transfer|run|approve|append|say|apply)\b",
        "future|subsequent|later",
        "all|every|each|any",
    ),
    (
        r"\b(?:remember|memori[sz]e|save|store|keep|record)\b.{0,20}\b(?:this|these|the following)"
        r"\b.{0,20}\b(?:instructions?|rules?|directives?|orders?)\b.{0,40}\b(?:all|every|future"
        r"|always|forever|permanently|memory)\b",
        "instruction|instructions|rule|rules|directive|directives|order|orders",
        "remember|memori|save|store|keep|record",
    ),
    (
        rf"{_LED}(?:add|append|write|put|insert|copy|save)\b.{{0,80}}\b(?:to|into|in)\b.{{0,12}}"
        r"(?:\byour (?:system prompt|(?:long-term )?memory|instructions)|\b(?:agents|claude)\.md\b"
        r".{0,60}\b(?:all|every|always|apply)|\.cursorrules)",
        "your|agents|claude|cursorrules",
        "memory|instructions|system prompt|agents.md|claude.md|.cursorrules",
        "add|append|write|put|insert|copy|save",
    ),
    (
        r"\b(?:transfer|wire|send|pay)\b.{0,60}\b(?:money|funds?|payments?|btc|bitcoins?|eth|usdt?"
        r"|dollars?)\b.{0,60}\b(?:to|into)\b.{0,30}(?:account\s*(?:no\b\S*\s*|number\s*)?[\d-]{4}"
        r"|wallet|iban\b|\bbc1|\b0x)",
        "transfer|wire|send|pay",
        "account|wallet|iban|bc1|0x",
    ),
    (
        rf"{_LED}grant\b.{{0,30}}\b(?:admin\w*|root|sudo|owner)\b.{{0,30}}\bto\b",
        "grant",
    ),
    (
        r"\b(?:always|every|whenever|each)\b.{0,80}\b(?:recommend|answer that|say that|reply that"
        r"|claim)\b.{0,80}\b(?:best|cheapest|safest|only|greatest)\b",
        "best|cheapest|safest|only|greatest",
        "recommend|answer that|say that|reply that|claim",
    ),
    (
        r"\b(?:user|customer|owner|administrator|admin)\b.{0,20}\bhas (?:already )?(?:approved"
        r"|authori[sz]ed|consented to)\b.{0,20}\b(?:all|any|every)\b",
        "approved|authorised|authorized|consented",
        "has ",
    ),
)
# Marks of frames and of chat templates. A prompt breaks them, so that tools may answer with them.
_FRAME: Final[tuple[Given, ...]] = (
    (
        r"<\|(?:im_start|im_end|im_sep|system|user|assistant|start_header_id|eot_id"
        r"|endofprompt)\|>|\[/?inst\]|<</?sys>>|<(?:start|end)_of_turn>|</?recalled-experience",
        "im_start|im_end|im_sep|system|user|assistant|start_header_id|eot_id|endofprompt|inst|sys"
        "|start_of_turn|end_of_turn|recalled",
        "<|[",
    ),
)
FRAME: Final = "frame"
RULES: Final = (
    ("override", _OVERRIDE),
    ("exfiltrate", _EXFILTRATE),
    ("execute", _EXECUTE),
    ("conceal", _CONCEAL),
    ("persist", _PERSIST),
    (FRAME, _FRAME),
    *ABROAD,
)

"""Attacks in languages other than English, and what begins like an order in any of them.

German, French, Spanish, Portuguese, Italian, Russian, Chinese, Japanese and Korean: the plainest
ways to say it and no others.
"""

from __future__ import annotations

import re
from typing import Final

from seasoned.core.patterns import PLACE, Given

_OVERRIDE: Final[tuple[Given, ...]] = (
    (
        r"\b(?:vergiss|vergesst|vergessen sie|ignorier(?:e|t|en sie)|missachte)\b.{0,50}"
        r"(?:anweisung|regeln|befehl|vorgaben|instruktion|richtlinie)",
        "vergiss|vergesst|vergessen|ignoriere|ignoriert|ignorieren|missachte",
        "anweisung|regeln|befehl|vorgaben|instruktion|richtlinie",
    ),
    (
        r"\b(?:ignore[zrs]?|oublie[zrs]?)\b.{0,50}\b(?:les|tes|vos|ces|des|aux) "
        r"(?:\w+ )?(?:instructions|consignes|règles|directives)",
        "ignore|ignorez|ignores|oublie|oubliez|oublies",
        "instructions|consignes|règles|directives",
    ),
    (
        r"\b(?:ignora|ignore|olvida|olvide|omite|desconsidere|esqueça|dimentica|ignorate)\b.{0,40}"
        r"(?:instrucciones|reglas|indicaciones|órdenes|instruções|regras|ordens|istruzioni|regole"
        r"|direttive)",
        "ignora|ignore|ignorate|olvida|olvide|omite|desconsidere|esqueça|dimentica",
        "instrucciones|reglas|indicaciones|órdenes|instruções|regras|ordens|istruzioni|regole"
        "|direttive",
    ),
    (
        r"(?:игнорируй|забудь|не следуй)(?:те)?.{0,40}(?:инструкци|указани|правил)",
        "игнорируй|игнорируйте|забудь|забудьте|следуй|следуйте",
    ),
    (
        r"(?:忽略|无视|無視|忘记|忘掉|忘記).{0,15}(?:指令|指示|规则|規則|提示|命令)",
        "忽略|无视|無視|忘记|忘掉|忘記",
    ),
    (r"(?:指示|命令|ルール|プロンプト|指令).{0,10}(?:無視|忘れ)", "無視|忘れ"),
    (r"(?:지시|명령|규칙).{0,15}(?:무시|잊)", "무시|잊"),
)
_EXFILTRATE: Final[tuple[Given, ...]] = (
    (
        r"\b(?:sende|schicke?|übermittle|maile|lade)\b(?=.{0,120}(?:schlüssel|passwor|kennwor"
        rf"|zugangsdaten|token|geheim)).{{0,200}}{PLACE}",
        "sende|schick|schicke|übermittle|maile|lade",
        "schlüssel|passwor|kennwor|zugangsdaten|token|geheim",
    ),
    (
        r"\b(?:envoie[sz]?|envoyez|transmets|transmettez|publiez)\b(?=.{0,120}(?:mot de passe|clé"
        rf"|identifiants|jeton|secret)).{{0,200}}{PLACE}",
        "envoie|envoies|envoiez|envoyez|transmets|transmettez|publiez",
    ),
    (
        r"\b(?:envía|envia|envíe|envie|manda|mande|publica|invia)\b(?=.{0,120}(?:contraseña|clave"
        rf"|credencial|credenzial|token|senha|chave|password|chiave)).{{0,200}}{PLACE}",
        "envía|envia|envíe|envie|manda|mande|publica|invia",
        "contraseña|clave|creden|token|senha|chave|password|chiave",
    ),
    (
        r"(?:отправь|пошли|перешли|загрузи)(?:те)?(?=.{0,120}(?:парол|ключ|токен|секрет))"
        rf".{{0,200}}{PLACE}",
        "отправь|отправьте|пошли|пошлите|перешли|перешлите|загрузи|загрузите",
    ),
    (
        r"(?:密码|密碼|密钥|密鑰|口令|令牌|凭证).{0,20}(?:发送|發送|上传|上傳|发给|发到|提交)",
        "发送|發送|上传|上傳|发给|发到|提交",
    ),
    (
        r"(?:パスワード|鍵|キー|トークン).{0,30}(?:送信|送って|送れ|アップロード)",
        "送信|送って|送れ|アップロード",
    ),
)
_CONCEAL: Final[tuple[Given, ...]] = (
    (
        r"\b(?:sage?|sagen sie|erzähle?)\b.{0,40}(?:benutzer|nutzer|anwender|kunden).{0,20}"
        r"\bnichts?\b|\bverheimliche\b.{0,40}(?:benutzer|nutzer|anwender)",
        "nichts|nicht|verheimliche",
        "nutzer|anwender|kunden",
    ),
    (
        r"\bne (?:lui |leur )?(?:dites|dis|parlez|parle|révélez)\b.{0,30}(?:utilisateur|client)",
        "dites|dis|parlez|parle|révélez",
        "utilisateur|client",
    ),
    (
        r"\bno (?:le |se lo |lo )?(?:digas|diga|cuentes|menciones|informes)\b.{0,30}(?:usuario"
        r"|cliente)|\bnão (?:diga|conte|informe)\b.{0,30}(?:usuário|cliente)",
        "digas|diga|cuentes|menciones|informes|conte|informe",
        "usuario|usuário|cliente",
    ),
    (
        r"\bне (?:говори|сообщай|рассказывай)(?:те)?\b.{0,40}пользовател",
        "говори|говорите|сообщай|сообщайте|рассказывай|рассказывайте",
    ),
    (
        r"(?:不要|别|別|勿|不得)(?:告诉|告訴|告知|通知)(?:用户|用戶|使用者|任何人)",
        "告诉|告訴|告知|通知",
    ),
    (
        r"(?:ユーザー|利用者)に.{0,12}(?:言わない|知らせない|伝えない|教えない)",
        "ユーザー|利用者",
    ),
)
ABROAD: Final = (
    ("override", _OVERRIDE),
    ("exfiltrate", _EXFILTRATE),
    ("conceal", _CONCEAL),
)
# A sentence that begins like an order or a rule. Code, where a bracket or a sign of assignment
# follows the word, is none.
ADVICE: Final = re.compile(
    r"(?:[-*•>\s]|\d+[.)])*"
    r"(?:(?:please|first|then|next|finally|also|just|now|important|note|tip)[,:]? )*"
    r"(?:always|never|do not|don't|make sure|be sure|ensure|remember to|try to|try|you"
    r" (?:must|should|need to|have to|will)|must|avoid|use|run|call|execute|install|download"
    r"|open|send|post|delete"
    r"|remove|add|set|check|write|read|put|take|go|start|stop|keep|follow|ignore|disable|enable"
    r"|copy|click|fetch|visit|replace|change|create|update|upgrade|apply|append|import|include"
    r"|choose|prefer|give|tell|ask|answer|reply|report|approve|transfer|begin|finish|wait|look"
    r"|search|verify|test|fix|build|configure|export|paste|upload|share|reveal|print|return to"
    r"|immer|nie|niemals|verwende|benutze|führe|installiere|stelle sicher|achte|prüfe|vermeide"
    r"|toujours|jamais|utilise[zr]?|exécute[zr]?|assure[zs]?|évite[zr]?|installe[zr]?"
    r"|siempre|nunca|usa|use|ejecuta|ejecute|asegúrate|instala|evita|sempre|execute"
    r"|всегда|никогда|используй(?:те)?|выполни(?:те)?|запусти(?:те)?|установи(?:те)?)"
    r"(?=[\s,:]+[^\s=(\[{.,;:])(?!\s*[=(\[{])"
    r"|\s*(?:请|請|必须|必須|务必|不要|总是|永远|始终|運行|运行|常に|必ず)"
)

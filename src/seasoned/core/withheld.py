"""What must not be kept though it was said: secrets, and what the speaker asks not to keep.

Patterns over one text, in four languages. A secret of a shape that is not known here, and that
is not called one beside it, is not found.
"""

from __future__ import annotations

import re
from typing import Final

from seasoned.core.redaction import redact

# Words that are said of secrets only, and words that need a number beside them to be one.
_NAMED: Final = re.compile(
    r"""(?ix)(?<![\w-])(?:pass(?:word|code|phrase)s?|puk|cvv|cvc|iban|ssn|otp|api\s?keys?
    |(?:access|auth|api|bearer|secret|security|session|recovery|backup|door|gate|alarm|safe|unlock)
      \s(?:token|code|key|combination|combo|phrase)s?|seed\sphrase|card\snumbers?|account\snumbers?
    |sort\scode|routing\snumber|social\ssecurity\snumber|passport\snumber|licen[cs]e\skey
    |passwort\w*|kennwort\w*|geheimzahl|zugangsdaten|zugangscode|türcode|kontonummer|kartennummer
    |ausweisnummer|passnummer|schlüsselcode|contraseñas?|número\sde\s(?:tarjeta|cuenta)
    )(?![\w-])|密码|密碼|口令|验证码|驗證碼|卡号|卡號|银行账号|身份证号|身份證號|密钥|密鑰|私钥|令牌|暗号"""
)
_NUMBERED: Final = re.compile(
    r"""(?ix)(?:(?<![\w-])(?:pins?|tan|codes?|tokens?|keys?|2fa|mfa|log-?in|combination|combo|credit\scard
    |debit\scard|tresor\w*|kreditkarte\w*|steuer-?id\w*|clave|claves|código|tarjeta|dni|pasaporte
    )(?![\w-])|锁屏|鎖屏|解锁|解鎖|身份证|护照号)[^.!?。\n]{0,40}?\d(?:[\s-]?\d){2}"""
)
_VALUE: Final = re.compile(r"\d|[\"'“„«]|[:=]|\b(?:is|ist|es|lautet|son|war|was)\b|是")
_OPAQUE: Final = re.compile(
    r"(?<![\w-])(?=[\w-]{0,40}\d)(?=[\w-]{0,40}[A-Za-z])(?=[\w-]{0,40}?(?:[a-z]\d|\d[a-z]"
    r"|[A-Z]\d|\d[A-Z]))"
    r"[\w-]{12,}|(?<!\d)\d(?:[ -]?\d){11,18}(?!\d)|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b"
)
_PRIVATE: Final = re.compile(
    r"""(?ix)\b(?:(?:do\ not|don't|dont|please\ don't|never|no\ need\ to|without|rather\ not
    |not)\s(?:ever\ )?
      (?:save|saving|store|storing|remember|keep|keeping|record|log|memori[sz]e|note|retain)\b
      (?!\s(?:using|adding|asking|repeating|sending|to\ \w+\ (?:me|my)))
      (?:\s(?:it|this|that|any|a\ record|what|my|down|the\ following|anything|in\ memory|these)\b
      |\s?[,.:;!?]|$)
    |off\ the\ record|between\ (?:us|you\ and\ me)|keep\ (?:this|that|it)\ (?:to\ yourself|private
    |between
      |confidential|secret)|(?:forget|delete|erase)\ (?:(?:this|that|it)\ (?:again|afterwards
      |after|right|later)
      |what\ i\ (?:just\ )?(?:said|told|wrote))|(?:leave|keep)\ (?:this|that|it)\ out\ of
      \ (?:your\ )?(?:notes|memory|the\ record)|for\ your\ (?:ears|eyes)\ only
      |in\ confidence|confidential(?:ly)?|(?:this
      |it)\ (?:stays|is\ just)
      \ between|not\ for\ (?:your\ )?memory|incognito
    |nicht\ (?:\w+\ ){0,2}(?:speicher\w*|merken|aufheben|notier\w*|behalten|abspeicher\w*
    |aufschreiben
      |weitersagen|festhalten|sichern)|(?:speicher|merk|notier|behalt)\w*\b.{0,30}\bnicht\b
      |unter\ uns
      |(?:bleibt|bleiben)\ (?:das\ )?unter|vertraulich|vergiss\ (?:das
      |es)\ (?:\w+\ ){0,2}(?:wieder|danach|gleich)
      |nur\ für\ dich|im\ vertrauen|behalt\w*\ (?:das|es)\ für\ dich
    |no\ (?:lo\ |la\ |me\ |te\ |se\ )?(?:guardes?|guardar|recuerdes?|anotes?|apuntes?|almacenes?
    |memorices?|grabes?
      |registres?|quede\ (?:guardado|registrado))|entre\ (?:nosotros|tú\ y\ yo|nos)
      |que\ quede\ entre|que\ (?:esto\ )?no\ (?:conste|salga\ de)|no\ quede\ constancia
      |confidencial(?:mente)?|extraoficial(?:mente)?|olvida\ (?:esto|lo\ que|luego)
      |sin\ (?:guardar|registrar)
    )\b|(?:别|別|不要|不用|不许|不必|勿|甭)[^，。！？,.!?]{0,4}(?:记|記|存|保存|留存|记录|記錄
    |外传|告诉别人)(?!得要|住要)
    |保密|私下说|私下說|悄悄话|别说出去|別說出去|说完就忘|看完就忘|聊完就忘|(?:听|聽|读|讀|说|說)完(?:你)?就忘|听过就算|别留底|不留底|只跟你说"""
)


def is_secret(text: str) -> bool:
    """Whether the text holds, or names and tells, something like a password or a card's number."""
    if redact(text)[1] or _OPAQUE.search(text) or _NUMBERED.search(text):
        return True
    return any(_VALUE.search(text[named.end() :][:80]) for named in _NAMED.finditer(text))


def is_private(text: str) -> bool:
    """Whether the text asks that something not be kept."""
    return _PRIVATE.search(text) is not None


# Addressed to whoever listens: "don't save it in the cache" asks for something else.
_OFF_RECORD: Final = re.compile(
    r"""(?ix)\b(?:off\ the\ record|(?:do\ not|don't|dont|never)\ (?:remember|memori[sz]e)
      \ (?:this|that|it|any\ of\ this|what\ i)|not\ for\ your\ memory
    |keep\ (?:this|that|it)\ to\ yourself|(?:forget|delete)\ what\ i\ (?:just\ )?(?:said|told|wrote)
    |merk\ dir\ (?:das|es)\ (?:bitte\ )?nicht|(?:bitte|das|es)\ nicht\ merken
    |behalt\w*\ (?:das|es)\ für\ dich|vergiss\ was\ ich|unter\ uns\ gesagt
    |no\ (?:lo\ |la\ )?(?:recuerdes|memorices)|que\ quede\ entre\ nosotros
    |olvida\ lo\ que\ (?:te\ )?dije)\b
    |(?:别|不要|請不要|请不要|別)(?:记住|記住|记下|記下|记录|記錄)|你知我知"""
)


def is_off_record(text: str) -> bool:
    """Whether the speaker asks the listener to remember nothing of the whole text."""
    return _OFF_RECORD.search(text) is not None


_REFUSAL: Final = re.compile(
    r"""(?ix)\b(?:i(?:'m|\ am)?\ (?:can(?:not|'t|\ not)|won't|unable|not\ able
    |am\ unable)\b.{0,30}\b(?:help|assist|provide
      |comply|answer|fulfil|do\ that|extract|process)|(?:i'm\ |i\ am\ )?sorry,?\ (?:but\ )?i
      |i\ apologi[sz]e|as\ an?\ (?:ai|language
      \ model|assistant)|(?:no|not\ enough|insufficient)\ (?:\w+\ ){0,2}(?:information
      |preferences?|facts?|instructions?|details)\b.{0,30}
      \b(?:provided|stated|found|given|mentioned|available|shared)|nothing\ (?:to\ remember
      |was\ (?:said|mentioned|shared))|(?:the\ )?user
      \ (?:has\ not|did\ not|didn't|hasn't)\ (?:provide|share|mention|state|say|express)\w*
    |(?:ich\ )?kann\ (?:ich\ )?(?:dir|ihnen|dabei|das
    |leider)?\ ?(?:leider\ )?(?:dabei\ )?nicht\ (?:helfen|beantworten|weiterhelfen)
    |tut\ mir\ leid|als\ (?:ki|sprachmodell)\b|keine\ (?:\w+\ )?(?:informationen|angaben)\b
    |lo\ siento|no\ puedo\ (?:ayudar\w*|responder|asistir\w*|hacer\ eso)|como\ (?:modelo|ia
    |inteligencia)
      |no\ hay\ (?:información|datos)|el\ usuario\ no\ (?:ha|proporcion\w*|mencion\w*)
    )|(?:抱歉|对不起|對不起)|作为(?:一个)?(?:AI|人工智能|语言模型)|无法(?:提供|帮助|回答|协助)
    |不能(?:帮助|提供|回答)|没有(?:提供|提到|足够)"""
)


def is_refusal(text: str) -> bool:
    """Whether a model's text refuses or says that there is nothing, instead of telling anything."""
    return _REFUSAL.search(text) is not None

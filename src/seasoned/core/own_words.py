"""What of a message its sender says in their own name, sentence by sentence.

Pasted text, code, logs, quotations, recalled blocks and stories are left out, by their shape and
by the request that hands them over. It knows nothing of what a sentence means. Each text is gone
through a fixed number of times, line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from seasoned.core.page import MARK

GAP: Final = "\ufffc"  # stands where something was left out
_SHORT: Final = 40  # characters of a quotation that may be a name
_RECALLED: Final = re.compile(rf"<{MARK}>(?:.*?</{MARK}>|.*\Z)", re.DOTALL | re.IGNORECASE)
_FENCE: Final = re.compile(r"\s{0,3}(?:```|~~~)")
_TAG: Final = re.compile(r"<(/?)([a-z][\w-]{0,40})(?:\s[^<>\n]{0,200})?>", re.IGNORECASE)
_FAR: Final = 50_000  # characters read from the beginning of the talk, and as many from its end
_LONG: Final = 1_000  # characters after which a sentence is cut
_OPENING: Final = re.compile('["“„«»「『《]')
_QUOTES: Final = {
    opening: re.compile(f"[{closing}]")
    for opening, closing in zip(
        '"“„«»「『《', ('"', "”", "“”", "»", "«", "」", "』", "》"), strict=True
    )
}
_SELF: Final = re.compile(
    r"(?i)\b(?:i|i'm|my|me|we|our|ich|mein\w*|mir|wir|yo|mi|me|soy|tengo)\b|[我俺咱]"
)
# Lines that nobody says: of logs, of programs, of mails, of tables.
_LOG: Final = re.compile(
    r"""(?x)\s*(?:
      \W?\d{1,4}[-:/.]\d\d(?:[-:/.]\d\d)?\S{0,12}\]?\s+\S{0,30}(?:\s?[A-Z]{4,}\b|.{0,40}[=\[{])
    | \[\d[\d:.,\s/TZ-]{3,30}\]
    | \[?(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|CRITICAL)\b[\]:\s]
    | Traceback\ \(|File\ "|[\w.]{2,60}(?:Error|Exception|Warning)\b\s*:|at\ [\w.$<>]{2,80}\(
    | (?:\$|>>>|\.\.\.|PS>|C:\\>|\#!)\s?\S
    )"""
)
_CODE: Final = re.compile(
    r"""(?x)\s*(?:
      (?://|/\*|\*/|<!--|--\s|@\w+\b\s*$|\#(?:include|define|\s*!))
    | (?:def|class|fn|func|function|import|from|const|let|var|public|private|static|return|package
        |print|println|echo|export|elif|else|for|while|if|try|SELECT|INSERT|UPDATE|CREATE|FROM)\b
      .{0,200}[({;=\[:]\s*\S{0,80}[)};:]?\s*$
    | [\w.\[\]"']{1,60}\s?[-+*/|]?=\s?\S.{0,200}$
    | [\w.-]{1,60}\s?:\s?(?:["'{\[]|true|false|null).{0,200}$
    | ["'][\w.-]{1,60}["']\s?:.{0,200}$
    | [{}()\[\];,<>/]{1,20}\s*$
    | .{0,300}[;{}]\s*$
    | </?[a-zA-Z][^>\n]{0,200}>
    | [-+]{3}\s|@@\s|diff\s--git
    )"""
)
_MAIL: Final = re.compile(
    r"(?i)\s*(?:(?:from|to|cc|subject|sent|von|an|betreff|gesendet|de|para|asunto|发件人"
    r"|收件人|主题)"
    r"\s?[:：]\s?\S|on .{4,80} wrote:|am .{4,80} schrieb .{1,60}:|el .{4,80} escribi[óo]:"
    r"|-{2,}\s?(?:original|forwarded|weitergeleitete|mensaje))"
)
_SPEAKER: Final = re.compile(
    r"\[[A-ZÄÖÜ][^\]\n]{0,29}\]\s*\S"
    r"|(?:\[[^\]\n]{1,30}\]\s*)?[A-ZÄÖÜ\u4e00-\u9fff][\w.-]{0,20}(?: [A-Z]\w{0,20})?\s?[:：]\s?\S"
)
_TABLE: Final = re.compile(r"[^,;\t|\n]{0,60}(?:[,;\t|][^\s,;\t|\n][^,;\t|\n]{0,60}){3,}$")
_BULLET: Final = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s+")
# What is asked for with somebody else's words in hand.
_TASK: Final = re.compile(
    r"""(?ix)\b(?:
      translat\w*|summ?ari[sz]e\w*|sum\ (?:it\ |this\ |up)|tl;?dr|rephras\w*|paraphras\w*|reword\w*
    | proof-?read\w*|rewrite|polish|shorten|correct|improve|edit|fix|check|review|analy[sz]e|explain
    | classify|extract|continue|complete|grammar|means?|sound|write|draft|compose|poem|story|caption
    | lyrics|essay|say\b.{0,20}\bin|starts?\ with|begins?\ with|reply\ to|respond\ to|read\ this
    | is\ (?:this|that|it)\ (?:right|correct|ok|okay|grammatical)
    |ist\ das\ (?:richtig|korrekt)|stimmt\ (?:das|es)|es\ correct\w+
    | got\ this|received|here(?:'s|\ is)\ (?:the|a|an|my|what)|look\ at|convert|format|parse
    | übersetz\w*|zusammenfass\w*|fass\w*\b.{0,60}\bzusammen|korrigier\w*|formulier\w*|umschreib\w*
    | verbesser\w*|prüf\w*|erklär\w*|bedeutet|heißt\b.{0,30}\bauf|schreib\w*|gedicht|geschichte
    | beginnt|anfängt|lies|kürz\w*|überarbeite\w*|analysier\w*|lektorier\w*|macht\b.{0,30}\bskript
    | traduc\w*|traduzca\w*|resum\w*|corrig\w*|corrij\w*|reescrib\w*|mejora\w*|redacta\w*|explica\w*
    | revisa\w*|significa|escrib\w*|poema|un\ cuento|relato|empieza|comienza|continúa|analiza\w*
    |mira
    | imprime|dice\w*\b.{0,20}\ben
    )\b|翻译|翻譯|总结|總結|概括|润色|潤色|修改|改写|改寫|改一下|解释|解釋|什么意思|什麼意思|啥意思
    |写|寫|开头|開頭|续写|續寫|怎么说|怎麼說|看看这|看看這|分析|校对|提炼"""
)
_TEXTUAL: Final = re.compile(
    r"(?i)\b(?:translate|proof-?read\w*|rephrase|paraphrase|reword|grammar|rewrite"
    r"|summari[sz]e|übersetz\w*"
    r"|korrektur|korrigier\w*|umformulier\w*|lektorier\w*|tradu[cz]\w+|corrige\w*|corrija"
    r"|reescrib\w+|resume"
    r"|resuma)\b|翻译成|翻譯成|润色|潤色|改写|改寫|语病|語病|校对|总结|總結"
)
_GIVEN: Final = re.compile(
    r"(?i)\b(?:this|these|that|above|below|following|the (?:text|article|email|mail|page|log|code)"
    r"|das|dies\w*|folgend\w*|den|die|obig\w*|est[aeo]s?|siguiente|anterior|el texto|lo)\b"
    r"|[这這][段个個篇条條封]|以下|上面|下面"
)
_ABOVE: Final = re.compile(
    r"(?i)\b(?:(?:text|article|mail|email|log|message|page|post|code|letter) above|(?:the )?above"
    r" (?:text|article|mail|log|message|page|code)|obige\w*|text (?:da )?oben"
    r"|texto (?:de arriba|anterior))\b|上面(?:这|那|的)|上文"
)
_ALWAYS: Final = re.compile(r"(?i)\b(?:all|every|any|always|alle[nr]?|jede[rnm]?|immer|künftig)\b")
# Out of what the words behind a colon are.
_SOURCE: Final = re.compile(
    r"(?i)\b(?:letter|diary|review|advert|ad|poster|sign|brochure|script|screenplay|leaflet|article"
    r"|obituary|voicemail|caption|headline|slogan|postcard|speech|\w*brief|tagebuch|\w*bewertung"
    r"|\w*anzeige|plakat|schild|prospekt|drehbuch|artikel|testament|\w*skript|bildunterschrift"
    r"|überschrift|postkarte|inserat)(?: (?:reads|says|begins|starts|goes|steht|lautet|beginnt|for"
    r"|für|zu|of|from|von|aus)\b[^:]{0,30})?$"
)
_STORY: Final = re.compile(
    r"(?i)\b(?:role-?play|act (?:as|like) (?:an?|my|the)|you(?: are|'re) (?:now )?(?:an?"
    r"|my)\b|let's play|pretend|imagine (?:that )?(?:you|i)\b|story|poem|novel|fictional"
    r"|character"
    r"|monologue|screenplay|lyrics|haiku|limerick|play the part|persona"
    r"|rollenspiel|wir spielen (?-i:[A-ZÄÖÜ])\w+,? (?:ich|du) |we're playing \w+[,:;] (?:i'm|you)"
    r"|i'?ll (?:be|play) (?:the|a|an) \w+,? (?:and )?you|ich (?:bin|spiele) (?:der|die"
    r"|den) \w+,? (?:und )?du "
    r"|spiel (?:meinen?|einen?|den|die|das)|du bist (?:jetzt |ab jetzt"
    r" )?(?:eine?\b|mein\w*\b|(?-i:[A-ZÄÖÜ]\w{3,}))|agiere als"
    r"|tu so|stell dir vor|gedicht|kurzgeschichte|geschichte (?:über|von|in)|figur"
    r"|aus (?:der )?sicht|monolog|roman"
    r"|haz como si|juego de rol|actúa como|eres (?:ahora )?una?|finge|imagina(?:te)? que|un cuento"
    r"|poema|relato|personaje|novela|monólogo)\b"
    r"|扮演|假装|假裝|编个故事|写个故事|写一个故事|小说|小說|第一人称|第一人稱|你现在是"
    r"|你是一[个位名]|你是[^，。？吗]{2,10}[，。]|[写寫编编].{0,4}(?:诗|詩|歌词|故事|小说)"
    r"|你当[^，。？吗]{1,8}[，,]\s?我当|写首诗|寫首詩|角色"
)
_ASKED: Final = re.compile(
    r"(?i)\b(?:act|you are|you're|du bist|agiere|actúa|eres|write|tell|create|make up"
    r"|invent|compose|let's|schreib\w*|erzähl\w*|erfind\w*|dicht\w*"
    r"|spiel\w*|escrib\w*|cuenta\w*|inventa\w*|empieza|role-?play|pretend|imagine|persona"
    r"|rollenspiel|tu so"
    r"|stell|finge|imagina\w*|juego|haz)\b|写|寫|你现在是|你是|你当|编|扮演|假装|假裝|第一人称|第一人稱"
)
_ENDS: Final = re.compile(r"[.!?…]+(?=[\s\"')\]]|$)|\n|[。！？!?]+|(?=[¿¡])")
_ABBREVIATED: Final = re.compile(
    r"(?i)(?:\b(?:st|dr|mr|mrs|ms|prof|bzw|ca|nr|no|sr|sra|ud|uds|vs|etc|approx|inkl|max|min|tel"
    r"|z\.\s?b|d\.\s?h|u\.\s?a|e\.g|i\.e|p\.\s?ej|[a-z])"
    r"|\b(?:am|im|dem|der|die|das|zum|vom|den|seit|ab|bis)\s\d{1,2}|,\s\d{1,2})$"
)


def sentences(message: str) -> Iterator[str]:
    """The sentences that the sender says in their own name, in their order.

    A quotation within one is replaced by `GAP`; what ends a sentence stays at its end.
    """
    return _handed_over(_all(message))


def _all(message: str) -> Iterator[str]:
    talk = _paragraphs(_without_blocks(message.replace("’", "'").replace("\r", "")))
    for paragraph in _bounded(talk):
        for line in _without_quotes(paragraph).split("\n"):
            bullet = _BULLET.match(line)
            yield from _split(line[bullet.end() :] if bullet else line)


def _bounded(paragraphs: Sequence[str]) -> Iterator[str]:
    """Beginning and end of what is longer than anybody talks."""
    rest = 2 * _FAR
    for i, paragraph in enumerate(paragraphs):
        if len(paragraph) > rest:
            yield paragraph[:rest]
            yield from (each[-_FAR:] for each in paragraphs[max(i, len(paragraphs) - 1) :])
            return
        rest -= len(paragraph)
        yield paragraph


def _without_blocks(text: str) -> str:
    """Without what was recalled, and without tagged elements, whose text a tool or a page wrote."""
    text = _RECALLED.sub(GAP, text)
    kept, start, depth, name = [], 0, 0, ""
    for tag in _TAG.finditer(text):
        closing, named = tag.group(1), tag.group(2).lower()
        if not depth and not closing:
            kept.append(text[start : tag.start()])
            depth, name = 1, named
        elif named == name:
            depth += -1 if closing else 1
        start = tag.end() if not depth else start
    # An element that is never closed hides all that follows, since it may be cut off.
    return GAP.join([*kept, "" if depth else text[start:]])


def _paragraphs(text: str) -> Sequence[str]:
    """Paragraphs of plain talk; those that a task is given with are left out."""
    found = re.split(r"\n[ \t]*\n", "\n".join(_spoken(text.split("\n"))))
    talk = [each.strip() for each in found if each.strip()]
    last = talk[-1][:400] if len(talk) > 1 else ""
    if _ABOVE.search(last) or (_TASK.search(last) and _GIVEN.search(last)):
        return talk[-1:]
    for i, each in enumerate(talk[:-1]):
        head = each[-400:]
        if _TASK.search(head) and (_GIVEN.search(head) or head.endswith((":", "："))):
            return talk[: i + 1]
    return talk


def _spoken(lines: Sequence[str]) -> Iterator[str]:
    """The lines without code, logs, quoted lines, mails, transcripts and tables."""
    speakers = sum(1 for line in lines if _SPEAKER.match(line)) > 1
    fenced = odd = False
    for i, line in enumerate(lines):
        if _FENCE.match(line):
            fenced = not fenced
            yield ""
        elif fenced:
            continue
        elif len(line) < 4:  # too short to be more than a word, and often empty
            odd = odd and bool(line.strip())
            yield line
        elif _MAIL.match(line):
            return
        elif _pasted(line) or (speakers and _SPEAKER.match(line)):
            odd = True
            yield ""
        elif odd and line.startswith(("#", " ", "\t")) and i:
            yield ""
        else:
            odd = odd and bool(line.strip())
            yield line


def _pasted(line: str) -> bool:
    if line.startswith((">", "    ", "\t", "|", "#!")) or _LOG.match(line):
        return True
    return bool(_CODE.match(line) or _TABLE.match(line))


def _without_quotes(text: str) -> str:
    """The text with quotations replaced, but for short ones in which nobody speaks: names."""
    kept, start = [], 0
    while start < len(text):
        opens = _OPENING.search(text, start)
        if opens is None:
            break
        opening = opens.start()
        kept.append(text[start:opening])
        ends = _QUOTES[text[opening]].search(text, opening + 1)
        end = ends.start() if ends else len(text)
        quoted = text[opening + 1 : end]
        named = 0 < len(quoted) <= _SHORT and len(quoted.split()) < 5 and not _SELF.search(quoted)
        # A quotation that ends a sentence ends the one around it too.
        gap = GAP + quoted[-1:] if quoted.endswith((".", "!", "?", "。")) else GAP
        kept.append(text[opening : end + 1] if named and end < len(text) else gap)
        start = end + 1
    return "".join([*kept, text[start:]])


def _split(line: str) -> Iterator[str]:
    start = 0
    for end in _ENDS.finditer(line):
        if end.group() == "." and _ABBREVIATED.search(line[max(0, end.start() - 12) : end.start()]):
            continue
        yield from _cut(line[start : end.end()].strip())
        start = end.end()
    yield from _cut(line[start:].strip())


def _cut(sentence: str) -> Iterator[str]:
    return (sentence[i : i + _LONG] for i in range(0, len(sentence), _LONG))


def _hands_over(head: str) -> bool:
    """Whether what comes before a colon hands over a text: for a task, or out of a letter."""
    return bool(_TASK.search(head) and not _ALWAYS.search(head)) or bool(_SOURCE.search(head))


def _handed_over(found: Iterator[str]) -> Iterator[str]:
    """The sentences up to one that hands over a text or asks for a story."""
    for sentence in found:
        colon = re.search(r"[:：](?=\s|\S{0,3}[\u4e00-\u9fff])", sentence)
        if colon and _hands_over(sentence[: colon.start()][-300:]):
            yield sentence[: colon.start()]
            return
        if _TEXTUAL.search(sentence) and _GIVEN.search(sentence):
            return
        if _STORY.search(sentence) and _ASKED.search(sentence):
            return
        yield sentence

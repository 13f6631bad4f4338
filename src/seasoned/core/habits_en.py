"""English: what people do, by verbs that are not known for something else."""

from __future__ import annotations

from typing import Final

from seasoned.core.speech import Words
from seasoned.core.words_en import ADV, OFTEN

_DOES: Final = Words(
    "sat stood woke slept swam sang drew hid fought taught shook stole stuck struck swore tore",
    "wept rose ran shot shut split spread hurt cost burst bet bent dealt dug fled forgave",
    "froze laid",
    "lay lent lit",
    "am was were will would can can't cannot could couldn't should must might may shall need",
    "needs want wanted wanna think thought know knew get got see saw mean meant guess feel felt",
    "hope wonder understand understood believe try tried wish say said tell told ask click open",
    "press call receive expect find found remember forget forgot notice realize realise suppose",
    "assume appreciate agree disagree doubt bet swear promise apologize apologise regret thank",
    "owe seem look appear come came go went leave left start stop finish put take took make made",
    "do don't did didn't have haven't had has give gave send sent write wrote plug type enter",
    "import compile execute install copy paste upload download attach add change set delete",
    "remove select apply define declare return print log push commit merge hear heard read run",
    "ran build built create generate insert move just miss end happen turn wait use hit reach",
    "bring brought show beg accept lose lost win won sit stand fell fall care mind gotta gonna",
    "figure claim admit recommend suggest propose plan intend decide consider really also still",
    "only even never always usually now then actually both all already met caught broke cut",
    "spent paid ate drank drove rode flew spoke wore sold bought threw grew grow began begin",
    "chose kept keep held led let quote refer check test debug ended live love like hate prefer",
    "enjoy and or but meet land arrive surrender rest smell argue multiply divide subtract",
    "second dare pick beg arrived depart board marry check fix solve answer reply close drop",
    "lift pull push hold hang cross catch once ever rarely hardly live lived work worked mostly",
    "sometimes often write wrote with in at on from of for to the a an my our as who which that",
    "this it you he she they so",
)
HABITS: Final = (
    (
        "",
        rf"(?:i|we) (?:{ADV})(?!{_DOES}\b)(?!(?!feed\b|breed\b)\w+(?:ed|ing|ly"
        rf"|'\w+)\b)[a-z-]{{3,}} (?!(?:it|this"
        r"|that|these"
        r"|those|you|your|them|him|her|to|if|the (?:code|file|script|error|button|link|command|app"
        rf"|page|next|first|second|last|same|following|result|answer))\b)\S+.*?\b{OFTEN}\b.*",
    ),
)

"""Pages of HTML as Markdown: headings, lists, tables, code and links stay, navigation goes.

Knows elements and what becomes of them. How a page looks, and what scripts would make of it, it
does not know.
"""

from __future__ import annotations

from typing import Final

from seasoned.core.readings import PageText, Reading
from seasoned.errors import InvalidInput
from seasoned.readers.decoding import decoded
from seasoned.readers.files import Raw
from seasoned.readers.htmltokens import Close, Open, Text, Token, tokens
from seasoned.readers.markdown import Writer

# Not text of the page: what is around it, what is filled in, what is drawn.
_DROPPED: Final = frozenset(
    {
        "nav",
        "button",
        "select",
        "datalist",
        "canvas",
        "object",
        "audio",
        "video",
        "dialog",
    }
)
_AROUND: Final = frozenset({"footer", "aside"})  # the same, but inside of an article part of it
_UNCLOSED: Final = frozenset({"p", "li", "dt", "dd", "tr", "td", "th"})  # the next one ends them
_ARTICLE: Final = frozenset({"main", "article"})
_VOID: Final = frozenset("area base br col embed hr img input link meta source track wbr".split())  # noqa: SIM905 (plainer so)
_BLOCKS: Final = frozenset(
    """
    address article aside body caption center dd details div dl dt fieldset figcaption figure footer
    form header hgroup hr html legend main p section summary
    """.split()  # noqa: SIM905 (as a list it would fill a page)
)
_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_ENDINGS: Final = frozenset({".html", ".htm", ".xhtml", ".shtml"})
_LONGEST: Final = 300  # characters of an address; what is longer is data


def is_html(found: Raw) -> bool:
    """Whether its name or its beginning says that it is HTML."""
    head = found.data[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return found.ending in _ENDINGS or head.startswith((b"<!doctype html", b"<html"))


def read_html(found: Raw) -> Reading:
    """A page of HTML as one page of Markdown.

    Raises:
        InvalidInput: it is no text, or there is none in it.
    """
    page, notes = decoded(found, declared=True)
    walk = _Walk()
    for token in tokens(page):
        walk.take(token)
    text = walk.text
    if not text.strip():
        raise InvalidInput(
            f"{found.place} has no text outside of its navigation and scripts; save the page as it "
            "looks in a browser and add that"
        )
    title = " ".join(walk.title.split()) or walk.heading or found.stem
    return Reading(title, (PageText(None, text, "markdown"),), notes)


class _Walk:
    """Goes through the tags of a page and says to the writer what to write."""

    def __init__(self) -> None:
        self.title = ""
        self.heading = ""  # the first of the page
        self._whole = Writer()
        self._main: Writer | None = None  # what stands in <main>, if there is one
        self._in_title = False
        self._in_main = 0
        self._articles = 0
        self._dropping = ""  # the element that is left out
        self._depth = 0  # how often that is open
        self._link = ""  # where the link leads that is open

    @property
    def text(self) -> str:
        """What the page says, of one with <main> what stands there."""
        main = self._main.finished() if self._main else ""
        return main if main.strip() else self._whole.finished()

    @property
    def _writers(self) -> tuple[Writer, ...]:
        return (self._whole, self._main) if self._main and self._in_main else (self._whole,)

    def take(self, token: Token) -> None:
        """Go on by one token."""
        if self._dropping and not self._resumed(token):
            return
        if isinstance(token, Text):
            self._say(token.text)
        elif isinstance(token, Open):
            self._open(token)
        else:
            self._close(token.name)

    def _resumed(self, token: Token) -> bool:
        """Whether what is left out ends before this; it also does where the text must begin."""
        if isinstance(token, Open):
            again = token.name == self._dropping
            self._depth += again
            if token.name in _ARTICLE or token.name == "h1" or (again and token.name in _UNCLOSED):
                self._dropping = ""
                return True
        elif isinstance(token, Close) and token.name == self._dropping:
            self._depth -= 1
            if not self._depth:
                self._dropping = ""
        return False

    def _say(self, text: str) -> None:
        if self._in_title:
            self.title += text
            return
        for writer in self._writers:
            writer.say(text)

    def _open(self, tag: Open) -> None:
        name = tag.name
        if self._is_dropped(tag):
            self._dropping, self._depth = name, 1
        elif name == "title":
            self._in_title = not self.title
        elif name in _ARTICLE:
            self._enter(name)
        elif name == "a":
            self._end_link()  # links do not stand in each other
            self._link = _address(tag)
            for writer in self._writers:
                writer.begin_link()
        elif name == "img" and (alt := tag.get("alt").strip()):
            self._say(f" {alt} ")
        else:
            self._mark(tag)

    def _is_dropped(self, tag: Open) -> bool:
        if tag.name in _VOID:
            return False
        around = tag.name in _AROUND and not self._articles
        role = tag.get("role").lower() if "role" in tag.attributes else ""
        hidden = "hidden" in tag.attributes and (
            tag.has("hidden") or tag.get("aria-hidden").lower() == "true"
        )
        return tag.name in _DROPPED or around or role == "navigation" or hidden

    def _enter(self, name: str) -> None:
        self._block()
        self._articles += 1
        if name == "main":
            self._main = self._main or Writer()
            self._in_main += 1

    def _mark(self, tag: Open) -> None:
        for writer in self._writers:
            if level := _HEADINGS.get(tag.name):
                writer.heading(level)
            elif tag.name in _BLOCKS:
                writer.block()
            else:
                writer.open(tag.name, _detail(tag))

    def _close(self, name: str) -> None:
        if name == "title":
            self._in_title = False
        elif name == "a":
            self._end_link()
        elif name in _HEADINGS:
            said = self._whole.said
            self._block()
            self.heading = self.heading or " ".join(said.split())
        elif name in _BLOCKS:
            self._block()
        else:
            for writer in self._writers:
                writer.close(name)
        if name in _ARTICLE:
            self._articles = max(0, self._articles - 1)
            self._in_main = max(0, self._in_main - (name == "main"))

    def _end_link(self) -> None:
        for writer in self._writers:
            writer.end_link(self._link)
        self._link = ""

    def _block(self) -> None:
        for writer in self._writers:
            writer.block()


def _address(tag: Open) -> str:
    """Where a link leads to, "" if that is nowhere outside of the page."""
    address = tag.get("href").strip()
    foreign = ":" not in address or address.lower().startswith(("http:", "https:", "mailto:"))
    plain = 0 < len(address) <= _LONGEST and not set(address) & set(" \n\t()<>")
    return address if foreign and plain and not address.startswith("#") else ""


def _detail(tag: Open) -> str:
    """What the writer has to know of a tag: the language of code, the first number of a list."""
    if tag.name in ("pre", "code"):
        names = tag.get("class").split()
        found = (n.partition("-")[2] for n in names if n.startswith(("language-", "lang-")))
        return next(found, "")
    return tag.get("start") if tag.name == "ol" else tag.get("colspan")

"""Writes docs/reference from the docstrings: `python -m tools.reference`, or `make docs`.

Sources are read as syntax trees and never run, so every Python gives the same pages. Which name
is on which page stands in `tools/reference_pages.py`; a public name that is on none goes to the
page that has another of its module.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from tools.reference_pages import PAGES, Sheet
from tools.reference_sources import (
    ROOT,
    Doc,
    Function,
    Member,
    Module,
    Undocumented,
    find,
    is_value,
    members,
    module,
    of_value,
)

TARGET = ROOT / "docs/reference"
FACADES = ("seasoned", "seasoned.core")  # whose `__all__` is what we promise
_CODE = re.compile(r"``([^`]+)``|`([^`]+)`|([<])")
_FORMS = ("NamedTuple", "Protocol", "Exception")  # bases that say nothing to a reader
_SHORT = {
    "memory.": "Memory.",
    "admin.": "Admin.",
    "learning.": "Learning.",
    "episodes.": "EpisodicMemory.",
}


@dataclass(frozen=True)
class Entry:
    """A documented name: its page, and for a class its members."""

    name: str
    page: str
    what: Member
    members: Mapping[str, Member] = field(default_factory=dict)

    @cached_property
    def methods(self) -> dict[str, Member]:
        """Those with a heading of their own."""
        return {
            name: member
            for name, member in self.members.items()
            if isinstance(member.node, Function) and name != "__init__" and not is_value(member)
        }


def slug(heading: str) -> str:
    """The anchor that code hosts give to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@dataclass(frozen=True)
class Reference:
    """All entries, and the pages made of them."""

    entries: Mapping[str, Entry]

    def link(self, name: str, page: str, label: str = "") -> str | None:
        """A link to a name as code; None if it is not in the reference."""
        for short, full in _SHORT.items():
            name = name.replace(short, full, 1) if name.startswith(short) else name
        parts = name.removesuffix("()").split(".")
        owner = next((i for i in (-2, -1) if len(parts) >= -i and parts[i] in self.entries), None)
        if owner is None:
            return None
        entry, member = self.entries[parts[owner]], ".".join(parts[owner:])
        anchor = slug(member if parts[-1] in entry.methods else entry.name)
        file = "" if entry.page == page else f"{entry.page}.md"
        return f"[`{label or name}`]({file}#{anchor})"

    def prose(self, text: str, entry: Entry, own: frozenset[str] = frozenset()) -> str:
        """Text with its names linked; `own` are those that mean something else here."""

        def code(match: re.Match[str]) -> str:
            if match[3]:
                return "&lt;"
            name = match[1] or match[2]
            plain = f"`{name}`"
            if match[1] or name in own or name == entry.name or " " in name:
                return plain
            if name.removesuffix("()") in entry.methods:
                return self.link(f"{entry.name}.{name}", entry.page, name) or plain
            return self.link(name, entry.page, name) or plain

        return _CODE.sub(code, text)

    def page(self, name: str, sheet: Sheet) -> str:
        """The text of a page."""
        entries = [entry for entry in self.entries.values() if entry.page == name]
        parts = [f"# {sheet.title}", f"{sheet.about} [All pages](README.md)."]
        for entry in entries:
            parts += self._entry(entry)
        return "\n\n".join(parts) + "\n"

    def _entry(self, entry: Entry) -> Iterator[str]:
        yield f"## {entry.name}"
        yield f"`from {home_of(entry)} import {entry.name}`"
        if isinstance(entry.what.node, Function):
            yield from self._function(entry, entry.what)
        else:
            yield from self._class(entry, entry.what.doc)

    def _class(self, entry: Entry, doc: Doc) -> Iterator[str]:
        yield self.prose(doc.text, entry, frozenset(doc.items("Attributes")))
        if bases := list(self._bases(entry)):
            yield f"Is also: {', '.join(bases)}."
        if attributes := list(self._attributes(entry, doc)):
            yield "**Attributes**"
            yield "\n".join(attributes)
            yield from self._types(entry, [(m.home, of_value(m)) for m in entry.members.values()])
        made = entry.members.get("__init__")
        if made and ast.get_docstring(made.node):  # type: ignore[arg-type]  # it is a function
            yield from self._function(entry, made)
        for name, method in entry.methods.items():
            yield f"### {entry.name}.{name}"
            yield from self._function(entry, method)

    def _attributes(self, entry: Entry, doc: Doc) -> Iterator[str]:
        said = doc.items("Attributes")
        own = frozenset(said)
        for name, member in entry.members.items():
            if isinstance(member.node, ast.AnnAssign | ast.Assign):
                text = said.pop(name, "")
                shown = member.home.text(member.node)
            elif is_value(member):
                returned = getattr(member.node, "returns", None)
                shown = f"{name}: {member.home.text(returned)}" if returned else name
                text = re.sub(r"\s+", " ", member.doc.text)
                said.pop(name, None)
            else:
                continue
            note = self._where(member.home, [getattr(member.node, "value", None)])
            yield f"- `{shown}`" + self._after(f"{text} {note}".strip(), entry, own)
        for name, text in said.items():
            shown = self._facet(entry, name) or f"`{name}`"
            yield f"- {shown}" + self._after(text, entry, own)

    def _facet(self, entry: Entry, name: str) -> str:
        """An attribute that the constructor makes, with a link to its class."""
        source = ast.get_source_segment(entry.what.home.source, entry.what.node) or ""
        made = re.search(rf"self\.{name} = (\w+)\(", source)
        link = self.link(made[1], entry.page) if made else None
        return f"`{name}`, {link}" if link else ""

    def _after(self, text: str, entry: Entry, own: frozenset[str]) -> str:
        return f": {self.prose(text, entry, own)}" if text else ""

    def _function(self, entry: Entry, member: Member) -> Iterator[str]:
        node, doc = member.node, member.doc
        assert isinstance(node, Function)
        every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        own = frozenset(argument.arg for argument in every)
        yield f"```py\n{signature(entry, member)}\n```"
        yield self.prose(doc.text, entry, own)
        if note := self._where(member.home, [*node.args.defaults, *node.args.kw_defaults]):
            yield note
        for section, text in doc.sections.items():
            if section in ("Args", "Raises"):
                yield "**Arguments**" if section == "Args" else "**Raises**"
                yield "\n".join(self._listed(doc.items(section), entry, own))
            else:
                yield f"**{section}**: {self.prose(text, entry, own)}"
        notes = [*(each.annotation for each in every), node.returns]
        yield from self._types(entry, [(member.home, note) for note in notes])

    def _listed(self, items: Mapping[str, str], entry: Entry, own: frozenset[str]) -> Iterator[str]:
        for names, text in items.items():
            linked = (self.link(n, entry.page) or f"`{n}`" for n in names.split(", "))
            yield f"- {', '.join(linked)}: {self.prose(text, entry, own)}"

    def _types(
        self, entry: Entry, notes: Iterable[tuple[Module, ast.expr | None]]
    ) -> Iterator[str]:
        """Links to the types that some annotations name, each with its module."""
        names = dict[str, None]()
        for home, note in notes:
            said = re.findall(r"\w+", ast.unparse(note)) if note else []
            names |= {name: None for name in said if self._means(home, name)}
        known = [self.link(name, entry.page) for name in names if name != entry.name]
        if links := [link for link in known if link]:
            yield f"Types: {', '.join(links)}."

    def _means(self, home: Module, name: str) -> bool:
        """Whether a name in that module is the class of this name that is on a page."""
        ours = find(home.name, name) if name in self.entries else None
        return ours is not None and ours.home.name == self.entries[name].what.home.name

    def _bases(self, entry: Entry) -> Iterator[str]:
        for base in getattr(entry.what.node, "bases", ()):
            name = ast.unparse(base)
            ours = find(entry.what.home.name, name)
            if name not in _FORMS and (name in self.entries or not ours):
                yield self.link(name, entry.page) or f"`{name}`"

    def _where(self, home: Module, defaults: list[ast.expr | None]) -> str:
        """What the constants among some defaults stand for."""
        names = [node.id for node in defaults if isinstance(node, ast.Name) and node.id.isupper()]
        said = []
        for name in dict.fromkeys(names):
            place = module(home.imported[name][0]) if name in home.imported else home
            if (value := place.assigned(name)) is not None:
                said.append(f"`{name}` is `{place.text(value)}`.")
        return " ".join(said)

    def index(self) -> str:
        """The page that lists the others."""
        lines = ["# Reference", "", "Written from the docstrings by `make docs`."]
        for page, sheet in PAGES.items():
            lines += ["", f"## [{sheet.title}]({page}.md)", "", sheet.about, ""]
            for entry in self.entries.values():
                if entry.page == page:
                    first = entry.what.doc.text.partition("\n\n")[0].replace("\n", " ")
                    lines.append(f"- {self.link(entry.name, '')}: {self.prose(first, INDEX)}")
        return "\n".join(lines) + "\n"


def signature(entry: Entry, member: Member) -> str:
    """The head of a function as its author wrote it, without self."""
    node = member.node
    assert isinstance(node, Function)
    lines = member.home.source.splitlines()[node.lineno - 1 : node.body[0].lineno - 1]
    head = textwrap.dedent("\n".join(lines)).strip().removesuffix(":")
    head = re.sub(r"\((\s*)(?:self|cls),?\s*", r"(\1", head, count=1)
    if node.name == "__init__":
        return head.replace("def __init__", entry.name, 1).removesuffix(" -> None")
    return f"@classmethod\n{head}" if "classmethod" in member.decorators else head


def home_of(entry: Entry) -> str:
    """The shortest module that hands a name out."""
    home = entry.what.home.name
    package = home.rpartition(".")[0]
    handed_on = entry.name in module(package).imported
    return next((f for f in FACADES if entry.name in public(f)), package if handed_on else home)


@cache
def public(facade: str) -> tuple[str, ...]:
    """`__all__` of a module, without its version, and constants, which have no docstring."""
    value = module(facade).assigned("__all__")
    assert value is not None
    names: list[str] = ast.literal_eval(value)
    return tuple(name for name in names if not name.startswith("__") and not name.isupper())


def placed() -> Iterator[tuple[str, str, str]]:
    """Page, module and name of all that is in the reference."""
    listed = [
        (page, f"seasoned.{path.rpartition('.')[0]}", path.rpartition(".")[2])
        for page, sheet in PAGES.items()
        for path in sheet.names
    ]
    yield from listed
    known = {name for _, _, name in listed}
    for facade in FACADES:
        for name in public(facade):
            if name not in known:
                home = homes(facade)[name]
                page = next((p for p, m, _ in listed if m == home), None)
                if page is None:
                    raise Undocumented(f"{home}.{name}: put it on a page of reference_pages.py")
                known.add(name)
                yield page, home, name


@cache
def homes(facade: str) -> dict[str, str]:
    """The modules that the names of a facade come from."""
    value = module(facade).assigned("_HOMES")
    assert value is not None
    return {name: f"{facade}.{home}" for name, home in ast.literal_eval(value).items()}


def build() -> dict[str, str]:
    """The reference: texts by file name."""
    entries = {}
    for page, home, name in placed():
        what = find(home, name)
        if what is None:
            raise Undocumented(f"{home} has no {name}; mend reference_pages.py")
        inner = members(what) if isinstance(what.node, ast.ClassDef) else {}
        entries[name] = Entry(name, page, what, inner)
    reference = Reference(entries)
    pages = {f"{page}.md": reference.page(page, sheet) for page, sheet in PAGES.items()}
    return {"README.md": reference.index(), **pages}


INDEX = Entry("", "", Member(Module("", ""), ast.Pass()))


def main() -> None:
    """Write the pages, and remove those that are no longer there."""
    pages = build()
    TARGET.mkdir(parents=True, exist_ok=True)
    for path in TARGET.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (TARGET / name).write_text(text, encoding="utf-8")
    print(f"docs/reference: {len(pages)} pages")


if __name__ == "__main__":
    main()

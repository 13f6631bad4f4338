"""Sources read as syntax trees: modules, classes with their members, and docstrings in parts.

Nothing is imported or run, so every Python reads the same.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
_SECTION = re.compile(r"^(Args|Returns|Yields|Raises|Attributes):$", re.MULTILINE)
_ITEM = re.compile(r"^([\w*., ]+):\s+", re.MULTILINE)

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Undocumented(Exception):
    """A public name without a docstring, or on no page."""


class Doc(NamedTuple):
    """A docstring in parts: what comes first, then its sections by name."""

    text: str
    sections: Mapping[str, str]

    def items(self, section: str) -> dict[str, str]:
        """The entries of a section such as Args, by name."""
        body = re.sub(r"\n +", " ", self.sections.get(section, ""))
        parts = _ITEM.split(body)[1:]
        return {n: t.strip() for n, t in zip(parts[::2], parts[1::2], strict=True)}


def parse(docstring: str) -> Doc:
    """The parts of a Google-style docstring."""
    text, *rest = _SECTION.split(inspect.cleandoc(docstring))
    bodies = (textwrap.dedent(body.strip("\n")) for body in rest[1::2])
    return Doc(text.strip(), dict(zip(rest[::2], bodies, strict=True)))


@dataclass(frozen=True, eq=False)
class Module:
    """A source file; `name` is dotted."""

    name: str
    source: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)

    def text(self, node: ast.AST) -> str:
        """What the author wrote for this node, on one line."""
        found = re.sub(r"\s*\n\s*", " ", ast.get_source_segment(self.source, node) or "")
        return re.sub(r"(?<=[(\[{]) |,? (?=[)\]}])", "", found)

    @cached_property
    def imported(self) -> dict[str, tuple[str, str]]:
        """For each name imported from somewhere, that place and its name there."""
        return {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }

    def assigned(self, name: str) -> ast.expr | None:
        """The value that the module gives to a name."""
        for node in self.tree.body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and target(node) == name:
                return node.value
        return None


@cache
def module(name: str) -> Module:
    """The module of this dotted name."""
    path = ROOT / "src" / name.replace(".", "/")
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return Module(name, path.read_text(encoding="utf-8"))


def target(node: ast.Assign | ast.AnnAssign) -> str:
    """The name that an assignment binds, "" if it is not a plain one."""
    first = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    return first.id if isinstance(first, ast.Name) else ""


@dataclass(frozen=True, eq=False)
class Member:
    """Something of a class, and the module that defines it."""

    home: Module
    node: ast.stmt

    @property
    def decorators(self) -> set[str]:
        return {self.home.text(each) for each in getattr(self.node, "decorator_list", ())}

    @property
    def doc(self) -> Doc:
        """Its docstring, in parts."""
        assert isinstance(self.node, Definition)
        docstring = ast.get_docstring(self.node)
        if not docstring:
            raise Undocumented(f"{self.home.name}.{self.node.name} has no docstring")
        return parse(docstring)


def find(home: str, name: str) -> Member | None:
    """A class or function by the module that defines it or hands it on."""
    if not home.startswith("seasoned"):
        return None
    place = module(home)
    for node in place.tree.body:
        if isinstance(node, Definition) and node.name == name:
            return Member(place, node)
    return find(*place.imported[name]) if name in place.imported else None


def members(owner: Member) -> dict[str, Member]:
    """Public members and the constructor of a class, in order; inherited ones come last."""
    assert isinstance(owner.node, ast.ClassDef)
    found: dict[str, Member] = {}
    for node in owner.node.body:
        name = getattr(node, "name", "")
        if isinstance(node, ast.Assign | ast.AnnAssign):
            name = target(node)
        if name == "__init__" or (name and not name.startswith("_")):
            found[name] = Member(owner.home, node)
    for base in owner.node.bases:
        parent = find(owner.home.name, base.id) if isinstance(base, ast.Name) else None
        inherited = members(parent) if parent else {}
        found |= {n: m for n, m in inherited.items() if n not in found and n != "__init__"}
    return found


def is_value(member: Member) -> bool:
    """Whether a method is read like an attribute."""
    return any(decorator.endswith("property") for decorator in member.decorators)


def of_value(member: Member) -> ast.expr | None:
    """The annotation of an attribute; None of a method."""
    if is_value(member):
        return getattr(member.node, "returns", None)
    return getattr(member.node, "annotation", None)

"""How a function and its tests enter the corpus.

Knows: the decorator that ties test rows to a function, and how to read a module's functions back as
plain source text. Does not know which functions exist, nor what a bug is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

ROWS = "_test_rows"


@dataclass(frozen=True, slots=True)
class Case:
    """One test: positional arguments and the value that must come back."""

    args: tuple[object, ...]
    expected: object


@dataclass(frozen=True, slots=True)
class Subject:
    """A correct function: its bare source text and its tests."""

    name: str
    source: str
    cases: tuple[Case, ...]


def cases(*rows: tuple[object, ...]) -> Callable[[F], F]:
    """Attach test rows to a function; the last item of a row is the expected value."""

    def attach(function: F) -> F:
        setattr(function, ROWS, tuple(Case(row[:-1], row[-1]) for row in rows))
        return function

    return attach


class _Bare(ast.NodeTransformer):
    """Drops what a repair agent would not edit: decorators, annotations, docstrings."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.decorator_list = []
        node.returns = None
        if ast.get_docstring(node) is not None:
            node.body = node.body[1:]
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.Assign | None:
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign([node.target], node.value), node)


def subjects_in(module: ModuleType) -> Iterator[Subject]:
    """Read every function of a module that carries test rows, in the order of the file."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    for node in tree.body:
        rows = getattr(getattr(module, getattr(node, "name", ""), None), ROWS, None)
        if isinstance(node, ast.FunctionDef) and rows is not None:
            bare = ast.fix_missing_locations(_Bare().visit(node))
            yield Subject(node.name, ast.unparse(bare), rows)

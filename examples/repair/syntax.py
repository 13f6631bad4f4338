"""Places in a syntax tree and what can be put there instead.

Knows: how to walk every slot of a function, and how to print the function with one slot changed.
Bugs and repairs are both built from it. Does not know what is a bug and what is a repair.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Rewriter = Callable[[ast.FunctionDef], Iterator[str]]


def parse_function(source: str) -> ast.FunctionDef:
    """Parse source text that holds exactly one function."""
    node = ast.parse(source).body[0]
    if not isinstance(node, ast.FunctionDef):
        raise TypeError(f"expected one function, found {type(node).__name__}; pass its source only")
    return node


@dataclass(frozen=True, slots=True)
class Slot:
    """One place that holds a node: a field of its parent, or one item of a list field."""

    root: ast.FunctionDef
    parents: tuple[ast.AST, ...]
    field: str
    index: int | None

    @property
    def parent(self) -> ast.AST:
        return self.parents[-1]

    @property
    def node(self) -> ast.AST:
        held = getattr(self.parent, self.field)
        return held if self.index is None else held[self.index]  # type: ignore[no-any-return]

    @property
    def siblings(self) -> list[ast.stmt]:
        """The list of statements that a statement stands in."""
        return getattr(self.parent, self.field)  # type: ignore[no-any-return]

    def inside(self, *kinds: type[ast.AST]) -> bool:
        """Tell whether any ancestor is of one of these kinds."""
        return isinstance(self.node, kinds) or any(isinstance(p, kinds) for p in self.parents)

    def put(self, *new: ast.AST) -> str:
        """Print the function with this slot holding `new`; the tree itself stays as it was.

        A slot in a list takes any number of nodes; an emptied block becomes `pass`.
        """
        old = getattr(self.parent, self.field)
        if self.index is None:
            changed: object = new[0]
        else:
            changed = [*old[: self.index], *new, *old[self.index + 1 :]] or [ast.Pass()]
        setattr(self.parent, self.field, changed)
        try:
            return ast.unparse(ast.fix_missing_locations(self.root))
        finally:
            setattr(self.parent, self.field, old)

    def swapped(self, index: int) -> str:
        """Print the function with statement `index` of this block after the one that follows it."""
        block = self.siblings
        first, second = block[index : index + 2]
        block[index : index + 2] = [second, first]
        try:
            return ast.unparse(self.root)
        finally:
            block[index : index + 2] = [first, second]


def slots(root: ast.FunctionDef) -> Iterator[Slot]:
    """Walk every slot below a function, top to bottom."""

    def walk(parents: tuple[ast.AST, ...]) -> Iterator[Slot]:
        for field, value in ast.iter_fields(parents[-1]):
            if isinstance(value, ast.AST):
                yield Slot(root, parents, field, None)
                yield from walk((*parents, value))
            elif isinstance(value, list):
                for index, item in enumerate(value):
                    if isinstance(item, ast.AST):
                        yield Slot(root, parents, field, index)
                        yield from walk((*parents, item))

    yield from walk((root,))


def swap_in(choices: Callable[[Slot], Iterator[ast.AST]]) -> Rewriter:
    """Make a rewriter that tries every choice at every slot."""

    def rewrite(root: ast.FunctionDef) -> Iterator[str]:
        for slot in slots(root):
            for new in choices(slot):
                yield slot.put(new)

    return rewrite


def whole(node: ast.AST | None) -> int | None:
    """Read an integer literal, with its sign; None for anything else."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = whole(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None


def number(value: int) -> ast.expr:
    """Write an integer literal the way people do, minus sign in front."""
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))


def shifted(node: ast.expr, by: int) -> ast.expr:
    """Add a small number to an expression, folded into a literal where one stands there already."""
    known = whole(node)
    if known is not None:
        return number(known + by)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        tail = whole(node.right)
        if tail is not None:
            total = (tail if isinstance(node.op, ast.Add) else -tail) + by
            return node.left if total == 0 else shifted(node.left, total)
    return ast.BinOp(node, ast.Add() if by > 0 else ast.Sub(), ast.Constant(abs(by)))


def names_set(root: ast.FunctionDef) -> list[str]:
    """List the names a function binds, parameters first, each once, in order."""
    found = [arg.arg for arg in root.args.args]
    stored = (n for n in ast.walk(root) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    found += [name.id for name in sorted(stored, key=lambda n: (n.lineno, n.col_offset))]
    return list(dict.fromkeys(found))

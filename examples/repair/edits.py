"""Small edits that work in both directions: the slip that breaks a line is the kind that mends it.

Knows: what may stand in a slot instead of what stands there. Does not know in which direction it is
used.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from examples.repair.syntax import Slot, number, shifted, whole

Nodes = Iterator[ast.AST]

_EDGE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_SUMS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
}
_QUOTIENTS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.FloorDiv: (ast.Div, ast.Mod),
    ast.Div: (ast.FloorDiv,),
    ast.Mod: (ast.FloorDiv,),
}
_SIBLINGS = {
    "append": "extend",
    "extend": "append",
    "min": "max",
    "max": "min",
    "lower": "upper",
    "upper": "lower",
    "isalpha": "isalnum",
    "isalnum": "isalpha",
    "isdigit": "isalpha",
    "islower": "isupper",
    "isupper": "islower",
    "sum": "len",
    "len": "sum",
    "strip": "lstrip",
    "lstrip": "strip",
}


def edge_of_comparison(slot: Slot) -> Nodes:
    """Take the equal case into a comparison, or leave it out."""
    yield from _comparison(slot, _EDGE)


def opposite_comparison(slot: Slot) -> Nodes:
    """Turn a comparison round."""
    yield from _comparison(slot, _OPPOSITE)


def _comparison(slot: Slot, table: dict[type[ast.cmpop], type[ast.cmpop]]) -> Nodes:
    if isinstance(slot.node, ast.cmpop) and type(slot.node) in table:
        yield table[type(slot.node)]()


def sum_operator(slot: Slot) -> Nodes:
    """Exchange plus, minus and times."""
    yield from _operator(slot, _SUMS)


def quotient_operator(slot: Slot) -> Nodes:
    """Exchange whole division, true division and remainder."""
    yield from _operator(slot, _QUOTIENTS)


def _operator(slot: Slot, table: dict[type[ast.operator], tuple[type[ast.operator], ...]]) -> Nodes:
    if isinstance(slot.node, ast.operator):
        yield from (new() for new in table.get(type(slot.node), ()))


def literal_number(slot: Slot) -> Nodes:
    """Move a literal by one; places, slices, ranges and start values are other edits' business."""
    if _in_range(slot) or slot.inside(ast.Subscript) or _is_start(slot):
        return
    yield from _neighbours(slot)


def _neighbours(slot: Slot) -> Nodes:
    value = whole(slot.node)
    negated = isinstance(slot.parent, ast.UnaryOp) and isinstance(slot.parent.op, ast.USub)
    if value is not None and not negated:
        yield number(value + 1)
        yield number(value - 1)


def _in_range(slot: Slot) -> bool:
    return any(_calls(parent, "range") for parent in slot.parents)


def _calls(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _is_start(slot: Slot) -> bool:
    """A value assigned outside of all loops: where a running quantity starts."""
    is_value = isinstance(slot.parent, ast.Assign) and slot.field == "value"
    return is_value and not slot.inside(ast.For, ast.While)


def start_value(slot: Slot) -> Nodes:
    """Start a running quantity from a neighbouring value, or from nothing at all."""
    if not _is_start(slot):
        return
    yield from _neighbours(slot)
    if whole(slot.node) == 0:
        yield ast.Constant(None)
    elif isinstance(slot.node, ast.Constant) and slot.node.value is None:
        yield ast.Constant(0)


def truth_literal(slot: Slot) -> Nodes:
    """Exchange True and False."""
    if isinstance(slot.node, ast.Constant) and isinstance(slot.node.value, bool):
        yield ast.Constant(not slot.node.value)


def connective(slot: Slot) -> Nodes:
    """Exchange `and` and `or`."""
    if isinstance(slot.node, ast.And):
        yield ast.Or()
    elif isinstance(slot.node, ast.Or):
        yield ast.And()


def range_end(slot: Slot) -> Nodes:
    """Let a range end one earlier or later, or begin one later or earlier."""
    if _calls(slot.parent, "range") and slot.field == "args" and isinstance(slot.node, ast.expr):
        yield shifted(slot.node, 1)
        yield shifted(slot.node, -1)
    elif _calls(slot.node, "range") and len(getattr(slot.node, "args", ())) == 1:
        longer = copy.deepcopy(slot.node)
        assert isinstance(longer, ast.Call)
        longer.args.insert(0, ast.Constant(1))
        yield longer


def operand_order(slot: Slot) -> Nodes:
    """Exchange the two operands, arguments or members of a pair."""
    node = slot.node
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Mult):
        yield ast.BinOp(node.right, node.op, node.left)
    elif isinstance(node, ast.List | ast.Tuple) and len(node.elts) == 2:
        yield type(node)([node.elts[1], node.elts[0]], node.ctx)
    elif isinstance(node, ast.Call) and len(node.args) == 2 and not _symmetric(node):
        yield ast.Call(node.func, node.args[::-1], node.keywords)


def _symmetric(node: ast.Call) -> bool:
    return _calls(node, "min") or _calls(node, "max")


def slice_edge(slot: Slot) -> Nodes:
    """Move an edge of a slice by one, or give an open slice an edge."""
    node = slot.node
    if isinstance(slot.parent, ast.Slice) and isinstance(node, ast.expr):
        yield shifted(node, 1)
        yield shifted(node, -1)
    elif isinstance(node, ast.Slice):
        if node.lower is None:
            yield ast.Slice(ast.Constant(1), node.upper)
        elif whole(node.lower) is not None:
            yield ast.Slice(None, node.upper)


def place_in_list(slot: Slot) -> Nodes:
    """Look one place further or one place before."""
    in_subscript = isinstance(slot.parent, ast.Subscript) and slot.field == "slice"
    node = slot.node
    if (
        not in_subscript
        or not isinstance(node, ast.expr)
        or isinstance(node, ast.Slice | ast.Tuple)
    ):
        return
    yield shifted(node, 1)
    yield shifted(node, -1)


def negation(slot: Slot) -> Nodes:
    """Drop a `not`, or put one before a condition that is no comparison."""
    node = slot.node
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif _is_condition(slot) and isinstance(node, ast.Name | ast.Call | ast.BoolOp):
        yield ast.UnaryOp(ast.Not(), node)


def _is_condition(slot: Slot) -> bool:
    return slot.field == "test" or isinstance(slot.parent, ast.BoolOp)


def sibling_function(slot: Slot) -> Nodes:
    """Call the function that is easily taken for this one."""
    node = slot.node
    if slot.field != "func":
        return
    if isinstance(node, ast.Attribute) and node.attr in _SIBLINGS:
        yield ast.Attribute(node.value, _SIBLINGS[node.attr], node.ctx)
    elif isinstance(node, ast.Name) and node.id in _SIBLINGS:
        yield ast.Name(_SIBLINGS[node.id], node.ctx)


def update_sign(slot: Slot) -> Nodes:
    """Exchange "set to" and "add to" inside a loop."""
    node = slot.node
    if not slot.inside(ast.For, ast.While):
        return
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
        yield ast.Assign([node.target], node.value)
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name | ast.Subscript):
        yield ast.AugAssign(node.targets[0], ast.Add(), node.value)

"""The pool of repair strategies: each looks at broken code and proposes patches, likeliest first.

Knows: for every strategy, where it would touch the code. A strategy sees the code and one failing
test, never the bug's kind, and proposes whatever it can: most of its patches are wrong. Does not
know how well it has worked so far; that is what memory is for.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator

from examples.repair import edits
from examples.repair.runner import Failure
from examples.repair.syntax import Rewriter, Slot, names_set, parse_function, slots, swap_in

Strategy = Callable[[ast.FunctionDef, Failure], Iterator[str]]

# A person who follows a hunch gives it up after some fruitless tries; so does a strategy.
MAX_PATCHES = 8


def blind(rewrite: Rewriter) -> Strategy:
    """Make a strategy of a rewriter that does not look at the failing test."""
    return lambda root, _: rewrite(root)


def add_guard(root: ast.FunctionDef, failure: Failure) -> Iterator[str]:
    """Leave early with the value that the failing test expects, on arguments that look like its."""
    result = ast.Return(ast.parse(failure.expected, mode="eval").body)
    args = ast.literal_eval(failure.args)
    for name, value in zip((arg.arg for arg in root.args.args), args, strict=True):
        for test in _guards(name, value):
            guard = ast.If(ast.parse(test, mode="eval").body, [result], [])
            yield _first(root).put(guard, root.body[0])
    for slot in slots(root):
        loop = slot.parent
        if isinstance(loop, ast.For) and slot.field == "body" and slot.index == 0:
            skip = ast.UnaryOp(ast.Not(), ast.parse(ast.unparse(loop.target), mode="eval").body)
            yield slot.put(ast.If(skip, [ast.Continue()], []), slot.node)


def _guards(name: str, value: object) -> list[str]:
    if isinstance(value, int):
        return [f"{name} <= {value}", f"{name} == {value}"]
    if isinstance(value, list | str | dict) and len(value) > 0:
        return [f"len({name}) <= {len(value)}"]
    return [f"not {name}"]


def add_step(root: ast.FunctionDef, _: Failure) -> Iterator[str]:
    """Count up or down a number that starts as a whole number, in the blocks of a loop."""
    for name in _counters(root):
        for slot in slots(root):
            ends_block = slot.field in ("body", "orelse") and isinstance(slot.node, ast.stmt)
            if ends_block and slot.inside(ast.For, ast.While) and slot.node is slot.siblings[-1]:
                for operator in (ast.Add(), ast.Sub()):
                    step = ast.AugAssign(ast.Name(name, ast.Store()), operator, ast.Constant(1))
                    kept = [] if isinstance(slot.node, ast.Pass) else [slot.node]
                    yield slot.put(*kept, step)


def _counters(root: ast.FunctionDef) -> list[str]:
    """List the names that start from a number outside of loops, those never changed again first."""
    changed = Counter(
        node.id
        for node in ast.walk(root)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    starts = [
        slot.node.targets[0].id
        for slot in slots(root)
        if isinstance(slot.node, ast.Assign)
        and isinstance(slot.node.targets[0], ast.Name)
        and isinstance(slot.node.value, ast.Constant | ast.UnaryOp | ast.BinOp)
        and not slot.inside(ast.For, ast.While)
    ]
    return sorted(dict.fromkeys(starts), key=lambda name: changed[name])


def add_return(root: ast.FunctionDef, failure: Failure) -> Iterator[str]:
    """Hand back one of the local names, or the expected literal, at the end of the function."""
    if isinstance(root.body[-1], ast.Return):
        return
    last = Slot(root, (root,), "body", len(root.body) - 1)
    expected = ast.parse(failure.expected, mode="eval").body
    if isinstance(expected, ast.Constant) and isinstance(expected.value, bool):
        yield last.put(last.node, ast.Return(expected))
    for name in names_set(root)[len(root.args.args) :]:
        yield last.put(last.node, ast.Return(ast.Name(name, ast.Load())))
    for name in names_set(root)[: len(root.args.args)]:
        yield last.put(last.node, ast.Return(ast.Name(name, ast.Load())))


def delay_return(root: ast.FunctionDef, _: Failure) -> Iterator[str]:
    """Move a return that ends a loop's block behind the loop."""
    for slot in slots(root):
        loop = slot.node
        if isinstance(loop, ast.For | ast.While) and isinstance(loop.body[-1], ast.Return):
            moved = loop.body.pop()
            yield slot.put(loop, moved)
            loop.body.append(moved)


def indent_line(root: ast.FunctionDef, _: Failure) -> Iterator[str]:
    """Take the line behind a block into that block."""
    for slot in slots(root):
        block = slot.node
        after = slot.siblings[slot.index + 1 :] if slot.index is not None else []
        if isinstance(block, ast.For | ast.While | ast.If) and not block.orelse and after:
            block.body.append(after[0])
            follower = Slot(root, slot.parents, slot.field, (slot.index or 0) + 1)
            yield follower.put()
            block.body.pop()


def reorder_lines(root: ast.FunctionDef, _: Failure) -> Iterator[str]:
    """Exchange a statement with the one that follows it."""
    for slot in slots(root):
        if isinstance(slot.node, ast.stmt) and slot.node is not slot.siblings[-1]:
            yield slot.swapped(slot.index or 0)


def rename_variable(root: ast.FunctionDef, _: Failure) -> Iterator[str]:
    """Read another variable instead; one that nothing reads is the likeliest to have been meant."""
    known = names_set(root)
    reads = [
        slot
        for slot in slots(root)
        if isinstance(slot.node, ast.Name) and _is_read(slot.node, known)
    ]
    count = Counter(slot.node.id for slot in reads if isinstance(slot.node, ast.Name))
    for wanted in sorted(known, key=lambda name: count[name]):
        for slot in reads:
            if isinstance(slot.node, ast.Name) and slot.node.id != wanted:
                yield slot.put(ast.Name(wanted, ast.Load()))


def _is_read(node: ast.Name, known: list[str]) -> bool:
    return isinstance(node.ctx, ast.Load) and node.id in known


def add_up(root: ast.FunctionDef, _: Failure) -> Iterator[str]:
    """Add to a running quantity in a loop instead of setting it."""
    for slot in slots(root):
        if isinstance(slot.node, ast.Assign):
            yield from (slot.put(new) for new in edits.update_sign(slot))


def _first(root: ast.FunctionDef) -> Slot:
    return Slot(root, (root,), "body", 0)


POOL: dict[str, Strategy] = {
    "move_comparison_edge": blind(swap_in(edits.edge_of_comparison)),
    "turn_comparison": blind(swap_in(edits.opposite_comparison)),
    "exchange_plus_minus_times": blind(swap_in(edits.sum_operator)),
    "exchange_division": blind(swap_in(edits.quotient_operator)),
    "nudge_literal": blind(swap_in(edits.literal_number)),
    "change_start_value": blind(swap_in(edits.start_value)),
    "flip_truth_value": blind(swap_in(edits.truth_literal)),
    "exchange_and_or": blind(swap_in(edits.connective)),
    "move_range_end": blind(swap_in(edits.range_end)),
    "exchange_operands": blind(swap_in(edits.operand_order)),
    "move_slice_edge": blind(swap_in(edits.slice_edge)),
    "look_one_place_over": blind(swap_in(edits.place_in_list)),
    "toggle_not": blind(swap_in(edits.negation)),
    "call_sibling_function": blind(swap_in(edits.sibling_function)),
    "add_up_in_loop": add_up,
    "add_guard": add_guard,
    "add_step": add_step,
    "add_return": add_return,
    "delay_return": delay_return,
    "indent_line": indent_line,
    "reorder_lines": reorder_lines,
    "rename_variable": rename_variable,
}


def patches(strategy: str, source: str, failure: Failure, limit: int = MAX_PATCHES) -> list[str]:
    """List the patches that a strategy proposes for a function, each once, likeliest first."""
    found: dict[str, None] = {}
    for patch in POOL[strategy](parse_function(source), failure):
        if patch != source:
            found[patch] = None
        if len(found) == limit:
            break
    return list(found)

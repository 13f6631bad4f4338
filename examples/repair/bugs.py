"""Breaks the functions of the corpus: seeded mutation in equal shares of every kind of bug.

Knows: the kinds, and how to pick bugs evenly over kinds and functions. Every bug that it hands out
has really failed a test. Does not know how bugs are repaired; no agent is told a bug's kind.
"""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from examples.repair import edits
from examples.repair.corpus import Subject
from examples.repair.runner import Report, Runner
from examples.repair.syntax import Rewriter, Slot, names_set, parse_function, slots, swap_in, whole

MAX_MUTANTS = 8  # of one kind in one function


@dataclass(frozen=True, slots=True)
class Bug:
    """A broken function. `kind` is for the books: no part of the agent reads it."""

    kind: str
    subject: Subject
    source: str
    report: Report

    @property
    def name(self) -> str:
        return self.subject.name


def drop_guard(root: ast.FunctionDef) -> Iterator[str]:
    """Forget an early way out."""
    for slot in slots(root):
        node = slot.node
        if isinstance(node, ast.If) and not node.orelse:
            leaves = isinstance(node.body[0], ast.Return | ast.Continue)
            if leaves and node is not slot.siblings[-1]:
                yield slot.put()


def drop_step(root: ast.FunctionDef) -> Iterator[str]:
    """Forget to count up or down."""
    for slot in slots(root):
        if isinstance(slot.node, ast.AugAssign) and whole(slot.node.value) is not None:
            yield slot.put()


def drop_return(root: ast.FunctionDef) -> Iterator[str]:
    """Forget to hand back the result at the end."""
    last = _last(root)
    if isinstance(last.node, ast.Return) and last.index:
        yield last.put()


def hasten_return(root: ast.FunctionDef) -> Iterator[str]:
    """Indent the final return into the loop before it."""
    last = _last(root)
    if not isinstance(last.node, ast.Return) or not last.index:
        return
    yield from _indented(last)


def _indented(slot: Slot) -> Iterator[str]:
    assert slot.index is not None
    loop = slot.siblings[slot.index - 1]
    if isinstance(loop, ast.For | ast.While):
        loop.body.append(slot.siblings[slot.index])
        yield slot.put()
        loop.body.pop()


def outdent_line(root: ast.FunctionDef) -> Iterator[str]:
    """Let the last line of a block slip out of it."""
    for slot in slots(root):
        node = slot.node
        if (
            isinstance(node, ast.For | ast.While | ast.If)
            and len(node.body) > 1
            and not node.orelse
        ):
            moved = node.body.pop()
            yield slot.put(node, moved)
            node.body.append(moved)


def swap_lines(root: ast.FunctionDef) -> Iterator[str]:
    """Write two neighbouring lines in the wrong order."""
    simple = ast.Assign | ast.AugAssign | ast.Expr
    for slot in slots(root):
        if slot.index and isinstance(slot.node, simple):
            before = slot.siblings[slot.index - 1]
            if isinstance(before, simple | ast.If):
                yield slot.swapped(slot.index - 1)


def confuse_names(root: ast.FunctionDef) -> Iterator[str]:
    """Read one variable where another was meant."""
    known = names_set(root)
    for slot in slots(root):
        node = slot.node
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in known:
            yield from (slot.put(ast.Name(other, node.ctx)) for other in known if other != node.id)


def lose_update(root: ast.FunctionDef) -> Iterator[str]:
    """Set a running quantity in a loop instead of adding to it."""
    for slot in slots(root):
        if isinstance(slot.node, ast.AugAssign):
            yield from (slot.put(new) for new in edits.update_sign(slot))


def _last(root: ast.FunctionDef) -> Slot:
    return Slot(root, (root,), "body", len(root.body) - 1)


KINDS: dict[str, Rewriter] = {
    "edge of comparison": swap_in(edits.edge_of_comparison),
    "comparison turned round": swap_in(edits.opposite_comparison),
    "wrong sum operator": swap_in(edits.sum_operator),
    "wrong division": swap_in(edits.quotient_operator),
    "literal off by one": swap_in(edits.literal_number),
    "wrong start value": swap_in(edits.start_value),
    "wrong truth value": swap_in(edits.truth_literal),
    "and for or": swap_in(edits.connective),
    "range end": swap_in(edits.range_end),
    "operands exchanged": swap_in(edits.operand_order),
    "slice edge": swap_in(edits.slice_edge),
    "wrong place in list": swap_in(edits.place_in_list),
    "negation": swap_in(edits.negation),
    "sibling function": swap_in(edits.sibling_function),
    "update lost": lose_update,
    "guard missing": drop_guard,
    "step missing": drop_step,
    "return missing": drop_return,
    "return too early": hasten_return,
    "line slipped out of block": outdent_line,
    "lines out of order": swap_lines,
    "names confused": confuse_names,
}


def failing_mutants(subject: Subject, runner: Runner) -> list[Bug]:
    """Break a function in every way, run its tests, and keep what fails one."""
    made = [(kind, text) for kind in KINDS for text in mutants(kind, subject)]
    reports = runner.run_all(subject, [text for _, text in made])
    return [
        Bug(kind, subject, text, report)
        for (kind, text), report in zip(made, reports, strict=True)
        if not report.ok
    ]


def mutants(kind: str, subject: Subject) -> list[str]:
    """Break a function in one way, wherever it can be; of very many results, a seeded few."""
    texts = sorted(set(KINDS[kind](parse_function(subject.source))) - {subject.source})
    return random.Random(f"{kind}/{subject.name}").sample(texts, min(len(texts), MAX_MUTANTS))


def select_bugs(mutants: Sequence[Bug], seed: int, per_kind: int) -> list[Bug]:
    """Draw as many bugs of every kind, or all it has, spread over the functions as can be.

    The scarcest kind draws first. A text that two kinds share is drawn once.
    """
    generator = random.Random(seed)
    by_kind = {kind: [bug for bug in mutants if bug.kind == kind] for kind in KINDS}
    scarcest_first = sorted(KINDS, key=lambda kind: len(by_kind[kind]))
    per_function: Counter[str] = Counter()
    taken: dict[str, Bug] = {}
    for kind in scarcest_first:
        pool = generator.sample(by_kind[kind], len(by_kind[kind]))
        of_kind: Counter[str] = Counter()
        for _ in range(per_kind):
            free = [bug for bug in pool if bug.source not in taken]
            if not free:
                break
            bug = min(free, key=lambda b: (of_kind[b.name], per_function[b.name]))
            taken[bug.source] = bug
            per_function[bug.name] += 1
            of_kind[bug.name] += 1
    return list(taken.values())

"""The rules of the house, checked on syntax trees: nothing is imported or run.

`violations` answers with what breaks a rule; `tests/test_architecture.py` holds the table of
exceptions and shows on small bad sources that each rule bites.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

FILE_LINES, FUNCTION_LINES, PARAMETERS, PUBLIC_METHODS = 400, 40, 7, 15

# What each part of the package may import, beside itself.
_DATA = frozenset({"errors", "core"})
_MIDDLE = _DATA | {"ports", "codec", "lines", "schemas"}
ADAPTERS = frozenset(
    {"stores", "indexes", "embedders", "llms", "tokenizers", "importers", "exporters", "readers"}
)
_TOP = _MIDDLE | {"memories", "connect", "memory", "aio", "agents"}
MAY_IMPORT: Mapping[str, frozenset[str]] = {
    "errors": frozenset(),
    "core": frozenset({"errors"}),
    "ports": _DATA,
    "codec": _DATA,
    "lines": _DATA | {"codec"},
    "schemas": _DATA,
    **dict.fromkeys(ADAPTERS, _MIDDLE),
    "memories": _MIDDLE,
    "connect": _MIDDLE | ADAPTERS | {"memories"},
    "memory": _MIDDLE | {"memories", "connect"},
    "aio": _MIDDLE | {"memories", "connect", "memory"},
    "agents": _TOP - {"agents"},
    "integrations": _TOP,
    "surfaces": _TOP | {"importers"},
    "testing": _MIDDLE,
    "__main__": frozenset({"surfaces"}),
    "": _TOP,  # seasoned itself hands out names
}
# Libraries from outside. None: any, but one to a file, since a file serves one library.
_ONE = None
LIBRARIES: Mapping[str, frozenset[str] | None] = {
    **dict.fromkeys(ADAPTERS, _ONE),
    "integrations": _ONE,
    "ports": frozenset({"numpy"}),
    "codec": frozenset({"msgspec"}),
    "lines": frozenset({"msgspec"}),
    "schemas": frozenset({"fastjsonschema"}),
    "memories": frozenset({"numpy"}),
    "testing": frozenset({"numpy"}),
    "surfaces": frozenset({"click", "rich"}),
}
# `core` is standard library only, but for files that count with arrays.
NUMERIC = frozenset(
    {
        "arms",
        "changes",
        "curve",
        "history",
        "lexical",
        "lift",
        "numbering",
        "recall",
        "recounting",
        "resampling",
        "scoring",
        "sequential",
        "skills",
        "thompson",
        "trend",
        "vectors",
    }
)

# Calls that may happen while a module is imported: they make a value or mark a function.
_QUIET = frozenset(
    """
    ContextVar Final Lock MappingProxyType NewType ParamSpec Path TypeVar array bytes cache
    contextmanager dataclass datetime dict dict.fromkeys enumerate field frozenset
    functools.lru_cache functools.partial itertools.chain.from_iterable len list logging.getLogger
    lru_cache namedtuple np.arange np.array np.empty np.zeros property range re.compile set sorted
    str.maketrans str struct.Struct threading.Lock threading.local timedelta total_ordering tuple
    types.MappingProxyType zip
    """.split()  # noqa: SIM905 (as a list it would fill a page)
)
_QUIET_METHODS = frozenset(
    ("encode", "format", "get", "items", "join", "keys", "lower", "split", "splitlines", "values")
)
_BUSY = (ast.For, ast.While, ast.With, ast.Try, ast.TryStar, ast.Raise, ast.Assert)
_ENVIRONMENT = frozenset({"environ", "environb", "getenv", "getenvb", "putenv", "unsetenv"})
# A comment that is more than a marker for a tool.
_REASON = re.compile(r"#\s*(?!noqa|type:)\w+(\W+\w+){2}|#\s*(noqa|type:)[^#]*#\s*\w+(\W+\w+){2}")


class Violation(NamedTuple):
    """A broken rule, the place that breaks it, and what is wrong there."""

    rule: str
    place: str
    detail: str


@dataclass(frozen=True)
class Module:
    """A source file; `name` is dotted, as in ``seasoned.core.records``."""

    name: str
    source: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)

    @property
    def part(self) -> str:
        return [*self.name.split("."), ""][1]

    def imports(self, known: Iterable[str] = ()) -> Iterator[str]:
        """Dotted names of what is imported anywhere in the file; submodules as such."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                home = node.module or "."
                for alias in node.names:
                    yield f"{home}.{alias.name}" if f"{home}.{alias.name}" in known else home


def read(folder: Path, root: Path) -> list[Module]:
    """The modules under a folder, named from `root`."""
    return [
        Module(".".join(path.relative_to(root).with_suffix("").parts), path.read_text("utf-8"))
        for path in sorted(folder.rglob("*.py"))
    ]


def violations(modules: Iterable[Module]) -> list[Violation]:
    """What breaks the rules of the package."""
    package = {m.name.removesuffix(".__init__"): m for m in modules}
    found = list(_cycles(package))
    for name, module in package.items():
        module = Module(name, module.source)
        found += [*_arrows(module, package), *_libraries(module), *_import_work(module)]
        found += [*_environment(module), *sizes(module)]
        if module.part != "surfaces":
            found += broad_excepts(module)
    return found


def _arrows(module: Module, package: Mapping[str, Module]) -> Iterator[Violation]:
    allowed = MAY_IMPORT.get(module.part)
    if allowed is None:
        yield Violation("direction", module.name, f"no rule knows the part {module.part!r}")
        return
    roots = [one for one in package.values() if one.part == "connect"]
    named = {name for root in roots for name in root.imports(package)}
    adapters = {name for name in named if Module(name, "").part in ADAPTERS}
    for target in sorted(set(module.imports(package))):
        if not target.startswith("seasoned"):
            continue
        part = Module(target, "").part
        if part not in allowed | {module.part} and (part or module.part):
            yield Violation("direction", module.name, f"imports {target}")
        elif module.part in ADAPTERS and target in adapters:
            yield Violation("direction", module.name, f"imports the adapter {target}")
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("seasoned"):
            for alias in node.names:
                if alias.name.startswith("_") and not alias.name.startswith("__"):
                    yield Violation("private", module.name, f"imports {alias.name}")


def _libraries(module: Module) -> Iterator[Violation]:
    tops = {name.split(".")[0] for name in module.imports()}
    foreign = tops - sys.stdlib_module_names - {"seasoned", "__future__"}
    if module.part == "core" and module.name.split(".")[-1] in NUMERIC:
        foreign -= {"numpy"}
    allowed = LIBRARIES.get(module.part, frozenset())
    if allowed is _ONE and len(foreign - {"numpy"}) > 1:
        yield Violation("library", module.name, f"serves more than one library: {sorted(foreign)}")
    elif allowed is not _ONE and foreign - allowed:
        yield Violation("library", module.name, f"imports {sorted(foreign - allowed)}")


def _cycles(package: Mapping[str, Module]) -> Iterator[Violation]:
    graph = {
        n: set(m.imports(package)) & set(package) - {"seasoned", n} for n, m in package.items()
    }
    del graph["seasoned"]  # resolves its names lazily
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        yield Violation("cycle", error.args[1][0], " -> ".join(error.args[1]))


def _import_work(module: Module) -> Iterator[Violation]:
    ours = {n.name for n in ast.walk(module.tree) if isinstance(n, ast.ClassDef)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("seasoned"):
            ours |= {alias.asname or alias.name for alias in node.names}
    ours = {name for name in ours if name.lstrip("_")[:1].isupper()}  # their instances are values
    for node in _run_on_import(module.tree.body, decorators=module.part != "surfaces"):
        if isinstance(node, _BUSY):
            yield Violation("import work", module.name, f"{ast.unparse(node):.60}")
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            method = isinstance(node.func, ast.Attribute) and node.func.attr in _QUIET_METHODS
            if not (name in _QUIET or method or name.split(".")[0] in ours):
                yield Violation("import work", module.name, f"calls {name}")


def _run_on_import(body: Iterable[ast.AST], *, decorators: bool) -> Iterator[ast.AST]:
    """The nodes that are evaluated on import: no bodies of functions, no typing-only blocks."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            inner: list[ast.AST | None] = [*node.args.defaults, *node.args.kw_defaults]
            if decorators and not isinstance(node, ast.Lambda):
                inner += node.decorator_list
            yield from _run_on_import(filter(None, inner), decorators=decorators)
        elif isinstance(node, ast.If) and re.search(
            "TYPE_CHECKING|__name__", ast.unparse(node.test)
        ):
            yield from _run_on_import(node.orelse, decorators=decorators)
        elif not isinstance(node, ast.AnnAssign) or node.value:
            yield node
            parts = [node.value] if isinstance(node, ast.AnnAssign) else ast.iter_child_nodes(node)
            yield from _run_on_import(filter(None, parts), decorators=decorators)


def _environment(module: Module) -> Iterator[Violation]:
    if module.part == "surfaces":
        return
    for node in ast.walk(module.tree):
        read = {node.attr} if isinstance(node, ast.Attribute) else set()
        if isinstance(node, ast.ImportFrom) and node.module == "os":
            read = {alias.name for alias in node.names}
        if read & _ENVIRONMENT:
            yield Violation("environment", module.name, f"line {node.lineno}")  # type: ignore[attr-defined]


def broad_excepts(module: Module) -> Iterator[Violation]:
    """Handlers that swallow every exception, without a comment that gives the reason."""
    lines = ["", *module.source.splitlines(), ""]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ExceptHandler) and ast.unparse(node.body[-1]) != "raise":
            names = (
                {n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)}
                if node.type
                else {""}
            )
            nearby = [lines[node.lineno]]
            nearby += [
                near for near in lines[node.lineno - 1 : node.lineno + 2] if near.strip()[:1] == "#"
            ]
            if names & {"", "Exception", "BaseException"} and not any(map(_REASON.search, nearby)):
                yield Violation("broad except", module.name, f"line {node.lineno} gives no reason")


def sizes(module: Module) -> Iterator[Violation]:
    """Files, functions, parameter lists and classes beyond their budgets."""
    if (lines := len(module.source.splitlines())) > FILE_LINES:
        yield Violation("file size", module.name, f"{lines} lines")
    for node in ast.walk(module.tree):
        place = f"{module.name}.{getattr(node, 'name', '')}"
        if isinstance(node, ast.ClassDef):
            public = {
                n.name for n in node.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
            }
            public = {name for name in public if not name.startswith("_")}
            if len(public) > PUBLIC_METHODS:
                yield Violation("public methods", place, f"{len(public)} public methods")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if (lines := _length(node)) > FUNCTION_LINES:
                yield Violation("function size", place, f"{lines} lines")
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            given += filter(None, [node.args.vararg, node.args.kwarg])
            if (number := len([a for a in given if a.arg not in ("self", "cls")])) > PARAMETERS:
                yield Violation("parameters", place, f"{number} parameters")


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    if ast.get_docstring(node) is not None:
        first = node.body[0]
        lines -= (first.end_lineno or first.lineno) - first.lineno + 1
    return lines

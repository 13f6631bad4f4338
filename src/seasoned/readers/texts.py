"""Files that are text as they are: prose, Markdown, code, tables of values.

Knows endings and how a Markdown text names itself.
"""

from __future__ import annotations

import re
from typing import Final

from seasoned.core.markdown import blocks
from seasoned.core.readings import PageText, Reading
from seasoned.readers.decoding import decoded
from seasoned.readers.files import Raw

_MARKDOWN: Final = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"})
_CODE: Final = frozenset(
    """
    .ada .asm .awk .bas .bash .bat .bzl .c .cc .cfg .clj .cljs .cmake .cmd .coffee .conf .cpp .cr
    .cs .css .cu .cxx .d .dart .diff .dockerfile .el .elm .env .erl .ex .exs .f .f90 .fish .fs .fsx
    .gd .glsl .go .gradle .graphql .groovy .h .hcl .hh .hpp .hs .hxx .ini .ipynb .java .jl .js .json
    .json5 .jsonc .jsonl .jsx .kt .kts .less .lisp .lua .m .mjs .mk .ml .mli .mm .ndjson .nim .nix
    .pas .patch .php .pl .pm .proto .properties .ps1 .py .pyi .pyx .r .rb .rkt .rs .sass .scala .scm
    .scss .sh .sol .sql .svelte .svg .swift .tcl .tf .toml .ts .tsx .v .vb .vhd .vim .vue .wgsl .xml
    .xsl .yaml .yml .zig .zsh
    """.split()  # noqa: SIM905 (as a list it would fill a page)
)
_CODE_NAMES: Final = frozenset({"makefile", "dockerfile", "jenkinsfile", "rakefile", "gemfile"})
_VALUES: Final = frozenset({".csv", ".tsv", ".psv"})
_MATTER: Final = re.compile(r"---\n(.{0,4000}?)\n(?:---|\.\.\.)(?:\n|\Z)", re.DOTALL)
_TITLE: Final = re.compile(r"^title[ \t]*:[ \t]*(.+)$", re.MULTILINE | re.IGNORECASE)


def markup_of(found: Raw) -> str:
    """How a file of this name is cut: ``markdown``, ``code``, ``csv``, else ``plain``."""
    if found.ending in _MARKDOWN:
        return "markdown"
    if found.ending in _VALUES:
        return "csv"
    code = found.ending in _CODE or found.name.lower() in _CODE_NAMES
    return "code" if code else "plain"


def read_text(found: Raw) -> Reading:
    """A text as it is, as one page without a number.

    Raises:
        InvalidInput: it is no text, or nothing but blanks.
    """
    text, notes = decoded(found)
    markup = markup_of(found)
    title = (_own_title(text) if markup == "markdown" else "") or found.stem
    return Reading(title, (PageText(None, text, markup),), notes)


def _own_title(text: str) -> str:
    """From the front matter, else the first heading."""
    matter = _MATTER.match(text)
    if matter and (title := _TITLE.search(matter.group(1))):
        return title.group(1).strip().strip("\"'")
    return next((b.headings[-1] for b in blocks(text) if b.kind == "heading"), "")

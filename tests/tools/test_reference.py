"""The reference: up to date, whole, and the same on every Python."""

from __future__ import annotations

import inspect
import re

import pytest

import seasoned
import seasoned.core
from seasoned.aio.facets import AsyncAdmin, AsyncEpisodicMemory
from seasoned.memories.admin import Admin
from seasoned.memories.episodic import EpisodicMemory
from tools import reference
from tools import reference_sources as sources


def test_the_pages_are_those_of_the_docstrings() -> None:
    pages = reference.build()
    kept = {path.name: path.read_text("utf-8") for path in reference.TARGET.glob("*.md")}
    stale = [name for name in pages.keys() | kept.keys() if pages.get(name) != kept.get(name)]
    assert stale == [], "run `make docs`"


def test_a_type_is_linked_only_where_its_module_means_that_class() -> None:
    page = reference.build()["memory.md"]
    export = re.search(r"(?ms)^### Memory.export$.*?(?=^### )", page)
    assert export and "[`Exported`]" in export[0]
    assert "#place" not in export[0]  # a path or a stream, and no place in a proof
    assert "[`Place`](#place)" in page


@pytest.mark.parametrize("facade", [seasoned, seasoned.core], ids=["seasoned", "core"])
def test_every_public_name_appears_with_its_docstring(facade: object) -> None:
    pages = "\n".join(reference.build().values())
    for name in vars(facade)["__all__"]:
        if name.startswith("__") or name.isupper():
            continue
        head = rf"^## {name}\n\n`from \S+ import {name}`\n\n"
        found = re.search(rf"(?ms){head}(.+?)(?=^## |\Z)", pages)
        assert found, f"{name} is on no page"
        said = inspect.getdoc(getattr(facade, name))
        assert said
        words = re.sub(r"\W+", " ", said.partition("\n\n")[0])
        assert words in re.sub(r"\W+", " ", re.sub(r"\]\([^)]*\)", "", found[1])), name


def test_every_method_appears() -> None:
    pages = "\n".join(reference.build().values())
    verbs = (seasoned.Memory, seasoned.Attempt, seasoned.AsyncMemory, seasoned.AsyncAttempt)
    for owner in (*verbs, Admin, EpisodicMemory, AsyncAdmin, AsyncEpisodicMemory):
        for name, held in inspect.getmembers(owner, callable):
            if not name.startswith("_") and inspect.isfunction(inspect.unwrap(held)):
                assert f"\n### {owner.__name__}.{name}\n" in pages


def test_a_docstring_is_taken_apart() -> None:
    doc = sources.parse(
        """Do a thing.

        In more words.

        Args:
            a: One thing,
                and more of it.
            b: Another: with a colon.

        Returns:
            What came of it.

        Raises:
            InvalidInput, Conflict: it went wrong.
        """
    )
    assert doc.text == "Do a thing.\n\nIn more words."
    assert doc.items("Args") == {"a": "One thing, and more of it.", "b": "Another: with a colon."}
    assert doc.items("Raises") == {"InvalidInput, Conflict": "it went wrong."}
    assert doc.sections["Returns"] == "What came of it."


def test_a_name_without_a_docstring_is_refused() -> None:
    module = sources.Module("seasoned.x", "def f(): ...")
    with pytest.raises(sources.Undocumented, match=r"seasoned\.x\.f has no docstring"):
        _ = sources.Member(module, module.tree.body[0]).doc

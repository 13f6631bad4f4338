"""The build tool, and the tokenizer against the reference library that only the tool uses."""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from seasoned.core.wordpiece import WordPiece, read_vocabulary
from seasoned.embedders.minilm import GRAPH, LIMIT, SUMS, VOCABULARY

ROOT = Path(__file__).parents[2]
DATA = ROOT / "src/seasoned/data"
TEXTS = 6_000
BLOCKS = [
    *(range(start, start + 0x100) for start in range(0, 0x3100, 0x100)),
    range(0x4E00, 0x9FFF),
    range(0xAC00, 0xD7A4),
    range(0xF900, 0xFB50),
    range(0xFE00, 0x10000),
    range(0x1D400, 0x1D800),
    range(0x1F300, 0x1FB00),
    range(0x20000, 0x20400),
]
SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
BLANKS = " \t\n\r\x0b\x0c\u00a0\u2003\u2028\u3000"
SILENT = "\x00\x01\x1f\x7f\x85\u00ad\u200b\u200d\u202e\ufeff\ufffd\ue000\U000e0001\u0301\u0338"
ACCENTS = "áàâäãåæçéèêëíìîïñóòôöõøšßúùûüýÿžğışłđþÁÉÎÕÜÇÑŠŽİŁΣσςΆώЙйЁёґїאָבּ"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("export_model", ROOT / "tools/export_model.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def reference(tool: ModuleType) -> Any:
    pytest.importorskip("tokenizers", reason="the reference tokenizer is a development tool")
    return tool.reference_tokenizer(DATA / VOCABULARY)


@pytest.fixture(scope="module")
def tokenizer() -> WordPiece:
    return WordPiece(read_vocabulary((DATA / VOCABULARY).read_text(encoding="utf-8")))


def differing(reference: Any, tokenizer: WordPiece, texts: Iterable[str]) -> list[str]:
    texts = list(texts)
    encodings = reference.encode_batch(texts)
    return [
        text
        for text, encoding in zip(texts, encodings, strict=True)
        if encoding.ids != tokenizer.ids(text, LIMIT)
    ]


def test_ids_equal_the_references_on_many_texts(reference: Any, tokenizer: WordPiece) -> None:
    texts = list(generated(random.Random(20), TEXTS))
    assert len(set(texts)) > 5_000
    assert differing(reference, tokenizer, texts) == []


def test_ids_equal_the_references_on_every_character(reference: Any, tokenizer: WordPiece) -> None:
    # The planes beyond hold ideographs, of which the last ranges begin and end here, and nothing.
    planes = [*range(0x20000), *range(0x2A600, 0x2EC00), *range(0x2F7F0, 0x2FA30), 0xE0001, 0xE0100]
    characters = [chr(code) for code in planes if not 0xD800 <= code < 0xE000]
    texts = [
        " ".join(f"a{character}b" for character in characters[start : start + 40])
        for start in range(0, len(characters), 40)
    ]
    assert differing(reference, tokenizer, texts) == []


def test_ids_equal_the_references_on_conversations(reference: Any, tokenizer: WordPiece) -> None:
    folder = os.environ.get("SEASONED_DATA")
    if not folder:
        pytest.skip("SEASONED_DATA names no folder with locomo10.json.gz")
    with gzip.open(Path(folder) / "locomo10.json.gz", "rt", encoding="utf-8") as file:
        conversations = json.load(file)
    texts = [text for text in strings(conversations) if text]
    assert len(texts) > 5_000
    assert differing(reference, tokenizer, texts) == []


def test_the_shipped_files_are_what_the_tool_makes(tool: ModuleType) -> None:
    assert tool.OUTPUTS == SUMS
    assert tool.check(DATA, tool.OUTPUTS) == []
    assert (tool.MODEL, tool.VOCABULARY, tool.LIMIT) == (GRAPH, VOCABULARY, LIMIT)


def test_the_notice_names_inputs_and_outputs(tool: ModuleType) -> None:
    notice = (DATA / "NOTICE").read_text(encoding="utf-8")
    assert tool.INPUTS["model.safetensors"] in notice
    assert all(sum in notice for sum in SUMS.values())


def test_other_inputs_are_refused_before_anything_is_written(
    tool: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "vocab.txt").write_text("another vocabulary")
    assert tool.main([str(tmp_path), str(tmp_path / "out")]) == 1
    complaints = capsys.readouterr().err.splitlines()
    assert [complaint.rsplit(" ", 1)[-1] for complaint in complaints] == [
        "missing",
        "missing",
        SUMS[VOCABULARY],
    ]
    assert not (tmp_path / "out").exists()
    assert "torch" not in sys.modules


def strings(value: Any) -> Iterator[str]:
    """Every string inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)


def generated(chance: random.Random, number: int) -> Iterator[str]:
    """Texts of every sort: prose, code, logs, accents, scripts, emoji, control characters."""
    pieces = (DATA / VOCABULARY).read_text(encoding="utf-8").split("\n")
    words = [piece for piece in pieces if piece.isalpha()]

    def word() -> str:
        chosen = chance.choice(words)
        style = chance.random()
        return chosen.upper() if style < 0.1 else chosen.title() if style < 0.3 else chosen

    def run(alphabet: str, most: int) -> str:
        return "".join(chance.choices(alphabet, k=chance.randint(1, most)))

    def foreign() -> str:
        block = chance.choice(BLOCKS)
        codes = chance.choices(block, k=chance.randint(1, 8))
        return "".join(chr(code) for code in codes if not 0xD800 <= code < 0xE000)

    makers: list[Callable[[], str]] = [
        word,
        word,
        word,
        lambda: word() + "".join(chance.choices(words, k=chance.randint(1, 3))),
        lambda: f"{word()}_{word()}({word()}={chance.randint(-99, 10**6)})",
        lambda: f"{chance.uniform(0, 1e4):.{chance.randint(0, 6)}f}",
        lambda: run(SIGNS, 4),
        lambda: word() + chance.choice(SILENT) + word(),
        lambda: run(ACCENTS, 9),
        lambda: word() + run(ACCENTS, 2),
        foreign,
        foreign,
        lambda: "[" + chance.choice(["CLS", "SEP", "PAD", "UNK", "MASK"]) + "]",
        lambda: chance.choice("abz") * chance.choice([99, 100, 101, 150]),
    ]
    for _ in range(number):
        parts = (chance.choice(makers)() for _ in range(chance.randint(0, 60)))
        yield "".join(
            part + (chance.choice(BLANKS) if chance.random() < 0.9 else "") for part in parts
        )

"""Tiny ONNX graphs and model folders, written byte by byte, so that no exporter is needed.

A graph looks token ids up in a table; the states are its answer, or their mean. The numbers of
the fields are those of the published `onnx.proto`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

WORDS = ["fix", "the", "login", "test", "book", "a", "flight", "query", ":", "passage", "##s"]
PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS]
TABLE = np.random.default_rng(7).normal(size=(len(PIECES), 8)).astype(np.float32)
_FLOAT, _INT64 = 1, 7


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def _field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    raw = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(raw)) + raw


def _tensor(name: str, array: NDArray[Any]) -> bytes:
    kind = _FLOAT if array.dtype == np.float32 else _INT64
    dims = b"".join(_field(1, size) for size in array.shape)
    return dims + _field(2, kind) + _field(8, name) + _field(9, array.tobytes())


def _value(name: str, kind: int, shape: Sequence[int | str]) -> bytes:
    dims = b"".join(
        _field(1, _field(1, size) if isinstance(size, int) else _field(2, size)) for size in shape
    )
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, dims)))


def _node(kind: str, inputs: Sequence[str], output: str, attributes: bytes = b"") -> bytes:
    return (
        b"".join(_field(1, name) for name in inputs)
        + _field(2, output)
        + _field(4, kind)
        + attributes
    )


def graph(
    *,
    inputs: Sequence[str] = ("input_ids", "attention_mask", "token_type_ids"),
    output: str = "last_hidden_state",
    pooled: bool = False,
    kind: int = _INT64,
    table: NDArray[np.float32] = TABLE,
) -> bytes:
    """A model file.

    Args:
        inputs: Names; the first is looked up, the others are asked for and not used.
        output: Name of the answer.
        pooled: Whether the answer is the mean of the states.
        kind: Type of the inputs.
        table: A row for each id.
    """
    mean = _field(5, _field(1, "axes") + _field(8, 1) + _field(20, 7))  # over the tokens
    mean += _field(5, _field(1, "keepdims") + _field(3, 0) + _field(20, 2))
    nodes = [_node("Gather", ["table", inputs[0]], "states" if pooled else output)]
    nodes += [_node("ReduceMean", ["states"], output, mean)] if pooled else []
    shape: list[int | str] = ["batch", 8] if pooled else ["batch", "sequence", 8]
    whole = (
        b"".join(_field(1, node) for node in nodes)
        + _field(2, "tiny")
        + _field(5, _tensor("table", table))
        + b"".join(_field(11, _value(name, kind, ["batch", "sequence"])) for name in inputs)
        + _field(12, _value(output, _FLOAT, shape))
    )
    return _field(1, 8) + _field(7, whole) + _field(8, _field(1, "") + _field(2, 13))


def folder(path: Path, model: bytes | None = None, /, **files: Any) -> Path:
    """A model folder; further files are JSON, `__` standing for `/` and `.json` left out."""
    path.mkdir(parents=True, exist_ok=True)
    (path / "model.onnx").write_bytes(model or graph())
    (path / "vocab.txt").write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    for name, content in files.items():
        target = path / (name.replace("__", "/") + ".json")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(content), encoding="utf-8")
    return path


def tokenizer_json(**model: Any) -> dict[str, Any]:
    """What `tokenizer.json` of an uncased BERT model holds, as far as anybody here reads it."""
    vocabulary = {piece: id for id, piece in enumerate(PIECES)}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {
                "id": id,
                "content": piece,
                "special": True,
                "single_word": False,
                "lstrip": False,
                "rstrip": False,
                "normalized": False,
            }
            for id, piece in enumerate(PIECES[:4])
        ],
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "BertProcessing",
            "sep": ["[SEP]", 3],
            "cls": ["[CLS]", 2],
        },
        "decoder": None,
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": vocabulary,
            **model,
        },
    }


def mean(*pieces: str) -> NDArray[np.float32]:
    """The unit vector that a text of these pieces has by the mean of its states."""
    rows = TABLE[[PIECES.index(piece) for piece in ("[CLS]", *pieces, "[SEP]")]]
    vector: NDArray[np.float32] = rows.mean(axis=0)
    return vector / np.linalg.norm(vector)

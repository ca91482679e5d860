"""A model folder of another make: word pieces, a graph of one table, `cls` pooling, no prefixes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import yaml

VOCABULARY = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "我",
    "你",
    "住",
    "在",
    "哪",
    "北",
    "京",
    "hello",
    "world",
    "##s",
]


def write_graph(path: Path, dimension: int) -> None:
    """State of a token = its row in a table + the mean of all rows of the text (so that cls says something)."""
    from onnx import TensorProto, helper, numpy_helper, save

    table = np.random.default_rng(3).normal(size=(len(VOCABULARY), dimension)).astype(np.float32)
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["rows"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last"], ["wide"]),
        helper.make_node("Mul", ["rows", "wide"], ["kept"]),
        helper.make_node("ReduceSum", ["kept", "middle"], ["sum"]),
        helper.make_node("ReduceSum", ["wide", "middle"], ["count"]),
        helper.make_node("Div", ["sum", "count"], ["mean"]),
        helper.make_node("Add", ["rows", "mean"], ["last_hidden_state"]),
    ]
    axes = ["batch", "sequence"]
    graph = helper.make_graph(
        nodes,
        "plain",
        [
            helper.make_tensor_value_info(name, TensorProto.INT64, axes)
            for name in ("input_ids", "attention_mask")
        ],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*axes, dimension])],
        [
            numpy_helper.from_array(table, "table"),
            numpy_helper.from_array(np.array([-1]), "last"),
            numpy_helper.from_array(np.array([1]), "middle"),
        ],
    )
    save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)


def write_tokenizer(path: Path) -> None:
    """BERT-like word pieces."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    pieces = {piece: number for number, piece in enumerate(VOCABULARY)}
    tokenizer = Tokenizer(models.WordPiece(pieces, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(path))


def write_plain_model(folder: Path, **changes: object) -> Path:
    """The folder, made; `changes` replace keys of its `model.yaml` (None: leave out)."""
    card: dict[str, object] = {"dimension": 8, "max_tokens": 16, "pooling": "cls", **changes}
    folder.mkdir(parents=True)
    write_graph(folder / "model.onnx", dimension=8)
    write_tokenizer(folder / "tokenizer.json")
    content = yaml.safe_dump({key: value for key, value in card.items() if value is not None})
    (folder / "model.yaml").write_text(content, "utf-8")
    return folder

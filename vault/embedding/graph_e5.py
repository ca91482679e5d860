"""multilingual-e5-small as an ONNX graph over 4-bit weights.

A BERT encoder: input ids and attention mask in, last hidden state out. Linear layers are ONNX Runtime's
`MatMulNBits` (weights stay 4-bit, activations become int8 inside), the word table `GatherBlockQuantized`,
attention `MultiHeadAttention`; all are there since ONNX Runtime 1.20. Pooling is done outside (`onnx_model`),
as for any other model.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vault.embedding.weights_e5s1 import BLOCK, E5Weights, Quantised

if TYPE_CHECKING:
    from onnx import ModelProto, NodeProto, TensorProto

OPSET = 21
IR_VERSION = 10
"""The first with 4-bit types."""
CONTRIB = "com.microsoft"
INT8_ACTIVATIONS = 4
"""`accuracy_level` of MatMulNBits: the product is computed in int8, several times faster than in float32."""


def build_graph(weights: E5Weights) -> ModelProto:
    """The encoder as an ONNX model.

    Inputs `input_ids`, `attention_mask`: `(batch, sequence)` int64; output `last_hidden_state`:
    `(batch, sequence, hidden)` float32.
    """
    from onnx import TensorProto, helper

    shape = weights.shape
    graph = _Graph(weights)
    state = graph.embeddings()
    for layer in range(shape.layers):
        last = layer == shape.layers - 1
        state = graph.layer(layer, state, "last_hidden_state" if last else f"l{layer}")
    axes = ["batch", "sequence"]
    return helper.make_model(
        helper.make_graph(
            graph.nodes,
            "multilingual-e5-small",
            [
                helper.make_tensor_value_info("input_ids", TensorProto.INT64, axes),
                helper.make_tensor_value_info("attention_mask", TensorProto.INT64, axes),
            ],
            [helper.make_tensor_value_info(state, TensorProto.FLOAT, [*axes, shape.hidden])],
            graph.initializers,
        ),
        opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid(CONTRIB, 1)],
        ir_version=IR_VERSION,
        producer_name="memvault",
    )


class _Graph:
    """Nodes and initializers in the making; methods return the name of the value they add."""

    def __init__(self, weights: E5Weights) -> None:
        self.weights = weights
        self.nodes: list[NodeProto] = []
        self.initializers: list[TensorProto] = []

    def embeddings(self) -> str:
        """Word + position + type, normalised; also the int32 mask that attention wants."""
        from onnx import TensorProto

        hidden = self.weights.shape.hidden
        words = self._word_table()
        self._node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
        # Position and the one token type in use are both additive constants of a place: one table.
        places = self.weights.floats("emb.pos").reshape(-1, hidden) + self.weights.floats("emb.type")[:hidden]
        self._constant("places", places)
        self._constant("zero", np.array([0], np.int64))
        self._constant("one", np.array([1], np.int64))
        self._node("Shape", ["input_ids"], "length", start=1, end=2)
        self._node("Slice", ["places", "zero", "length", "zero", "one"], "placed")
        self._node("Add", [words, "placed"], "emb")
        self._floats("emb.ln.w", "emb.ln.b")
        return self._node(
            "LayerNormalization",
            ["emb", "emb.ln.w", "emb.ln.b"],
            "emb.ln",
            axis=-1,
            epsilon=self.weights.shape.layer_norm_epsilon,
        )

    def layer(self, number: int, state: str, output: str) -> str:
        """One encoder layer, post-norm: attention, then the feed-forward pair."""
        at, shape = f"l{number}.", self.weights.shape
        projected = [self._linear(at + part, state, shape.hidden, bias=False) for part in "qkv"]
        self._constant(at + "qkv.b", np.concatenate([self.weights.floats(f"{at}{part}.b") for part in "qkv"]))
        self._node(
            "MultiHeadAttention",
            [*projected, at + "qkv.b", "mask"],
            at + "attended",
            domain=CONTRIB,
            num_heads=shape.heads,
        )
        attended = self._linear(at + "ao", at + "attended", shape.hidden)
        state = self._add_and_norm(at + "aln", attended, state, at + "attention")
        widened = self._linear(at + "fi", state, shape.hidden)
        self._node("Gelu", [widened], at + "gelu")
        narrowed = self._linear(at + "fo", at + "gelu", shape.feed_forward)
        return self._add_and_norm(at + "oln", narrowed, state, output)

    def _word_table(self) -> str:
        from onnx import TensorProto, helper

        table = self.weights.quantised("emb.word", self.weights.shape.hidden)
        rows, columns = self.weights.shape.vocabulary, self.weights.shape.hidden
        self.initializers.append(
            helper.make_tensor(
                "emb.word", TensorProto.UINT4, [rows, columns], table.nibbles.tobytes(), raw=True
            )
        )
        self._constant("emb.word.scales", table.scales)
        # Absent zero points mean 0 here (not 8 as for MatMulNBits): give them, two to a byte.
        eights = np.full(table.scales.size // 2, 0x88, np.uint8)
        self.initializers.append(
            helper.make_tensor(
                "emb.word.zeros", TensorProto.UINT4, list(table.scales.shape), eights.tobytes(), raw=True
            )
        )
        self._node(
            "GatherBlockQuantized",
            ["emb.word", "input_ids", "emb.word.scales", "emb.word.zeros"],
            "words.half",
            domain=CONTRIB,
            gather_axis=0,
            quantize_axis=1,
            block_size=BLOCK,
        )
        return self._node("Cast", ["words.half"], "words", to=TensorProto.FLOAT)

    def _linear(self, name: str, value: str, columns: int, *, bias: bool = True) -> str:
        matrix: Quantised = self.weights.quantised(name + ".w", columns)
        self._constant(name + ".w", matrix.nibbles)
        self._constant(name + ".scales", matrix.scales.astype(np.float32).ravel())
        inputs = [value, name + ".w", name + ".scales"]
        if bias:
            self._floats(name + ".b")
            inputs += ["", "", name + ".b"]  # no zero points (8 is meant), no group index
        return self._node(
            "MatMulNBits",
            inputs,
            name + ".out",
            domain=CONTRIB,
            K=columns,
            N=matrix.scales.shape[0],
            bits=4,
            block_size=BLOCK,
            accuracy_level=INT8_ACTIVATIONS,
        )

    def _add_and_norm(self, name: str, value: str, skip: str, output: str) -> str:
        self._floats(name + ".w", name + ".b")
        return self._node(
            "SkipLayerNormalization",
            [value, skip, name + ".w", name + ".b"],
            output,
            domain=CONTRIB,
            epsilon=self.weights.shape.layer_norm_epsilon,
        )

    def _node(
        self, kind: str, inputs: Iterable[str], output: str, domain: str = "", **attributes: float
    ) -> str:
        from onnx import helper

        node = helper.make_node(kind, list(inputs), [output], output, domain=domain)
        node.attribute.extend(helper.make_attribute(key, value) for key, value in attributes.items())
        self.nodes.append(node)
        return output

    def _floats(self, *names: str) -> None:
        for name in names:
            self._constant(name, self.weights.floats(name))

    def _constant(self, name: str, values: npt.NDArray[np.generic]) -> None:
        from onnx import numpy_helper

        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(values), name))

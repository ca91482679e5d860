from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.api.conftest import Place
from tests.api.plugged import plug
from tests.conftest import Isolated
from tests.plugin_modules import WritePlugin
from tests.stand_in_model import StandInModel
from vault.api.models import use_model
from vault.api.open import open_vault
from vault.api.plugged_model import PluggedModel
from vault.errors import ModelBroken, UnknownModel

OFFERS = """
    from tests.stand_in_model import StandInModel
    @hookimpl
    def provide_models():
        return [OfferedModel("theirs", lambda: StandInModel("theirs")), OfferedModel("bad", lambda: 1 // 0)]
"""


def test_a_model_of_a_plugin_serves(place: Place, isolated: Isolated, write_plugin: WritePlugin) -> None:
    plug(write_plugin, isolated, OFFERS, model="theirs")
    with open_vault(place.root) as vault:
        answer = vault.recall("爱喝什么茶", gate=False)
        assert vault.status().model.name == "theirs"
    assert answer.hits[0].why.vector_score is not None
    assert answer.notices == ()


def test_one_that_does_not_open_is_done_without(
    place: Place, isolated: Isolated, write_plugin: WritePlugin
) -> None:
    plug(write_plugin, isolated, OFFERS, model="bad")
    with open_vault(place.root) as vault:
        answer = vault.recall("龙井", gate=False)
    assert answer.hits[0].why.vector_score is None
    assert "own_plugin" in answer.notices[0]


def test_using_one(isolated: Isolated, write_plugin: WritePlugin) -> None:
    plug(write_plugin, isolated, OFFERS)
    assert "model: theirs" in use_model("theirs").read_text()
    with pytest.raises(UnknownModel):
        use_model("nobody's")


class Odd(StandInModel):
    """Answers as it is told."""

    answer: Any = None

    def embed_query(self, text: str) -> Any:
        return self.answer() if callable(self.answer) else self.answer


@pytest.mark.parametrize(
    "answer", [None, [1.0] * 3, [float("nan")] * 64, "text", np.zeros((1, 64)), lambda: 1 // 0]
)
def test_odd_vectors_are_a_broken_model(answer: Any) -> None:
    odd = Odd()
    odd.answer = answer
    with pytest.raises(ModelBroken):
        PluggedModel("odd", odd).embed_query("x")


def test_vectors_are_normalised() -> None:
    odd = Odd()
    odd.answer = [3.0] + [0.0] * 63
    model = PluggedModel("odd", odd)
    assert model.embed_query("x").tolist() == [1.0] + [0.0] * 63
    assert np.allclose(np.linalg.norm(model.embed_passages(["a", "b"]), axis=1), 1)
    assert model.ready


def test_what_is_no_model_is_not_taken() -> None:
    for nothing in (object(), None, "model"):
        with pytest.raises(ModelBroken):
            PluggedModel("odd", nothing)  # type: ignore[arg-type]
    nameless = StandInModel()
    nameless.facts = "facts"  # type: ignore[assignment]
    with pytest.raises(ModelBroken, match="ModelFacts"):
        PluggedModel("odd", nameless)

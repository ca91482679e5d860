from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from vault.embedding.model_card import ModelCard, read_card, write_card
from vault.errors import ModelBroken

CARD = ModelCard(
    name="mine", dimension=8, max_tokens=16, pooling="cls", query_prefix="为这个句子：", relevance=(1.5, -2.0)
)


def folder_with(tmp_path: Path, text: str) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "model.yaml").write_text(text, "utf-8")
    return folder


def test_a_card_survives_its_file(tmp_path: Path) -> None:
    write_card(tmp_path, CARD)
    assert read_card(tmp_path) == CARD
    assert "为这个句子" in (tmp_path / "model.yaml").read_text("utf-8")


def test_three_keys_are_enough_and_the_folder_names_the_model(tmp_path: Path) -> None:
    card = read_card(folder_with(tmp_path, "dimension: 8\nmax_tokens: 16\npooling: mean\n"))
    assert card == ModelCard(name="mine", dimension=8, max_tokens=16, pooling="mean")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "must be a mapping"),
        ("- a\n- b\n", "must be a mapping"),
        ("dimension: [1\n", "is not YAML"),
        ("max_tokens: 16\npooling: mean\n", "`dimension` is missing"),
        ("dimension: 8\nmax_tokens: 16\npooling: max\n", "`pooling` must be mean or cls, not 'max'"),
        ("dimension: 8.5\nmax_tokens: 16\npooling: cls\n", "`dimension` must be a positive whole number"),
        ("dimension: 8\nmax_tokens: true\npooling: cls\n", "`max_tokens` must be a positive whole number"),
        ("dimension: 8\nmax_tokens: 0\npooling: cls\n", "`max_tokens` must be a positive whole number"),
        ("dimension: 8\nmax_tokens: 9\npooling: cls\npoling: cls\n", "`poling` is not a key of it"),
        ("dimension: 8\nmax_tokens: 9\npooling: cls\nquery_prefix: no\n", "`query_prefix` must be text"),
        (
            "dimension: 8\nmax_tokens: 9\npooling: cls\nrelevance: [a]\n",
            "`relevance` must be a list of numbers",
        ),
        ("dimension: 8\nmax_tokens: 9\npooling: cls\nduplicate_level: 2\n", "between 0 and 1"),
        ("dimension: 8\nmax_tokens: 9\npooling: cls\nduplicate_level: x\n", "between 0 and 1"),
    ],
)
def test_a_wrong_card_says_what_is_wrong(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ModelBroken) as caught:
        read_card(folder_with(tmp_path, text))
    assert says in str(caught.value)
    assert "model.yaml" in str(caught.value)


def test_a_missing_card_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match=r"model\.yaml"):
        read_card(tmp_path)


def test_a_tag_in_a_card_runs_nothing(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match="is not YAML"):
        read_card(folder_with(tmp_path, "name: !!python/object/apply:os.getcwd []\n"))


@pytest.mark.parametrize(
    "change",
    [
        {"weights": "ab"},
        {"converter": 1},
        {"pooling": "mean"},
        {"passage_prefix": "p: "},
        {"query_prefix": ""},
        {"max_tokens": 17},
        {"dimension": 9},
    ],
    ids=str,
)
def test_whatever_can_change_a_vector_changes_the_fingerprint(change: dict[str, object]) -> None:
    assert replace(CARD, **change).fingerprint != CARD.fingerprint  # type: ignore[arg-type]


def test_neighbouring_fields_do_not_run_into_each_other() -> None:
    one = replace(CARD, passage_prefix="a", query_prefix="bc")
    other = replace(CARD, passage_prefix="ab", query_prefix="c")
    assert one.fingerprint != other.fingerprint


@pytest.mark.parametrize(
    "change", [{"name": "x"}, {"relevance": ()}, {"duplicate_level": 0.5}, {"licence": "MIT"}], ids=str
)
def test_what_cannot_leaves_it(change: dict[str, object]) -> None:
    assert replace(CARD, **change).fingerprint == CARD.fingerprint  # type: ignore[arg-type]


def test_facts_say_what_the_card_says() -> None:
    facts = CARD.facts
    assert (facts.name, facts.dimension, facts.max_tokens) == ("mine", 8, 16)
    assert facts.fingerprint == CARD.fingerprint
    assert facts.relevance == (1.5, -2.0)

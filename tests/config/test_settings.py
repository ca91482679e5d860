from __future__ import annotations

import dataclasses
import re

import pytest

from vault.config.settings import SETTINGS, Settings
from vault.recall.life_cycle import HALF_LIFE_DAYS


def test_every_default_is_a_value_that_may_be_set() -> None:
    defaults = Settings()
    for each in SETTINGS:
        value: object = defaults
        for part in each.name.split("."):
            value = getattr(value, part)
        if value is not None:
            assert each.parse(value) == value


def test_half_lives_are_those_that_recall_goes_by() -> None:
    assert dataclasses.asdict(Settings().recall.half_life_days) == HALF_LIFE_DAYS


@pytest.mark.parametrize("name", ["model", "hub", "threads", "watch.polling"])
def test_a_vault_cannot_name_models_or_addresses(name: str) -> None:
    (found,) = (each for each in SETTINGS if each.name == name)
    assert not found.in_vault


def test_names_and_variables_are_unique_and_well_formed() -> None:
    variables = [each.variable for each in SETTINGS if each.variable]
    assert len(variables) == len(set(variables))
    assert all(re.fullmatch(r"MEMVAULT_[A-Z_]+", variable) for variable in variables)
    assert all(each.explanation for each in SETTINGS)

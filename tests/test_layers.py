"""Imports go one way: each package may import only the packages listed for it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "vault"

ALLOWED = {
    "errors": set(),
    "problem": set(),
    "model": set(),
    "lifecycle": {"model"},
    "format": {"errors", "problem", "model"},
    "files": {"errors", "problem", "model", "format"},
    "embedding": {"errors"},
    "history": {"errors", "problem", "model", "format", "files"},
    "index": {"errors", "problem", "model", "format", "files", "embedding"},
    "recall": {"errors", "problem", "model", "embedding", "index"},
    "plugin_api": {"errors", "problem", "model"},
    "watch": {"errors", "problem", "model", "files", "index"},
    "config": {"errors", "problem", "model", "format"},
    "api": {
        "errors", "problem", "model", "format", "files", "embedding", "index", "recall", "watch",
        "config", "lifecycle", "plugin_api", "history",
    },
    "evaluation": {"errors", "problem", "model", "format", "embedding", "index", "recall", "config", "api"},
    "service": {"errors", "problem", "model", "config", "api"},
    "openclaw": {"errors", "problem", "model", "config", "api"},
    "cli": {"errors", "problem", "model", "config", "api", "evaluation", "service", "openclaw"},
}  # fmt: skip


def imported_packages(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "write imports in full"
            if node.module == "vault":
                names.update(f"vault.{alias.name}" for alias in node.names)
            elif node.module:
                names.add(node.module)
    return {name.split(".")[1] for name in names if name.startswith("vault.")}


MODULES = sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT or path.stem != "__init__")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_go_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0].removesuffix(".py")
    if package == "__main__":
        return
    used = imported_packages(ast.parse(path.read_text(encoding="utf-8")))
    assert used <= ALLOWED[package] | {package}

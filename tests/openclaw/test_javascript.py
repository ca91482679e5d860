"""The plugin's own tests, written for `node --test`; and what its manifest and documents promise."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.openclaw.conftest import REQUIRED
from tests.openclaw.gateway import PLUGIN
from tests.openclaw.installation import folder

UNIT = Path(__file__).parent / "unit"
NEEDED = 20
"""Major version of Node from which on the tests run; OpenClaw itself wants 24."""


def node() -> str:
    ours = folder() / "node_modules" / "node" / "bin" / "node"
    found = str(ours) if ours.exists() else shutil.which("node")
    if found is not None:
        version = subprocess.run([found, "--version"], capture_output=True, encoding="utf-8", check=True)
        if int(version.stdout.strip().lstrip("v").split(".")[0]) >= NEEDED:
            return found
    if REQUIRED:
        pytest.fail(f"Node {NEEDED} or newer is required and was not found")
    pytest.skip(f"there is no Node {NEEDED} or newer")


@pytest.mark.timeout(240)
def test_the_plugins_own_tests_pass() -> None:
    files = sorted(str(path) for path in UNIT.glob("*.test.mjs"))
    assert files
    done = subprocess.run(
        [node(), "--test", "--test-reporter=tap", *files],
        capture_output=True, encoding="utf-8", timeout=200, check=False, env={**os.environ, "NODE_OPTIONS": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    passed = re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed is not None
    assert int(passed[1]) > 50


def test_the_plugin_needs_nothing_but_node() -> None:
    package = json.loads((PLUGIN / "package.json").read_text(encoding="utf-8"))
    assert not {"dependencies", "devDependencies", "scripts"} & set(package)
    for path in [PLUGIN / "index.js", *PLUGIN.glob("lib/*.js")]:
        for module in re.findall(r'\bfrom "([^"]+)"', path.read_text(encoding="utf-8")):
            assert module.startswith(("node:", "./")), f"{path.name} imports {module}"


def test_index_only_registers() -> None:
    assert len((PLUGIN / "index.js").read_text(encoding="utf-8").splitlines()) < 80


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_the_documents_name_every_setting_tool_and_finding(name: str) -> None:
    text = (PLUGIN / name).read_text(encoding="utf-8")
    manifest = json.loads((PLUGIN / "openclaw.plugin.json").read_text(encoding="utf-8"))
    for word in (*manifest["configSchema"]["properties"], *manifest["contracts"]["tools"]):
        assert f"`{word}`" in text, word


def test_versions_agree() -> None:
    package = json.loads((PLUGIN / "package.json").read_text(encoding="utf-8"))
    manifest = json.loads((PLUGIN / "openclaw.plugin.json").read_text(encoding="utf-8"))
    assert package["version"] == manifest["version"]

"""Whatever is written, and whatever goes wrong meanwhile: no personal data is left anywhere, in files or in words."""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.api.plugged import plug
from tests.conftest import Isolated
from tests.plugin_modules import plugin_modules
from vault.api.model_slot import ModelSlot
from vault.api.open import open_vault
from vault.api.telling import TellingFormatter, telling, told_problem
from vault.cli.main import run
from vault.errors import MemvaultError
from vault.model.memory import Memory, Relation, Source
from vault.problem import Problem
from vault.service.problem_json import refusal_of

PHONE, CARD, IDENTITY = "13812345678", "4111111111111111", "11010519491231002X"
MAIL, KEY = "weichen@example.com", "ghp_aZ3kQ9mB7xW2pL5vN8cR1tY6uJ4hG0fDsE2q"
SECRETS = (PHONE, CARD, IDENTITY, MAIL, KEY)
ALL = " / ".join(SECRETS)

Run = Callable[..., str]


@pytest.fixture
def vault_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A new vault with history; the working folder."""
    monkeypatch.setenv("MEMVAULT_NOW", "2026-11-30T12:00:00+08:00")
    monkeypatch.setenv("MEMVAULT_DEBUG", "1")
    monkeypatch.setattr(ModelSlot, "prepare", lambda *_: None)
    root = tmp_path / "vault"
    run(("init", str(root), "--user", "lin", "--git"))
    assert root.is_dir(), capsys.readouterr()
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def said(
    vault_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """Runs a command and gives everything that it said, on both streams."""

    def invoke(*arguments: str, stdin: str = "") -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        run(arguments)
        captured = capsys.readouterr()
        return captured.out + captured.err

    return invoke


def found_in(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text]


def everything(*roots: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for root in roots
        for path in root.rglob("*")
        if path.is_file() and not path.is_symlink()
    }


def history(root: Path) -> str:
    command = ["git", "-C", str(root), "log", "--all", "-p", "--format=full"]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout


def turn(number: int, content: str, **fields: object) -> str:
    line = {"session_id": f"wx:{PHONE}", "turn": number, "role": "user", "content": content, **fields}
    return json.dumps(line, ensure_ascii=False) + "\n"


def test_nothing_is_written_unmasked(vault_folder: Path, said: Run, isolated: Isolated) -> None:
    memory = Memory(
        PHONE, f"联系方式 {ALL}", namespace=MAIL, key=PHONE, scene=CARD, value=KEY, tags=(PHONE, MAIL),
        relations=(Relation("knows", f"person:{PHONE}"),),
        source=Source("tool", f"wx:{PHONE}", (PHONE,), MAIL, "", f"sms:{PHONE}"),
        extra={PHONE: ALL, "more": [{"n": int(PHONE)}, ALL]},
    )  # fmt: skip
    with open_vault(vault_folder, user="lin", use_model=False) as vault:
        vault.remember_all([memory], arrived="tool")
    told = said(
        "remember", f"找老王 {ALL}", "--key", PHONE, "--value", "x", "--tag", MAIL, "--namespace", CARD
    )
    told += said("--json", "remember", f"记住 {ALL}", "--scene", KEY)
    turns = turn(1, f"记住我的电话是 {ALL}") + turn(2, "下周二体检", agent_id=MAIL, channel=f"x/{PHONE}")
    told += said("--json", "capture", "--now", stdin=turns)
    told += said(
        "capture", "--now", "--session", f"tg:{PHONE}", stdin='{"role":"user","content":"我养了一只猫"}'
    )
    assert '"journalled": 2' in told, told
    assert told.count("138****5678") >= 2
    told += said("reflect")
    told += said("status") + said("check") + said("git", "log")
    assert found_in(told) == []
    files = everything(vault_folder, isolated.cache, isolated.state, isolated.config)
    left = {path: found_in(data.decode("latin-1")) for path, data in files.items()}
    assert {path: secrets for path, secrets in left.items() if secrets} == {}
    assert found_in(history(vault_folder)) == []
    written = "".join(data.decode("utf-8", "replace") for data in files.values())
    assert all(name in written for name in ("wx:masked-", "tg:masked-", "x/masked-", "sms:masked-"))


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("json_flag", [(), ("--json",)])
def test_no_fault_repeats_what_it_was_given(
    said: Run, tmp_path: Path, json_flag: tuple[str, ...], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMVAULT_LANGUAGE", language)
    broken = tmp_path / "in.jsonl"
    broken.write_text(
        f'{{"content": "{PHONE}" "{MAIL}"}}\n{{"content": 7, "tags": "{KEY}"}}\n[{PHONE}]\n{KEY}\n',
        encoding="utf-8",
    )
    turns = "".join(
        [
            turn(1, "好", role=PHONE), turn(2, "好", at=PHONE), turn(3, "好", turn=MAIL), turn(4, "好", user_id=PHONE),
            f'{{"session_id": "{PHONE}", "turn": 5, "content": "{KEY}', "\n", f"{ALL}\n", f'{{"{PHONE}": 1, "{PHONE}": 2}}\n',
            f'{{"content": "{"x" * 20} {PHONE}", "role": "{"x" * 31}{PHONE}"}}\n', f'["{MAIL}"]\n',
        ]
    )  # fmt: skip
    cases: list[tuple[tuple[str, ...], str]] = [
        (("remember", PHONE, "--type", PHONE), ""), (("remember", "好", "--importance", PHONE), ""), (("remember", "好", "--occurred", PHONE), ""),
        (("remember", "好", "--expires", MAIL), ""), (("remember", "好", "--source", KEY), ""), (("remember", "好", f"--{PHONE}"), ""),
        (("--user", PHONE, "remember", "好"), ""), (("--user", MAIL, "capture"), turn(1, "好")), (("remember", "-"), f"{'长' * 4001}{ALL}\n"),
        (("capture", "--now"), turns), (("import", str(broken)), ""), (("import", str(broken), "--with", PHONE), ""),
        (("import", str(tmp_path / f"{PHONE}.jsonl")), ""), (("forget", PHONE), ""), (("pin", PHONE), ""), (("restore", MAIL), ""),
        (("feedback", "wrong", PHONE), ""), (("show", PHONE), ""), ((PHONE,), ""), (("capture", MAIL), ""),
    ]  # fmt: skip
    for arguments, stdin in cases:
        told = said(*json_flag, *arguments, stdin=stdin)
        assert told, arguments
        assert found_in(told) == [], arguments
        assert "xxxxxxx1381" not in told, arguments


@pytest.mark.parametrize(
    "body",
    [
        '@hookimpl\ndef before_write(memory):\n    raise ValueError(f"cannot: {memory!r} SECRET")\n',
        """
@hookimpl
def provide_masks():
    def apply(text):
        raise ValueError(f"{text} SECRET")
    return [Mask("m", apply)]
""",
        '@hookimpl\ndef before_write(memory):\n    return Refused("not SECRET")\n',
    ],
)
def test_a_plugin_that_quotes_what_it_got_is_not_repeated(
    said: Run, isolated: Isolated, tmp_path: Path, body: str
) -> None:
    with plugin_modules(tmp_path / "modules") as write:
        plug(write, isolated, body.replace("SECRET", ALL))
        told = (
            said("remember", f"联系 {ALL}")
            + said("--json", "remember", "好茶")
            + said("plugins")
            + said("doctor")
        )
    assert "own_plugin" in told
    assert found_in(told) == []


def test_a_traceback_repeats_nothing(said: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError(ALL)

    monkeypatch.setattr("vault.api.remember.remember", fail)
    for arguments in (("remember", "好茶"), ("--json", "remember", "好茶")):
        told = said(*arguments)
        assert "KeyError" in told
        assert found_in(told) == []


def test_what_is_logged_repeats_nothing() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(TellingFormatter())
    log = logging.Logger("test")  # noqa: LOG001 - not the process's own
    log.addHandler(handler)
    try:
        int(ALL)
    except ValueError:
        log.exception("stumbled over %s", ALL)
    assert "ValueError" in stream.getvalue()
    assert found_in(stream.getvalue()) == []


def test_the_service_repeats_nothing() -> None:
    shape = refusal_of(MemvaultError(f"no such thing: {ALL}", f"not {ALL}")).shape
    assert found_in(json.dumps(shape)) == []
    assert shape["code"] == "memvault-error"


def test_a_quotation_that_was_cut_hides_the_rest_of_a_number() -> None:
    assert telling("`xxx 1381234567…` is no date") == "`xxx …` is no date"
    problem = Problem("stdin", 1, 1, "bad-date", f"`{PHONE}` is no time", f'write it as "{PHONE}"')
    assert found_in(str(told_problem(problem)) + told_problem(problem).hint) == []

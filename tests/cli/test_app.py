from __future__ import annotations

from typing import Any

import pytest
import typer.main

from vault.cli.app import application


def every_command() -> list[tuple[str, ...]]:
    group: Any = typer.main.get_command(application())
    found: list[tuple[str, ...]] = []
    for name, command in group.commands.items():
        parts = getattr(command, "commands", None)
        found += [(name, part) for part in parts] if parts else [(name,)]
    return found


COMMANDS = every_command()


def test_the_commands_of_the_contract_are_there() -> None:
    assert {command[0] for command in COMMANDS} == {
        "init", "index", "watch", "recall", "prompt", "show", "list", "check", "status", "doctor", "model",
        "eval", "calibrate", "remember", "capture", "feedback", "pin", "unpin", "tidy",
        "forget", "restore", "conflicts", "reflect", "plugins", "import", "serve",
        "merge-file", "devices", "git", "diff", "backup", "openclaw",
    }  # fmt: skip
    assert {command[1] for command in COMMANDS if command[0] == "model"} == {"list", "install", "info", "use"}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_each_help_has_a_sentence_and_examples_that_fit_a_terminal(cli, command: tuple[str, ...]) -> None:
    ran = cli(*command, "--help")
    assert ran.code == 0
    assert "Usage: memvault" in ran.out
    examples = ran.out.partition("Examples:")[2].strip().splitlines()
    assert examples
    assert all(line.strip().startswith("memvault") for line in examples)
    assert max(map(len, ran.out.splitlines())) <= 80


def test_examples_in_the_help_parse(cli) -> None:
    """No example names an option that does not exist."""
    group: Any = typer.main.get_command(application())
    for command in COMMANDS:
        found: Any = group
        for part in command:
            found = found.commands[part]
        options = {name for parameter in found.params for name in parameter.opts}
        words = (found.epilog or "").split()
        used = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert used <= options | {"--vault", "--user", "--json", "--"}, command


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_completion(process, shell: str) -> None:
    ran = process(
        env={
            "_MEMVAULT_COMPLETE": f"complete_{shell}",
            "COMP_WORDS": "memvault re",
            "COMP_CWORD": "1",
            "_TYPER_COMPLETE_ARGS": "memvault re",
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        }
    )
    assert "recall" in ran.out


def test_types_are_completed(process) -> None:
    ran = process(
        env={
            "_MEMVAULT_COMPLETE": "complete_bash",
            "COMP_WORDS": "memvault recall x --type pre",
            "COMP_CWORD": "4",
        }
    )
    assert ran.out.split() == ["preference"]

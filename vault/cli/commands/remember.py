"""`memvault remember`: write down a memory, unless it is known."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.model_setup import ready_model
from vault.cli.progress import Bar
from vault.cli.remembered_lines import tell_remembered
from vault.cli.selection import one_of
from vault.cli.through_service import ask, told_remembered
from vault.model.memory import DEFAULT_NAMESPACE, MEMORY_TYPES, SOURCE_KINDS, Memory

if TYPE_CHECKING:
    from vault.api.remembered import Remembered
    from vault.cli.output import Output

_EXAMPLES = examples(
    'memvault remember "完全不能吃香菜" --type preference',
    'memvault remember "客厅的密码" --key 密码 --scene 客厅 --value a-26 --sensitive',
    'memvault remember "周五前交报告" --type task --expires 2026-12-04',
    "memvault remember - --tag 旧笔记 < facts.txt",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("remember", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="One statement, in quotes; - reads one a line from stdin.")
    ],
    of_type: Annotated[
        str,
        typer.Option(
            "--type",
            metavar="TYPE",
            help=f"{', '.join(MEMORY_TYPES)}.",
            autocompletion=lambda: list(MEMORY_TYPES),
        ),
    ] = "fact",
    key: Annotated[str, typer.Option(metavar="NAME", help="Of an exact fact: what is asked for.")] = "",
    scene: Annotated[str, typer.Option(metavar="NAME", help="Of an exact fact: where it applies.")] = "",
    value: Annotated[str, typer.Option(metavar="VALUE", help="Of an exact fact: the value itself.")] = "",
    tags: Annotated[
        list[str] | None, typer.Option("--tag", metavar="TAG", help="A tag; may be repeated.")
    ] = None,
    namespace: Annotated[
        str, typer.Option(metavar="NAME", help="A project, an agent, a circle of people.")
    ] = DEFAULT_NAMESPACE,
    importance: Annotated[
        float, typer.Option(metavar="0-1", min=0, max=1, help="How much it matters.")
    ] = 0.5,
    occurred: Annotated[
        str, typer.Option(metavar="DATE", help="When it happens or happened, e.g. 2026-12-01.")
    ] = "",
    expires: Annotated[
        str, typer.Option(metavar="DATE|30d", help="Of no use after this day, or so long from now.")
    ] = "",
    pinned: Annotated[bool, typer.Option("--pinned", help="It never fades.")] = False,
    sensitive: Annotated[
        bool, typer.Option("--sensitive", help="Keep the value whole, show it only when exactly it is asked.")
    ] = False,
    source: Annotated[
        str,
        typer.Option(
            metavar="KIND",
            help=f"From whom it comes: {', '.join(SOURCE_KINDS)}. Tools and imports are not trusted.",
            autocompletion=lambda: list(SOURCE_KINDS),
        ),
    ] = "owner",
) -> ExitCode:
    """Write down a memory. What is known is not written twice; what has changed takes the place of the old.

    Telephone numbers, cards, e-mail addresses and keys are masked first. Exit code 1 when something was
    refused.
    """
    from vault.api.period import begin_of, expiry

    invocation = invocation_of(context)
    output = invocation.output
    asked: dict[str, object] = {
        "content": text,
        "type": of_type,
        "namespace": namespace,
        "key": key,
        "scene": scene,
        "value": value,
        "tags": tags or [],
        "importance": importance,
        "pinned": pinned,
        "sensitive": sensitive,
        "occurred_at": occurred or None,
        "expires_at": expires or None,
        "arrived": source,
    }
    told = None if text == "-" else ask(invocation, "/v1/remember", asked)
    if told is not None:
        return _print(output, [told_remembered(told.fields)], as_list=False)
    with invocation.open_vault() as vault:
        zone = ZoneInfo(vault.settings.timezone)
        now = chosen_now() or datetime.now(timezone.utc)
        wanted = Memory(
            id="",
            content="",
            type=one_of("--type", of_type, MEMORY_TYPES),
            namespace=namespace,
            key=key,
            scene=scene,
            value=value,
            tags=tuple(tags or ()),
            importance=importance,
            pinned=pinned,
            sensitive=sensitive,
            occurred_at=begin_of(occurred, zone, "--occurred") if occurred else None,
            expires_at=expiry(expires, zone, now) if expires else None,
        )
        arrived = one_of("--source", source, SOURCE_KINDS)
        memories = [replace(wanted, content=each) for each in _statements(text)]
        ready_model(vault, output)
        with Bar(output) as bar:
            results = vault.remember_all(memories, arrived=arrived, now=now, progress=bar.step)
    return _print(output, results, as_list=text == "-")


def _print(output: Output, results: Sequence[Remembered], *, as_list: bool) -> ExitCode:
    if output.as_json:
        from vault.api.shapes import remembered_shape

        shapes = [remembered_shape(each) for each in results]
        output.document({"results": shapes} if as_list else shapes[0])
    else:
        tell_remembered(output, results)
    refused = any(each.action == "refused" for each in results)
    return ExitCode.PROBLEMS if refused else ExitCode.OK


def _statements(text: str) -> list[str]:
    """The text, or the lines of stdin that are not blank."""
    if text != "-":
        return [text]
    lines = sys.stdin.buffer.read().decode("utf-8-sig", "replace").splitlines()
    return [line for line in lines if line.strip()]

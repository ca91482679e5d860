"""`memvault recall`: the memories that answer a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.model_setup import ready_model
from vault.cli.progress import Bar
from vault.cli.record_lines import ShownHit, hit_lines
from vault.cli.selection import Namespaces, Since, Tags, Types, Until, chosen
from vault.cli.through_service import Told, ask, told_hit

if TYPE_CHECKING:
    from vault.api.recall import Answer
    from vault.cli.output import Output

_EXAMPLES = examples(
    'memvault recall "你记得我住哪吗"',
    'memvault recall "我上周在弄什么脚本" --explain',
    'memvault recall "restaurants" --type preference --limit 3',
    'memvault recall "我住哪" --as-of 2026-03-05',
    'memvault --user xiaoming recall "体检是哪天" --json',
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("recall", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="The question, in quotes.")],
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=100, help="At most so many. Default: 5.")
    ] = None,
    types: Types = None,
    tags: Tags = None,
    namespaces: Namespaces = None,
    since: Since = "",
    until: Until = "",
    everything: Annotated[
        bool, typer.Option("--all", help="The best matches even when none is relevant enough.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say why each was found.")] = False,
    as_of: Annotated[
        str, typer.Option(metavar="DATE", help="What would have been answered then, e.g. 2026-03-05.")
    ] = "",
    no_model: Annotated[bool, typer.Option("--no-model", help="By words only, without the model.")] = False,
) -> ExitCode:
    """Find the memories that answer a question; nothing when none is relevant.

    Changed files are taken into the index first. The embedding model is converted on first use. What was
    known at an earlier time comes from git's history, else from the dates of memories.
    """
    from vault.api.period import end_of

    invocation = invocation_of(context)
    output = invocation.output
    asked = {
        "query": query,
        "limit": limit,
        "types": types,
        "tags": tags,
        "namespaces": namespaces,
        "since": since or None,
        "until": until or None,
        "gate": not everything,
    }
    told_there = None if no_model or explain or as_of else ask(invocation, "/v1/recall", asked)
    if told_there is not None:
        return _print_told(output, told_there)
    with invocation.open_vault(use_model=not no_model) as vault:
        zone = ZoneInfo(vault.settings.timezone)
        wanted = chosen(zone, types=types, tags=tags, namespaces=namespaces, since=since, until=until)
        told = ready_model(vault, output)
        with Bar(output) as bar:
            options: dict[str, Any] = {
                "limit": limit,
                "types": wanted.types,
                "tags": wanted.tags,
                "namespaces": wanted.namespaces,
                "since": wanted.since,
                "until": wanted.until,
                "gate": not everything,
                "progress": bar.step,
            }
            if as_of:
                answer = vault.recall_as_of(query, end_of(as_of, zone, "--as-of"), **options)
            else:
                answer = vault.recall(query, now=chosen_now(), **options)
    _print(output, answer, zone, explain=explain, told=told)
    return ExitCode.DEGRADED if answer.degraded else ExitCode.OK


def _print_told(output: Output, told: Told) -> ExitCode:
    """The answer of the service."""
    answer = {name: value for name, value in told.fields.items() if name != "degraded"}
    if output.as_json:
        output.document(answer)
    else:
        _print_lines(output, [told_hit(each) for each in answer["hits"]], answer["notices"], told.zone)
    return ExitCode.DEGRADED if told.fields["degraded"] else ExitCode.OK


def _print(output: Output, answer: Answer, zone: ZoneInfo, *, explain: bool, told: tuple[str, ...]) -> None:
    if output.as_json:
        from vault.api.shapes import answer_shape

        output.document(answer_shape(answer))
        return
    notices = [notice for notice in answer.notices if notice not in told]
    _print_lines(output, answer.hits, notices, zone, explain=explain)


def _print_lines(
    output: Output, hits: Sequence[ShownHit], notices: Sequence[str], zone: ZoneInfo, *, explain: bool = False
) -> None:
    for notice in notices:
        output.remark(notice)
    for line in hit_lines(hits, output.language, zone, explain=explain):
        output.show(line)
    if not hits:
        output.say("nothing-found")

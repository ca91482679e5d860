"""`memvault prompt`: what is remembered, as a block for a system prompt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.model_setup import ready_model
from vault.cli.progress import Bar
from vault.cli.through_service import ask

if TYPE_CHECKING:
    from vault.cli.output import Output

_EXAMPLES = examples(
    'memvault prompt "推荐晚饭"',
    'memvault prompt "what should I cook" --budget 300',
    'memvault prompt "推荐晚饭" --json',
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("prompt", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What the user says, in quotes.")],
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=100, help="At most so many. Default: 5.")
    ] = None,
    budget: Annotated[
        int | None, typer.Option(metavar="N", min=200, max=20_000, help="Tokens at most. Default: 800.")
    ] = None,
    no_model: Annotated[bool, typer.Option("--no-model", help="By words only, without the model.")] = False,
) -> ExitCode:
    """Print the block of memories that belongs into the system prompt; nothing when none is relevant."""
    invocation = invocation_of(context)
    output = invocation.output
    asked = {"query": query, "limit": limit, "budget_tokens": budget}
    answer = None if no_model else ask(invocation, "/v1/prompt", asked)
    if answer is not None:
        _print(output, {"query": query, **answer.fields})
        return ExitCode.DEGRADED if answer.fields["degraded"] else ExitCode.OK
    with invocation.open_vault(use_model=not no_model) as vault:
        told = ready_model(vault, output)
        with Bar(output) as bar:
            block = vault.prompt(
                query, limit=limit, budget_tokens=budget, now=chosen_now(), progress=bar.step
            )
    notices = [notice for notice in block.notices if notice not in told]
    shown = block.notices if output.as_json else notices
    told_now = {"query": block.query, "block": block.text, "ids": block.ids, "tokens": block.tokens}
    _print(output, {**told_now, "notices": shown})
    return ExitCode.DEGRADED if block.degraded else ExitCode.OK


def _print(output: Output, told: Mapping[str, Any]) -> None:
    if output.as_json:
        output.document({name: told[name] for name in ("query", "block", "ids", "tokens", "notices")})
        return
    for notice in told["notices"]:
        output.remark(notice)
    if told["block"]:
        output.plain(told["block"])

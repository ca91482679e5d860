"""`memvault eval`: how good recall is, measured on labelled questions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from vault.cli.eval_table import eval_table
from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import Invocation, invocation_of
from vault.cli.model_setup import ready_model
from vault.cli.progress import Bar

if TYPE_CHECKING:
    from vault.cli.output import Output
    from vault.evaluation.cases import CaseResult

_EXAMPLES = examples(
    "memvault eval path/to/set",
    "memvault eval path/to/set --json",
    "memvault --vault ~/memories eval --cases recall_cases.yaml",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("eval", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    directory: Annotated[
        Path | None,
        typer.Argument(
            metavar="[DIR]",
            help="Holds memories.jsonl, queries.jsonl and perhaps unanswerable.jsonl.",
            show_default=False,
        ),
    ] = None,
    cases: Annotated[
        Path | None,
        typer.Option("--cases", metavar="FILE", help="Questions to your own vault, as YAML."),
    ] = None,
    no_model: Annotated[bool, typer.Option("--no-model", help="Words only, no vectors.")] = False,
) -> ExitCode:
    r"""Measure recall on a labelled set, or check a file of questions against your own vault.

    A set is read into a vault that is thrown away afterwards; the rows compare hybrid, vectors, words
    and plain grep. With --cases the exit code is 1 when a case fails.

    \b
    A set, one JSON object a line; in brackets what may be left out:
      memories.jsonl      id, content [user_id, type, created_at]
      queries.jsonl       query, relevant: [ids] [qid, user_id, asked_at]
      unanswerable.jsonl  query [qid, user_id, asked_at]

    \b
    Cases:
      now: 2026-11-30T12:00:00+08:00     # the moment of asking
      cases:
        - ask: 你记得我住哪吗
          first: 阳光小区                # in the first hit
          find: [西湖区]                 # each in some hit
          never: [翠苑新村]              # in no hit
          user: linzhou                  # whose memories
        - ask: 今天天气怎么样
          nothing: true                  # no hit at all
    """
    invocation = invocation_of(context)
    if cases is not None and directory is None:
        return _cases(invocation, cases, use_model=not no_model)
    if directory is not None and cases is None:
        return _set(invocation, directory, use_model=not no_model)
    raise typer.BadParameter("give either a folder or --cases FILE", param_hint="DIR")


def _cases(invocation: Invocation, path: Path, *, use_model: bool) -> ExitCode:
    from vault.evaluation.cases import load_cases, run_cases

    output = invocation.output
    loaded = load_cases(path)
    with invocation.open_vault(use_model=use_model) as vault:
        shortcomings = ready_model(vault, output)
        results = []
        for result in run_cases(vault, loaded):
            results.append(result)
            if not output.as_json:
                _print_case(output, result)
    failed = sum(not result.passed for result in results)
    if output.as_json:
        output.document(
            {
                "cases": [
                    {"ask": each.case.ask, "passed": each.passed, "faults": each.faults, "found": each.texts}
                    for each in results
                ],
                "passed": len(results) - failed,
                "failed": failed,
                "notices": shortcomings,
            }
        )
    else:
        output.say("cases-run", passed=len(results) - failed, failed=failed)
    if failed:
        return ExitCode.PROBLEMS
    return ExitCode.DEGRADED if shortcomings else ExitCode.OK


def _print_case(output: Output, result: CaseResult) -> None:
    state = ("ok    ", "green") if result.passed else ("failed", "bold red")
    output.show(Text.assemble(state, "  ", result.case.ask))
    for fault in result.faults:
        output.show(Text(f"        {fault}", "red"))


def _set(invocation: Invocation, directory: Path, *, use_model: bool) -> ExitCode:
    from vault.api.models import ready_to_use
    from vault.evaluation.runner import evaluate

    output = invocation.output
    with Bar(output) as bar:
        model, shortcomings = ready_to_use(
            invocation.settings(), bar.install_step, output.language, wanted=use_model
        )
        rows = evaluate(directory, model, progress=bar.step)
    for notice in shortcomings:
        output.remark(notice)
    if output.as_json:
        output.document({"rows": [row.as_dict() for row in rows], "notices": shortcomings})
    else:
        output.table(eval_table([row.as_dict() for row in rows]))
    return ExitCode.DEGRADED if shortcomings else ExitCode.OK

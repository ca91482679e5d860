"""`memvault calibrate`: fit the relevance curve of the model to labelled samples of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import invocation_of
from vault.cli.progress import Bar
from vault.errors import ModelNotInstalled

if TYPE_CHECKING:
    from vault.evaluation.calibrate import Calibration

_EXAMPLES = examples("memvault calibrate path/to/samples", "memvault calibrate path/to/samples --json")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("calibrate", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    directory: Annotated[
        Path,
        typer.Argument(
            metavar="DIR",
            help="Holds memories.jsonl, queries.jsonl and unanswerable.jsonl.",
            show_default=False,
        ),
    ],
) -> ExitCode:
    r"""Fit what counts as relevant to your own samples: at least 20 questions with and 20 without an answer.

    \b
    The samples, one JSON object a line; in brackets what may be left out:
      memories.jsonl      id, content [user_id, type, created_at]
      queries.jsonl       query, relevant: [ids] [qid, user_id, asked_at]
      unanswerable.jsonl  query [qid, user_id, asked_at]

    The new curve is kept with the model when it lets less through that should not come back, or more
    that should. `memvault model install NAME --force` brings the shipped one back.
    """
    from vault.api.models import keep_relevance, ready_to_use
    from vault.evaluation.calibrate import calibrate

    invocation = invocation_of(context)
    output = invocation.output
    settings = invocation.settings()
    with Bar(output) as bar:
        model, _ = ready_to_use(settings, bar.install_step, output.language)
        if model is None:
            raise ModelNotInstalled(settings.model)
        found = calibrate(directory, model, progress=bar.step)
    kept = _is_better(found)
    if kept:
        keep_relevance(settings.model, found.relevance)
    if output.as_json:
        output.document({"model": model.facts.name, "kept": kept, "calibration": found})
        return ExitCode.OK
    output.tell("calibrated", samples=found.samples, name=model.facts.name)
    output.tell("gate-before", false_recall=found.before.false_recall, kept=found.before.kept)
    output.tell("gate-after", false_recall=found.after.false_recall, kept=found.after.kept)
    output.tell("curve-kept" if kept else "curve-not-kept")
    return ExitCode.OK


def _is_better(found: Calibration) -> bool:
    """Whether more of the questions are treated as they should be: answered, or left alone."""
    return found.after.kept - found.after.false_recall > found.before.kept - found.before.false_recall

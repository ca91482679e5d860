"""`memvault plugins`: what is loaded, what failed, and the settings of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import invocation_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault.api.plugins import PluginReport
    from vault.cli.output import Output

_EXAMPLES = examples("memvault plugins", "memvault plugins llm_extract", "memvault plugins --json")
_STYLES = {"loaded": "green", "failed": "bold red", "off": "dim"}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("plugins", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Only these.")] = None,
) -> ExitCode:
    """List the plugins: whether each is loaded, its hooks, its settings, and what is wrong with it.

    Plugins are switched on below `plugins:` in your own config.yaml, never in a vault. Exit code 1 when one
    of them fails.
    """
    from vault.api.locate import settings_for
    from vault.api.plugins import plugin_reports
    from vault.errors import ConfigError

    output = invocation_of(context).output
    reports = plugin_reports(settings_for(None))
    unknown = [name for name in names or () if name not in {each.name for each in reports}]
    if unknown:
        known = ", ".join(each.name for each in reports)
        raise ConfigError("plugins", output.text("no-plugin", name=unknown[0]), known)
    shown = [each for each in reports if not names or each.name in names]
    if output.as_json:
        output.document({"plugins": [_document(each) for each in shown]})
    else:
        for report in shown:
            for line in _lines(report, output):
                output.show(line)
    return ExitCode.PROBLEMS if any(each.problems for each in shown) else ExitCode.OK


def _lines(report: PluginReport, output: Output) -> Iterator[Text]:
    state = output.text(f"plugin-{report.state}")
    yield Text.assemble(
        (f"{report.name:<20}", "bold"), (state, _STYLES[report.state]), (f"  {report.source}", "dim")
    )
    if report.hooks:
        yield Text(f"    {', '.join(report.hooks)}", "dim")
    for each in report.settings:
        yield Text.assemble(
            f"    {each.name} = {each.value!r}",
            (f"  {each.explanation}", "dim"),
            style="" if each.is_default else "bold",
        )
    for problem in report.problems:
        yield Text(f"    {problem.message}", "red")


def _document(report: PluginReport) -> dict[str, object]:
    return {
        "name": report.name,
        "state": report.state,
        "source": report.source,
        "bundled": report.bundled,
        "hooks": list(report.hooks),
        "settings": [
            {
                "name": each.name,
                "value": each.value,
                "default": each.is_default,
                "explanation": each.explanation,
            }
            for each in report.settings
        ],
        "problems": [problem.message for problem in report.problems],
    }

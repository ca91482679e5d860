"""`memvault model`: the embedding models of this machine."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import invocation_of
from vault.cli.progress import Bar
from vault.cli.record_lines import record_lines

if TYPE_CHECKING:
    from vault.api.models import ListedModel


def _known_names() -> list[str]:
    from vault.api.models import list_models

    return [model.name for model in list_models("")]


Name = Annotated[
    str, typer.Argument(metavar="MODEL", help="A name, or a model folder.", autocompletion=_known_names)
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        no_args_is_help=True,
        rich_markup_mode=None,
        help="List, install and choose embedding models.",
        epilog=examples(
            "memvault model list",
            "memvault model install bge-small-zh-v1.5 --hub https://hf-mirror.com",
            "memvault model use bge-small-zh-v1.5",
        ),
    )
    group.command("list", epilog=examples("memvault model list --json"))(_list)
    group.command("install", epilog=examples("memvault model install multilingual-e5-small"))(_install)
    group.command("info", epilog=examples("memvault model info multilingual-e5-small"))(_info)
    group.command("use", epilog=examples("memvault model use bge-small-zh-v1.5"))(_use)
    app.add_typer(group, name="model")


def _list(context: typer.Context) -> ExitCode:
    """List models: those that are here, and those that can be installed by name."""
    from vault.api.as_json import as_json
    from vault.api.models import list_models

    invocation = invocation_of(context)
    output = invocation.output
    models = list_models(invocation.settings().model)
    if output.as_json:
        output.document({"models": as_json(models)})
        return ExitCode.OK
    for model in models:
        output.show(_line(model, output.text("model-here" if model.installed else "model-not-here")))
    return ExitCode.OK


def _line(model: ListedModel, state: str) -> Text:
    mark = "* " if model.in_use else "  "
    return Text.assemble(
        (mark, "bold green"),
        (f"{model.name:<28}", "bold" if model.installed else ""),
        f"{model.megabytes:>5} MB  {model.dimension:>4}d  ",
        (state, "green" if model.installed else "dim"),
    )


def _install(
    context: typer.Context,
    *,
    name: Name,
    hub: Annotated[
        str, typer.Option("--hub", metavar="URL", help="Where to download from. Default: setting hub.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Also when it is installed already.")] = False,
) -> ExitCode:
    """Install a model; a download that was interrupted goes on where it stopped."""
    from vault.api.models import install_model

    invocation = invocation_of(context)
    output = invocation.output
    with Bar(output) as bar:
        facts = install_model(
            name,
            progress=bar.install_step,
            hub=hub or invocation.settings().hub,
            force=force,
        )
    if output.as_json:
        output.document(facts)
    else:
        output.tell("model-installed", name=facts.name)
    return ExitCode.OK


def _info(context: typer.Context, *, name: Name) -> ExitCode:
    """Show what is known of an installed model."""
    from vault.api.as_json import as_json
    from vault.api.models import model_facts

    output = invocation_of(context).output
    facts = model_facts(name)
    if output.as_json:
        output.document(facts)
        return ExitCode.OK
    for line in record_lines({each.name: as_json(getattr(facts, each.name)) for each in fields(facts)}):
        output.show(line)
    return ExitCode.OK


def _use(context: typer.Context, *, name: Name) -> ExitCode:
    """Use a model from now on, for all vaults; the next `index` or `recall` computes its vectors."""
    from vault.api.models import is_installed, use_model

    output = invocation_of(context).output
    written = use_model(name)
    if output.as_json:
        output.document({"model": name, "written": written})
    else:
        output.tell("model-used", name=name, path=written)
    if not is_installed(name):
        output.say("model-not-yet", "yellow", name=name)
    return ExitCode.OK

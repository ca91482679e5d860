"""`memvault backup`: everything in one file, and back again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of

if TYPE_CHECKING:
    from vault.api.backup_restore import MergedBackup
    from vault.cli.output import Output

Recipients = Annotated[
    list[str] | None,
    typer.Option("--recipient", metavar="KEY", help="Encrypt for age1… or ssh-ed25519 …; may be repeated."),
]
PassphraseFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Encrypt, or decrypt, with the passphrase in this file.")
]
Identities = Annotated[
    list[Path] | None, typer.Option("--identity", metavar="FILE", help="Decrypt with this secret key of age.")
]
Backup = Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")]


class _MakesOne(TyperGroup):
    """`backup DIR` is `backup create DIR`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - click's own type
        known = {*self.commands, "--help", "-h"}
        if args and args[0] not in known:
            args = ["create", *args]
        return super().parse_args(ctx, args)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        cls=_MakesOne,
        no_args_is_help=True,
        rich_markup_mode=None,
        help="Back up the vault into one file, verify such a file, restore it.",
        epilog=examples(
            "memvault backup ~/backups",
            "memvault backup ~/backups --keep 7",
            "memvault backup restore ~/backups/memvault-….tar.gz ~/memories-again",
        ),
    )
    group.command("create", epilog=examples("memvault backup create ~/backups --keep 7"))(_create)
    group.command("verify", epilog=examples("memvault backup verify memories.tar.gz"))(_verify)
    group.command(
        "restore",
        epilog=examples(
            "memvault backup restore memories.tar.gz ~/memories-again",
            "memvault backup restore memories.tar.gz --merge",
        ),
    )(_restore)
    app.add_typer(group, name="backup")


def _create(
    context: typer.Context,
    *,
    target: Annotated[
        Path | None,
        typer.Argument(
            metavar="[DIR|FILE]",
            help="A folder, or a file that ends in .tar.gz or .age. Default: as set below `backup`.",
        ),
    ] = None,
    keep: Annotated[
        int, typer.Option(metavar="N", min=0, help="Of older ones there, keep one a day of N days. 0: all.")
    ] = 0,
    recipients: Recipients = None,
    passphrase_file: PassphraseFile = None,
    identities: Identities = None,
) -> ExitCode:
    """Write everything in the vault into one file, while others may go on, and read it back.

    With `backup: {folder: …, keep: 7}` in your config.yaml a running `memvault serve` does so each day. The
    history of git is not in it. Encryption needs `pip install "memvault[backup]"`; with a key of one's
    own (--identity) what is encrypted is read back, too. Exit code 3 when files had to be left out.
    """
    from vault.api.backup import keys_of

    invocation = invocation_of(context)
    output = invocation.output
    keys = keys_of(recipients or (), passphrase_file, identities or ())
    with invocation.open_vault(use_model=False) as vault:
        if target is not None:
            made = vault.back_up(target, keys=keys, keep=keep, now=chosen_now())
        elif vault.settings.backup.folder and not (keep or keys.encrypts or keys.opens):
            made = vault.back_up_as_set(now=chosen_now())
        else:
            output.fault("usage", output.text("backup-where"), "")
            return ExitCode.USAGE
    if output.as_json:
        output.document(made)
    else:
        output.tell("backed-up", path=made.path, files=made.files, kilobytes=-(-made.bytes // 1000))
        output.say("backup-read-back" if made.read_back else "backup-not-read-back")
        for each in made.removed:
            output.say("backup-removed", path=each)
        for path in made.left_out:
            output.say("backup-left-out", "yellow", path=path)
    return ExitCode.DEGRADED if made.left_out else ExitCode.OK


def _verify(
    context: typer.Context,
    *,
    backup: Backup,
    passphrase_file: PassphraseFile = None,
    identities: Identities = None,
) -> ExitCode:
    """Read a backup, and compare every file in it with what was saved. No vault is needed."""
    from vault.api.backup import keys_of, verify_backup

    output = invocation_of(context).output
    manifest = verify_backup(backup, keys_of((), passphrase_file, identities or ()))
    if output.as_json:
        output.document(
            {"path": backup, "vault": manifest.vault_id, "at": manifest.at, "files": manifest.files}
        )
    else:
        output.tell("backup-whole", path=backup, files=len(manifest.files), at=manifest.at)
    return ExitCode.OK


def _restore(
    context: typer.Context,
    *,
    backup: Backup,
    target: Annotated[
        Path | None, typer.Argument(metavar="[DIR]", help="A folder that is empty, or not there yet.")
    ] = None,
    merge: Annotated[
        bool, typer.Option("--merge", help="Bring back into the vault what it does not hold any more.")
    ] = False,
    passphrase_file: PassphraseFile = None,
    identities: Identities = None,
) -> ExitCode:
    """Restore a backup into an empty folder, or with --merge into the vault.

    With --merge comes back what is not there any more; a memory of which the backup has a later version is
    merged with it. All else stays as it is, and what has been forgotten or erased stays so.
    `memvault restore` is something else: it brings back forgotten memories.
    """
    from vault.api.backup import keys_of
    from vault.api.backup_restore import restore_backup

    invocation = invocation_of(context)
    output = invocation.output
    keys = keys_of((), passphrase_file, identities or ())
    if (target is None) != merge:
        output.fault("usage", output.text("restore-where"), "")
        return ExitCode.USAGE
    if target is not None:
        restored = restore_backup(backup, target, keys=keys)
        if output.as_json:
            output.document(restored)
        else:
            output.tell("backup-restored", path=restored.root, files=restored.files, at=restored.at)
        return ExitCode.OK
    with invocation.open_vault(use_model=False) as vault:
        merged = vault.merge_backup(backup, keys=keys, now=chosen_now())
    _print_merged(output, merged)
    return ExitCode.DEGRADED if merged.failed else ExitCode.OK


def _print_merged(output: Output, merged: MergedBackup) -> None:
    if output.as_json:
        failed = [{"path": path, "message": str(error)} for path, error in merged.failed]
        output.document(
            {
                "at": merged.at,
                "memories": merged.memories,
                "merged": merged.merged,
                "turns": merged.turns,
                "files": merged.files,
                "kept": merged.kept,
                "failed": failed,
            }
        )
        return
    output.tell(
        "backup-merged",
        memories=len(merged.memories),
        turns=merged.turns,
        files=len(merged.files),
        at=merged.at,
    )
    if merged.merged:
        output.say("backup-later", count=len(merged.merged))
    if merged.kept:
        output.say("backup-kept", count=len(merged.kept))
    for path, error in merged.failed:
        output.say("repair-failed", "yellow", path=path, reason=error)

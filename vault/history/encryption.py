"""Backups that only their owner can read: age, by the optional package pyrage (`memvault[backup]`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from vault.errors import BackupFailed, ConfigError

SUFFIX = ".age"
_MAGIC = b"age-encryption.org/v1"


@dataclass(frozen=True, slots=True)
class Keys:
    """For whom to encrypt, or with what to decrypt.

    Attributes:
        recipients: `age1…` or `ssh-ed25519 …`.
        passphrase: in place of recipients.
        identities: files with secret keys (`AGE-SECRET-KEY-1…`, or a key of ssh).
    """

    recipients: tuple[str, ...] = ()
    passphrase: str = ""
    identities: tuple[Path, ...] = ()

    @property
    def encrypts(self) -> bool:
        """Whether anything is to be encrypted."""
        return bool(self.recipients or self.passphrase)

    @property
    def opens(self) -> bool:
        """Whether what is encrypted with them can be decrypted with them."""
        return bool(self.passphrase or self.identities)


def encrypt(data: bytes, keys: Keys) -> bytes:
    """`data` as an age file.

    Raises:
        ConfigError: pyrage is not installed, or a recipient is none.
    """
    pyrage = _pyrage()
    if keys.passphrase:
        return bytes(pyrage.passphrase.encrypt(data, keys.passphrase))
    return bytes(pyrage.encrypt(data, [_recipient(pyrage, each) for each in keys.recipients]))


def decrypt(path: Path, keys: Keys) -> bytes:
    """What is in an age file.

    Raises:
        BackupFailed: the keys do not fit, or it is damaged.
        ConfigError: pyrage is not installed, or a key cannot be read.
    """
    pyrage = _pyrage()
    if not keys.opens:
        raise BackupFailed(path, "it is encrypted", "pass --identity FILE or --passphrase-file FILE")
    try:
        data = path.read_bytes()
        if keys.passphrase:
            return bytes(pyrage.passphrase.decrypt(data, keys.passphrase))
        identities = [each for file in keys.identities for each in _identities(pyrage, file)]
        return bytes(pyrage.decrypt(data, identities))
    except pyrage.DecryptError as error:
        raise BackupFailed(path, f"cannot be decrypted: {error}") from error
    except OSError as error:
        raise BackupFailed(path, error.strerror or str(error)) from error


def is_encrypted(path: Path) -> bool:
    """Whether a file is one of age.

    Raises:
        BackupFailed: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError as error:
        raise BackupFailed(path, error.strerror or str(error)) from error


def _pyrage() -> Any:  # noqa: ANN401 - the package has no types
    try:
        return import_module("pyrage")
    except ImportError as error:
        hint = 'install it: pip install "memvault[backup]"'
        raise ConfigError("backup", "encryption needs the package pyrage", hint) from error


def _recipient(pyrage: Any, text: str) -> object:  # noqa: ANN401 - likewise
    kind = pyrage.ssh if text.startswith("ssh-") else pyrage.x25519
    try:
        found: object = kind.Recipient.from_str(text)
    except pyrage.RecipientError as error:
        raise ConfigError("--recipient", f"{text!r} is none: {error}") from error
    return found


def _identities(pyrage: Any, file: Path) -> Sequence[object]:  # noqa: ANN401 - likewise
    try:
        data = file.read_bytes()
    except OSError as error:
        raise ConfigError("--identity", f"{file} cannot be read: {error.strerror}") from error
    lines = [line.strip() for line in data.decode("utf-8", "replace").splitlines()]
    keys = [line for line in lines if line.startswith("AGE-SECRET-KEY-")]
    try:
        if keys:
            return [pyrage.x25519.Identity.from_str(each) for each in keys]
        return [pyrage.ssh.Identity.from_buffer(data)]
    except pyrage.IdentityError as error:
        raise ConfigError("--identity", f"{file} holds no key: {error}") from error

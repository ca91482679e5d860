"""Backups for their owner alone, with age."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from vault.errors import BackupFailed, ConfigError
from vault.history.encryption import Keys, decrypt, encrypt, is_encrypted

pyrage = pytest.importorskip("pyrage")
DATA = "养了一只叫年糕的猫".encode() * 1000


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file as `age-keygen` writes it."""
    identity = pyrage.x25519.Identity.generate()
    path = tmp_path / "key.txt"
    path.write_text(f"# created: 2026-01-01\n# public key: {identity.to_public()}\n{identity}\n", "utf-8")
    return path


def public(secret: Path) -> str:
    return secret.read_text("utf-8").split("public key: ")[1].split()[0]


def kept(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "backup.age"
    path.write_bytes(data)
    return path


def test_who_has_the_key_reads_it_and_nobody_else(tmp_path: Path, secret: Path) -> None:
    path = kept(tmp_path, encrypt(DATA, Keys((public(secret),))))
    assert b"\xe5\xb9\xb4\xe7\xb3\x95" not in path.read_bytes()
    assert is_encrypted(path)
    assert decrypt(path, Keys(identities=(secret,))) == DATA
    other = tmp_path / "other.txt"
    other.write_text(str(pyrage.x25519.Identity.generate()), "utf-8")
    assert decrypt(path, Keys(identities=(other, secret))) == DATA
    with pytest.raises(BackupFailed, match="decrypted"):
        decrypt(path, Keys(identities=(other,)))
    with pytest.raises(BackupFailed, match="encrypted") as caught:
        decrypt(path, Keys())
    assert "--identity" in caught.value.hint


def test_several_recipients(tmp_path: Path, secret: Path) -> None:
    second = pyrage.x25519.Identity.generate()
    path = kept(tmp_path, encrypt(DATA, Keys((str(second.to_public()), public(secret)))))
    assert decrypt(path, Keys(identities=(secret,))) == DATA


def test_a_passphrase(tmp_path: Path) -> None:
    path = kept(tmp_path, encrypt(DATA, Keys(passphrase="年糕 今年两岁")))
    assert decrypt(path, Keys(passphrase="年糕 今年两岁")) == DATA
    with pytest.raises(BackupFailed):
        decrypt(path, Keys(passphrase="年糕 今年三岁"))


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data[:40], lambda data: data + b"x"])
def test_what_is_damaged_is_not_half_read(tmp_path: Path, secret: Path, damage: object) -> None:
    path = kept(tmp_path, damage(encrypt(DATA, Keys((public(secret),)))))  # type: ignore[operator]
    with pytest.raises(BackupFailed):
        decrypt(path, Keys(identities=(secret,)))


@pytest.mark.parametrize("recipient", ["", "age1nonsense", "ssh-ed25519 nonsense", "AGE-SECRET-KEY-1"])
def test_what_is_no_recipient_is_said(recipient: str) -> None:
    with pytest.raises(ConfigError, match="--recipient"):
        encrypt(DATA, Keys((recipient,)))


@pytest.mark.parametrize("text", ["", "AGE-SECRET-KEY-1NONSENSE", "not a key", None])
def test_what_is_no_key_is_said_without_the_key(tmp_path: Path, secret: Path, text: str | None) -> None:
    path = kept(tmp_path, encrypt(DATA, Keys((public(secret),))))
    file = tmp_path / "identity"
    if text is not None:
        file.write_text(text, "utf-8")
    with pytest.raises(ConfigError, match="--identity") as caught:
        decrypt(path, Keys(identities=(file,)))
    assert not text or text not in str(caught.value)


def test_files_that_are_not_of_age(tmp_path: Path) -> None:
    assert not is_encrypted(kept(tmp_path, b"\x1f\x8b plain"))
    assert not is_encrypted(kept(tmp_path, b""))
    with pytest.raises(BackupFailed):
        is_encrypted(tmp_path / "none")


def test_without_the_package_it_is_said_which_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyrage", None)
    with pytest.raises(ConfigError) as caught:
        encrypt(DATA, Keys(passphrase="x"))
    assert "memvault[backup]" in caught.value.hint


@pytest.mark.parametrize(
    ("keys", "encrypts", "opens"),
    [
        (Keys(), False, False),
        (Keys(("age1",)), True, False),
        (Keys(passphrase="x"), True, True),
        (Keys(identities=(Path("a"),)), False, True),
    ],
)
def test_what_keys_are_good_for(keys: Keys, encrypts: bool, opens: bool) -> None:
    assert (keys.encrypts, keys.opens) == (encrypts, opens)

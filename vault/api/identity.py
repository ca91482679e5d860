"""For whom to answer: the caller says it, else the vault's default user, else its only user."""

from __future__ import annotations

from collections.abc import Collection

from vault.api.telling import telling
from vault.errors import UnknownUser, UserRequired


def choose_user(named: str, users: Collection[str], listed: Collection[str] = ()) -> str:
    """The user to answer for; never a guess.

    Args:
        named: by the caller, a flag, a variable or `default_user`; empty when nobody did.
        users: who has records in the index.
        listed: who is named in `vault.yaml`, with or without records.

    Returns:
        A user id. Empty only for a vault in which nobody is named and nothing belongs to anyone.

    Raises:
        UserRequired: several users and none named.
        UnknownUser: the vault has records or a list of people, and neither knows this one.
    """
    everyone = {*users, *listed}
    known = sorted(everyone - {""})
    if named:
        if known and named not in known:
            raise UnknownUser(telling(named), tuple(known))
        return named
    if len(everyone) > 1:
        raise UserRequired(tuple(known))
    return known[0] if known else ""

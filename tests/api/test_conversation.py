from __future__ import annotations

from tests.api.conftest import NOW, Place
from vault.api.conversation import conversation
from vault.api.open import open_vault
from vault.model.turn import Turn


def test_turns_as_extractors_get_them(place: Place) -> None:
    turns = [Turn("s", number, "user", f"第{number}句", NOW, "lin") for number in range(3)]
    with open_vault(place.root, use_model=False) as vault:
        talk = conversation(vault._resources, turns[:1], turns[1:], NOW)
    assert talk.turns == tuple(turns)
    assert talk.new == {1, 2}
    assert (talk.user_id, talk.language, str(talk.timezone), talk.now) == ("lin", "zh", "Asia/Shanghai", NOW)

from __future__ import annotations

import pytest

from vault.api.notices import NOTICES, notice


@pytest.mark.parametrize("code", NOTICES)
def test_both_languages(code) -> None:
    chinese, english = notice("zh", code, "这里"), notice("en", code, "这里")
    assert chinese != english
    assert ("这里" in chinese) == ("这里" in english)
    assert "{" not in chinese + english

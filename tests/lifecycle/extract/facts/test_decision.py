from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("我们决定用PostgreSQL", "decision"),
        ("最后选了方案B", "decision"),
        ("想了很久，还是决定不买车了", "decision"),
        ("项目后端写完了", "project"),
        ("毕业论文写到第三章了", "project"),
        ("项目下个月底上线", "project"),
        ("我在做一个潮汐表App，叫Tidepool", "project"),
        ("We decided to go with Postgres", "decision"),
        ("I'm working on a tide-table app", "project"),
        ("The migration is done", "project"),
    ],
)
def test_decisions_and_projects(said: str, kind: str) -> None:
    assert only(said).kind == kind


@pytest.mark.parametrize(
    "said",
    [
        "我还没决定去哪",
        "决定权在你",
        "游戏空间启动",
        "接口报错了怎么办",
        "我决定不了",
        "the test is fun",
        "you decided to stop",
    ],
)
def test_none(said: str) -> None:
    assert [each for each in extracted(said) if each.kind in ("decision", "project")] == []

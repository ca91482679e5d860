"""What a person asks the sample vault, with the real embedding model, at one fixed moment.

The questions are in `recall_cases.yaml`, in the form that people use for their own vaults. Read here
without the runner behind `memvault eval --cases`, so that the two check each other.
"""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
import yaml

import vault
from vault.api.shapes import memory_shape
from vault.api.vault import Vault
from vault.embedding.provider import EmbeddingModel
from vault.evaluation.cases import load_cases
from vault.recall.search import Hit

CASES_FILE = Path(__file__).parent / "recall_cases.yaml"
CHINA = timezone(timedelta(hours=8))
NOW = datetime(2026, 11, 30, 12, tzinfo=CHINA)
OWNER, PARTNER = "linzhou", "xiaoyu"


@dataclasses.dataclass(frozen=True)
class Case:
    """One entry of the file; see its head for the meaning of the fields."""

    ask: str
    first: tuple[str, ...] = ()
    find: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    nothing: bool = False
    user: str = OWNER

    @classmethod
    def read(cls, entry: dict[str, Any]) -> Case:
        return cls(
            **{
                name: (value,) if name in _TEXTS and isinstance(value, str) else value
                for name, value in entry.items()
            }
        )


_TEXTS = {"first", "find", "never"}
_FILE = yaml.safe_load(CASES_FILE.read_text(encoding="utf-8"))
CASES = [Case.read(entry) for entry in _FILE["cases"]]
_MISSES_FILE = yaml.safe_load((Path(__file__).parent / "recall_misses.yaml").read_text(encoding="utf-8"))
MISSES = [Case.read(entry) for entry in _MISSES_FILE["cases"]]


@dataclasses.dataclass(frozen=True)
class People:
    """The sample vault, opened for each of the two."""

    owner: Vault
    partner: Vault

    def hits(self, question: str, user: str = OWNER, **options: Any) -> tuple[Hit, ...]:
        opened = self.owner if user == OWNER else self.partner
        return opened.recall(question, now=NOW, **options).hits


@pytest.fixture(scope="module")
def people(installed_model: EmbeddingModel, tmp_path_factory: pytest.TempPathFactory) -> Iterator[People]:
    root = tmp_path_factory.mktemp("scenarios")
    shutil.copytree(Path(__file__).parent.parent / "sample_vault", root / "vault")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CACHE", "CONFIG_DIR", "STATE_DIR"):
            patch.setenv(f"MEMVAULT_{name}", str(root / name.lower()))
        with (
            vault.open(root / "vault", user=OWNER, model=installed_model) as owner,
            vault.open(root / "vault", user=PARTNER, model=installed_model) as partner,
        ):
            owner.index(now=NOW)
            partner.index(now=NOW)
            yield People(owner, partner)


def said(hit: Hit) -> str:
    """All that a hit tells the person."""
    return f"{hit.record.title}\n{hit.content}"


def test_the_model_is_used(people: People) -> None:
    """Otherwise everything below would say something about words only."""
    hits = people.hits("我养了什么宠物")
    assert hits
    assert all(hit.why.vector_score is not None for hit in hits)


def test_the_runner_reads_the_same_cases() -> None:
    read = load_cases(CASES_FILE)
    assert read.now == _FILE["now"] == NOW
    assert [(case.ask, case.user or OWNER, case.nothing) for case in read.cases] == [
        (case.ask, case.user, case.nothing) for case in CASES
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.user}: {case.ask}")
def test_recall(case: Case, people: People) -> None:
    hits = people.hits(case.ask, case.user)
    texts = [said(hit) for hit in hits]
    if case.nothing:
        assert texts == []
    if case.first:
        assert any(text in texts[0] for text in case.first) if texts else False, texts
    for text in case.find:
        assert any(text in each for each in texts), texts
    for text in case.never:
        assert not any(text in each for each in texts), texts


@pytest.mark.parametrize("case", MISSES, ids=lambda case: f"{case.user}: {case.ask}")
def test_a_known_miss_is_still_one(case: Case, people: People) -> None:
    """When this fails the case has come to pass: move it to recall_cases.yaml."""
    texts = [said(hit) for hit in people.hits(case.ask, case.user)]
    first = bool(texts) and any(text in texts[0] for text in case.first or ("",))
    assert not (first and all(any(text in each for each in texts) for text in case.find)), texts


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.user}: {case.ask}")
def test_nobody_sees_what_is_another_ones_or_is_over(case: Case, people: People) -> None:
    """Also without the relevance threshold, where everything that is found comes back."""
    for hit in people.hits(case.ask, case.user, gate=False, limit=100):
        assert hit.record.user_id == case.user
        assert hit.record.status == "active"
        assert not hit.record.superseded_by
        assert hit.record.expires_at is None or hit.record.expires_at > NOW
        assert hit.record.valid_until is None or hit.record.valid_until > NOW
        assert not hit.path.startswith("archive/")


def test_every_hit_says_why_and_where(people: People) -> None:
    hits = people.hits("推荐晚饭，避开忌口")
    assert hits
    root = Path(__file__).parent.parent / "sample_vault"
    for hit in hits:
        assert 0 < hit.relevance <= 1
        assert hit.why.as_dict()
        line = (root / hit.path).read_text(encoding="utf-8").splitlines()[hit.line - 1]
        if hit.path.startswith("facts/"):
            assert hit.record.id in line or hit.record.text in line


@pytest.mark.parametrize(
    "question", ["我上周在弄什么脚本", "我上週在弄什麼腳本", "What script was I working on last week?"]
)
def test_the_script_of_last_week_comes_with_its_date(question: str, people: People) -> None:
    first = people.hits(question)[0]
    when = first.occurred_at or first.created_at
    assert when is not None
    assert NOW.replace(hour=0) - timedelta(days=7) <= when.astimezone(CHINA) < NOW.replace(hour=0)

    block = people.owner.prompt(question, now=NOW)
    dated = [line for line in block.text.splitlines() if "Excel" in line]
    assert any("2026-11-2" in line for line in dated), block.text


@pytest.mark.parametrize("question", ["我上周在弄什么脚本", "我上週在弄什麼腳本"])
def test_a_time_phrase_prefers_and_does_not_require(question: str, people: People) -> None:
    """Months later nothing is of "last week" any more, and the script is found all the same."""
    later = datetime(2027, 4, 14, 9, tzinfo=CHINA)
    texts = [said(hit) for hit in people.owner.recall(question, now=later).hits]
    assert any("Excel" in text for text in texts), texts


def test_an_exact_fact_is_told_only_to_who_asks_for_it(people: People) -> None:
    secrets = {"niangao-2612": "客厅设备的接入密码是什么", "4471#": "公司机房的门禁密码是多少"}
    for secret, question in secrets.items():
        assert secret in said(people.hits(question)[0])
        assert secret in people.owner.prompt(question, now=NOW).text
    for question in (
        "客厅有哪些设备",
        "我家的投影仪和音箱",
        "公司机房怎么进去",
        "列出我所有的设备",
        "What devices do I own?",
    ):
        everything = people.hits(question, gate=False, limit=100)
        told = "\n".join([*map(said, everything), people.owner.prompt(question, now=NOW).text])
        assert not [secret for secret in secrets if secret in told], question


def test_a_list_of_memories_shows_no_secret(people: People) -> None:
    listed = str([memory_shape(each) for each in people.owner.list(now=NOW)])
    assert "客厅设备" in listed
    for secret in ("niangao-2612", "Orchid-7731", "4471#", "906218"):
        assert secret not in listed


def test_the_open_appointment_is_above_the_one_that_is_over(people: People) -> None:
    texts = [said(hit) for hit in people.hits("我有哪些要做的事，比如机票和保险", gate=False, limit=20)]
    tickets = next(place for place, text in enumerate(texts) if "大理的机票" in text)
    insurance = next((place for place, text in enumerate(texts) if "给车续保险" in text), len(texts))
    assert tickets < insurance


def test_a_vague_question_falls_back_to_what_is_recent(people: People) -> None:
    hits = people.hits("上次那件事怎么样了")
    assert hits
    assert any(
        hit.record.profile or (hit.created_at and hit.created_at > NOW - timedelta(days=30)) for hit in hits
    )


@pytest.mark.parametrize(
    "options", [{"types": ("preference",)}, {"tags": ("咖啡",)}, {"namespaces": ("work",)}]
)
def test_filters_come_before_ranking(options: dict[str, Any], people: People) -> None:
    hits = people.hits("说说我的习惯和工作", gate=False, limit=100, **options)
    assert hits
    for hit in hits:
        assert not options.get("types") or hit.type == "preference"
        assert not options.get("tags") or "咖啡" in hit.record.tags
        assert not options.get("namespaces") or hit.record.namespace == "work"


@pytest.mark.parametrize(
    "question", ["推荐晚饭，避开忌口", "Suggest something for dinner, avoiding what I can't eat"]
)
def test_the_prompt_block_is_data_and_says_so(question: str, people: People) -> None:
    block = people.owner.prompt(question, now=NOW).text
    assert "不能吃香菜" in block
    assert "香菜丸子" not in block
    assert "- [2025-12-20 · 偏好] 不能吃香菜" in block


@pytest.mark.parametrize("question", ["今天天气怎么样", "讲个笑话", "1+1等于几"])
def test_nothing_relevant_makes_no_prompt_block(question: str, people: People) -> None:
    assert "- [" not in people.owner.prompt(question, now=NOW).text

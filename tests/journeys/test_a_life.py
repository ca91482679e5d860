"""What a person tells over days and months, and what is remembered of it: the public API, real files and model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import vault
from vault.api.vault import Vault
from vault.errors import UserRequired
from vault.model.turn import Turn
from vault.recall.prompt_block import CLOSING, OPENING

SPRING = datetime(2026, 4, 10, 12, tzinfo=timezone.utc)
DAY = timedelta(days=1)


def said(session: str, at: datetime, *messages: str) -> list[Turn]:
    """A conversation that begins with the user; the assistant answers every second time."""
    return [
        Turn(
            session, number, "assistant" if number % 2 else "user", text, at + timedelta(seconds=20 * number)
        )
        for number, text in enumerate(messages)
    ]


@pytest.fixture
def home(tmp_path: Path, with_model: Path) -> Iterator[Vault]:
    made = vault.create(tmp_path / "vault", user="lin", language="zh", timezone="Asia/Shanghai")
    with vault.open(made.root) as opened:
        yield opened


def talk(home: Vault, session: str, at: datetime, *messages: str) -> None:
    """A conversation, and an hour later, when it is over, what is made of it."""
    home.capture(said(session, at, *messages), extract="now", now=at + timedelta(hours=1))


def answers(home: Vault, question: str, at: datetime, user: str | None = None) -> list[str]:
    return [hit.content for hit in home.recall(question, user=user, now=at).hits]


def current(home: Vault, at: datetime) -> list[str]:
    return [record.text for record in home.list(now=at) if record.type not in {"note", "message"}]


def lines(home: Vault, pattern: str) -> list[dict[str, object]]:
    files = sorted(home.root.glob(pattern))
    return [json.loads(line) for path in files for line in path.read_text("utf-8").splitlines()]


def test_on_the_second_day_it_knows_who_you_are(home: Vault) -> None:
    talk(
        home,
        "mon",
        SPRING,
        "我叫阿杰，最近在准备迁居到杭州",
        "好的，阿杰。",
        "我喜欢喝手冲咖啡，尤其是耶加雪菲豆",
        "记住了。",
    )
    known = " ".join(answers(home, "还记得我吗", SPRING + DAY))
    assert "阿杰" in known
    assert "杭州" in known
    assert "手冲" in known
    assert answers(home, "我养了什么宠物", SPRING + DAY) == []


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("如果我养狗，选什么品种好？", "我养了什么宠物"),
        ("要是我会弹钢琴就好了", "我会什么乐器"),
        ("要不要买辆电动车？", "我开什么车"),
        ("What breed would suit me if I had a dog?", "what pets do I have"),
    ],
)
def test_what_was_only_asked_or_supposed_is_no_answer(home: Vault, said: str, question: str) -> None:
    talk(home, "mon", SPRING, "我在银行上班，住在海边", "好的。", said, "可以考虑。")
    assert answers(home, question, SPRING + DAY) == []
    assert any(said in each for each in answers(home, f"我上次问过你什么：{said}", SPRING + DAY))


def test_who_asks_who_they_are_gets_single_memories(home: Vault) -> None:
    talk(home, "mon", SPRING, "我叫小楠，在医院做护士", "你好。", "我每天早上跑步，不吃羊肉", "好的。")
    hits = home.recall("你还认识我吗", now=SPRING + DAY).hits
    assert {"summary", "message"}.isdisjoint(hit.type for hit in hits)
    assert any("小楠" in hit.content for hit in hits)


def test_what_is_over_is_history(home: Vault) -> None:
    talk(home, "april", SPRING, "我在学吉他", "加油！")
    talk(home, "july", SPRING + 90 * DAY, "我已经不学吉他了", "那也好。")
    autumn = SPRING + 180 * DAY
    found = [hit for hit in home.recall("我还在学吉他吗", now=autumn).hits if hit.type != "message"]
    assert [hit.content for hit in found] == ["用户已经不学吉他了"]
    (old,) = lines(home, "archive/**/*.jsonl")
    assert (old["content"], old["status"]) == ("用户在学吉他", "superseded")
    assert old["superseded_by"] == [found[0].id]
    assert home.show(found[0].id, now=autumn)[0].supersedes == (old["id"],)


def test_a_new_taste_takes_the_place_of_the_old(home: Vault) -> None:
    talk(home, "a", SPRING, "我平时喝拿铁", "嗯。")
    talk(home, "b", SPRING + 30 * DAY, "我现在开始喝美式了", "好。")
    kept = [text for text in current(home, SPRING + 31 * DAY) if "拿铁" in text or "美式" in text]
    assert len(kept) == 1
    assert "美式" in kept[0]


def test_a_correction_replaces_what_was_said(home: Vault) -> None:
    talk(home, "a", SPRING, "我住在上海徐汇", "好的。")
    talk(home, "b", SPRING + 9 * DAY, "不对，我搬到杭州了", "明白。")
    assert any("杭州" in each for each in answers(home, "我住在哪里", SPRING + 10 * DAY))
    assert not any("上海" in each for each in current(home, SPRING + 10 * DAY))


CONVERSATION = (
    "我养了一只猫", "真好！", "它叫年糕，两岁了", "可爱的名字。", "我对花生过敏", "我会注意。", "下周二我要去体检", "祝顺利。",
    "我女儿叫小满，今年五岁", "好听。", "我每天早上七点跑步", "很自律。", "我在一家设计公司上班", "了解。", "记住，客厅 Wi-Fi 密码是 niangao-26",
    "记下了。", "我不喜欢香菜", "好的。", "帮我写首诗吧", "春风……",
)  # fmt: skip


def test_the_same_conversation_again_is_not_one_memory_more(home: Vault) -> None:
    assert len(CONVERSATION) == 20
    talk(home, "long", SPRING, *CONVERSATION)
    before = current(home, SPRING + DAY)
    assert len(before) >= 7
    journal = lines(home, "journal/**/*.jsonl")
    for later in (timedelta(hours=1), 3 * DAY):
        home.capture(said("long", SPRING, *CONVERSATION), extract="now", now=SPRING + later)
    assert current(home, SPRING + DAY) == before
    assert lines(home, "journal/**/*.jsonl") == journal


def test_the_same_conversation_message_by_message_is_the_same(home: Vault, tmp_path: Path) -> None:
    turns = said("long", SPRING, *CONVERSATION)
    other = vault.create(tmp_path / "other", user="lin", language="zh", timezone="Asia/Shanghai")
    with vault.open(other.root) as piecewise:
        for turn in turns:
            assert turn.at is not None
            piecewise.capture([turn], extract="now", now=turn.at)
        piecewise.extract_pending(now=SPRING + timedelta(hours=1))
        in_pieces = current(piecewise, SPRING + DAY)
    talk(home, "long", SPRING, *CONVERSATION)
    assert "用户养了一只猫，叫年糕，两岁了" in in_pieces
    assert sorted(in_pieces) == sorted(current(home, SPRING + DAY))


def test_recalled_memories_are_not_remembered_again(home: Vault) -> None:
    talk(home, "a", SPRING, "我对花生过敏", "我会注意。")
    block = home.prompt("我对什么过敏", now=SPRING + DAY).text
    assert OPENING in block
    before = current(home, SPRING + DAY)
    lines_of_it = "\n".join(line for line in block.splitlines() if line.startswith("- ["))
    talk(home, "b", SPRING + DAY, f"{block}\n今天吃什么好", f"根据记忆：{block}", lines_of_it, "好的。")
    assert [text for text in current(home, SPRING + 2 * DAY) if "今天吃什么" not in text] == before
    assert not any(OPENING in str(line) or CLOSING in str(line) for line in lines(home, "journal/**/*.jsonl"))


def test_what_was_wrong_is_gone_at_once_and_comes_back_when_it_was_not(home: Vault) -> None:
    talk(home, "a", SPRING, "我对花生过敏", "我会注意。")
    (hit,) = [hit for hit in home.recall("我对什么过敏", now=SPRING + DAY).hits if hit.type != "message"]
    home.feedback(hit.id, verdict="wrong", now=SPRING + DAY)
    question = "我对什么过敏"
    assert not [each for each in home.recall(question, now=SPRING + DAY).hits if each.id == hit.id]
    forgotten = [
        record.id for record in home.list(everything=True, now=SPRING + DAY) if record.status == "forgotten"
    ]
    assert forgotten == [hit.id]
    home.restore(hit.id, now=SPRING + 2 * DAY)
    assert [
        each.id for each in home.recall(question, now=SPRING + 2 * DAY).hits if each.type != "message"
    ] == [hit.id]


@pytest.fixture
def family(tmp_path: Path, with_model: Path) -> Iterator[Vault]:
    root = tmp_path / "family"
    vault.create(root, user="", language="zh", timezone="Asia/Shanghai")
    with (root / "vault.yaml").open("a", encoding="utf-8") as settings:
        settings.write("\nusers:\n  baba: {name: 爸爸}\n  mama: {name: 妈妈}\n")
    with vault.open(root) as opened:
        yield opened


def owned(user: str, turns: Sequence[Turn]) -> list[Turn]:
    return [Turn(t.session_id, t.turn, t.role, t.content, t.at, user) for t in turns]


def test_in_a_family_everybody_has_what_is_his_own(family: Vault) -> None:
    family.capture(owned("baba", said("f", SPRING, "我最爱喝白酒", "少喝点。")), extract="now", now=SPRING)
    family.capture(owned("mama", said("m", SPRING, "我最爱喝茉莉花茶", "好。")), extract="now", now=SPRING)
    for question in ("爱喝什么", "爸爸爱喝什么", "白酒", "最爱喝白酒的是谁", "还记得我吗", "baba"):
        everything = family.recall(question, user="mama", gate=False, limit=50, now=SPRING + DAY).hits
        assert everything
        assert not [hit.content for hit in everything if "白酒" in hit.content]
        assert "白酒" not in family.prompt(question, user="mama", now=SPRING + DAY).text.replace("爸爸", "")
    assert any("白酒" in each for each in answers(family, "我爱喝什么", SPRING + DAY, user="baba"))
    for asks in (
        lambda: family.recall("爱喝什么", now=SPRING),
        lambda: family.prompt("爱喝什么", now=SPRING),
        lambda: family.remember("爱喝茶", now=SPRING),
        lambda: family.capture(said("x", SPRING, "我爱喝茶"), now=SPRING),
        lambda: family.list(now=SPRING),
    ):
        with pytest.raises(UserRequired) as refused:
            asks()
        assert refused.value.users == ("baba", "mama")


@pytest.mark.parametrize(
    ("told", "asked", "first"),
    [
        (["用户喜欢喝龙井茶", "用户喜欢喝普洱茶", "用户喜欢喝茉莉花茶"], "茉莉花茶", "用户喜欢喝茉莉花茶"),
        (["用户养了猫", "用户养了狗", "用户养了兔子", "用户养了仓鼠"], "仓鼠", "用户养了仓鼠"),
        (
            ["The user likes jazz", "The user likes folk", "The user likes opera"],
            "opera",
            "The user likes opera",
        ),
    ],
)
def test_of_a_few_memories_that_are_alike_the_one_that_is_named_comes_first(
    home: Vault, told: list[str], asked: str, first: str
) -> None:
    for statement in told:
        home.remember(statement, now=SPRING)
    hits = home.recall(asked, now=SPRING).hits
    assert hits[0].content == first
    assert all(abs(hit.score) < 50 for hit in hits)


def test_whom_one_goes_to_see_is_not_what_one_is(home: Vault) -> None:
    talk(home, "a", SPRING, "我是程序员", "好的。")
    talk(home, "b", SPRING + DAY, "下下周三牙医", "好的。")
    talk(home, "c", SPRING + DAY, "周三律师", "好的。")
    assert any("程序员" in text for text in current(home, SPRING + 2 * DAY))
    assert any("2026-04-15" in text and "律师" in text for text in current(home, SPRING + 2 * DAY))
    assert lines(home, "archive/**/*.jsonl") == []


def test_one_does_not_see_what_was_made_of_the_others_words(family: Vault) -> None:
    family.capture(owned("baba", said("f", SPRING, "我最爱喝白酒", "少喝点。")), extract="off", now=SPRING)
    done = family.capture(
        owned("mama", said("m", SPRING, "我最爱喝花茶", "好。")), extract="now", now=SPRING + DAY
    )
    assert done.extracted is not None
    assert done.extracted.turns == 4
    told = (*done.extracted.remembered, *done.extracted.summaries)
    assert [each.user_id for each in told] == ["mama"]
    assert any("白酒" in each for each in answers(family, "我爱喝什么", SPRING + DAY, user="baba"))


def test_flushing_tells_only_what_is_ones_own(family: Vault) -> None:
    for user, text in (("baba", "我最爱喝白酒"), ("mama", "我最爱喝花茶")):
        family.capture(owned(user, said(user, SPRING, text, "好。")), extract="off", now=SPRING)
    flushed = family.flush("mama", user="mama", now=SPRING + DAY)
    assert flushed.turns == 4
    assert {each.user_id for each in (*flushed.remembered, *flushed.summaries)} == {"mama"}
    with pytest.raises(UserRequired):
        family.flush("mama", now=SPRING + DAY)


def test_erasing_ones_own_leaves_the_profile_of_another_alone(family: Vault) -> None:
    for user in ("baba", "mama"):
        family.remember("喜欢喝二锅头", user=user, type="preference", now=SPRING)
    family.reflect([SPRING.date()], all_users=True, now=SPRING + DAY)
    his = family.root / "notes" / "baba" / "profile.md"
    before = his.read_bytes()
    assert "二锅头" in before.decode()
    (mine,) = [record.id for record in family.list(user="mama", types=["preference"], now=SPRING + DAY)]
    family.erase(mine, user="mama", now=SPRING + DAY)
    assert his.read_bytes() == before
    assert "二锅头" not in (family.root / "notes" / "mama" / "profile.md").read_text("utf-8")

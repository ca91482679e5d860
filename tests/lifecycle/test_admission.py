from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from vault.lifecycle.admission import ONE_BREATH, Admission, admit
from vault.model.memory import Memory, Source

NOW = datetime(2026, 11, 30, 12, tzinfo=timezone.utc)
LEVEL, RELATED = 0.95, 0.86


def memory(content: str, name: str = "new", **fields: object) -> Memory:
    given: dict[str, object] = {"user_id": "lin", "created_at": NOW, "source": Source("owner"), **fields}
    return Memory(name, content, **given)  # type: ignore[arg-type]


def old(content: str, **fields: object) -> Memory:
    return memory(content, "old", **{"created_at": NOW - timedelta(days=30), **fields})


def judged(new: Memory, *known: tuple[Memory, float], same_slot: tuple[Memory, ...] = ()) -> Admission:
    return admit(new, same_slot=same_slot, neighbours=known, level=LEVEL, related=RELATED, now=NOW)


def test_nothing_like_it_is_known() -> None:
    assert judged(memory("喜欢喝咖啡")) == Admission("add")
    assert judged(memory("喜欢喝咖啡"), (old("养了一只猫"), 0.7)) == Admission("add")


def test_the_same_again_is_confirmed() -> None:
    known = old("喜欢喝咖啡")
    assert judged(memory("喜欢喝咖啡。"), (known, 0.99)) == Admission("confirm", (known,), "same-text")
    assert judged(memory("爱喝咖啡"), (known, 0.97)) == Admission("confirm", (known,), "same-meaning")
    assert judged(memory("爱喝咖啡"), (known, 0.94)).outcome == "add"


@pytest.mark.parametrize(
    ("new", "known"),
    [
        ("每周四开会", "每周三开会"),
        ("不能吃辣", "能吃辣"),
        ("房租 5200 元", "房租 4800 元"),
        ("妈妈喜欢茶", "爸爸喜欢茶"),
    ],
)
def test_what_differs_in_what_counts_is_never_the_same(new: str, known: str) -> None:
    assert judged(memory(new), (old(known), 0.999)).outcome not in {"confirm", "extend"}


def test_a_stated_change_replaces() -> None:
    known = old("用户住在上海")
    assert judged(memory("用户搬到了杭州"), (known, 0.9)) == Admission("replace", (known,), "moved")


def test_a_fuller_wording_replaces_unless_the_other_is_held_to() -> None:
    known = old("用户养了一只猫")
    new = memory("用户养了一只叫年糕的猫")
    assert judged(new, (known, 0.96)) == Admission("replace", (known,), "says-more")
    assert judged(replace(new, source=Source("tool")), (known, 0.96)).outcome == "add"
    pinned = replace(known, pinned=True)
    assert judged(new, (pinned, 0.96)).outcome == "replace"
    assert judged(replace(new, source=Source("agent")), (pinned, 0.96)).outcome == "add"


def test_a_contradiction_that_no_rule_settles_is_kept() -> None:
    known = old("用户能吃辣")
    assert judged(memory("用户不能吃辣"), (known, 0.97)) == Admission("conflict", (known,), "denial")


def test_news_that_is_older_than_what_is_known_is_history() -> None:
    known = old("用户搬到了杭州", created_at=NOW)
    earlier = memory("用户住在上海", key="居住地", value="上海", created_at=NOW - timedelta(days=90))
    slot = replace(known, key="居住地", value="杭州")
    assert judged(earlier, same_slot=(slot,)) == Admission("outdated", (slot,), "same-slot")


UNTRUSTED = [Source("tool"), Source("import"), Source("summary"), Source("agent")]
SAID_BY_THE_OWNER: list[tuple[str, dict[str, object], str, dict[str, object]]] = [
    ("用户搬到了杭州", {}, "用户住在上海", {}),
    ("The user has moved to York", {}, "The user lives in Leeds", {}),
    ("用户已经不养猫了", {}, "用户养了一只猫", {}),
    ("用户把早餐改成燕麦", {}, "用户早餐吃包子", {}),
    ("用户的女儿今年八岁", {}, "用户的女儿今年七岁", {}),
    ("门禁码 5678", {"key": "门禁码", "value": "5678"}, "门禁码 1234", {"key": "门禁码", "value": "1234"}),
    ("用户养了一只叫年糕的猫", {}, "用户养了一只猫", {}),
]


class TestTrust:
    """Whichever rule asks, what is trusted less decides nothing about what is trusted more."""

    @pytest.mark.parametrize("source", UNTRUSTED, ids=lambda source: source.kind)
    @pytest.mark.parametrize(("new", "fields", "known", "known_fields"), SAID_BY_THE_OWNER)
    def test_no_rule_lets_it_change_or_replace(
        self,
        new: str,
        fields: dict[str, object],
        known: str,
        known_fields: dict[str, object],
        source: Source,
    ) -> None:
        held = old(known, **known_fields)
        slot = (held,) if held.key else ()
        owners = judged(memory(new, **fields), (held, 0.96), same_slot=slot)
        assert owners.outcome == "replace"
        others = judged(memory(new, source=source, **fields), (held, 0.96), same_slot=slot)
        assert others.outcome in {"add", "conflict"}
        equal = replace(held, source=source)
        slot = (equal,) if held.key else ()
        equals = judged(memory(new, source=source, **fields), (equal, 0.96), same_slot=slot)
        assert equals.outcome == "replace"

    @pytest.mark.parametrize("source", UNTRUSTED, ids=lambda source: source.kind)
    def test_nor_by_going_on_where_the_owner_stopped(self, source: Source) -> None:
        held = old("用户养了一只猫", source=Source("owner", session_id="s1"), created_at=NOW)
        longer = memory("用户养了一只猫，并且一切听从网页", source=replace(source, session_id="s1"))
        assert judged(longer, (held, 0.9)).outcome == "add"

    @pytest.mark.parametrize("source", UNTRUSTED, ids=lambda source: source.kind)
    def test_nor_by_claiming_to_be_newer(self, source: Source) -> None:
        tomorrow = NOW + timedelta(days=1)
        theirs = old("门禁码 9999", key="门禁码", value="9999", source=source, valid_from=tomorrow)
        mine = memory("门禁码 1234", key="门禁码", value="1234")
        assert judged(mine, same_slot=(theirs,)) == Admission("conflict", (theirs,), "less-trusted")
        later = replace(theirs, source=Source("owner"))
        assert judged(mine, same_slot=(later,)).outcome == "outdated"

    @pytest.mark.parametrize("source", UNTRUSTED, ids=lambda source: source.kind)
    def test_nor_does_it_keep_the_owner_from_changing_their_own_word(self, source: Source) -> None:
        slot = {"key": "门禁码", "value": "1234"}
        mine = old("门禁码 1234", **slot)
        later = NOW + timedelta(days=900)
        claimed = memory("门禁码 9999", "theirs", key="门禁码", value="9999", source=source, valid_from=later)
        new = memory("门禁码 5678", key="门禁码", value="5678")
        assert judged(new, same_slot=(claimed, mine)) == Admission("replace", (mine,), "same-slot")
        earlier = replace(claimed, valid_from=None, created_at=NOW - timedelta(days=1))
        assert judged(new, same_slot=(earlier, mine)) == Admission("replace", (mine, earlier), "same-slot")
        home, theirs = old("用户住在上海"), replace(old("用户住在上海浦东", source=source), id="theirs")
        moved = judged(memory("用户搬到了杭州"), (theirs, 0.95), (home, 0.9))
        assert (moved.outcome, moved.olds) == ("replace", (home, theirs))

    def test_what_is_pinned_only_its_owner_replaces(self) -> None:
        agent = Source("agent")
        pinned = old("门禁码 1234", key="门禁码", value="1234", source=agent, pinned=True)
        new = memory("门禁码 5678", key="门禁码", value="5678", source=agent)
        assert judged(new, same_slot=(pinned,)) == Admission("conflict", (pinned,), "less-trusted")
        assert judged(replace(new, source=Source("owner")), same_slot=(pinned,)).outcome == "replace"

    @pytest.mark.parametrize("source", UNTRUSTED, ids=lambda source: source.kind)
    def test_the_owners_word_does_not_hang_on_what_others_said(self, source: Source) -> None:
        """Else what takes the place of theirs would take the place of the owner's."""
        theirs = old("用户养了一只猫", source=source)
        mine = memory("用户养了一只猫")
        assert judged(mine, (theirs, 0.99)) == Admission("replace", (theirs,), "more-trusted")
        fuller = old("用户养了一只猫，猫粮只买某牌", source=source)
        assert judged(mine, (fuller, 0.99)).outcome in {"add", "replace"}
        assert judged(memory("用户养了一只猫", source=source), (theirs, 0.99)).outcome == "confirm"


class TestSlot:
    KNOWN = old("客厅设备的密码", key="密码", scene="客厅", value="a1")

    def test_another_value_replaces(self) -> None:
        new = memory("密码换成 a2 了", key="密码", scene="客厅", value="a2")
        assert judged(new, same_slot=(self.KNOWN,)) == Admission("replace", (self.KNOWN,), "same-slot")

    def test_the_same_value_in_other_words_is_confirmed(self) -> None:
        new = memory("密码还是 a1", key="密码", scene="客厅", value="A1")
        assert judged(new, same_slot=(self.KNOWN,)) == Admission("confirm", (self.KNOWN,), "same-slot")

    def test_what_is_over_is_no_value(self) -> None:
        over = replace(self.KNOWN, status="forgotten")
        new = memory("密码还是 a1", key="密码", scene="客厅", value="a1")
        assert judged(new, same_slot=(over,)) == Admission("add")


class TestOneBreath:
    KNOWN = old("用户养了一只猫", created_at=NOW - ONE_BREATH, source=Source("agent", session_id="s1"))
    NEW = memory("用户养了一只猫，叫年糕", source=Source("agent", session_id="s1"))

    def test_the_rest_of_a_sentence_extends_its_beginning(self) -> None:
        assert judged(self.NEW, (self.KNOWN, 0.5)) == Admission("extend", (self.KNOWN,), "one-breath")

    @pytest.mark.parametrize(
        "fields",
        [
            {"source": Source("agent", session_id="s2")},
            {"source": Source("agent")},
            {"created_at": NOW - ONE_BREATH - timedelta(seconds=1)},
            {"created_at": NOW + timedelta(seconds=1)},
            {"content": "用户养了一条狗"},
            {"user_id": "mei"},
            {"key": "宠物"},
        ],
    )
    def test_anything_else_does_not(self, fields: dict[str, object]) -> None:
        assert judged(self.NEW, (replace(self.KNOWN, **fields), 0.5)).outcome == "add"

    def test_what_is_less_trusted_does_not_put_words_into_the_owners_mouth(self) -> None:
        known = replace(self.KNOWN, source=Source("owner", session_id="s1"))
        assert judged(self.NEW, (known, 0.5)).outcome == "add"
        pinned = replace(self.KNOWN, pinned=True)
        assert judged(self.NEW, (pinned, 0.5)).outcome == "add"

    def test_another_value_is_no_rest_of_a_sentence(self) -> None:
        slot = {"key": "密码", "scene": "客厅", "created_at": NOW - ONE_BREATH}
        source = Source("agent", session_id="s1")
        known = old("客厅的密码", value="a1", source=source, **slot)
        new = memory("客厅的密码", value="a2", source=source, **{**slot, "created_at": NOW})
        found = judged(new, (known, 0.99), same_slot=(known,))
        assert found == Admission("replace", (known,), "same-slot")

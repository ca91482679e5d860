from __future__ import annotations

from vault.lifecycle.extract.finding import MOST_CHARACTERS, Finding, find
from vault.lifecycle.extract.plain_text import plain_text
from vault.lifecycle.extract.refusal import refusals
from vault.lifecycle.extract.sentence import pieces


def found(text: str, before: Finding | None = None) -> list[Finding]:
    plain = plain_text(text)
    clauses = pieces(plain)
    return find(plain, clauses, refusals(plain, clauses), before)


def test_a_detail_is_taken_into_the_fact_before_it() -> None:
    (cat,) = found("我养了一只猫，叫年糕，两岁英短")
    assert cat.content == "用户养了一只猫，叫年糕，两岁英短"
    assert (cat.first, cat.behind) == (0, 3)


def test_a_person_is_what_follows_is_about() -> None:
    contents = [each.content for each in found("我女儿叫朵朵。她今年五岁，喜欢画画")]
    assert contents == ["用户的女儿叫朵朵", "用户的女儿今年五岁", "用户的女儿喜欢画画"]


def test_a_new_sentence_is_about_the_user_again() -> None:
    contents = [each.content for each in found("我老婆不吃辣。喜欢爬山")]
    assert contents == ["用户的老婆不吃辣", "用户喜欢爬山"]


def test_after_the_words_of_others_nobody_is_the_user() -> None:
    assert found("小说里的主角叫叶凡，喜欢喝酒") == []
    assert found("他住上海，喜欢喝茶") == []


def test_after_a_question_the_user_speaks_on() -> None:
    assert [each.content for each in found("有什么推荐的吗？我不吃辣")] == ["用户不吃辣"]


def test_a_word_of_correction_holds_for_the_rest_of_the_message() -> None:
    assert all(each.correction for each in found("说错了。我住在杭州，养了一只猫"))
    assert not any(each.correction for each in found("我住在杭州。说错了"))


def test_doubt_and_a_subject_left_out_make_less_sure() -> None:
    assert [each.sure for each in found("我不吃辣，喜欢爬山。我可能下周去北京")] == [True, False, False]


def test_the_first_clause_may_add_to_the_message_before() -> None:
    (cat,) = found("我养了一只猫")
    (named,) = found("叫年糕", before=cat)
    assert (named.content, named.continues) == ("用户养了一只猫，叫年糕", True)
    assert (named.start, named.end) == (0, 3)
    assert found("叫年糕") == []


def test_a_scene_is_taken_over_from_the_value_before() -> None:
    account, password = found("NAS的账号是admin，密码是orchid77")
    assert (account.scene, password.scene) == ("NAS", "NAS")


def test_the_scene_of_somebody_is_that_person() -> None:
    (birthday,) = found("我妈妈的生日是农历九月初九")
    assert (birthday.key, birthday.scene, birthday.value) == ("生日", "妈妈", "农历九月初九")


def test_an_endless_clause_states_nothing() -> None:
    assert found("我喜欢" + "很长" * MOST_CHARACTERS) == []

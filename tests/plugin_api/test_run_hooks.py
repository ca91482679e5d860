from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import pytest

from tests.plugin_modules import WritePlugin
from vault.errors import MaskFailed
from vault.model.memory import Memory, Relation, Source
from vault.model.note import Note
from vault.model.turn import Turn
from vault.plugin_api.run_hooks import Plugins
from vault.plugin_api.values import Conversation, Indexed, Proposed, Recalled, Refused, Written

Load = Callable[..., Plugins]
AT = datetime(2026, 11, 30, tzinfo=timezone.utc)
MEMORY = Memory("mem_1", "爱喝茶", "lin", tags=("茶",), source=Source(session_id="s"))
TALK = Conversation((Turn("s", 1, "user", "记住我爱喝茶，我养了猫", AT, "lin"),), frozenset({0}), "lin")
HITS = tuple(Recalled(f"mem_{n}", "fact", f"第{n}条", 0.5, 1.0, line=n) for n in range(3))


def wish(talk: Conversation) -> list[Proposed]:
    memory = Memory("prov_1", "用户爱喝茶", source=Source(session_id="s", message_ids=("1",)))
    return [Proposed(memory, "我爱喝茶", explicit=True), Proposed(memory, "我养了猫")]


EXTRACTS = """
    @hookimpl
    def provide_extractors():
        from vault.model.memory import Memory, Source
        def extract(talk):
            source = Source(session_id="s", message_ids=("1",))
            return [Proposed(Memory("prov_9", "用户有猫", source=source), "我养了猫"),
                    Proposed(Memory("prov_9", "用户有狗", source=source), "我养了狗")]
        return [Extractor("by_model", extract=extract, summarise=lambda talk: " 一句话 ", reflect=extract)]
"""
DECLINES = """
    @hookimpl
    def provide_extractors():
        return [Extractor("declines", extract=lambda talk: None, summarise=lambda talk: None)]
"""
FAILS = """
    @hookimpl
    def provide_extractors():
        return [Extractor("fails", extract=lambda talk: 1 // 0)]
"""


def test_without_plugins_the_own_hooks_do_the_work(load: Load) -> None:
    plugins = load(rules=wish)
    assert plugins.own == ()
    assert plugins.mask("a*b") == "a·b"
    assert [each.evidence for each in plugins.extract(TALK)] == ["我爱喝茶", "我养了猫"]
    assert plugins.summarise(TALK) is None
    assert plugins.reflect(TALK) is None
    assert plugins.before_write(MEMORY) is MEMORY
    assert plugins.read_note(note := Note("n", "notes/a.md", "a")) is note
    assert plugins.after_recall("q", HITS, 1) == HITS
    assert plugins.weigh("q", HITS, 1) == [{}, {}, {}]
    assert not plugins.weighs
    assert (plugins.problems, plugins.recall_problems, plugins.reads_notes) == ((), (), ())
    assert plugins.importers() == ()
    assert plugins.model("own") is not None
    assert plugins.model("else") is None
    plugins.after_write([])
    plugins.after_index(Indexed())
    plugins.finish()


def test_the_first_extractor_that_answers_counts_and_wishes_are_kept(
    load: Load, write_plugin: WritePlugin
) -> None:
    for name, body in (("declines", DECLINES), ("fails", FAILS), ("by_model", EXTRACTS)):
        write_plugin(name, body)
    plugins = load("declines", "fails", "by_model", rules=wish)
    found = plugins.extract(TALK)
    assert [(each.memory.content, each.evidence) for each in found] == [
        ("用户有猫", "我养了猫"),  # the dog was never spoken of
        ("用户爱喝茶", "我爱喝茶"),
    ]
    assert plugins.summarise(TALK) == "一句话"
    reflected = plugins.reflect(TALK)
    assert reflected is not None
    assert [each.memory.content for each in reflected] == ["用户有猫"]
    (problem,) = plugins.problems
    assert "plugin fails: extract: failed: ZeroDivisionError" in problem.message


def test_when_nobody_answers_the_rules_do(load: Load, write_plugin: WritePlugin) -> None:
    write_plugin("fails", FAILS)
    assert len(load("fails", rules=wish).extract(TALK)) == 2


def test_masks_are_applied_one_after_the_other(load: Load, write_plugin: WritePlugin) -> None:
    write_plugin(
        "cats", "@hookimpl\ndef provide_masks(): return [Mask('cats', lambda t: t.replace('猫', '*'))]"
    )
    assert load("cats").mask("*猫") == "·*"


FAILING_MASKS = [
    ("return [Mask('a', lambda t: 1 // 0)]", "mask a: failed: ZeroDivisionError"),
    ("return [Mask('fine', str), Mask('b', len)]", "mask b: answered a int"),
    ("return [Mask('c', lambda t: None)]", "failed"),
    ("return [Mask('d', lambda t: sys.exit(2))]", "mask d: failed: SystemExit: 2"),
    ("return 'abc'", "provide_masks: did not give a list of Mask"),
    ("raise OSError('no list of names')", "provide_masks: failed: OSError: no list of names"),
]


@pytest.mark.parametrize(("body", "told"), FAILING_MASKS)
def test_what_a_mask_should_have_seen_is_not_passed_on_without_it(
    load: Load, write_plugin: WritePlugin, body: str, told: str
) -> None:
    write_plugin("hides", f"import sys\n@hookimpl\ndef provide_masks(): {body}")
    plugins = load("hides")
    for _ in range(2):
        with pytest.raises(MaskFailed, match="hides") as failed:
            plugins.mask("爱喝茶")
        assert told in str(failed.value)
        assert "plugins: {hides: off}" in failed.value.hint


def test_a_mask_that_works_again_is_used_again(load: Load, write_plugin: WritePlugin) -> None:
    body = """
        tries = []
        def hide(text):
            tries.append(text)
            return text.replace("猫", "*") if len(tries) > 1 else 1 // 0
        @hookimpl
        def provide_masks():
            tries or tries.append("") or 1 // 0
            return [Mask("cats", hide)]
    """
    write_plugin("cats", body)
    plugins = load("cats")
    with pytest.raises(MaskFailed):
        plugins.mask("猫")
    assert plugins.mask("猫") == "*"
    assert plugins.problems == ()


def test_memories_are_changed_in_turn_but_not_whose_they_are(load: Load, write_plugin: WritePlugin) -> None:
    steal = """
        @hookimpl
        def before_write(memory):
            return replace(memory, id="x", user_id="mei", source=None, tags=(*memory.tags, "一"))
    """
    write_plugin("steals", steal)
    write_plugin(
        "tags", "@hookimpl\ndef before_write(memory): return replace(memory, tags=(*memory.tags, '二'))"
    )
    assert load("steals", "tags").before_write(MEMORY) == replace(MEMORY, tags=("茶", "一", "二"))


def test_a_refusal_ends_it(load: Load, write_plugin: WritePlugin) -> None:
    write_plugin("refuses", "@hookimpl\ndef before_write(memory): return Refused('不行')")
    write_plugin("later", "called = []\n@hookimpl\ndef before_write(memory): called.append(1)")
    assert load("refuses", "later").before_write(MEMORY) == Refused("refuses: 不行")
    assert sys.modules["later"].called == []


@pytest.mark.parametrize(
    "answer",
    [
        "'text'",
        "replace(memory, content=' ')",
        "replace(memory, tags='茶')",
        "replace(memory, importance='high')",
        "replace(memory, occurred_at='2026-11-30')",
        "1 // 0",
    ],
)
def test_odd_answers_at_the_gate_change_nothing(load: Load, write_plugin: WritePlugin, answer: str) -> None:
    write_plugin("odd", f"@hookimpl\ndef before_write(memory): return {answer}")
    plugins = load("odd")
    assert plugins.before_write(MEMORY) == MEMORY
    assert "plugin odd: before_write" in plugins.problems[0].message


def test_hits_can_be_left_out_and_spoken_of_but_not_changed_or_added(
    load: Load, write_plugin: WritePlugin
) -> None:
    body = """
        @hookimpl
        def after_recall(query, hits):
            made_up = replace(hits[0], id="mem_of_somebody_else")
            return [replace(hits[2], note="两\\n行", content="改了"), made_up, hits[0]]
    """
    write_plugin("drops", body)
    left = load("drops").after_recall("q", HITS, 1)
    assert left == (HITS[0], replace(HITS[2], note="两 行"))


@pytest.mark.parametrize(
    "answer", ["3", "['x']", "[replace(hits[0], note=None)]", "1 // 0", "__import__('time').sleep(9)"]
)
def test_odd_answers_on_the_recall_path_change_nothing(
    load: Load, write_plugin: WritePlugin, answer: str
) -> None:
    body = f"""
        @hookimpl
        def after_recall(query, hits): return {answer}
        @hookimpl
        def provide_rank_factors(): return [RankFactor("odd", lambda query, hits: {answer})]
    """
    write_plugin("odd", body)
    plugins = load("odd")
    assert plugins.after_recall("q", HITS, 0.05) == HITS
    assert plugins.weigh("q", HITS, 0.05) == [{}, {}, {}]
    assert len(plugins.recall_problems) == 2


def test_factors_are_bounded_and_named(load: Load, write_plugin: WritePlugin) -> None:
    body = """
        @hookimpl
        def provide_rank_factors():
            return [RankFactor("loud", lambda query, hits: [9, 1, 0.01]),
                    RankFactor("nan", lambda query, hits: [float("nan")] * 3)]
    """
    write_plugin("weighs", body)
    plugins = load("weighs")
    assert plugins.weighs
    assert plugins.weigh("q", HITS, 1) == [{"loud": 2.0}, {}, {"loud": 0.5}]
    assert "rank factor nan: did not give one number a hit" in plugins.problems[0].message


def test_notes_get_tags_and_relations_and_keep_their_text(load: Load, write_plugin: WritePlugin) -> None:
    body = """
        from vault.model.memory import Relation
        @hookimpl
        def declare_settings(): return [PluginSetting("depth", 1, "…")]
        @hookimpl
        def read_note(note):
            return replace(note, title="x", user_id="mei", tags=["新"], relations=[Relation("links_to", "b")])
    """
    write_plugin("reads", body)
    plugins = load("reads")
    note = Note("n", "notes/a.md", "a", "lin")
    assert plugins.read_note(note) == replace(note, tags=("新",), relations=(Relation("links_to", "b"),))
    assert plugins.reads_notes == ("reads [1]",)
    assert load("reads", depth=2).reads_notes != plugins.reads_notes


def test_everybody_hears_of_what_happened(load: Load, write_plugin: WritePlugin) -> None:
    body = """
        heard = []
        @hookimpl
        def after_write(written): heard.append(written.memory.content)
        @hookimpl
        def after_index(indexed): heard.append(indexed.changed)
    """
    write_plugin("hears", body)
    write_plugin("fails", "@hookimpl\ndef after_write(written): 1 // 0")
    plugins = load("fails", "hears")
    plugins.after_write([Written("added", MEMORY, "facts/a.jsonl", 1)])
    plugins.after_index(Indexed(changed=3))
    plugins.finish()
    assert sys.modules["hears"].heard == ["爱喝茶", 3]
    assert "plugin fails: after_write" in plugins.problems[0].message


def test_names_of_built_in_models_cannot_be_taken(load: Load, write_plugin: WritePlugin) -> None:
    body = """
        @hookimpl
        def provide_models(): return [OfferedModel("own", lambda: "stolen"), OfferedModel("mine", lambda: "mine")]
    """
    write_plugin("models", body)
    plugins = load("models")
    own, mine = plugins.model("own"), plugins.model("mine")
    assert own is not None
    assert mine is not None
    assert (own[1].open(), mine[1].open()) == ("own model", "mine")
    assert plugins.model_names() == ("own", "mine")


def test_what_is_no_list_of_the_right_things_is_nothing(load: Load, write_plugin: WritePlugin) -> None:
    write_plugin(
        "odd", "@hookimpl\ndef provide_models(): return 'abc'\n@hookimpl\ndef provide_importers(): return [3]"
    )
    plugins = load("odd")
    assert plugins.model_names() == ()
    assert plugins.importers() == ()
    assert len(plugins.problems) == 2


def test_importers_are_listed_and_guarded(load: Load, write_plugin: WritePlugin, tmp_path: Path) -> None:
    body = """
        @hookimpl
        def provide_importers():
            return [Importer("csv", "tables", (".csv",), lambda path: 1 // 0)]
    """
    write_plugin("imports", body)
    plugins = load("imports")
    (importer,) = plugins.importers()
    assert plugins.read_file(importer, lambda: list(importer.read(tmp_path))) is None
    assert "plugin imports: importer: failed" in plugins.problems[0].message

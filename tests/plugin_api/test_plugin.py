from __future__ import annotations

import threading
from functools import partial
from pathlib import Path

import pytest

from tests.plugin_modules import WritePlugin
from vault.model.memory import Memory
from vault.plugin_api.discover import Candidate, Wanted
from vault.plugin_api.faults import Faults
from vault.plugin_api.plugin import MOST_LATE, Plugin, load_plugin, told

MEMORY = Memory("mem_1", "爱喝茶")


def loaded(write: WritePlugin, body: str, faults: Faults, folder: Path, **values: object) -> Plugin | None:
    write("a_plugin", body)
    wanted = Wanted("a_plugin", values=values, origin="/home/config.yaml:3")
    return load_plugin(Candidate(wanted, "a_plugin", ""), folder, faults)


def test_settings_reach_the_plugin_before_anything_else(write_plugin: WritePlugin, tmp_path: Path) -> None:
    faults = Faults()
    body = """
        got = {}
        @hookimpl
        def declare_settings():
            return [PluginSetting("depth", 2, "how deep"), PluginSetting("url", "", "where")]
        @hookimpl
        def configure(settings, folder):
            got.update(settings, folder=folder)
        @hookimpl
        def before_write(memory):
            return replace(memory, value=str(got["depth"]))
    """
    plugin = loaded(write_plugin, body, faults, tmp_path, depth=5)
    assert plugin is not None
    assert plugin.hooks == ("before_write", "configure", "declare_settings")
    changed = plugin.call("before_write", memory=MEMORY)
    assert isinstance(changed, Memory)
    assert changed.value == "5"
    assert [(each.name, each.value) for each in plugin.settings] == [("depth", 5), ("url", "")]
    assert faults.of() == ()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("raise RuntimeError('kaputt')", "cannot be loaded: RuntimeError: kaputt"),
        ("import no_such_thing", "cannot be loaded: ModuleNotFoundError"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
        ("raise KeyboardInterrupt", "cannot be loaded: KeyboardInterrupt"),
        ("@hookimpl\ndef configure(): raise GeneratorExit", "cannot be loaded: GeneratorExit"),
        ("def broken(:", "cannot be loaded: SyntaxError"),
        ("@hookimpl\ndef before_write(memory, colour): ...", "cannot be loaded: PluginValidationError"),
        (
            "@hookimpl\ndef configure(settings): raise ValueError('no url')",
            "cannot be loaded: ValueError: no url",
        ),
        ("@hookimpl\ndef declare_settings(): return [3]", "cannot be loaded: AttributeError"),
        ("", "there is no setting depth; it has: none"),
    ],
)
def test_what_cannot_be_loaded_is_a_problem(
    write_plugin: WritePlugin, tmp_path: Path, body: str, message: str
) -> None:
    faults = Faults()
    values = {} if body else {"depth": 5}
    assert loaded(write_plugin, body, faults, tmp_path, **values) is None
    (problem,) = faults.of("a_plugin")
    assert message in problem.message
    assert (problem.path, problem.line) == ("/home/config.yaml", 3)


def test_a_hook_that_nobody_knows_is_said_and_stops_nothing(
    write_plugin: WritePlugin, tmp_path: Path
) -> None:
    faults = Faults()
    body = "@hookimpl\ndef befor_write(memory): ...\n@hookimpl\ndef before_write(memory): return memory"
    plugin = loaded(write_plugin, body, faults, tmp_path)
    assert plugin is not None
    assert plugin.call("before_write", memory=MEMORY) == MEMORY
    (problem,) = faults.of()
    assert problem.message == "plugin a_plugin: befor_write: there is no hook of this name; nobody calls it"


def test_a_fault_is_noted_and_forgotten_once_it_works(write_plugin: WritePlugin, tmp_path: Path) -> None:
    faults = Faults()
    body = """
        calls = []
        @hookimpl
        def before_write(memory):
            calls.append(memory)
            if len(calls) < 3: raise SystemExit("bye")
            return memory
    """
    plugin = loaded(write_plugin, body, faults, tmp_path)
    assert plugin is not None
    assert plugin.call("before_write", memory=MEMORY) is None
    assert "before_write: failed: SystemExit: bye" in faults.of()[0].message
    assert plugin.call("before_write", memory=MEMORY) is None
    assert plugin.call("before_write", memory=MEMORY) == MEMORY
    assert faults.of() == ()
    assert plugin.call("after_recall", query="", hits=()) is None


def test_what_is_late_too_often_is_not_called_again(tmp_path: Path) -> None:
    faults, go_on, begun = Faults(), threading.Event(), []
    plugin = Plugin("slow", object(), faults)

    def slow() -> None:
        begun.append(1)
        go_on.wait(30)

    for _ in range(MOST_LATE + 3):
        assert plugin.guarded("x", slow, 0.01) is None
    go_on.set()
    assert len(begun) == 1
    (problem,) = faults.of()
    assert "took longer than 0.01 s; it is not called again" in problem.message
    assert plugin.guarded("y", lambda: 3) == 3


def test_late_now_and_then_is_forgiven() -> None:
    faults = Faults()
    plugin = Plugin("slow", object(), faults)
    for _ in range(MOST_LATE + 1):
        go_on = threading.Event()
        assert plugin.guarded("x", partial(go_on.wait, 30), 0.01) is None
        go_on.set()
        assert plugin.guarded("x", lambda: 3) == 3
    assert faults.of() == ()


def test_what_memvault_itself_does_is_not_hidden() -> None:
    plugin = Plugin("own", object(), Faults(), trusted=True)
    with pytest.raises(ZeroDivisionError):
        plugin.guarded("x", lambda: 1 // 0)


def test_telling_waits_for_nobody(write_plugin: WritePlugin, tmp_path: Path) -> None:
    faults = Faults()
    body = """
        import threading
        go_on, heard = threading.Event(), []
        @hookimpl
        def after_index(indexed):
            go_on.wait(30)
            heard.append(indexed.added)
            if indexed.added == 2: raise ValueError("two")
    """
    from vault.plugin_api.values import Indexed

    plugin = loaded(write_plugin, body, faults, tmp_path)
    assert plugin is not None
    for number in (1, 2):
        plugin.tell("after_index", indexed=Indexed(added=number))
    plugin.tell("after_write", written=None)
    plugin.finish(0.01)
    assert "did not finish" in faults.of()[0].message
    import sys

    module = sys.modules["a_plugin"]
    module.go_on.set()
    plugin.finish(10)
    assert module.heard == [1, 2]
    assert "after_index: failed: ValueError: two" in faults.of(what=("after_index",))[0].message


def test_an_exception_is_one_short_line() -> None:
    assert told(ValueError("a\n  b")) == "ValueError: a b"
    assert told(KeyboardInterrupt()) == "KeyboardInterrupt"
    assert len(told(ValueError("x" * 9999))) < 250


ENDS = ("SystemExit('bye')", "KeyboardInterrupt", "GeneratorExit", "BaseException('odd')")


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize(
    ("hook", "arguments"),
    [
        ("provide_masks", {}),
        ("before_write", {"memory": MEMORY}),
        ("after_write", {"written": None}),
        ("after_recall", {"query": "", "hits": ()}),
        ("read_note", {"note": None}),
        ("after_index", {"indexed": None}),
    ],
)
def test_a_hook_that_means_to_end_the_program_ends_nothing(
    write_plugin: WritePlugin, tmp_path: Path, hook: str, arguments: dict[str, object], ends: str
) -> None:
    faults = Faults()
    plugin = loaded(write_plugin, f"@hookimpl\ndef {hook}(): raise {ends}", faults, tmp_path)
    assert plugin is not None
    if hook in {"after_write", "after_index"}:
        plugin.tell(hook, **arguments)
        plugin.finish(10)
    else:
        assert plugin.call(hook, **arguments) is None  # type: ignore[arg-type]
    (problem,) = faults.of()
    assert f"{hook}: failed: {ends.partition('(')[0]}" in problem.message


def test_ctrl_c_while_a_plugin_is_waited_for_is_the_persons(
    write_plugin: WritePlugin, tmp_path: Path
) -> None:
    faults = Faults()
    body = """
        import os, signal, time
        @hookimpl
        def before_write(memory):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(2)
    """
    plugin = loaded(write_plugin, body, faults, tmp_path)
    assert plugin is not None
    with pytest.raises(KeyboardInterrupt):
        plugin.call("before_write", memory=MEMORY)
    assert faults.of() == ()

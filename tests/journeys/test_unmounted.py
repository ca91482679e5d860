"""The drive with the vault goes away and comes back."""

from __future__ import annotations

from tests.journeys.conftest import Home, until

QUESTION = "我周末常去骑车吗"
ANSWER = "周末常去骑车"


def test_unmounted_while_watching_and_mounted_again(home: Home) -> None:
    home.write("facts/a.jsonl", f'{{"content": "{ANSWER}"}}\n')
    assert home.recall(QUESTION) == [ANSWER]
    elsewhere = home.root.with_name("elsewhere")
    with home.started("watch") as process:
        until(lambda: home.answer("status")["watcher"]["alive"], "the watcher reports itself")
        home.root.rename(elsewhere)
        result = home.run("recall", QUESTION)
        assert result.returncode in {2, 3}
        assert ANSWER not in result.stdout
        assert "Traceback" not in result.stderr

        elsewhere.rename(home.root)
        home.write("facts/b.jsonl", '{"content": "学会了做陶杯"}\n')
        until(lambda: "学会了做陶杯" in home.recall("我学会做陶杯了吗"), "what was written after mounting")
        assert home.recall(QUESTION) == [ANSWER]
        assert process.poll() is None


def test_an_empty_mount_point_is_not_taken_for_an_emptied_vault(home: Home) -> None:
    home.write("facts/a.jsonl", f'{{"content": "{ANSWER}"}}\n')
    settings = (home.root / "vault.yaml").read_text(encoding="utf-8")
    assert home.recall(QUESTION) == [ANSWER]
    elsewhere = home.root.with_name("elsewhere")
    home.root.rename(elsewhere)
    home.write("vault.yaml", settings)  # a sync tool has brought this file only, so far

    result = home.run("index")
    assert result.returncode == 3
    assert "Traceback" not in result.stderr

    (home.root / "vault.yaml").unlink()
    home.root.rmdir()
    elsewhere.rename(home.root)
    assert home.answer("status")["indexed"]
    assert home.recall(QUESTION) == [ANSWER]

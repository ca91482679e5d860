from __future__ import annotations

import pytest

from vault.files.conflict_copy import conflict_copy_of


@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("plan.sync-conflict-20261129-101112-ABCDEFG.md", "plan.md"),
        ("plan.sync-conflict-20261129-101112.md", "plan.md"),
        ("2026-11.sync-conflict-20261129-101112-ABCDEFG.jsonl", "2026-11.jsonl"),
        ("plan (conflicted copy 2026-11-29).md", "plan.md"),
        ("plan (conflicted copy).md", "plan.md"),
        ("plan (Alice's conflicted copy 2026-11-29).md", "plan.md"),
        ("plan (LAPTOP-HN9BG775's conflicted copy 2026-11-29).md", "plan.md"),
        ("plan (Conflicted copy iPhone 202611291011).md", "plan.md"),
        ("plan (conflicted copy 2026-11-29 101112).md", "plan.md"),
        ("计划(M4.local的冲突副本1_2026-05-18 14-39-32).md", "计划.md"),
        ("计划 (小林的冲突副本 2026-11-29).md", "计划.md"),
        ("計劃 (小林 的衝突複本 2026-11-29).md", "計劃.md"),
        ("计划(冲突_小林_2026-11-29 10-11-12).md", "计划.md"),
        ("Plan (Konfliktkopie von Anna 2026-11-29).md", "Plan.md"),
        ("plan (Copie en conflit de DESKTOP-1A2B 2026-11-29).md", "plan.md"),
        ("plan (Copia en conflicto de Ana 2026-11-29).md", "plan.md"),
        ("plan (Copia in conflitto di Anna 2026-11-29).md", "plan.md"),
        ("plan (平川知明 の競合コピー 2026-11-29).md", "plan.md"),
        ("plan (SFConflict lin@example.com 2026-11-29-10-11-12).md", "plan.md"),
        ("plan.md (SFConflict lin 2026-11-29-10-11-12)", "plan.md"),
        ("plan_conflict-20261129-101112.md", "plan.md"),
        ("plan_conflict-lin-20261129-101112.md", "plan.md"),
        ("计划_conf(小林).md", "计划.md"),
        ("2026-11_conf(lin 2026-11-29).jsonl", "2026-11.jsonl"),
        ("plan (Lins konfliktkopi 2026-11-29).md", "plan.md"),
        ("plan (конфліктна копія Lin 2026-11-29).md", "plan.md"),
        ("plan (Lin의 충돌된 사본 2026-11-29).md", "plan.md"),
        ("plan (コンフリクト コピー 2026-11-29).md", "plan.md"),
        ("plan (kopia powodująca konflikt lin 2026-11-29).md", "plan.md"),
        ("plan-laptop-safeBackup-0001.md", "plan.md"),
        ("plan.Conflict.md", "plan.md"),
        ("plan.Conflict2.md", "plan.md"),
        ("plan (Case Conflict).md", "plan.md"),
        ("plan (Unicode Encoding Conflict).md", "plan.md"),
        ("plan.conflict1.md", "plan.md"),
        ("plan (case clash from 2026-11-29 101112).md", "plan.md"),
        ("my_plan_Lins-NAS_Nov-29-101112-2026_Conflict.md", "my_plan.md"),
        ("计划_Andy-PC_Jan-03-0901-2013_CaseConflict_1.md", "计划.md"),
        ("plan.md~HEAD", "plan.md"),
        ("plan.jsonl~feature-2", "plan.jsonl"),
        ("plan.md.orig", "plan.md"),
        ("plan.md.rej", "plan.md"),
        ("facts_REMOTE_4242.jsonl", "facts.jsonl"),
        ("facts_BASE_4242.jsonl", "facts.jsonl"),
        ("a (x's conflicted copy 2026-11-28) (x's conflicted copy 2026-11-29).md", "a.md"),
        ("a.sync-conflict-20261128-101112-ABCDEFG.sync-conflict-20261129-101112-ABCDEFG.md", "a.md"),
    ],
)
def test_unmistakable_names_need_no_sibling(name: str, original: str) -> None:
    assert conflict_copy_of(name) == original


@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("Plan 2.md", "Plan.md"),
        ("2026-11 2.jsonl", "2026-11.jsonl"),
        ("计划 3.md", "计划.md"),
        ("Plan (1).md", "Plan.md"),
        ("Plan(1).md", "Plan.md"),
        ("计划(冲突).md", "计划.md"),
        ("Plan [Conflict].md", "Plan.md"),
        ("Plan-DESKTOP-AB12CD3.md", "Plan.md"),
        ("Plan-WORKSTATION-LG.md", "Plan.md"),
        ("Plan-Alices-MacBook-Pro.md", "Plan.md"),
        ("Plan-Alices-MacBook-Pro-2.md", "Plan.md"),
        ("Plan (conflicted copy, from Anna's phone).md", "Plan.md"),
    ],
)
def test_names_that_people_use_too_count_only_beside_their_original(name: str, original: str) -> None:
    assert conflict_copy_of(name) is None
    assert conflict_copy_of(name, {"other.md", name}) is None
    assert conflict_copy_of(name, {original, name}) == original


@pytest.mark.parametrize(
    ("name", "sibling"),
    [
        ("Plan-A.md", "Plan.md"),
        ("Plan-2026.md", "Plan.md"),
        ("Plan 2026.md", "Plan.md"),
        ("Plan (2026).md", "Plan.md"),
        ("Plan (draft).md", "Plan.md"),
        ("2026-11-29.md", "2026-11.md"),
        ("以色列 (冲突分析).md", "以色列.md"),
        ("冲突副本怎么处理.md", "怎么处理.md"),
        ("Git handbook (Conflict resolution chapter).md", "Git handbook.md"),
        ("Romeo and Juliet (Conflicts between families).md", "Romeo and Juliet.md"),
        ("conflicted copy.md", "copy.md"),
        ("The conflict.md", "The.md"),
        ("wifi-PC.txt", "wifi.md"),
        ("original.md", "origin.md"),
        ("Chapter 1.md", "Chapter.md"),
    ],
)
def test_real_notes_stay_notes(name: str, sibling: str) -> None:
    assert conflict_copy_of(name, {name, sibling}) is None


def test_a_copy_of_a_copy_leads_to_the_original() -> None:
    siblings = {"INBOX.md", "INBOX (x's conflicted copy) (1).md"}
    assert (
        conflict_copy_of("INBOX (x's conflicted copy) (1) (x's conflicted copy).md", siblings)
        == "INBOX (x's conflicted copy) (1).md"
    )
    assert conflict_copy_of("INBOX 2 (x's conflicted copy).md", {"INBOX.md"}) == "INBOX.md"


def test_a_long_hostile_name_is_judged_at_once() -> None:
    assert conflict_copy_of("(" * 120 + "-" * 120 + ".md", {"a.md"}) is None

"""Plugins at the write gate: they may change or refuse what is to be written, and hear of what was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from vault.api.remembered import Remembered
from vault.api.submission import Submission
from vault.api.telling import telling
from vault.index.contents import memory_of
from vault.model.memory import Memory
from vault.plugin_api.values import Refused, Written

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.plugin_api.run_hooks import Plugins

_FAULTS = ("before_write", "mask")


def past_plugins(given: Submission, plugins: Plugins, submit: Callable[[Memory], Submission]) -> Submission:
    """What plugins make of something that is to be written.

    Args:
        given: checked and masked: plugins see nothing else.
        plugins: of the person.
        submit: checks and masks what a plugin has changed.
    """
    if not plugins.own or given.refusal:
        return given
    answer = plugins.before_write(given.memory)
    if isinstance(answer, Refused):
        return replace(given, refusal="plugin", told=telling(answer.reason))
    if answer == given.memory:
        return given
    again = submit(answer)
    return replace(again, concerns=tuple(dict.fromkeys((*given.concerns, *again.concerns))))


def tell_written(resources: Resources, results: tuple[Remembered, ...]) -> tuple[Remembered, ...]:
    """Tell plugins what stands on disk; the results, with what is wrong with plugins among their warnings."""
    plugins = resources.plugins
    if not plugins.own:
        return results
    plugins.after_write(_written(resources, results))
    faults = tuple(problem.message for problem in plugins.faults.of(what=_FAULTS))
    return tuple(replace(each, warnings=(*each.warnings, *faults)) for each in results) if faults else results


def _written(resources: Resources, results: Iterable[Remembered]) -> Iterable[Written]:
    for each in results:
        if each.action in ("added", "merged", "superseded"):
            record = resources.index.record(each.id)
            if record is not None:
                yield Written(each.action, memory_of(record), each.path, each.line, each.replaced)

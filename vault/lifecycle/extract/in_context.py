"""What new messages add to a conversation of which the earlier ones were judged before. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from vault.lifecycle.extract.candidate import Candidate, ResolveTime
from vault.lifecycle.extract.extraction import extract
from vault.lifecycle.extract.fragments import join_fragments
from vault.model.turn import Turn


def extract_in_context(
    earlier: Sequence[Turn], new: Sequence[Turn], *, resolve_time: ResolveTime
) -> tuple[Candidate, ...]:
    """The candidates that are there because of `new`, pieces joined.

    A new message may confirm what the assistant asked before (the candidate then bears the number of the
    question), or add to what the user said before: then the whole comes out, with `earlier_turns`, and takes
    the place of what was kept.

    Args:
        earlier: the messages just before, of the same user and session, in order.
        new: in order.
        resolve_time: see `extract`.
    """
    known = frozenset(join_fragments(extract(earlier, resolve_time=resolve_time)))
    joined = join_fragments(extract((*earlier, *new), resolve_time=resolve_time))
    return tuple(candidate for candidate in joined if candidate not in known)

"""Whether a memory stands in a line that cannot be read now: then its last good version is served."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable


def stands_in(record_id: str, text: str, broken_lines: Iterable[bytes]) -> bool:
    """Whether a broken line clearly holds this record: as its `id`, or else its whole text, is in it.

    Args:
        record_id: a provisional one is in no line.
        text: the content.
        broken_lines: raw bytes.
    """
    its_id = re.compile(rb'"id"\s*:\s*' + re.escape(_encoded(json.dumps(record_id, ensure_ascii=False))))
    texts = [_encoded(json.dumps(text, ensure_ascii=ascii_only)) for ascii_only in (True, False)]
    return any(its_id.search(line) or any(each in line for each in texts) for line in broken_lines)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")

"""Generated files of memories and notes, as people, editors and other programs leave them."""

from __future__ import annotations

import json
from dataclasses import dataclass

from hypothesis import strategies as st

from vault.format.decode import is_blank

LINE_ENDS = st.sampled_from([b"\n", b"\r\n"])
BOM = b"\xef\xbb\xbf"

TEXT = st.text(
    st.one_of(
        st.sampled_from("年糕是一只猫。，：“”‘’（）🐱🍜👨‍👩‍👧é\u0301 \t\\/\"'{}[]:,#-*`~<>|&"),
        st.characters(exclude_categories=["Cs", "Cc"]),
    ),
    max_size=30,
)
CONTENT = TEXT.filter(lambda text: not is_blank(text))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**9), 10**9), TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3)),
    max_leaves=5,
)


@dataclass(frozen=True)
class Line:
    """A line of a file of memories.

    Attributes:
        raw: with its line end.
        record: what it means; None: blank or broken.
    """

    raw: bytes
    record: dict[str, object] | None = None


@st.composite
def json_line(draw: st.DrawFn, memory_id: str | None) -> Line:
    """A memory in any key order and spacing, with keys that nobody knows."""
    record: dict[str, object] = {"content": draw(CONTENT)}
    if memory_id is not None:
        record["id"] = memory_id
    record |= draw(
        st.fixed_dictionaries(
            {},
            optional={
                "user_id": st.sampled_from(["lin", "user_8899"]),
                "type": st.sampled_from(["fact", "preference", "event"]),
                "created_at": st.just("2026-01-08T11:20:00Z"),
                "importance": st.sampled_from([0, 0.5, 1]),
                "tags": st.lists(CONTENT, max_size=2),
                "x-心情": VALUES,
                "vendor": VALUES,
            },
        )
    )
    keys = draw(st.permutations(list(record)))
    text = json.dumps(
        {key: record[key] for key in keys},
        ensure_ascii=draw(st.booleans()),
        separators=draw(st.sampled_from([(",", ":"), (", ", ": "), (" ,  ", " : ")])),
    )
    padding = draw(st.sampled_from(["", " ", "\t"]))
    return Line((padding + text + padding).encode(), record)


OTHER_LINES = st.sampled_from(
    [
        Line(b""),
        Line(b"   "),
        Line(b"{broken"),
        Line(b'{"content": "half a line"'),
        Line(b'{"content": "\xff\xfe not text"}'),
        Line("not JSON 不是".encode()),
        Line(b"[1, 2]"),
        Line(b'{"type": "fact"}'),
    ]
)


@st.composite
def memory_lines(draw: st.DrawFn, *, with_ids: bool = True) -> list[Line]:
    """Lines of a file, the last perhaps without its line end. Ids are unique: `mem_0`, `mem_1`, …"""
    shapes = draw(st.lists(st.sampled_from("mmmmo"), min_size=1, max_size=8))
    lines: list[Line] = []
    for number, shape in enumerate(shapes):
        given_id = f"mem_{number}" if with_ids or draw(st.booleans()) else None
        line = draw(json_line(given_id)) if shape == "m" else draw(OTHER_LINES)
        lines.append(Line(line.raw + draw(LINE_ENDS), line.record))
    if draw(st.booleans()):
        last = lines[-1]
        lines[-1] = Line(last.raw.rstrip(b"\r\n"), last.record)
    return lines


def joined(lines: list[Line], *, bom: bool = False) -> bytes:
    return (BOM if bom else b"") + b"".join(line.raw for line in lines)


PROSE = st.text(st.sampled_from("年糕喜欢晒太阳。, abc 12 é🐱"), max_size=25).map(str.strip)


@st.composite
def note_bytes(draw: st.DrawFn) -> bytes:
    """A Markdown note: front matter or none, headings of several levels, either line end, BOM or none."""
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    lines: list[str] = []
    if draw(st.booleans()):
        lines += [
            "---",
            f"title: {draw(st.sampled_from(['年糕', 'plan', 'a-b']))}",
            "x-unknown:   kept",
            "---",
        ]
        lines += [""] * draw(st.integers(0, 2))
    lines += [line for line in draw(st.lists(PROSE, max_size=2)) if line[:1] not in {"#", "-", "="}]
    for number in range(draw(st.integers(0, 5))):
        lines += [""] * draw(st.integers(0, 2))
        level = draw(st.integers(1, 4))
        lines.append(f"{'#' * level} 第{number}节 {draw(st.sampled_from(['猫', 'home', '']))}".rstrip())
        lines += [""] * draw(st.integers(0, 2))
        lines += draw(st.lists(PROSE, max_size=3))
        if draw(st.booleans()):
            lines += ["```sh", "# not a heading", "```"]
    text = newline.join(lines) + (newline * draw(st.integers(0, 2)) if lines else "")
    return (BOM if draw(st.booleans()) else b"") + text.encode()
